// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/redis/RedisPeerTest.h"

#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <QElapsedTimer>

#include <algorithm>

namespace lockscope::test {

namespace {

constexpr int turnsLimitMs = 120'000;
constexpr int msUntilAsleep = 30;

/// "redisson-4.7.0" of "redisson-4.7.0-a".
std::string programIn(const std::string& name)
{
    return name.substr(0, name.rfind('-'));
}

QByteArray blamed(const LockSlot& slot, const QByteArray& what)
{
    return QByteArray::fromStdString(slot.name() + " on " + slot.spec) + ": " + what + "\n" + slot.peer->reported();
}

double millisecondsBetween(const QByteArray& first, const QByteArray& second)
{
    return static_cast<double>(second.toLongLong() - first.toLongLong()) / 1e6;
}

} // namespace

int RedisRegisterState::changesOfProgram() const
{
    int changes = 0;
    for (std::size_t i = 1; i < turns.size(); ++i) {
        if (programIn(turns[i - 1].name) != programIn(turns[i].name))
            ++changes;
    }
    return changes;
}

void RedisPeerTest::initTestCase()
{
    const auto started = m_servers.start();
    QVERIFY_RESULT(started);
    for (const auto kind : m_kinds) {
        m_peers[kind] =
            std::make_unique<Peer>(programOf(kind), m_servers.target(), nameOf(kind).toStdString(), longLease);
        m_peers[kind]->reportStart(m_ids);
    }
    for (const auto& [kind, peer] : m_peers)
        QVERIFY2(peer->hasStarted(), peer->reported());
}

void RedisPeerTest::cleanupTestCase()
{
    for (const auto& [kind, peer] : m_peers)
        QVERIFY2(peer->endsWell(), peer->reported());
}

std::unique_ptr<Peer> RedisPeerTest::mortal(Kind kind, const std::vector<std::string>& ids,
                                            std::chrono::milliseconds lease)
{
    auto peer = std::make_unique<Peer>(programOf(kind), m_servers.target(),
                                       nameOf(kind).toStdString() + "-mortal" + std::to_string(++m_names), lease);
    if (peer->start(ids))
        return peer;
    QTest::qFail(peer->reported(), __FILE__, __LINE__);
    return nullptr;
}

std::string RedisPeerTest::freshName()
{
    // In the order of the alphabet, in which our multi-locks take their members.
    return "lock-" + std::to_string(100'000 + ++m_names);
}

std::string RedisPeerTest::makeRegister(int capacity)
{
    const auto reg = "register-" + std::to_string(++m_names);
    m_servers.command({"HSET", QByteArray::fromStdString(reg), "capacity", QByteArray::number(capacity)});
    return reg;
}

RedisRegisterState RedisPeerTest::registerState(const std::string& reg)
{
    const auto key = QByteArray::fromStdString(reg);
    RedisRegisterState state;
    state.overlaps = m_servers.command({"HGET", key, "overlaps"}).toByteArray().toLongLong();
    for (const auto& field : m_servers.command({"HKEYS", key}).toList()) {
        if (field.toByteArray().startsWith("in "))
            state.inside.append(field.toByteArray().mid(3));
    }
    for (const auto& line : m_servers.command({"LRANGE", key + ":log", "0", "-1"}).toList()) {
        const auto words = line.toByteArray().split(' ');
        state.turns.push_back({words[0].toInt(), words[1].toLongLong(), words[2].toStdString()});
    }
    return state;
}

bool RedisPeerTest::waitForListener(const std::string& name)
{
    const auto pattern = QByteArray::fromStdString("redisson_*{" + name + "}*");
    return QTest::qWaitFor(
        [&] {
            return !m_servers.command({"PUBSUB", "CHANNELS", pattern}).toList().isEmpty();
        },
        turnLimitMs);
}

void RedisPeerTest::waitUntilAsleep()
{
    QElapsedTimer timer;
    timer.start();
    (void)QTest::qWaitFor([&] { return timer.elapsed() >= msUntilAsleep; }, turnLimitMs);
}

bool RedisPeerTest::waitForQueue(const std::string& name, qlonglong length)
{
    const auto key = QByteArray::fromStdString("redisson_lock_queue:{" + name + "}");
    return QTest::qWaitFor([&] { return m_servers.command({"LLEN", key}).toLongLong() == length; }, turnLimitMs);
}

void RedisPeerTest::reportTurns(const LockSlot& slot, const std::string& reg, int turns)
{
    slot.report("turns " + slot.spec + " " + reg + " " + std::to_string(slot.weight) + " " + std::to_string(turns) +
                " " + std::to_string(slot.waitLimitMs));
}

QByteArray RedisPeerTest::finishTurnsOf(const LockSlot& slot, const std::string& reg, int turns, GivingUp givingUp)
{
    if (const auto answer = slot.answer(turnsLimitMs); answer != "done")
        return blamed(slot, "it answered '" + answer + "'");
    if (slot.peer->member("turns").toInt() != turns)
        return blamed(slot, "it stopped after " + slot.peer->member("turns") +
                                " turns, overlaps: " + QByteArray::number(registerState(reg).overlaps));
    const bool isReadWrite = slot.spec.starts_with("read:") || slot.spec.starts_with("write:");
    const bool isStock = slot.peer->name() != nameOf(Kind::Ours).toStdString();
    const bool mayGiveUp =
        givingUp == GivingUp::Allowed || (givingUp == GivingUp::StockReadWrite && isReadWrite && isStock);
    if (!mayGiveUp && slot.peer->member("gaveUp") != "0")
        return blamed(slot, "it gave up " + slot.peer->member("gaveUp") + " times: it was not woken");
    return {};
}

QByteArray RedisPeerTest::takeTurns(const LockSlots& slots, const std::string& reg, int turns, int changes,
                                    GivingUp givingUp)
{
    for (const auto& slot : slots)
        reportTurns(slot, reg, turns);
    return finishTurns(slots, reg, turns, changes, givingUp);
}

QByteArray RedisPeerTest::takeTurnsOfPollers(const LockSlots& slots, GivingUp givingUp)
{
    for (int round = 0; round < 25; ++round) {
        if (const auto error = takeTurns(slots, makeRegister(1), 5, 1, givingUp); !error.isEmpty())
            return error;
    }
    return {};
}

QByteArray RedisPeerTest::finishTurns(const LockSlots& slots, const std::string& reg, int turns, int changes,
                                      GivingUp givingUp)
{
    for (const auto& slot : slots) {
        if (const auto error = finishTurnsOf(slot, reg, turns, givingUp); !error.isEmpty())
            return error;
    }
    const auto state = registerState(reg);
    if (state.overlaps != 0)
        return QByteArray::number(state.overlaps) + " overlaps";
    for (const auto& slot : slots) {
        const auto own = std::count_if(state.turns.begin(), state.turns.end(),
                                       [&](const auto& turn) { return turn.name == slot.name(); });
        if (own != turns || state.inside.contains(QByteArray::fromStdString(slot.name())))
            return blamed(slot, QByteArray::number(own) + " turns are in the register");
    }
    if (state.changesOfProgram() < changes)
        return "only " + QByteArray::number(state.changesOfProgram()) + " changes between the programs";
    qInfo("%zu acquisitions, %d changes between the programs", state.turns.size(), state.changesOfProgram());
    return {};
}

QByteArray RedisPeerTest::dieAsHolder(Peer& process, const std::vector<Death>& deaths)
{
    std::vector<std::string> registers;
    for (const auto& [dying, heir] : deaths) {
        registers.push_back(makeRegister(1));
        if (const auto answer = dying.acquire(turnLimitMs); answer != "granted")
            return blamed(dying, "it answered '" + answer + "' instead of granted");
        if (dying.enter(registers.back()) != "inside")
            return blamed(dying, "it is not inside");
        reportTurns(heir, registers.back(), 1);
    }
    process.kill();
    if (!process.hasEnded())
        return process.reported();
    for (std::size_t i = 0; i < deaths.size(); ++i) {
        const auto& [dying, heir] = deaths[i];
        // The register cannot see the votes of Redlock, whose lease has not ended yet.
        if (dying.spec.starts_with("redlock"))
            m_servers.command(
                {"HDEL", QByteArray::fromStdString(registers[i]), QByteArray::fromStdString("in " + dying.name())});
        if (const auto error = finishTurnsOf(heir, registers[i], 1); !error.isEmpty())
            return error;
        if (registerState(registers[i]).turns.size() != 2)
            return blamed(heir, "it has not entered after the one that died");
    }
    return {};
}

QByteArray RedisPeerTest::dieAsWaiter(Peer& process, const std::vector<Death>& deaths, const LockSlots& holders)
{
    std::vector<std::string> registers;
    for (std::size_t i = 0; i < deaths.size(); ++i) {
        const auto& [dying, heir] = deaths[i];
        registers.push_back(makeRegister(1));
        const auto& name = registers.back();
        if (const auto answer = holders[i].acquire(turnLimitMs); answer != "granted")
            return blamed(holders[i], "it answered '" + answer + "' instead of granted");
        if (holders[i].enter(name) != "inside")
            return blamed(holders[i], "it is not inside");
        reportTurns(dying, name, 1);
        const auto lock = dying.spec.substr(dying.spec.find(':') + 1);
        const bool isFair = dying.spec.starts_with("fair");
        if (isFair && !waitForQueue(lock, 1))
            return blamed(dying, "it does not queue");
        if (!dying.spec.starts_with("spin") && !waitForListener(lock.substr(0, lock.find_first_of(":,"))))
            return blamed(dying, "it does not listen");
        reportTurns(heir, name, 1);
        if (isFair && !waitForQueue(lock, 2))
            return blamed(heir, "it does not queue");
    }
    process.kill();
    if (!process.hasEnded())
        return process.reported();
    for (std::size_t i = 0; i < deaths.size(); ++i) {
        if (holders[i].leave(registers[i]) != "left" || holders[i].release() != "released")
            return blamed(holders[i], "it was not alone");
        if (const auto error = finishTurnsOf(deaths[i].heir, registers[i], 1); !error.isEmpty())
            return error;
    }
    return {};
}

QByteArray RedisPeerTest::handOver(std::vector<Way> ways, int rounds)
{
    QByteArray failures;
    for (auto& way : ways) {
        const auto fromRecipe = way.from.spec;
        const auto toRecipe = way.to.spec;
        std::vector<double> took;
        for (int round = 0; round < rounds; ++round) {
            const auto name = freshName();
            // A multi-lock waits for its first member first.
            const auto both = fromRecipe == "multi" ? name + "," + freshName() : name;
            way.from.spec = fromRecipe + ":" + both + way.more;
            way.to.spec = toRecipe + ":" + both + way.more;
            if (const auto answer = way.from.acquire(turnLimitMs); answer != "granted")
                return blamed(way.from, "it answered '" + answer + "' instead of granted");
            way.to.reportAcquire(turnLimitMs);
            if (!waitForListener(name))
                return blamed(way.to, "it does not listen");
            if (toRecipe == "read" || toRecipe == "write")
                waitUntilAsleep(); // README.md
            if (way.from.release() != "released")
                return blamed(way.from, "it did not release");
            const auto before = way.from.peer->member("at");
            if (const auto answer = way.to.answer(); answer != "granted")
                return blamed(way.to, "it answered '" + answer + "' instead of granted");
            took.push_back(millisecondsBetween(before, way.to.peer->member("at")));
            if (way.to.release() != "released")
                return blamed(way.to, "it did not release");
        }
        std::sort(took.begin(), took.end());
        const auto median = took[took.size() / 2];
        const auto text = QByteArray::fromStdString(fromRecipe + " of " + way.from.peer->name() + " to " + toRecipe +
                                                    " of " + way.to.peer->name()) +
                          QStringLiteral(": median %1 ms, max %2 ms of %3")
                              .arg(median, 0, 'f', 2)
                              .arg(took.back(), 0, 'f', 2)
                              .arg(took.size())
                              .toUtf8();
        qInfo("%s", text.constData());
        if (median > handOverLimitMs)
            failures += text + "\n";
    }
    return failures;
}

void RedisPeerTest::addKinds(const std::vector<Kind>& kinds)
{
    QTest::addColumn<Kind>("kind");
    for (const auto kind : kinds)
        QTest::addRow("%s", nameOf(kind).constData()) << kind;
}

void RedisPeerTest::addRecipes(const std::vector<Kind>& kinds, const QByteArrayList& recipes)
{
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<QByteArray>("recipe");
    for (const auto kind : kinds) {
        for (const auto& recipe : recipes)
            QTest::addRow("%s, %s", nameOf(kind).constData(), recipe.constData()) << kind << recipe;
    }
}

} // namespace lockscope::test
