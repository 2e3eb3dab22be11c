// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/locks/redis/RedisBed.h"

#include "core/locks/redis/scripts/Scripts.h"
#include "core/redis/KeyNames.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lockscope::test {

namespace {

namespace scripts = locks::scripts;

constexpr const char* lockName = "a";

RedisFacts hashFacts(RedisLockKind kind)
{
    RedisFacts facts;
    facts.rival = kind;
    facts.acquire = &scripts::lockAcquire();
    facts.release = &scripts::lockRelease();
    facts.inspect = &scripts::lockInspect();
    facts.loss = {"DEL", lockName};
    return facts;
}

RedisFacts tokenFacts(RedisLockKind kind)
{
    auto facts = hashFacts(kind);
    facts.isReentrant = false;
    facts.acquire = &scripts::tokenAcquire();
    facts.release = &scripts::tokenRelease();
    facts.inspect = &scripts::tokenInspect();
    if (kind == RedisLockKind::Json)
        facts.release = &scripts::jsonUpdate();
    return facts;
}

RedisFacts permitFacts(RedisLockKind kind)
{
    const bool hasOwners = kind == RedisLockKind::Permit;
    auto facts = hashFacts(kind);
    facts.isReentrant = false;
    facts.recordsOwners = hasOwners;
    facts.acquire = hasOwners ? &scripts::permitAcquire() : &scripts::semaphoreAcquire();
    facts.release = hasOwners ? &scripts::permitRelease() : &scripts::semaphoreRelease();
    facts.inspect = hasOwners ? &scripts::permitInspect() : nullptr;
    facts.loss = hasOwners ? redis::Command{"DEL", redis::keys::permitTimeouts(lockName)} : redis::Command{};
    facts.kept = {lockName};
    return facts;
}

RedisFacts sideFacts(RedisLockKind kind)
{
    auto facts = hashFacts(kind);
    facts.rival = RedisLockKind::Write;
    facts.isShared = kind == RedisLockKind::Read;
    facts.acquire = facts.isShared ? &scripts::readAcquire() : &scripts::writeAcquire();
    facts.release = facts.isShared ? &scripts::readRelease() : &scripts::writeRelease();
    return facts;
}

RedisFacts makeFacts(RedisLockKind kind)
{
    auto facts = hashFacts(kind);
    switch (kind) {
    case RedisLockKind::Lock:
    case RedisLockKind::Spin:
        return facts;
    case RedisLockKind::Fenced:
        facts.hasTokens = true;
        facts.acquire = &scripts::fencedAcquire();
        facts.kept = {redis::keys::lockToken(lockName)};
        return facts;
    case RedisLockKind::Fair:
        facts.isFair = true;
        facts.acquire = &scripts::fairAcquire();
        facts.release = &scripts::fairRelease();
        return facts;
    case RedisLockKind::Read:
    case RedisLockKind::Write:
        return sideFacts(kind);
    case RedisLockKind::Semaphore:
    case RedisLockKind::Permit:
        return permitFacts(kind);
    case RedisLockKind::Multi:
        facts.parts = 2;
        facts.loss = {"DEL", "a:a"};
        return facts;
    case RedisLockKind::Lock2016:
        facts.release = &scripts::legacyRelease();
        return facts;
    case RedisLockKind::Json:
    case RedisLockKind::Token:
    case RedisLockKind::Redlock:
        return tokenFacts(kind);
    }
    return facts;
}

} // namespace

const RedisFacts& factsOf(RedisLockKind kind)
{
    static std::map<RedisLockKind, RedisFacts> all;
    const auto found = all.find(kind);
    return found != all.end() ? found->second : all.emplace(kind, makeFacts(kind)).first->second;
}

void addRedisLockKinds()
{
    QTest::addColumn<int>("kind");
    for (const auto kind : redisLockKinds())
        QTest::addRow("%s", std::string(toString(kind)).c_str()) << static_cast<int>(kind);
}

RedisLockKind currentRedisLockKind()
{
    QFETCH_GLOBAL(int, kind);
    return static_cast<RedisLockKind>(kind);
}

// --- programs ------------------------------------------------------------------------------------------------------

RedisProgram::RedisProgram(RedisBed& bed, RedisLockKind kind, std::string name, const locks::LeaseOptions& options)
    : m_bed(bed)
    , m_kind(kind)
    , m_name(std::move(name))
{
    std::vector<redis::Client*> clients;
    for (const auto& address : bed.addresses()) {
        redis::ClientSettings settings;
        settings.target.servers = {address};
        settings.callbacks = &bed.executor;
        m_clients.push_back(std::make_unique<redis::Client>(settings, bed.executor, Log(),
                                                            bed.network.transports(bed.executor, m_name)));
        clients.push_back(m_clients.back().get());
    }
    m_bed.settle();
    m_lock = makeRedisLock(kind, clients, lockName, options);
    m_states = m_lock->onState(
        [note = m_keeper.noting()](locks::Owner owner, const locks::LockState& state) { note(owner, state); });
    m_bed.settle();
}

RedisProgram::~RedisProgram()
{
    m_keeper.dropAll();
    destroyLock();
    m_clients.clear();
    m_bed.settle();
}

Answer<locks::Grant> RedisProgram::ask(std::optional<Duration> timeout, const std::stop_token& stop)
{
    Answer<locks::Grant> answer;
    m_lock->acquireAsync(owner(), timeout, stop, m_keeper.keeping(answer.reply()));
    return answer;
}

Answer<locks::Grant> RedisProgram::acquire(std::optional<Duration> timeout)
{
    auto answer = ask(timeout);
    m_bed.settle();
    return answer;
}

Answer<void> RedisProgram::release()
{
    Answer<void> answer;
    m_keeper.release(answer.reply());
    m_bed.settle();
    return answer;
}

Answer<void> RedisProgram::verify()
{
    Answer<void> answer;
    hold().verifyAsync(answer.reply());
    m_bed.settle();
    return answer;
}

Answer<locks::Grant> RedisProgram::yield()
{
    Answer<locks::Grant> answer;
    hold().yieldAsync({}, {}, m_keeper.keeping(answer.reply()));
    m_bed.settle();
    return answer;
}

void RedisProgram::destroyLock()
{
    m_bed.executor.runAndWait([this] {
        m_states.reset();
        m_lock.reset();
    });
    m_bed.settle();
}

void RedisProgram::close()
{
    for (auto& client : m_clients)
        client->close([] {});
    m_bed.settle();
}

// --- the bed -------------------------------------------------------------------------------------------------------

RedisBed::RedisBed(RedisLockKind kind)
    : m_kind(kind)
{
    const int count = kind == RedisLockKind::Redlock ? 3 : 1;
    for (int i = 0; i < count; ++i)
        m_addresses.push_back({.host = "server" + std::to_string(i + 1), .port = 6379, .socket = {}});
    for (const auto& address : m_addresses) {
        auto& server = network.add({.address = address});
        for (const auto* script : scripts::all())
            server.run({"SCRIPT", "LOAD", std::string(script->text())});
    }
    restorePermit();
}

RedisBed::~RedisBed()
{
    while (!m_programs.empty())
        m_programs.pop_back();
}

RedisProgram& RedisBed::subject(const locks::LeaseOptions& options)
{
    return add(m_kind, options);
}

RedisProgram& RedisBed::rival(const locks::LeaseOptions& options)
{
    return add(facts().rival, options);
}

locks::LeaseOptions RedisBed::quiet()
{
    locks::LeaseOptions options;
    options.log = Log();
    options.random = [] { return 0.5; };
    return options;
}

RedisProgram& RedisBed::add(RedisLockKind kind, const locks::LeaseOptions& options)
{
    return m_programs.emplace_back(*this, kind, "client" + std::to_string(m_programs.size() + 1), options);
}

std::vector<FakeRedis*> RedisBed::servers()
{
    std::vector<FakeRedis*> all;
    for (const auto& address : m_addresses)
        all.push_back(&network.server(address));
    return all;
}

void RedisBed::lose(const redis::Script* script, const RedisProgram& program, When when, FakeLoss loss, int nth)
{
    for (auto* server : servers())
        server->lose({.command = "EVALSHA", .word = script->sha1(), .client = program.name(), .nth = nth}, when, loss);
}

void RedisBed::loseAcquire(const RedisProgram& program, When when, FakeLoss loss, int nth)
{
    lose(factsOf(program.kind()).acquire, program, when, loss, nth);
}

void RedisBed::loseRelease(const RedisProgram& program, When when, FakeLoss loss)
{
    lose(factsOf(program.kind()).release, program, when, loss, 1);
}

void RedisBed::loseInspect(const RedisProgram& program)
{
    for (auto* server : servers())
        server->lose({.command = "EVALSHA", .word = facts().inspect->sha1(), .client = program.name()},
                     When::AfterExecution, FakeLoss::Cut);
}

std::vector<int> RedisBed::holdAcquire(const RedisProgram& program, int nth)
{
    return holdScript(*factsOf(program.kind()).acquire, program, nth);
}

std::vector<int> RedisBed::holdRelease(const RedisProgram& program)
{
    return holdScript(*factsOf(program.kind()).release, program, 1);
}

std::vector<int> RedisBed::holdScript(const redis::Script& script, const RedisProgram& program, int nth)
{
    std::vector<int> held;
    for (auto* server : servers())
        held.push_back(
            server->hold({.command = "EVALSHA", .word = script.sha1(), .client = program.name(), .nth = nth}));
    return held;
}

void RedisBed::releaseIt(const std::vector<int>& held)
{
    for (std::size_t i = 0; i < held.size(); ++i)
        network.server(m_addresses[i]).release(held[i]);
    settle();
}

std::size_t RedisBed::faultsLeft()
{
    std::size_t left = 0;
    for (auto* server : servers())
        left += server->faultsLeft();
    return left;
}

void RedisBed::refuse(const redis::Script* script, const std::string& error)
{
    for (auto* server : servers()) {
        server->answerWith([script, error](const redis::Command& words) -> std::optional<redis::Value> {
            if (words.size() < 2 || words[1] != script->sha1())
                return std::nullopt;
            return redis::Value::error(error);
        });
    }
}

void RedisBed::refuseNothing()
{
    for (auto* server : servers())
        server->answerWith({});
}

void RedisBed::stop()
{
    for (const auto& address : m_addresses)
        network.stop(address);
    settle();
}

void RedisBed::start()
{
    for (const auto& address : m_addresses)
        network.start(address);
    settle();
}

void RedisBed::partition(const RedisProgram& program)
{
    for (const auto& address : m_addresses)
        network.partition(program.name(), address);
}

void RedisBed::heal()
{
    network.healAll();
    settle();
}

void RedisBed::deleteKeys()
{
    for (auto* server : servers()) {
        if (m_kind == RedisLockKind::Read) // each reader also has a key of its own
            server->run({"FLUSHDB"});
        else
            server->run(facts().loss);
    }
    restorePermit();
    settle();
}

void RedisBed::restorePermit()
{
    if (facts().kept != std::vector<std::string>{lockName})
        return;
    server().run({"SET", lockName, "1"});
    server().run({"PUBLISH", redis::keys::semaphoreChannel(lockName), "1"});
}

QByteArray RedisBed::remains()
{
    for (auto& program : m_programs)
        program.destroyLock();
    wait(std::chrono::seconds(3)); // a channel without waiters stays subscribed for two
    QByteArray remains;
    for (auto* server : servers()) {
        const auto keys = server->run({"KEYS", "*"});
        const auto channels = server->run({"PUBSUB", "CHANNELS"});
        for (const auto& key : keys.items()) {
            const auto& kept = facts().kept;
            if (std::find(kept.begin(), kept.end(), key.text()) == kept.end())
                remains += printed(key.text()) + " ";
        }
        for (const auto& channel : channels.items())
            remains += "channel " + printed(channel.text()) + " ";
    }
    if (m_kind == RedisLockKind::Semaphore || m_kind == RedisLockKind::Permit) {
        const auto free = server().run({"GET", lockName}).text();
        if (free != "1")
            remains += "free permits: " + printed(free);
    }
    return remains;
}

} // namespace lockscope::test
