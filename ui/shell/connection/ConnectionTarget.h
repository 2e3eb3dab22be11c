// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/Profile.h"
#include "core/connect/Secrets.h"

#include <QString>
#include <QStringList>

namespace lockscope::ui {

/// Where to connect, how, and what to look at; checked.
struct ConnectionTarget {
    connect::Profile profile; ///< of no name when it was typed by hand; at least one absolute path as root
    connect::Secrets secrets;
    QString text;        ///< the servers as the user gave them
    bool isKept = false; ///< the secrets: in the system's keychain
};

/// No root means "/". The error's sentence says what is wrong and what a right one looks like.
[[nodiscard]] Result<ConnectionTarget> parseTarget(const QString& connect, const QStringList& roots);
/// Several that were typed into one field. Splits at blanks and commas that a '/' follows; any other belongs to the
/// name.
[[nodiscard]] QStringList rootsIn(const QString& typed);
/// Of a saved connection, as yet without its secrets.
[[nodiscard]] ConnectionTarget targetOf(connect::Profile profile);

/// Simulated clients may run there: they are processes of their own, which know neither a tunnel nor anybody's
/// password, and they write.
[[nodiscard]] bool mayBeSimulatedAt(const connect::Profile& profile);

/// Has to be asked for something before it can be opened.
[[nodiscard]] bool needsSecrets(const connect::Profile& profile);

} // namespace lockscope::ui
