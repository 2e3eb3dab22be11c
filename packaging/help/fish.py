# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""Completions for fish."""
import description
import values

SCRIPT = r"""# Made from the description of the program; see packaging/help. fish completion for @program@

# Tells the command before the cursor, "" for none yet, and how many arguments it has by then.
function __@program@_place
    set -l words (commandline -opc)[2..-1]
    set -l command
    set -l count 0
    set -l skip no
    for word in $words
        if test $skip = yes
            set skip no
            continue
        end
        switch $word
            case @taking@
                set skip yes
            case '-*'
            case '*'
                if contains -- "$command $word" @commands@
                    set command "$command $word"
                else
                    set count (math $count + 1)
                end
        end
    end
    echo "$command"
    echo $count
end
function __@program@_in
    test (__@program@_place)[1] = "$argv[1]"
end
function __@program@_at
    set -l place (__@program@_place)
    test "$place[1]" = "$argv[1]" -a $place[2] = $argv[2]
end
function __@program@_profiles
    set -l folder $XDG_CONFIG_HOME
    test -n "$folder"; or set folder $HOME/.config
    test -r $folder/lockscope/profiles.json; or return
    @names in@ $folder/lockscope/profiles.json | @bare names@
end

complete -c @program@ -f
"""


def quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def offer(program, described):
    kind = values.kindOf(described)
    if kind == "words":
        return f" -a {quoted(' '.join(described.choices))}"
    if kind == "profile":
        return f" -a '(__{program}_profiles)'"
    if kind == "scenario":
        return f" -F -a {quoted('(' + values.SCENARIOS + ')')}"
    return " -F" if kind == "file" else ""


def optionLine(program, condition, option):
    names = "".join(f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}" for name in option.names)
    value = " -x" if option.value else ""
    if values.kindOf(option) == "file":
        value = " -r"
    return f"complete -c {program}{condition}{names}{value}{offer(program, option)} -d {quoted(values.summaryOf(option.text))}"


def script(program, spoken):
    commands = list(description.everyCommand(spoken))
    taking = dict.fromkeys(name for c in commands for o in c.options if o.value for name in o.names)
    lines = []
    for command in commands:
        key = " " + command.name if command.name else ""
        for option in command.options:
            lines.append(optionLine(program, f" -n '__{program}_in \"{key}\"'", option))
        for inner in command.commands:
            where = f" -n '__{program}_at \"{key}\" 0'"
            lines.append(f"complete -c {program}{where} -a {inner.name.split()[-1]} -d {quoted(inner.summary)}")
        for index, argument in enumerate(values.placesOf(command)):
            if values.kindOf(argument):
                where = f" -n '__{program}_at \"{key}\" {index}'"
                lines.append(f"complete -c {program}{where}{offer(program, argument)}")
    known = " ".join(quoted(" " + command.name) for command in commands if command.name) or "''"
    text = SCRIPT.replace("@names in@", values.NAMES_IN).replace("@bare names@", values.NAMES_BARE)
    text = text.replace("@program@", program).replace("@taking@", " ".join(taking)).replace("@commands@", known)
    return text + "\n".join(lines) + "\n"
