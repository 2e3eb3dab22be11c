// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/locks/BaseSuite.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <limits>
#include <memory>

using namespace std::chrono_literals;

namespace lockscope::test {

using locks::ForeignPolicy;
using locks::NodeOptions;
using locks::RetryPolicy;

namespace {

NodeOptions retrying(RetryPolicy policy)
{
    NodeOptions options;
    options.retry = std::move(policy);
    return options;
}

void failCreates(TestBed& bed, Contestant& program, int times, ErrorCode code = ErrorCode::Throttled)
{
    for (int i = 0; i < times; ++i)
        bed.ensemble.fail({.op = FakeOp::Create, .code = code, .client = &program.client()});
}

} // namespace

void BaseSuite::retriesAsThePolicySays_data()
{
    QTest::addColumn<int>("tries");
    QTest::addColumn<int>("failures");
    QTest::addRow("none, nothing fails") << 0 << 0;
    QTest::addRow("none, one fails") << 0 << 1;
    QTest::addRow("two, two fail") << 2 << 2;
    QTest::addRow("two, three fail") << 2 << 3;
}

void BaseSuite::retriesAsThePolicySays()
{
    QFETCH(int, tries);
    QFETCH(int, failures);
    auto& one = m_bed->subject(retrying(tries == 0 ? RetryPolicy::none() : RetryPolicy::times(tries, 10ms)));
    m_bed->makeDirectories();
    failCreates(*m_bed, one, failures);
    const auto answer = one.acquire();
    m_bed->wait();
    if (failures <= tries)
        QVERIFY(answer.ok());
    else
        QVERIFY(answer.failedWith(ErrorCode::Throttled));
    QCOMPARE(m_bed->ensemble.faultsLeft(), std::size_t(0));
    QCOMPARE(one.nodes().empty(), failures > tries);
}

void BaseSuite::cleansUpWhateverThePolicySays()
{
    auto& one = m_bed->subject(retrying(RetryPolicy::none()));
    m_bed->makeDirectories();
    m_bed->ensemble.fail({.op = FakeOp::Create, .when = When::AfterExecution, .client = &one.client()});
    m_bed->ensemble.fail({.op = kind().removal, .client = &one.client()});
    const auto answer = one.acquire();
    QVERIFY(answer.failedWith(ErrorCode::ConnectionLoss));
    m_bed->wait();
    QVERIFY(one.nodes().empty()); // the node of the lost create is still searched and deleted
    QCOMPARE(m_bed->ensemble.faultsLeft(), std::size_t(0));
}

void BaseSuite::cleansUpAfterGivingUpWithALostReply()
{
    auto& one = m_bed->subject();
    m_bed->makeDirectories();
    const auto lost =
        m_bed->ensemble.hold({.op = FakeOp::Create, .when = When::AfterExecution, .client = &one.client()});
    const auto answer = one.acquire(1s);
    m_bed->ensemble.disconnect(one.client(), When::AfterExecution);
    m_bed->wait(1s);
    QVERIFY(answer.failedWith(ErrorCode::TimedOut));
    QCOMPARE(one.nodes().size(), std::size_t(1)); // it cannot be deleted yet
    m_bed->ensemble.release(lost);
    m_bed->ensemble.reconnect(one.client());
    m_bed->wait();
    QVERIFY(one.nodes().empty());
}

void BaseSuite::backsOffAsThePolicyDraws()
{
    auto& one = m_bed->subject(retrying(RetryPolicy::exponential(100ms, 1s, 5, [] { return 0.5; })));
    m_bed->makeDirectories();
    failCreates(*m_bed, one, 4);
    const auto answer = one.acquire();
    // 100 ms * (1 + (2^n - 1) / 2): 150, 250, 450, 850.
    for (const auto pause : {150ms, 250ms, 450ms, 850ms}) {
        const auto left = m_bed->ensemble.faultsLeft();
        m_bed->wait(pause - 1ms);
        QCOMPARE(m_bed->ensemble.faultsLeft(), left);
        QVERIFY(!answer.arrived());
        m_bed->wait(1ms);
        QVERIFY(left == 0 || m_bed->ensemble.faultsLeft() == left - 1);
    }
    QVERIFY(answer.ok());
}

void BaseSuite::givesUpAfterThePolicysBudget()
{
    auto& one = m_bed->subject(retrying(RetryPolicy::forever(10ms, 100ms)));
    m_bed->makeDirectories();
    failCreates(*m_bed, one, 50);
    const auto answer = one.acquire();
    m_bed->wait(99ms);
    QVERIFY(!answer.arrived());
    m_bed->wait(10ms);
    QVERIFY(answer.failedWith(ErrorCode::Throttled));
    m_bed->ensemble.clearFaults();
    QVERIFY(one.acquire().ok());
}

void BaseSuite::countsFromTheFirstFailure()
{
    std::vector<Duration> elapsed;
    int failuresSeen = 0;
    auto& one = m_bed->subject(retrying(RetryPolicy([&](int failures, Duration since) -> std::optional<Duration> {
        failuresSeen = std::max(failuresSeen, failures);
        elapsed.push_back(since);
        return 10s;
    })));
    m_bed->makeDirectories();
    m_bed->wait(1h); // the clock has run for a long time
    failCreates(*m_bed, one, 1);
    const auto answer = one.acquire();
    m_bed->ensemble.expire(one.client()); // during the pause
    failCreates(*m_bed, one, 1);
    m_bed->wait(1min);
    QVERIFY(answer.ok());
    QCOMPARE(failuresSeen, 3);
    QCOMPARE(elapsed.size(), std::size_t(3));
    QVERIFY(elapsed.front() == Duration::zero());
    QVERIFY(std::is_sorted(elapsed.begin(), elapsed.end()));
    QVERIFY(elapsed.back() < 1min);
}

void BaseSuite::asksForPayloadAndAccess()
{
    NodeOptions options;
    // The lock outlives this function, and calls both sources again when it releases.
    const auto payloads = std::make_shared<int>(0);
    const auto asked = std::make_shared<std::vector<std::string>>();
    options.payload = locks::Payload([payloads] { return "host" + std::to_string(++*payloads); });
    options.acl = locks::AclSource([asked](const std::string& path) {
        asked->push_back(path);
        return zk::openAcl();
    });
    const auto& paths = *asked;
    auto& one = m_bed->subject(options);
    const auto first = one.acquire();
    QVERIFY(first.ok());
    const auto node = first.result()->nodes.front().path;
    const auto data = m_bed->ensemble.data(node);
    QVERIFY2(data.starts_with("host"), data.c_str());
    for (const auto& directory : kind().directories)
        QVERIFY2(std::find(paths.begin(), paths.end(), directory) != paths.end(), directory.c_str());
    const auto isStem = [&](const std::string& path) { return path.size() > 8 && node.starts_with(path); };
    QVERIFY(std::any_of(paths.begin(), paths.end(), isStem)); // called with the node's path, without its number
    QVERIFY(one.release().ok());
    const auto second = one.acquire();
    QVERIFY(second.ok());
    QVERIFY(m_bed->ensemble.data(second.result()->nodes.front().path) != data); // called at each creation
}

void BaseSuite::makesTheParentsItIsReported()
{
    for (const auto mode : {zk::CreateMode::Persistent, zk::CreateMode::Container}) {
        NodeOptions options;
        options.parents = mode;
        auto& one = m_bed->subject(options);
        QVERIFY(one.acquire().ok());
        QVERIFY(one.release().ok());
        m_bed->ensemble.reapContainers();
        for (const auto& directory : kind().directories)
            QCOMPARE(m_bed->ensemble.exists(directory), mode == zk::CreateMode::Persistent || !kind().containers);
        one.destroyLock();
        for (auto directory = kind().directories.rbegin(); directory != kind().directories.rend(); ++directory)
            (void)m_bed->ensemble.remove(*directory); // may have been reaped
        (void)m_bed->ensemble.remove("/locks/a");
        (void)m_bed->ensemble.remove("/locks");
    }
}

void BaseSuite::makesParentsAgain()
{
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    QVERIFY(one.acquire().ok());
    QVERIFY(one.release().ok());
    for (int i = 0; i < 3; ++i) {
        m_bed->ensemble.reapContainers();
        for (const auto& directory : kind().directories)
            (void)m_bed->ensemble.remove(directory); // an operator deletes the persistent ones
        const auto answer = one.acquire();
        QVERIFY(answer.ok());
        const auto second = two.acquire();
        QVERIFY(!second.arrived());
        QVERIFY(one.release().ok());
        QVERIFY(second.ok());
        QVERIFY(two.release().ok());
    }
}

void BaseSuite::reportsWhatItMayNotDo()
{
    auto& one = m_bed->subject();
    m_bed->makeDirectories();
    const auto deny = [&](int permissions) {
        for (const auto& directory : kind().directories)
            m_bed->ensemble.deny(directory, permissions);
    };
    deny(zk::Permission::Create);
    QVERIFY(one.acquire().failedWith(ErrorCode::NoAuth));
    QVERIFY(one.nodes().empty());
    deny(0);
    QVERIFY(one.acquire().ok());
    const auto nodes = one.nodes();
    deny(zk::Permission::Delete);
    QVERIFY(one.release().failedWith(ErrorCode::NoAuth));
    QCOMPARE(one.phase(), "Held"); // the node still exists, so the hold continues
    QCOMPARE(one.nodes(), nodes);
    deny(0);
    QVERIFY(one.release().ok());
}

void BaseSuite::treatsForeignChildrenAsReported()
{
    m_bed->makeDirectories();
    const auto gate = kind().gate;
    if (gate.empty()) { // a single-node lock has no children to check
        QVERIFY(m_bed->subject().acquire().ok());
        return;
    }
    QVERIFY(m_bed->ensemble.create(gate + "/stranger"));
    NodeOptions options;
    QVERIFY(options.foreign == ForeignPolicy::Ignore);
    auto& easy = m_bed->subject();
    QVERIFY(easy.acquire().ok());
    QVERIFY(easy.release().ok());
    options.foreign = ForeignPolicy::Refuse;
    auto& strict = m_bed->subject(options);
    const auto refused = strict.acquire();
    QVERIFY(refused.failedWith(ErrorCode::NotALock));
    QVERIFY2(describe(refused.result().error()).find("stranger") != std::string::npos, "names the child");
    QVERIFY(strict.nodes().empty());
    QVERIFY(m_bed->ensemble.remove(gate + "/stranger"));
    QVERIFY(strict.acquire().ok());
}

void BaseSuite::refusesTheLastNumbers()
{
    auto& one = m_bed->subject();
    m_bed->makeDirectories();
    QVERIFY(m_bed->ensemble.setNextSequence(kind().queue, std::numeric_limits<std::int32_t>::max() - 50'000));
    const auto answer = one.acquire();
    if (kind().numbered) {
        QVERIFY(answer.failedWith(ErrorCode::SequenceExhausted));
        QVERIFY(describe(answer.result().error()).find(kind().queue) != std::string::npos);
        QVERIFY(one.nodes().empty());
    } else {
        QVERIFY(answer.ok());
    }
}

} // namespace lockscope::test
