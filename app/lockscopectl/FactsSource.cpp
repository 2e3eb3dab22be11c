// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/FactsSource.h"

namespace lockscope::ctl {

FactsSource::FactsSource(zk::Client& client, ensemble::CollectorSettings settings)
    : m_questions(std::make_shared<ensemble::FactsQuestions>(client.executor()))
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

void FactsSource::fresh(std::chrono::milliseconds waitLimit, Done done)
{
    m_questions->add(waitLimit, std::move(done));
    if (m_begun)
        m_collector->refresh();
}

} // namespace lockscope::ctl
