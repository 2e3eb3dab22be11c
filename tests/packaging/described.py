# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""What a program prints with --describe and --help."""
import json
import os
import subprocess


def asked(program, *words):
    return subprocess.run([program, *words], capture_output=True, encoding="utf-8", check=True,
                          env=os.environ | {"QT_QPA_PLATFORM": "offscreen"}).stdout


def description(program):
    return json.loads(asked(program, "--describe"))


def everyCommand(command):
    """The program and its commands, each before its subcommands."""
    yield command
    for inner in command.get("commands", []):
        yield from everyCommand(inner)


def optionNames(command):
    """All names of its own options."""
    return [name for option in command["options"] for name in option["names"]]
