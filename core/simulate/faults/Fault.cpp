// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/faults/Fault.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope::console {

namespace {

constexpr std::array words{
    std::pair{FaultKind::Nothing, std::string_view("wait")},
    std::pair{FaultKind::Start, std::string_view("start")},
    std::pair{FaultKind::Stop, std::string_view("stop")},
    std::pair{FaultKind::Kill, std::string_view("kill")},
    std::pair{FaultKind::Pause, std::string_view("pause")},
    std::pair{FaultKind::Resume, std::string_view("resume")},
    std::pair{FaultKind::Cut, std::string_view("cut")},
    std::pair{FaultKind::Heal, std::string_view("heal")},
    std::pair{FaultKind::Drop, std::string_view("drop")},
    std::pair{FaultKind::Delay, std::string_view("delay")},
    std::pair{FaultKind::OneWay, std::string_view("one-way")},
    std::pair{FaultKind::Slow, std::string_view("slow")},
    std::pair{FaultKind::Expire, std::string_view("expire")},
    std::pair{FaultKind::Exit, std::string_view("exit")},
    std::pair{FaultKind::HoldForever, std::string_view("hold-forever")},
    std::pair{FaultKind::Careless, std::string_view("careless")},
    std::pair{FaultKind::Release, std::string_view("release")},
    std::pair{FaultKind::Revoke, std::string_view("revoke")},
    std::pair{FaultKind::Set, std::string_view("set")},
};

bool isOneOf(FaultKind kind, std::initializer_list<FaultKind> kinds)
{
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

} // namespace

std::string_view toString(FaultKind kind)
{
    return std::find_if(words.begin(), words.end(), [kind](const auto& word) { return word.first == kind; })->second;
}

Result<FaultKind> parseFaultKind(std::string_view word)
{
    const auto* const found =
        std::find_if(words.begin(), words.end(), [word](const auto& known) { return known.second == word; });
    if (found != words.end())
        return found->first;
    std::vector<std::string> all;
    all.reserve(words.size());
    for (const auto& known : words)
        all.emplace_back(known.second);
    return failure(ErrorCode::BadArguments, phraseLater("read the fault"), {},
                   phrase("\"%1\" is nothing that can be done: choose one of %2", word, listed(all)));
}

const std::vector<FaultKind>& allFaultKinds()
{
    static const auto kinds = [] {
        std::vector<FaultKind> list;
        list.reserve(words.size());
        for (const auto& word : words)
            list.push_back(word.first);
        return list;
    }();
    return kinds;
}

bool isForServers(FaultKind kind)
{
    return isOneOf(kind, {FaultKind::Start, FaultKind::Kill, FaultKind::Pause, FaultKind::Resume, FaultKind::Cut,
                          FaultKind::Heal});
}

bool isForLinks(FaultKind kind)
{
    return isOneOf(kind, {FaultKind::Cut, FaultKind::Heal, FaultKind::Drop, FaultKind::Delay, FaultKind::OneWay,
                          FaultKind::Slow, FaultKind::Expire});
}

bool isForProcesses(FaultKind kind)
{
    return isForLinks(kind) || isOneOf(kind, {FaultKind::Kill, FaultKind::Pause, FaultKind::Resume, FaultKind::Exit});
}

std::string describe(const Fault& fault)
{
    std::string text(toString(fault.kind));
    switch (fault.kind) {
    case FaultKind::Delay:
        return phrase("%1 %2 ms", text, fault.delay.count());
    case FaultKind::OneWay:
        return phrase(fault.requestsPass ? phraseLater("%1, only requests pass") : phraseLater("%1, only answers pass"),
                      text);
    case FaultKind::Slow:
        return phrase("%1 %2 bytes/s", text, fault.bytesPerSecond);
    case FaultKind::Set:
        if (!fault.hold.empty())
            text += " hold " + fault.hold;
        if (!fault.think.empty())
            text += " think " + fault.think;
        return text;
    default:
        return text;
    }
}

} // namespace lockscope::console
