// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/BlockingClient.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::test {

/// What stands in a register; README.md tells its form.
struct RegisterState {
    struct Inside {
        int weight = 0;
        std::string node; ///< full path of the node by which it holds
        std::string name;
    };
    struct Occupancy {
        int weight = 0;
        long long number = 0; ///< of the lock node; 0 where it has none
        std::string name;
    };

    int capacity = 0;
    std::vector<Inside> inside;
    std::vector<Occupancy> turns;

    [[nodiscard]] int used() const;
    [[nodiscard]] std::string text() const;
    [[nodiscard]] static RegisterState read(std::string_view text);
};

/// A resource that notices when more are at it than it has room for, by one node of the ensemble; README.md tells how.
/// Owned by one client, who may be inside once at a time.
class FencingRegister final {
public:
    FencingRegister(BlockingClient& client, std::string path, std::string name)
        : m_client(client)
        , m_path(std::move(path))
        , m_name(std::move(name))
    {
    }

    /// False: there is no room, or somebody else wrote while all of it was ours to take.
    [[nodiscard]] bool enter(const std::string& node, int weight);

    /// False: somebody else put us out, or wrote although all the room was ours.
    [[nodiscard]] bool leave();

private:
    struct Found {
        RegisterState state;
        std::int32_t version = 0;
    };
    [[nodiscard]] std::optional<Found> read();
    [[nodiscard]] Result<zk::Stat> write(const RegisterState& state, std::int32_t version);
    /// Puts out whose lock nodes are gone. False: it could not be found out.
    [[nodiscard]] bool putOutTheDead(RegisterState& state);

    BlockingClient& m_client;
    std::string m_path;
    std::string m_name;
    std::optional<std::int32_t> m_alone; ///< the version that we wrote when we took all the room
};

} // namespace lockscope::test
