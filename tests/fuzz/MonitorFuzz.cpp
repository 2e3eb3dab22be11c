// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Lines of MONITOR with the commands of any client, and replies to CLIENT LIST: a line that is understood says the
/// same again, and no part of a command is taken for an address.

#include "core/sources/redis/hosts/ClientList.h"
#include "core/sources/redis/hosts/LockCommand.h"
#include "core/sources/redis/hosts/MonitorLine.h"
#include "tests/fuzz/Require.h"

#include <string>

using namespace lockscope;
using fuzz::require;

namespace {

/// As servers print words (sdscatrepr).
std::string printedWord(const std::string& word)
{
    constexpr std::string_view digits = "0123456789abcdef";
    constexpr std::string_view special = "\\\"\n\r\t\a\b";
    constexpr std::string_view letters = "\\\"nrtab";
    std::string text = " \"";
    for (const char c : word) {
        const auto byte = static_cast<unsigned char>(c);
        if (const auto at = special.find(c); at != std::string_view::npos)
            text += std::string("\\") + letters[at];
        else if (byte >= 0x20 && byte < 0x7f)
            text += c;
        else
            text += std::string("\\x") + digits[byte / 16] + digits[byte % 16];
    }
    return text + '"';
}

void checkLine(std::string_view line)
{
    const auto parsed = inspect::parseMonitorLine(line);
    if (!parsed)
        return;
    require(!parsed->words.empty() && parsed->database >= 0);
    require(parsed->address.empty() || parsed->address.starts_with("unix:/") ||
            inspect::isSocketAddress(parsed->address));
    std::string words;
    for (const auto& word : parsed->words)
        words += printedWord(word);
    const auto again = inspect::parseMonitorLine("1.000000 [0 127.0.0.1:1]" + words);
    require(again && again->words == parsed->words);

    const auto command = inspect::lockCommandOf(parsed->words);
    for (const auto& owner : command.owners)
        require(line.find(owner.substr(0, 36)) != std::string_view::npos);
    require(command.values.size() <= parsed->words.size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    checkLine(text);
    for (const auto& client : inspect::parseClientList(text)) {
        require(inspect::isSocketAddress(client.address) && !client.name.empty());
        require(client.name.find(' ') == std::string::npos);
    }
    return 0;
}
