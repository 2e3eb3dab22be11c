// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Sentences for users: an English pattern and its values. A program may install a translation. Any thread.
///
/// Patterns are literals in calls of phrase(), counted() or phraseLater(): packaging/translations collects them. Write
/// a whole sentence as one pattern where possible: the word order differs between languages.

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lockscope {

/// Translates a pattern; returns it unchanged if it has no translation. Called on any thread.
using Translate = std::string (*)(const char* pattern);

/// Installs the translation for all later calls; null: English.
void setTranslate(Translate translate);

/// A value of a pattern, as text.
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

/// The translated pattern, with "%1" to "%9" replaced by the values.
[[nodiscard]] std::string phrase(const char* pattern, std::initializer_list<PhraseValue> values = {});

template <typename... Values>
requires(sizeof...(Values) > 0) [[nodiscard]] std::string phrase(const char* pattern, const Values&... values)
{
    return phrase(pattern, {PhraseValue(values)...});
}

/// `one` for a count of 1, otherwise `many`: "%1 waiter", "%1 waiters".
[[nodiscard]] std::string counted(std::size_t count, const char* one, const char* many);

/// Marks a pattern for translation; phrase() is called with it elsewhere.
[[nodiscard]] constexpr const char* phraseLater(const char* pattern)
{
    return pattern;
}

/// "a, b or c".
[[nodiscard]] std::string oneOf(const std::vector<std::string_view>& words);

/// Joins two sentences, either of which may be empty.
[[nodiscard]] std::string sentences(const std::string& first, const std::string& second);

/// "a, b, c".
[[nodiscard]] std::string listed(const std::vector<std::string>& items);
/// The first `most` of them, and the number of the others: "a, b and 3 more".
[[nodiscard]] std::string listed(const std::vector<std::string>& items, std::size_t most);

} // namespace lockscope
