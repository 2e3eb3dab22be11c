// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Lines of MONITOR as Redis 7.0.15 prints them, and what is none.

#include "core/sources/redis/hosts/MonitorLine.h"
#include "tests/support/Test.h"

#include <random>

namespace lockscope::monitorLineTest {

using inspect::isSocketAddress;
using inspect::parseMonitorLine;
using Words = std::vector<std::string>;

namespace {

const std::string owner = "b983c153-7421-469a-addb-44fb92259a1b:1";
const std::string renewal = "1795891710.204195 [0 127.0.0.1:47990] \"eval\" "
                            "\"return redis.call('pexpire', KEYS[1], ARGV[1])\" \"1\" \"orders\" \"30000\" \"" +
                            owner + "\"";

/// The words as the server prints them (sdscatrepr).
std::string printed(const Words& words)
{
    constexpr std::string_view digits = "0123456789abcdef";
    constexpr std::string_view special = "\\\"\n\r\t\a\b";
    constexpr std::string_view letters = "\\\"nrtab";
    std::string line = "1795891710.225164 [0 10.0.0.4:48002]";
    for (const auto& word : words) {
        line += " \"";
        for (const char c : word) {
            const auto byte = static_cast<unsigned char>(c);
            if (const auto at = special.find(c); at != std::string_view::npos)
                line += std::string("\\") + letters[at];
            else if (byte >= 0x20 && byte < 0x7f)
                line += c;
            else
                line += std::string("\\x") + digits[byte / 16] + digits[byte % 16];
        }
        line += '"';
    }
    return line;
}

} // namespace

class MonitorLineTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aScript();
    void aBinaryArgument();
    void aCommandOfAScript();
    void anIpv6Address();
    void aUnixSocket();
    void anEmptyArgument();
    void everyByteComesBack();
    void otherLinesAreNone_data();
    void otherLinesAreNone();
    void aCutLineIsNone();
    void addresses();
};

void MonitorLineTest::aScript()
{
    const auto line = parseMonitorLine(renewal);
    QVERIFY(line);
    QCOMPARE(line->database, 0);
    QCOMPARE(line->address, std::string("127.0.0.1:47990"));
    QVERIFY(line->words ==
            (Words{"eval", "return redis.call('pexpire', KEYS[1], ARGV[1])", "1", "orders", "30000", owner}));
}

void MonitorLineTest::aBinaryArgument()
{
    const auto line =
        parseMonitorLine(R"(1795891710.225164 [0 127.0.0.1:48002] "set" "bin" "\x00\x01\xff\"q\\ \n\r\t\a\b end")");
    QVERIFY(line && line->words.size() == 3);
    QCOMPARE(line->words[2], std::string("\0\x01\xff\"q\\ \n\r\t\a\b end", 16));
}

/// The script is a line of its own, with the client.
void MonitorLineTest::aCommandOfAScript()
{
    const auto line = parseMonitorLine(R"(1795891710.204299 [0 lua] "pexpire" "orders" "30000")");
    QVERIFY(line && line->address.empty() && line->words.front() == "pexpire");
}

void MonitorLineTest::anIpv6Address()
{
    const auto line = parseMonitorLine(R"(1795891710.256188 [0 [::1]:59480] "ping")");
    QVERIFY(line && line->address == "[::1]:59480" && line->words == Words{"ping"});
}

void MonitorLineTest::aUnixSocket()
{
    const auto line = parseMonitorLine(R"(1795891710.272402 [3 unix:/run/redis/u.sock] "ping")");
    QVERIFY(line && line->address == "unix:/run/redis/u.sock" && line->database == 3);
}

void MonitorLineTest::anEmptyArgument()
{
    const auto line = parseMonitorLine(R"(1795891710.348607 [0 127.0.0.1:48056] "set" "" "")");
    QVERIFY(line && (line->words == Words{"set", "", ""}));
}

void MonitorLineTest::everyByteComesBack()
{
    std::mt19937 random(7);
    std::uniform_int_distribution<int> byte(0, 255);
    std::uniform_int_distribution<int> length(0, 40);
    std::string all;
    for (int c = 0; c < 256; ++c)
        all += static_cast<char>(c);
    for (int round = 0; round < 500; ++round) {
        Words words{"evalsha", all};
        for (int i = length(random) % 5; i > 0; --i) {
            std::string word;
            for (int left = length(random); left > 0; --left)
                word += static_cast<char>(byte(random));
            words.push_back(word);
        }
        const auto line = parseMonitorLine(printed(words));
        QVERIFY(line && line->words == words);
    }
}

void MonitorLineTest::otherLinesAreNone_data()
{
    QTest::addColumn<QByteArray>("line");
    for (const auto* line : {
             "",
             "OK",
             R"(1795891710.204195 [0 127.0.0.1:47990])",
             R"(1795891710.204195 [0 127.0.0.1:47990] )",
             R"(1795891710.204195 [0 127.0.0.1:47990] get)",
             R"(1795891710.204195 [0 127.0.0.1:47990] "get" )",
             R"(1795891710.204195 [0 127.0.0.1:47990] "get"  "key")",
             R"(1795891710.204195 [0 127.0.0.1:47990] "get""key")",
             R"(1795891710.204195 [0 127.0.0.1:47990] "get" "key" more)",
             R"(1795891710.204195 [0 127.0.0.1:47990] "get" "key)",
             R"(1795891710.204195 [0 127.0.0.1:47990] "get" "\q")",
             R"(1795891710.204195 [0 127.0.0.1:47990] "get" "\x4")",
             R"(1795891710.204195 [0 127.0.0.1:47990] "get" "\xFF")",
             R"(1795891710.204195 [0 127.0.0.1:47990] "get" "\x0g")",
             "1795891710.204195 [0 127.0.0.1:47990] \"get\" \"\x01\"",
             "1795891710.204195 [0 127.0.0.1:47990] \"get\" \"\xc3\xa9\"",
             R"(1795891710.20419 [0 127.0.0.1:47990] "get" "key")",
             R"(1795891710 [0 127.0.0.1:47990] "get" "key")",
             R"(-1.204195 [0 127.0.0.1:47990] "get" "key")",
             R"(1795891710.204195 [x 127.0.0.1:47990] "get" "key")",
             R"(1795891710.204195 [-1 127.0.0.1:47990] "get" "key")",
             R"(1795891710.204195 [99999999999 127.0.0.1:47990] "get" "key")",
             R"(1795891710.204195 [0 Lua] "get" "key")",
             R"(1795891710.204195 [0 ?:0] "get" "key")",
             R"(1795891710.204195 [0 cache1:6379] "get" "key")",
             R"(1795891710.204195 [0 127.0.0.1:47990 "get" "key")",
             R"(1795891710.204195 0 127.0.0.1:47990] "get" "key")",
         })
        QTest::newRow(line) << QByteArray(line);
}

void MonitorLineTest::otherLinesAreNone()
{
    QFETCH(QByteArray, line);
    QVERIFY(!parseMonitorLine(line.toStdString()));
}

void MonitorLineTest::aCutLineIsNone()
{
    QVERIFY(parseMonitorLine(renewal));
    const auto end = renewal.find("] ") + 2;
    for (std::size_t length = 0; length < renewal.size(); ++length) {
        // After a whole word the rest may be missing unnoticed: MONITOR has no count of the words.
        if (length > end && renewal[length - 1] == '"' && (length == renewal.size() || renewal[length] == ' '))
            continue;
        QVERIFY2(!parseMonitorLine(renewal.substr(0, length)), renewal.substr(0, length).c_str());
    }
}

void MonitorLineTest::addresses()
{
    for (const auto* address :
         {"10.0.0.4:51234", "255.255.255.255:1", "[::1]:65535", "[fe80::1%eth0]:6379", "[::ffff:10.0.0.4]:51234"})
        QVERIFY2(isSocketAddress(address), address);
    for (const auto* text :
         {"", ":1", "10.0.0.4", "10.0.0.4:0", "10.0.0.4:65536", "10.0.0.256:1", "10.0.0:1", "10.0.0.0.4:1",
          "010.0.0.4:1", "::1:6379", "[]:1", "[10.0.0.4]:1", "host:1", "10.0.0.4:1x"})
        QVERIFY2(!isSocketAddress(text), text);
    QCOMPARE(std::string(inspect::hostIn("[::1]:6379")), std::string("[::1]"));
    QCOMPARE(std::string(inspect::hostIn("10.0.0.4:51234")), std::string("10.0.0.4"));
}

} // namespace lockscope::monitorLineTest

LOCKSCOPE_TEST(lockscope::monitorLineTest::MonitorLineTest)
#include "MonitorLineTest.moc"
