"""Values as rows of a table: `to_records` gives plain dicts, `to_pandas` a DataFrame of the same rows."""

from typing import Any, Protocol

from spanish21.errors import BadInput


class HasRecords(Protocol):
    """A value that can be written as rows."""

    def to_records(self) -> list[dict[str, Any]]: ...


def to_pandas(value: HasRecords) -> Any:
    """The rows of `to_records` as a pandas DataFrame."""
    try:
        import pandas
    except ImportError:
        raise BadInput("to_pandas needs pandas: run pip install pandas, or use to_records") from None
    return pandas.DataFrame.from_records(value.to_records())
