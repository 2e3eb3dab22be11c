# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""packaging/install and tests/stock/install, with fake apt, Maven, pip and npm commands that record their calls.

install_test.py SOURCE
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(sys.argv.pop())
TOOLS = ["awk", "bash", "cat", "chmod", "cp", "cut", "dirname", "env", "id", "mkdir", "mktemp", "mv", "realpath", "rm", "sed", "sha256sum"]


class Checkout(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name) / "checkout"
        self.bin = Path(folder.name) / "bin"
        self.notes = Path(folder.name) / "notes"
        self.bin.mkdir()
        self.notes.touch()
        pins = ("pom.xml", "redisson-2.pom.xml", "redisson-3.pom.xml", "redisson-4.pom.xml", "requirements.txt",
                "redis-requirements.txt", "package.json", "package-lock.json")
        for name in ("packaging/install", "tests/stock/install", *(f"tests/stock/{pin}" for pin in pins)):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(SOURCE / name, self.root / name)
        (self.root / "packaging/packages").write_text(
            "build plain\n# of two kinds\nrun thing=thing-package other=other-package\ntest plain\n"
        )
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool))
        self.command("apt-get")
        self.command("sudo", 'exec "$@"')
        self.command("dpkg-query", "printf absent")

    def command(self, name, does=""):
        path = self.bin / name
        path.write_text(f'#!{shutil.which("bash")}\necho "{name} $*" >>{self.notes}\n{does}\n')
        path.chmod(0o755)

    def run_script(self, script, *arguments, status=0):
        done = subprocess.run(
            [self.root / script, *arguments],
            capture_output=True,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            env={"PATH": str(self.bin), "LC_ALL": "C", "TMPDIR": os.environ.get("TMPDIR", "/tmp")},
        )
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def noted(self, name):
        return [line for line in self.notes.read_text().splitlines() if line.startswith(name + " ")]

    def installed(self):
        lines = [line for line in self.noted("apt-get") if " install " in line]
        self.assertLessEqual(len(lines), 1)
        return lines[0].partition("--no-install-recommends ")[2].split() if lines else []

    def stock_commands(self):
        self.command("mvn", 'for word; do case $word in -DoutputDirectory=*) mkdir "${word#*=}" ;; esac; done')
        self.command("pip3", 'while [ $# -gt 0 ]; do [ "$1" != --target ] || mkdir "$2"; shift; done')
        self.command("npm")


class Packages(Checkout):
    def test_a_command_that_is_there_is_used(self):
        self.command("other")
        self.run_script("packaging/install", "build", "run")
        self.assertEqual(self.installed(), ["plain", "thing-package"])

    def test_debians_package_is_installed_where_there_is_none(self):
        self.run_script("packaging/install", "run")
        self.assertEqual(self.installed(), ["thing-package", "other-package"])

    def test_nothing_is_installed_when_nothing_is_missing(self):
        self.command("thing")
        self.command("other")
        self.run_script("packaging/install", "run")
        self.assertEqual(self.noted("apt-get"), [])
        self.assertEqual(self.noted("dpkg-query"), [])

    def test_without_apt_the_packages_are_named(self):
        (self.bin / "apt-get").unlink()
        said = self.run_script("packaging/install", "run", "test", status=1)
        self.assertIn("  thing-package other-package plain\n", said)
        self.assertIn("tests/stock/install", said)

    def test_the_other_package_is_installed_where_the_release_has_no_first(self):
        packages = self.root / "packaging/packages"
        packages.write_text("run plain new-package|old-package\n")
        self.command("apt-cache", "exit 100")
        self.run_script("packaging/install", "run")
        self.assertEqual(self.installed(), ["plain", "old-package"])
        self.assertEqual(set(self.noted("apt-cache")), {"apt-cache show new-package"})

    def test_the_first_package_is_installed_where_the_release_has_it(self):
        packages = self.root / "packaging/packages"
        packages.write_text("run plain new-package|old-package\n")
        # It is known only after the update.
        self.command("apt-cache", f'[[ $(<{self.notes}) = *" update"* ]]')
        self.run_script("packaging/install", "run")
        self.assertEqual(self.installed(), ["plain", "new-package"])


class Stock(Checkout):
    def test_comes_with_the_step_test_alone(self):
        self.stock_commands()
        self.command("dpkg-query", "printf installed")
        self.run_script("packaging/install", "build")
        self.assertEqual(self.noted("mvn"), [])
        self.run_script("packaging/install", "build", "test")
        self.assertEqual(len(self.noted("mvn")), 4) # ZooKeeper with Curator, and three versions of Redisson
        self.assertEqual(len(self.noted("pip3")), 2) # Kazoo with redis-py, and a Redis server
        self.assertEqual(len(self.noted("npm")), 1)
        self.run_script("tests/stock/install", "--check")

    def test_needs_nothing_once_it_is_there(self):
        self.run_script("tests/stock/install", "--check", status=1)
        self.stock_commands()
        self.run_script("tests/stock/install")
        for name in ("mvn", "pip3", "npm"):
            (self.bin / name).unlink()
        self.assertEqual(self.run_script("tests/stock/install"), "")

    def test_another_pin_is_installed(self):
        self.stock_commands()
        self.run_script("tests/stock/install")
        left = self.root / "build/stock/left"
        left.touch()
        with open(self.root / "tests/stock/requirements.txt", "a", encoding="utf-8") as file:
            file.write("# another\n")
        self.run_script("tests/stock/install", "--check", status=1)
        self.run_script("tests/stock/install")
        self.run_script("tests/stock/install", "--check")
        self.assertFalse(left.exists())

    def test_notices_a_missing_client(self):
        self.stock_commands()
        self.run_script("tests/stock/install")
        for folder in (self.root / "build/stock").iterdir():
            if folder.is_dir():
                folder.rename(folder.with_suffix(".away"))
                self.run_script("tests/stock/install", "--check", status=1)
                folder.with_suffix(".away").rename(folder)
        self.run_script("tests/stock/install", "--check")

    def test_says_why_not(self):
        said = self.run_script("tests/stock/install", status=1)
        self.assertIn('no command "mvn"', said)
        self.stock_commands()
        self.command("pip3", "echo no route to host >&2; exit 1")
        said = self.run_script("tests/stock/install", status=1)
        self.assertIn("no route to host", said)
        self.assertIn("pip3 could not get the packages of tests/stock/requirements.txt", said)
        # An incomplete installation does not count as complete.
        self.run_script("tests/stock/install", "--check", status=1)
        self.assertEqual(list((self.root / "build").iterdir()), [])


if __name__ == "__main__":
    unittest.main()
