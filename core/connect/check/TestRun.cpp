// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/check/TestRun.h"

#include "core/base/DurationText.h"
#include "core/base/Phrase.h"

#include <algorithm>

namespace lockscope::connect {

using State = TestResult::State;

TestRun::TestRun(Profile profile, Secrets secrets, TestLimits limits, Report report)
    : m_profile(std::move(profile))
    , m_secrets(std::move(secrets))
    , m_limits(limits)
    , m_report(std::move(report))
    , m_results(testStepsOf(m_profile))
{
}

TestResult* TestRun::find(TestStep step)
{
    const auto found = std::find_if(m_results.begin(), m_results.end(),
                                    [step](const TestResult& result) { return result.step == step; });
    return found == m_results.end() ? nullptr : &*found;
}

bool TestRun::has(TestStep step) const
{
    return std::any_of(m_results.begin(), m_results.end(),
                       [step](const TestResult& result) { return result.step == step; });
}

void TestRun::decide(TestStep step, State state, std::string text)
{
    auto* result = find(step);
    if (!result || isCancelled())
        return;
    result->state = state;
    result->text = std::move(text);
    report(false);
}

void TestRun::begin(TestStep step)
{
    decide(step, State::Running, {});
}

void TestRun::pass(TestStep step, std::string text)
{
    decide(step, State::Passed, std::move(text));
}

void TestRun::warn(TestStep step, std::string text)
{
    decide(step, State::Warned, std::move(text));
}

void TestRun::fail(TestStep step, std::string text)
{
    auto* result = find(step);
    if (!result || isCancelled())
        return;
    result->state = State::Failed;
    result->text = std::move(text);
    skipRest({});
    report(false);
}

void TestRun::fail(std::string text)
{
    const auto running = std::find_if(m_results.begin(), m_results.end(),
                                      [](const TestResult& result) { return result.state == State::Running; });
    if (running != m_results.end())
        fail(running->step, std::move(text));
}

void TestRun::skipRest(const std::string& text)
{
    for (auto& result : m_results) {
        if (result.state == State::Waiting || result.state == State::Running) {
            result.text = result.state == State::Running ? text : std::string();
            result.state = State::Skipped;
        }
    }
}

void TestRun::finish()
{
    skipRest(isCancelled() ? phrase("the test was cancelled") : std::string());
    report(true);
}

void TestRun::report(bool isOver) const
{
    m_report({m_results, isOver});
}

void TestRun::cancel()
{
    const std::lock_guard lock(m_signal->mutex);
    m_signal->isCancelled = true;
    m_signal->changed.notify_all();
}

bool TestRun::isCancelled() const
{
    const std::lock_guard lock(m_signal->mutex);
    return m_signal->isCancelled;
}

std::string reasonOf(const Error& error)
{
    return error.detail.empty() ? describe({error.code, {}, {}, {}}) : error.detail;
}

std::string noAnswerText(std::chrono::milliseconds limit)
{
    return phrase("no answer within %1", durationText(limit));
}

} // namespace lockscope::connect
