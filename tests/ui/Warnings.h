// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/Test.h"

#include <QRegularExpression>

namespace lockscope::test {

/// From init(): any warning of Qt or of ours fails the test function that is about to run. Not those
/// that the offscreen platform says of itself, of a window with a least size or one that comes to the front.
inline void failOnAnyWarning()
{
    static const QRegularExpression any(QStringLiteral("^(?!This plugin does not support (propagateSizeHints|raise))"),
                                        QRegularExpression::DotMatchesEverythingOption);
    QTest::failOnWarning(any);
}

} // namespace lockscope::test
