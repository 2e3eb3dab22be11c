// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/install/ProgramBuild.h"

#include "Places.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace lockscope::test {

namespace {

const auto sourceTree = QStringLiteral(LOCKSCOPE_SOURCE_DIR);
const auto buildTree = QStringLiteral(LOCKSCOPE_BINARY_DIR);
const auto soname = QByteArrayLiteral("liblockscope.so." LOCKSCOPE_INTERFACE_VERSION);

/// The compiler's and linker's commands, and the files that were read: reported() of both.
struct Record {
    QByteArray commands;
    QByteArray files;
};

/// Returns false on failure; reported() has the reason.
bool byCMake(Workshop& workshop, const QString& source, const QString& prefix, const QString& program, Record& record)
{
    const auto build = QFileInfo(program).path();
    const auto ask = [&](const QString& tool, QByteArray& answer) {
        if (!workshop.run(QStringLiteral(LOCKSCOPE_NINJA), {QStringLiteral("-C"), build, QStringLiteral("-t"), tool}))
            return false;
        answer = workshop.reported();
        return true;
    };
    return workshop.configure(source, build, {QStringLiteral("-DCMAKE_PREFIX_PATH=") + prefix}) &&
           workshop.build(build) && ask(QStringLiteral("commands"), record.commands) &&
           ask(QStringLiteral("deps"), record.files);
}

bool byPkgConfig(Workshop& workshop, const QString& source, const QString& prefix, const QString& program,
                 bool isShared, Record& record)
{
    // Only this folder, without the system's.
    const QMap<QString, QString> only{{QStringLiteral("PKG_CONFIG_LIBDIR"), prefix + QStringLiteral("/lib/pkgconfig")}};
    const auto ask = [&](const QStringList& questions) {
        return workshop.run(QStringLiteral(LOCKSCOPE_PKG_CONFIG), questions + QStringList{QStringLiteral("lockscope")},
                            only);
    };
    QStringList questions{QStringLiteral("--cflags"), QStringLiteral("--libs")};
    if (!isShared)
        questions += {QStringLiteral("--static"), QStringLiteral("--define-variable=library=:liblockscope.a")};
    if (!ask({QStringLiteral("--modversion")}) || workshop.lines() != QByteArrayList{LOCKSCOPE_VERSION} ||
        !ask(questions))
        return false;
    const auto flags = QString::fromUtf8(workshop.lines().join(' ')).split(u' ', Qt::SkipEmptyParts);
    if (!QDir().mkpath(QFileInfo(program).path()))
        return false;
    // -H prints the headers that it reads.
    const QStringList command{QStringLiteral("-std=c++20"), QStringLiteral("-H"), QStringLiteral("-o"), program,
                              source + QStringLiteral("/main.cpp")};
    const bool built = workshop.run(QStringLiteral(LOCKSCOPE_CXX), command + flags);
    record = {workshop.reported(), workshop.reported()};
    return built;
}

QByteArray whatIsNotOfThePackage(const Record& record, const QString& prefix)
{
    for (const auto& tree : {sourceTree, buildTree}) {
        if (mentions(record.commands, tree) || mentions(record.files, tree))
            return "names " + tree.toUtf8() + "\n" + record.commands + record.files;
    }
    const auto folder = prefix + QStringLiteral("/include/lockscope/");
    int headers = 0;
    for (const auto& word : QString::fromUtf8(record.files).split(QRegularExpression(QStringLiteral("\\s+")))) {
        if (!word.contains(QStringLiteral("/lockscope/")) || !word.endsWith(QStringLiteral(".h")))
            continue;
        if (!QDir::cleanPath(word).startsWith(folder))
            return "read from elsewhere: " + word.toUtf8();
        ++headers;
    }
    if (headers < 5)
        return "the list of files read has too few of our headers\n" + record.files;
    if (record.commands.contains("-Werror") || record.commands.contains("-Wall"))
        return "compiled with our warnings\n" + record.commands;
    return {};
}

/// Returns false on failure; reported() has the reason.
bool isLinkedTo(Workshop& workshop, const QString& program, bool& isShared)
{
    if (!workshop.run(QStringLiteral(LOCKSCOPE_READELF), {QStringLiteral("-d"), program}))
        return false;
    isShared = workshop.reported().contains(soname);
    return isShared || !workshop.reported().contains("liblockscope");
}

} // namespace

const QList<Way>& ways()
{
    static const QList<Way> all{
        {QStringLiteral("cmake"), QStringLiteral("service"), true, false},
        {QStringLiteral("pkg-config"), QStringLiteral("service"), false, true},
        {QStringLiteral("cmake-shared"), QStringLiteral("section"), true, true},
        {QStringLiteral("pkg-config-static"), QStringLiteral("section"), false, false},
    };
    return all;
}

const Way& wayNamed(const QString& name)
{
    const auto found = std::find_if(ways().begin(), ways().end(), [&](const Way& way) { return way.name == name; });
    Q_ASSERT(found != ways().end());
    return *found;
}

QByteArray buildProgram(Workshop& workshop, const Way& way, const QString& prefix, const QString& program)
{
    // From a copy, so that the source tree is not used.
    const auto source = workshop.path(way.program + QStringLiteral("-source"));
    if (!copyFiles(sourceTree + QStringLiteral("/tests/install/") + way.program, source))
        return "could not copy the " + way.program.toUtf8();
    QDir(QFileInfo(program).path()).removeRecursively();
    Record record;
    const bool built = way.byCMake ? byCMake(workshop, source, prefix, program, record)
                                   : byPkgConfig(workshop, source, prefix, program, way.isShared, record);
    if (!built)
        return workshop.reported();
    bool isShared = false;
    if (!QFileInfo(program).isExecutable() || !isLinkedTo(workshop, program, isShared))
        return "no program at " + program.toUtf8() + "\n" + workshop.reported();
    if (isShared != way.isShared)
        return "the wrong library is linked\n" + workshop.reported();
    return whatIsNotOfThePackage(record, prefix);
}

QProcessEnvironment environmentOf(const Way& way, const QString& prefix)
{
    auto environment = QProcessEnvironment::systemEnvironment();
    if (way.isShared && !way.byCMake) // CMake writes the folder into the program
        environment.insert(QStringLiteral("LD_LIBRARY_PATH"), prefix + QStringLiteral("/lib"));
    return environment;
}

} // namespace lockscope::test
