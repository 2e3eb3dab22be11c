// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/engine/SingleNodeAttempt.h"

#include "core/base/Path.h"
#include "core/zk/CreateCounter.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace lockscope::locks {

namespace {

/// Tries of a deletion before a pause.
constexpr int triesAtOnce = 5;

/// The nodes claimed by attempts, by session, for the whole process: clients with separate threads may share a session.
/// The key has no name, because names depend on a client's namespace.
class Claims final {
public:
    using Key = std::pair<std::shared_ptr<const Expiry>, std::int64_t>; ///< keeps address in use

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

/// Claims a node; nothing if another attempt has claimed it. The subscription's end releases the claim.
std::optional<Subscription> claimNode(std::shared_ptr<const Expiry> session, std::int64_t czxid)
{
    static const auto claims = std::make_shared<Claims>(); // attempts may outlive this static
    const Claims::Key key{std::move(session), czxid};
    if (!claims->add(key))
        return std::nullopt;
    return Subscription([claims = claims, key] { claims->remove(key); });
}

} // namespace

SingleNodeAttempt::SingleNodeAttempt(zk::Client& client, std::string path, NodeOptions options)
    : BaseAttempt(client, parentOf(path), std::move(options))
    , m_name(baseName(path))
{
}

std::string SingleNodeAttempt::path() const
{
    return joinPath(directory(), m_name);
}

void SingleNodeAttempt::enter()
{
    nextRound();
    createNode();
}

void SingleNodeAttempt::resume()
{
    // With an own node, the lock is held, and the base class verifies it; there is nothing else to resume.
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
            // Deleted, or deleted and created again between create and watch: try again. Data changed: it still exists.
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
    // First, because this attempt's create would fire a watch on the missing node.
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

/// All holders use the same name, and a delete can only check a version, which is 0 for the next holder's node too. The
/// deletion is therefore bound to the parent's counter of creates. While the counter is unchanged since the node was
/// seen, the node cannot be another holder's, unless the parent was replaced. The deletion is therefore also bound to
/// the counters of the ancestors, as far as probes are permitted there. The node itself is not written to.
struct SingleNodeAttempt::Removal {
    std::vector<zk::CreateProbe> probes; ///< of the parent, then of its ancestors
    std::optional<Error> unread;         ///< the error if a counter is unknown
    int triesLeft = triesAtOnce;
    Reply<void> reply;
};

void SingleNodeAttempt::removeOwn(Reply<void> reply)
{
    auto removal = std::make_shared<Removal>();
    removal->reply = std::move(reply);
    tryToRemove(removal);
}

void SingleNodeAttempt::tryToRemove(const std::shared_ptr<Removal>& removal)
{
    if (!own()) {
        removal->reply({}); // deleted with the session
        return;
    }
    auto& probes = removal->probes;
    probes.clear();
    for (auto& directory : zk::ancestorsOf(path()))
        probes.emplace_back(std::move(directory));
    probes.resize(std::min(probes.size(), m_probed), zk::CreateProbe({}));
    removal->unread.reset();
    client().sync(path(), [removal](const Result<void>& synced) {
        if (!synced)
            removal->unread = synced.error();
    });
    // From the root down: each directory must be the same when the next is read.
    for (auto i = probes.size(); i-- > 0;)
        readCounter(removal, i);
    client().exists(path(), [me = self<SingleNodeAttempt>(), token = own()->token(),
                             removal](const Result<std::optional<zk::Stat>>& found) {
        if (!found)
            removal->reply(failure(found.error()));
        else if (removal->unread)
            removal->reply(failure(*removal->unread));
        else if (!*found || (*found)->czxid != token)
            removal->reply(failure(ErrorCode::NoNode, "delete", me->path()));
        else
            me->removeUnlessReplaced(removal);
    });
}

void SingleNodeAttempt::readCounter(const std::shared_ptr<Removal>& removal, std::size_t i)
{
    const auto& directory = removal->probes[i].directory();
    client().exists(directory,
                    [me = self<SingleNodeAttempt>(), removal, i](const Result<std::optional<zk::Stat>>& found) {
                        if (found && !*found)
                            return; // then the own node is deleted as well
                        const auto created = found ? zk::createdChildren(**found) : 0;
                        if (found && (i == 0 || !zk::isCounterExhausted(created)))
                            removal->probes[i].setCreated(created);
                        else if (i > 0 && (found || found.error().code == ErrorCode::NoAuth))
                            me->m_probed = std::min(me->m_probed, i);
                        else
                            removal->unread = found.error();
                    });
}

/// A probe takes the next number of its directory. If the number is not the expected one, a child was created since the
/// counter was read, and the transaction has no effect.
void SingleNodeAttempt::removeUnlessReplaced(const std::shared_ptr<Removal>& removal)
{
    auto& probes = removal->probes;
    probes.resize(std::min(probes.size(), m_probed), zk::CreateProbe({}));
    std::vector<zk::Op> steps;
    for (const auto& probe : probes)
        probe.appendTo(steps);
    steps.emplace_back(zk::RemoveOp{path()});
    client().multi(std::move(steps),
                   [me = self<SingleNodeAttempt>(), removal](const Result<std::vector<zk::OpResult>>& removed) {
                       if (removed)
                           removal->reply({});
                       else
                           me->notRemoved(removal, removed.error());
                   });
}

void SingleNodeAttempt::notRemoved(const std::shared_ptr<Removal>& removal, const Error& error)
{
    const auto& probes = removal->probes;
    const auto probe =
        std::find_if(probes.begin(), probes.end(), [&](const auto& one) { return one.isSubjectOf(error); });
    const bool isAboutProbe = probe != probes.end();
    switch (error.code) {
    case ErrorCode::NoNode:
    case ErrorCode::NodeExists:
    case ErrorCode::BadVersion:
        if (!isAboutProbe)
            removal->reply(failure(error));
        else if (--removal->triesLeft > 0)
            tryToRemove(removal); // a child was created in that directory
        else
            removal->reply(failure(ErrorCode::BadVersion, "delete", path())); // busy: retried after a pause
        break;
    case ErrorCode::NoAuth:
    case ErrorCode::System: // for example a quota
        if (isAboutProbe && probe != probes.begin()) {
            m_probed = static_cast<std::size_t>(probe - probes.begin());
            tryToRemove(removal);
        } else {
            removal->reply(failure(error));
        }
        break;
    default:
        removal->reply(failure(error));
    }
}

} // namespace lockscope::locks
