// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/queue/NamePattern.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

/// A pattern for paths: names, or name patterns, between slashes. With a slash at the start it describes the whole
/// path, else its end. With "/**" at its end it describes what is below. Pure.
///
/// Examples: "/controller", "table_locks/{any}", "replication/rs/{any}/lock", "/brokers/topics/**".
class PlacePattern final {
public:
    /// Errors: BadArguments, with `text` as its path.
    [[nodiscard]] static Result<PlacePattern> parse(std::string_view text);

    [[nodiscard]] bool matches(std::string_view path) const;

    [[nodiscard]] const std::string& text() const { return m_text; }
    /// A path that matches.
    [[nodiscard]] std::string sample() const;

private:
    PlacePattern() = default;
    [[nodiscard]] bool endsIn(std::string_view path) const;

    std::string m_text;
    std::vector<queue::NamePattern> m_names;
    bool m_fromRoot = false;
    bool m_below = false;
};

} // namespace lockscope::inspect
