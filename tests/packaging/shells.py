# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""The completions of a real shell at the end of a line: bash, zsh and fish, each with one of our completions loaded."""
import os
import pty
import shlex
import signal
import subprocess
import threading


def said(command):
    done = subprocess.run(command, capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL)
    if done.stderr:
        raise AssertionError(f"{command[-1]}: {done.stderr}")
    return done.stdout.splitlines()


class Bash:
    def __init__(self, program, file):
        self.program, self.file = program, file

    def offers(self, line):
        # Splits a line as readline does.
        words = line.replace("=", " = ").split(" ") if "=" in line else line.split(" ")
        listed = " ".join(shlex.quote(word) for word in words)
        script = (
            f"source {shlex.quote(self.file)}; COMP_WORDS=({listed}); COMP_CWORD={len(words) - 1}; "
            f'_{self.program}; printf "%s\\n" "${{COMPREPLY[@]}}"'
        )
        return {word for word in said(["bash", "--norc", "-c", script]) if word}


class Fish:
    def __init__(self, program, file):
        self.file = file

    def offers(self, line):
        script = f"source {shlex.quote(self.file)}; complete -C {shlex.quote(line)}"
        found = {row.split("\t")[0] for row in said(["fish", "--no-config", "-c", script])}
        # After --option= fish offers the whole word.
        return {word.partition("=")[2] if "=" in line.split(" ")[-1] else word for word in found}


class Zsh:
    """One shell on a terminal of its own, which records its completions instead of showing them."""

    NOTING = """
unsetopt beep; PROMPT=; setopt no_list_beep; zstyle ':completion:*' verbose no
autoload -Uz compinit; compinit -u -D
source {file}
compdef _{program} {program}
compadd() {{
    if [[ ${{@[1,(i)(-|--)]}} != *-(O|A|D)* ]]; then
        local -a hits; builtin compadd -A hits "$@"
        (( $#hits )) && print -rl -- "${{hits[@]}}" >{notes}
    fi
    builtin compadd "$@"
}}
at-the-end() {{ print -r -- '<end>' >{notes} }}
zle -C offer-all list-choices offering
offering() {{ _main_complete; at-the-end; compstate[list]= compstate[insert]= }}
bindkey '^I' offer-all; bindkey '^U' kill-whole-line
print -r -- '<end>' >{notes}
"""

    def __init__(self, program, file, folder):
        self.notes = os.path.join(folder, f"{program}.notes")
        os.mkfifo(self.notes)
        setup = os.path.join(folder, f"{program}.setup")
        with open(setup, "w", encoding="utf-8") as text:
            text.write(self.NOTING.format(file=shlex.quote(file), program=program, notes=shlex.quote(self.notes)))
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execvpe("zsh", ["zsh", "-f", "-i"], os.environ | {"TERM": "dumb"})
        # Opened for reading and writing: a fifo opened for reading only would end with each writer.
        self.reader = os.fdopen(os.open(self.notes, os.O_RDWR), encoding="utf-8")
        threading.Thread(target=self.drain, daemon=True).start()
        self.type(f"source {setup}\n")
        self.told()

    def drain(self):
        try:
            while os.read(self.terminal, 65536):
                pass
        except OSError:
            pass  # it has ended

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def told(self):
        return list(iter(lambda: self.reader.readline().rstrip("\n"), "<end>"))

    def offers(self, line):
        self.type("\x15" + line + "\t")
        return {word.removesuffix("=") for word in self.told()}

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)
        self.reader.close()
