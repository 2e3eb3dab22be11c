// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Which contenders of a lock belong to the same client, one after another: by the best identity that the data has.
/// Pure.

#include "core/model/Snapshot.h"

#include <cstdint>
#include <string>

namespace lockscope::inspect {

struct ClientKey {
    /// From the best to the worst.
    enum class By {
        Name,     ///< in the payload; also known over a restart of the client
        Instance, ///< Redis: the client object, see instanceOf(); each start of a client has another one
        Session,  ///< in hexadecimal
        Node      ///< nothing else is known: one turn only
    };
    By by = By::Node;
    std::string value;
    std::int64_t session = 0; ///< its last one, beside `by`; 0: none, or unknown

    friend bool operator==(const ClientKey&, const ClientKey&) = default;
};

/// The key of a contender's client.
[[nodiscard]] ClientKey clientOf(const Contender& contender);

/// Whether the contender belongs to this client. While its details are not read, its session decides.
[[nodiscard]] bool belongsTo(const Contender& contender, const ClientKey& client);

/// The first contender of this client in queue order, one of its last session before others; null: it has none.
[[nodiscard]] const Contender* findClient(const Lock& lock, const ClientKey& client);

} // namespace lockscope::inspect
