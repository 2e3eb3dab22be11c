// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Forwards through SSH until it is killed: ForwarderOwner DESTINATION CONFIGURATION. For SshForwarderTest.

#include "core/connect/Forwarder.h"

#include <QCoreApplication>

#include <cstdio>

int main(int argc, char** argv)
{
    using namespace lockscope::connect;
    const QCoreApplication application(argc, argv);
    if (argc != 3)
        return 2;
    Forwarder forwarder({{{{"localhost", 1}}, {}}, {}, {}, SshSettings{argv[1], argv[2]}});
    if (!forwarder.open())
        return 1;
    std::puts("open");
    std::fflush(stdout);
    return QCoreApplication::exec();
}
