// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/zookeeper/Latch.h"
#include "tests/locks/LockWorld.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::test {

constexpr const char* electionPath = "/elections/a";

/// One program in an election.
class Candidate final {
public:
    Candidate(LockWorld& world, const std::string& id, const locks::LatchOptions& options = {}, bool connected = true)
        : m_world(world)
        , client(FakeClient::connect(world.ensemble, world.executor, LockWorld::timeout))
    {
        if (connected)
            m_world.settle();
        else
            m_world.ensemble.disconnect(*client);
        m_world.executor.runAndWait([&] {
            latch.emplace(*client, electionPath, id, options);
            m_reported = latch->onLeadership([this](bool leads) { reported.push_back(leads ? "on" : "off"); });
        });
        m_world.settle();
    }
    ~Candidate()
    {
        destroy();
        client.reset();
        m_world.settle();
    }
    Candidate(const Candidate&) = delete;
    Candidate& operator=(const Candidate&) = delete;

    [[nodiscard]] bool leads()
    {
        bool leads = false;
        if (latch)
            m_world.executor.runAndWait([&] { leads = latch->leads(); });
        return leads;
    }
    [[nodiscard]] std::string node()
    {
        std::string node;
        m_world.executor.runAndWait([&] { node = latch->state().node; });
        return std::string(electionPath) + "/" + node;
    }
    Answer<void> close()
    {
        Answer<void> answer;
        latch->closeAsync(answer.reply());
        m_world.settle();
        return answer;
    }
    void destroy()
    {
        m_world.executor.runAndWait([this] { latch.reset(); });
        m_world.settle();
    }

private:
    LockWorld& m_world;

public:
    std::unique_ptr<FakeClient> client;
    std::vector<std::string_view> reported;
    std::optional<locks::Latch> latch;

private:
    Subscription m_reported;
};

/// Candidates "0", "1", … in joining order.
class Election final : public LockWorld {
public:
    explicit Election(int candidates, const locks::LatchOptions& options = {})
    {
        for (int i = 0; i < candidates; ++i)
            m_candidates.push_back(std::make_unique<Candidate>(*this, std::to_string(i), options));
    }
    ~Election() { m_candidates.clear(); }

    Candidate& operator[](std::size_t index) { return *m_candidates.at(index); }
    [[nodiscard]] QByteArray leaders()
    {
        QByteArray leaders;
        for (std::size_t i = 0; i < m_candidates.size(); ++i) {
            if (m_candidates[i]->leads())
                leaders += QByteArray::number(static_cast<qsizetype>(i));
        }
        return leaders;
    }
    [[nodiscard]] std::size_t nodes() const { return ensemble.children(electionPath).size(); }
    /// The result of findLeader(); "-" without a leader.
    [[nodiscard]] QByteArray found(zk::Client& client)
    {
        Answer<std::optional<std::string>> answer;
        executor.runAndWait([&] { locks::findLeader(client, electionPath, answer.reply()); });
        settle();
        if (!answer.ok())
            return "?";
        return *answer.result() ? printed(**answer.result()) : QByteArray("-");
    }
    void wait(Duration time = std::chrono::seconds(1)) { executor.advance(time); }

private:
    std::vector<std::unique_ptr<Candidate>> m_candidates;
};

inline locks::LatchOptions endingWith(locks::LatchOptions::EndsWhen endsWhen)
{
    locks::LatchOptions options;
    options.endsWhen = endsWhen;
    return options;
}

} // namespace lockscope::test
