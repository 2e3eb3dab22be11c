// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
// Owns a sandbox until it is killed: prints its folder and its servers' process ids, and waits. For SandboxTest and
// RedisSandboxTest. Arguments: the number of ZooKeeper servers, or "redis" and the number of the kind.

#include "core/sandbox/Sandbox.h"
#include "core/sandbox/redis/RedisSandbox.h"

#include <QCoreApplication>
#include <QTextStream>

namespace {

template <typename AnySandbox> int own(AnySandbox& sandbox)
{
    QObject::connect(&sandbox, &AnySandbox::ready, &sandbox, [&] {
        QTextStream out(stdout);
        out << sandbox.folder();
        for (const auto& server : sandbox.servers())
            out << ' ' << server.processId;
        out << '\n';
    });
    QObject::connect(&sandbox, &AnySandbox::failed, &sandbox, [](const lockscope::Error& error) {
        QTextStream(stderr) << QString::fromStdString(error.detail) << '\n';
        QCoreApplication::exit(1);
    });
    sandbox.start();
    return QCoreApplication::exec();
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const auto words = QCoreApplication::arguments();
    if (words.value(1) == QLatin1String("redis")) {
        const auto kind = static_cast<lockscope::redis::SandboxKind>(words.value(2).toInt());
        lockscope::redis::RedisSandbox sandbox({.kind = kind});
        return own(sandbox);
    }
    lockscope::ensemble::SandboxOptions options;
    options.servers = words.value(1).toInt();
    lockscope::ensemble::Sandbox sandbox(options);
    return own(sandbox);
}
