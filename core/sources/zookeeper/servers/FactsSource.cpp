// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/FactsSource.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockscope::ensemble {

namespace {

constexpr auto configNode = "/zookeeper/config";

} // namespace

FactsSource::FactsSource(zk::Client& client, CollectorSettings settings, Handlers handlers)
    : m_client(client)
    , m_settings(std::move(settings))
    , m_handlers(std::move(handlers))
{
}

FactsSource::~FactsSource() = default;

/// Forwards a call from the collector's thread to the executor.
template <typename Value>
std::function<void(Value)> FactsSource::onExecutor(std::function<void(FactsSource&, const Value&)> take)
{
    return [weak = weak_from_this(), &executor = m_client.executor(), take = std::move(take)](Value value) {
        executor.post([weak, take, value = std::move(value)] {
            if (const auto self = weak.lock())
                take(*self, value);
        });
    };
}

void FactsSource::start()
{
    EnsembleCollector::Handlers handlers;
    handlers.facts = onExecutor<FactsPtr>([](FactsSource& self, const FactsPtr& facts) { self.takeFacts(facts); });
    handlers.watches = onExecutor<WatchFactsPtr>([](FactsSource& self, const WatchFactsPtr& watches) {
        if (self.m_handlers.watches)
            self.m_handlers.watches(watches);
    });
    m_collector = std::make_unique<CollectorThread>(m_settings, std::move(handlers));
    m_session = m_client.onSession([this](const zk::Session& session) { onSession(session); });
    onSession(m_client.session());
}

void FactsSource::refresh()
{
    if (m_hasBegun)
        m_collector->refresh();
}

void FactsSource::askWatches(const std::vector<SessionId>& own)
{
    m_collector->askWatches({own.begin(), own.end()});
}

void FactsSource::fresh(std::chrono::milliseconds waitLimit, Done done)
{
    const auto number = ++m_lastQuestion;
    auto& executor = m_client.executor();
    m_questions.push_back(
        {number, executor.clock().wallNow(), std::move(done), executor.after(waitLimit, [this, number] {
             answer([number](const Question& one) { return one.number == number; }, nullptr);
         })});
    refresh();
}

void FactsSource::onSession(const zk::Session& session)
{
    m_collector->setOwnSession(session.state == SessionState::Connected ? session.id : 0);
    if (!canRead(session.state) || session.generation == m_asked)
        return;
    m_asked = session.generation;
    readMembers();
}

/// Reads the configuration with a watch. It cannot be read below a chroot.
void FactsSource::readMembers()
{
    if (!m_settings.connect.chroot.empty()) {
        begin();
        return;
    }
    m_config = m_client.get(
        configNode,
        [this](const zk::WatchEvent& event) {
            if (event.type != zk::WatchEvent::Type::Deleted)
                readMembers();
        },
        [weak = weak_from_this()](const Result<zk::NodeData>& config) {
            const auto self = weak.lock();
            if (!self)
                return;
            if (!config && isRetryable(config.error()))
                self->m_asked = 0; // read again after the reconnect
            if (config)
                self->m_collector->setMembers(membersIn(QByteArray::fromStdString(config->data)));
            self->begin();
        });
}

void FactsSource::begin()
{
    if (std::exchange(m_hasBegun, true))
        return;
    if (m_handlers.begun)
        m_handlers.begun();
    m_collector->start(); // starts the first round at once
}

void FactsSource::takeFacts(const FactsPtr& facts)
{
    if (m_handlers.facts)
        m_handlers.facts(facts);
    answer([&](const Question& one) { return facts->takenAt >= one.askedAt; }, facts);
}

void FactsSource::answer(const std::function<bool(const Question&)>& which, const FactsPtr& facts)
{
    const auto first = std::stable_partition(m_questions.begin(), m_questions.end(), std::not_fn(which));
    const std::vector<Question> answered(std::make_move_iterator(first), std::make_move_iterator(m_questions.end()));
    m_questions.erase(first, m_questions.end());
    for (const auto& one : answered)
        one.done(facts);
}

} // namespace lockscope::ensemble
