// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/check/ConnectionTest.h"
#include "core/zk/ZooKeeperClient.h"

#include <QString>

#include <algorithm>
#include <mutex>

namespace lockscope::test {

/// The profile of servers that are given as users type them.
[[nodiscard]] inline connect::Profile profileOf(const QString& target)
{
    connect::Profile profile;
    profile.name = "tested";
    if (redis::isRedisTarget(target.toStdString())) {
        profile.redis = redis::parseTarget(target.toStdString()).value();
        profile.user = profile.redis->user;
        profile.roots.clear();
    } else {
        profile.servers = zk::parseConnectString(target.toStdString()).value();
    }
    return profile;
}

/// A running connection test, and what it has reported so far.
class TestedConnection final {
public:
    using State = connect::TestResult::State;
    using Step = connect::TestStep;

    explicit TestedConnection(connect::Profile profile, connect::Secrets secrets = {}, connect::TestLimits limits = {})
        : m_test({std::move(profile), std::move(secrets), makeClient, limits},
                 [this](const connect::TestProgress& progress) {
                     const std::lock_guard lock(m_mutex);
                     m_last = progress;
                 })
    {
    }

    void cancel() { m_test.cancel(); }
    [[nodiscard]] bool isOver() { return last().isOver; }
    [[nodiscard]] connect::TestProgress last()
    {
        const std::lock_guard lock(m_mutex);
        return m_last;
    }
    /// Waiting, if the connection does not need the step.
    [[nodiscard]] connect::TestResult result(Step step)
    {
        const auto results = last().results;
        const auto found = std::find_if(results.begin(), results.end(),
                                        [step](const connect::TestResult& one) { return one.step == step; });
        return found == results.end() ? connect::TestResult() : *found;
    }
    [[nodiscard]] State state(Step step) { return result(step).state; }
    [[nodiscard]] QString text(Step step) { return QString::fromStdString(result(step).text); }
    /// For failures of a test: each step with its text.
    [[nodiscard]] QByteArray report()
    {
        QByteArray lines;
        for (const auto& one : last().results)
            lines += QByteArray::number(static_cast<int>(one.step)) + ' ' +
                     QByteArray::fromStdString(connect::wordOf(one.state)) + ": " +
                     QByteArray::fromStdString(one.text) + '\n';
        return lines;
    }

private:
    static std::unique_ptr<zk::Client> makeClient(const zk::ClientSettings& settings, EventLoop& loop)
    {
        return std::make_unique<zk::ZooKeeperClient>(settings, loop, Log());
    }

    std::mutex m_mutex;
    connect::TestProgress m_last;
    connect::ConnectionTest m_test; ///< last: its thread uses the others
};

} // namespace lockscope::test
