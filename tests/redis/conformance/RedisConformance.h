// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/redis/conformance/ConformanceTable.h"
#include "tests/support/Test.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace lockscope::test {

/// A server under test, and connections to it by one-letter names.
class ServerUnderTest {
public:
    virtual ~ServerUnderTest() = default;

    /// An empty server with an empty script cache; no connection is open.
    virtual void reset() = 0;
    /// Opens the connection if it is not open.
    virtual void send(char connection, const redis::Command& words) = 0;
    /// The next reply or message, for which time passes. Without a value: none comes, or the server has closed the
    /// connection.
    [[nodiscard]] virtual std::optional<redis::Value> next(char connection) = 0;
    [[nodiscard]] virtual bool isClosed(char connection) = 0;
    [[nodiscard]] virtual QByteArray connections() const = 0; ///< the open ones
    /// Lets time pass until the key does not exist. False if it remains.
    [[nodiscard]] virtual bool awaitEnd(const std::string& key) = 0;
};

/// Runs the tables of this folder on a server of the derived class, and compares each reply value by value.
class RedisConformance : public QObject {
    Q_OBJECT

protected:
    [[nodiscard]] virtual ServerUnderTest& server() = 0;
    [[nodiscard]] virtual RedisVersion version() = 0;
    /// For initTestCase(). An error fails the test.
    void readTables();

private Q_SLOTS:
    void sequence_data();
    void sequence();

private:
    void runStep(const ConformanceSequence& sequence, const ConformanceStep& step);

    std::vector<ConformanceSequence> m_sequences;
};

} // namespace lockscope::test
