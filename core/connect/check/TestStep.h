// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The steps of a connection test and their results: values and their texts. Pure.

#include "core/connect/Profile.h"

#include <string>
#include <vector>

namespace lockscope::connect {

enum class TestStep {
    Names,  ///< the host names have addresses
    Ports,  ///< a program accepts connections
    Ssh,    ///< the login at the SSH server
    Tls,    ///< the certificate and its host name
    Server, ///< a server answers; on ZooKeeper it opens a session
    Login,  ///< user and password
    Place,  ///< the chroot exists; the database, the cluster or the Sentinels' master
    Rights  ///< the user may read what Lockscope needs
};

struct TestResult {
    enum class State {
        Waiting,
        Running,
        Passed,
        Warned, ///< the connection works, but not as well as it could
        Failed,
        Skipped ///< not reached, or cancelled
    };
    TestStep step = TestStep::Names;
    State state = State::Waiting;
    std::string text{}; ///< what was found; of a failure the reason, and what to do

    friend bool operator==(const TestResult&, const TestResult&) = default;
};

struct TestProgress {
    std::vector<TestResult> results; ///< in the order of the steps
    bool isOver = false;

    friend bool operator==(const TestProgress&, const TestProgress&) = default;
};

/// The steps that the connection needs, in order; all wait.
[[nodiscard]] std::vector<TestResult> testStepsOf(const Profile& profile);

/// Such as "Host names", "Chroot /app".
[[nodiscard]] std::string titleOf(TestStep step, const Profile& profile);

/// "passed", "failed".
[[nodiscard]] std::string wordOf(TestResult::State state);

/// The results as lines of text, to be copied. Contains no secret.
[[nodiscard]] std::string reportOf(const std::vector<TestResult>& results, const Profile& profile);

} // namespace lockscope::connect
