// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What a contender's data says of its owner. By custom it is the client's address (Curator), its name (Kazoo) or a
/// JSON object. Bytes of strangers: never trusted, never markup. Pure.

#include "core/inspect/Picture.h"

#include <string>
#include <string_view>

namespace lockscope::inspect {

struct Identity {
    std::string client; ///< empty: it does not say
    std::string host;   ///< empty: it does not say

    friend bool operator==(const Identity&, const Identity&) = default;
};

/// JSON objects: members "client" (or "id", "name") and "host" (or "address", "ip"). An IP address, with or without a
/// port, is a host. Other short printable UTF-8 text is a client's name. Anything else says nothing.
[[nodiscard]] Identity identityOf(std::string_view payload);

/// Printable UTF-8, so that it can be shown as text.
[[nodiscard]] bool isText(std::string_view payload);

} // namespace lockscope::inspect
