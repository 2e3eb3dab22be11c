// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The explanation of a decision: which dialect fits, and for the others the first condition that failed.

#include "core/sources/DialectFiles.h"
#include "core/sources/LockRecognition.h"
#include "core/sources/zookeeper/dialects/DialectReader.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"
#include "core/sources/zookeeper/dialects/RecognitionTrace.h"
#include "tests/support/Test.h"

#include <algorithm>

namespace lockscope::recognitionTest {

using namespace lockscope::inspect;
using Names = std::vector<std::string>;

namespace {

/// A catalogue of these files.
std::shared_ptr<const DialectCatalogue> catalogueOf(const std::vector<QByteArray>& files)
{
    std::vector<Dialect> dialects;
    for (const auto& file : files) {
        auto dialect = readDialect(file);
        if (dialect)
            dialects.push_back(*std::move(dialect));
        else
            qWarning("%s", qPrintable(dialect.error().reason)); // fails the test
    }
    return std::make_shared<const DialectCatalogue>(std::move(dialects));
}

const DialectReason* reasonOf(const Recognition& recognition, std::string_view dialect)
{
    const auto found = std::find_if(recognition.dialects.begin(), recognition.dialects.end(),
                                    [&](const DialectReason& one) { return one.dialect == dialect; });
    return found == recognition.dialects.end() ? nullptr : &*found;
}

std::string textOf(const Recognition& recognition, std::string_view dialect)
{
    const auto* reason = reasonOf(recognition, dialect);
    return reason ? (reason->fits ? "+ " : "- ") + reason->reason : "none";
}

ContenderDetails made(std::int64_t creationId, std::string payload = {})
{
    zk::Stat stat;
    stat.ephemeralOwner = 7;
    stat.czxid = creationId;
    return detailsOf(stat, std::move(payload));
}

const QByteArray turns = R"({"id": "turns", "title": "Turns", "marks": ["turn-{seq}"]})";
const QByteArray placed = R"({"id": "placed", "title": "Placed", "marks": ["turn-{seq}"], "places": ["queues/{any}"]})";
const QByteArray below = R"({"id": "below", "title": "Below", "marks": ["turn-{seq}"], "ancestors": ["pools"]})";
const QByteArray paid = R"({"id": "paid", "title": "Paid", "marks": ["turn-{seq}"],
                            "payloadIs": {"pointer": "/type", "data": "lock"}})";
const QByteArray form = R"({"id": "form", "title": "Form", "marks": ["{any}{seq}"], "certainty": "possible"})";

} // namespace

class RecognitionTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysWhatFits()
    {
        const auto dialects = catalogueOf({turns, form});
        const Names names{"turn-0000000001", "turn-0000000002", "other"};
        const auto why = explainDirectory(*dialects, {"/a", names}, {});
        QCOMPARE(why.decision, std::string("/a is a lock of type \"Turns\"."));
        QCOMPARE(why.dialects.front().dialect, std::string("turns"));
        QCOMPARE(textOf(why, "turns"), std::string("+ The dialect matches 2 of 3 children."));
        QCOMPARE(textOf(why, "form"), std::string("- The names match, but \"Turns\" matches more specifically."));
    }

    void saysThatThePlaceDoesNotMatch()
    {
        const auto dialects = catalogueOf({turns, placed, below});
        const Names names{"turn-0000000001"};
        const auto why = explainDirectory(*dialects, {"/a", names}, {});
        QCOMPARE(textOf(why, "placed"), std::string("- Place: the path must match queues/{any}."));
        QCOMPARE(textOf(why, "below"), std::string("- Place: the path must contain pools."));
    }

    void saysThatTheNamesDoNotMatch()
    {
        const auto dialects = catalogueOf({turns, placed});
        const Names names{"job-1"};
        const auto why = explainDirectory(*dialects, {"/queues/a", names}, {});
        QCOMPARE(why.decision, std::string("/queues/a is not a lock: no known type of lock matches."));
        QCOMPARE(textOf(why, "placed"), std::string("- Name pattern: no child matches turn-{seq}."));
        QVERIFY(!reasonOf(why, "turns")); // neither names nor place: it does not come near
    }

    void saysWhatThePayloadLacks()
    {
        const auto dialects = catalogueOf({paid});
        const Names names{"turn-0000000001"};
        DirectoryFacts directory{"/a", names};
        auto why = explainDirectory(*dialects, directory, {});
        QCOMPARE(textOf(why, "paid"), std::string("- Payload: the data of turn-0000000001 are not read yet."));
        QCOMPARE(why.decision, std::string("/a is not shown as a lock: this depends on the data of child "
                                           "turn-0000000001, which are unknown."));
        QCOMPARE(dialects->recognise(directory).needs, Need::Payload); // although nothing else matches
        QCOMPARE(dialects->recognise(directory).toRead, names[0]);

        DetailsByNode details{{names[0], made(1, R"({"type": "member"})")}};
        directory.details = &details;
        why = explainDirectory(*dialects, directory, {});
        QCOMPARE(textOf(why, "paid"),
                 std::string("- Payload: the value /type in the data of turn-0000000001 does not match \"lock\"."));

        details[names[0]].isPayloadKnown = false;
        why = explainDirectory(*dialects, directory, {});
        QCOMPARE(textOf(why, "paid"),
                 std::string("- Payload: Lockscope has no permission to read the data of turn-0000000001."));

        details[names[0]] = made(1, R"({"type": "lock"})");
        why = explainDirectory(*dialects, directory, {});
        QCOMPARE(why.decision, std::string("/a is a lock of type \"Paid\"."));
    }

    void saysTheServersArithmetic()
    {
        const auto dialects = catalogueOf({form});
        const auto reason = [&](const Names& names, std::optional<std::uint32_t> created,
                                const DetailsByNode& details = {}) {
            DirectoryFacts directory{"/a", names, created};
            directory.details = &details;
            const auto why = explainDirectory(*dialects, directory, {});
            return textOf(why, "form");
        };
        QCOMPARE(reason({"lock-1700000001"}, 5),
                 std::string("- Server's counter: The number of lock-1700000001 is 1700000001, but the server has "
                             "counted only 5 created children."));
        QCOMPARE(reason({"rs-160201700000000"}, 5),
                 std::string("- Server's counter: The number of rs-160201700000000 has more than ten digits, so the "
                             "server did not make it."));
        QCOMPARE(reason({"a-0000000001", "b-0000000001"}, 5),
                 std::string("- Server's counter: a-0000000001 and b-0000000001 have the same number, which the server "
                             "never gives twice."));
        QCOMPARE(reason({"a-0000000001", "a-0000000002"}, 5, {{"a-0000000001", made(20)}, {"a-0000000002", made(10)}}),
                 std::string("- Server's counter: The numbers of a-0000000001 and a-0000000002 contradict the order in "
                             "which the nodes were created."));
        QCOMPARE(reason({"a-0000000001"}, 5), std::string("+ The dialect matches 1 of 1 children."));
    }

    void saysThatNamesAreKnownAsNoLock()
    {
        const auto dialects = catalogueOf({R"({"id": "members", "title": "Members", "kind": "none",
                                               "marks": ["member-{seq}"]})"});
        const Names names{"member-0000000001"};
        const auto why = explainDirectory(*dialects, {"/a", names}, {});
        QCOMPARE(why.decision, std::string("/a is not a lock: \"Members\" describes names that are no locks."));
        QVERIFY(reasonOf(why, "members")->fits);
    }

    void saysWhichNeedIsNotMet()
    {
        const auto dialects =
            catalogueOf({R"({"id": "e", "title": "E", "marks": ["turn-{seq}"], "needs": "ephemeral"})"});
        const Names names{"turn-0000000001"};
        PathFacts facts;
        facts.hasEphemeralContender = false;
        QCOMPARE(explainDirectory(*dialects, {"/a", names}, facts).decision,
                 std::string("/a is not a lock: the names match \"E\", but no contender is ephemeral."));
    }

    void explainsNodesThatAreLocksByThemselves()
    {
        const auto dialects = catalogueOf(
            {R"({"id": "boss", "title": "Boss", "kind": "single", "marks": ["boss"], "places": ["/app/boss"],
                 "needs": "ephemeral"})",
             R"({"id": "boards", "title": "Boards", "kind": "none", "marks": ["chief"], "places": ["/app"]})",
             R"({"id": "chief", "title": "Chief", "kind": "single", "marks": ["chief"]})"});
        PathFacts ephemeral;
        ephemeral.isEphemeral = true;
        const auto explain = [&](std::string_view path, const PathFacts& facts) {
            return explainSingle(*dialects, path, nullptr, facts);
        };
        QCOMPARE(explain("/app/boss", ephemeral).decision, std::string("/app/boss is a lock of type \"Boss\"."));
        QCOMPARE(textOf(explain("/other/boss", ephemeral), "boss"),
                 std::string("- Place: the path must match /app/boss."));
        QCOMPARE(textOf(explain("/app/boss", {}), "boss"),
                 std::string("- The node is persistent, but holders of this type have ephemeral nodes."));
        const auto known = explain("/app/chief", ephemeral);
        QCOMPARE(known.decision, std::string("/app/chief is not a lock: no known type of lock matches."));
        QCOMPARE(textOf(known, "chief"), std::string("- The name is known as \"Boards\" here, which is not a lock."));
        QCOMPARE(explain("/x/node", ephemeral).decision,
                 std::string("/x/node is not a lock: no known type of lock matches."));
    }

    /// The explanation decides as the catalogue does, for every example of every dialect.
    void explainsWhatWasDecided()
    {
        for (const auto& dialect : builtinDialects()->dialects()) {
            for (const auto& example : dialect.examples) {
                const DirectoryFacts directory{"/app/locks", example.children};
                RecognitionTrace trace;
                const auto decided = builtinDialects()->recognise(directory);
                const auto traced = builtinDialects()->recognise(directory, &trace);
                QCOMPARE(traced.dialect, decided.dialect);
                QCOMPARE(traced.needs, decided.needs);
                const auto reasons = trace.reasons();
                const auto fits = std::any_of(reasons.begin(), reasons.end(), [&](const DialectReason& one) {
                    return decided.dialect && one.dialect == decided.dialect->id && one.fits;
                });
                QCOMPARE(fits, decided.dialect != nullptr);
            }
        }
    }

    void explainsALockOfASnapshot()
    {
        Snapshot snapshot;
        snapshot.dialects = builtinDialects();
        const Names names{"_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-0000000001"};
        const auto lock = buildQueue("/a", *builtinDialects()->find("curator-mutex"), names, {}, nullptr, {});
        const auto why = recognitionOf(snapshot, lock);
        QCOMPARE(why.path, std::string("/a"));
        QCOMPARE(why.decision, "/a is a lock of type \"" + lock.dialectTitle + "\".");
    }

    void aRestoredTreeContradictsTheCounter()
    {
        const auto& mutex = *builtinDialects()->find("curator-mutex");
        const Names names{"_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-0000000041",
                          "_c_f9d81c06-2222-4333-9444-0123456789ab-lock-0000000042"};
        LockListing listing;
        listing.path = "/a";
        listing.dialect = &mutex;
        listing.queue.names = names;
        listing.queue.created = 43;
        QCOMPARE(buildQueue(listing, nullptr, {}).counterContradiction, std::string());
        listing.queue.created = 2;
        const auto lock = buildQueue(listing, nullptr, {});
        QVERIFY(!lock.isPossible()); // a documented name stays certain
        QCOMPARE(lock.counterContradiction,
                 "The number of " + names[0] +
                     " is 41, but the server has counted only 2 created children. The tree was probably restored or "
                     "copied.");
    }

    void aPayloadThatDecidesIsNotGuessed()
    {
        const auto& fate = *builtinDialects()->find("accumulo-fate");
        const Names names{"flock#0000000001", "flock#0000000002", "flock#0000000003"};
        DetailsByNode details{{names[0], made(1, "READ:01")}};
        auto lock = buildQueue("/t/table_locks/1", fate, names, details, nullptr, {});
        QVERIFY(lock.queue[0].holds && lock.queue[0].isModeKnown);
        QVERIFY(!lock.queue[1].isModeKnown && !lock.queue[1].isStateKnown && !lock.queue[1].holds);
        QVERIFY(!lock.queue[2].isStateKnown);
        QCOMPARE(lock.waiters(), 0);

        details[names[1]] = made(2);
        details[names[1]].isPayloadKnown = false; // no permission
        details[names[2]] = made(3, "WRITE:03");
        lock = buildQueue("/t/table_locks/1", fate, names, details, nullptr, {});
        QVERIFY(!lock.queue[1].isStateKnown);
        QVERIFY(lock.queue[2].waits());
        QVERIFY(lock.queue[2].isModeKnown);
    }
};

} // namespace lockscope::recognitionTest

LOCKSCOPE_TEST(lockscope::recognitionTest::RecognitionTest)
#include "RecognitionTest.moc"
