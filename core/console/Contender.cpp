// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/console/Contender.h"

#include "core/locks/KazooLock.h"
#include "core/locks/KazooSemaphore.h"
#include "core/locks/MultiLock.h"
#include "core/locks/Mutex.h"
#include "core/locks/Semaphore.h"
#include "core/locks/SemaphoreMutex.h"
#include "core/locks/SingleNodeLock.h"
#include "core/zk/Path.h"

#include <QHostInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <unistd.h>

namespace lockscope::console {

namespace {

const auto self = locks::Owner::named(1);

/// Who holds, for whoever looks at the node.
std::string payloadOf(const std::string& name)
{
    const QJsonObject identity{{QStringLiteral("client"), QString::fromStdString(name)},
                               {QStringLiteral("host"), QHostInfo::localHostName()},
                               {QStringLiteral("pid"), static_cast<qint64>(getpid())}};
    return QJsonDocument(identity).toJson(QJsonDocument::Compact).toStdString();
}

std::unique_ptr<locks::Lock> makeLock(zk::Client& client, const ContendOptions& options, const std::string& name,
                                      Log log)
{
    locks::LockOptions settings;
    settings.payload = payloadOf(name);
    settings.log = std::move(log);
    // A lock that people look at shall not disappear between two rounds.
    settings.parents = zk::CreateMode::Persistent;
    const auto& path = options.paths.front();
    switch (options.recipe) {
    case Recipe::Single:
        return std::make_unique<locks::SingleNodeLock>(client, zk::join(path, "lock"), std::move(settings));
    case Recipe::SemaphoreMutex:
        return std::make_unique<locks::SemaphoreMutex>(client, path, std::move(settings));
    case Recipe::Semaphore:
        return std::make_unique<locks::Semaphore>(client, path, options.leases, std::move(settings));
    case Recipe::Multi:
        return std::make_unique<locks::MultiLock>(client, options.paths, std::move(settings));
    case Recipe::KazooLock:
        return std::make_unique<locks::KazooLock>(client, path, std::move(settings));
    case Recipe::KazooSemaphore:
        return std::make_unique<locks::KazooSemaphore>(client, path, options.leases, std::move(settings));
    default:
        return std::make_unique<locks::Mutex>(client, path, std::move(settings));
    }
}

} // namespace

Contender::Contender(zk::Client& client, const ContendOptions& options, std::string name, std::uint64_t seed,
                     ContentionTally& tally, Emit emit, Log log)
    : m_client(client)
    , m_options(options)
    , m_name(std::move(name))
    , m_random(seed)
    , m_tally(tally)
    , m_emit(std::move(emit))
    , m_log(std::move(log))
    , m_self(std::make_shared<Contender*>(this))
{
}

Contender::~Contender() = default;

void Contender::start(Task finished)
{
    m_finished = std::move(finished);
    m_tally.joined(m_name);
    m_lock = makeLock(m_client, m_options, m_name, m_log);
    m_states = m_lock->onState([this](locks::Owner, const locks::LockState& state) { onState(state); });
    m_session = m_client.onSession([this](const zk::Session& session) { onSession(session); });
    onSession(m_client.session());
}

void Contender::onSession(const zk::Session& session)
{
    switch (session.state) {
    case zk::SessionState::Connected:
        emit(ContendEvent::Type::Connected);
        if (!std::exchange(m_connected, true))
            ask();
        break;
    case zk::SessionState::Suspended:
        emit(ContendEvent::Type::Suspended);
        break;
    case zk::SessionState::AuthFailed:
        m_tally.error();
        emit(ContendEvent::Type::Error, {}, "the server refused the credentials");
        m_stopping = true;
        if (!m_connected)
            finish();
        break;
    default:
        break;
    }
}

void Contender::onState(const locks::LockState& state)
{
    if (state.phase == locks::Phase::Waiting) {
        noteWaiting(state);
    } else if (state.phase == locks::Phase::Uncertain) {
        m_tally.lost(m_name); // what a careful holder does: stop work until it knows
    } else if (state.phase == locks::Phase::Held && m_holding && !m_releasing) {
        m_tally.regained(m_name);
    } else if (state.phase == locks::Phase::Lost && m_holding) {
        m_holding = false;
        m_tally.lost(m_name);
        emit(ContendEvent::Type::Lost, {}, std::string(toString(state.reason)));
        m_timer = m_client.executor().after(Duration::zero(), [this] { letGo(); });
    }
}

void Contender::noteWaiting(const locks::LockState& state)
{
    const bool newNode = !state.node.empty() && state.node != m_node;
    const bool requeued = newNode && !m_node.empty();
    const bool waits = newNode || !state.waitsOn.empty(); // in a herd one waits without a node
    if (newNode) {
        m_node = state.node;
        m_token = state.token;
    }
    if (requeued || (waits && !std::exchange(m_queued, true)))
        emit(ContendEvent::Type::Queued);
}

void Contender::ask()
{
    if (m_stopping) {
        finish();
        return;
    }
    m_asking = true;
    m_queued = false;
    m_node.clear();
    m_token = 0;
    m_giveUp = std::stop_source();
    m_askedAt = m_client.executor().clock().now();
    std::optional<Duration> timeout;
    if (m_options.acquireTimeout)
        timeout = *m_options.acquireTimeout;
    m_lock->acquireAsync(self, timeout, m_giveUp.get_token(),
                         [weak = std::weak_ptr(m_self)](Result<locks::Grant> answer) {
                             if (const auto me = weak.lock())
                                 (*me)->onAnswer(std::move(answer));
                         });
}

void Contender::onAnswer(Result<locks::Grant> answer)
{
    m_asking = false;
    const auto now = m_client.executor().clock().now();
    const auto waited = std::chrono::duration_cast<std::chrono::milliseconds>(now - m_askedAt);
    if (answer) {
        m_holding = true;
        m_node = answer->node;
        m_token = answer->token;
        m_tally.granted(m_name, now, now - m_askedAt);
        emit(ContendEvent::Type::Granted, waited);
        if (const auto holding = m_stopping ? Duration::zero() : m_options.hold.draw(m_random))
            m_timer = m_client.executor().after(*holding, [this] { letGo(); });
        return;
    }
    m_node.clear();
    if (answer.error().code == ErrorCode::TimedOut) {
        emit(ContendEvent::Type::TimedOut, waited);
        m_tally.cycleDone(m_name);
        ++m_cycles;
    } else if (answer.error().code != ErrorCode::Cancelled) {
        m_tally.error();
        emit(ContendEvent::Type::Error, {}, describe(answer.error()));
        m_stopping = true; // what the lock itself did not get over, another try will not either
    }
    think();
}

void Contender::letGo()
{
    m_releasing = true;
    if (m_holding)
        m_tally.releasing(m_name, m_client.executor().clock().now());
    m_lock->releaseAsync(self, [weak = std::weak_ptr(m_self)](const Result<void>& released) {
        const auto found = weak.lock();
        if (!found)
            return;
        auto& me = **found;
        me.m_releasing = false;
        const bool held = std::exchange(me.m_holding, false);
        if (released) {
            me.emit(ContendEvent::Type::Released);
            me.m_tally.cycleDone(me.m_name);
        } else if (held) { // else it was lost, and said so
            me.m_tally.error();
            me.emit(ContendEvent::Type::Error, {}, describe(released.error()));
        }
        ++me.m_cycles;
        me.m_node.clear();
        me.m_token = 0;
        me.think();
    });
}

void Contender::think()
{
    if (m_stopping || (m_options.cycles && m_cycles >= *m_options.cycles)) {
        finish();
        return;
    }
    m_thinking = true;
    m_timer = m_client.executor().after(m_options.think.draw(m_random).value_or(Duration::zero()), [this] {
        m_thinking = false;
        ask();
    });
}

void Contender::stop()
{
    if (std::exchange(m_stopping, true))
        return;
    if (m_asking) {
        m_giveUp.request_stop();
    } else if (m_holding && !m_releasing) {
        m_timer = m_client.executor().after(Duration::zero(), [this] { letGo(); });
    } else if (m_thinking || !m_connected) {
        finish();
    }
    // Else it releases, and finishes at the end of that.
}

void Contender::finish()
{
    m_timer.reset();
    m_states.reset();
    m_session.reset();
    if (auto finished = std::exchange(m_finished, nullptr))
        finished();
}

void Contender::emit(ContendEvent::Type type, std::optional<std::chrono::milliseconds> wait, std::string detail)
{
    m_emit({type, m_client.executor().clock().wallNow(), m_name, m_node, m_token, wait, std::move(detail)});
}

} // namespace lockscope::console
