// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/Connection.h"

#include "core/base/Phrase.h"
#include "core/connect/Route.h"
#include "core/connect/ThreadTasks.h"
#include "core/connect/TlsTrust.h"
#include "ui/models/text/Formatting.h"

#include <QPointer>

#include <algorithm>
#include <ctime>
#include <mutex>
#include <tuple>

namespace lockscope::ui {

namespace {

constexpr qint64 leastDeliveryMs = 100;
constexpr qint64 mostDeliveryMs = 500;

/// Processor time of the calling thread.
qint64 processorMs()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return qint64(time.tv_sec) * 1'000 + time.tv_nsec / 1'000'000;
}

} // namespace

/// Where the executor stores the newest snapshot. At most one delivery to the UI thread is pending.
struct Connection::Mailbox {
    std::mutex mutex;
    inspect::SnapshotPtr newest;
};

Connection::Connection(MakeBackend makeBackend, Log log, QObject* parent)
    : QObject(parent)
    , m_makeBackend(std::move(makeBackend))
    , m_log(std::move(log))
{
    m_deliver.setSingleShot(true);
    connect(&m_deliver, &QTimer::timeout, this, &Connection::takeSnapshot);
}

Connection::~Connection()
{
    if (m_line)
        retire(std::move(m_line));
    for (auto& thread : m_retired)
        thread.join();
}

void Connection::open(const ConnectionTarget& target)
{
    close();
    m_target = target;
    m_gate = std::make_shared<WriteGate>();
    if (!target.profile.isGuarded())
        m_gate->openUntil(SteadyTime::max());
    m_session = {};
    m_wasConnected = false;
    m_mailbox = std::make_shared<Mailbox>();
    const auto number = ++m_lineNumber;

    inspect::LockSource::Handlers handlers;
    handlers.snapshot = [this, number, mailbox = m_mailbox](inspect::SnapshotPtr snapshot) {
        const std::lock_guard lock(mailbox->mutex);
        if (std::exchange(mailbox->newest, std::move(snapshot)))
            return; // the previous one is not delivered yet: this one replaces it
        ensemble::runLater(this, [this, number] {
            if (number == m_lineNumber)
                takeSnapshot();
        });
    };
    handlers.session = [this, number](const SessionStatus& session) {
        ensemble::runLater(this, [this, number, session] { setSession(number, session); });
    };
    handlers.failed = [this, number](const Error& error) {
        ensemble::runLater(this, [this, number, error] { setFailed(number, error); });
    };
    m_line = std::make_unique<SourceConnection>(
        m_makeBackend, ConnectionRequest{target, m_gate, m_dialects.catalogue, m_collector, m_findings},
        std::move(handlers), m_log);
    m_target.secrets.keyPassword.clear(); // the route has a copy until it is open
    Q_EMIT stateChanged();
}

void Connection::setFindings(inspect::FindingSettings settings)
{
    m_findings = std::move(settings);
    if (m_line)
        m_line->setFindings(m_findings);
}

void Connection::close()
{
    if (!m_line && !m_snapshot)
        return;
    drop();
    m_target = {};
    m_snapshot.reset();
    Q_EMIT stateChanged();
    Q_EMIT snapshotChanged(m_snapshot);
}

void Connection::end()
{
    if (!m_line)
        return;
    if (m_paused) {
        m_snapshot = m_standing;
    } else {
        const std::lock_guard lock(m_mailbox->mutex);
        if (m_mailbox->newest)
            m_snapshot = std::exchange(m_mailbox->newest, nullptr);
    }
    drop();
    if (!m_snapshot)
        m_target = {};
    Q_EMIT stateChanged();
    Q_EMIT snapshotChanged(m_snapshot);
}

/// Everything but the target and the newest snapshot.
void Connection::drop()
{
    ++m_lineNumber;
    if (m_line)
        retire(std::move(m_line));
    m_mailbox.reset();
    m_deliver.stop();
    m_gate.reset();
    m_session = {};
    m_wasConnected = false;
    m_paused = false;
    m_standing.reset();
}

/// Closing waits for the server, so a thread does it; the destructor joins the remaining threads.
void Connection::retire(std::unique_ptr<SourceConnection> line)
{
    ++m_closing;
    m_retired.emplace_back([this, line = std::move(line)]() mutable {
        line.reset();
        ensemble::runLater(this, [this, id = std::this_thread::get_id()] {
            std::erase_if(m_retired, [id](std::thread& thread) {
                if (thread.get_id() != id)
                    return false;
                thread.join();
                return true;
            });
            if (--m_closing == 0)
                Q_EMIT allClosed();
        });
    });
}

void Connection::refresh()
{
    if (m_line)
        m_line->refresh();
}

void Connection::readAllNodes()
{
    if (m_line)
        m_line->readAllNodes();
}

void Connection::setPaused(bool paused)
{
    if (paused == m_paused || !m_line)
        return;
    m_paused = paused;
    m_standing = paused ? m_snapshot : nullptr;
    Q_EMIT stateChanged();
}

SourceState Connection::source() const
{
    if (!m_line)
        return m_snapshot ? SourceState::Ended : SourceState::NotConnected;
    if (canRead(m_session.state))
        return SourceState::Live;
    return m_wasConnected ? SourceState::Disconnected : SourceState::Connecting;
}

void Connection::setSession(quint64 line, const SessionStatus& session)
{
    if (line != m_lineNumber)
        return;
    m_session = session;
    m_wasConnected = m_wasConnected || source() == SourceState::Live;
    Q_EMIT stateChanged();
}

void Connection::setFailed(quint64 line, const Error& error)
{
    if (line != m_lineNumber)
        return;
    const auto profile = m_target.profile;
    close();
    const auto sentence = errorSentence(error);
    Q_EMIT failed(sentence);
    if (connect::isWrongKeyPassword(error))
        Q_EMIT keyPasswordRefused(profile, sentence);
}

std::optional<Error> Connection::trouble() const
{
    return m_line ? m_line->trouble() : std::nullopt;
}

std::optional<RequestRate> Connection::requestRate()
{
    const auto rate = m_line ? m_line->requestRate(m_clock.now()) : std::nullopt;
    return rate ? std::optional(RequestRate{*rate, m_line->requestLimit()}) : std::nullopt;
}

std::chrono::milliseconds Connection::unlockedFor() const
{
    const auto now = m_clock.now();
    if (!isGuarded() || !m_gate->isOpen(now))
        return std::chrono::milliseconds(0);
    return std::chrono::ceil<std::chrono::milliseconds>(m_gate->end() - now);
}

void Connection::unlock()
{
    if (!isGuarded())
        return;
    m_gate->openUntil(m_clock.now() + m_target.profile.unlockFor);
    Q_EMIT stateChanged();
}

void Connection::lock()
{
    if (!isGuarded())
        return;
    m_gate->close();
    Q_EMIT stateChanged();
}

void Connection::guardAs(const connect::Profile& profile)
{
    auto& own = m_target.profile;
    const auto guardOf = [](const connect::Profile& each) {
        return std::tuple(each.readOnly, each.production, each.unlockFor);
    };
    if (!m_line || guardOf(own) == guardOf(profile))
        return;
    std::tie(own.readOnly, own.production, own.unlockFor) = guardOf(profile);
    m_gate->openUntil(own.isGuarded() ? SteadyTime{} : SteadyTime::max());
    Q_EMIT stateChanged();
}

void Connection::showAs(const connect::Profile& profile)
{
    auto& own = m_target.profile;
    if (!m_line || std::tie(own.name, own.colour) == std::tie(profile.name, profile.colour))
        return;
    own.name = profile.name;
    own.colour = profile.colour;
    Q_EMIT stateChanged();
}

void Connection::takeSnapshot()
{
    if (!m_mailbox || m_deliver.isActive())
        return;
    // Most of a snapshot's cost is the painting. The thread rests as long as it worked: the scheduler gives a thread
    // that is always busy a lower priority, and mouse input would be delayed.
    const auto rest = std::clamp(2 * (processorMs() - m_workedMs), leastDeliveryMs, mostDeliveryMs);
    if (m_sinceDelivery.isValid() && m_sinceDelivery.elapsed() < rest) {
        m_deliver.start(static_cast<int>(rest - m_sinceDelivery.elapsed()));
        return;
    }
    {
        const std::lock_guard lock(m_mailbox->mutex);
        if (!m_mailbox->newest)
            return;
        m_snapshot = std::exchange(m_mailbox->newest, nullptr);
    }
    if (m_paused && !m_standing) // paused before the first
        m_standing = m_snapshot;
    m_sinceDelivery.start();
    m_workedMs = processorMs();
    m_line->logFigures();
    Q_EMIT snapshotChanged(m_snapshot);
}

/// Delivers one result to the UI thread. Without a result, e.g. after a close, its destructor delivers `dropped`.
template <typename T> class Connection::Answer final {
public:
    Answer(Connection& connection, QObject* context, Handler<T> handler, Error dropped)
        : m_connection(connection)
        , m_context(context)
        , m_handler(std::move(handler))
        , m_dropped(std::move(dropped))
    {
    }
    ~Answer()
    {
        if (m_handler)
            give(failure(std::move(m_dropped)));
    }
    Answer(const Answer&) = delete;
    Answer& operator=(const Answer&) = delete;

    void give(Result<T> result)
    {
        ensemble::runLater(&m_connection, [context = m_context, handler = std::exchange(m_handler, nullptr),
                                           result = std::move(result)] {
            if (context && handler)
                handler(result);
        });
    }

private:
    Connection& m_connection; ///< outlives its lines, and with them pending requests
    QPointer<QObject> m_context;
    Handler<T> m_handler;
    Error m_dropped;
};

template <typename T>
release::ReleaseActor::Reply<T> Connection::onUiThread(QObject* context, Handler<T> handler, Error dropped)
{
    auto answer = std::make_shared<Answer<T>>(*this, context, std::move(handler), std::move(dropped));
    return [answer = std::move(answer)](Result<T> result) { answer->give(std::move(result)); };
}

std::string Connection::unconnected()
{
    return tr("connect to the servers first").toStdString();
}

std::string Connection::closed()
{
    return tr("the connection was closed before a reply arrived").toStdString();
}

void Connection::planRelease(inspect::ContenderKey contender, QObject* context, Handler<release::ReleasePlan> handler,
                             int permits)
{
    const auto nodePath = nodePathOf(contender, m_snapshot.get());
    auto reply =
        onUiThread<release::ReleasePlan>(context, std::move(handler), {ErrorCode::Closed, "release", nodePath, {}});
    if (!m_line) {
        reply(failure(ErrorCode::NoConnection, "release", nodePath, unconnected()));
        return;
    }
    release::Background background{m_snapshot ? m_snapshot->ensemble : nullptr, m_snapshot, {}};
    background.permits = permits;
    background.identity.accounts = connect::accountsOf(m_target.profile, m_target.secrets);
    m_line->withReleaseService(
        [contender = std::move(contender), background = std::move(background),
         reply = std::move(reply)](release::ReleaseService& service) { service.plan(contender, background, reply); });
}

void Connection::sampleHosts(QObject* context, Handler<void> handler)
{
    auto reply = onUiThread<void>(context, std::move(handler),
                                  {ErrorCode::Closed, phraseLater("sample commands"), {}, closed()});
    if (!m_line)
        reply(failure(ErrorCode::NoConnection, phraseLater("sample commands"), {}, unconnected()));
    else if (!m_line->sampleHosts(reply))
        reply(failure(ErrorCode::Unimplemented, phraseLater("sample commands"), {},
                      tr("only Redis has such samples").toStdString()));
}

void Connection::applyRelease(release::ReleasePlan plan, release::ChangeReason changeReason, QObject* context,
                              Handler<release::ReleaseOutcome> handler)
{
    m_releasing.push_back(plan.nodePath);
    const auto readAgain = [this, lock = plan.lockPath, node = plan.nodePath,
                            handler = std::move(handler)](const Result<release::ReleaseOutcome>& outcome) {
        m_releasing.erase(std::find(m_releasing.begin(), m_releasing.end(), node));
        handler(outcome);
        if (m_line)
            m_line->readLock(lock);
        if (m_releasing.empty())
            Q_EMIT releasesEnded();
    };
    // The request may already have been sent.
    auto reply = onUiThread<release::ReleaseOutcome>(context, readAgain,
                                                     {ErrorCode::ConnectionLoss, "release", plan.nodePath, closed()});
    if (!m_line) {
        reply(failure(ErrorCode::NoConnection, "release", plan.nodePath,
                      tr("nothing was released. Connect to the servers first").toStdString()));
        return;
    }
    m_line->withReleaseService(
        [plan = std::move(plan), changeReason = std::move(changeReason),
         reply = std::move(reply)](release::ReleaseService& service) { service.release(plan, changeReason, reply); });
}

void Connection::askRelease(release::ReleasePlan plan, release::ChangeReason changeReason, QObject* context,
                            Handler<release::AskOutcome> handler)
{
    static constexpr std::chrono::milliseconds wait{10'000};
    auto reply = onUiThread<release::AskOutcome>(context, std::move(handler),
                                                 {ErrorCode::ConnectionLoss, "revoke", plan.nodePath, closed()});
    if (!m_line) {
        reply(failure(ErrorCode::NoConnection, "revoke", plan.nodePath, unconnected()));
        return;
    }
    m_line->withReleaseService(
        [plan = std::move(plan), changeReason = std::move(changeReason),
         reply = std::move(reply)](release::ReleaseService& service) { service.ask(plan, changeReason, wait, reply); });
}

} // namespace lockscope::ui

#include "moc_Connection.cpp"
