// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/Profile.h"
#include "core/connect/Secrets.h"

#include <QObject>
#include <QString>

#include <functional>
#include <string>

namespace lockscope::ui {

/// The result of a keychain operation.
struct KeychainAnswer {
    enum class Kind {
        Done,        ///< found, kept or removed
        Nothing,     ///< no entry for this connection as it is now
        Unavailable, ///< no keychain service replies
        Denied       ///< access denied: it is locked, or the user refused
    };
    Kind kind = Kind::Unavailable;
    connect::Secrets secrets; ///< of read(), when Done: all that the connection needs
    QString reason;           ///< Unavailable, Denied: the keychain's message; may be empty

    /// The keychain is reachable and grants access.
    [[nodiscard]] bool isOpen() const { return kind == Kind::Done || kind == Kind::Nothing; }
};

/// The secrets of connections by name in the system's keychain (Secret Service, KWallet), one entry each, and nowhere
/// else: without a keychain nothing is kept. An entry is bound to the purpose of its secret: a password to the user,
/// the servers and the route, a key's password to the file. After a change of these the entry is not found.
///
/// Lives on the UI thread and never blocks it. Requests run one after the other; each may take as long as the user
/// takes to unlock the keychain, and a reply may never come. After destruction no handler is called; pending requests
/// still run, unless the program ends first.
class Keychain final : public QObject {
    Q_OBJECT
public:
    using Handler = std::function<void(const KeychainAnswer&)>;

    using QObject::QObject;

    /// `handler` is called on the UI thread, unless `context` is destroyed by then.
    void read(const connect::Profile& profile, QObject* context, Handler handler);
    /// Replaces the kept secrets.
    void keep(const connect::Profile& profile, const connect::Secrets& secrets, QObject* context, Handler handler);
    /// Removes all secrets kept under this name; also Done if there were none.
    void forget(const std::string& name, QObject* context, Handler handler);
};

} // namespace lockscope::ui
