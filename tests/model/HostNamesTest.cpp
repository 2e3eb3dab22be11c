// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Names for addresses, and the way from a contender to its process.

#include "core/model/HostNames.h"
#include "core/model/OwnerProcess.h"
#include "core/model/Owners.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::hostNamesTest {

using namespace lockscope::inspect;

namespace {

Contender withPayload(const std::string& payload)
{
    Contender contender;
    contender.details.emplace();
    contender.details->payload = payload;
    return contender;
}

} // namespace

class HostNamesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsAFile()
    {
        const auto names = HostNames::parse("# our hosts\n10.0.0.7\tworker-7 worker-7.example # the old one\n\n"
                                            "0:0:0:0:0:0:0:1 here\n");
        QVERIFY(names);
        QCOMPARE(names->nameOf("10.0.0.7:51234"), std::string("worker-7"));
        QCOMPARE(names->nameOf("10.0.0.7"), std::string("worker-7"));
        QCOMPARE(names->nameOf("[::1]:49282"), std::string("here"));
        QCOMPARE(names->nameOf("::1"), std::string("here"));
        QCOMPARE(names->nameOf("10.0.0.8:51234"), std::string());
        QCOMPARE(names->nameOf("worker-7"), std::string());
        QCOMPARE(names->nameOf(""), std::string());
    }

    void refusesOtherLines()
    {
        for (const auto* text : {"10.0.0.7\n", "worker-7 10.0.0.7\n"}) {
            const auto names = HostNames::parse(text);
            QVERIFY(!names);
            QVERIFY2(describe(names.error()).find("line 1 is invalid") != std::string::npos, text);
        }
    }

    void anOwnerHasTheNameOfItsAddress()
    {
        ensemble::EnsembleFacts facts;
        auto& session = facts.sessions[7];
        session.id = 7;
        session.host = "10.0.0.7:51234";
        auto contender = withPayload({});
        contender.details->session = 7;
        QCOMPARE(ownerOf(&facts, contender).hostName, std::string());
        facts.hostNames = std::make_shared<const HostNames>(HostNames::parse("10.0.0.7 worker-7").value());
        QCOMPARE(ownerOf(&facts, contender).hostName, std::string("worker-7"));
        // Of the payload too, if the servers do not know the connection.
        facts.sessions.clear();
        contender.details->host = "10.0.0.7";
        QCOMPARE(ownerOf(&facts, contender).hostName, std::string("worker-7"));
    }

    void findsTheProcess_data()
    {
        QTest::addColumn<QString>("payload");
        QTest::addColumn<QString>("command"); // empty: the process is unknown
        const auto none = QString();
        QTest::newRow("a Java process") << QStringLiteral("4711@worker-7")
                                        << QStringLiteral("ssh worker-7 ps -fp 4711");
        QTest::newRow("ElasticJob") << QStringLiteral("10.0.0.7@-@4711") << QStringLiteral("ssh 10.0.0.7 ps -fp 4711");
        QTest::newRow("JSON") << QStringLiteral(R"({"hostname":"worker-7","pid":4711})")
                              << QStringLiteral("ssh worker-7 ps -fp 4711");
        QTest::newRow("JSON, as text") << QStringLiteral(R"({"host":"worker-7","pid":"4711"})")
                                       << QStringLiteral("ssh worker-7 ps -fp 4711");
        QTest::newRow("a port is no pid") << QStringLiteral("worker-7:4711") << none;
        QTest::newRow("no pid") << QStringLiteral("worker-7") << none;
        QTest::newRow("too large") << QStringLiteral("99999999@worker-7") << none;
        QTest::newRow("a command in the host") << QStringLiteral(R"({"host":"a; rm -rf /","pid":4711})") << none;
        QTest::newRow("an option as the host") << QStringLiteral(R"({"host":"-oProxyCommand=x","pid":4711})") << none;
        QTest::newRow("a line feed") << QStringLiteral("4711@worker-7\nrm") << none;
    }
    void findsTheProcess()
    {
        QFETCH(QString, payload);
        QFETCH(QString, command);
        const auto process = processOf(Owner(), withPayload(payload.toStdString()));
        QCOMPARE(process ? QString::fromStdString(process->command) : QString(), command);
    }

    void findsTheProcessByItsConnection()
    {
        Owner owner;
        owner.host = "10.0.0.7:51234";
        owner.hostSource = HostSource::StatusCommand;
        const auto process = processOf(owner, withPayload("worker"));
        QVERIFY(process && !process->pid);
        QCOMPARE(process->command, std::string("ssh 10.0.0.7 sudo ss -tnp sport = :51234"));
        // A payload's port is not that of the connection.
        owner.hostSource = HostSource::Payload;
        QVERIFY(!processOf(owner, withPayload("10.0.0.7:51234")));
    }
};

} // namespace lockscope::hostNamesTest

LOCKSCOPE_TEST(lockscope::hostNamesTest::HostNamesTest)
#include "HostNamesTest.moc"
