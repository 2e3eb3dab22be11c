// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// QtTest with the settings of these tests: wait limits, and the macro that makes a program of a test class.

#include <QTest>

namespace lockscope::test {

/// Qt's own limit of five seconds is too short for a busy machine; a wait that ends early costs nothing.
inline constexpr int longestWaitMs = 30'000;

/// True if the condition held at least once in that time. Does not wait in a test that has already failed.
template <typename Condition> [[nodiscard]] bool holdsWithin(int milliseconds, Condition condition)
{
    return condition() || (!QTest::currentTestFailed() && QTest::qWaitFor(condition, milliseconds));
}

} // namespace lockscope::test

// Qt's macros check the condition again after it has held, and so fail if it holds only briefly.
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

/// Checks that a Result has a value; on failure prints its error.
#define QVERIFY_RESULT(result)                                                                                         \
    do {                                                                                                               \
        const auto& verified = (result);                                                                               \
        if (!QTest::qVerify(verified.has_value(), #result,                                                             \
                            verified ? "" : lockscope::describe(verified.error()).c_str(), __FILE__, __LINE__))        \
            return;                                                                                                    \
    } while (false)

/// Ends a test file, before its moc include: runs the tests. A separate program, or with LOCKSCOPE_BATCH one of many in
/// the folder's program, which gets the name of the file as an argument.
#ifdef LOCKSCOPE_TESTS_TOGETHER
#include "tests/support/TestsTogether.h"
#define LOCKSCOPE_TEST(Class) LOCKSCOPE_TEST_LISTED(Class, __COUNTER__)
#else
#define LOCKSCOPE_TEST(Class) QTEST_MAIN(Class)
#endif
