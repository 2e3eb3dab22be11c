// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/client/Connection.h"
#include "tests/redis/MemoryTransport.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <QByteArrayList>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::test {

/// One connection to a server that the test plays.
struct ConnectionWorld {
    ManualClock clock;
    ManualExecutor executor{clock};
    MemoryNetwork network{executor};
    std::unique_ptr<redis::Transports> transports = network.transports();
    redis::Connection::Settings settings = defaults();
    QByteArrayList seen; ///< replies and handlers, in their order
    std::vector<std::string> warnings;
    std::unique_ptr<redis::Connection> connection;

    static redis::Connection::Settings defaults()
    {
        using namespace std::chrono_literals;
        redis::Connection::Settings settings;
        settings.address = {"cache1", 6379, {}};
        settings.connectTimeout = 3s;
        settings.requestTimeout = 1s;
        settings.largestReply = 1u << 20;
        settings.maxInFlight = 100;
        return settings;
    }

    void open()
    {
        redis::Connection::Handlers handlers;
        handlers.ready = [this] { seen += "ready"; };
        handlers.closed = [this](const Error& error) {
            seen += "closed " + printed(error.code) + (error.detail.empty() ? "" : ": " + printed(error.detail));
        };
        const Log log([this](LogLevel, std::string_view, std::string_view text) { warnings.emplace_back(text); },
                      LogLevel::Warning);
        connection = std::make_unique<redis::Connection>(executor, *transports, settings, std::move(handlers), log);
        connection->open();
        executor.runUntilIdle();
    }

    void openReady()
    {
        open();
        link().accept();
        executor.runUntilIdle();
        QVERIFY(connection->isReady());
        seen.clear();
    }

    MemoryLink& link() { return network.newest(); }

    /// Its reply becomes "NAME VALUE", or "NAME failed CODE".
    void send(const char* name)
    {
        connection->send({"GET", name}, [this, name](const Result<redis::Value>& reply) {
            seen +=
                QByteArray(name) + ' ' + (reply ? printed(toString(*reply)) : "failed " + printed(reply.error().code));
        });
    }

    void reply(const redis::Value& value)
    {
        link().reply(value);
        executor.runUntilIdle();
    }

    void advance(Duration by) { executor.advance(by); }

    [[nodiscard]] QByteArray takeSeen() { return std::exchange(seen, {}).join(", "); }

    /// "AUTH app secret; SELECT 2".
    [[nodiscard]] QByteArray takeCommands()
    {
        QByteArrayList commands;
        for (const auto& command : link().commands())
            commands += printed(command);
        return commands.join("; ");
    }
};

} // namespace lockscope::test
