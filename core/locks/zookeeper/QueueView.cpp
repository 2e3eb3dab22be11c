// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/QueueView.h"

#include "core/locks/zookeeper/engine/RefusedPause.h"
#include "core/queue/Scheme.h"

#include <optional>
#include <utility>

namespace lockscope::locks {

namespace {

/// Changes within this time are reported as one.
constexpr auto quietTime = std::chrono::milliseconds(50);
constexpr auto lookAgainDelay = std::chrono::milliseconds(200);

std::vector<Participant> participantsIn(const queue::Scheme& scheme, int leases, const std::vector<std::string>& names)
{
    auto contenders = queue::parseListing(scheme, names).contenders;
    std::vector<Participant> participants;
    participants.reserve(contenders.size());
    const auto verdicts = queue::judgeQueue(scheme.rule, contenders, leases);
    for (std::size_t i = 0; i < contenders.size(); ++i)
        participants.push_back({std::move(contenders[i]), static_cast<int>(i), queue::isGranted(verdicts[i])});
    return participants;
}

} // namespace

void listParticipants(zk::Client& client, const std::string& path, const queue::Scheme& scheme, int leases,
                      Reply<std::vector<Participant>> reply)
{
    client.children(path, [&scheme, leases, reply = std::move(reply)](const Result<std::vector<std::string>>& names) {
        if (names)
            reply(participantsIn(scheme, leases, *names));
        else if (names.error().code == ErrorCode::NoNode)
            reply(std::vector<Participant>());
        else
            reply(failure(names.error()));
    });
}

class QueueView::State final : public std::enable_shared_from_this<State> {
public:
    State(zk::Client& client, std::string path, const queue::Scheme& scheme, int leases, Handler handler)
        : m_client(client)
        , m_path(std::move(path))
        , m_scheme(scheme)
        , m_leases(leases)
        , m_handler(std::move(handler))
    {
    }

    void start()
    {
        m_session = m_client.onSession([weak = weak_from_this()](const zk::Session& session) {
            const auto me = weak.lock();
            if (me && session.state == SessionState::Connected)
                me->look();
        });
        look();
    }

private:
    void look()
    {
        m_later.reset();
        if (m_client.session().state != SessionState::Connected)
            return;
        m_watch = m_client.children(
            m_path, [weak = weak_from_this()](const zk::WatchEvent&) { lookLater(weak, quietTime); },
            [weak = weak_from_this()](const Result<std::vector<std::string>>& names) {
                if (const auto me = weak.lock())
                    me->onListed(names);
            });
    }

    void onListed(const Result<std::vector<std::string>>& names)
    {
        if (names) {
            report(participantsIn(m_scheme, m_leases, *names));
        } else if (names.error().code == ErrorCode::NoNode) {
            const auto alive = shared_from_this(); // the handler may destroy this
            report(std::vector<Participant>());
            awaitPath();
        } else {
            onFailed(names.error());
        }
    }

    void onFailed(const Error& error)
    {
        if (isSessionFatal(error))
            return; // the next session reads again
        const bool passes = mayPass(error);
        lookLater(weak_from_this(), passes ? Duration(lookAgainDelay) : Duration(refusedPause));
        if (!passes && m_refusal != error) {
            m_refusal = error;
            m_handler(failure(error));
        }
    }

    void report(std::vector<Participant> participants)
    {
        m_refusal.reset();
        m_handler(std::move(participants));
    }

    void awaitPath()
    {
        m_watch = m_client.exists(
            m_path, [weak = weak_from_this()](const zk::WatchEvent&) { lookLater(weak, Duration::zero()); },
            [weak = weak_from_this()](const Result<std::optional<zk::Stat>>& found) {
                if (!found || *found)
                    lookLater(weak, lookAgainDelay); // created meanwhile, or the next listing reports the error
            });
    }

    static void lookLater(const std::weak_ptr<State>& weak, Duration delay)
    {
        const auto me = weak.lock();
        if (!me)
            return;
        me->m_later = me->m_client.executor().after(delay, [weak] {
            if (const auto again = weak.lock())
                again->look();
        });
    }

    zk::Client& m_client;
    std::string m_path;
    const queue::Scheme& m_scheme;
    int m_leases;
    Handler m_handler;
    std::optional<Error> m_refusal; ///< last reported
    Subscription m_session;
    Subscription m_watch;
    Subscription m_later;
};

QueueView::QueueView(zk::Client& client, std::string path, const queue::Scheme& scheme, int leases, Handler handler)
    : m_state(std::make_shared<State>(client, std::move(path), scheme, leases, std::move(handler)))
{
    m_state->start();
}

QueueView::~QueueView() = default;

} // namespace lockscope::locks
