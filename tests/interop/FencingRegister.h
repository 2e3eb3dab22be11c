// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/BlockingClient.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::test {

/// The content of a register; README.md describes its format.
struct RegisterState {
    struct Inside {
        int weight = 0;
        std::string node; ///< full path of the node of the hold
        std::string name;
    };
    struct Occupancy {
        int weight = 0;
        long long number = 0; ///< of the lock node; 0 without a node
        std::string name;
    };

    int capacity = 0;
    std::vector<Inside> inside;
    std::vector<Occupancy> turns;

    [[nodiscard]] int used() const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] static RegisterState read(std::string_view text);
};

/// A resource that detects more occupants than its capacity, by one node of the ensemble; README.md describes how.
/// Owned by one client, which may be inside once at a time.
class FencingRegister final {
public:
    FencingRegister(BlockingClient& client, std::string path, std::string name)
        : m_client(client)
        , m_path(std::move(path))
        , m_name(std::move(name))
    {
    }

    /// False: no capacity is left, or another client wrote although we were to be alone.
    [[nodiscard]] bool enter(const std::string& node, int weight);

    /// False: another client removed us, or wrote although we were alone.
    [[nodiscard]] bool leave();

private:
    struct Found {
        RegisterState state;
        std::int32_t version = 0;
    };
    [[nodiscard]] std::optional<Found> read();
    [[nodiscard]] Result<zk::Stat> write(const RegisterState& state, std::int32_t version);
    /// Removes occupants whose lock nodes are gone. False: the nodes could not be read.
    [[nodiscard]] bool putOutTheDead(RegisterState& state);

    BlockingClient& m_client;
    std::string m_path;
    std::string m_name;
    std::optional<std::int32_t> m_alone; ///< the version that we wrote when we took the whole capacity
};

} // namespace lockscope::test
