// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The values of the keys of an in-memory Redis. Plain data.

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace lockscope::test {

/// Fields in the order in which they were added, as Redis has them up to 512 fields of up to 64 bytes.
class FakeHash final {
public:
    using Fields = std::vector<std::pair<std::string, std::string>>;

    [[nodiscard]] const std::string* find(const std::string& field) const;
    /// True if the field is new.
    bool set(const std::string& field, std::string value);
    bool erase(const std::string& field);
    [[nodiscard]] const Fields& fields() const { return m_fields; }
    [[nodiscard]] bool empty() const { return m_fields.empty(); }

private:
    Fields m_fields;
};

/// Members by score, and by their bytes where scores are equal.
class FakeSortedSet final {
public:
    using Order = std::set<std::pair<double, std::string>>;

    [[nodiscard]] std::optional<double> score(const std::string& member) const;
    /// True if the member is new.
    bool set(const std::string& member, double score);
    bool erase(const std::string& member);
    [[nodiscard]] const Order& order() const { return m_order; }
    [[nodiscard]] bool empty() const { return m_order.empty(); }

private:
    std::map<std::string, double> m_scores;
    Order m_order;
};

using FakeList = std::deque<std::string>;
using FakeData = std::variant<std::string, FakeHash, FakeList, FakeSortedSet>;

struct FakeEntry {
    FakeData data;
    /// Milliseconds since 1970 by the server's clock. The key still exists in this millisecond.
    std::optional<std::int64_t> expiresAt = {};
};

/// As the command TYPE says it.
[[nodiscard]] std::string typeName(const FakeData& data);

} // namespace lockscope::test
