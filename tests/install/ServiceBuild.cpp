// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/install/ServiceBuild.h"

#include "Places.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace lockscope::test {

namespace {

const auto sourceTree = QStringLiteral(LOCKSCOPE_SOURCE_DIR);
const auto buildTree = QStringLiteral(LOCKSCOPE_BINARY_DIR);

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
                 Record& record)
{
    // Only this folder, without the system's.
    const QMap<QString, QString> only{{QStringLiteral("PKG_CONFIG_LIBDIR"), prefix + QStringLiteral("/lib/pkgconfig")}};
    const auto ask = [&](const QStringList& questions) {
        return workshop.run(QStringLiteral(LOCKSCOPE_PKG_CONFIG), questions + QStringList{QStringLiteral("lockscope")},
                            only);
    };
    if (!ask({QStringLiteral("--modversion")}) || workshop.lines() != QByteArrayList{LOCKSCOPE_VERSION} ||
        !ask({QStringLiteral("--cflags"), QStringLiteral("--libs")}))
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
        if (!word.contains(QStringLiteral("/core/")) || !word.endsWith(QStringLiteral(".h")))
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

} // namespace

QByteArray buildService(Workshop& workshop, const QString& way, const QString& prefix, const QString& program)
{
    // From a copy, so that the source tree is not used.
    const auto source = workshop.path(QStringLiteral("service-source"));
    if (!copyFiles(sourceTree + QStringLiteral("/tests/install/service"), source))
        return "could not copy the service";
    QDir(QFileInfo(program).path()).removeRecursively();
    Record record;
    const bool built = way == u"cmake" ? byCMake(workshop, source, prefix, program, record)
                                       : byPkgConfig(workshop, source, prefix, program, record);
    if (!built)
        return workshop.reported();
    if (!QFileInfo(program).isExecutable())
        return "no program at " + program.toUtf8();
    return whatIsNotOfThePackage(record, prefix);
}

} // namespace lockscope::test
