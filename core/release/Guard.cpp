// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/Guard.h"

#include "core/base/Phrase.h"
#include "core/release/LockReader.h"
#include "core/zk/Path.h"

#include <cstdio>

namespace lockscope::release {

namespace {

constexpr auto releasing = phraseLater("release");
constexpr auto probeName = "lockscope-probe-";

/// As the server writes it: Java's "%010d".
std::string numberText(std::uint32_t number)
{
    char text[16];
    std::snprintf(text, sizeof text, "%010d", static_cast<std::int32_t>(number));
    return text;
}

/// One release on its way. What is asked keeps it alive until it is answered.
class Guard final : public std::enable_shared_from_this<Guard> {
public:
    Guard(zk::Client& client, std::shared_ptr<const inspect::DialectCatalogue> dialects, ReleasePlan plan,
          zk::Reply<void> reply, const GuardSettings& settings)
        : m_client(client)
        , m_dialects(std::move(dialects))
        , m_plan(std::move(plan))
        , m_directory(zk::parentOf(m_plan.nodePath))
        , m_reply(std::move(reply))
        , m_settings(settings)
        , m_triesLeft(settings.tries)
    {
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
    void read()
    {
        readContender(m_client, m_dialects, m_plan.nodePath, [self = shared_from_this()](Result<Reading> reading) {
            if (!reading && reading.error().code == ErrorCode::NotALock)
                self->refuse(phrase("it is no contender of %1 any more", self->m_plan.lockPath));
            else if (!reading)
                self->endUndone(reading.error());
            else if (const auto why = whyRefused(self->m_plan, reading->node.stat))
                self->refuse(*why);
            else if (const auto place = whyRefused(self->m_plan, reading->lock, reading->contender))
                self->refuse(*place);
            else
                self->mark(*reading);
        });
    }

    void mark(const Reading& reading)
    {
        const auto number = numberText(reading.created);
        const auto probe = zk::join(m_directory, probeName);
        const auto& stat = reading.node.stat;
        // Asked for right before the mark, to know what it overwrites if it hits another node after all.
        m_client.get(m_plan.nodePath, [self = shared_from_this()](Result<zk::NodeData> before) {
            self->m_before = before ? *std::move(before) : zk::NodeData{};
        });
        m_client.multi({zk::CreateOp{{probe, {}, zk::CreateMode::PersistentSequential, zk::openAcl()}},
                        zk::CheckOp{probe + number, 0}, zk::RemoveOp{probe + number, 0},
                        zk::SetOp{m_plan.nodePath, reading.node.data, stat.version}},
                       [self = shared_from_this(), read = stat](const Result<std::vector<zk::OpResult>>& marked) {
                           self->onMarked(read, marked);
                       });
    }

    void onMarked(const zk::Stat& read, const Result<std::vector<zk::OpResult>>& marked)
    {
        if (marked) {
            const auto& stat = marked->back().stat;
            if (const auto why = whyRefused(m_plan, stat))
                putBack(read, stat, *why);
            else
                remove(stat.version);
            return;
        }
        const auto& error = marked.error();
        switch (error.code) {
        case ErrorCode::NoNode:
        case ErrorCode::NodeExists:
        case ErrorCode::BadVersion:
            again(read); // something was created beside it, or it was written to, or it is gone
            break;
        case ErrorCode::NoAuth:
            if (m_plan.numbered)
                remove(read.version);
            else
                end(Error{ErrorCode::NoAuth, releasing, m_plan.nodePath, whatIsMissing(error)});
            break;
        case ErrorCode::System:
            if (m_plan.numbered) {
                remove(read.version); // the server minds the probe, such as by a quota
                break;
            }
            [[fallthrough]];
        default:
            endUndone(error);
        }
    }

    [[nodiscard]] std::string whatIsMissing(const Error& error) const
    {
        if (error.path == m_plan.nodePath)
            return phrase("its name can be taken again at any moment, and to be sure to delete this very node takes "
                          "the WRITE permission on it; nothing was deleted");
        if (error.path == zk::join(m_directory, probeName))
            return phrase("its name can be taken again at any moment, and to be sure to delete this very node takes "
                          "the CREATE permission on %1; nothing was deleted",
                          m_directory);
        return phrase("deleting needs the DELETE permission on %1; nothing was deleted", m_directory);
    }

    void again(const zk::Stat& read)
    {
        if (--m_triesLeft > 0)
            this->read();
        else if (m_plan.numbered)
            remove(read.version); // too busy a queue to be still for a moment, but its names never come back
        else
            end(Error{ErrorCode::TimedOut, releasing, m_plan.nodePath,
                      phrase("something was created in %1 each of %2 times that it was tried; nothing was deleted. "
                             "Try again when it is quieter",
                             m_directory, m_settings.tries)});
    }

    /// The mark went to another node: gives that its data back, if what it had was seen.
    void putBack(const zk::Stat& read, const zk::Stat& marked, const std::string& why)
    {
        if (m_before.stat.czxid != marked.czxid || m_before.stat.version != read.version) {
            refuse(phrase("%1; it now carries the data of the one before it", why));
            return;
        }
        m_client.set(m_plan.nodePath, m_before.data, marked.version,
                     [self = shared_from_this(), why](const Result<zk::Stat>& written) {
                         // Gone or written to since: then there is nothing to put back any more.
                         const bool isSettled = written || written.error().code == ErrorCode::NoNode ||
                                                written.error().code == ErrorCode::BadVersion;
                         self->refuse(isSettled ? why
                                                : phrase("%1; it now carries the data of the one before it", why));
                     });
    }

    void remove(std::int32_t version)
    {
        m_client.remove(m_plan.nodePath, version, [self = shared_from_this()](const Result<void>& removed) {
            if (removed) {
                self->m_reply({});
                return;
            }
            auto error = removed.error();
            if (error.code == ErrorCode::BadVersion && --self->m_triesLeft > 0) {
                self->read(); // written to in between, such as by a wish to let go: look who it is, and mark it anew
            } else if (error.code == ErrorCode::NoAuth) {
                error.detail =
                    phrase("deleting needs the DELETE permission on %1; nothing was deleted", self->m_directory);
                self->end(error);
            } else if (isOutcomeUnknown(error)) {
                self->lookAfterwards();
            } else {
                self->endUndone(error);
            }
        });
    }

    /// The answer to the delete was lost: as soon as there is a connection the node itself tells.
    void lookAfterwards()
    {
        m_limit = m_client.executor().after(m_settings.patience, [self = shared_from_this()] {
            self->endUnknown(phrase("no connection came back to look"));
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
        if (state == zk::SessionState::Closed || state == zk::SessionState::AuthFailed)
            endUnknown(phrase("no connection came back to look"));
        if (state != zk::SessionState::Connected || m_isLooking || !m_reply)
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
                if (*found && (*found)->czxid == self->m_plan.czxid)
                    self->end(Error{ErrorCode::NoConnection, releasing, self->m_plan.nodePath,
                                    phrase("the connection was lost while it was deleted, and the node still stands "
                                           "there: nothing was deleted")});
                else
                    self->endUnknown(phrase("the node is gone by now, by this delete or otherwise"));
            });
        });
    }

    void endUnknown(const std::string& what)
    {
        end(Error{ErrorCode::ConnectionLoss, releasing, m_plan.nodePath,
                  phrase("the answer to the delete was lost, so nobody knows whether it was executed; %1", what)});
    }

    /// Before the delete was sent, so that nothing was deleted for certain.
    void endUndone(Error error)
    {
        error.operation = releasing;
        error.path = m_plan.nodePath;
        if (error.code == ErrorCode::NoNode) {
            error.detail = phrase("it was gone already, nothing was deleted");
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
    zk::Reply<void> m_reply;
    const GuardSettings m_settings;
    int m_triesLeft;
    zk::NodeData m_before;
    bool m_isLooking = false;
    Subscription m_session;
    Subscription m_limit;
};

} // namespace

void removeGuarded(zk::Client& client, std::shared_ptr<const inspect::DialectCatalogue> dialects, ReleasePlan plan,
                   zk::Reply<void> reply, const GuardSettings& settings)
{
    std::make_shared<Guard>(client, std::move(dialects), std::move(plan), std::move(reply), settings)->begin();
}

} // namespace lockscope::release
