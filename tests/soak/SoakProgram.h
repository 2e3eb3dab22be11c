// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The frame of a soak program: its arguments, its own temporary folders, its checks, and what it must not leave
/// behind.

#include "tests/support/Test.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QStringList>
#include <QTemporaryDir>
#include <QUuid>

#include <chrono>
#include <cstdio>
#include <functional>

namespace lockscope::soak {

inline constexpr int limitMs = 60'000;

/// The number of failed checks.
inline int failures = 0;

inline void check(bool holds, const char* what)
{
    std::printf("%-7s %s\n", holds ? "ok" : "FAILED", what);
    std::fflush(stdout);
    failures += holds ? 0 : 1;
}

/// The running processes with this in their environment, other than this one.
inline QStringList processesWith(const QByteArray& mark)
{
    QStringList found;
    for (const auto& name : QDir(QStringLiteral("/proc")).entryList({QStringLiteral("[0-9]*")}, QDir::Dirs)) {
        QFile environment(QStringLiteral("/proc/%1/environ").arg(name));
        QFile command(QStringLiteral("/proc/%1/cmdline").arg(name));
        if (name.toLongLong() != QCoreApplication::applicationPid() && environment.open(QIODevice::ReadOnly) &&
            environment.readAll().contains(mark) && command.open(QIODevice::ReadOnly))
            found << name + u' ' + QString::fromUtf8(command.readAll().replace('\0', ' ').left(80));
    }
    return found;
}

/// Checks that the list becomes empty, and prints the rest of it.
inline void checkNoneLeft(const std::function<QStringList()>& read, const char* what)
{
    QStringList left;
    check(QTest::qWaitFor(
              [&] {
                  left = read();
                  return left.isEmpty();
              },
              limitMs),
          what);
    for (const auto& one : left)
        std::printf("  %s\n", qPrintable(one));
}

/// Runs `soak` for the time of the only argument, in minutes, with an application and a home folder. Then checks that
/// no file and no process is left. Returns the exit status of the program.
inline int runSoak(int argc, char** argv, double usualMinutes,
                   const std::function<void(std::chrono::milliseconds length, const QString& home)>& soak)
{
    const auto mark = "LOCKSCOPE_SOAK=" + QUuid::createUuid().toByteArray();
    const QTemporaryDir own;
    const auto temporary = own.filePath(QStringLiteral("tmp"));
    const auto home = own.filePath(QStringLiteral("home"));
    qputenv("LOCKSCOPE_SOAK", mark.mid(mark.indexOf('=') + 1));
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("DBUS_SESSION_BUS_ADDRESS", "disabled:");
    qputenv("TMPDIR", temporary.toUtf8());
    qputenv("XDG_RUNTIME_DIR", home.toUtf8());
    qputenv("XDG_CONFIG_HOME", home.toUtf8());
    qputenv("XDG_DATA_HOME", home.toUtf8());
    QCoreApplication application(argc, argv);
    bool isNumber = true;
    const auto minutes = argc > 1 ? QString::fromUtf8(argv[1]).toDouble(&isNumber) : usualMinutes;
    constexpr double most = 7 * 24 * 60;
    if (argc > 2 || !isNumber || minutes < 0.5 || minutes > most || !QDir().mkpath(temporary) || !QDir().mkpath(home)) {
        std::fprintf(stderr, "%s [MINUTES]\n", qPrintable(QFileInfo(QString::fromUtf8(argv[0])).fileName()));
        return 2;
    }
    QFile::setPermissions(home,
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner); // Qt needs it for a runtime folder
    const std::chrono::duration<double, std::ratio<60>> length(minutes);
    soak(std::chrono::duration_cast<std::chrono::milliseconds>(length), home);

    checkNoneLeft(
        [&] {
            return QDir(temporary).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
        },
        "no temporary file is left");
    checkNoneLeft([&] { return processesWith(mark); }, "no process is left");
    std::printf("soak: %s\n", failures == 0 ? "all is well" : "something is wrong");
    return failures == 0 ? 0 : 1;
}

} // namespace lockscope::soak
