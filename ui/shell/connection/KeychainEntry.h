// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How the secrets of a connection are written in a keychain. Pure.

#include "core/connect/Profile.h"
#include "core/connect/Secrets.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace lockscope::ui {

struct KeychainEntry {
    QString key;        ///< names the connection and which of its secrets it is
    QByteArray purpose; ///< what the secret is for: whom, and where
    std::string connect::Secrets::*secret;

    friend bool operator==(const KeychainEntry&, const KeychainEntry&) = default;

    /// With the purpose beside the secret.
    [[nodiscard]] QByteArray written(const connect::Secrets& secrets) const;
    /// The secret, if it was written for the same purpose.
    [[nodiscard]] std::optional<std::string> read(const QByteArray& written) const;
};

/// One for each secret that the connection needs.
[[nodiscard]] std::vector<KeychainEntry> entriesOf(const connect::Profile& profile);
/// What was kept for the one serves the other as well, under the same name.
[[nodiscard]] bool shareSecrets(const connect::Profile& one, const connect::Profile& other);
/// The keys of all that may ever have been kept for a connection of this name.
[[nodiscard]] std::vector<QString> keychainKeysOf(const std::string& name);

} // namespace lockscope::ui
