// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Prints the password that the keychain has for a connection: NAME SERVERS USER. A program other than the one that
/// stored it.

#include "ui/shell/connection/Keychain.h"

#include <QCoreApplication>

#include <iostream>

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    if (argc != 4)
        return 2;
    lockscope::connect::Profile profile;
    profile.name = argv[1];
    profile.servers = lockscope::zk::parseConnectString(argv[2]).value();
    profile.user = argv[3];
    lockscope::ui::Keychain keychain;
    keychain.read(profile, &application, [](const lockscope::ui::KeychainAnswer& answer) {
        const bool isFound = answer.kind == lockscope::ui::KeychainAnswer::Kind::Done;
        std::cout << (isFound ? answer.secrets.password : "nothing: " + answer.reason.toStdString()) << '\n';
        QCoreApplication::exit(isFound ? 0 : 1);
    });
    return QCoreApplication::exec();
}
