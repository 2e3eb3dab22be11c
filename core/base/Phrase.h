// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Sentences for people: a pattern in English and the values in it. A program may have the patterns told in another
/// language; one that does not ask for it gets English. Any thread.
///
/// Patterns are literals, written where phrase(), counted() or phraseLater() is called: packaging/translations collects
/// them for the translators. A whole sentence is one pattern wherever it can be, as other languages have another order.

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lockscope {

/// The pattern in another language; as it is where there is none. Called on any thread.
using Translate = std::string (*)(const char* pattern);

/// From now on patterns are told so; null: in English.
void setTranslate(Translate translate);

/// A value as it stands in a sentence.
class PhraseValue {
public:
    template <typename Text>
    requires std::is_convertible_v<const Text&, std::string_view> PhraseValue(const Text& text)
        : m_text(std::string_view(text))
    {
    }

    template <typename Text>
    requires(!std::is_convertible_v<const Text&, std::string_view> &&
             requires(const Text& text) { text.toStdString(); }) PhraseValue(const Text& text)
        : m_text(text.toStdString())
    {
    }

    template <typename Number>
    requires std::is_integral_v<Number> PhraseValue(Number number)
        : m_text(std::to_string(number))
    {
    }

    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    std::string m_text;
};

/// The pattern with "%1" to "%9" replaced by the values.
[[nodiscard]] std::string phrase(const char* pattern, std::initializer_list<PhraseValue> values = {});

template <typename... Values>
requires(sizeof...(Values) > 0) [[nodiscard]] std::string phrase(const char* pattern, const Values&... values)
{
    return phrase(pattern, {PhraseValue(values)...});
}

/// One pattern for one, the other for any other number: "%1 waiter", "%1 waiters".
[[nodiscard]] std::string counted(std::size_t count, const char* one, const char* many);

/// A pattern that phrase() is called with elsewhere.
[[nodiscard]] constexpr const char* phraseLater(const char* pattern)
{
    return pattern;
}

/// "a, b or c".
[[nodiscard]] std::string oneOf(const std::vector<std::string_view>& words);

/// Two sentences, either of which may be empty, one after the other.
[[nodiscard]] std::string sentences(const std::string& first, const std::string& second);

/// "a, b, c".
[[nodiscard]] std::string listed(const std::vector<std::string>& items);

} // namespace lockscope
