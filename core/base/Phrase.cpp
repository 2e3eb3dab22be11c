// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/Phrase.h"

#include <atomic>

namespace lockscope {

namespace {

std::atomic<Translate> theTranslate = nullptr;

std::string translated(const char* pattern)
{
    const auto translate = theTranslate.load();
    return translate ? translate(pattern) : pattern;
}

} // namespace

void setTranslate(Translate translate)
{
    theTranslate = translate;
}

std::string phrase(const char* pattern, std::initializer_list<PhraseValue> values)
{
    const auto wanted = translated(pattern);
    std::string text;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto next = i + 1 < wanted.size() ? wanted[i + 1] : '\0';
        const auto index = static_cast<std::size_t>(next - '1');
        if (wanted[i] == '%' && next >= '1' && next <= '9' && index < values.size()) {
            text += (values.begin() + index)->text();
            ++i;
        } else {
            text += wanted[i];
        }
    }
    return text;
}

std::string counted(std::size_t count, const char* one, const char* many)
{
    return phrase(count == 1 ? one : many, count);
}

std::string oneOf(const std::vector<std::string_view>& words)
{
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text = i == 0                  ? std::string(words[i])
               : i + 1 == words.size() ? phrase("%1 or %2", text, words[i])
                                       : phrase("%1, %2", text, words[i]);
    return text;
}

std::string sentences(const std::string& first, const std::string& second)
{
    if (first.empty() || second.empty())
        return first + second;
    return phrase("%1 %2", first, second);
}

std::string listed(const std::vector<std::string>& items)
{
    std::string text;
    for (const auto& item : items)
        text = text.empty() ? item : phrase("%1, %2", text, item);
    return text;
}

std::string listed(const std::vector<std::string>& items, std::size_t most)
{
    if (items.size() <= most)
        return listed(items);
    const auto first = listed({items.begin(), items.begin() + static_cast<std::ptrdiff_t>(most)});
    return phrase("%1 and %2 more", first, items.size() - most);
}

} // namespace lockscope
