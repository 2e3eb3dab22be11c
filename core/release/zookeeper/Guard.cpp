// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/zookeeper/Guard.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/release/zookeeper/LockReader.h"
#include "core/release/zookeeper/NodeProof.h"
#include "core/release/zookeeper/NodeRelease.h"
#include "core/zk/CreateCounter.h"

#include <algorithm>
#include <optional>

namespace lockscope::release {

namespace {

constexpr auto releasing = phraseLater("release");
/// One release in progress. Its pending calls keep it alive.
class Guard final : public std::enable_shared_from_this<Guard> {
public:
    Guard(zk::Client& client, std::shared_ptr<const inspect::DialectCatalogue> dialects, ReleasePlan plan,
          zk::Reply<GuardedDelete> reply, const GuardSettings& settings)
        : m_client(client)
        , m_dialects(std::move(dialects))
        , m_plan(std::move(plan))
        , m_directory(parentOf(m_plan.nodePath))
        , m_reply(std::move(reply))
        , m_settings(settings)
        , m_triesLeft(settings.tries)
    {
        for (auto& path : probePlaces(m_plan.nodePath, m_plan.zookeeper.reuse))
            m_places.push_back({zk::CreateProbe(std::move(path))});
    }

    void begin()
    {
        m_client.sync(m_directory, [self = shared_from_this()](const Result<void>& synced) {
            if (synced)
                self->read();
            else
                self->endUndone(synced.error());
        });
    }

private:
    /// A directory whose create counter is compared.
    struct Place {
        zk::CreateProbe probe;
        bool isProbed = true;
    };

    /// Reads the ancestors first, from the root: each must be unchanged when the next is read.
    void read()
    {
        m_trouble.reset();
        for (std::size_t i = m_places.size(); i-- > 1;) {
            if (m_places[i].isProbed)
                readCounter(i);
        }
        readContender(m_client, m_dialects, m_plan.nodePath, [self = shared_from_this()](Result<Reading> reading) {
            if (!reading && reading.error().code == ErrorCode::NotALock)
                self->refuse(phrase("the node is no longer a contender of %1", self->m_plan.lockPath));
            else if (!reading)
                self->endUndone(reading.error());
            else if (const auto why = whyRefused(self->m_plan, reading->lock, reading->contender))
                self->refuse(*why);
            else if (self->m_trouble)
                self->endUndone(*self->m_trouble);
            else
                self->remove(*reading);
        });
    }

    void readCounter(std::size_t i)
    {
        m_client.exists(m_places[i].probe.directory(), [self = shared_from_this(),
                                                        i](const Result<std::optional<zk::Stat>>& found) {
            if (!found && found.error().code != ErrorCode::NoAuth)
                self->m_trouble = found.error(); // such as a busy server: not a reason for a weaker proof
            else if (!found || (*found && zk::isCounterExhausted(zk::createdChildren(**found))))
                self->doWithout(i);
            else
                self->m_places[i].probe.setCreated(*found ? zk::createdChildren(**found) : 0); // gone: the check fails
        });
    }

    /// The probe at `i` cannot be created. Without it the probes above prove nothing either.
    void doWithout(std::size_t i)
    {
        for (auto at = std::max<std::size_t>(i, 1); at < m_places.size(); ++at)
            m_places[at].isProbed = false;
        if (i == 0)
            m_places.front().isProbed = false;
    }

    void remove(const Reading& reading)
    {
        auto& parent = m_places.front();
        parent.probe.setCreated(reading.created);
        if (parent.isProbed && zk::isCounterExhausted(reading.created)) {
            if (m_plan.zookeeper.reuse != NameReuse::Never) {
                endUndone(Error{
                    ErrorCode::Refused, releasing, m_plan.nodePath,
                    phrase("the create counter of %1 is exhausted, so another node could get this name", m_directory)});
                return;
            }
            parent.isProbed = false;
        }
        std::vector<zk::Op> ops;
        for (const auto& place : m_places) {
            if (place.isProbed)
                place.probe.appendTo(ops);
        }
        ops.emplace_back(zk::RemoveOp{m_plan.nodePath, reading.node.stat.version});
        ++m_attempts;
        m_client.multi(std::move(ops), [self = shared_from_this()](const Result<std::vector<zk::OpResult>>& removed) {
            self->onRemoved(removed);
        });
    }

    void onRemoved(const Result<std::vector<zk::OpResult>>& removed)
    {
        if (removed) {
            finish();
            return;
        }
        const auto& error = removed.error();
        switch (error.code) {
        case ErrorCode::NoNode:
        case ErrorCode::NodeExists:
        case ErrorCode::BadVersion:
            again(); // a node was created beside or above it, or it was written or deleted
            break;
        case ErrorCode::NoAuth:
        case ErrorCode::System: // such as a quota
            withoutRefusedProbe(error);
            break;
        default:
            if (isOutcomeUnknown(error))
                lookAfterwards();
            else
                endUndone(error);
        }
    }

    /// The server refuses one request of the transaction permanently.
    void withoutRefusedProbe(const Error& error)
    {
        const auto place = std::find_if(m_places.begin(), m_places.end(),
                                        [&](const Place& one) { return one.probe.isSubjectOf(error); });
        const bool isParent = place == m_places.begin();
        if (place == m_places.end() || !place->isProbed) {
            if (error.code == ErrorCode::NoAuth)
                endDenied(phrase("deleting needs the DELETE permission on %1", m_directory));
            else
                endUndone(error);
        } else if (isParent && error.code == ErrorCode::NoAuth && error.path == place->probe.path()) {
            endDenied(phrase("deleting needs the DELETE permission on %1", m_directory)); // applies to the node as well
        } else if (isParent && m_plan.zookeeper.reuse == NameReuse::Anytime && error.code == ErrorCode::NoAuth) {
            endDenied(phrase("another node could get this name at any time. Without the CREATE permission on %1, a "
                             "release could delete that node instead",
                             m_directory));
        } else if (isParent && m_plan.zookeeper.reuse == NameReuse::Anytime) {
            endUndone(error);
        } else {
            if (isParent)
                place->isProbed = false;
            else
                doWithout(static_cast<std::size_t>(place - m_places.begin()));
            read();
        }
    }

    void again()
    {
        if (--m_triesLeft > 0) {
            read();
            return;
        }
        const bool isAnyProbed =
            std::any_of(m_places.begin(), m_places.end(), [](const Place& place) { return place.isProbed; });
        if (m_plan.zookeeper.reuse == NameReuse::Anytime || !isAnyProbed) {
            end(Error{
                ErrorCode::TimedOut, releasing, m_plan.nodePath,
                phrase("children were created in %1 or in a directory above it in each of %2 attempts. Another node "
                       "could get this name, so nothing was deleted. Try again when fewer clients use the directory",
                       m_directory, m_settings.tries)});
            return;
        }
        // The directory changes too often, but the name cannot come back. First retries without the parent's own
        // counter: the ancestors' counters still prove that it is the same directory. Then by the version alone.
        if (m_places.front().isProbed)
            m_places.front().isProbed = false;
        else
            doWithout(1);
        m_triesLeft = m_settings.tries;
        read();
    }

    void finish()
    {
        m_limit.reset();
        m_session.reset();
        const auto proof = m_places.front().isProbed ? GuardProof::Counter : GuardProof::Version;
        if (const auto reply = std::exchange(m_reply, nullptr))
            reply(GuardedDelete{proof, m_attempts});
    }

    void endDenied(const std::string& why)
    {
        end(Error{ErrorCode::NoAuth, releasing, m_plan.nodePath, phrase("%1; nothing was deleted", why)});
    }

    /// The reply to the delete was lost: checks the node as soon as there is a connection.
    void lookAfterwards()
    {
        m_limit = m_client.executor().after(m_settings.waitLimit, [self = shared_from_this()] {
            self->endUnknown(phrase("the connection was not restored, so the node could not be checked"));
        });
        m_session = m_client.onSession([weak = weak_from_this()](const zk::Session&) {
            if (const auto self = weak.lock())
                self->lookOnceConnected();
        });
        lookOnceConnected();
    }

    void lookOnceConnected()
    {
        const auto state = m_client.session().state;
        if (state == SessionState::Closed || state == SessionState::AuthFailed)
            endUnknown(phrase("the connection was not restored, so the node could not be checked"));
        if (state != SessionState::Connected || m_isLooking || !m_reply)
            return;
        m_isLooking = true;
        m_client.sync(m_plan.nodePath, [self = shared_from_this()](const Result<void>& synced) {
            if (!synced) {
                self->m_isLooking = false; // until the next connection, or the limit
                return;
            }
            self->m_client.exists(self->m_plan.nodePath, [self](const Result<std::optional<zk::Stat>>& found) {
                self->m_isLooking = false;
                if (!found)
                    return;
                if (*found && (*found)->czxid == self->m_plan.creationId)
                    self->end(Error{ErrorCode::NoConnection, releasing, self->m_plan.nodePath,
                                    phrase("the connection was lost during the delete, and the node still exists: "
                                           "nothing was deleted")});
                else
                    self->endUnknown(phrase("the node no longer exists, because of this delete or for another reason"));
            });
        });
    }

    void endUnknown(const std::string& what)
    {
        end(Error{
            ErrorCode::ConnectionLoss, releasing, m_plan.nodePath,
            phrase("the reply to the delete was lost, so it is unknown whether the delete was executed; %1", what)});
    }

    /// Ends before a delete was sent: certainly nothing was deleted.
    void endUndone(Error error)
    {
        error.operation = releasing;
        error.path = m_plan.nodePath;
        if (error.code == ErrorCode::NoNode) {
            error.detail = phrase("the node no longer exists; nothing was deleted");
        } else {
            if (isOutcomeUnknown(error))
                error.code = ErrorCode::NoConnection;
            error.detail =
                error.detail.empty() ? phrase("nothing was deleted") : phrase("%1; nothing was deleted", error.detail);
        }
        end(error);
    }

    void refuse(const std::string& why)
    {
        end(Error{ErrorCode::Refused, releasing, m_plan.nodePath, phrase("%1; nothing was deleted", why)});
    }

    void end(const Error& error)
    {
        m_limit.reset();
        m_session.reset();
        if (const auto reply = std::exchange(m_reply, nullptr))
            reply(failure(error));
    }

    zk::Client& m_client;
    const std::shared_ptr<const inspect::DialectCatalogue> m_dialects;
    const ReleasePlan m_plan;
    const std::string m_directory;
    zk::Reply<GuardedDelete> m_reply;
    const GuardSettings m_settings;
    std::vector<Place> m_places;    ///< the parent, then its ancestors
    std::optional<Error> m_trouble; ///< an ancestor's counter could not be read
    int m_triesLeft;
    int m_attempts = 0;
    bool m_isLooking = false;
    Subscription m_session;
    Subscription m_limit;
};

} // namespace

void removeGuarded(zk::Client& client, std::shared_ptr<const inspect::DialectCatalogue> dialects, ReleasePlan plan,
                   zk::Reply<GuardedDelete> reply, const GuardSettings& settings)
{
    std::make_shared<Guard>(client, std::move(dialects), std::move(plan), std::move(reply), settings)->begin();
}

} // namespace lockscope::release
