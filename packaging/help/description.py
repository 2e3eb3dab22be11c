# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""A program's --help as values: the only source of its manual page and its completions."""
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

# A row of options, arguments or commands: its name, at least two spaces, and its description.
ROW = re.compile(r"^  (\S+(?: \S+)*?) {2,}(\S.*)$")
WORD = r"[\w.-]+(?: \[?[A-Z]+\]?)?"
CHOICES = re.compile(rf"(?:^|: )((?:{WORD}, )*{WORD},? or {WORD})\.")


@dataclass
class Described:
    """An option, an argument or a command: its name as printed, and its description."""

    name: str
    text: str

    @property
    def choices(self):
        """The values that the description lists: 'Of read-write: write, read or mix.' Text in brackets is ignored."""
        offer = CHOICES.search(re.sub(r" \([^)]*\)", "", self.text))
        words = re.split(r",? or |, ", offer.group(1)) if offer else []
        return [word.split()[0] for word in words]


@dataclass
class Option(Described):
    @property
    def names(self):
        """The names with dashes: ['-h', '--help']."""
        return re.findall(r"(?:^|, )(-[\w-]+)", self.name)

    @property
    def value(self):
        """The name of its value: 'path'; empty for a switch."""
        taken = re.search(r"<(.*)>$", self.name)
        return taken.group(1) if taken else ""

    @property
    def isRepeatable(self):
        return "may be repeated" in self.text.lower()


@dataclass
class Help:
    words: list  # of the command; none: the program itself
    usage: str
    paragraphs: list = field(default_factory=list)
    options: list = field(default_factory=list)
    arguments: list = field(default_factory=list)
    commands: list = field(default_factory=list)  # Help of each
    summaries: list = field(default_factory=list)  # Described of each
    exits: list = field(default_factory=list)  # Described of each

    def own(self, shared):
        """The options that are not shared by every command."""
        known = {option.name for option in shared} | {"-h, --help"}
        return [option for option in self.options if option.name not in known]


def rows(lines, make):
    found = []
    for line in lines:
        row = ROW.match(line)
        if row and not line.startswith("   "):
            found.append(make(row.group(1), row.group(2)))
        elif found and line.strip():
            found[-1].text += " " + line.strip()
        elif line.strip():
            sys.exit(f"this line of a help is not understood: {line}")
    return found


def printed(program, words):
    # A temporary home keeps the user's folders out of the result. Its path is short, because long words are broken.
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="h") as home:
        environment = {name: value for name, value in os.environ.items() if not re.match("XDG_|LOCKSCOPE_|LC_|LANG", name)}
        environment |= {"HOME": home, "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen"}
        asked = subprocess.run([program, *words, "--help"], env=environment, capture_output=True, encoding="utf-8")
        if asked.returncode != 0:
            sys.exit(f"{program} {' '.join(words)} --help ended with {asked.returncode}:\n{asked.stderr}")
        return asked.stdout.replace(home + "/", "~/")


def described(program, words=()):
    lines = printed(program, words).splitlines()
    _, _, usage = lines[0].partition("[options]")
    blocks = {"Description:": [[]], "Options:": [[]], "Arguments:": [[]]}
    block = blocks["Description:"]
    for line in lines[1:]:
        if line in blocks:
            block = blocks[line]
        elif line:
            block[-1].append(line)
        else:
            block.append([])
    spoken = Help(list(words), usage.strip())
    for lines in filter(None, blocks["Description:"]):
        table = [line for line in lines if ROW.match(line)]
        text = " ".join(line for line in lines if line not in table)
        spoken.summaries += rows(table, Described)
        if text.startswith("Exit status: "):
            ends = text.removeprefix("Exit status: ").rstrip(".").split("; ")
            spoken.exits = [Described(*end.split(" ", 1)) for end in ends]
        elif not text.startswith("Commands ("):
            spoken.paragraphs.append(text)
    spoken.options = rows(sum(blocks["Options:"], []), Option)
    spoken.arguments = rows(sum(blocks["Arguments:"], []), Described)
    spoken.commands = [described(program, summary.name.split()) for summary in spoken.summaries]
    return spoken


def everyCommand(spoken):
    """The program's help and its commands' help, each before its subcommands."""
    yield spoken
    for command in spoken.commands:
        yield from everyCommand(command)


def sharedOptions(spoken):
    """The options that are valid before and after a command."""
    if not spoken.commands:
        return spoken.options
    common = {option.name for command in spoken.commands for option in command.options}
    return [option for option in spoken.options if option.name in common and option.name != "-h, --help"]
