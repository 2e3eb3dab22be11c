// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/FactsSource.h"

#include <algorithm>

namespace lockscope::ctl {

/// Who waits for an answer.
class FactsSource::Questions final : public std::enable_shared_from_this<Questions> {
public:
    explicit Questions(Executor& executor)
        : m_executor(executor)
    {
    }

    void add(std::chrono::milliseconds patience, Done done)
    {
        const auto number = ++m_last;
        m_open.push_back({number, m_executor.clock().wallNow(), std::move(done),
                          m_executor.after(patience, [weak = weak_from_this(), number] {
                              if (const auto self = weak.lock())
                                  self->answer([number](const Question& one) { return one.number == number; }, nullptr);
                          })});
    }

    void take(const ensemble::FactsPtr& facts)
    {
        answer([&](const Question& one) { return facts->takenAt >= one.askedAt; }, facts);
    }

private:
    struct Question {
        std::uint64_t number = 0;
        WallTime askedAt{};
        Done done;
        Subscription limit;
    };

    void answer(const std::function<bool(const Question&)>& which, const ensemble::FactsPtr& facts)
    {
        const auto first = std::stable_partition(m_open.begin(), m_open.end(), std::not_fn(which));
        std::vector<Question> answered(std::make_move_iterator(first), std::make_move_iterator(m_open.end()));
        m_open.erase(first, m_open.end());
        for (const auto& one : answered)
            one.done(facts);
    }

    Executor& m_executor;
    std::vector<Question> m_open;
    std::uint64_t m_last = 0;
};

FactsSource::FactsSource(zk::Client& client, ensemble::CollectorSettings settings)
    : m_questions(std::make_shared<Questions>(client.executor()))
{
    const bool hasChroot = !settings.connect.chroot.empty();
    ensemble::EnsembleCollector::Handlers handlers;
    handlers.facts = [questions = std::weak_ptr(m_questions), &executor = client.executor()](ensemble::FactsPtr facts) {
        executor.post([questions, facts = std::move(facts)] {
            if (const auto open = questions.lock())
                open->take(facts);
        });
    };
    m_collector = std::make_unique<ensemble::CollectorThread>(std::move(settings), std::move(handlers));
    m_collector->setOwnSession(client.session().id);
    const auto begin = [this, questions = std::weak_ptr(m_questions)](const Result<zk::NodeData>& config) {
        if (questions.expired())
            return;
        if (config)
            m_collector->setMembers(ensemble::membersIn(QByteArray::fromStdString(config->data)));
        m_begun = true;
        m_collector->start(); // asks at once
    };
    if (hasChroot) // below it there is no way to the configuration
        begin(failure(ErrorCode::NoNode, "getData"));
    else
        client.get("/zookeeper/config", begin);
}

FactsSource::~FactsSource() = default;

void FactsSource::fresh(std::chrono::milliseconds patience, Done done)
{
    m_questions->add(patience, std::move(done));
    if (m_begun)
        m_collector->refresh();
}

} // namespace lockscope::ctl
