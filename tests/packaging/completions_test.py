# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""bash, zsh and fish complete exactly the options that --help prints, and the values that it names.
    completions_test.py FOLDER-OF-PROGRAMS FOLDER-OF-COMPLETIONS"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from shells import Bash, Fish, Zsh

BIN, COMPLETIONS = sys.argv.pop(1), sys.argv.pop(1)
COMMANDS = ["ls", "show", "watch", "sessions", "findings", "record", "open", "revoke", "release", "contend", "run",
            "bench", "bench locks", "bench inspect", "sandbox"]
ODD_NAME = r"""the "old" one's $(echo 1) back\slash"""
RECIPES = {"mutex", "semaphore-mutex", "read-write", "semaphore", "multi", "single", "latch", "kazoo-lock", "kazoo-semaphore"}


def asked(program, *words):
    return subprocess.run([os.path.join(BIN, program), *words], capture_output=True, encoding="utf-8", check=True).stdout


def helpOptions(program, command):
    names = [line.split("  ")[1] for line in asked(program, *command.split(), "--help").splitlines() if line.startswith("  -")]
    return set(re.findall(r"--[\w-]+", " ".join(names)))


class CompletionsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        home = cls.folder.name
        os.makedirs(f"{home}/lockscope")
        with open(f"{home}/lockscope/profiles.json", "w", encoding="utf-8") as file:
            file.write('{"profiles": [{"name": "prod", "servers": "zk1", "tls": {"serverName": "other"}}, {"name":"test 2"}, '
                       + json.dumps({"name": ODD_NAME}) + "]}")
        os.environ |= {"XDG_CONFIG_HOME": home, "PATH": f"{BIN}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
                       "QT_QPA_PLATFORM": "offscreen", "HOME": home}
        os.chdir(home)
        with open("night.rec", "w", encoding="utf-8"):
            pass
        cls.shells = {}
        for program in ("lockscope", "lockscopectl"):
            files = [os.path.join(COMPLETIONS, f"{program}.{shell}") for shell in ("bash", "fish", "zsh")]
            cls.shells[program] = {"bash": Bash(program, files[0]), "fish": Fish(program, files[1]),
                                   "zsh": Zsh(program, files[2], home)}

    @classmethod
    def tearDownClass(cls):
        for shells in cls.shells.values():
            shells["zsh"].close()
        cls.folder.cleanup()

    def check(self, line, expected, agrees=unittest.TestCase.assertEqual):
        """Checks the completions of each shell for the line, as shown on the screen."""
        for name, shell in self.shells[line.split(" ")[0]].items():
            with self.subTest(shell=name, line=line):
                offered = shell.offers(line)
                agrees(self, offered if name == "fish" else {re.sub(r"\\(.)", r"\1", word) for word in offered}, expected)

    def checkOptions(self, program, command):
        expected = helpOptions(program, command)
        self.assertIn("--help", expected)
        self.check(" ".join([program, *command.split(), "--"]), expected)

    def test_options_of_the_window(self):
        self.checkOptions("lockscope", "")

    def test_options_of_the_command_line(self):
        for command in ["", *COMMANDS]:
            self.checkOptions("lockscopectl", command)

    def test_commands(self):
        names = {command for command in COMMANDS if " " not in command}
        table = asked("lockscopectl", "--help").partition("\n\nExit status")[0]
        summaries = re.findall(r"^  ([a-z]+) {2,}\S", table, re.MULTILINE)
        self.assertEqual(set(summaries), names)
        for line in ("lockscopectl ", "lockscopectl --root /locks --json "):
            self.check(line, names)
        self.check("lockscopectl bench ", {"locks", "inspect"})

    def test_words_of_options(self):
        for line, expected in {"lockscopectl contend /a --recipe ": RECIPES, "lockscopectl contend /a --recipe=": RECIPES,
                               "lockscopectl contend --mode ": {"write", "read", "mix", "downgrade"},
                               "lockscopectl findings --fail-on ": {"warning", "critical"},
                               "lockscopectl sandbox --servers ": {"1", "3"},
                               "lockscope --theme ": {"dark", "light", "system"}}.items():
            self.check(line, expected)

    def test_recipes_are_those_that_there_are(self):
        refused = subprocess.run([f"{BIN}/lockscopectl", "contend", "/a", "--recipe", "nosuch"], capture_output=True,
                                 encoding="utf-8", check=False).stderr
        told = refused.partition(": use ")[2].partition(" (")[0]
        self.assertEqual(set(re.findall(r"[a-z-]+", told)) - {"or"}, RECIPES)
        for recipe in RECIPES:
            taken = subprocess.run([f"{BIN}/lockscopectl", "contend", "/a", "--recipe", recipe, "--clients", "0"],
                                   capture_output=True, encoding="utf-8", check=False)
            self.assertIn('invalid --clients "0"', taken.stderr)

    def test_profiles(self):
        for line in ("lockscopectl --profile ", "lockscopectl ls --profile ", "lockscope --profile "):
            self.check(line, {"prod", "test 2", ODD_NAME})
        self.check("lockscopectl --profile the", {ODD_NAME})

    def test_scenarios(self):
        known = {line.split()[0] for line in asked("lockscopectl", "run", "--list").splitlines()[1:]}
        self.assertIn("herd", known)
        self.check("lockscopectl run ", known, unittest.TestCase.assertGreaterEqual)

    def test_files(self):
        for line in ("lockscope ni", "lockscopectl open ni", "lockscopectl contend /a --csv ni"):
            self.check(line, {"night.rec"})
        self.check("lockscopectl open night.rec ", {"ls", "show", "watch", "findings", "sessions"})

    def test_nothing_where_nothing_is_known(self):
        for line in ("lockscopectl --connect ", "lockscopectl show ", "lockscopectl release --reason "):
            self.check(line, set())


unittest.main()
