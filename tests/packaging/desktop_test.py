# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""The desktop files of the window are well formed and consistent with each other and with the program.
    desktop_test.py SOURCE FOLDER-OF-PROGRAMS FOLDER-OF-DESKTOP-FILES ID VERSION"""
import configparser
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

SOURCE, BIN, FILES = (Path(sys.argv.pop(1)) for _ in range(3))
ID, VERSION = sys.argv.pop(1), sys.argv.pop(1)
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


class DesktopTest(unittest.TestCase):
    def setUp(self):
        entry = configparser.ConfigParser(interpolation=None)
        entry.optionxform = str
        entry.read(FILES / f"{ID}.desktop", encoding="utf-8")
        self.entry = entry["Desktop Entry"]
        self.metainfo = ElementTree.parse(FILES / f"{ID}.metainfo.xml").getroot()
        self.type = ElementTree.parse(FILES / f"{ID}.xml").getroot().find(f"{MIME}mime-type")

    def accepted(self, *command):
        done = subprocess.run(command, capture_output=True, encoding="utf-8")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def test_form(self):
        self.assertEqual(self.accepted("desktop-file-validate", FILES / f"{ID}.desktop"), "")
        told = self.accepted("appstreamcli", "validate", "--no-net", "--pedantic", "--no-color", FILES / f"{ID}.metainfo.xml")
        # AppStream 1.0 wants <developer>, which 0.16 does not know.
        known = ("developer-name-tag-deprecated", "developer-info-missing")
        lines = [line for line in told.splitlines() if line.strip() and not line.endswith(known)]
        self.assertEqual(len(lines), 1, told)
        self.assertIn("Validation was successful", lines[0])

    def test_one_id(self):
        self.assertEqual(self.metainfo.findtext("id"), ID)
        self.assertEqual(self.metainfo.findtext("launchable"), f"{ID}.desktop")
        self.assertEqual(self.entry["Icon"], ID)
        self.assertEqual(self.type.find(f"{MIME}icon").get("name"), ID)
        program = (BIN / "lockscope").read_bytes()
        self.assertIn(ID.encode("utf-16-le"), program)
        # X11 identifies windows by the program's name.
        self.assertEqual(self.entry["StartupWMClass"], self.entry["TryExec"])

    def test_program(self):
        self.assertEqual(self.entry["Exec"], "lockscope %f")
        self.assertEqual(self.metainfo.findtext("provides/binary"), self.entry["TryExec"])
        self.assertEqual(self.metainfo.find("releases/release").get("version"), VERSION)

    def test_icons(self):
        for size in (16, 22, 24, 32, 48, 64, 128, 256, 512):
            header = (FILES / str(size) / f"{ID}.png").read_bytes()[:24]
            self.assertEqual(header[:8], b"\x89PNG\r\n\x1a\n")
            self.assertEqual((int.from_bytes(header[16:20], "big"), int.from_bytes(header[20:24], "big")), (size, size))

    def test_screenshots(self):
        images = [image.text for image in self.metainfo.iterfind("screenshots/screenshot/image")]
        files = [file.name for file in (SOURCE / "resources/screenshots").iterdir()]
        self.assertEqual(sorted(image.rpartition("/")[2] for image in images), sorted(files))

    def test_recordings(self):
        name = self.type.get("type")
        self.assertEqual(self.entry["MimeType"], name + ";")
        self.assertEqual(self.metainfo.findtext("provides/mediatype"), name)
        self.assertEqual(self.type.find(f"{MIME}glob").get("pattern"), "*.rec")
        # The first bytes of a recording.
        magic = self.type.find(f"{MIME}magic/{MIME}match").get("value").encode()
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "mime/packages").mkdir(parents=True)
            shutil.copy(FILES / f"{ID}.xml", Path(folder) / "mime/packages")
            self.accepted("update-mime-database", f"{folder}/mime")
            self.assertIn(f"50:{name}:*.rec", (Path(folder) / "mime/globs2").read_text(encoding="utf-8"))
            self.assertIn(magic, (Path(folder) / "mime/magic").read_bytes())
            recording = Path(folder) / "locks.rec"
            with subprocess.Popen([BIN / "lockscopectl", "sandbox"], stdout=subprocess.PIPE, encoding="utf-8") as sandbox:
                try:
                    connect = sandbox.stdout.readline().strip()
                    self.accepted(BIN / "lockscopectl", "--connect", connect, "record", recording, "--for", "1s")
                finally:
                    sandbox.terminate()
            self.assertEqual(recording.read_bytes()[: len(magic)], magic)


os.environ["LC_ALL"] = "C.UTF-8"
unittest.main()
