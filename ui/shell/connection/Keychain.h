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

/// What the keychain said.
struct KeychainAnswer {
    enum class Kind {
        Done,        ///< found, kept or forgotten
        Nothing,     ///< nothing is kept for this connection as it is now
        Unavailable, ///< no keychain answers
        Denied       ///< it does, and won't: it is locked, or the user said no
    };
    Kind kind = Kind::Unavailable;
    connect::Secrets secrets; ///< of read(), when Done: all that the connection needs
    QString reason;           ///< Unavailable, Denied: why, in the keychain's own words; may be empty

    /// There is one that lets us.
    [[nodiscard]] bool isOpen() const { return kind == Kind::Done || kind == Kind::Nothing; }
};

/// The secrets of saved connections in the system's keychain (Secret Service, KWallet), an entry each, and nowhere
/// else: where no keychain answers nothing is kept. An entry is bound to what its secret is for, a password to the
/// user, the servers and the way to them, a key's to the file: once that is changed the entry is not found.
///
/// Lives on the UI thread and never blocks it. What is asked is done one after the other; each may take as long as the
/// user takes to unlock the keychain, and the answers may never come. Destroyed, nobody is called any more, and what is
/// under way is still done, unless the program ends first.
class Keychain final : public QObject {
    Q_OBJECT
public:
    using Handler = std::function<void(const KeychainAnswer&)>;

    using QObject::QObject;

    /// `handler` is called on the UI thread, unless `context` is gone by then.
    void read(const connect::Profile& profile, QObject* context, Handler handler);
    /// In place of what was kept.
    void keep(const connect::Profile& profile, const connect::Secrets& secrets, QObject* context, Handler handler);
    /// All that is kept under this name; Done as well where there was nothing.
    void forget(const std::string& name, QObject* context, Handler handler);
};

} // namespace lockscope::ui
