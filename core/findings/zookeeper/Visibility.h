// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Which clients that queue in one directory recognise each other's nodes. Each client parses node names by its own
/// rule, and does not wait for nodes that it does not recognise. Pure.

#include <cstdint>
#include <string_view>

namespace lockscope::inspect {

/// Clients, by how they name their nodes.
enum class Writer : std::uint8_t {
    Curator,          ///< _c_UUID-lock-N
    GoZooKeeper,      ///< _c_HEX-lock-N
    Kazoo,            ///< HEX__lock__N, HEX__rlock__N
    KazooAsCurator,   ///< HEX-lock-N: a subclass that joins Curator's queue
    CRecipe,          ///< x-SESSION-N, the session in hexadecimal
    JavaRecipe,       ///< x-SESSION-N, the session in decimal
    Plain,            ///< exN, shN, member_N, n_N
    CuratorReadWrite, ///< __READ__N, __WRIT__N
    Documented,       ///< GUID-lock-N, lock-N, of an unknown library
    Unknown
};

[[nodiscard]] Writer writerOf(std::string_view node);

/// "Curator", "Kazoo", …: for messages.
[[nodiscard]] std::string_view toString(Writer writer);

enum class Sight : std::uint8_t {
    Sees,
    Ignores, ///< mutual exclusion is broken
    Fails,   ///< its clients end with an error or crash
    Unknown
};

/// How a client of `waiter` treats a node of `node`, with the libraries' default settings.
[[nodiscard]] Sight sightOf(Writer waiter, Writer node);

} // namespace lockscope::inspect
