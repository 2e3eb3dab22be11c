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

/// Whether a secret is required before it can be opened.
[[nodiscard]] bool needsSecrets(const connect::Profile& profile);

} // namespace lockscope::ui
