// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Which commands prove the host of a holder or waiter, and which do not.

#include "core/sources/redis/hosts/HostEvidence.h"
#include "core/redis/KeyNames.h"
#include "tests/support/Test.h"

namespace lockscope::hostEvidenceTest {

using namespace std::chrono_literals;
using inspect::HostEvidence;
using inspect::HostSource;
namespace keys = redis::keys;

namespace {

const std::string instance = "b983c153-7421-469a-addb-44fb92259a1b";
const std::string owner = instance + ":41";
const std::string token = "2a2c1f8d9b7e4c3f8a1d2b3c4d5e6f70";
const std::string sha = "0123456789abcdef0123456789abcdef01234567";
const std::string server = "10.0.0.9:6379";
constexpr WallTime noon(std::chrono::milliseconds(1'764'331'200'000));

std::string line(const redis::Command& words, const std::string& address = "10.0.0.4:51234", int database = 0)
{
    auto text = "1795891710.204195 [" + std::to_string(database) + ' ' + address + ']';
    for (const auto& word : words)
        text += " \"" + word + '"';
    return text;
}

/// One lock with one contender.
inspect::Snapshot with(const std::string& lock, const std::string& contender, bool holds = true)
{
    inspect::Snapshot snapshot;
    snapshot.backend = inspect::Backend::Redis;
    auto made = std::make_shared<inspect::Lock>();
    made->path = lock;
    inspect::Contender one;
    one.node = contender;
    one.holds = holds;
    one.redis = std::make_shared<const inspect::RedisContender>(
        inspect::RedisContender{contender, 1, {}, inspect::Alive::Unknown, {}});
    made->queue.push_back(one);
    snapshot.locks.push_back(made);
    return snapshot;
}

/// What a line proves for a holder of "orders": the address, or nothing.
std::string provenBy(const std::string& text, const std::string& holder = owner)
{
    HostEvidence evidence(0);
    evidence.see(with("orders", holder));
    evidence.take(server, text, noon);
    const auto hosts = evidence.hosts();
    return hosts.empty() ? std::string() : hosts.begin()->second.address;
}

} // namespace

class HostEvidenceTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRenewalProves();
    void aKeyOfTheLockProves();
    void aWaiterSubscribes();
    void aToken();
    void aPermit();
    void theLockMayBeSeenLater();
    void provesNothing_data();
    void provesNothing();
    void twoHostsProveNeither();
    void lockscopesOwnConnections();
    void keepsNoArguments();
    void itIsBounded();
    void listsOfClients();
    void namesThatProve();
};

void HostEvidenceTest::aRenewalProves()
{
    HostEvidence evidence(2);
    evidence.see(with("orders", owner));
    evidence.take(server, line({"EVALSHA", sha, "1", "orders", "30000", owner}, "10.0.0.4:51234", 2), noon);
    evidence.take(server, line({"EVALSHA", sha, "1", "orders", "30000", owner}, "10.0.0.4:51999", 2), noon + 5s);
    const auto hosts = evidence.hosts();
    QCOMPARE(hosts.size(), std::size_t(1));
    const auto& [who, host] = *hosts.begin();
    QCOMPARE(who, instance);
    QCOMPARE(host.address, std::string("10.0.0.4:51999")); // the last connection of the pool
    QCOMPARE(host.server, server);
    QVERIFY(host.source == HostSource::Monitor && host.seenAt == noon + 5s && host.client.empty());
}

/// Scripts of fair and read/write locks may name only the lock's further keys.
void HostEvidenceTest::aKeyOfTheLockProves()
{
    QCOMPARE(provenBy(line({"evalsha", sha, "1", keys::fairQueue("orders"), owner})), std::string("10.0.0.4:51234"));
    QCOMPARE(provenBy(line({"EVAL", "return 1", "2", "other", keys::readTimeout("orders", owner, 1), owner})),
             std::string("10.0.0.4:51234"));
    QCOMPARE(provenBy(line({"EVALSHA", sha, "1", "orders", "30000", owner + ":write"})), std::string("10.0.0.4:51234"));
}

void HostEvidenceTest::aWaiterSubscribes()
{
    QCOMPARE(provenBy(line({"SUBSCRIBE", keys::fairChannel("orders", owner)})), std::string("10.0.0.4:51234"));
    QCOMPARE(provenBy(line({"ssubscribe", "x", keys::fairChannel("orders", owner)})), std::string("10.0.0.4:51234"));
    QCOMPARE(provenBy(line({"SUBSCRIBE", keys::lockChannel("orders")})), std::string());
}

void HostEvidenceTest::aToken()
{
    QCOMPARE(provenBy(line({"SET", "orders", token, "NX", "PX", "5000"}), token), std::string("10.0.0.4:51234"));
    QCOMPARE(provenBy(line({"set", "orders", token, "px", "5000", "nx"}), token), std::string("10.0.0.4:51234"));
    QCOMPARE(provenBy(line({"EVALSHA", sha, "1", "orders", token, "5000"}), token), std::string("10.0.0.4:51234"));
    QCOMPARE(provenBy(line({"SET", "orders", token, "PX", "5000"}), token), std::string());
    QCOMPARE(provenBy(line({"SET", "other", token, "NX", "PX", "5000"}), token), std::string());
    QCOMPARE(provenBy(line({"SET", "orders", "another", "NX", "PX", "5000"}), token), std::string());
}

/// Commands have its bytes, the model their hexadecimal form.
void HostEvidenceTest::aPermit()
{
    QCOMPARE(provenBy(line({"EVALSHA", sha, "1", "orders", R"(\x00\xff\x10A)"}), "00ff1041"),
             std::string("10.0.0.4:51234"));
}

void HostEvidenceTest::theLockMayBeSeenLater()
{
    HostEvidence evidence(0);
    evidence.take(server, line({"EVALSHA", sha, "1", "orders", "30000", owner}), noon);
    QVERIFY(evidence.hosts().empty());
    evidence.see(with("payments", owner));
    QVERIFY2(evidence.hosts().empty(), "the owner is known, the key is none of a lock");
    evidence.see(with("orders", owner));
    QCOMPARE(evidence.hosts().size(), std::size_t(1));
}

void HostEvidenceTest::provesNothing_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const std::string& text) {
        QTest::newRow(name) << QByteArray::fromStdString(text);
    };
    row("another key", line({"EVALSHA", sha, "1", "payments", "30000", owner}));
    row("another owner", line({"EVALSHA", sha, "1", "orders", "30000", "00000000-0000-4000-8000-000000000000:1"}));
    row("another database", line({"EVALSHA", sha, "1", "orders", "30000", owner}, "10.0.0.4:51234", 1));
    row("within a script", line({"evalsha", sha, "1", "orders", "30000", owner}, "lua"));
    row("the owner is a key", line({"EVALSHA", sha, "2", "orders", owner}));
    row("the name is an argument", line({"EVALSHA", sha, "1", owner, "orders", owner}));
    row("no keys", line({"EVALSHA", sha, "0", "orders", owner}));
    row("too many keys", line({"EVALSHA", sha, "9", "orders", owner}));
    row("a negative number", line({"EVALSHA", sha, "-1", "orders", owner}));
    row("no number", line({"EVALSHA", sha, "orders", owner}));
    row("a reader of the hash", line({"HEXISTS", "orders", owner}));
    row("a writer of the hash", line({"HSET", "orders", owner, "1"}));
    row("a publisher", line({"PUBLISH", keys::fairChannel("orders", owner), "0"}));
    row("only a name", line({"EVALSHA"}));
    row("no line", owner);
}

void HostEvidenceTest::provesNothing()
{
    QFETCH(QByteArray, text);
    QCOMPARE(provenBy(text.toStdString()), std::string());
}

/// A lock's owner is also named by those who release it by force.
void HostEvidenceTest::twoHostsProveNeither()
{
    HostEvidence evidence(0);
    evidence.see(with("orders", owner));
    evidence.take(server, line({"EVALSHA", sha, "1", "orders", "30000", owner}), noon);
    evidence.take(server, line({"EVALSHA", sha, "1", "orders", owner}, "10.0.0.77:50000"), noon);
    QVERIFY(evidence.hosts().empty());
}

void HostEvidenceTest::lockscopesOwnConnections()
{
    for (const bool isNamedBefore : {true, false}) {
        HostEvidence evidence(0);
        evidence.see(with("orders", owner));
        const std::vector<inspect::NamedClient> clients{{"10.0.0.4:51234", "lockscopectl"}};
        if (isNamedBefore)
            evidence.take(clients);
        evidence.take(server, line({"EVALSHA", sha, "1", "orders", owner}), noon);
        if (!isNamedBefore)
            evidence.take(clients);
        QVERIFY(evidence.hosts().empty());
    }
    for (const auto* name : {"lockscope", "lockscopectl"}) { // its connection has ended before the next list
        HostEvidence evidence(0);
        evidence.see(with("orders", owner));
        evidence.take(server, line({"client", "setname", name}, "10.0.0.4:51234", 3), noon);
        evidence.take(server, line({"EVALSHA", sha, "1", "orders", owner}), noon);
        QVERIFY(evidence.hosts().empty());
        evidence.take(server, line({"CLIENT", "SETNAME", "orders-7"}), noon); // the port is used again
        evidence.take(server, line({"EVALSHA", sha, "1", "orders", owner}), noon);
        QCOMPARE(evidence.hosts().size(), std::size_t(1));
    }
    HostEvidence evidence(0);
    evidence.see(with("orders", owner));
    evidence.take({{"10.0.0.4:51234", "orders-7"}});
    evidence.take(server, line({"EVALSHA", sha, "1", "orders", owner}), noon);
    QCOMPARE(evidence.hosts().begin()->second.client, std::string("orders-7"));
}

/// A command of a lock that carries more than its owner.
void HostEvidenceTest::keepsNoArguments()
{
    HostEvidence evidence(0);
    evidence.see(with("orders", owner));
    evidence.take(server, line({"EVALSHA", sha, "1", "orders", "secret-of-the-user", owner}), noon);
    for (const auto& [who, host] : evidence.hosts()) {
        for (const auto& text : {who, host.address, host.client, host.server})
            QVERIFY(text.find("secret") == std::string::npos);
    }
    QCOMPARE(evidence.hosts().size(), std::size_t(1));
}

void HostEvidenceTest::itIsBounded()
{
    HostEvidence evidence(0);
    evidence.see(with("orders", owner));
    evidence.take(server, line({"EVALSHA", sha, "1", "orders", "1", owner}), noon);
    constexpr int strangers = 11'000;
    for (int i = 0; i < strangers; ++i) {
        const auto digits = QByteArray::number(i).rightJustified(12, '0').toStdString();
        evidence.take(server,
                      line({"EVALSHA", sha, "1", "orders", "t" + digits, "b983c153-7421-469a-addb-" + digits + ":1"}),
                      noon);
        evidence.see(with("lock" + digits, "b983c153-7421-469a-addb-" + digits + ":1"));
    }
    const auto hosts = evidence.hosts();
    QVERIFY(hosts.contains(instance));
    QVERIFY(hosts.size() <= 10'000);
}

void HostEvidenceTest::listsOfClients()
{
    const auto clients = inspect::parseClientList(
        "id=3 addr=127.0.0.1:47962 laddr=127.0.0.1:26999 fd=9 name= age=1 idle=0 flags=O db=0 cmd=monitor "
        "user=default\n"
        "id=12 addr=[::1]:48028 laddr=[::1]:26999 fd=11 name=orders-7 age=0 idle=0 flags=N db=0 cmd=client|list\n"
        "id=13 addr=/run/redis/u.sock:0 laddr=/run/redis/u.sock:0 fd=12 name=local age=0 idle=0 flags=U db=0\n"
        "id=14 addr=10.0.0.4:51234 name=a\n"
        "nonsense\n\n");
    QVERIFY(clients == (std::vector<inspect::NamedClient>{{"[::1]:48028", "orders-7"}, {"10.0.0.4:51234", "a"}}));
}

void HostEvidenceTest::namesThatProve()
{
    const std::set<std::string, std::less<>> known{instance, token, "short"};
    QCOMPARE(inspect::instanceNamedBy("orders-" + instance + "@app7", known), instance);
    QCOMPARE(inspect::instanceNamedBy(token, known), token);
    for (const auto& name : {std::string("orders-7"), std::string("short"), "x" + token, instance.substr(1),
                             std::string("00000000-0000-4000-8000-000000000000"), std::string()})
        QCOMPARE(inspect::instanceNamedBy(name, known), std::string());
}

} // namespace lockscope::hostEvidenceTest

LOCKSCOPE_TEST(lockscope::hostEvidenceTest::HostEvidenceTest)
#include "HostEvidenceTest.moc"
