# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""Completions for zsh."""
import description
import values

ACTIONS = {
    "file": "_files",
    "profile": "_@program@_profiles",
    "scenario": "_@program@_scenarios",
    "": " ",
}
HELPERS = r"""_@program@_profiles() {
    local expl names=(${(f)"$(@profiles@)"})
    _wanted profiles expl profile compadd -a names
}

_@program@_scenarios() {
    local expl names=(${(f)"$(@scenarios@)"})
    _wanted scenarios expl scenario compadd -a names
    _files
}
"""


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def plain(text):
    """Escapes backslashes, brackets and colons, which are special in a specification."""
    return "".join("\\" + c if c in "\\[]:" else c for c in text)


def action(described):
    kind = values.kindOf(described)
    if kind == "words":
        return f"({' '.join(described.choices)})"
    return ACTIONS[kind]


def specifications(option):
    text = f"[{plain(values.summaryOf(option.text))}]"
    others = "*" if option.isRepeatable else f"({' '.join(option.names)})"
    value = f":{plain(option.value)}:{action(option)}" if option.value else ""
    return [quoted(f"{others}{name}{'=' if value else ''}{text}{value}") for name in option.names]


def block(lines, depth):
    return " \\\n".join(" " * depth + line for line in lines)


def arguments(spoken):
    specs = []
    for index, argument in enumerate(values.placesOf(spoken), 1):
        specs.append(quoted(f"{index}:{plain(argument.name)}:{action(argument)}"))
    return specs


def functionOf(program, command):
    return "_" + "_".join([program, *command.name.split()])


def function(program, spoken):
    name = functionOf(program, spoken)
    options = [spec for option in spoken.options for spec in specifications(option)]
    if not spoken.commands:
        return f"{name}() {{\n    _arguments -s -S : \\\n{block(options + arguments(spoken), 8)}\n}}\n"
    choices = [quoted(f"{plain(c.name.split()[-1])}:{plain(c.summary)}") for c in spoken.commands]
    branches = "".join(f"        {c.name.split()[-1]}) {functionOf(program, c)} ;;\n" for c in spoken.commands)
    specs = options + ["'1:command:->command'", "'*::argument:->arguments'"]
    return (
        f"{name}() {{\n    local context curcontext=$curcontext state line\n    typeset -A opt_args\n"
        f"    _arguments -s -S -C : \\\n{block(specs, 8)} && return\n"
        f"    case $state in\n    command)\n        local -a commands=(\n"
        + "".join(f"            {choice}\n" for choice in choices)
        + f"        )\n        _describe command commands\n        ;;\n"
        f"    arguments)\n        case $words[1] in\n{branches}        esac\n        ;;\n    esac\n}}\n"
    )


def script(program, spoken):
    functions = "\n".join([HELPERS, *(function(program, command) for command in description.everyCommand(spoken))])
    functions = functions.replace("@profiles@", values.PROFILES).replace("@scenarios@", values.SCENARIOS)
    functions = functions.replace("@program@", program)
    return f"#compdef {program}\n# Made from the description of the program; see packaging/help.\n\n{functions}\n_{program} \"$@\"\n"
