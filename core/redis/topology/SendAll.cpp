// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/SendAll.h"

#include "core/redis/client/ServerLink.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

namespace lockscope::redis {

void sendAll(ServerLink& link, const std::vector<Command>& commands, Reply<std::vector<Value>> reply)
{
    struct Replies {
        std::vector<Value> values;
        std::optional<Error> error;
        std::size_t open = 0;
        Reply<std::vector<Value>> reply;
    };
    const auto replies = std::make_shared<Replies>();
    replies->values.resize(commands.size());
    replies->open = commands.size();
    replies->reply = std::move(reply);
    for (std::size_t i = 0; i < commands.size(); ++i) {
        link.send(commands[i], [replies, i](Result<Value> value) {
            if (value)
                replies->values[i] = std::move(*value);
            else if (!replies->error)
                replies->error = value.error();
            if (--replies->open > 0)
                return;
            const auto done = std::exchange(replies->reply, nullptr);
            if (replies->error)
                done(failure(*replies->error));
            else
                done(std::move(replies->values));
        });
    }
}

} // namespace lockscope::redis
