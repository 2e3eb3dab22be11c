// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/Path.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace lockscope {

namespace {

struct CodePoint {
    std::uint32_t value = 0;
    std::size_t length = 0; ///< in bytes
};

/// The UTF-8 character at the start of `text`, or nothing when it is not well-formed.
std::optional<CodePoint> firstCodePoint(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text.front());
    if (lead < 0x80)
        return CodePoint{lead, 1};
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < length)
        return std::nullopt;
    std::uint32_t value = lead & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xC0u) != 0x80u)
            return std::nullopt;
        value = (value << 6u) | (byte & 0x3Fu);
    }
    const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
    if (overlong || value > 0x10FFFF)
        return std::nullopt;
    return CodePoint{value, length};
}

/// The characters that the server rejects. It checks UTF-16 units, so it also rejects every surrogate pair.
bool isRefusedByServer(std::uint32_t c)
{
    return c <= 0x1F || (c >= 0x7F && c <= 0x9F) || (c >= 0xD800 && c <= 0xF8FF) || c >= 0xFFF0;
}

std::string badCharacter(std::string_view text)
{
    while (!text.empty()) {
        const auto c = firstCodePoint(text);
        if (!c)
            return phrase("the path is not valid UTF-8");
        if (isRefusedByServer(c->value))
            return c->value > 0xFFFF
                       ? phrase("the path contains a character above U+FFFF, which servers reject")
                       : phrase("the path contains a control or private-use character, which servers reject");
        text.remove_prefix(c->length);
    }
    return {};
}

std::string badComponent(std::string_view path)
{
    for (std::size_t start = 1; start <= path.size();) {
        const auto end = std::min(path.find('/', start), path.size());
        const auto component = path.substr(start, end - start);
        if (component.empty())
            return end == path.size() ? phrase(R"(the path ends with "/". Remove the trailing "/")")
                                      : phrase("the path contains an empty component (\"//\")");
        if (component == "." || component == "..")
            return phrase("the path contains \"%1\". ZooKeeper does not support relative paths", component);
        start = end + 1;
    }
    return {};
}

} // namespace

Result<std::string> checkedPath(std::string_view text)
{
    const auto refused = [&](std::string reason) {
        return failure(ErrorCode::BadArguments, phraseLater("use the path"), std::string(text), std::move(reason));
    };
    if (text.empty())
        return refused(phrase("the path is empty. A path starts with \"/\", for example /locks/orders"));
    if (text.front() != '/')
        return refused(phrase("the path does not start with \"/\". Example: /locks/orders"));
    if (text == "/")
        return std::string(text);
    if (auto reason = badComponent(text); !reason.empty())
        return refused(std::move(reason));
    if (auto reason = badCharacter(text); !reason.empty())
        return refused(std::move(reason));
    return std::string(text);
}

std::string parentOf(std::string_view path)
{
    const auto slash = path.rfind('/');
    if (slash == std::string_view::npos || slash == 0)
        return "/";
    return std::string(path.substr(0, slash));
}

std::string baseName(std::string_view path)
{
    const auto slash = path.rfind('/');
    return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

std::string joinPath(std::string_view parent, std::string_view child)
{
    std::string path(parent == "/" ? std::string_view{} : parent);
    path += '/';
    path += child;
    return path;
}

bool isWithin(std::string_view path, std::string_view ancestor)
{
    if (ancestor == "/")
        return path.starts_with('/');
    return path.starts_with(ancestor) && (path.size() == ancestor.size() || path[ancestor.size()] == '/');
}

} // namespace lockscope
