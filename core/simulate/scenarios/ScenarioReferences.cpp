// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/ScenarioReferences.h"

#include "core/base/Phrase.h"

#include <map>

namespace lockscope::console {

namespace {

class References final {
public:
    explicit References(const Scenario& scenario)
        : m_scenario(scenario)
    {
        for (std::size_t i = 0; i < scenario.groups.size(); ++i)
            addGroup(scenario.groups[i], "clients[" + std::to_string(i) + "]");
        for (std::size_t i = 0; i < scenario.steps.size(); ++i)
            readStep(scenario.steps[i], "steps[" + std::to_string(i) + "]");
        readChecks(scenario.expectations, "expect");
    }

    [[nodiscard]] std::vector<std::pair<std::string, std::string>> bad() && { return std::move(m_bad); }

private:
    void addGroup(const ScenarioGroup& group, const std::string& place)
    {
        const auto add = [&](const std::string& name, const ScenarioGroup& whose) {
            if (const auto [at, isNew] = m_names.try_emplace(name, &whose); !isNew && at->second != &whose)
                m_bad.emplace_back(place + ".name",
                                   phrase("the name \"%1\" is already used by another client or group", name));
        };
        add(group.options.name, group);
        for (const ContendOptions& process : group.processes()) {
            add(process.name, group);
            for (const std::string& client : clientNames(process))
                add(client, group);
        }
    }

    [[nodiscard]] std::vector<const ScenarioGroup*> groupsOf(const TargetSelector& target) const
    {
        std::vector<const ScenarioGroup*> groups;
        const auto named = m_names.find(target.name);
        if (named != m_names.end())
            return {named->second};
        if (target.name.empty() || target.name == "everybody") {
            for (const ScenarioGroup& group : m_scenario.groups)
                groups.push_back(&group);
        }
        return groups;
    }

    void readTargetSelector(const TargetSelector& target, const std::string& place)
    {
        const auto servers = m_scenario.sandbox.servers;
        if (target.kind == TargetSelector::Kind::Server && target.number > servers)
            m_bad.emplace_back(place, counted(static_cast<std::size_t>(servers), "the sandbox has only %1 server",
                                              "the sandbox has only %1 servers"));
        const bool isRole =
            target.kind == TargetSelector::Kind::Leader || target.kind == TargetSelector::Kind::Follower;
        if (isRole && m_scenario.backend == inspect::Backend::Redis)
            m_bad.emplace_back(place, phrase("servers of Redis are neither leaders nor followers: use \"server\""));
        else if (target.kind == TargetSelector::Kind::Follower && servers < 3)
            m_bad.emplace_back(place, phrase("a sandbox with one server has no follower"));
        if (isRedisRole(target))
            readRedisRole(target, place);
        if (target.name.empty() || target.name == "everybody")
            return;
        if (const auto named = m_names.find(target.name); named == m_names.end())
            m_bad.emplace_back(place, phrase(R"(no client or group "%1" in "clients")", target.name));
        else if (target.kind == TargetSelector::Kind::Count && target.number > named->second->options.clients)
            m_bad.emplace_back(place, phrase("the count is larger than the number of clients in \"%1\"", target.name));
    }

    void readRedisRole(const TargetSelector& target, const std::string& place)
    {
        constexpr int groupsOfCluster = 3; // each with one replica
        constexpr int replicasOfSentinels = 2;
        const bool isCluster = m_scenario.sandbox.kind == redis::SandboxKind::Cluster;
        const int replicas = isCluster ? 1 : replicasOfSentinels;
        if (m_scenario.backend != inspect::Backend::Redis)
            m_bad.emplace_back(place,
                               phrase(R"("master" and "replica" are roles of Redis: use "leader" or "follower")"));
        else if (!isCluster && m_scenario.sandbox.kind != redis::SandboxKind::Sentinel)
            m_bad.emplace_back(place, phrase(R"(the sandbox has no replicas: use "server")"));
        else if (isCluster && (target.group < 1 || target.group > groupsOfCluster))
            m_bad.emplace_back(place,
                               phrase(R"(a cluster has %1 masters: add "group", such as "group": 1)", groupsOfCluster));
        else if (!isCluster && target.group > 0)
            m_bad.emplace_back(place, phrase(R"(only a cluster has groups: remove "group")"));
        else if (target.kind == TargetSelector::Kind::Replica && target.number > replicas)
            m_bad.emplace_back(place, counted(static_cast<std::size_t>(replicas), "a master has only %1 replica",
                                              "a master has only %1 replicas"));
    }

    void readChecks(const std::vector<Check>& checks, const std::string& place)
    {
        for (std::size_t i = 0; i < checks.size(); ++i)
            readCheck(checks[i], place + '[' + std::to_string(i) + ']');
    }

    void readCheck(const Check& check, const std::string& place)
    {
        readTargetSelector(check.target, place);
        if (check.kind == Check::Kind::Measure && !m_scenario.hasResource &&
            (check.word == "overlaps" || check.word == "writes" || check.word.starts_with("stale")))
            m_bad.emplace_back(place,
                               phrase(R"("%1" is measured by the guarded resource. Add "resource": {})", check.word));
    }

    void readStep(const ScenarioStep& step, const std::string& place)
    {
        readChecks(step.when, place + ".when");
        if (step.fault.kind == FaultKind::Nothing)
            return;
        const bool isRole = step.target.name.empty() && step.target.kind != TargetSelector::Kind::Server;
        const std::string who = place + (isRole ? ".role" : step.target.name.empty() ? ".server" : ".who");
        readTargetSelector(step.target, who);
        if (!isPossibleOn(step.fault.kind, m_scenario.backend))
            m_bad.emplace_back(place + ".do",
                               phrase("this action is not possible on %1", toString(m_scenario.backend)));
        else if (isServer(step.target))
            readServerFault(step, place, who);
        else
            readClientFault(step, place, who);
    }

    void readServerFault(const ScenarioStep& step, const std::string& place, const std::string& who)
    {
        const FaultDescription& fault = descriptionOf(step.fault.kind);
        if (!fault.forServers)
            m_bad.emplace_back(place + ".do", phrase("this action cannot be applied to a server"));
        const bool isForStopped = step.fault.kind == FaultKind::Start || step.fault.kind == FaultKind::Resume;
        if (isRedisRole(step.target) && isForStopped)
            m_bad.emplace_back(who, phrase(R"(a server that is down or paused reports no role: use "server")"));
        if (fault.scope != FaultScope::Link)
            return;
        if (m_scenario.sandbox.servers == 1)
            m_bad.emplace_back(
                who, phrase("a single server has no peers to disconnect from: disconnect the clients instead"));
        else if (m_scenario.backend == inspect::Backend::Redis &&
                 m_scenario.sandbox.kind != redis::SandboxKind::Independent)
            m_bad.emplace_back(who, phrase("only independent masters can be disconnected: pause the server instead"));
    }

    void readClientFault(const ScenarioStep& step, const std::string& place, const std::string& who)
    {
        if (descriptionOf(step.fault.kind).scope == FaultScope::Server)
            m_bad.emplace_back(place + ".do", phrase("this action can be applied only to a server"));
        if (descriptionOf(step.fault.kind).scope != FaultScope::Link)
            return;
        for (const ScenarioGroup* group : groupsOf(step.target)) {
            if (!group->hasLink)
                m_bad.emplace_back(
                    who,
                    phrase(R"("%1" has no link for network faults. Remove "link": false from this client or group)",
                           group->options.name));
        }
        for (const int server : step.fault.servers) {
            if (server > m_scenario.sandbox.servers)
                m_bad.emplace_back(place + ".servers",
                                   counted(static_cast<std::size_t>(m_scenario.sandbox.servers),
                                           "the sandbox has only %1 server", "the sandbox has only %1 servers"));
        }
    }

    const Scenario& m_scenario;
    std::map<std::string, const ScenarioGroup*> m_names;
    std::vector<std::pair<std::string, std::string>> m_bad;
};

} // namespace

std::vector<std::pair<std::string, std::string>> badReferences(const Scenario& scenario)
{
    return References(scenario).bad();
}

} // namespace lockscope::console
