# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""What can stand for the value of an option or for an argument: one of some words, a file, a profile, a scenario.
Nodes are not offered: a shell would have to ask the ensemble."""

# The names in a file of saved connections, a line each; JSON has a backslash before a quote and before a backslash.
# Without two backslashes in a row, which fish would take for one.
NAMES_IN = r"""grep -oE '"name" *: *"([^"\]|[\].)*"'"""
NAMES_BARE = r"""sed -E 's/^"name" *: *"//; s/"$//; s/[\](.)/\1/g'"""
PROFILES = f'{NAMES_IN} "${{XDG_CONFIG_HOME:-$HOME/.config}}/lockscope/profiles.json" 2>/dev/null | {NAMES_BARE}'
SCENARIOS = "lockscopectl run --list 2>/dev/null | awk 'NR > 1 { print $1 }'"


def kindOf(described):
    """'words', 'file', 'profile', 'scenario' or ''."""
    value = getattr(described, "value", described.name).lower()
    if described.choices:
        return "words"
    if "--profile" in described.name:
        return "profile"
    return value if value in ("file", "scenario") else ""


def placesOf(spoken):
    """The arguments of a command in their order; what a command's own name stands for is not among them."""
    return [] if spoken.commands else spoken.arguments


def keyOf(spoken):
    return " ".join(spoken.words)


def summaryOf(text):
    """The first sentence, without its stop."""
    return text.split(". ")[0].rstrip(".")
