// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The hash slots of a Redis Cluster: which slot a key has, and which master serves a slot. Pure; private to
/// core/redis. After the Redis Cluster specification: https://redis.io/docs/reference/cluster-spec/

#include "core/base/Result.h"
#include "core/redis/Target.h"
#include "core/redis/Value.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::redis {

inline constexpr int slotCount = 16'384;

/// CRC16 of the XMODEM protocol: polynomial 0x1021, initial value 0.
[[nodiscard]] std::uint16_t crc16(std::string_view bytes);

/// The part of the key that is hashed: between the first '{' and the first '}' after it, unless that is empty;
/// otherwise the whole key.
[[nodiscard]] std::string_view hashedPartOf(std::string_view key);

/// From 0 to slotCount - 1.
[[nodiscard]] int slotOf(std::string_view key);

/// Which master serves which slot. A value.
class SlotMap final {
public:
    /// `first` and `last`: from 0 to slotCount - 1.
    void assign(int first, int last, const Address& master);

    /// Null: no master serves the slot. Valid until the map changes.
    [[nodiscard]] const Address* masterOf(int slot) const;
    /// The masters that serve at least one slot, sorted.
    [[nodiscard]] std::vector<Address> masters() const;
    /// The number of slots without a master.
    [[nodiscard]] int uncovered() const;

    /// True if each slot has the same master.
    friend bool operator==(const SlotMap& left, const SlotMap& right);

private:
    std::vector<Address> m_masters;
    std::vector<std::uint16_t> m_owners; ///< by slot: index in m_masters + 1; 0: none. Empty: no slot has a master
};

/// The reply of CLUSTER SLOTS. `asked`: the server that sent it. A node without a host, or with an empty one, is
/// reachable at the host of `asked` (cluster-preferred-endpoint-type unknown-endpoint). A node with the host "?" has no
/// known host name: its "ip" of the metadata is used, and without one its slots have no master.
/// Errors: BadArguments if the server is not in cluster mode, NoAuth, NoConnection for another error reply, System if
/// the reply has another form.
[[nodiscard]] Result<SlotMap> parseClusterSlots(const Value& reply, const Address& asked);

/// The masters and replicas in a reply that parseClusterSlots() accepts, sorted.
[[nodiscard]] std::vector<Address> nodesInClusterSlots(const Value& reply, const Address& asked);

/// Where the server of a slot is, as named by a MOVED or ASK error.
struct Redirect {
    enum class Kind {
        Moved, ///< the slot has another master, for all later requests too
        Ask,   ///< this request only, after ASKING: the slot is being migrated
    };
    Kind kind = Kind::Moved;
    int slot = 0;
    std::optional<Address> address; ///< nothing: the cluster has no host name for it

    friend bool operator==(const Redirect&, const Redirect&) = default;
};

/// `error`: the text of an error reply, such as "MOVED 3999 127.0.0.1:6381". `asked`: the server that sent it; an empty
/// host means its host. Nothing if the error is not a redirect, or is malformed.
[[nodiscard]] std::optional<Redirect> parseRedirect(std::string_view error, const Address& asked);

} // namespace lockscope::redis
