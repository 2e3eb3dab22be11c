// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Why there is no session: from the answers of the servers' ports to one sentence.

#include "core/connect/zookeeper/PortAnswer.h"

#include "tests/support/Test.h"

namespace lockscope::test::portAnswerTest {

using namespace connect;
using Kind = PortAnswer::Kind;

namespace {

std::vector<PortAnswer> answersOf(const std::vector<Kind>& kinds)
{
    std::vector<PortAnswer> answers;
    for (const auto kind : kinds)
        answers.push_back({{"zk" + std::to_string(answers.size() + 1), 2181}, kind, {}});
    return answers;
}

QString sentenceOf(const std::vector<Kind>& kinds)
{
    const auto why = whyNotConnected(answersOf(kinds), "zk1,zk2,zk3");
    return why ? QString::fromStdString(describe(*why)) : QString();
}

} // namespace

class PortAnswerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void knowsTheProgram_data();
    void knowsTheProgram();
    void eachReasonHasItsSentence();
    void countsTheServersThatAreMissing();
    void offersAServerThatAnswersReads();
    void quotesOthersSafely();
};

void PortAnswerTest::knowsTheProgram_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* name, const QByteArray& bytes, Kind kind) {
        QTest::newRow(name) << bytes << static_cast<int>(kind);
    };
    // As ZooKeeper 3.8.0 answers "srvr".
    row("serving", "Zookeeper version: 3.8.0-x, built on y\nLatency min/avg/max: 0/0.0/0\nMode: standalone\n",
        Kind::Serving);
    row("read-only", "Zookeeper version: 3.8.0-x, built on y\nREAD-ONLY mode; serving only read-only clients\n",
        Kind::ReadOnly);
    row("not serving", "This ZooKeeper instance is not currently serving requests\n", Kind::NotServing);
    row("not listed", "srvr is not executed because it is not in the whitelist.\n", Kind::Unlisted);
    row("Jetty", "HTTP/1.1 404 Not Found\r\n", Kind::Http);
    row("Redis", "-ERR unknown command\r\n", Kind::Redis);
    row("Redis with a password", "-NOAUTH Authentication required.\r\n", Kind::Redis);
    row("a TLS alert", QByteArray::fromHex("15030300020246"), Kind::Tls);
    row("SSH", "SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n", Kind::Other);
}

void PortAnswerTest::knowsTheProgram()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, kind);
    const auto known = kindOf(bytes);
    QVERIFY(known);
    QCOMPARE(static_cast<int>(*known), kind);
    QVERIFY(!kindOf({}));
}

void PortAnswerTest::eachReasonHasItsSentence()
{
    QSet<QString> sentences;
    auto count = 0;
    for (auto kind = Kind::UnknownHost; kind <= Kind::Other; kind = static_cast<Kind>(static_cast<int>(kind) + 1)) {
        const auto sentence = sentenceOf({kind});
        QVERIFY2(sentence.startsWith(u"Cannot connect to \"zk1,zk2,zk3\": ") && sentence.contains(u"zk1:2181: "),
                 qPrintable(sentence));
        QVERIFY2(!sentence.contains(u'%') && sentence.contains(u". "), qPrintable(sentence));
        sentences.insert(sentence);
        ++count;
    }
    QCOMPARE(sentences.size(), count);
    QCOMPARE(sentenceOf({}), QString());
}

void PortAnswerTest::countsTheServersThatAreMissing()
{
    const auto two = sentenceOf({Kind::NotServing, Kind::Refused, Kind::Refused});
    QVERIFY2(two.contains(u"1 of 3 servers run, but do not serve requests") && two.contains(u"zk2:2181, zk3:2181: "),
             qPrintable(two));
    // A server that runs says more than one that does not.
    const auto full = sentenceOf({Kind::Refused, Kind::Closed});
    QVERIFY2(full.indexOf(u"zk2:2181: ") < full.indexOf(u"zk1:2181: ") && full.endsWith(u"zoo.cfg"), qPrintable(full));
    const auto none = sentenceOf({Kind::NotServing, Kind::NotServing, Kind::NotServing});
    QVERIFY2(none.contains(u"elects its leader"), qPrintable(none));
}

void PortAnswerTest::offersAServerThatAnswersReads()
{
    const auto why = whyNotConnected(answersOf({Kind::Refused, Kind::ReadOnly, Kind::Refused}), "zk1");
    QVERIFY(why && why->code == ErrorCode::ReadOnlyServer);
    QVERIFY(why->detail.starts_with("zk2:2181: "));
    const auto other = whyNotConnected(answersOf({Kind::Refused}), "zk1");
    QVERIFY(other && other->code == ErrorCode::NoConnection);
}

void PortAnswerTest::quotesOthersSafely()
{
    const auto why = whyNotConnected({{{"zk1", 2181}, Kind::Other, "220 \x1b[31mhello\r\nworld"}}, "zk1");
    QVERIFY(why);
    QVERIFY2(why->detail.find('\x1b') == std::string::npos && why->detail.find('\n') == std::string::npos,
             why->detail.c_str());
}

} // namespace lockscope::test::portAnswerTest

LOCKSCOPE_TEST(lockscope::test::portAnswerTest::PortAnswerTest)
#include "PortAnswerTest.moc"
