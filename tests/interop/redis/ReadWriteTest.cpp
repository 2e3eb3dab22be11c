// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Our read/write locks and Redisson's on one name: readers together, a writer alone, a writer that becomes a reader.

#include "tests/interop/redis/RedisPeerTest.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::readWriteTest {

using namespace lockscope::test;
using Kind = RedisClientKind;

class ReadWriteTest final : public RedisPeerTest {
    Q_OBJECT
public:
    ReadWriteTest()
        : RedisPeerTest({Kind::Ours, Kind::Redisson3, Kind::Redisson4}, {"a", "b"})
    {
    }

private Q_SLOTS:
    static void readersTogether_data() { addKinds({Kind::Redisson3, Kind::Redisson4}); }
    void readersTogether();
    static void writerAlone_data() { addPairs(); }
    void writerAlone();
    static void writerBecomesReader_data() { addPairs(); }
    void writerBecomesReader();

private:
    static void addPairs();
};

void ReadWriteTest::addPairs()
{
    QTest::addColumn<Kind>("writer");
    QTest::addColumn<Kind>("other");
    for (const auto kind : {Kind::Redisson3, Kind::Redisson4}) {
        QTest::addRow("ours, then %s", nameOf(kind).constData()) << Kind::Ours << kind;
        QTest::addRow("%s, then ours", nameOf(kind).constData()) << kind << Kind::Ours;
    }
}

void ReadWriteTest::readersTogether()
{
    QFETCH(Kind, kind);
    const auto name = freshName();
    const auto read = "read:" + name;
    const LockSlots readers{ours(read, "a"), slot(kind, read, "a"), ours(read, "b"), slot(kind, read, "b")};
    for (const auto& reader : readers)
        QCOMPARE(reader.acquire(), "granted");
    const LockSlots writers{ours("write:" + name, "b"), slot(kind, "write:" + name, "b")};
    for (const auto& reader : readers) {
        for (const auto& writer : writers)
            QCOMPARE(writer.acquire(100), "timedOut");
        QCOMPARE(reader.release(), "released");
    }
    for (const auto& writer : writers) {
        QCOMPARE(writer.acquire(), "granted");
        QCOMPARE(writer.release(), "released");
    }
    QCOMPARE(servers().command({"EXISTS", QByteArray::fromStdString(name)}), 0);
}

void ReadWriteTest::writerAlone()
{
    QFETCH(Kind, writer);
    QFETCH(Kind, other);
    const auto name = freshName();
    const auto write = "write:" + name;
    const auto read = "read:" + name;
    QCOMPARE(slot(writer, write).acquire(), "granted");
    for (const auto kind : {writer, other}) {
        for (const auto millis : {0, 200}) {
            QCOMPARE(slot(kind, write, "b").acquire(millis), "timedOut");
            QCOMPARE(slot(kind, read, "b").acquire(millis), "timedOut");
        }
    }
    slot(other, read, "a").reportAcquire();
    slot(other, read, "b").reportAcquire();
    QVERIFY(waitForListener(name));
    waitUntilAsleep(); // README.md
    QCOMPARE(slot(writer, write).release(), "released");
    for (const auto* id : {"a", "b"})
        QCOMPARE(slot(other, read, id).answer(turnLimitMs), "granted");
    for (const auto* id : {"a", "b"})
        QCOMPARE(slot(other, read, id).release(), "released");
}

/// Only our release of the write lock wakes readers that wait: Redisson's publishes nothing.
void ReadWriteTest::writerBecomesReader()
{
    QFETCH(Kind, writer);
    QFETCH(Kind, other);
    const auto name = freshName();
    const auto write = "write:" + name;
    const auto read = "read:" + name;
    const auto waiting = slot(other, read, "a");
    QCOMPARE(slot(writer, write).acquire(), "granted");
    QCOMPARE(slot(writer, read).acquire(), "granted");
    QCOMPARE(waiting.acquire(0), "timedOut");
    if (writer == Kind::Ours) {
        waiting.reportAcquire();
        QVERIFY(waitForListener(name));
        waitUntilAsleep();
    }
    QCOMPARE(slot(writer, write).release(), "released");
    if (writer != Kind::Ours)
        waiting.reportAcquire();
    QCOMPARE(waiting.answer(turnLimitMs), "granted");
    QCOMPARE(slot(other, write, "b").acquire(100), "timedOut");
    QCOMPARE(slot(writer, read).release(), "released");
    QCOMPARE(slot(writer, write, "b").acquire(100), "timedOut");
    QCOMPARE(waiting.release(), "released");
    QCOMPARE(slot(other, write, "b").acquire(), "granted");
    QCOMPARE(slot(other, write, "b").release(), "released");
}

} // namespace lockscope::readWriteTest

LOCKSCOPE_TEST(lockscope::readWriteTest::ReadWriteTest)
#include "ReadWriteTest.moc"
