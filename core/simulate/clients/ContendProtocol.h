// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Commands to a running `lockscopectl --json contend … --control`, and its answers. Pure; used by both ends.
///
/// Commands come on standard input, one JSON object a line, at most longestOrderBytes:
///   {"order": WORD, "client": NAME, "id": NUMBER, …}
/// "client" names one client of the process (the first of a group called "sim" is "sim-1"); without it the command is
/// for all. "id" is optional and is repeated in the answer. Unknown fields of a command are refused.
///
///   start        begin acquire cycles. With --control clients connect and wait for it (unless --autostart).
///   stop         release, or give up waiting, and close the session. The process ends with the last client.
///   set          "hold", "think": as on the command line ("50ms..200ms", "exp:50ms", hold also "forever"), from the
///                next draw on; "revocation": "unnotified", "ignore" or "follow", from the next cycle on. At least one.
///   release      release now, before the hold time ends. Refused if nothing is held; without "client" if no client
///                holds.
///   holdForever  do not release the current or next hold until release, stop or a "set" with "hold".
///   careless     "on": true (the default) or false. After a loss a careless client continues as if it held.
///   revoke       send a revocation request of the library: from "client" (default: the first that has not ended) to
///                all holders of its first path, or to "node", a full path. A holder may ignore it.
///   measure      a line {"measurements": …} (MeasurementsText.h) follows the answer.
///   exit         the process ends at once with status 0: nothing is released, no session closed, as after a
///                crash. For all clients of a process only.
///
/// The end of the input is a stop command.
///
/// Every line gets one answer, in order, on standard output among the events (which have an "event"):
///   {"order": WORD|null, "client": NAME|null, "id": NUMBER|null, "ok": true}
///   {"order": WORD|null, "client": NAME|null, "id": NUMBER|null, "ok": false, "error": SENTENCE}
/// After an error nothing has changed. The answer to revoke comes when the request has been written, so answers to
/// later commands may come first.

#include "core/base/Result.h"
#include "core/simulate/clients/ClientReply.h"
#include "core/simulate/clients/ContendOptions.h"
#include "core/simulate/clients/OrderLines.h"

#include <QByteArray>
#include <QJsonObject>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockscope::console {

struct ClientCommand {
    enum class Type {
        Start,
        Stop,
        Set,
        Release,
        HoldForever,
        Careless,
        Revoke,
        Measure,
        Exit
    };

    Type type = Type::Start;
    std::string client; ///< empty: all
    std::optional<std::int64_t> id;
    std::optional<Spread> hold;           ///< Set
    std::optional<Spread> think;          ///< Set
    std::optional<Revocation> revocation; ///< Set
    bool on = true;                       ///< Careless
    std::string node;                     ///< Revoke; empty: the holders

    friend bool operator==(const ClientCommand&, const ClientCommand&) = default;
};

[[nodiscard]] std::string_view toString(ClientCommand::Type type);

/// Parses one line without its line end. Errors: BadArguments, with a sentence.
[[nodiscard]] Result<ClientCommand> parseOrder(const QByteArray& line);
[[nodiscard]] QJsonObject toJson(const ClientCommand& order);

} // namespace lockscope::console
