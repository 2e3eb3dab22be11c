// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What is said to `lockscopectl --json contend … --control` while it runs, and what it answers. Pure; both ends use
/// it.
///
/// Orders come on standard input, one JSON object a line, at most longestOrderBytes:
///   {"order": WORD, "client": NAME, "id": NUMBER, …}
/// "client" names one client of the process (the first of a crowd called "sim" is "sim-1"); without it the order is for
/// all. "id" is optional and comes back in the answer. Fields that an order does not know are refused.
///
///   start        begin to take turns. Under --control clients connect and wait for it (unless --autostart).
///   stop         let go, or give up waiting, and close the session. The process ends with the last client.
///   set          "hold", "think": as on the command line ("50ms..200ms", "exp:50ms", hold also "forever"), from the
///                next draw on; "revocation": "unheard", "ignore" or "follow", from the next turn on. One at least.
///   release      let go now, whatever was to be the time. Refused where nothing is held; without "client" where nobody
///                holds.
///   holdForever  do not let go of what is held or had next until release, stop or a "set" with "hold".
///   careless     "on": true (the default) or false. After a loss a careless client goes on as if it held.
///   revoke       ask whoever holds to let go, by the library's revocation: "client" asks (without it the first that
///                has not ended), all holders of its first path; "node": a full path, instead. Whether they follow
///                is theirs.
///   measure      a line {"measurements": …} (MeasurementsText.h) follows the answer.
///   exit         the process ends at once with status 0: nothing is released, no session closed; what a crashed
///                program leaves. For all clients of a process only.
///
/// The end of the input is the order to stop.
///
/// Every line gets one answer, in order, on standard output among the events (which have an "event"):
///   {"order": WORD|null, "client": NAME|null, "id": NUMBER|null, "ok": true}
///   {"order": WORD|null, "client": NAME|null, "id": NUMBER|null, "ok": false, "error": SENTENCE}
/// After an error nothing has changed. The answer to revoke comes when the wish has been written, so others may come
/// before it.

#include "core/base/Result.h"
#include "core/simulate/clients/ContendOptions.h"
#include "core/simulate/clients/OrderAnswer.h"
#include "core/simulate/clients/OrderLines.h"

#include <QByteArray>
#include <QJsonObject>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockscope::console {

struct Order {
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
    std::string node;                     ///< Revoke; empty: who holds

    friend bool operator==(const Order&, const Order&) = default;
};

[[nodiscard]] std::string_view toString(Order::Type type);

/// One line without its end. Errors: BadArguments, with a sentence.
[[nodiscard]] Result<Order> parseOrder(const QByteArray& line);
[[nodiscard]] QJsonObject toJson(const Order& order);

} // namespace lockscope::console
