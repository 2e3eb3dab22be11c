// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The limits file: its fields, its errors with line and column, and what it does to findings. And a lock's own usual
/// hold time as its limit.

#include "core/findings/LimitsFile.h"
#include "tests/findings/FindingText.h"
#include "tests/support/Test.h"

#include <QTemporaryDir>

namespace lockscope::limitsFileTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

FindingSettings settingsOf(const QByteArray& json)
{
    FindingSettings settings;
    if (auto limits = readLimits(json))
        settings.limits = *std::move(limits);
    else
        qFatal("%s", limits.error().detail.c_str());
    return settings;
}

} // namespace

class LimitsFileTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsEveryField();
    void faultsHaveLineAndColumn_data();
    void faultsHaveLineAndColumn();
    void aMissingFileIsNoLimits();
    void limitsApplyFieldByField();
    void muteEnds();
    void muteOfKinds();
    void aDeadlockIsMutedForAllItsLocks();
    void notesAndOwners();
    void aLocksUsualHoldIsItsLimit();
};

void LimitsFileTest::readsEveryField()
{
    const auto limits = readLimits(R"({"limits": [
        {"pattern": "/jobs/**", "hold": "2h", "wait": "off", "note": "nightly", "owner": "data team",
         "mute": "2026-12-31T18:00:00+01:00", "kinds": ["long-hold", "deadlock"]},
        {"pattern": "/x", "mute": "2026-12-31"}]})");
    QVERIFY_RESULT(limits);
    QCOMPARE(limits->size(), std::size_t(2));
    const auto& first = limits->at(0);
    QCOMPARE(first.pattern.text(), std::string("/jobs/**"));
    QVERIFY(first.hold == AgeLimit{2h} && first.wait == AgeLimit{});
    QCOMPARE(first.note, std::string("nightly"));
    QCOMPARE(first.owner, std::string("data team"));
    const auto end = QDateTime::fromString(QStringLiteral("2026-12-31T17:00:00Z"), Qt::ISODate).toMSecsSinceEpoch();
    QVERIFY(first.muteUntil == WallTime(std::chrono::milliseconds(end)));
    QCOMPARE(first.mutedKinds, (std::vector<FindingKind>{FindingKind::LongHold, FindingKind::Deadlock}));
    const auto& second = limits->at(1);
    QVERIFY(!second.hold && !second.wait && second.note.empty());
    QVERIFY(second.muteUntil == *first.muteUntil - 17h);
}

void LimitsFileTest::faultsHaveLineAndColumn_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("place");
    QTest::addColumn<QByteArray>("reason");
    const auto entry = [](const char* fields) {
        return QByteArray("{\"limits\": [\n  {\"pattern\": \"/a\"},\n  {") + fields + "}\n]}";
    };
    QTest::newRow("not JSON") << QByteArray("{\"limits\": [\n  {,}]}") << QByteArray("line 2, column") << QByteArray();
    QTest::newRow("hold") << entry(R"("pattern": "/b", "hold": "5parsec")") << QByteArray("line 3, column 21")
                          << QByteArray("invalid limit \"5parsec\": use 30s, 10m, 2h or off");
    QTest::newRow("pattern") << entry(R"("pattern": "jobs")") << QByteArray("line 3, column 4")
                             << QByteArray("invalid pattern \"jobs\"");
    QTest::newRow("no pattern") << entry(R"("hold": "2h")") << QByteArray("line 3, column 3") << QByteArray("pattern");
    QTest::newRow("mute") << entry(R"("pattern": "/b", "mute": "forever")") << QByteArray("line 3, column 21")
                          << QByteArray("use the end of the mute, such as 2026-12-31T18:00:00Z");
    QTest::newRow("kind") << entry(R"("pattern": "/b", "mute": "2026-12-31", "kinds": ["long-hould"])")
                          << QByteArray("line 3, column 43") << QByteArray("unknown kind \"long-hould\"");
    QTest::newRow("kinds without a mute") << entry(R"("pattern": "/b", "kinds": ["long-hold"])")
                                          << QByteArray("line 3, column 21") << QByteArray("without \"mute\"");
    QTest::newRow("misspelt") << entry(R"("pattern": "/b", "holds": "2h")") << QByteArray("line 3, column 21")
                              << QByteArray("holds");
}

void LimitsFileTest::faultsHaveLineAndColumn()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, place);
    QFETCH(QByteArray, reason);
    const auto limits = readLimits(json);
    QVERIFY(!limits && limits.error().code == ErrorCode::BadArguments);
    const auto& detail = limits.error().detail;
    QVERIFY2(detail.find(place.toStdString()) != std::string::npos, detail.c_str());
    QVERIFY2(detail.find(reason.toStdString()) != std::string::npos, detail.c_str());
}

void LimitsFileTest::aMissingFileIsNoLimits()
{
    const QTemporaryDir folder;
    const auto missing = loadLimits(folder.filePath(QStringLiteral("limits.json")));
    QVERIFY(!missing && missing.error().code == ErrorCode::Missing); // it was named
    const auto device = loadLimits(folder.path());
    QVERIFY(!device);
    const auto before = qgetenv("XDG_CONFIG_HOME");
    qputenv("XDG_CONFIG_HOME", QFile::encodeName(folder.path()));
    const auto none = loadUserLimits();
    QCOMPARE(userLimitsFile(), folder.filePath(QStringLiteral("lockscope/limits.json")));
    qputenv("XDG_CONFIG_HOME", before);
    QVERIFY(none && none->empty());
}

void LimitsFileTest::limitsApplyFieldByField()
{
    const auto settings = settingsOf(R"({"limits": [{"pattern": "/jobs/**", "hold": "1m", "wait": "1m"},
                                                    {"pattern": "/jobs/slow/*", "hold": "off"}]})");
    QCOMPARE(reportedOf({mutexOf("/jobs/a", {1, 2}, 90s)}, settings),
             "warning long-hold /jobs/a; warning long-wait /jobs/a");
    QCOMPARE(reportedOf({mutexOf("/jobs/slow/a", {1, 2}, 90s)}, settings), "warning long-wait /jobs/slow/a");
    QCOMPARE(reportedOf({mutexOf("/else", {1, 2}, 90s)}, settings), "");
    // An entry of an election applies too; without one, leaders have no limit.
    const LockText latch{"/jobs/l", "curator-latch", {{1, curator(1, "latch-"), 1, 24h}}};
    QCOMPARE(reportedOf({latch}, settings), "warning long-hold /jobs/l");
}

/// noon is 2026-11-20T16:01:07Z.
void LimitsFileTest::muteEnds()
{
    const QByteArray muted = R"({"limits": [{"pattern": "/jobs/**", "mute": "2026-11-20T16:02:00Z"}]})";
    const auto at = [&](WallTime now) {
        auto snapshot = std::make_shared<Snapshot>(snapshotOf({mutexOf("/jobs/a", {0, 1}), mutexOf("/b", {0, 1})}));
        snapshot->takenAt = now;
        return withFindings(snapshot, settingsOf(muted));
    };
    const auto before = at(noon);
    QCOMPARE(reported(before->findings), "critical persistent-contender /b");
    QCOMPARE(reported(before->muted), "critical persistent-contender /jobs/a");
    QVERIFY(before->muted[0].mutedUntil);
    const auto after = at(*before->muted[0].mutedUntil);
    QCOMPARE(reported(after->findings), "critical persistent-contender /b; critical persistent-contender /jobs/a");
    QVERIFY(after->muted.empty());
}

void LimitsFileTest::muteOfKinds()
{
    const auto settings =
        settingsOf(R"({"limits": [{"pattern": "/a", "mute": "2026-11-30", "kinds": ["long-hold", "long-wait"]}]})");
    const auto snapshot = std::make_shared<Snapshot>(snapshotOf({mutexOf("/a", {1, 2, 0}, 20min)}));
    const auto judged = withFindings(snapshot, settings);
    QCOMPARE(reported(judged->findings), "warning persistent-contender /a");
    QCOMPARE(reported(judged->muted), "warning long-hold /a; warning long-wait /a");
}

void LimitsFileTest::aDeadlockIsMutedForAllItsLocks()
{
    const auto reportedWith = [](const QByteArray& json) {
        const auto snapshot = std::make_shared<Snapshot>(
            snapshotOf({{"/a", "curator-mutex", {{1, curator(1), 1, 9s, 1}, {2, curator(4), 2, 9s, 4}}},
                        {"/b", "curator-mutex", {{2, curator(2), 1, 9s, 2}, {1, curator(3), 2, 9s, 3}}}}));
        return reported(withFindings(snapshot, settingsOf(json))->findings);
    };
    QCOMPARE(reportedWith(R"({"limits": [{"pattern": "/b", "mute": "2026-11-30"}]})"), "critical deadlock /b");
    QCOMPARE(reportedWith(R"({"limits": [{"pattern": "/a", "mute": "2026-11-30"}]})"), "critical deadlock /b");
    QCOMPARE(reportedWith(R"({"limits": [{"pattern": "/*", "mute": "2026-11-30"}]})"), "");
}

void LimitsFileTest::notesAndOwners()
{
    const auto settings = settingsOf(R"({"limits": [{"pattern": "/**", "note": "all", "owner": "ops"},
                                                    {"pattern": "/a", "owner": "data team"}]})");
    const auto findings = findingsIn(snapshotOf({mutexOf("/a", {0, 1})}), settings);
    QCOMPARE(findings.at(0).note, std::string("all"));
    QCOMPARE(findings.at(0).owner, std::string("data team"));
}

void LimitsFileTest::aLocksUsualHoldIsItsLimit()
{
    FindingSettings settings;
    settings.usualHolds = std::make_shared<UsualHolds>(UsualHolds{{"/fast", 20ms}, {"/slow", 1h}});
    QCOMPARE(reportedOf({mutexOf("/fast", {1}, 50s)}, settings), ""); // not below a minute
    QCOMPARE(reportedOf({mutexOf("/fast", {1}, 61s)}, settings), "warning long-hold /fast");
    QCOMPARE(reportedOf({mutexOf("/slow", {1}, 50min)}, settings), "");
    QCOMPARE(reportedOf({mutexOf("/slow", {1}, 61min)}, settings), "warning long-hold /slow");
    QCOMPARE(reportedOf({mutexOf("/new", {1}, 14min)}, settings), "");
    QCOMPARE(reportedOf({mutexOf("/new", {1}, 16min)}, settings), "warning long-hold /new");
    settings.limits = settingsOf(R"({"limits": [{"pattern": "/fast", "hold": "off"}]})").limits;
    QCOMPARE(reportedOf({mutexOf("/fast", {1}, 61s)}, settings), ""); // the file comes first
    settings.limits.clear();
    settings.holdLimit.reset(); // the user wants no hold limit
    QCOMPARE(reportedOf({mutexOf("/fast", {1}, 61s)}, settings), "");
}

} // namespace lockscope::limitsFileTest

LOCKSCOPE_TEST(lockscope::limitsFileTest::LimitsFileTest)
#include "LimitsFileTest.moc"
