// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/Profile.h"
#include "core/connect/Secrets.h"
#include "core/simulate/clients/Recipe.h"
#include "core/simulate/scenarios/ObservedEnsemble.h"

#include <QString>
#include <QStringList>

namespace lockscope::ui {

/// Where to connect, how, and what to inspect; validated.
struct ConnectionTarget {
    connect::Profile profile; ///< without a name if typed by hand; on ZooKeeper at least one absolute path as root
    connect::Secrets secrets;
    QString text;                ///< the servers as the user gave them
    bool isKept = false;         ///< the secrets are in the system's keychain
    bool acceptReadOnly = false; ///< a server without quorum will do: its data may be old
};

/// Without roots: "/"; on Redis all locks. The error gives the reason and a valid example.
[[nodiscard]] Result<ConnectionTarget> parseTarget(const QString& connect, const QStringList& roots);
/// Splits a field with several roots at blanks and commas before a '/'; other blanks and commas belong to the name.
[[nodiscard]] QStringList rootsIn(const QString& typed);
/// For a saved connection, still without its secrets.
[[nodiscard]] ConnectionTarget targetOf(connect::Profile profile);

/// For the servers of a simulation: its own node or its own locks.
[[nodiscard]] ConnectionTarget targetAt(const console::ObservedEnsemble& ensemble);

/// The servers of a target, by which a simulated client's recipe is chosen.
[[nodiscard]] console::RecipeServers recipeServersAt(const QString& connect);

/// Whether simulated clients may run there: they are processes of their own, have no tunnel and no password, and they
/// write.
[[nodiscard]] bool mayBeSimulatedAt(const connect::Profile& profile);

/// Typed by hand, and not saved under a name.
[[nodiscard]] bool isTyped(const connect::Profile& profile);

/// The name of a saved connection; the servers of one that was typed by hand.
[[nodiscard]] std::string shownName(const connect::Profile& profile);

/// Whether the text of a target can have this user of Redis; empty: the default user.
[[nodiscard]] bool isRedisUser(const std::string& user);

/// The same with another user, also in the target of Redis.
[[nodiscard]] connect::Profile withUser(connect::Profile profile, const std::string& user);

/// Whether a secret is required before it can be opened.
[[nodiscard]] bool needsSecrets(const connect::Profile& profile);

} // namespace lockscope::ui
