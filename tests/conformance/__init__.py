"""How far do folders of cases and tables of links hold? Run by hand: `python -m tests.conformance`."""
