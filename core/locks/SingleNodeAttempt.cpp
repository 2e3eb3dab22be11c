// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/SingleNodeAttempt.h"

#include "core/zk/Path.h"

#include <cstdio>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace lockscope::locks {

namespace {

/// Of a deletion, before a pause.
constexpr int triesAtOnce = 5;

/// How many children were ever created below a node: the number that the next sequential one gets. A Stat's cversion
/// counts deletions as well, as twice the creates less the children that are there (DataNode.copyStat).
std::int32_t createsBelow(const zk::Stat& parent)
{
    const auto twice = static_cast<std::uint32_t>(parent.cversion) + static_cast<std::uint32_t>(parent.numChildren);
    return static_cast<std::int32_t>(twice / 2U);
}

/// As a server appends it: Java's "%010d", in which a minus sign counts among the ten characters.
std::string sequenceText(std::int32_t number)
{
    char text[16];
    std::snprintf(text, sizeof text, "%010d", number);
    return text;
}

/// Which nodes of which sessions are some attempt's, in the whole process: clients with threads of their own may share
/// a session. No name is part of it: that depends on a client's namespace.
class Claims final {
public:
    using Key = std::pair<std::shared_ptr<const zk::SessionExpiry>, std::int64_t>; ///< keeps the address in use

    [[nodiscard]] bool add(const Key& key)
    {
        const std::lock_guard guard(m_mutex);
        return m_keys.insert(key).second;
    }
    void remove(const Key& key)
    {
        const std::lock_guard guard(m_mutex);
        m_keys.erase(key);
    }

private:
    std::mutex m_mutex;
    std::set<Key> m_keys;
};

/// Nothing: it is another attempt's. Ends with the subscription.
std::optional<Subscription> claimNode(std::shared_ptr<const zk::SessionExpiry> session, std::int64_t czxid)
{
    static const auto claims = std::make_shared<Claims>(); // attempts may outlive this
    const Claims::Key key{std::move(session), czxid};
    if (!claims->add(key))
        return std::nullopt;
    return Subscription([claims = claims, key] { claims->remove(key); });
}

} // namespace

SingleNodeAttempt::SingleNodeAttempt(zk::Client& client, std::string path, LockOptions options)
    : BaseAttempt(client, zk::parentOf(path), std::move(options))
    , m_name(zk::baseName(path))
{
}

std::string SingleNodeAttempt::path() const
{
    return zk::join(directory(), m_name);
}

void SingleNodeAttempt::enter()
{
    nextRound();
    createNode();
}

void SingleNodeAttempt::resume()
{
    // With a node of our own we hold, and the base verifies that; there is nothing else to resume.
    grant();
}

void SingleNodeAttempt::leave()
{
    m_holder.reset();
}

zk::CreateRequest SingleNodeAttempt::createRequest() const
{
    return {path(), options().payload.text(), zk::CreateMode::Ephemeral, options().acl.of(path())};
}

void SingleNodeAttempt::nodeMade()
{
    grant();
}

void SingleNodeAttempt::nameTaken(const Error&)
{
    queuedAt(-1, m_name);
    if (onlyLooks())
        timeOut();
    else
        watchHolder();
}

void SingleNodeAttempt::watchHolder()
{
    const auto asked = nextRound();
    m_holder = client().exists(
        path(),
        [weak = weak_from_this(), asked](const zk::WatchEvent& event) {
            const auto base = weak.lock();
            if (!base)
                return;
            auto& me = static_cast<SingleNodeAttempt&>(*base);
            if (me.isStale(asked) || !me.isWaiting())
                return;
            // Gone, or gone and come between our create and our watch: trying tells. Written to: it is still there.
            if (event.type == zk::WatchEvent::Type::DataChanged)
                me.watchHolder();
            else
                me.tryAgain();
        },
        [me = self<SingleNodeAttempt>(), asked](const Result<std::optional<zk::Stat>>& found) {
            if (me->isStale(asked) || !me->isWaiting())
                return;
            if (!found) {
                me->retryOrFail(found.error(), &SingleNodeAttempt::tryAgain);
                return;
            }
            me->progress();
            if (!*found)
                me->tryAgain();
        });
}

void SingleNodeAttempt::tryAgain()
{
    if (!isWaiting())
        return;
    // First: our own create would wake a watch on the missing node.
    m_holder.reset();
    nextRound();
    createNode();
}

bool SingleNodeAttempt::claim(const zk::Stat& made)
{
    if (m_claim && m_claimed == made.czxid)
        return true;
    auto claim = claimNode(client().session().expiry, made.czxid);
    if (!claim)
        return false;
    m_claim = std::move(*claim);
    m_claimed = made.czxid;
    return true;
}

void SingleNodeAttempt::removeOwn(zk::Reply<void> reply)
{
    tryToRemove(triesAtOnce, reply);
}

/// The name is everybody's, and a delete can only name a version, which is 0 for whoever comes after us as well. So the
/// deletion is bound to the parent's counter of creates: as long as that stands where it stood when the node was seen
/// to be ours, the node cannot be another's. The node itself is not written to.
void SingleNodeAttempt::tryToRemove(int triesLeft, const zk::Reply<void>& reply)
{
    if (!own()) {
        reply({}); // the session took it along
        return;
    }
    const auto parent =
        std::make_shared<Result<std::optional<zk::Stat>>>(failure(ErrorCode::ConnectionLoss, "exists", directory()));
    existsAtLeader(directory(), [parent](Result<std::optional<zk::Stat>> found) { *parent = std::move(found); });
    client().exists(path(), [me = self<SingleNodeAttempt>(), token = own()->token(), triesLeft, parent,
                             reply](const Result<std::optional<zk::Stat>>& found) {
        if (!found)
            reply(failure(found.error()));
        else if (!*parent)
            reply(failure(parent->error()));
        else if (!*found || (*found)->czxid != token || !**parent)
            reply(failure(ErrorCode::NoNode, "delete", me->path()));
        else
            me->removeUnlessReplaced(***parent, triesLeft, reply);
    });
}

/// A probe takes the next number of the parent: where that is not the expected one, something has been created since
/// `parent` was read, and nothing happens.
void SingleNodeAttempt::removeUnlessReplaced(const zk::Stat& parent, int triesLeft, const zk::Reply<void>& reply)
{
    zk::CreateRequest request{
        zk::join(directory(), "_lockscope_probe_"), {}, zk::CreateMode::EphemeralSequential, options().acl.of(path())};
    const auto probe = request.path + sequenceText(createsBelow(parent));
    std::vector<zk::Op> steps{zk::CreateOp{std::move(request)}, zk::CheckOp{probe}, zk::RemoveOp{probe},
                              zk::RemoveOp{path()}};
    client().multi(std::move(steps), [me = self<SingleNodeAttempt>(), probe, triesLeft,
                                      reply](const Result<std::vector<zk::OpResult>>& removed) {
        const bool hasNews = !removed && removed.error().code == ErrorCode::NoNode && removed.error().path == probe;
        if (hasNews && triesLeft > 1)
            me->tryToRemove(triesLeft - 1, reply);
        else if (hasNews)
            reply(failure(ErrorCode::BadVersion, "delete", me->path())); // a busy directory: after a pause
        else if (!removed)
            reply(failure(removed.error()));
        else
            reply({});
    });
}

} // namespace lockscope::locks
