// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
// Owns a sandbox until it is killed: prints its folder and its servers' process ids, and waits. For SandboxTest.

#include "core/sandbox/Sandbox.h"

#include <QCoreApplication>
#include <QTextStream>

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    lockscope::ensemble::SandboxOptions options;
    options.servers = application.arguments().value(1).toInt();
    lockscope::ensemble::Sandbox sandbox(options);
    QObject::connect(&sandbox, &lockscope::ensemble::Sandbox::ready, &sandbox, [&] {
        QTextStream out(stdout);
        out << sandbox.folder();
        for (const auto& server : sandbox.servers())
            out << ' ' << server.processId;
        out << '\n';
    });
    QObject::connect(&sandbox, &lockscope::ensemble::Sandbox::failed, &application, [](const lockscope::Error& error) {
        QTextStream(stderr) << QString::fromStdString(error.detail) << '\n';
        QCoreApplication::exit(1);
    });
    sandbox.start();
    return QCoreApplication::exec();
}
