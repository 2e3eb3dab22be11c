// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/install/Workshop.h"

#include "Places.h"
#include "tests/support/LineProcess.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace lockscope::test {

namespace {

constexpr int commandLimitMs = 600'000; // a whole build on a busy machine

QProcessEnvironment cleanEnvironment()
{
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const auto* name :
         {"CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "CPATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "DESTDIR",
          "CMAKE_PREFIX_PATH", "CMAKE_GENERATOR", "CMAKE_BUILD_TYPE", "CMAKE_INSTALL_PREFIX", "Lockscope_DIR",
          "Lockscope_ROOT", "PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR", "PKG_CONFIG_SYSROOT_DIR"})
        environment.remove(QLatin1String(name));
    return environment;
}

} // namespace

bool Workshop::run(const QString& program, const QStringList& arguments, const QMap<QString, QString>& variables)
{
    auto environment = cleanEnvironment();
    for (auto variable = variables.begin(); variable != variables.end(); ++variable)
        environment.insert(variable.key(), variable.value());
    LineProcess process(program, arguments, environment);
    process.endInput();
    const bool ended = process.waitForEnd(commandLimitMs);
    m_lines = process.lines();
    m_reported = (program + u' ' + arguments.join(u' ')).toUtf8() + "\n" + process.reported();
    return ended && process.exitCode() == 0;
}

bool Workshop::configure(const QString& source, const QString& build, const QStringList& arguments)
{
    const QStringList always{QStringLiteral("-S"),
                             source,
                             QStringLiteral("-B"),
                             build,
                             QStringLiteral("-G"),
                             QStringLiteral("Ninja"),
                             QStringLiteral("--no-warn-unused-cli"),
                             QStringLiteral("-DCMAKE_MAKE_PROGRAM=" LOCKSCOPE_NINJA),
                             QStringLiteral("-DCMAKE_CXX_COMPILER=" LOCKSCOPE_CXX),
                             QStringLiteral("-DCMAKE_CXX_COMPILER_LAUNCHER=" LOCKSCOPE_CXX_LAUNCHER)};
    return run(QStringLiteral(LOCKSCOPE_CMAKE), always + arguments);
}

bool Workshop::build(const QString& build)
{
    return run(QStringLiteral(LOCKSCOPE_CMAKE), {QStringLiteral("--build"), build});
}

bool mentions(const QByteArray& text, const QString& folder)
{
    // No path character comes before or after the folder, except the compiler's -I and -L before it.
    const QRegularExpression path(
        QStringLiteral("(?:^|[^\\w./-]|-I|-L)%1(?![\\w.-])").arg(QRegularExpression::escape(folder)));
    return path.match(QString::fromLatin1(text)).hasMatch();
}

QStringList filesBelow(const QString& folder)
{
    QStringList files;
    QDirIterator all(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (all.hasNext())
        files.append(QDir(folder).relativeFilePath(all.next()));
    files.sort();
    return files;
}

bool copyFiles(const QString& from, const QString& to)
{
    const auto names = QDir(from).entryList(QDir::Files);
    return !names.isEmpty() && QDir().mkpath(to) && std::all_of(names.begin(), names.end(), [&](const QString& name) {
        const QDir target(to);
        return (!target.exists(name) || QFile::remove(target.filePath(name))) &&
               QFile::copy(QDir(from).filePath(name), target.filePath(name));
    });
}

} // namespace lockscope::test
