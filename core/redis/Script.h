// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockscope::redis {

/// A Lua script that servers run atomically. A value; the text must outlive it (a literal).
class Script final {
public:
    /// `name`: for logs and errors. Computes the SHA-1 of the text, by which servers know a script.
    Script(std::string_view name, std::string_view text);

    [[nodiscard]] std::string_view name() const { return m_name; }
    [[nodiscard]] std::string_view text() const { return m_text; }
    /// 40 lower-case hexadecimal digits.
    [[nodiscard]] const std::string& sha1() const { return m_sha1; }

private:
    std::string_view m_name;
    std::string_view m_text;
    std::string m_sha1;
};

} // namespace lockscope::redis
