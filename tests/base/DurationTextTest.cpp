// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/DurationText.h"
#include "tests/support/Test.h"

namespace lockscope::durationTextTest {

using namespace std::chrono_literals;

class DurationTextTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsWhatPeopleWrite_data();
    void readsWhatPeopleWrite();
    void refusesWhatIsNone_data();
    void refusesWhatIsNone();
    void mayBeLongerWhereThatMakesSense();
};

void DurationTextTest::readsWhatPeopleWrite_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<qint64>("milliseconds");
    const auto row = [](const char* text, std::chrono::milliseconds meant) {
        QTest::newRow(text) << std::string(text) << qint64(meant.count());
    };
    row("0", 0ms);
    row("50ms", 50ms);
    row("10s", 10s);
    row("2m", 2min);
    row("2min", 2min);
    row("1h", 1h);
    row("24h", 24h);
    row("86400s", 24h);
}

void DurationTextTest::readsWhatPeopleWrite()
{
    QFETCH(std::string, text);
    QFETCH(qint64, milliseconds);
    const auto parsed = parseDuration(text);
    QVERIFY(parsed);
    QCOMPARE(qint64(parsed->count()), milliseconds);
}

void DurationTextTest::refusesWhatIsNone_data()
{
    QTest::addColumn<std::string>("text");
    for (const auto* text : {"", "s", "250", "soon", "-1s", "+1s", " 1s", "1 s", "1.5s", "10sec", "1d", "25h",
                             "86400001ms", "99999999999999999999s", "9223372036854775807h"})
        QTest::newRow(*text == '\0' ? "nothing" : text) << std::string(text);
}

void DurationTextTest::refusesWhatIsNone()
{
    QFETCH(std::string, text);
    const auto parsed = parseDuration(text);
    QVERIFY(!parsed);
    QVERIFY(parsed.error().code == ErrorCode::BadArguments);
    QCOMPARE(parsed.error().detail, "invalid duration \"" + text + "\": use 50ms, 10s or 2m, up to 24h");
}

void DurationTextTest::mayBeLongerWhereThatMakesSense()
{
    QVERIFY(durationIn("30h", 48h) == std::optional<std::chrono::milliseconds>(30h));
    QVERIFY(durationIn("48h", 48h) == std::optional<std::chrono::milliseconds>(48h));
    QVERIFY(!durationIn("49h", 48h));
    QVERIFY(!durationIn("172800001ms", 48h));
}

} // namespace lockscope::durationTextTest

LOCKSCOPE_TEST(lockscope::durationTextTest::DurationTextTest)
#include "DurationTextTest.moc"
