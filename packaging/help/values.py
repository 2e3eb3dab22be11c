# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""The possible values of an option or an argument: one of a list of words, a file, a profile, a scenario.
Nodes are not completed: the shell would have to query the ensemble."""

# The names in a file of saved connections, one per line; JSON escapes quotes and backslashes with a backslash.
# Without two consecutive backslashes, which fish would read as one.
NAMES_IN = r"""grep -oE '"name" *: *"([^"\]|[\].)*"'"""
NAMES_BARE = r"""sed -E 's/^"name" *: *"//; s/"$//; s/[\](.)/\1/g'"""
PROFILES = f'{NAMES_IN} "${{XDG_CONFIG_HOME:-$HOME/.config}}/lockscope/profiles.json" 2>/dev/null | {NAMES_BARE}'
SCENARIOS = "lockscopectl run --list 2>/dev/null | awk 'NR > 1 { print $1 }'"


def kindOf(described):
    """'words', 'file', 'profile', 'scenario' or ''."""
    return "words" if described.choices else described.completion


def placesOf(spoken):
    """The arguments of a command in their order, without the placeholder of the command's own name."""
    return [] if spoken.commands else spoken.arguments


def summaryOf(text):
    """The first sentence, without its full stop."""
    return text.split(". ")[0].rstrip(".")
