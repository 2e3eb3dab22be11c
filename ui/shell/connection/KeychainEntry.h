// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The format of a connection's secrets in a keychain. Pure functions.

#include "core/connect/Profile.h"
#include "core/connect/Secrets.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace lockscope::ui {

struct KeychainEntry {
    QString key;        ///< names the connection and the secret
    QByteArray purpose; ///< what the secret is for: user and servers, or file
    std::string connect::Secrets::*secret;

    friend bool operator==(const KeychainEntry&, const KeychainEntry&) = default;

    /// The secret with its purpose, as JSON.
    [[nodiscard]] QByteArray written(const connect::Secrets& secrets) const;
    /// The secret, if it was written for the same purpose.
    [[nodiscard]] std::optional<std::string> read(const QByteArray& written) const;
};

/// One for each secret that the connection needs.
[[nodiscard]] std::vector<KeychainEntry> entriesOf(const connect::Profile& profile);
/// Under the same name, both profiles can use the same kept secrets.
[[nodiscard]] bool shareSecrets(const connect::Profile& one, const connect::Profile& other);
/// All keys that may exist for a connection of this name.
[[nodiscard]] std::vector<QString> keychainKeysOf(const std::string& name);

} // namespace lockscope::ui
