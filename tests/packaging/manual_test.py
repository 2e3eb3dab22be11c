# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""The manual pages are well formed, and contain every command, option, example, exit status and JSON field.
    manual_test.py FOLDER-OF-PROGRAMS FOLDER-OF-PAGES PAGE-OF-THE-JSON"""
import os
import re
import subprocess
import sys
import unittest

from described import asked, description, everyCommand

BIN, PAGES, JSON_PAGE = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)
MADE = [os.path.join(PAGES, name) for name in ("lockscope.1", "lockscopectl.1")]


def complaints(*command):
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=os.environ | {"LC_ALL": "C.UTF-8", "MANWIDTH": "80"})
    return done.stderr + (done.stdout if command[0] == "mandoc" else "")


def rendered(page):
    done = subprocess.run(["mandoc", "-T", "utf8", "-O", "width=500", page], capture_output=True, encoding="utf-8", check=True)
    return re.sub(".\b", "", done.stdout)


def optionLines(text):
    return {line.split("  ")[1].replace("<", "").replace(">", "") for line in text.splitlines() if line.startswith("  -")}


class ManualTest(unittest.TestCase):
    def test_form(self):
        for page in [*MADE, JSON_PAGE]:
            with self.subTest(page=page):
                self.assertEqual(complaints("mandoc", "-T", "lint", "-W", "warning", page), "")
                self.assertEqual(complaints("man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page), "")

    def test_says_every_option(self):
        page = rendered(MADE[1])
        sections = dict(zip(*[iter(re.split(r"^   (\S.*)$", page.partition("\nCOMMANDS\n")[2], flags=re.MULTILINE)[1:])] * 2))
        ctl = os.path.join(BIN, "lockscopectl")
        commands = list(everyCommand(description(ctl)))[1:]
        self.assertIn("bench locks", [command["name"] for command in commands])
        for command in commands:
            name, section = command["name"], sections[command["name"]]
            own = optionLines(asked(ctl, *name.split(), "--help")) - {"-h, --help"}
            self.assertEqual(len(own), len(command["options"]))
            for option in own:
                with self.subTest(command=name, option=option):
                    self.assertRegex(section, rf"(?m)^ +{re.escape(option)}(?: |$)")
            if command["commands"]:
                continue
            with self.subTest(command=name):
                self.assertIn(f"Common options that apply: {', '.join(command['common'])}.", section)
                self.assertTrue(command["examples"])
                for example in command["examples"]:
                    self.assertRegex(section, rf"(?m)^ +lockscopectl {re.escape(example['words'])}$")
                    self.assertRegex(example["words"], rf"(^| ){name}( |$)")
                for status in command["exits"]:
                    self.assertRegex(section, rf"Exit status: .*\b{status['status']} {re.escape(status['meaning'])}")
        for program, file in (("lockscope", MADE[0]), ("lockscopectl", MADE[1])):
            for option in optionLines(asked(os.path.join(BIN, program), "--help")):
                with self.subTest(program=program, option=option):
                    self.assertRegex(rendered(file), rf"(?m)^ +{re.escape(option)}(?: |$)")

    def test_says_every_field(self):
        records = dict(zip(*[iter(re.split(r"^   (\S.*)$", rendered(JSON_PAGE).partition("\nRECORDS\n")[2], flags=re.MULTILINE)[1:])] * 2))
        commands = list(everyCommand(description(os.path.join(BIN, "lockscopectl"))))
        described = {record["name"]: record for command in commands for record in command["records"]}
        self.assertEqual(len(described), sum(len(command["records"]) for command in commands))
        self.assertEqual(set(described), set(records))
        mentioned = {name for command in commands for name in command["documents"]}
        for name, record in described.items():
            for field in record["fields"]:
                with self.subTest(record=name, field=field["name"]):
                    self.assertRegex(records[name], rf"(?m)^ +{'any name' if field['name'] == '*' else field['name']} \(")
                    self.assertTrue(field["text"].endswith("."))
                mentioned |= set(re.findall(r"@([\w ]+)", field["type"]))
        self.assertEqual(mentioned, set(described))
        for command in commands[1:]:
            self.assertEqual(bool(command["documents"]), not command["commands"], command["name"])

    def test_names_no_home_folder(self):
        page = rendered(MADE[1])
        self.assertIn("from ~/.config/lockscope/profiles.json.", page)
        self.assertIn("recorded in the action log, ~/.local/share/lockscope/audit.jsonl.", page)
        self.assertNotIn("/tmp", page)


unittest.main()
