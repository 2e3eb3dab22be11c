// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What a contender's data says of its owner. By custom it is the client's address (Curator), its name (Kazoo) or a
/// JSON object. Bytes of strangers: never trusted, never markup. Pure.

#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

struct Identity {
    std::string client; ///< empty: it does not say
    std::string host;   ///< empty: it does not say

    friend bool operator==(const Identity&, const Identity&) = default;
};

/// JSON objects: members "client" (or "id", "name") and "host" (or "address", "ip"), of which 128 characters count. An
/// IP address, with or without a port, is a host. Other short printable UTF-8 text is a client's name. Anything else
/// says nothing, and so does what queue::isRevocation(): it was written over what the client wrote.
[[nodiscard]] Identity identityOf(std::string_view payload);

/// How a family's clients write who they are.
struct PayloadRule {
    enum class Form {
        Auto,    ///< by what it looks like, as identityOf() without a rule tells it
        Nothing, ///< bytes that name nobody
        Client,  ///< text: the client's name, even if it looks like an address
        Host,    ///< text: the host's name
        Python,  ///< text as Python prints bytes: b'worker-07'
        Json,    ///< an object with these members
        Fields   ///< text in fields, counted from 0
    };
    Form form = Form::Auto;
    std::vector<std::string> clientKeys; ///< Json: the first that is there counts
    std::vector<std::string> hostKeys;
    char separator = ':'; ///< Fields
    int clientField = -1; ///< Fields; -1: it is not there
    int hostField = -1;   ///< all that is left, if it is the last one

    friend bool operator==(const PayloadRule&, const PayloadRule&) = default;
};

[[nodiscard]] Identity identityOf(std::string_view payload, const PayloadRule& rule);

} // namespace lockscope::inspect
