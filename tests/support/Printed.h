// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Our values as QtTest can compare and print them: QCOMPARE(printed(session.state), "Lost").
/// QCOMPARE does not accept our enumerations: it finds our toString in place of its own.

#include <QByteArray>

#include <string>
#include <string_view>
#include <vector>

namespace lockscope::test {

[[nodiscard]] inline QByteArray printed(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

template <typename Enumeration>
requires std::is_enum_v<Enumeration>
[[nodiscard]] QByteArray printed(Enumeration value)
{
    return printed(toString(value));
}

/// Separated by blanks.
template <typename Value> [[nodiscard]] QByteArray printed(const std::vector<Value>& values)
{
    QByteArray text;
    for (const Value& value : values)
        text += (text.isEmpty() ? "" : " ") + printed(value);
    return text;
}

} // namespace lockscope::test
