// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/redis/RedisTest.h"

#include "core/base/DurationText.h"
#include "core/base/Phrase.h"
#include "core/connect/ForeignText.h"
#include "core/connect/ReadingRights.h"
#include "core/connect/redis/RedisSettings.h"
#include "core/connect/redis/SshDialer.h"
#include "core/redis/ClientNames.h"
#include "core/redis/ConnectionError.h"

#include <QString>

#include <algorithm>
#include <string_view>
#include <utility>

namespace lockscope::connect {

namespace {

/// Of a key that most probably does not exist.
std::vector<RedisTestCommand> neededCommands(const std::string& key)
{
    return {{"SCAN", {"SCAN", "0", "COUNT", "1"}},
            {"EXISTS", {"EXISTS", key}},
            {"TYPE", {"TYPE", key}},
            {"PTTL", {"PTTL", key}},
            {"GET", {"GET", key}},
            {"GETRANGE", {"GETRANGE", key, "0", "1"}},
            {"HGETALL", {"HGETALL", key}},
            {"HSCAN", {"HSCAN", key, "0"}},
            {"LRANGE", {"LRANGE", key, "0", "0"}},
            {"ZRANGE", {"ZRANGE", key, "0", "0"}},
            {"PUBSUB NUMSUB", {"PUBSUB", "NUMSUB", key}, true},
            {"TIME", {"TIME"}, true},
            {"INFO", {"INFO", "server"}, true}};
}

std::string quotedReply(const std::string& text)
{
    return foreignText(QString::fromStdString(text));
}

bool isNotPermitted(const Error& error)
{
    return error.code == ErrorCode::NoAuth && !error.detail.starts_with("NOAUTH");
}

/// The connection to the masters may end during the test.
std::string withoutMaster()
{
    return phrase("no master is connected");
}

/// The servers' words for "no such database".
bool isOutOfRange(const redis::Value& reply)
{
    return reply.isError() && reply.text().find("out of range") != std::string::npos;
}

} // namespace

/// One client, and the first answer of its servers.
struct RedisTest::Member {
    explicit Member(const TestRun& run)
        : first(run.answer<Result<redis::Value>>())
    {
    }

    std::unique_ptr<redis::Client> client{};
    TestRun::Answer<Result<redis::Value>> first;
    // On the loop:
    Subscription status{};
    bool isAsked = false;
};

RedisTest::RedisTest(TestRun& run)
    : m_run(run)
    , m_loop(Log())
{
}

RedisTest::~RedisTest()
{
    m_loop.runAndWait([this] {
        for (const auto& member : m_members) {
            member->status.reset();
            member->client.reset();
        }
    });
    m_loop.stop();
}

void RedisTest::run()
{
    if (openSsh() && reachServers() && selectDatabase())
        checkRights();
}

bool RedisTest::openSsh()
{
    const auto& ssh = m_run.profile().ssh;
    if (!ssh)
        return true;
    m_run.begin(TestStep::Ssh);
    m_dialer = std::make_shared<SshDialer>(*ssh);
    const auto answer = m_run.answer<Result<void>>();
    m_sshLogin = std::async(std::launch::async, [dialer = m_dialer, answer] { answer.give(dialer->open()); });
    const auto opened = m_run.wait(answer, m_run.limits().ssh);
    if (!opened || !*opened) {
        m_run.fail(TestStep::Ssh, opened ? reasonOf(opened->error()) : noAnswerText(m_run.limits().ssh));
        return false;
    }
    m_run.pass(TestStep::Ssh, phrase("logged in at %1", ssh->destination));
    return true;
}

redis::ClientSettings RedisTest::settingsOf(const redis::Target& target) const
{
    auto settings = redisClientSettings(m_run.profile(), m_run.secrets());
    settings.target = target;
    settings.target.database = 0; // another one is a step of its own
    settings.dialer = m_dialer;
    settings.clientName = redis::windowClientName;
    settings.connectTimeout = m_run.limits().connect;
    settings.requestTimeout = m_run.limits().answer;
    settings.gate = std::make_shared<WriteGate>();
    return settings;
}

void RedisTest::onStatus(const std::shared_ptr<Member>& member, const redis::Status& status)
{
    if (status.state == SessionState::AuthFailed)
        return member->first.give(failure(ErrorCode::AuthFailed, {}, {}, status.detail));
    if (!canRead(status.state) || std::exchange(member->isAsked, true))
        return;
    member->client->send({}, {"PING"}, redis::Access::Read, [member](Result<redis::Value> reply) {
        member->isAsked = false; // after a lost connection, the next one tries again
        if (reply || !redis::isConnectionError(reply.error()))
            member->first.give(std::move(reply));
    });
}

bool RedisTest::reachServers()
{
    if (m_run.has(TestStep::Tls))
        m_run.begin(TestStep::Tls);
    m_run.begin(TestStep::Server);
    const auto& whole = *m_run.profile().redis;
    std::vector<redis::Target> targets{whole};
    if (whole.topology == redis::Topology::Independent) {
        targets.clear();
        for (const auto& server : whole.servers) {
            targets.push_back(whole);
            targets.back().topology = redis::Topology::Single;
            targets.back().servers = {server};
        }
    }
    for (const auto& target : targets) {
        const auto member = std::make_shared<Member>(m_run);
        m_members.push_back(member);
        m_loop.runAndWait([&] {
            member->client = std::make_unique<redis::Client>(settingsOf(target), m_loop, Log());
            const auto handler = [weak = std::weak_ptr(member)](const redis::Status& status) {
                if (const auto own = weak.lock())
                    onStatus(own, status);
            };
            member->status = member->client->onStatus(handler);
            onStatus(member, member->client->status());
        });
    }
    std::vector<Answer> answers;
    for (const auto& member : m_members) {
        answers.push_back(m_run.wait(member->first, m_run.limits().session));
        if (!answers.back()) {
            sayNotReached(*member);
            return false;
        }
    }
    m_run.pass(TestStep::Tls, phrase("the server's certificate is valid, and is for its host name"));
    return logIn(answers);
}

/// Sentinels or cluster nodes that are reached, but name no master, are another problem than a server that is not.
void RedisTest::sayNotReached(const Member& member)
{
    redis::Status status;
    bool hasMasters = false;
    m_loop.runAndWait([&] {
        status = member.client->status();
        hasMasters = !member.client->masters().empty();
    });
    const auto reason =
        status.detail.empty()
            ? phrase("nothing was answered within %1. Check that it is the port of a Redis server, and that the server "
                     "is not suspended or overloaded",
                     durationText(m_run.limits().session))
            : quotedReply(status.detail);
    const auto topology = m_run.profile().redis->topology;
    const bool isNamed = topology == redis::Topology::Sentinel || topology == redis::Topology::Cluster;
    if (isNamed)
        m_run.fail(hasMasters ? TestStep::Server : TestStep::Place, reason);
    else
        m_run.fail(m_run.has(TestStep::Tls) ? TestStep::Tls : TestStep::Server, reason);
}

bool RedisTest::logIn(const std::vector<Answer>& answers)
{
    const auto& profile = m_run.profile();
    for (const auto& answer : answers) {
        if (answer->has_value() || isNotPermitted(answer->error()))
            continue; // a user without PING is logged in
        const auto& error = answer->error();
        if (error.code != ErrorCode::AuthFailed && error.code != ErrorCode::NoAuth) {
            m_run.fail(TestStep::Server, quotedReply(reasonOf(error)));
            return false;
        }
        m_run.pass(TestStep::Server, phrase("a Redis server answers"));
        const bool isMissing = m_run.secrets().password.empty();
        m_run.fail(TestStep::Login,
                   phrase(isMissing ? phraseLater("the server requires a password (%1). Enter the password, and the "
                                                  "user if the password belongs to one")
                                    : phraseLater("the server refused the user or the password (%1). Check both"),
                          quotedReply(error.detail)));
        return false;
    }
    m_run.pass(TestStep::Server, counted(answers.size(), "%1 server answers", "%1 servers answer"));
    m_run.pass(TestStep::Login, !profile.user.empty()              ? phrase("logged in as user \"%1\"", profile.user)
                                : m_run.secrets().password.empty() ? phrase("the server requires no password")
                                                                   : phrase("the password was accepted"));
    return !m_run.isCancelled();
}

std::vector<redis::Address> RedisTest::mastersOf(const std::shared_ptr<Member>& member)
{
    std::vector<redis::Address> masters;
    m_loop.runAndWait([&] { masters = member->client->masters(); });
    return masters;
}

RedisTest::Answer RedisTest::ask(const std::shared_ptr<Member>& member, const redis::Command& command,
                                 const std::optional<redis::Address>& master)
{
    const auto answer = m_run.answer<Result<redis::Value>>();
    m_loop.post([member, command, master, answer] {
        const auto take = [answer](Result<redis::Value> reply) { answer.give(std::move(reply)); };
        if (master)
            member->client->sendTo(*master, command, redis::Access::Read, take);
        else
            member->client->send(command.size() > 1 ? command[1] : std::string(), command, redis::Access::Read, take);
    });
    return m_run.wait(answer, m_run.limits().answer);
}

bool RedisTest::selectDatabase()
{
    const auto& target = *m_run.profile().redis;
    if (!m_run.has(TestStep::Place))
        return true;
    m_run.begin(TestStep::Place);
    std::vector<std::string> names;
    for (const auto& member : m_members) {
        const auto masters = mastersOf(member);
        if (masters.empty()) {
            m_run.fail(TestStep::Place, withoutMaster());
            return false;
        }
        for (const auto& master : masters) {
            names.push_back(toString(master));
            if (target.database == 0)
                continue;
            const auto selected = ask(member, {"SELECT", std::to_string(target.database)}, master);
            if (selected && *selected && !(*selected)->isError())
                continue;
            const auto words = !selected   ? noAnswerText(m_run.limits().answer)
                               : *selected ? quotedReply((*selected)->text())
                                           : quotedReply(reasonOf(selected->error()));
            const bool isMissing = selected && *selected && isOutOfRange(**selected);
            m_run.fail(TestStep::Place,
                       isMissing ? phrase("the server has no database %1 (%2). Use a lower number: by default the "
                                          "databases are 0 to 15",
                                          target.database, words)
                                 : phrase("the database %1 cannot be selected (%2). Ask for the permission SELECT, or "
                                          "use database 0",
                                          target.database, words));
            return false;
        }
    }
    m_run.pass(TestStep::Place,
               target.topology == redis::Topology::Single || target.topology == redis::Topology::Independent
                   ? phrase("the database can be selected")
                   : phrase("masters: %1", listed(names, 6)));
    return !m_run.isCancelled();
}

/// SCAN of each master; the other commands of one. Ends after the first without an answer.
std::vector<RedisTest::Asked> RedisTest::repliesOf(const std::vector<RedisTestCommand>& commands)
{
    std::vector<Asked> replies;
    for (const auto& member : m_members) {
        auto masters = mastersOf(member);
        if (masters.empty()) {
            replies.push_back({commands.front(), failure(ErrorCode::NoConnection, {}, {}, withoutMaster())});
            return replies;
        }
        for (const auto& command : commands) {
            if (std::string_view(command.name) != "SCAN" && masters.size() > 1)
                masters.resize(1);
            const bool isOfKey = command.words.size() > 1 && command.words[0] != "SCAN";
            for (const auto& master : masters) {
                replies.push_back(
                    {command, ask(member, command.words, isOfKey ? std::nullopt : std::optional(master))});
                if (!replies.back().reply)
                    return replies;
            }
        }
    }
    return replies;
}

void RedisTest::checkRights()
{
    m_run.begin(TestStep::Rights);
    const auto& profile = m_run.profile();
    const auto key = (profile.roots.empty() ? std::string() : profile.roots.front()) + "lockscope-connection-test";
    std::vector<std::string> missing;
    std::string words;
    bool isNeeded = false;
    for (const auto& [command, reply] : repliesOf(neededCommands(key))) {
        if (!reply)
            return m_run.fail(TestStep::Rights, noAnswerText(m_run.limits().answer));
        if (*reply)
            continue;
        if (!isNotPermitted(reply->error()))
            return m_run.fail(TestStep::Rights, quotedReply(reasonOf(reply->error())));
        if (words.empty())
            words = quotedReply(reply->error().detail);
        if (std::find(missing.begin(), missing.end(), command.name) == missing.end())
            missing.emplace_back(command.name);
        isNeeded = isNeeded || !command.isOptional;
    }
    if (missing.empty())
        return m_run.pass(TestStep::Rights, phrase("SCAN and the other commands that read locks are permitted"));
    const auto line = readerAclLine(profile.user);
    if (isNeeded)
        m_run.fail(TestStep::Rights, phrase("not permitted for this user: %1 (%2). An administrator can permit them "
                                            "with: %3",
                                            listed(missing), words, line));
    else
        m_run.warn(TestStep::Rights, phrase("not permitted for this user: %1. Some facts stay unknown. An "
                                            "administrator can permit them with: %2",
                                            listed(missing), line));
}

} // namespace lockscope::connect
