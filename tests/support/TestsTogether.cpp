// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Compiled into each program with several test files; creates the application type that its libraries need.
/// PROGRAM FILE [QtTest's arguments]
#include "tests/support/TestsTogether.h"

#ifdef QT_WIDGETS_LIB
#include <QApplication>
#else
#include <QCoreApplication>
#endif

#include <cstdio>
#include <string_view>
#include <vector>

namespace lockscope::test {

namespace {

std::vector<ListedTest>& tests()
{
    static std::vector<ListedTest> all;
    return all;
}

std::string_view nameOf(const ListedTest& test)
{
    std::string_view name = test.file;
    name.remove_prefix(name.rfind('/') + 1);
    return name.substr(0, name.find('.'));
}

} // namespace

bool listTest(const ListedTest& test)
{
    tests().push_back(test);
    return true;
}

} // namespace lockscope::test

int main(int argc, char** argv)
{
    using namespace lockscope::test;
    const std::string_view wanted = argc > 1 ? argv[1] : "";
    for (const auto& test : tests()) {
        if (nameOf(test) != wanted)
            continue;
        // The remaining arguments are for QtTest, after the program's name.
        argv[1] = argv[0];
#ifdef QT_WIDGETS_LIB
        const QApplication application(argc, argv);
#else
        const QCoreApplication application(argc, argv);
#endif
        QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
        return test.run(argc - 1, argv + 1);
    }
    std::fprintf(stderr, "Name one of these files first:\n");
    for (const auto& test : tests())
        std::fprintf(stderr, "  %.*s\n", static_cast<int>(nameOf(test).size()), nameOf(test).data());
    return 1;
}
