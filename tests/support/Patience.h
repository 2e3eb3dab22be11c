// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How long a test waits for what must happen. Qt's own five seconds judge a busy machine, not the program; a wait that
/// ends in time costs nothing.

#include <QTest>

namespace lockscope::test {

inline constexpr int longestWaitMs = 30'000;

} // namespace lockscope::test

#undef QTRY_VERIFY
#define QTRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, lockscope::test::longestWaitMs)
#undef QTRY_VERIFY2
#define QTRY_VERIFY2(condition, message) QTRY_VERIFY2_WITH_TIMEOUT(condition, message, lockscope::test::longestWaitMs)
#undef QTRY_COMPARE
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, lockscope::test::longestWaitMs)
