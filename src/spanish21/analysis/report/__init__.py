"""Analyses for people and programs: summaries, prices of rules, evidence, HTML reports.

It may import everything below. Begin with html_report.py, and pricing.py for the price of a rule.
"""
