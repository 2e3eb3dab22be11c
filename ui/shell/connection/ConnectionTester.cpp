// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/ConnectionTester.h"

#include "core/connect/ThreadTasks.h"

#include <utility>

namespace lockscope::ui {

ConnectionTester::ConnectionTester(MakeClient makeClient, QObject* parent)
    : QObject(parent)
    , m_makeClient(std::move(makeClient))
{
}

ConnectionTester::~ConnectionTester()
{
    end();
    m_pool.waitForDone();
}

void ConnectionTester::start(const ConnectionTarget& target)
{
    end();
    const auto report = [this, number = m_number](const connect::TestProgress& progress) {
        ensemble::runLater(this, [this, number, progress] { take(number, progress); });
    };
    m_test = std::make_unique<connect::ConnectionTest>(
        connect::ConnectionTest::Settings{target.profile, target.secrets, m_makeClient}, report);
}

void ConnectionTester::cancel()
{
    if (m_test)
        m_test->cancel();
}

void ConnectionTester::take(int number, const connect::TestProgress& progress)
{
    if (number != m_number)
        return;
    if (progress.isOver)
        end();
    Q_EMIT progressed(progress);
}

void ConnectionTester::end()
{
    ++m_number;
    if (!m_test)
        return;
    ++m_ending;
    m_test->cancel();
    ensemble::runInPool(m_pool, [this, test = std::move(m_test)]() mutable {
        test.reset();
        ensemble::runLater(this, [this] {
            if (--m_ending == 0)
                Q_EMIT ended();
        });
    });
}

} // namespace lockscope::ui

#include "moc_ConnectionTester.cpp"
