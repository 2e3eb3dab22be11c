# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""bash, zsh and fish complete exactly the described options and values, and those that --help prints.
    completions_test.py FOLDER-OF-PROGRAMS FOLDER-OF-COMPLETIONS"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from described import asked, description, everyCommand, optionNames
from shells import Bash, Fish, Zsh

BIN, COMPLETIONS = sys.argv.pop(1), sys.argv.pop(1)
# A recipe is of one kind of servers.
TARGETS = ("127.0.0.1", "redis://127.0.0.1", "redlock://127.0.0.1:1,127.0.0.1:2,127.0.0.1:3")
ODD_NAME = r"""the "old" one's $(echo 1) back\slash"""
CTL = os.path.join(BIN, "lockscopectl")


def helpOptions(program, command):
    text = asked(os.path.join(BIN, program), *command.split(), "--help")
    names = [line.split("  ")[1] for line in text.splitlines() if line.startswith("  -")]
    common = re.search(r"^Common options [^:]*: ([^.]*)\.", text, re.MULTILINE)
    return set(re.findall(r"--[\w-]+", " ".join([*names, common.group(1) if common else ""])))


def long(names):
    return {name for name in names if name.startswith("--")}


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
        cls.program = description(CTL)
        cls.commands = {command["name"]: command for command in everyCommand(cls.program)}
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

    def checkOptions(self, program, command, expected):
        self.assertIn("--help", expected)
        self.assertEqual(helpOptions(program, command), expected)
        self.check(" ".join([program, *command.split(), "--"]), expected)

    def test_options_of_the_window(self):
        self.checkOptions("lockscope", "", long(optionNames(description(os.path.join(BIN, "lockscope")))))

    def test_options_of_the_command_line(self):
        self.assertIn("bench inspect", self.commands)
        for name, command in self.commands.items():
            self.checkOptions("lockscopectl", name, long([*optionNames(command), *command["common"], "--help"]))

    def test_commands(self):
        names = {command["name"] for command in self.program["commands"]}
        self.assertIn("ls", names)
        table = asked(CTL, "--help").partition("\n\nExit status")[0]
        summaries = re.findall(r"^  ([a-z]+) {2,}\S", table, re.MULTILINE)
        self.assertEqual(set(summaries), names)
        for line in ("lockscopectl ", "lockscopectl --root /locks --json "):
            self.check(line, names)
        self.check("lockscopectl bench ", {"locks", "inspect"})

    def choicesOf(self, command, name):
        return {word for option in self.commands[command]["options"] if name in option["names"] for word in option["choices"]}

    def test_words_of_options(self):
        checked = {line: self.choicesOf(command, option) for line, command, option in (
            ("lockscopectl contend /a --recipe ", "contend", "--recipe"),
            ("lockscopectl contend /a --recipe=", "contend", "--recipe"),
            ("lockscopectl contend --mode ", "contend", "--mode"))}
        for line, expected in (checked | {"lockscopectl findings --fail-on ": {"warning", "critical"},
                                          "lockscopectl sandbox --servers ": {"1", "3"},
                                          "lockscopectl sandbox --redis ": {"1", "5", "sentinel", "cluster"},
                                          "lockscope --theme ": {"dark", "light", "system"}}).items():
            self.assertTrue(expected)
            self.check(line, expected)

    def test_described_words_are_those_that_there_are(self):
        """Those that the program names when it refuses another word; and it accepts each."""
        checked = 0
        for command, described in self.commands.items():
            for option in described["options"]:
                name = option["names"][-1]
                if not option["choices"]:
                    continue
                checked += 1
                told = set()
                for target in TARGETS if name == "--recipe" else TARGETS[:1]:
                    line = [*command.split(), *(["/a"] if command == "contend" else []), name, "nosuch"]
                    refused = self.refusal("--connect", target, *line)
                    words = refused.partition(": use ")[2].partition(" (")[0]
                    self.assertTrue(words, refused)
                    told |= set(re.findall(r"[a-z0-9-]+", words)) - {"or"}
                self.assertEqual(told, set(option["choices"]))
        self.assertEqual(checked, 6)
        for recipe in self.choicesOf("contend", "--recipe"):
            refusals = [self.refusal("--connect", target, "contend", "/a", "--recipe", recipe, "--clients", "0")
                        for target in TARGETS]
            self.assertTrue(any('invalid --clients "0"' in refusal for refusal in refusals), refusals)

    def refusal(self, *words):
        return subprocess.run([CTL, *words], capture_output=True, encoding="utf-8", check=False).stderr

    def test_profiles(self):
        for line in ("lockscopectl --profile ", "lockscopectl ls --profile ", "lockscope --profile "):
            self.check(line, {"prod", "test 2", ODD_NAME})
        self.check("lockscopectl --profile the", {ODD_NAME})

    def test_scenarios(self):
        known = {line.split()[0] for line in asked(CTL, "run", "--list").splitlines()[1:]}
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
