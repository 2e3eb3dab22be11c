// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"
#include "core/connect/Secrets.h"
#include "core/connect/check/TestStep.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace lockscope::connect {

/// How long each step of a connection test may take.
struct TestLimits {
    std::chrono::milliseconds lookup{8'000};
    std::chrono::milliseconds connect{4'000};
    std::chrono::milliseconds ssh{35'000};
    std::chrono::milliseconds session{10'000};
    /// A reason why there is no session is final if it has not changed for this long: other servers were tried too.
    std::chrono::milliseconds settled{2'500};
    std::chrono::milliseconds answer{5'000}; ///< to one request
};

/// What the steps of one connection test share: the settings, the results so far, and waits that end when the test is
/// cancelled. Thread: the test's, except cancel() and Answer::give(), which any thread may call.
class TestRun final {
public:
    using Report = std::function<void(const TestProgress&)>;

    TestRun(Profile profile, Secrets secrets, TestLimits limits, Report report);

    [[nodiscard]] const Profile& profile() const { return m_profile; }
    [[nodiscard]] const Secrets& secrets() const { return m_secrets; }
    [[nodiscard]] const TestLimits& limits() const { return m_limits; }

    /// Each of these reports the progress. A step that the connection does not need is left out.
    void begin(TestStep step);
    void pass(TestStep step, std::string text);
    void warn(TestStep step, std::string text);
    /// The other steps that are not decided are skipped.
    void fail(TestStep step, std::string text);
    /// The same for the step that runs.
    void fail(std::string text);
    /// The test has ended: what is not decided was cancelled.
    void finish();
    [[nodiscard]] bool has(TestStep step) const;

    /// A value that another thread gives once.
    template <typename T> class Answer;
    template <typename T> [[nodiscard]] Answer<T> answer() const { return Answer<T>(m_signal); }
    /// Nothing after `limit`, or at once if the test is cancelled.
    template <typename T> [[nodiscard]] std::optional<T> wait(const Answer<T>& answer, std::chrono::milliseconds limit)
    {
        std::unique_lock lock(m_signal->mutex);
        m_signal->changed.wait_for(lock, limit, [&] { return m_signal->isCancelled || answer.m_value->has_value(); });
        return *answer.m_value;
    }

    void cancel();
    [[nodiscard]] bool isCancelled() const;

private:
    struct Signal {
        std::mutex mutex;
        std::condition_variable changed;
        bool isCancelled = false;
    };

    [[nodiscard]] TestResult* find(TestStep step);
    void decide(TestStep step, TestResult::State state, std::string text);
    void skipRest(const std::string& text);
    void report(bool isOver) const;

    Profile m_profile;
    Secrets m_secrets;
    TestLimits m_limits;
    Report m_report;
    std::shared_ptr<Signal> m_signal = std::make_shared<Signal>();
    std::vector<TestResult> m_results;
};

template <typename T> class TestRun::Answer final {
public:
    explicit Answer(std::shared_ptr<Signal> signal)
        : m_signal(std::move(signal))
    {
    }

    /// Only the first value counts. Any thread; it may outlive the test.
    void give(T value) const
    {
        const std::lock_guard lock(m_signal->mutex);
        if (!*m_value)
            *m_value = std::move(value);
        m_signal->changed.notify_all();
    }

private:
    friend class TestRun;

    std::shared_ptr<Signal> m_signal;
    std::shared_ptr<std::optional<T>> m_value = std::make_shared<std::optional<T>>();
};

/// The reason of an error, without what was tried: the step says that.
[[nodiscard]] std::string reasonOf(const Error& error);

/// "no answer within 5 s".
[[nodiscard]] std::string noAnswerText(std::chrono::milliseconds limit);

} // namespace lockscope::connect
