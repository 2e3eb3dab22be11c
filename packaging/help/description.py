# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""What a program prints with --describe: the only source of its manual page and its completions."""
import json
import os
import re
import subprocess
import sys
import tempfile
from types import SimpleNamespace


def printed(program):
    # A temporary home keeps the user's folders out of the result.
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="h") as home:
        environment = {name: value for name, value in os.environ.items() if not re.match("XDG_|LOCKSCOPE_|LC_|LANG", name)}
        environment |= {"HOME": home, "LC_ALL": "C.UTF-8", "QT_QPA_PLATFORM": "offscreen"}
        asked = subprocess.run([program, "--describe"], env=environment, capture_output=True, encoding="utf-8")
        if asked.returncode != 0:
            sys.exit(f"{program} --describe ended with {asked.returncode}:\n{asked.stderr}")
        return asked.stdout.replace(home + "/", "~/")


# What the description of a program without commands leaves out.
ABSENT = {"commands": [], "common": [], "examples": [], "exits": [], "documents": [], "records": []}


def described(program):
    """The program; `own` are the options of a command, `options` also the common ones that apply, and --help."""
    spoken = json.loads(printed(program), object_hook=lambda fields: SimpleNamespace(**(ABSENT | fields)))
    for command in everyCommand(spoken):
        command.own = command.options
    for command in [command for command in everyCommand(spoken) if command.name]:
        command.options = command.own + [o for o in spoken.own if o.names[-1] in [*command.common, "--help"]]
    return spoken


def everyCommand(spoken):
    """The program and its commands, each before its subcommands."""
    yield spoken
    for command in spoken.commands:
        yield from everyCommand(command)
