// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/redis/conformance/RedisConformance.h"

#include "tests/support/redis/Resp.h"

#include <QDir>

namespace lockscope::test {

namespace {

QByteArray where(const ConformanceSequence& sequence, const ConformanceStep& step)
{
    return sequence.file + ".table:" + QByteArray::number(step.line) + ": " + step.source;
}

} // namespace

void RedisConformance::readTables()
{
    const QDir folder(QStringLiteral(LOCKSCOPE_CONFORMANCE_TABLES));
    for (const QString& name : folder.entryList({QStringLiteral("*.table")}, QDir::Files, QDir::Name)) {
        const auto error = readTable(folder.filePath(name), m_sequences);
        QVERIFY2(!error, error ? qPrintable(*error) : "");
    }
    std::size_t steps = 0;
    for (const ConformanceSequence& sequence : m_sequences)
        steps += sequence.steps.size();
    QVERIFY2(steps > 1000, "tables are missing");
}

void RedisConformance::sequence_data()
{
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < m_sequences.size(); ++i) {
        const ConformanceSequence& each = m_sequences[i];
        if (each.since <= version())
            QTest::newRow((each.file + ": " + each.name).constData()) << i;
    }
}

void RedisConformance::sequence()
{
    QFETCH(std::size_t, index);
    const ConformanceSequence& sequence = m_sequences[index];
    server().reset();
    for (const ConformanceStep& step : sequence.steps) {
        runStep(sequence, step);
        if (QTest::currentTestFailed())
            return;
    }
    // Nothing may be left unread: the next value of each connection is the reply to this.
    for (const char connection : server().connections()) {
        server().send(connection, {"PING", "end"});
        const auto reply = server().next(connection);
        const auto text = reply ? printedReply(*reply) : std::string("nothing");
        const auto problem = "one more on connection " + std::string(1, connection) + ": " + text;
        QVERIFY2(text == R"("end")" || text == R"(["pong", "end"])", problem.c_str());
    }
}

void RedisConformance::runStep(const ConformanceSequence& sequence, const ConformanceStep& step)
{
    if (step.kind == ConformanceStep::Kind::AwaitEnd) {
        QVERIFY2(server().awaitEnd(step.words.front()), where(sequence, step).constData());
        return;
    }
    if (step.kind == ConformanceStep::Kind::Send)
        server().send(step.connection, step.words);
    const auto expected = step.expected(version());
    const auto reply = server().next(step.connection);
    const bool isClosed = !reply && server().isClosed(step.connection);
    if (reply ? isExpected(expected, *reply) : (isClosed && expected == "closed"))
        return;
    const auto actual = reply ? printedReply(*reply) : std::string(isClosed ? "closed" : "nothing");
    const auto message = where(sequence, step) + "\nexpected " + expected + "\nreceived " + actual.c_str();
    QFAIL(message.constData());
}

} // namespace lockscope::test
