# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""Completions for bash."""
import description
import values

SCRIPT = r"""# Made from the description of the program; see packaging/help. bash completion for @program@

_@program@() {
    local current=${COMP_WORDS[COMP_CWORD]} before='' command='' place=0 word='' i
    # bash takes --option=value apart at the =
    local -a words=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        [[ ${COMP_WORDS[i]} == = ]] || words+=("${COMP_WORDS[i]}")
    done
    [[ $current == = ]] && current=
    for ((i = 0; i < ${#words[@]}; i++)); do
        word=${words[i]} before=
        case $word in
        @taking@) before=$word; ((++i < ${#words[@]})) && before= ;;
        -*) ;;
        *)
            case "${command:+$command }$word" in
            @commands@) command+=${command:+ }$word ;;
            *) ((++place)) ;;
            esac
            ;;
        esac
    done

    local offered='' kind=''
    case "$command $before" in
    @values@
    *)
        if [[ -n $before ]]; then
            return
        elif [[ $current == -* ]]; then
            case $command in
            @options@
            esac
        else
            case "$command $place" in
            @places@
            esac
        fi
        ;;
    esac
    case $kind in
    file) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
    profile)
        local name
        COMPREPLY=()
        while IFS= read -r name; do
            # As it has to be typed, behind the quote with which it was begun.
            case $current in
            \'*) name=${name//\'/\'\\\'\'} ;;
            \"*) name=$(sed 's/[\"$`]/\\&/g' <<<"$name") ;;
            *) name=$(printf %q "$name") ;;
            esac
            [[ $name == "${current#[\'\"]}"* ]] && COMPREPLY+=("$name")
        done < <(@profiles@)
        return
        ;;
    scenario) offered=$(@scenarios@) ;;
    esac
    local IFS=$'\n'
    [[ -n $kind ]] || offered=${offered// /$'\n'}
    mapfile -t COMPREPLY < <(compgen -W "$offered" -- "$current")
    if [[ $kind == scenario ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
    fi
    COMPREPLY=("${COMPREPLY[@]// /\\ }")
}
complete -F _@program@ @program@
"""


def answer(described):
    kind = values.kindOf(described)
    return f"offered='{' '.join(described.choices)}'" if kind == "words" else f"kind='{kind}'"


def alternatives(branches, depth):
    return ("\n" + " " * depth).join(branches)


def script(program, spoken):
    commands = list(description.everyCommand(spoken))
    allOptions = [option for command in commands for option in command.options]
    taking = dict.fromkeys(name for option in allOptions if option.value for name in option.names)
    valueBranches, places, options = [], [], []
    for command in commands:
        key = command.name
        for option in command.own:
            if values.kindOf(option):
                where = f"'{key}'" if key or not spoken.commands else "*"
                valueBranches.append(f"{where}' {option.names[-1]}') {answer(option)} ;;")
        for index, argument in enumerate(values.placesOf(command)):
            if values.kindOf(argument):
                places.append(f"'{key} {index}') {answer(argument)} ;;")
        if command.commands:
            below = " ".join(inner.name.split()[-1] for inner in command.commands)
            places.append(f"'{key} 0') offered='{below}' ;;")
        names = " ".join(name for option in command.options for name in option.names)
        options.append(f"'{key}') offered='{names}' ;;")
    known = " | ".join(f"'{command.name}'" for command in commands if command.name) or "''"
    parts = {
        "program": program,
        "taking": " | ".join(taking),
        "commands": known,
        "values": alternatives(valueBranches, 4),
        "options": alternatives(options, 12),
        "places": alternatives(places, 12),
        "profiles": values.PROFILES,
        "scenarios": values.SCENARIOS,
    }
    text = SCRIPT
    for name, part in parts.items():
        text = text.replace(f"@{name}@", part)
    return text
