// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Texts and marks for the state of a contender in its queue. Pure functions, any thread.

#include "core/model/ClientKey.h"
#include "core/model/QueueStates.h"
#include "core/model/Snapshot.h"
#include "ui/models/Roles.h"

#include <QString>
#include <QStringList>

#include <chrono>

namespace lockscope::ui {

/// "holding", "waiting"; of a read/write lock "reading", "writing", "waiting to read", "waiting to write"; "at gate
/// lock". Lower case, for running text.
[[nodiscard]] QString doingOf(const inspect::Lock& lock, const inspect::Contender& contender);

/// The shape of its state. `places`: of the lock.
[[nodiscard]] Mark markOf(const inspect::Lock& lock, const inspect::WaiterPlaces& places,
                          const inspect::Contender& contender);

/// The titles of a contender's card, longest first, to select one that fits: "next · write", "#1 · write". `places`: of
/// the lock.
[[nodiscard]] QStringList cardTitles(const inspect::Lock& lock, const inspect::WaiterPlaces& places,
                                     const inspect::Contender& contender);

/// The reason why it waits, as a sentence, if not obvious from its position: a reader, a writer, or at the gate lock.
/// Else empty. `facts`: the session data from the servers; null: none.
[[nodiscard]] QString whyItWaits(const inspect::Lock& lock, const inspect::Contender& contender,
                                 const ensemble::EnsembleFacts* facts);

/// What following this client does, and by what its next turn is recognised.
[[nodiscard]] QString followTip(const inspect::ClientKey& client);

/// On Redis: a waiter whose client does not listen for its turn, by more than one reading.
[[nodiscard]] bool isDead(const inspect::Contender& contender);
/// Whether the client of a waiter listens for its turn: "yes", "none for 1 m 52 s", "unknown"; "—" for a holder.
[[nodiscard]] QString subscriberText(const inspect::Contender& contender, WallTime now);
/// "3 clients waiting, order unknown": the waiters of a lock on Redis that have no entry of their own. Empty: all have.
[[nodiscard]] QString unorderedText(const inspect::Lock& lock);
/// The state of a lock whose queue is empty: "No holder and no waiters", as far as that is known.
[[nodiscard]] QString emptyQueueText(const inspect::Lock& lock);
/// Why their number, or their order, is not known, as a sentence.
[[nodiscard]] QString whyUnordered(const inspect::Lock& lock);
/// Why a host is unknown, and how it is found: sentences.
[[nodiscard]] QString whyHostUnknown();
/// The share of a lease that is left when a watchdog renews it: a third has passed then. 0: none is inferred.
/// What is left of the lease of a hold, of the longest that was read; nullopt: it holds nothing, or without a lease.
[[nodiscard]] std::optional<double> leaseShare(const inspect::Lock& lock, const inspect::Contender& contender,
                                               WallTime now);
/// The length of a lease that was read some milliseconds after its extension.
[[nodiscard]] QString leaseLengthText(std::chrono::milliseconds lease);
[[nodiscard]] double renewalShare(const inspect::Contender& contender);
/// The full length of the lease of a holder, as far as readings tell: this or more.
[[nodiscard]] std::chrono::milliseconds wholeLease(const inspect::Contender& contender);

} // namespace lockscope::ui
