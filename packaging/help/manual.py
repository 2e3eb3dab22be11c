# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes a program's manual page: the output of its --help, then the sections that only the page has.
    manual.py PROGRAM VERSION DATE MORE PAGE
DATE is the version's date, so that each build writes the same page."""
import re
import sys
import textwrap
from pathlib import Path

import description


def roff(text):
    """As plain text, with roff's special characters escaped."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "".join(c if c < "\x7f" else f"\\[u{ord(c):04X}]" for c in text)


def marked(text):
    """Sets options and environment variables in bold."""
    text = re.sub(r"(\\-\\-[a-z](?:[a-z]|\\-)*|\$[A-Z_]+)", r"\\fB\1\\fR", roff(text))
    lines = textwrap.wrap(text, 79, break_long_words=False, break_on_hyphens=False)
    return "\n".join(re.sub(r"^(?=[.])", r"\\&", line) for line in lines)


def optionRow(option):
    names = ", ".join(f"\\fB{roff(name)}\\fR" for name in option.names)
    value = f" \\fI{roff(option.value)}\\fR" if option.value else ""
    return [".TP", names + value, marked(option.text)]


def plainRow(described):
    return [".TP", f"\\fB{roff(described.name)}\\fR", marked(described.text)]


def synopsis(name, spoken):
    words = " ".join([name, *spoken.words])
    return [".B " + roff(words), f"[\\fIoptions\\fR] {roff(spoken.usage)}".rstrip()]


def body(spoken, shared):
    lines = []
    for index, paragraph in enumerate(spoken.paragraphs):
        lines += ([".PP"] if index else []) + [marked(paragraph)]
    for described in spoken.arguments if spoken.words else []:
        lines += plainRow(described)
    for option in spoken.own(shared) if spoken.words else []:
        lines += optionRow(option)
    return lines


def page(name, version, date, summary, spoken, more):
    shared = description.sharedOptions(spoken)
    lines = [
        '.\\" Made from what --help prints; see packaging/help.',
        f'.TH {name.upper()} 1 {date} "Lockscope {version}" "User commands"',
        ".SH NAME",
        f"{name} \\- {roff(summary)}",
        ".SH SYNOPSIS",
        *synopsis(name, spoken),
        ".SH DESCRIPTION",
        *body(spoken, shared),
        ".SH OPTIONS",
    ]
    if spoken.commands:
        lines += ["All but \\fB\\-\\-version\\fR may stand before and after the command."]
    for option in spoken.options:
        lines += optionRow(option)
    commands = list(description.everyCommand(spoken))[1:]
    if commands:
        lines += [".SH COMMANDS"]
    for command in commands:
        lines += [f'.SS "{roff(" ".join(command.words))}"', *synopsis(name, command), ".PP", *body(command, shared)]
    if spoken.exits:
        lines += [".SH EXIT STATUS"]
    for status in spoken.exits:
        lines += plainRow(status)
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
