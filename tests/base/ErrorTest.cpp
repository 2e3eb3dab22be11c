// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/Error.h"
#include "core/base/Log.h"
#include "tests/support/Test.h"

namespace lockscope::errorTest {

class ErrorTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysWhatWhyAndWhatNext();
    void saysWhatACallerCanDo();
    void logKeepsToItsThreshold();
};

void ErrorTest::saysWhatWhyAndWhatNext()
{
    QCOMPARE(describe({ErrorCode::NoAuth, "delete", "/a/b", "needs DELETE on /a"}),
             std::string("Cannot delete \"/a/b\": no permission: needs DELETE on /a"));
    QCOMPARE(describe({ErrorCode::NoNode, "getChildren", "/a", ""}),
             std::string("Cannot list the children of \"/a\": no such node"));
    QCOMPARE(describe({ErrorCode::System, "use TLS", "", "no library"}),
             std::string("Cannot use TLS: system error: no library"));
    QCOMPARE(describe({ErrorCode::BadArguments, "open", "/f", "the first line is damaged"}),
             std::string("Cannot open \"/f\": the first line is damaged"));
    QCOMPARE(describe({ErrorCode::BadArguments, "open", "/f", ""}),
             std::string("Cannot open \"/f\": invalid argument"));
    QCOMPARE(describe({ErrorCode::NoNode, "", "/a", ""}), std::string("\"/a\": no such node"));
    QCOMPARE(describe({ErrorCode::Cancelled, "", "", ""}), std::string("cancelled"));
}

void ErrorTest::saysWhatACallerCanDo()
{
    const auto of = [](ErrorCode code) { return Error{code, "create", "/a", ""}; };
    // A create with one of these errors may have succeeded: the client must look for the node before it retries.
    for (const auto code : {ErrorCode::ConnectionLoss, ErrorCode::OperationTimeout}) {
        QVERIFY(isRetryable(of(code)));
        QVERIFY(isOutcomeUnknown(of(code)));
    }
    // The server reports that it was not executed.
    for (const auto code : {ErrorCode::Throttled, ErrorCode::SessionMoved}) {
        QVERIFY(isRetryable(of(code)));
        QVERIFY(!isOutcomeUnknown(of(code)));
    }
    for (const auto code : {ErrorCode::SessionExpired, ErrorCode::Closed, ErrorCode::AuthFailed}) {
        QVERIFY(isSessionFatal(of(code)));
        QVERIFY(!isRetryable(of(code)));
    }
    for (const auto code : {ErrorCode::NoNode, ErrorCode::NodeExists, ErrorCode::NoAuth, ErrorCode::BadVersion}) {
        QVERIFY(!isRetryable(of(code)));
        QVERIFY(!isOutcomeUnknown(of(code)));
        QVERIFY(!isSessionFatal(of(code)));
    }
}

void ErrorTest::logKeepsToItsThreshold()
{
    std::vector<std::string> lines;
    const Log log(
        [&](LogLevel level, std::string_view component, std::string_view message) {
            lines.push_back(std::string(toString(level)) + " " + std::string(component) + " " + std::string(message));
        },
        LogLevel::Warning);
    log.write(LogLevel::Info, "zk", "no");
    log.write(LogLevel::Error, "zk", "yes");
    Log().write(LogLevel::Error, "zk", "dropped");
    QCOMPARE(lines, std::vector<std::string>{"error zk yes"});
}

} // namespace lockscope::errorTest

LOCKSCOPE_TEST(lockscope::errorTest::ErrorTest)
#include "ErrorTest.moc"
