# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes a program's completions for a shell, from its description.
    completions.py PROGRAM bash|zsh|fish TARGET"""
import sys
from pathlib import Path

import bash
import description
import fish
import zsh

SHELLS = {"bash": bash, "zsh": zsh, "fish": fish}


def main():
    program, shell, target = sys.argv[1:]
    spoken = description.described(program)
    taking = {name: bool(o.value) for command in description.everyCommand(spoken) for o in command.options for name in o.names}
    for command in description.everyCommand(spoken):
        for option in command.options:
            if any(taking[name] != bool(option.value) for name in option.names):
                sys.exit(f"{option.name} takes a value in one command and none in another: the shells could not tell")
    Path(target).write_text(SHELLS[shell].script(Path(program).name, spoken), encoding="utf-8")


main()
