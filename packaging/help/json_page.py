# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the manual page of a program's JSON: a template, with the documents and records of the program's description.
    json_page.py PROGRAM DATE TEMPLATE PAGE"""
import sys
from pathlib import Path

import description
from roff import marked, roff, row

PLAIN = {"string", "integer", "number", "boolean", "time", "hex", "null"}


def typeText(form):
    """'[@lock]|null' is 'list of lock, or null'."""
    if form.startswith("["):
        return "list of " + typeText(form[1:-1])
    if form.startswith("{"):
        return "object whose fields are each " + typeText(form[1:-1])
    if "|" in form:
        *others, last = [typeText(one) for one in form.split("|")]
        return ", ".join(others) + " or " + last
    if form.startswith("@"):
        return form[1:]
    return form if form in PLAIN else f'"{form}"'


def fieldRow(field):
    name = "any name" if field.name == "*" else field.name
    optional = "; optional" if field.isOptional else ""
    return [".TP", f"\\fB{roff(name)}\\fR ({roff(typeText(field.type))}{optional})", marked(field.text)]


def sections(program):
    commands = list(description.everyCommand(program))
    lines = [".SH DOCUMENTS", "Each command prints one of these records, or one per line:"]
    for command in commands:
        if command.documents:
            lines += row(command.name, ", ".join(command.documents) + ".")
    lines += [".SH RECORDS"]
    for record in sorted((r for command in commands for r in command.records), key=lambda r: r.name):
        lines += [f'.SS "{roff(record.name)}"', marked(record.text)]
        for field in record.fields:
            lines += fieldRow(field)
    return "\n".join(lines)


def main():
    program, date, template, target = sys.argv[1:]
    text = Path(template).read_text(encoding="utf-8").replace("@DATE@", date)
    text = text.replace("@RECORDS@", sections(description.described(program)))
    Path(target).write_text(text, encoding="utf-8")


main()
