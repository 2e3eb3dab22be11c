// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/faults/Fault.h"

#include "core/base/EnumWords.h"
#include "core/base/Phrase.h"
#include "core/simulate/clients/Spread.h"

#include <QJsonArray>

#include <array>
#include <vector>

namespace lockscope::console {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int mostServersCut = 9;

constexpr std::array faultTable{
    FaultDescription{FaultKind::Nothing, "wait"},
    FaultDescription{FaultKind::Start, "start", FaultScope::Client, true},
    FaultDescription{FaultKind::Stop, "stop"},
    FaultDescription{FaultKind::Kill, "kill", FaultScope::Process, true},
    FaultDescription{FaultKind::Pause, "pause", FaultScope::Process, true},
    FaultDescription{FaultKind::Resume, "resume", FaultScope::Process, true},
    FaultDescription{FaultKind::Cut, "cut", FaultScope::Link, true},
    FaultDescription{FaultKind::Heal, "heal", FaultScope::Link, true},
    FaultDescription{FaultKind::Drop, "drop", FaultScope::Link},
    FaultDescription{FaultKind::Delay, "delay", FaultScope::Link, false, "delay"},
    FaultDescription{FaultKind::OneWay, "one-way", FaultScope::Link, false, "passes"},
    FaultDescription{FaultKind::Slow, "slow", FaultScope::Link, false, "bytesPerSecond"},
    FaultDescription{
        .kind = FaultKind::Expire, .word = "expire", .scope = FaultScope::Link, .only = inspect::Backend::ZooKeeper},
    FaultDescription{FaultKind::Exit, "exit", FaultScope::Process},
    FaultDescription{FaultKind::HoldForever, "hold-forever"},
    FaultDescription{FaultKind::Careless, "careless"},
    FaultDescription{FaultKind::Release, "release"},
    FaultDescription{.kind = FaultKind::Revoke, .word = "revoke", .only = inspect::Backend::ZooKeeper},
    FaultDescription{FaultKind::Set, "set"},
    FaultDescription{FaultKind::Forget, "forget", FaultScope::Server, true, nullptr, inspect::Backend::Redis},
    FaultDescription{FaultKind::Clock, "clock", FaultScope::Server, true, "forward", inspect::Backend::Redis},
};

static_assert(isInOrder(faultTable, &FaultDescription::kind));

Result<FaultKind> parseFaultKind(std::string_view word)
{
    if (const auto kind = valueNamed<FaultKind>(word))
        return *kind;
    std::vector<std::string> all;
    all.reserve(faultTable.size());
    for (const auto& one : faultTable)
        all.emplace_back(one.word);
    return failure(ErrorCode::BadArguments, phraseLater("read the fault"), {},
                   phrase("unknown action \"%1\". Actions: %2", word, listed(all)));
}

} // namespace

std::span<const FaultDescription> allFaults()
{
    return faultTable;
}

const FaultDescription& descriptionOf(FaultKind kind)
{
    return faultTable.at(static_cast<std::size_t>(kind));
}

std::string_view toString(FaultKind kind)
{
    return wordIn(faultTable, kind);
}

bool isPossibleOn(FaultKind kind, inspect::Backend backend)
{
    const auto& only = descriptionOf(kind).only;
    return !only || *only == backend;
}

namespace {

/// The numbers of the servers to which a fault of a link is limited.
std::vector<int> readServersOf(inspect::JsonFields& fields, FaultKind kind)
{
    std::vector<int> servers;
    if (!fields.has(u"servers"_s))
        return servers;
    if (descriptionOf(kind).scope != FaultScope::Link || kind == FaultKind::Expire)
        fields.complain(u"servers"_s, phrase("this field applies only to network faults of clients"));
    const QJsonArray list = fields.take(u"servers"_s).toArray();
    for (const auto& one : list) {
        const int number = one.toInt();
        if (number < 1 || number > mostServersCut)
            fields.complain(u"servers"_s, phrase("use a list of numbers of servers, such as [1, 2]"));
        servers.push_back(number);
    }
    if (servers.empty())
        fields.complain(u"servers"_s, phrase("use a list of numbers of servers, such as [1, 2]"));
    return servers;
}

} // namespace

Fault readFault(inspect::JsonFields& fields)
{
    Fault fault;
    fault.kind = fields.checked(u"do"_s, parseFaultKind(fields.neededText(u"do"_s)));
    for (const auto& one : faultTable) {
        if (!one.field)
            continue;
        const auto key = QString::fromLatin1(one.field);
        if (fields.has(key) && fault.kind != one.kind)
            fields.complain(key, phrase("this field applies only to \"%1\"", one.word));
        else if (!fields.has(key) && fault.kind == one.kind)
            fields.complainMissing(u"do"_s, phrase(R"("%1" needs the field "%2")", one.word, one.field));
    }
    fault.delay = fields.duration(u"delay"_s).value_or(0ms);
    fault.jump = fields.duration(u"forward"_s).value_or(0ms);
    fault.servers = readServersOf(fields, fault.kind);
    fault.bytesPerSecond = fields.number(u"bytesPerSecond"_s, 1, 1'000'000'000, 0);
    const std::string passes = fields.text(u"passes"_s, "requests");
    if (passes != "requests" && passes != "answers")
        fields.complain(u"passes"_s, phrase(R"(invalid value: use "requests" or "answers")"));
    fault.requestsPass = passes == "requests";
    fault.hold = fields.text(u"hold"_s);
    fault.think = fields.text(u"think"_s);
    if (!fault.hold.empty())
        (void)fields.checked(u"hold"_s, parseSpread(fault.hold));
    if (!fault.think.empty())
        (void)fields.checked(u"think"_s, parseSpread(fault.think));
    const bool isSet = fault.kind == FaultKind::Set;
    if ((fault.hold.empty() && fault.think.empty()) == isSet) {
        const auto reason = phrase(R"("hold" and "think" are only for "set", and "set" needs one of the two fields)");
        isSet ? fields.complainMissing(u"do"_s, reason) : fields.complain(u"do"_s, reason);
    }
    return fault;
}

std::span<const OfferedFault> offeredFaults()
{
    using Place = OfferedFault::Place;
    static const std::array offered{
        OfferedFault{{FaultKind::Pause},
                     "faultPause",
                     phraseLater("Pause"),
                     phraseLater("Sends SIGSTOP. The effect is like a long garbage collection.")},
        OfferedFault{{FaultKind::Resume},
                     "faultResume",
                     phraseLater("Resume"),
                     phraseLater("Sends SIGCONT. The process continues where it was paused.")},
        OfferedFault{{FaultKind::Kill},
                     "faultKill",
                     phraseLater("Kill"),
                     phraseLater("Sends SIGKILL. The effect is like a crash."),
                     Place::Menu,
                     true},
        OfferedFault{{FaultKind::Start}, "faultStart", phraseLater("Start"), "", Place::ServersOnly},
        OfferedFault{{FaultKind::Forget},
                     "faultForget",
                     phraseLater("Restart Without Data"),
                     phraseLater("The effect is like a crash of a server without persistence."),
                     Place::ServersOnly},
        OfferedFault{{.kind = FaultKind::Clock, .jump = 30s},
                     "faultClock",
                     phraseLater("Move Clock Forward by 30 s"),
                     phraseLater("Keys expire 30 s earlier."),
                     Place::ServersOnly},
        OfferedFault{{FaultKind::Cut},
                     "faultCut",
                     phraseLater("Disconnect"),
                     phraseLater("Closes the connections and blocks new ones.")},
        OfferedFault{
            {FaultKind::Heal}, "faultHeal", phraseLater("Reconnect"), phraseLater("Removes all network faults.")},
        OfferedFault{{FaultKind::Drop},
                     "faultDrop",
                     phraseLater("Drop All Traffic"),
                     phraseLater("Keeps the connections open but transfers no data.")},
        OfferedFault{{.kind = FaultKind::Delay, .delay = 500ms},
                     "faultDelay",
                     phraseLater("Delay by 500 ms"),
                     phraseLater("Delays all data by this time in each direction.")},
        OfferedFault{{.kind = FaultKind::OneWay, .requestsPass = true},
                     "faultRequestsOnly",
                     phraseLater("Block Replies"),
                     phraseLater("Replies do not reach the client.")},
        OfferedFault{{.kind = FaultKind::OneWay, .requestsPass = false},
                     "faultAnswersOnly",
                     phraseLater("Block Requests"),
                     phraseLater("Requests do not reach the server.")},
        OfferedFault{{.kind = FaultKind::Slow, .bytesPerSecond = 1'000},
                     "faultSlow",
                     phraseLater("Limit Bandwidth"),
                     phraseLater("Limits the traffic to 1,000 bytes per second.")},
        OfferedFault{{FaultKind::Expire},
                     "faultExpire",
                     phraseLater("Expire Session"),
                     phraseLater("Ends the session of the client on the servers."),
                     Place::Menu,
                     true},
        OfferedFault{{FaultKind::Revoke},
                     "faultRevoke",
                     phraseLater("Request Release"),
                     phraseLater("Sends a revocation request. The client decides whether to release the lock.")},
        OfferedFault{{FaultKind::Release},
                     "faultRelease",
                     phraseLater("Release Now"),
                     phraseLater("The client releases the locks that it holds.")},
        OfferedFault{{FaultKind::HoldForever},
                     "faultHoldForever",
                     phraseLater("Hold Forever"),
                     phraseLater("From now on, the client does not release the lock by itself.")},
        OfferedFault{{FaultKind::Careless},
                     "faultCareless",
                     phraseLater("Ignore Lock Loss"),
                     phraseLater("After the loss of a lock, the client still acts as the holder."),
                     Place::Menu,
                     true},
        OfferedFault{{FaultKind::Stop},
                     "faultStop",
                     phraseLater("Stop"),
                     phraseLater("The client releases its locks, closes its session and ends.")},
        OfferedFault{{FaultKind::Exit},
                     "faultExit",
                     phraseLater("Exit Without Release"),
                     phraseLater("The process ends immediately. Its session stays open until it expires.")},
    };
    return offered;
}

std::string describe(const Fault& fault)
{
    std::string text(toString(fault.kind));
    switch (fault.kind) {
    case FaultKind::Delay:
        text = phrase("%1 %2 ms", text, fault.delay.count());
        break;
    case FaultKind::OneWay:
        text = phrase(fault.requestsPass ? phraseLater("%1, only requests pass") : phraseLater("%1, only replies pass"),
                      text);
        break;
    case FaultKind::Slow:
        text = phrase("%1 %2 bytes/s", text, fault.bytesPerSecond);
        break;
    case FaultKind::Clock:
        return phrase("%1 %2 ms forward", text, fault.jump.count());
    case FaultKind::Set:
        if (!fault.hold.empty())
            text += " hold " + fault.hold;
        if (!fault.think.empty())
            text += " think " + fault.think;
        return text;
    default:
        break;
    }
    if (fault.servers.empty())
        return text;
    std::vector<std::string> numbers;
    for (const int server : fault.servers)
        numbers.push_back(std::to_string(server));
    return phrase(numbers.size() == 1 ? phraseLater("%1 (server %2)") : phraseLater("%1 (servers %2)"), text,
                  listed(numbers));
}

} // namespace lockscope::console
