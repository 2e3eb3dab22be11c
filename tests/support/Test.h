// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// QtTest as the tests here use it: how long they wait, and what makes a program of them.

#include <QTest>

namespace lockscope::test {

/// Qt's own five seconds judge a busy machine, not the program; a wait that ends in time costs nothing.
inline constexpr int longestWaitMs = 30'000;

/// Whether the condition held once in that time. Not waited for by a test that has failed already: it shall end.
template <typename Condition> [[nodiscard]] bool holdsWithin(int milliseconds, Condition condition)
{
    return condition() || (!QTest::currentTestFailed() && QTest::qWaitFor(condition, milliseconds));
}

} // namespace lockscope::test

// Qt's look at their condition again once it has held, and so fail where it holds for a moment only.
#undef QTRY_VERIFY_WITH_TIMEOUT
#define QTRY_VERIFY_WITH_TIMEOUT(condition, milliseconds)                                                              \
    do {                                                                                                               \
        if (!lockscope::test::holdsWithin(milliseconds, [&] { return static_cast<bool>(condition); }))                 \
            QVERIFY(condition);                                                                                        \
    } while (false)
#undef QTRY_VERIFY2_WITH_TIMEOUT
#define QTRY_VERIFY2_WITH_TIMEOUT(condition, message, milliseconds)                                                    \
    do {                                                                                                               \
        if (!lockscope::test::holdsWithin(milliseconds, [&] { return static_cast<bool>(condition); }))                 \
            QVERIFY2(condition, message);                                                                              \
    } while (false)
#undef QTRY_COMPARE_WITH_TIMEOUT
#define QTRY_COMPARE_WITH_TIMEOUT(actual, expected, milliseconds)                                                      \
    do {                                                                                                               \
        if (!lockscope::test::holdsWithin(milliseconds, [&] { return (actual) == (expected); }))                       \
            QCOMPARE(actual, expected);                                                                                \
    } while (false)
#undef QTRY_VERIFY
#define QTRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, lockscope::test::longestWaitMs)
#undef QTRY_VERIFY2
#define QTRY_VERIFY2(condition, message) QTRY_VERIFY2_WITH_TIMEOUT(condition, message, lockscope::test::longestWaitMs)
#undef QTRY_COMPARE
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, lockscope::test::longestWaitMs)

/// Of a Result: whether there is a value; else the error says what went wrong.
#define QVERIFY_RESULT(result)                                                                                         \
    do {                                                                                                               \
        const auto& verified = (result);                                                                               \
        if (!QTest::qVerify(verified.has_value(), #result,                                                             \
                            verified ? "" : lockscope::describe(verified.error()).c_str(), __FILE__, __LINE__))        \
            return;                                                                                                    \
    } while (false)

/// Ends a file of tests, before its moc: runs them. A program of its own, or with LOCKSCOPE_BATCH one of the many in
/// its folder's program, which is told the name of the file.
#ifdef LOCKSCOPE_TESTS_TOGETHER
#include "tests/support/TestsTogether.h"
#define LOCKSCOPE_TEST(Class) LOCKSCOPE_TEST_LISTED(Class, __COUNTER__)
#else
#define LOCKSCOPE_TEST(Class) QTEST_MAIN(Class)
#endif
