// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Commands to simulated clients: which are accepted, which are rejected with which message, and how lines are split.

#include "core/simulate/clients/ContendProtocol.h"
#include "tests/support/Test.h"

#include <QJsonDocument>

namespace lockscope::contendProtocolTest {

using namespace lockscope::console;
using namespace std::chrono_literals;

namespace {

QByteArray lineOf(const QJsonObject& json)
{
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

ClientCommand orderOf(ClientCommand::Type type)
{
    ClientCommand order;
    order.type = type;
    return order;
}

} // namespace

class ContendProtocolTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ordersAreReadBackTheSame();
    void understandsWhatIsDocumented();
    void refusesWithAReason_data();
    void refusesWithAReason();
    void answersAreReadBackTheSame();
    void answersWhatCouldBeMadeOut();
    void cutsLines();
    void skipsLongLines();
    void cutsInAnyPieces();
};

void ContendProtocolTest::ordersAreReadBackTheSame()
{
    std::vector<ClientCommand> orders;
    for (const auto type : {ClientCommand::Type::Start, ClientCommand::Type::Stop, ClientCommand::Type::Release,
                            ClientCommand::Type::HoldForever, ClientCommand::Type::Careless,
                            ClientCommand::Type::Revoke, ClientCommand::Type::Measure, ClientCommand::Type::Exit})
        orders.push_back(orderOf(type));
    auto set = orderOf(ClientCommand::Type::Set);
    set.client = "sim-2 \"ü\"";
    set.id = 9'007'199'254'740'991;
    set.hold = Spread::forever();
    set.think = Spread::exponential(50ms);
    set.revocation = Revocation::Follow;
    orders.push_back(set);
    auto careful = orderOf(ClientCommand::Type::Careless);
    careful.on = false;
    orders.push_back(careful);
    auto revoke = orderOf(ClientCommand::Type::Revoke);
    revoke.client = "sim-1";
    revoke.node = "/locks/a/_c_1-lock-0000000001";
    orders.push_back(revoke);
    for (const auto& order : orders) {
        const auto line = lineOf(toJson(order));
        const auto read = parseOrder(line);
        QVERIFY_RESULT(read);
        QVERIFY2(*read == order, line);
    }
}

void ContendProtocolTest::understandsWhatIsDocumented()
{
    const auto set = parseOrder(R"(  {"order":"set", "client":"a", "hold":"50ms..200ms", "think":"exp:10ms"} )");
    QVERIFY(set);
    QVERIFY(set->type == ClientCommand::Type::Set && set->client == "a");
    QVERIFY(set->hold == Spread(50ms, 200ms));
    QVERIFY(set->think == Spread::exponential(10ms));
    QVERIFY(!set->revocation && !set->id);
    QVERIFY(parseOrder(R"({"order":"careless"})")->on);
}

void ContendProtocolTest::refusesWithAReason_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("reason");
    const auto row = [](const char* name, const QByteArray& line, const char* reason) {
        QTest::newRow(name) << line << QByteArray(reason);
    };
    row("garbage", "start", "not valid JSON");
    row("disconnected", R"({"order":"start")", "not valid JSON");
    row("not text", "\xff\xfe\x00\x01", "not valid JSON");
    row("list", R"(["start"])", "not a JSON object: \"[\"start\"]\"");
    row("no order", R"({"client":"a"})", "\"order\" is missing");
    row("order of another form", R"({"order":1})", "\"order\" must be a string");
    row("unknown order", R"({"order":"jump"})", "unknown command \"jump\". Commands: start, stop");
    row("long order", R"({"order":")" + QByteArray(500, 'x') + R"("})", "\xe2\x80\xa6");
    row("unknown field", R"({"order":"stop","hold":"1s"})", "\"stop\" has no field \"hold\"");
    row("client of another form", R"({"order":"stop","client":7})", "\"client\" must be a string");
    row("empty client", R"({"order":"stop","client":""})", "\"client\" must be a string");
    row("id of another form", R"({"order":"stop","id":1.5})", "\"id\" must be a whole number");
    row("nothing to set", R"({"order":"set"})", "needs \"hold\", \"think\" or \"revocation\"");
    row("bad hold", R"({"order":"set","hold":"soon"})", "\"hold\": invalid duration \"soon\"");
    row("good and bad", R"({"order":"set","hold":"1s","think":"2s..1s"})", "\"think\": invalid range \"2s..1s\"");
    row("never think", R"({"order":"set","think":"forever"})", "Stop the client instead");
    row("bad revocation", R"({"order":"set","revocation":"maybe"})",
        "unknown reaction to a revocation request \"maybe\": use unheard, ignore or follow");
    row("careless of another form", R"({"order":"careless","on":"yes"})", "\"on\" must be true or false");
    row("node that is no path", R"({"order":"revoke","node":"a//b"})", "\"node\": ");
    row("exit of one", R"({"order":"exit","client":"a"})", "ends the whole process");
    row("measure of one", R"({"order":"measure","client":"a"})", "the whole process");
}

void ContendProtocolTest::refusesWithAReason()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, reason);
    const auto order = parseOrder(line);
    QVERIFY(!order);
    const auto sentence = QByteArray::fromStdString(describe(order.error()));
    QVERIFY2(sentence.contains(reason), sentence);
    QVERIFY2(sentence.size() < 300, sentence);
}

void ContendProtocolTest::answersAreReadBackTheSame()
{
    auto order = orderOf(ClientCommand::Type::Release);
    order.client = "b";
    order.id = 7;
    for (const auto& outcome : {Result<void>(), Result<void>(failure(ErrorCode::NotHeld, "release", {}, "b"))}) {
        const auto answer = answerTo(order, outcome);
        QCOMPARE(answer.isOk(), outcome.has_value());
        QVERIFY(answerFrom(toJson(answer)) == answer);
    }
    const auto done = toJson(answerTo(orderOf(ClientCommand::Type::Stop), {}));
    QCOMPARE(lineOf(done), QByteArray(R"({"client":null,"id":null,"ok":true,"order":"stop"})"));
    QVERIFY(!answerFrom({{QStringLiteral("event"), QStringLiteral("granted")}}));
    QVERIFY(!answerFrom({}));
}

void ContendProtocolTest::answersWhatCouldBeMadeOut()
{
    const QByteArray line = R"({"order":"jump","client":"a","id":3})";
    const auto answer = answerTo(line, parseOrder(line).error());
    QCOMPARE(answer.order, std::string("jump"));
    QCOMPARE(answer.client, std::string("a"));
    QVERIFY(answer.id == 3 && !answer.isOk());
    QVERIFY(toJson(answerTo(QByteArray("?"), parseOrder("?").error())).value(QLatin1String("order")).isNull());
}

void ContendProtocolTest::cutsLines()
{
    OrderLines lines;
    QVERIFY(lines.feed("one").empty());
    const auto two = lines.feed(" more\r\n\n  \ntwo\nthr");
    QCOMPARE(two.size(), std::size_t(2));
    QCOMPARE(two[0].value(), QByteArray("one more"));
    QCOMPARE(two[1].value(), QByteArray("two"));
    const auto last = lines.finish();
    QCOMPARE(last.size(), std::size_t(1));
    QCOMPARE(last[0].value(), QByteArray("thr"));
    QVERIFY(lines.finish().empty());
}

void ContendProtocolTest::skipsLongLines()
{
    OrderLines lines;
    QVERIFY(lines.feed(QByteArray(longestOrderBytes, 'x')).empty());
    const auto refused = lines.feed("y");
    QCOMPARE(refused.size(), std::size_t(1));
    QVERIFY(!refused[0] && describe(refused[0].error()).find("longer than 4096 bytes") != std::string::npos);
    for (int i = 0; i < 100; ++i)
        QVERIFY(lines.feed(QByteArray(longestOrderBytes, 'z')).empty()); // reported once
    const auto next = lines.feed("end\nnext\n");
    QCOMPARE(next.size(), std::size_t(1));
    QCOMPARE(next[0].value(), QByteArray("next"));
}

void ContendProtocolTest::cutsInAnyPieces()
{
    const QByteArray stream = "one\n\nfourteen bytes\n12345678\n123456789\nx";
    const QList<QPair<QByteArray, bool>> expected{{"one", false},      {"", false},        {"fourteen", true},
                                                  {"12345678", false}, {"12345678", true}, {"x", false}};
    for (int size = 1; size <= stream.size(); ++size) {
        LineCutter cutter(8);
        QList<QPair<QByteArray, bool>> lines;
        const auto take = [&](const std::vector<LineCutter::Line>& some) {
            for (const auto& line : some)
                lines.append({line.text, line.isTooLong});
        };
        for (qsizetype at = 0; at < stream.size(); at += size)
            take(cutter.feed(stream.mid(at, size)));
        take(cutter.finish());
        QCOMPARE(lines, expected);
    }
}

} // namespace lockscope::contendProtocolTest

LOCKSCOPE_TEST(lockscope::contendProtocolTest::ContendProtocolTest)
#include "ContendProtocolTest.moc"
