// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The owner's identity in a contender's data. By convention it is the client's address (Curator), its name (Kazoo) or
/// a JSON object. Untrusted bytes: never used as markup. Pure.

#include "core/queue/NamePattern.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

struct ClientIdentity {
    std::string client; ///< empty: unknown
    std::string host;   ///< empty: unknown

    friend bool operator==(const ClientIdentity&, const ClientIdentity&) = default;
};

/// JSON objects: members "client" (or "id", "name") and "host" (or "address", "ip"), cut at 128 characters. An IP
/// address, with or without a port, is a host. Other short printable UTF-8 text is a client's name. Other bytes give no
/// identity, and neither does a queue::isRevocation() payload: it has replaced the client's.
[[nodiscard]] ClientIdentity identityOf(std::string_view payload);

/// How the dialect's clients write their identity.
struct PayloadRule {
    enum class Form {
        Auto,    ///< detected from the content, as identityOf() without a rule does
        Nothing, ///< bytes without an identity
        Client,  ///< text: the client's name, even if it looks like an address
        Host,    ///< text: the host's name
        Python,  ///< text in Python's bytes notation: b'worker-07'
        Json,    ///< an object with these members
        Fields   ///< text in fields, counted from 0
    };
    Form form = Form::Auto;
    std::vector<std::string> clientKeys; ///< Json: the first existing member is used
    std::vector<std::string> hostKeys;
    char separator = ':'; ///< Fields
    int clientField = -1; ///< Fields; -1: none
    int hostField = -1;   ///< takes all remaining fields, if it is the last one

    friend bool operator==(const PayloadRule&, const PayloadRule&) = default;
};

[[nodiscard]] ClientIdentity identityOf(std::string_view payload, const PayloadRule& rule);

/// The value at the place `pointer` (RFC 6901) of a JSON document, as text; nothing if there is no such value.
[[nodiscard]] std::optional<std::string> valueAt(std::string_view payload, const std::string& pointer);

/// What a payload must say: all of it, or the value at a place of its JSON document.
struct PayloadCondition {
    std::string pointer; ///< RFC 6901, "/type"; empty: the whole payload
    queue::NamePattern text;

    [[nodiscard]] bool matches(std::string_view payload) const;
};

} // namespace lockscope::inspect
