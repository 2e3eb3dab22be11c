# SPDX-FileCopyrightText: 2026 The Lockscope Authors
# SPDX-License-Identifier: Apache-2.0
"""Plain text for manual pages."""
import re
import textwrap


def roff(text):
    """As plain text, with roff's special characters escaped."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "".join(c if c < "\x7f" else f"\\[u{ord(c):04X}]" for c in text)


def marked(text):
    """Sets options and environment variables in bold."""
    text = re.sub(r"(\\-\\-[a-z](?:[a-z]|\\-)*|\$[A-Z_]+)", r"\\fB\1\\fR", roff(text))
    lines = textwrap.wrap(text, 79, break_long_words=False, break_on_hyphens=False)
    return "\n".join(re.sub(r"^(?=[.])", r"\\&", line) for line in lines)


def row(name, text):
    return [".TP", f"\\fB{roff(name)}\\fR", marked(text)]
