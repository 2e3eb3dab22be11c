// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The tests of a folder in one program: fewer programs to link, and the files compile in batches.

#include <QTest>

namespace lockscope::test {

/// A test class in this program.
struct ListedTest final {
    const char* file; ///< its source file
    int (*run)(int argc, char** argv);
};

/// Called before main(). The file is identified by its name without folder and suffix.
bool listTest(const ListedTest& test);

template <typename Class> int runTest(int argc, char** argv)
{
    Class test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace lockscope::test

#define LOCKSCOPE_TEST_LISTED(Class, number) LOCKSCOPE_TEST_LISTED_AS(Class, number)
#define LOCKSCOPE_TEST_LISTED_AS(Class, number)                                                                        \
    [[maybe_unused]] static const bool isListed##number =                                                              \
        lockscope::test::listTest({__FILE__, &lockscope::test::runTest<Class>});
