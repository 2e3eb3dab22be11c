// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/Test.h"

#include <QRegularExpression>

namespace lockscope::test {

/// Called from init(): any warning of Qt or of ours fails the next test function. Except the warnings of the offscreen
/// platform about a window with a minimum size, one that is raised, or a popup, which grabs the input.
inline void failOnAnyWarning()
{
    static const QRegularExpression any(
        QStringLiteral("^(?!This plugin does not support (propagateSizeHints|raise|grabbing the))"),
        QRegularExpression::DotMatchesEverythingOption);
    QTest::failOnWarning(any);
}

} // namespace lockscope::test
