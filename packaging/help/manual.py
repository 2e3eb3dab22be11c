# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes a program's manual page: its description, then the sections that only the page has.
    manual.py PROGRAM VERSION DATE MORE PAGE
DATE is the version's date, so that each build writes the same page."""
import sys
from pathlib import Path

import description
from roff import marked, roff, row


def optionRow(option):
    names = ", ".join(f"\\fB{roff(name)}\\fR" for name in option.names)
    value = f" \\fI{roff(option.value)}\\fR" if option.value else ""
    return [".TP", names + value, marked(option.text)]


def synopsis(name, spoken):
    return [".B " + roff(f"{name} {spoken.name}".strip()), f"[\\fIoptions\\fR] {roff(spoken.syntax)}".rstrip()]


def exampleRows(name, examples):
    lines = []
    for example in examples:
        lines += [".PP", marked(example.text), ".PP", ".nf", ".RS", roff(f"{name} {example.words}"), ".RE", ".fi"]
    return lines


def exitText(exits):
    return "Exit status: " + "; ".join(f"{status.status} {status.meaning}" for status in exits) + "."


def body(name, spoken):
    lines = []
    for index, paragraph in enumerate(spoken.description):
        lines += ([".PP"] if index else []) + [marked(paragraph)]
    if not spoken.name:
        return lines
    for argument in spoken.arguments:
        lines += row(argument.name, argument.text)
    for option in spoken.own:
        lines += optionRow(option)
    if spoken.common:
        lines += [".PP", marked(f"Common options that apply: {', '.join(spoken.common)}.")]
    lines += exampleRows(name, spoken.examples)
    return lines + ([".PP", marked(exitText(spoken.exits))] if spoken.exits else [])


def page(name, version, date, summary, spoken, more):
    lines = [
        '.\\" Made from the description of the program; see packaging/help.',
        f'.TH {name.upper()} 1 {date} "Lockscope {version}" "User commands"',
        ".SH NAME",
        f"{name} \\- {roff(summary)}",
        ".SH SYNOPSIS",
        *synopsis(name, spoken),
        ".SH DESCRIPTION",
        *body(name, spoken),
        ".SH OPTIONS",
    ]
    for option in spoken.options:
        lines += optionRow(option)
    commands = list(description.everyCommand(spoken))[1:]
    if commands:
        lines += [".SH COMMANDS"]
    for command in commands:
        lines += [f'.SS "{roff(command.name)}"', *synopsis(name, command), ".PP", *body(name, command)]
    if spoken.exits:
        lines += [".SH EXIT STATUS"]
    for status in spoken.exits:
        lines += row(str(status.status), status.meaning)
    return "\n".join(lines) + "\n" + more


def main():
    program, version, date, moreFile, target = sys.argv[1:]
    # The first line is a comment with the page's one-line summary; the rest is roff.
    head, *rest = Path(moreFile).read_text(encoding="utf-8").splitlines(keepends=True)
    summary = head.removeprefix('.\\" NAME: ').strip()
    more = "".join(line for line in rest if not line.startswith('.\\"'))
    written = page(Path(program).name, version, date, summary, description.described(program), more)
    Path(target).write_text(written, encoding="utf-8")


main()
