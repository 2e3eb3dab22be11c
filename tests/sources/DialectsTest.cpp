// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The built-in dialects, and how they are distinguished.

#include "core/base/Path.h"
#include "core/sources/DialectFiles.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/DialectExamples.h"
#include "core/sources/zookeeper/dialects/DialectReader.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <random>

namespace lockscope::dialectsTest {

using namespace lockscope::inspect;

namespace {

const std::string uuid = "0b3e4f5a-1111-4222-8333-abcdefabcdef";
const std::string hex = "0b3e4f5a111142228333abcdefabcdef";
const std::string otherHex = "f9d81c06222243339444012345678900";

const Dialect& dialect(const char* id)
{
    const auto* found = builtinDialects()->find(id);
    return found ? *found : *builtinDialects()->find("single-node");
}

ContenderDetails owned(std::int64_t session, std::int64_t creationId)
{
    zk::Stat stat;
    stat.ephemeralOwner = session;
    stat.czxid = creationId;
    return detailsOf(stat, {});
}

/// "+a -b<a !c": holds, waits for a, waits at the gate.
QByteArray reported(const Lock& lock)
{
    std::string text;
    for (const auto& contender : lock.queue) {
        text += (text.empty() ? "" : " ") + std::string(contender.atGate ? "!" : contender.holds ? "+" : "-");
        text += contender.node;
        for (const auto& other : contender.waitsOn)
            text += "<" + other;
    }
    return QByteArray::fromStdString(text);
}

} // namespace

class DialectsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyFileIsGoodAndCompiledIn();
    void everyFamilyHasExamples();
    void recognisesItsOwnExamples_data();
    void recognisesItsOwnExamples();
    void reportsFamiliesApart_data();
    void reportsFamiliesApart();
    void whatHasNoKnownNameIsNeverCertain();
    void whatALockIsStays();
    void namesOfSingleNodes_data();
    void namesOfSingleNodes();
    void sessionsReportWhoWaitsForALease();
    void leasesOfTheNode_data();
    void leasesOfTheNode();
    void saysWhereANodeLies();
    void whatLiesBesideIsUnrecognised();
    void readsPayloadsAsItsClientsWriteThem_data();
    void readsPayloadsAsItsClientsWriteThem();
    void recognisesNumbersOfAllKinds();
};

void DialectsTest::everyFileIsGoodAndCompiledIn()
{
    const QDir folder(QStringLiteral(LOCKSCOPE_DIALECTS));
    const auto files = folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name);
    QVERIFY(files.size() >= 20);
    const auto loaded = loadDialects(folder.path());
    for (const auto& problem : loaded.problems)
        qWarning("%s", describe(problem).c_str());
    QVERIFY(loaded.problems.empty());
    for (const auto& file : files) {
        QFile shipped(QStringLiteral(":/dialects/") + file);
        QFile source(folder.filePath(file));
        QVERIFY2(shipped.open(QIODevice::ReadOnly), qPrintable(file));
        QVERIFY(source.open(QIODevice::ReadOnly));
        QCOMPARE(shipped.readAll(), source.readAll());
        const auto id = file.chopped(5).toStdString(); // a file has the name of its dialect
        QVERIFY2(builtinDialects()->find(id), id.c_str());
    }
    QCOMPARE(builtinDialects()->dialects().size(), std::size_t(files.size()));
}

void DialectsTest::everyFamilyHasExamples()
{
    for (const auto& family : builtinDialects()->dialects()) {
        QVERIFY2(!family.examples.empty(), family.id.c_str());
        QFile file(QStringLiteral(":/dialects/%1.json").arg(QString::fromStdString(family.id)));
        QVERIFY2(file.open(QIODevice::ReadOnly), family.id.c_str());
        const auto source = QJsonDocument::fromJson(file.readAll()).object().value(QStringLiteral("source"));
        QVERIFY2(!source.toString().isEmpty(), family.id.c_str());
        for (const auto& example : family.examples) {
            if (!family.isLock() || family.kind == LockKind::Single)
                continue;
            QVERIFY2(!example.queue.empty(), family.id.c_str());
        }
    }
}

void DialectsTest::recognisesItsOwnExamples_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<int>("example");
    for (const auto& family : builtinDialects()->dialects()) {
        for (std::size_t i = 0; i < family.examples.size(); ++i)
            QTest::addRow("%s: %s", family.id.c_str(), family.examples[i].title.c_str())
                << QString::fromStdString(family.id) << static_cast<int>(i);
    }
}

void DialectsTest::recognisesItsOwnExamples()
{
    QFETCH(QString, id);
    QFETCH(int, example);
    const auto& family = dialect(qPrintable(id));
    const auto& children = family.examples[static_cast<std::size_t>(example)].children;
    const auto lock = examplePath(family);
    if (family.kind == LockKind::Single) {
        for (const auto& name : children) {
            // An example of several places has a name for each.
            std::vector<std::string> paths{lock + "/" + name};
            for (const auto& place : family.places)
                paths.push_back(parentOf(place.sample()) + "/" + name);
            QVERIFY2(std::any_of(
                         paths.begin(), paths.end(),
                         [&](const std::string& path) { return builtinDialects()->recogniseSingle(path) == &family; }),
                     name.c_str());
        }
        return;
    }
    const auto directory = lock + family.queue.at;
    DirectoryFacts facts{directory, children};
    DetailsByNode details;
    if (family.payloadIs) { // as its clients write it
        auto value = QJsonValue(QString::fromStdString(family.payloadIs->text.sample()));
        auto steps = QString::fromStdString(family.payloadIs->pointer).split(u'/', Qt::SkipEmptyParts);
        while (!steps.isEmpty())
            value = QJsonObject{{steps.takeLast(), value}};
        for (const auto& name : children)
            details[name].payload = value.isObject() ? QJsonDocument(value.toObject()).toJson().toStdString()
                                                     : value.toString().toStdString();
        facts.details = &details;
    }
    const auto recognised = builtinDialects()->recognise(facts);
    QCOMPARE(recognised.dialect ? recognised.dialect->id : std::string(), family.id);
    QVERIFY(!failingExample(family));
}

void DialectsTest::reportsFamiliesApart_data()
{
    QTest::addColumn<QByteArray>("directory");
    QTest::addColumn<QByteArray>("children"); // separated by spaces
    QTest::addColumn<QByteArray>("dialect");
    QTest::addColumn<int>("needs");
    const auto row = [](const char* name, const std::string& directory, const std::string& children, const char* id,
                        Need needs = Need::Nothing) {
        QTest::addRow("%s", name) << QByteArray::fromStdString(directory) << QByteArray::fromStdString(children)
                                  << QByteArray(id) << static_cast<int>(needs);
    };
    const auto number = std::string("0000000007");
    const auto curator = "_c_" + uuid + "-lock-" + number;
    const auto kazoo = hex + "__lock__" + number;
    row("go-zookeeper", "/a", "_c_" + hex + "-lock-" + number, "curator-mutex");
    row("Kazoo on Curator's names", "/a", hex + "-lock-" + number, "curator-mutex");
    row("negative numbers", "/a", "_c_" + uuid + "-lock--000000007", "curator-mutex");
    row("the smallest number", "/a", "_c_" + uuid + "-lock--2147483648", "curator-mutex");
    row("upper case is not Curator's", "/a", "_c_0B3E4F5A-1111-4222-8333-ABCDEFABCDEF-lock-" + number,
        "documented-lock", Need::Ephemeral);
    row("the majority decides", "/a", kazoo + " " + otherHex + "__lock__0000000008 " + curator, "kazoo-lock");
    row("a lone Curator among jobs", "/a", curator + " job-0000000001 job-0000000002", "curator-mutex");
    row("one reader makes it a read/write lock", "/a",
        kazoo + " " + otherHex + "__lock__0000000008 " + otherHex + "__rlock__0000000009", "kazoo-read-write");
    row("Kazoo on Curator's read/write names", "/a", hex + "__READ__" + number, "curator-read-write");
    row("leases lie in leases", "/a/leases", "_c_" + uuid + "-lease-" + number, "curator-semaphore");
    row("leases elsewhere are not a semaphore's", "/a/places", "_c_" + uuid + "-lease-" + number, "curator-protected",
        Need::Ephemeral);
    row("a Kazoo semaphore needs its gate", "/a", hex, "kazoo-semaphore", Need::Gate);
    row("a party is no lock", "/a", hex + "__party__", "kazoo-party");
    row("C's session ids are hexadecimal", "/a", "x-0100000837dd002f-" + number, "zookeeper-c-lock");
    row("Java's are decimal", "/a", "x-72057650047287297-" + number, "zookeeper-java-lock");
    row("and may be negative", "/a", "x--72057650047287297-" + number, "zookeeper-java-lock");
    row("other ids are not ZooKeeper's", "/a", "x-me-" + number, "sequential", Need::Ephemeral);
    row("a Curator latch", "/a", "_c_" + uuid + "-latch-" + number, "curator-latch");
    row("a Rust latch", "/a", "latch-" + uuid + "-" + number, "rust-latch");
    row("HBase below table-lock", "/hbase/table-lock/t", "read-" + number, "hbase-table-lock");
    row("the documented recipe elsewhere", "/hbase/t", "read-" + number, "documented-read-write", Need::Ephemeral);
    row("Solr's election", "/solr/overseer_elect/election", "72057650047287297-host_8983-n_" + number, "solr-election");
    row("the documented election", "/elect", "guid-n_" + number, "documented-election", Need::Ephemeral);
    row("ZooKeeper's election", "/elect", "n_" + number, "zookeeper-election", Need::Ephemeral);
    row("Accumulo", "/accumulo/x/tservers/h:9997", "zlock#" + uuid + "#" + number, "accumulo-lock");
    row("Hive with partitions below", "/hive/db/t", "LOCK-SHARED-" + number + " LOCK-EXCLUSIVE-0000000008 p=1",
        "hive-lock");
    row("zk-ruby", "/_zklocking/a", "ex" + number + " sh0000000008", "zk-ruby-lock");
    row("zk-ruby's semaphore", "/_zksemaphore/a", "sem" + number, "zk-ruby-semaphore");
    row("ClickHouse's numbers", "/clickhouse/t/block_numbers/202611", "block-" + number, "clickhouse-blocks");
    row("blocks elsewhere", "/a", "block-" + number, "sequential", Need::Ephemeral);
    row("blocks that say lock", "/a", "node_lock-x_" + number, "sequential", Need::Ephemeral);
    row("tutorial", "/shared_lock", "host1-R-" + number + " host-2-W-0000000008", "tutorial-read-write",
        Need::Ephemeral);
    row("Node's libraries", "/a", "lock_" + number, "sequential", Need::Ephemeral);
    row("jobs", "/a", "job-" + number, "sequential", Need::Ephemeral);
    row("nine digits", "/a", "job_000000007", "");
    row("too large a number", "/a", "_c_" + uuid + "-lock-9999999999", "");
    row("no numbers", "/a", "config brokers", "");
}

void DialectsTest::reportsFamiliesApart()
{
    QFETCH(QByteArray, directory);
    QFETCH(QByteArray, children);
    QFETCH(QByteArray, dialect);
    QFETCH(int, needs);
    std::vector<std::string> names;
    for (const auto& name : children.split(' '))
        names.push_back(name.toStdString());
    for (int order = 0; order < 2; ++order) { // a listing has none
        const auto recognised = builtinDialects()->recognise({directory.toStdString(), names});
        QCOMPARE(recognised.dialect ? QByteArray::fromStdString(recognised.dialect->id) : QByteArray(), dialect);
        QCOMPARE(static_cast<int>(recognised.needs), needs);
        std::reverse(names.begin(), names.end());
    }
}

/// Without documented names, places or payloads.
void DialectsTest::whatHasNoKnownNameIsNeverCertain()
{
    std::mt19937 random(30);
    const auto pick = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
    const auto word = [&] {
        std::string text;
        for (auto length = 2 + pick(6); length > 0; --length)
            text += static_cast<char>('a' + pick(25));
        return text;
    };
    const std::vector<std::string> telling{"locks", "lock", "mutex", "leader", "election", "members", "queue", "tasks"};
    const std::vector<std::string> unknown{"", hex + "-", "0b3e4f5a-1111-4222-8333-abcdefabcdef-", "_c_" + hex + "-",
                                           "10.0.0.7:2181-"};
    for (int i = 0; i < 5'000; ++i) {
        const auto parent = pick(3) == 0 ? telling[static_cast<std::size_t>(pick(7))] : word();
        const auto path = "/" + word() + "/" + parent;
        auto stem = word() + std::string(1, "-_#."[pick(3)]) + (pick(1) == 0 ? word() + "-" : "");
        if (const auto kind = pick(9); kind < 5)
            stem = unknown[static_cast<std::size_t>(kind)];
        else if (kind == 5)
            stem = word() + word(); // nothing separates it from the number
        const std::vector<std::string> names{stem + "0000000004", stem + "0000000005"};
        DirectoryFacts facts{path, names};
        facts.created = 6;
        const auto recognised = builtinDialects()->recognise(facts);
        QVERIFY2(recognised.dialect, names[0].c_str());
        QVERIFY2(!recognised.dialect->isLock() || recognised.dialect->certainty == Certainty::Possible,
                 (path + "/" + names[0] + " " + recognised.dialect->id).c_str());
        const auto* single = builtinDialects()->recogniseSingle(path + "/" + word());
        QVERIFY(!single || single->certainty == Certainty::Possible);
    }
}

void DialectsTest::whatALockIsStays()
{
    const std::vector<std::string> writers{hex + "__lock__0000000007", otherHex + "__lock__0000000008"};
    const auto recognised = [&](const std::vector<std::string>& names, const char* before) {
        DirectoryFacts facts{"/a", names};
        facts.before = &dialect(before);
        return builtinDialects()->recognise(facts).dialect->id;
    };
    QCOMPARE(recognised(writers, "kazoo-lock"), std::string("kazoo-lock"));
    QCOMPARE(recognised(writers, "kazoo-read-write"), std::string("kazoo-read-write")); // its readers have left
    QCOMPARE(recognised(writers, "curator-mutex"), std::string("kazoo-lock"));          // it ignores all of these
    QCOMPARE(recognised(writers, "sequential"), std::string("kazoo-lock"));             // a guess has lower priority
}

void DialectsTest::namesOfSingleNodes_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("dialect");
    const auto row = [](const char* path, const char* id) {
        QTest::addRow("%s", path) << QByteArray(path) << QByteArray(id);
    };
    row("/a/lock", "single-node");
    row("/a/exclusive_lock", "single-node");
    row("/a/DistributedMutex", "single-node");
    row("/a/leader", "single-leader");
    row("/controller", "kafka-controller");
    row("/kafka/controller", "kafka-controller");
    row("/hadoop-ha/ns/ActiveStandbyElectorLock", "hadoop-elector");
    row("/a/lock-0000000007", "");
    row("/a/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-0000000363", "");
    row("/brokers/ids/1001", "");
}

void DialectsTest::namesOfSingleNodes()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, dialect);
    const auto* recognised = builtinDialects()->recogniseSingle(path.toStdString());
    QCOMPARE(recognised ? QByteArray::fromStdString(recognised->id) : QByteArray(), dialect);
}

void DialectsTest::sessionsReportWhoWaitsForALease()
{
    const auto lease = [](int number) { return "_c_" + uuid + "-lease-000000000" + std::to_string(number); };
    const auto gate = "_c_" + uuid + "-lock-0000000009";
    const std::vector<std::string> leases{lease(1), lease(2), lease(3)};
    const std::vector<std::string> atGate{gate};
    const auto shown = [&](std::int64_t lastSession, std::int64_t gateSession) {
        const DetailsByNode leaseDetails{{lease(3), owned(lastSession, 50)}};
        const DetailsByNode gateDetails{{gate, owned(gateSession, 40)}};
        LockListing listing;
        listing.path = "/a";
        listing.dialect = &dialect("curator-semaphore");
        listing.queue = {leases, &leaseDetails};
        listing.gate = {atGate, &gateDetails};
        return buildQueue(listing, nullptr, {});
    };
    // The last lease belongs to the gate's holder: it waits, and the number of leases is that of the others.
    const auto waiting = shown(7, 7);
    QCOMPARE(reported(waiting), QByteArray::fromStdString("+" + lease(1) + " +" + lease(2) + " -" + lease(3) + "<" +
                                                          lease(1) + "<" + lease(2)));
    QCOMPARE(waiting.leases, 2);
    QVERIFY(waiting.leasesKnown == Confidence::Inferred);
    QCOMPARE(waiting.gateHolder, gate);
    QCOMPARE(waiting.waiters(), 1);
    // It belongs to another client, which has already acquired it.
    const auto entering = shown(8, 7);
    QCOMPARE(reported(entering), QByteArray::fromStdString("+" + lease(1) + " +" + lease(2) + " +" + lease(3) + " !" +
                                                           gate + "<" + lease(1) + "<" + lease(2) + "<" + lease(3)));
    QCOMPARE(entering.leases, 0);
    QVERIFY(entering.leasesKnown == Confidence::Unknown);
    QVERIFY(entering.gateHolder.empty());
}

void DialectsTest::leasesOfTheNode_data()
{
    QTest::addColumn<bool>("isText");
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<int>("leases");
    QTest::addRow("text") << true << QByteArray("3") << 3;
    QTest::addRow("nothing yet") << true << QByteArray() << 0;
    QTest::addRow("no number") << true << QByteArray("three") << 0;
    QTest::addRow("a number and more") << true << QByteArray("3 ") << 0;
    QTest::addRow("negative") << true << QByteArray("-3") << 0;
    QTest::addRow("too large") << true << QByteArray("4294967296") << 0;
    QTest::addRow("four bytes") << false << QByteArray("\0\0\1\2", 4) << 258;
    QTest::addRow("four bytes, negative") << false << QByteArray("\xff\0\0\0", 4) << 0;
    QTest::addRow("three bytes") << false << QByteArray("\0\0\1", 3) << 0;
}

void DialectsTest::leasesOfTheNode()
{
    QFETCH(bool, isText);
    QFETCH(QByteArray, data);
    QFETCH(int, leases);
    LeaseCount count;
    count.from = LeaseCount::From::Node;
    count.isText = isText;
    QCOMPARE(leasesIn(count, data.toStdString()), leases);
}

void DialectsTest::saysWhereANodeLies()
{
    const std::vector<std::string> leases{hex};
    const std::vector<std::string> atGate{otherHex + "__lock__0000000001"};
    LockListing listing;
    listing.path = "/a/s";
    listing.dialect = &dialect("kazoo-semaphore");
    listing.queue.names = leases;
    listing.gate.names = atGate;
    const auto lock = buildQueue(listing, nullptr, {});
    QCOMPARE(lock.nodePath(lock.queue.at(0)), "/a/s/" + hex);
    QVERIFY(!lock.queue.at(0).sequence);
    QCOMPARE(lock.nodePath(lock.queue.at(1)), "/a/s-__lock__/" + atGate[0]);
    QVERIFY(lock.liesIn("/a/s") && lock.liesIn("/a/s-__lock__") && !lock.liesIn("/a"));
    listing.dialect = &dialect("curator-semaphore");
    const auto curator = buildQueue(listing, nullptr, {});
    QVERIFY(curator.liesIn("/a/s") && curator.liesIn("/a/s/leases") && curator.liesIn("/a/s/locks"));
    QCOMPARE(curator.gatePath(), std::string("/a/s/locks"));
}

void DialectsTest::whatLiesBesideIsUnrecognised()
{
    const std::vector<std::string> leases{"_c_" + uuid + "-lease-0000000001", "README"};
    const std::vector<std::string> atGate{"notes"};
    const std::vector<std::string> beside{"leases", "locks", "count"};
    LockListing listing;
    listing.path = "/a";
    listing.dialect = &dialect("curator-semaphore");
    listing.queue.names = leases;
    listing.gate.names = atGate;
    listing.beside = beside;
    QCOMPARE(buildQueue(listing, nullptr, {}).unrecognised,
             (std::vector<std::string>{"count", "leases/README", "locks/notes"}));
    listing.path = "/b/s";
    listing.dialect = &dialect("kazoo-semaphore");
    listing.beside = {};
    listing.queue.names = beside;
    QCOMPARE(buildQueue(listing, nullptr, {}).unrecognised,
             (std::vector<std::string>{"count", "leases", "locks", "s-__lock__/notes"}));
}

void DialectsTest::readsPayloadsAsItsClientsWriteThem_data()
{
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<QString>("client");
    QTest::addColumn<QString>("host");
    const auto row = [](const char* name, const char* id, const QByteArray& payload, const char* client,
                        const char* host) {
        QTest::addRow("%s: %s", id, name)
            << QByteArray(id) << payload << QString::fromLatin1(client) << QString::fromLatin1(host);
    };
    row("address", "curator-mutex", "127.0.0.1", "", "127.0.0.1");
    row("participant", "curator-latch", "node-7", "node-7", "");
    row("identifier", "kazoo-lock", "george", "george", "");
    row("bytes as Python prints them", "kazoo-semaphore gate", "b'george'", "george", "");
    row("in other quotes", "kazoo-semaphore gate", "b\"george's\"", "george's", "");
    row("an address in them", "kazoo-semaphore gate", "b'10.0.0.7'", "", "10.0.0.7");
    row("none", "kazoo-semaphore gate", "b''", "", "");
    row("disconnected", "kazoo-semaphore gate", "b'", "b'", "");
    row("host name", "zookeeper-election", "web-1.example.org", "", "web-1.example.org");
    row("its two bytes", "zookeeper-java-lock", QByteArray("\x12\x34", 2), "", "");
    row("fields", "hive-lock", "hive_20261121:1795193147451:EXPLICIT:lock table t shared:10.0.0.7", "hive_20261121",
        "10.0.0.7");
    row("IPv6", "hive-lock", "q1:1795193147451:IMPLICIT:select 1:fe80::1", "q1", "fe80::1");
    row("older, without the address", "hive-lock", "q1:1795193147451:IMPLICIT:select 1", "q1", "");
    row("protobuf", "hbase-table-lock", QByteArray("PBUF\x0a\x02", 6), "", "");
    row("broker", "kafka-controller", R"({"version":1,"brokerid":3,"timestamp":"1795193147451"})", "3", "");
    row("another program's", "kafka-controller", "web-1", "web-1", "");
    row("descriptor", "accumulo-lock", R"({"descriptors":[]})", "", "");
}

void DialectsTest::readsPayloadsAsItsClientsWriteThem()
{
    QFETCH(QByteArray, id);
    QFETCH(QByteArray, payload);
    QFETCH(QString, client);
    QFETCH(QString, host);
    const auto& family = dialect(id.split(' ').first().constData());
    QVERIFY(id.startsWith(family.id.c_str()));
    const auto& part = id.endsWith(" gate") ? *family.gate : family.queue;
    const auto details = detailsOf({}, payload.toStdString(), part.payload);
    QCOMPARE(QString::fromStdString(details.client), client);
    QCOMPARE(QString::fromStdString(details.host), host);
    QVERIFY(details.hostSource == (host.isEmpty() ? HostSource::None : HostSource::Payload));
    QCOMPARE(QByteArray::fromStdString(details.payload), payload); // the bytes are kept, whatever they contain
}

void DialectsTest::recognisesNumbersOfAllKinds()
{
    const std::vector<std::string> stems{"_c_" + uuid + "-lock-",
                                         "_c_" + uuid + "-__READ__",
                                         hex + "__lock__",
                                         hex + "__rlock__",
                                         "x-0100000837dd002f-",
                                         "host-17-R-",
                                         "turn-",
                                         "zlock#" + uuid + "#"};
    std::vector<std::vector<std::string>> directories(1'000);
    int number = 0;
    for (std::size_t i = 0; i < directories.size(); ++i) {
        for (int k = 0; k < 9; ++k) {
            auto digits = std::to_string(number++);
            directories[i].push_back(stems[i % stems.size()] + std::string(10 - digits.size(), '0') + digits);
        }
    }
    for (const auto& names : directories)
        QVERIFY(builtinDialects()->recognise({"/a/b/c", names}).dialect);
}

} // namespace lockscope::dialectsTest

LOCKSCOPE_TEST(lockscope::dialectsTest::DialectsTest)
#include "DialectsTest.moc"
