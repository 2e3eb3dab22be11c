// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Hashes of Redisson's locks as its clients write them, and hashes that only resemble them.

#include "core/sources/redis/dialects/HashShape.h"
#include "tests/support/Test.h"

namespace lockscope::hashShapeTest {

using inspect::HashFields;
using inspect::HashHold;
using inspect::HashKind;
using inspect::HashShape;
using inspect::OwnerName;
using inspect::shapeOf;

const std::string uuid = "0123abcd-0123-4567-89ab-0123456789ab";
const std::string other = "fedc0123-89ab-4567-0123-0123456789ab";
const std::string value = "rL0Y20zC+Fzt72VPzMSk2A"; // 16 bytes as base64 without padding

class HashShapeTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ownerNames();
    void anOwner();
    void readersAndWriter();
    void aWriterOf2016();
    void fasterMultiLock();
    void lookAlikes_data();
    void lookAlikes();
    void someFieldsOfALargeHash();
};

void HashShapeTest::ownerNames()
{
    QVERIFY((inspect::parseOwnerName(uuid + ":42") == OwnerName{uuid, 42, {}}));
    QVERIFY((inspect::parseOwnerName(uuid + ":0:write") == OwnerName{uuid, 0, "write"}));
    QVERIFY((inspect::parseOwnerName(uuid + ":7:" + other) == OwnerName{uuid, 7, other})); // of a transaction
    QCOMPARE(inspect::parseOwnerName(uuid + ":42:write")->client(), uuid + ":42");
    for (const auto& text : {std::string(), uuid, uuid + ":", uuid + ":x", uuid + ":-1", uuid + ":07",
                             uuid + ":1:", uuid + ":9223372036854775808", "x" + uuid + ":1", uuid.substr(1) + ":12"})
        QVERIFY2(!inspect::parseOwnerName(text), text.c_str());
}

void HashShapeTest::anOwner()
{
    const auto shape = shapeOf({{uuid + ":42", "3"}});
    QVERIFY(shape.kind == HashKind::Owner);
    QVERIFY((shape.holds == std::vector<HashHold>{{uuid + ":42", {uuid, 42, {}}, 3}}));
}

void HashShapeTest::readersAndWriter()
{
    const auto readers = shapeOf({{"mode", "read"}, {uuid + ":1", "1"}, {other + ":2", "2"}});
    QVERIFY(readers.kind == HashKind::ReadWrite);
    QVERIFY(readers.mode == LockMode::Shared);
    QCOMPARE(readers.holds.size(), std::size_t(2));
    QVERIFY(readers.holds[1].mode == LockMode::Shared);
    QCOMPARE(readers.holds[1].count, 2);

    // The writer has read as well: it can release the write lock first.
    const auto writer = shapeOf({{"mode", "write"}, {uuid + ":1:write", "1"}, {uuid + ":1", "1"}});
    QVERIFY(writer.kind == HashKind::ReadWrite);
    QVERIFY(writer.mode == LockMode::Exclusive);
    QVERIFY(writer.holds[0].mode == LockMode::Exclusive);
    QVERIFY(writer.holds[1].mode == LockMode::Shared);
}

void HashShapeTest::aWriterOf2016()
{
    const auto shape = shapeOf({{"mode", "write"}, {uuid + ":1", "1"}});
    QVERIFY(shape.kind == HashKind::ReadWrite);
    QVERIFY(shape.holds.front().mode == LockMode::Exclusive);
}

void HashShapeTest::fasterMultiLock()
{
    const auto owner = uuid + ":5";
    const auto part = value + ":" + owner;
    const auto shape = shapeOf({{value, owner}, {part + ":expire_time", "1764300000000"}, {part + ":lock_count", "2"}});
    QVERIFY(shape.kind == HashKind::FasterMulti);
    QVERIFY(
        (shape.holds == std::vector<HashHold>{{value, {uuid, 5, {}}, 2, LockMode::Exclusive, 1764300000000, value}}));
}

void HashShapeTest::lookAlikes_data()
{
    QTest::addColumn<QByteArrayList>("fields");
    const auto owner = QByteArray::fromStdString(uuid) + ":1";
    const auto second = QByteArray::fromStdString(other) + ":1";
    const auto hash = QByteArray::fromStdString(value);
    QTest::newRow("empty") << QByteArrayList();
    QTest::newRow("a user") << QByteArrayList{"name", "Kim", "mode", "read"};
    QTest::newRow("two owners") << QByteArrayList{owner, "1", second, "1"};
    QTest::newRow("an owner and another field") << QByteArrayList{owner, "1", "host", "10.0.0.1"};
    QTest::newRow("a count of 0") << QByteArrayList{owner, "0"};
    QTest::newRow("a negative count") << QByteArrayList{owner, "-1"};
    QTest::newRow("no count") << QByteArrayList{owner, "Kim"};
    QTest::newRow("a count with a sign") << QByteArrayList{owner, "+1"};
    QTest::newRow("a number that is too large") << QByteArrayList{owner, "9223372036854775808"};
    QTest::newRow("a UUID without a thread") << QByteArrayList{QByteArray::fromStdString(uuid), "1"};
    QTest::newRow("upper case") << QByteArrayList{owner.toUpper(), "1"};
    QTest::newRow("a writer without a mode") << QByteArrayList{owner + ":write", "1"};
    QTest::newRow("a mode without an owner") << QByteArrayList{"mode", "read"};
    QTest::newRow("another mode") << QByteArrayList{"mode", "append", owner, "1"};
    QTest::newRow("readers with a writer in mode read")
        << QByteArrayList{"mode", "read", owner, "1", second + ":write", "1"};
    QTest::newRow("two writers") << QByteArrayList{"mode", "write", owner + ":write", "1", second + ":write", "1"};
    QTest::newRow("readers in mode write") << QByteArrayList{"mode", "write", owner, "1", second, "1"};
    QTest::newRow("readers and another field") << QByteArrayList{"mode", "read", owner, "1", "size", "3"};
    QTest::newRow("a value without its lease") << QByteArrayList{hash, owner, hash + ":" + owner + ":lock_count", "1"};
    QTest::newRow("a lease without its value")
        << QByteArrayList{hash + ":" + owner + ":expire_time", "1", hash + ":" + owner + ":lock_count", "1"};
}

HashFields fieldsOf(const QByteArrayList& words)
{
    HashFields fields;
    for (qsizetype i = 0; i + 1 < words.size(); i += 2)
        fields.emplace_back(words[i].toStdString(), words[i + 1].toStdString());
    return fields;
}

void HashShapeTest::lookAlikes()
{
    QFETCH(QByteArrayList, fields);
    QVERIFY(shapeOf(fieldsOf(fields)) == HashShape());
}

void HashShapeTest::someFieldsOfALargeHash()
{
    QVERIFY(inspect::mayBeLock({{"mode", "read"}, {uuid + ":1", "1"}}));
    QVERIFY(inspect::mayBeLock({{value, uuid + ":1"}}));
    QVERIFY(inspect::mayBeLock({{value + ":" + uuid + ":1:expire_time", "5"}}));
    QVERIFY(!inspect::mayBeLock({}));
    QVERIFY(!inspect::mayBeLock({{"name", "Kim"}}));
    QVERIFY(!inspect::mayBeLock({{uuid + ":1", "1"}, {"name", "Kim"}}));
}

} // namespace lockscope::hashShapeTest

LOCKSCOPE_TEST(lockscope::hashShapeTest::HashShapeTest)
#include "HashShapeTest.moc"
