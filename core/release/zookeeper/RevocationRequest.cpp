// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/zookeeper/RevocationRequest.h"

#include "core/base/Phrase.h"
#include "core/release/zookeeper/LockReader.h"
#include "core/release/zookeeper/NodeRelease.h"
#include "core/release/zookeeper/Revocability.h"

namespace lockscope::release {

namespace {

constexpr auto revoking = phraseLater("revoke");
constexpr int mostTries = 8;

/// One revocation request in progress. Its timer and its pending calls keep it alive.
class RevocationRequest final : public std::enable_shared_from_this<RevocationRequest> {
public:
    RevocationRequest(zk::Client& client, std::shared_ptr<const inspect::DialectCatalogue> dialects, ReleasePlan plan,
                      std::chrono::milliseconds wait, zk::Reply<Asked> reply)
        : m_client(client)
        , m_dialects(std::move(dialects))
        , m_plan(std::move(plan))
        , m_message(revocabilityOf(m_plan).message)
        , m_wait(wait)
        , m_reply(std::move(reply))
    {
    }

    void read()
    {
        readContender(m_client, m_dialects, m_plan.nodePath, [self = shared_from_this()](Result<Reading> reading) {
            if (!reading)
                self->fail(reading.error());
            else if (const auto why = whyRefused(self->m_plan, reading->lock, reading->contender))
                self->refuse(*why);
            else
                self->write(reading->node.stat.version);
        });
    }

private:
    void write(std::int32_t version)
    {
        // Read right before the write, to know the data that it overwrites if the node was replaced.
        m_client.get(m_plan.nodePath, [self = shared_from_this()](Result<zk::NodeData> before) {
            self->m_before = before ? *std::move(before) : zk::NodeData{};
        });
        m_client.set(
            m_plan.nodePath, m_message, version, [self = shared_from_this(), version](const Result<zk::Stat>& written) {
                if (written && written->czxid == self->m_plan.creationId) {
                    self->m_writtenAt = self->m_client.executor().clock().now();
                    self->m_limit = self->m_client.executor().after(self->m_wait, [self] { self->look(true); });
                    self->m_session =
                        self->m_client.onSession([weak = self->weak_from_this()](const zk::Session& session) {
                            if (const auto asking = weak.lock(); asking && session.state == SessionState::Connected)
                                asking->look(false); // the watch may have ended with the session
                        });
                    self->look(false);
                } else if (written) {
                    self->takeBack(version, *written);
                } else if (written.error().code == ErrorCode::BadVersion && --self->m_triesLeft > 0) {
                    self->read();
                } else {
                    self->fail(written.error());
                }
            });
    }

    /// The request was written to another node: restores its data, if known.
    void takeBack(std::int32_t version, const zk::Stat& written)
    {
        if (m_before.stat.czxid != written.czxid || m_before.stat.version != version) {
            endElsewhere(false);
            return;
        }
        m_client.set(m_plan.nodePath, m_before.data, written.version,
                     [self = shared_from_this()](const Result<zk::Stat>& undone) {
                         // Deleted or written since: nothing is left to restore.
                         self->endElsewhere(undone || undone.error().code == ErrorCode::NoNode ||
                                            undone.error().code == ErrorCode::BadVersion);
                     });
    }

    void endElsewhere(bool isTakenBack)
    {
        end(failure(ErrorCode::Refused, revoking, m_plan.nodePath,
                    isTakenBack ? phrase("another node with this name exists now. The message was written to that node "
                                         "and removed again, but the owner may have read it")
                                : phrase("another node with this name exists now. The message was written to that "
                                         "node, and the owner may follow it")));
    }

    void look(bool isLast)
    {
        const auto onEvent = [weak = weak_from_this()](const zk::WatchEvent&) {
            if (const auto self = weak.lock())
                self->look(false);
        };
        const auto onAnswer = [self = shared_from_this(), isLast](const Result<std::optional<zk::Stat>>& found) {
            if (!found) {
                if (isLast)
                    self->fail(found.error());
                return; // read again after the next connection, or at the end
            }
            const bool isGone = !*found || (*found)->czxid != self->m_plan.creationId;
            if (isGone || isLast)
                self->end(Asked{isGone, self->since()});
        };
        if (isLast)
            m_client.exists(m_plan.nodePath, onAnswer);
        else
            m_watch = m_client.exists(m_plan.nodePath, onEvent, onAnswer);
    }

    [[nodiscard]] std::chrono::milliseconds since() const
    {
        return std::chrono::duration_cast<std::chrono::milliseconds>(m_client.executor().clock().now() - m_writtenAt);
    }

    void fail(Error error)
    {
        error.operation = revoking;
        error.path = m_plan.nodePath;
        end(failure(std::move(error)));
    }

    void refuse(const std::string& why)
    {
        end(failure(ErrorCode::Refused, revoking, m_plan.nodePath, phrase("%1; no revocation request was sent", why)));
    }

    void end(Result<Asked> result)
    {
        m_limit.reset();
        m_session.reset();
        m_watch.reset();
        if (const auto reply = std::exchange(m_reply, nullptr))
            reply(std::move(result));
    }

    zk::Client& m_client;
    const std::shared_ptr<const inspect::DialectCatalogue> m_dialects;
    const ReleasePlan m_plan;
    const std::string m_message;
    const std::chrono::milliseconds m_wait;
    zk::Reply<Asked> m_reply;
    int m_triesLeft = mostTries;
    zk::NodeData m_before;
    SteadyTime m_writtenAt{};
    Subscription m_limit;
    Subscription m_session;
    Subscription m_watch;
};

} // namespace

void requestRelease(zk::Client& client, std::shared_ptr<const inspect::DialectCatalogue> dialects, ReleasePlan plan,
                    std::chrono::milliseconds wait, zk::Reply<Asked> reply)
{
    std::make_shared<RevocationRequest>(client, std::move(dialects), std::move(plan), wait, std::move(reply))->read();
}

} // namespace lockscope::release
