"""Where it is written, on SQLite and PostgreSQL: schema, migrations, the single writer, reading, copies.

It may import log. Begin with connect.py, which opens a store; writer.py writes, and store_reader.py reads.
"""
