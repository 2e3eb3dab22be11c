// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/check/TestStep.h"

#include "core/base/Phrase.h"

#include <algorithm>

namespace lockscope::connect {

namespace {

bool hasHosts(const Profile& profile)
{
    if (profile.ssh)
        return false; // the SSH server resolves and reaches them
    return !profile.redis || std::any_of(profile.redis->servers.begin(), profile.redis->servers.end(),
                                         [](const auto& server) { return server.socket.empty(); });
}

bool hasTls(const Profile& profile)
{
    return profile.tls || (profile.redis && profile.redis->tls);
}

bool hasPlace(const Profile& profile)
{
    if (!profile.redis)
        return !profile.servers.chroot.empty();
    return profile.redis->database != 0 || profile.redis->topology == redis::Topology::Sentinel ||
           profile.redis->topology == redis::Topology::Cluster;
}

bool hasLogin(const Profile& profile)
{
    return profile.redis || !profile.user.empty();
}

std::string placeOf(const Profile& profile)
{
    if (!profile.redis)
        return phrase("Chroot %1", profile.servers.chroot);
    switch (profile.redis->topology) {
    case redis::Topology::Sentinel:
        return phrase("Sentinel master %1", profile.redis->master);
    case redis::Topology::Cluster:
        return phrase("Cluster");
    case redis::Topology::Single:
    case redis::Topology::Independent:
        break;
    }
    return phrase("Database %1", profile.redis->database);
}

} // namespace

std::vector<TestResult> testStepsOf(const Profile& profile)
{
    std::vector<TestResult> results;
    const auto add = [&](TestStep step, bool isNeeded) {
        if (isNeeded)
            results.push_back({step});
    };
    add(TestStep::Names, hasHosts(profile));
    add(TestStep::Ports, hasHosts(profile));
    add(TestStep::Ssh, profile.ssh.has_value());
    add(TestStep::Tls, hasTls(profile));
    add(TestStep::Server, true);
    add(TestStep::Login, hasLogin(profile));
    add(TestStep::Place, hasPlace(profile));
    add(TestStep::Rights, true);
    return results;
}

std::string titleOf(TestStep step, const Profile& profile)
{
    switch (step) {
    case TestStep::Names:
        return phrase("Host names");
    case TestStep::Ports:
        return phrase("Ports");
    case TestStep::Ssh:
        return phrase("SSH tunnel");
    case TestStep::Tls:
        return phrase("TLS certificate");
    case TestStep::Server:
        return profile.redis ? phrase("Answer of the server") : phrase("Session");
    case TestStep::Login:
        return phrase("User and password");
    case TestStep::Place:
        return placeOf(profile);
    case TestStep::Rights:
        break;
    }
    return phrase("Permissions");
}

std::string wordOf(TestResult::State state)
{
    switch (state) {
    case TestResult::State::Waiting:
        return phrase("waiting");
    case TestResult::State::Running:
        return phrase("running");
    case TestResult::State::Passed:
        return phrase("passed");
    case TestResult::State::Warned:
        return phrase("passed with a warning");
    case TestResult::State::Failed:
        return phrase("failed");
    case TestResult::State::Skipped:
        break;
    }
    return phrase("not tested");
}

std::string reportOf(const std::vector<TestResult>& results, const Profile& profile)
{
    std::string report = profile.target() + '\n';
    for (const auto& result : results) {
        const auto line = phrase("%1: %2", titleOf(result.step, profile), wordOf(result.state));
        report += (result.text.empty() ? line : phrase("%1. %2", line, result.text)) + '\n';
    }
    return report;
}

} // namespace lockscope::connect
