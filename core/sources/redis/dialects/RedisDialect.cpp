// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/dialects/RedisDialect.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <utility>

namespace lockscope::inspect {

namespace {

using namespace Qt::StringLiterals;

/// One character for each byte: keys are bytes, and need not be UTF-8.
QString bytesAsText(std::string_view bytes)
{
    return QString::fromLatin1(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

/// The set from `at`, a "[", on as a set of a regular expression; `at` moves behind it. Empty: it has no end.
QString regexOfSet(std::string_view glob, std::size_t& at)
{
    auto i = at + 1;
    const bool isNegated = i < glob.size() && glob[i] == '^';
    i += isNegated ? 1 : 0;
    QString set = isNegated ? u"[^"_s : u"["_s;
    const auto first = i;
    for (; i < glob.size() && (glob[i] != ']' || i == first); ++i) {
        if (glob[i] == '-' && i > first && i + 1 < glob.size() && glob[i + 1] != ']') {
            set += u'-';
            continue;
        }
        if (glob[i] == '\\' && i + 1 < glob.size())
            ++i;
        set += u"\\x{%1}"_s.arg(static_cast<int>(static_cast<unsigned char>(glob[i])), 0, 16);
    }
    if (i >= glob.size())
        return {};
    at = i + 1;
    return set + u']';
}

/// The key that `text` describes: {name} is the lock's name.
std::string keyWithName(std::string text, const std::string& name)
{
    constexpr std::string_view place = "{name}";
    if (const auto at = text.find(place); at != std::string::npos)
        text.replace(at, place.size(), name);
    return text;
}

} // namespace

Result<RedisPattern> RedisPattern::of(const QString& pattern, std::string_view text)
{
    RedisPattern made;
    made.m_expression.setPattern(QRegularExpression::anchoredPattern(pattern));
    made.m_expression.setPatternOptions(QRegularExpression::DotMatchesEverythingOption);
    if (!made.m_expression.isValid())
        return failure(ErrorCode::BadArguments, phraseLater("read the pattern"), std::string(text),
                       made.m_expression.errorString().toStdString());
    made.m_expression.optimize(); // before it is used on several threads
    return made;
}

Result<RedisPattern> RedisPattern::fromGlob(std::string_view text)
{
    QString pattern;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] == '[') {
            const auto set = regexOfSet(text, i);
            if (set.isEmpty())
                return failure(ErrorCode::BadArguments, phraseLater("read the pattern"), std::string(text),
                               phrase("the set that begins with [ has no ]"));
            pattern += set;
            continue;
        }
        if (text[i] == '*') {
            pattern += u".*"_s;
        } else if (text[i] == '?') {
            pattern += u'.';
        } else {
            i += text[i] == '\\' && i + 1 < text.size() ? 1 : 0;
            pattern += QRegularExpression::escape(bytesAsText(text.substr(i, 1)));
        }
        ++i;
    }
    return of(pattern, text);
}

Result<RedisPattern> RedisPattern::fromRegex(std::string_view text)
{
    return of(bytesAsText(text), text);
}

std::optional<std::string> RedisPattern::match(std::string_view bytes) const
{
    const auto matched = m_expression.match(bytesAsText(bytes));
    if (!matched.hasMatch())
        return std::nullopt;
    const auto name = matched.captured(u"name"_s);
    return name.isNull() ? std::string(bytes) : name.toLatin1().toStdString();
}

std::optional<std::string> RedisDialect::fits(std::string_view name, const TokenValue& read) const
{
    if (!read.lease && !mayBeEndless)
        return std::nullopt;
    if (owner ? !owner->match(read.value) : !isToken(read.value))
        return std::nullopt;
    return key ? key->match(name) : std::nullopt;
}

std::vector<std::string> RedisDialect::companionsOf(const std::string& name) const
{
    std::vector<std::string> keys;
    for (const auto& text : companions)
        keys.push_back(keyWithName(text, name));
    return keys;
}

std::string RedisDialect::wakeListOf(const std::string& name) const
{
    return keyWithName(wakes, name);
}

RedisDialects::RedisDialects(std::vector<RedisDialect> dialects)
    : m_dialects(std::move(dialects))
{
    std::stable_partition(m_dialects.begin(), m_dialects.end(), [](const RedisDialect& one) { return one.isUsers; });
}

const RedisDialect* RedisDialects::find(std::string_view key, const TokenValue& read) const
{
    const RedisDialect* possible = nullptr;
    for (const auto& dialect : m_dialects) {
        if (!dialect.fits(key, read))
            continue;
        if (dialect.isUsers || dialect.certainty == Certainty::Certain)
            return &dialect;
        possible = possible ? possible : &dialect;
    }
    return possible;
}

const RedisDialect* RedisDialects::byId(std::string_view id) const
{
    const auto found =
        std::find_if(m_dialects.begin(), m_dialects.end(), [&](const RedisDialect& one) { return one.id == id; });
    return found == m_dialects.end() ? nullptr : &*found;
}

} // namespace lockscope::inspect
