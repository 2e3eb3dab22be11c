// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Every built-in scheme: its contenders, the children that it ignores, and the holders in a mixed queue. Names and
/// order follow Kazoo's TestSequence and ZooKeeper's ZNodeNameTest where these cover them.

#include "core/queue/Scheme.h"
#include "tests/support/Test.h"

#include <limits>

namespace lockscope::queueSchemesTest {

using namespace lockscope::queue;

namespace {

constexpr auto smallest = std::numeric_limits<std::int32_t>::min();
const QByteArray uuid("0b3e4f5a-1111-4222-8333-abcdefabcdef");
const QByteArray hex32("0b3e4f5a111142228333abcdefabcdef");

const Scheme& schemeNamed(const QByteArray& name)
{
    if (name == "mutex")
        return curatorMutexScheme();
    if (name == "read/write")
        return curatorReadWriteScheme();
    if (name == "tutorial")
        return tutorialReadWriteScheme();
    if (name == "lease")
        return curatorLeaseScheme();
    if (name == "latch")
        return curatorLatchScheme();
    return name == "kazoo" ? kazooLockScheme() : kazooReadWriteScheme();
}

std::vector<std::string> namesIn(const QByteArray& listing)
{
    std::vector<std::string> names;
    for (const auto& name : listing.split(' '))
        names.push_back(name.toStdString());
    return names;
}

} // namespace

class QueueSchemesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void knowsItsContenders_data();
    void knowsItsContenders();
    void doesNotSeeOthers_data();
    void doesNotSeeOthers();
    void reportsWhatTheLastOneWaitsFor_data();
    void reportsWhatTheLastOneWaitsFor();
    void saysWhereNewcomersQueue();
    void strangersQueueWhereTheirClientsThinkSo();
    void youngerStrangersDoNotStopAHolder();
    void nodesWithoutANumberQueueByCreation();
};

void QueueSchemesTest::knowsItsContenders_data()
{
    QTest::addColumn<QByteArray>("scheme");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("number");
    QTest::addColumn<bool>("shared");
    const auto row = [](const char* scheme, const char* title, const QByteArray& name, int number,
                        bool shared = false) {
        QTest::addRow("%s: %s", scheme, title) << QByteArray(scheme) << name << number << shared;
    };
    row("mutex", "Curator", "_c_" + uuid + "-lock-0000000012", 12);
    row("mutex", "Curator, smallest", "_c_" + uuid + "-lock--2147483648", smallest);
    row("mutex", "Curator, padded below zero", "_c_" + uuid + "-lock--000000003", -3);
    row("mutex", "go-zookeeper", "_c_" + hex32 + "-lock-0000000007", 7);
    row("mutex", "go-zookeeper below zero", "_c_" + hex32 + "-lock--000000007", -7);
    row("mutex", "Kazoo on Curator's names", hex32 + "-lock-0000000003", 3);
    row("mutex", "documented recipe", "guid-lock-0000000001", 1);
    row("mutex", "bare", "lock-0000000000", 0);
    row("mutex", "other languages", QString::fromUtf8("замок-lock-0000000005").toUtf8(), 5);
    row("read/write", "reader", "_c_" + uuid + "-__READ__0000000004", 4, true);
    row("read/write", "writer", "_c_" + uuid + "-__WRIT__0000000004", 4);
    row("read/write", "reader below zero", "_c_" + uuid + "-__READ__-000000001", -1, true);
    row("read/write", "Kazoo on Curator's names", hex32 + "__WRIT__0000000009", 9);
    row("tutorial", "reader", "host1-R-0000000001", 1, true);
    row("tutorial", "writer", "host2-W-0000000002", 2);
    row("tutorial", "host with the letters in it", "a-R-b-W-0000000003", 3);
    row("tutorial", "no host", "-R-0000000003", 3, true);
    row("tutorial", "below zero", "host1-W--000000003", -3);
    row("lease", "Curator", "_c_" + uuid + "-lease-0000000002", 2);
    row("lease", "whatever is there", "mine0000000002", 2);
    row("latch", "Curator", "_c_" + uuid + "-latch-0000000002", 2);
    row("latch", "smallest", "_c_" + uuid + "-latch--2147483648", smallest);
    row("kazoo", "Lock and WriteLock", hex32 + "__lock__0000000003", 3);
    row("kazoo", "below zero", hex32 + "__lock__-000000010", -10);
    row("kazoo", "eleven characters", hex32 + "__lock__-2147483647", -2147483647);
    row("kazoo read/write", "reader", hex32 + "__rlock__0000000003", 3, true);
    row("kazoo read/write", "writer", hex32 + "__lock__0000000003", 3);
    row("kazoo read/write", "reader below zero", hex32 + "__rlock__-000000010", -10, true);
}

void QueueSchemesTest::knowsItsContenders()
{
    QFETCH(QByteArray, scheme);
    QFETCH(QByteArray, name);
    QFETCH(int, number);
    QFETCH(bool, shared);
    const auto contender = parseContender(schemeNamed(scheme), name.toStdString());
    QVERIFY(contender);
    QCOMPARE(contender->sequence, number);
    QCOMPARE(contender->mode == LockMode::Shared, shared);
    QCOMPARE(contender->node, name.toStdString());
    QCOMPARE(contender->czxid, 0); // a name does not contain it
}

void QueueSchemesTest::doesNotSeeOthers_data()
{
    QTest::addColumn<QByteArray>("scheme");
    QTest::addColumn<QByteArray>("name");
    const auto row = [](const char* scheme, const char* title, const QByteArray& name) {
        QTest::addRow("%s: %s", scheme, title) << QByteArray(scheme) << name;
    };
    row("mutex", "Kazoo", hex32 + "__lock__0000000003");
    row("mutex", "latch", "_c_" + uuid + "-latch-0000000003");
    row("mutex", "Curator's readers", "_c_" + uuid + "-__READ__0000000003");
    row("mutex", "no number", "lock-");
    row("mutex", "short number", "lock-12");
    row("mutex", "the C recipe", "x-0123456789abcdef-0000000003");
    row("mutex", "a lease holder's file", "lease_holder");
    row("mutex", "nothing but a number", "0000000003");
    row("mutex", "upper case", "LOCK-0000000003");
    row("read/write", "a mutex", "_c_" + uuid + "-lock-0000000003");
    row("read/write", "one letter too many", "_c_" + uuid + "-__WRITE__0000000003");
    row("tutorial", "another letter", "host1-X-0000000003");
    row("tutorial", "small letters", "host1-r-0000000003");
    row("lease", "no number", "mine");
    row("latch", "a mutex", "_c_" + uuid + "-lock-0000000003");
    row("kazoo", "its readers", hex32 + "__rlock__0000000003");
    row("kazoo", "Curator", "_c_" + uuid + "-lock-0000000003");
    row("kazoo", "go-zookeeper", "_c_" + hex32 + "-lock-0000000003");
    row("kazoo", "a party", hex32 + "__party__0000000003");
    row("kazoo", "nine digits", hex32 + "__lock__000000003");
    row("kazoo", "a non-blocking lease's file", "lease_holder");
    row("kazoo read/write", "Curator's readers", "_c_" + uuid + "-__READ__0000000003");
    row("kazoo read/write", "one underscore", hex32 + "_rlock_0000000003");
}

void QueueSchemesTest::doesNotSeeOthers()
{
    QFETCH(QByteArray, scheme);
    QFETCH(QByteArray, name);
    QVERIFY(!parseContender(schemeNamed(scheme), name.toStdString()));
    const auto parsed = parseListing(schemeNamed(scheme), std::vector{name.toStdString()});
    QVERIFY(parsed.contenders.empty());
    QCOMPARE(parsed.foreign.size(), std::size_t(1)); // but does not drop it
}

void QueueSchemesTest::reportsWhatTheLastOneWaitsFor_data()
{
    QTest::addColumn<QByteArray>("scheme");
    QTest::addColumn<QByteArray>("listing"); ///< the waiter is the last one
    QTest::addColumn<QByteArray>("waitsFor");
    const auto row = [](const char* scheme, const char* title, const QByteArray& listing, const QByteArray& waitsFor) {
        QTest::addRow("%s: %s", scheme, title) << QByteArray(scheme) << listing << waitsFor;
    };
    const QByteArray go("_c_" + hex32 + "-lock-0000000009");
    row("kazoo", "go-zookeeper's node is not respected", go + " a__lock__0000000010", "");
    row("kazoo", "the nearest of several", "a__lock__0000000002 b__lock__0000000007 c__lock__0000000008",
        "b__lock__0000000007");
    row("kazoo", "readers are not waited for", "a__rlock__0000000001 b__lock__0000000002", "");
    row("kazoo", "the name does not count", "z__lock__0000000001 a__lock__0000000002", "z__lock__0000000001");
    row("mutex", "go-zookeeper's node is respected", go + " a-lock-0000000010", go);
    row("mutex", "the name does not count", "z-lock-0000000001 a-lock-0000000002", "z-lock-0000000001");
    row("mutex", "minus twenty stands before minus three", "x-lock--000000020 x-lock--000000003", "x-lock--000000020");
    row("mutex", "minus one stands before nought", "x-lock--000000001 x-lock-0000000000", "x-lock--000000001");
    row("mutex", "what has no number does not count", "lock- x-lock-0000000010", "");
    row("read/write", "reader behind reader", "a__READ__0000000001 b__READ__0000000002", "");
    row("read/write", "writer behind reader", "a__READ__0000000001 b__WRIT__0000000002", "a__READ__0000000001");
    row("read/write", "reader behind writer and reader", "a__WRIT__0000000001 b__READ__0000000002 c__READ__0000000003",
        "a__WRIT__0000000001");
    row("read/write", "a downgrade", "a__WRIT__0000000001 b__READ__0000000001", "");
    row("tutorial", "the host's name does not count", "zeta-W-0000000001 alpha-R-0000000002", "zeta-W-0000000001");
    row("tutorial", "readers share", "zeta-R-0000000001 alpha-R-0000000002", "");
    row("kazoo read/write", "a reader ignores a later writer", "a__lock__0000000009 b__rlock__0000000003", "");
    row("kazoo read/write", "a writer waits for a reader", "a__rlock__0000000001 b__lock__0000000002",
        "a__rlock__0000000001");
    row("latch", "another family does not count", "a-lock-0000000001 a-latch-0000000002", "");
}

void QueueSchemesTest::reportsWhatTheLastOneWaitsFor()
{
    QFETCH(QByteArray, scheme);
    QFETCH(QByteArray, listing);
    QFETCH(QByteArray, waitsFor);
    const auto names = namesIn(listing);
    const auto& rules = schemeNamed(scheme);
    const auto queue = parseListing(rules, names).contenders;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        if (queue[i].node != names.back())
            continue;
        const auto verdict = rules.rule(queue, i, 1);
        QVERIFY(verdict == (waitsFor.isEmpty() ? Decision(Granted{}) : Decision(WaitFor{waitsFor.toStdString()})));
        return;
    }
    QFAIL("who asks is not in the queue");
}

void QueueSchemesTest::saysWhereNewcomersQueue()
{
    // If a downgrade creates a node with an old number, being first is not final.
    QVERIFY(!curatorReadWriteScheme().newcomersQueueLast);
    QVERIFY(!tutorialReadWriteScheme().newcomersQueueLast);
    for (const auto* scheme : {&curatorMutexScheme(), &curatorLatchScheme(), &kazooLockScheme()})
        QVERIFY(scheme->newcomersQueueLast);
    QVERIFY(curatorLeaseScheme().rule == &leaseRule);
    for (const auto* scheme : {&curatorReadWriteScheme(), &tutorialReadWriteScheme(), &kazooReadWriteScheme()})
        QVERIFY(scheme->rule == &readWriteRule);
}

void QueueSchemesTest::strangersQueueWhereTheirClientsThinkSo()
{
    auto scheme = curatorReadWriteScheme();
    scheme.ordering = {OrderBy::Text, {"__READ__", "__WRIT__"}};
    const std::vector<std::string> names{"a__WRIT__0000000002", "a__READ__0000000001", "!first", "last"};
    const auto reported = [&] {
        auto listing = parseListing(scheme, names);
        const auto verdicts = judge(scheme, listing, 1);
        std::string text;
        for (std::size_t i = 0; i < verdicts.size(); ++i) {
            const auto* before = std::get_if<WaitFor>(&verdicts[i]);
            text += listing.contenders[i].node + (before ? "<" + before->node : "+") + " ";
        }
        return text;
    };
    QCOMPARE(reported(), std::string("a__READ__0000000001+ a__WRIT__0000000002<a__READ__0000000001 "));
    scheme.unrecognisedQueue = true;
    QCOMPARE(reported(), std::string("a__READ__0000000001+ a__WRIT__0000000002<a__READ__0000000001 "));
    scheme.rule = &exclusiveRule;
    QCOMPARE(reported(), std::string("a__READ__0000000001<!first a__WRIT__0000000002<a__READ__0000000001 "));
}

/// Curator's clients list the directory when they create their node, and when the node before theirs is deleted.
void QueueSchemesTest::youngerStrangersDoNotStopAHolder()
{
    auto scheme = curatorMutexScheme();
    scheme.ordering = {OrderBy::Text, {"lock-"}};
    scheme.unrecognisedQueue = true;
    const std::map<std::string, std::int64_t, std::less<>> young{{"0", 30}};
    const std::map<std::string, std::int64_t, std::less<>> old{{"0", 5}};
    const std::map<std::string, std::int64_t, std::less<>> unread;
    const auto judged = [&](const std::vector<std::string>& names, const auto& czxids) {
        auto listing = parseListing(scheme, names);
        std::int64_t czxid = 10;
        for (auto& contender : listing.contenders)
            contender.czxid = czxid++;
        listing.foreignCzxids = &czxids;
        return judge(scheme, listing, 1);
    };
    const std::vector<std::string> fromTheBeginning{"0", "a-lock-0000000000", "b-lock-0000000001"};
    QVERIFY(isGranted(judged(fromTheBeginning, young)[0]));
    QVERIFY(judged(fromTheBeginning, young)[1] == Decision(WaitFor{"a-lock-0000000000"}));
    QVERIFY(judged(fromTheBeginning, old)[0] == Decision(WaitFor{"0"}));
    QVERIFY(judged(fromTheBeginning, unread)[0] == Decision(Undecided{}));
    // Another contender may have left after the child came: then the first one waits for the child.
    QVERIFY(judged({"0", "b-lock-0000000001"}, young)[0] == Decision(Undecided{}));
}

void QueueSchemesTest::nodesWithoutANumberQueueByCreation()
{
    Scheme scheme{{{NamePattern::parse("{hex32}").value(), LockMode::Exclusive}}, &presenceRule};
    scheme.ordering.by = OrderBy::Creation;
    const auto first = hex32.toStdString();
    const auto second = std::string(22, 'a') + "0123456789"; // its end is not a number
    auto listing = parseListing(scheme, std::vector{first, second});
    QCOMPARE(listing.contenders.size(), std::size_t(2));
    for (auto& contender : listing.contenders) {
        QVERIFY(!contender.numbered);
        contender.czxid = contender.node == first ? 9 : 4;
    }
    QCOMPARE(judge(scheme, listing, 1).size(), std::size_t(2));
    QCOMPARE(listing.contenders[0].node, second);
}

} // namespace lockscope::queueSchemesTest

LOCKSCOPE_TEST(lockscope::queueSchemesTest::QueueSchemesTest)
#include "QueueSchemesTest.moc"
