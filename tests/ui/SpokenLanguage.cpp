// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

/// Each test of the window speaks English from the start, with its plurals, as the program does.

#include "ui/shell/Language.h"

#include <QCoreApplication>

namespace lockscope::test {

namespace {

void speakEnglish()
{
    ui::speak(ui::Language::English);
}

} // namespace

Q_COREAPP_STARTUP_FUNCTION(speakEnglish)

} // namespace lockscope::test
