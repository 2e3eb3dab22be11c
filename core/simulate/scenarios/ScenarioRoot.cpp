// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/ScenarioRoot.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/connect/ThreadTasks.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lockscope::console {

namespace {

constexpr auto betweenLooks = std::chrono::milliseconds(100);
constexpr auto longestSilence = std::chrono::seconds(5); // after the wait limit

} // namespace

/// One removal. Confined to the executor.
class ScenarioRoot::Sweep final : public std::enable_shared_from_this<Sweep> {
public:
    using Done = std::function<void(int left, std::optional<Error> error)>;

    Sweep(zk::Client& client, std::string root, std::chrono::milliseconds waitLimit, Done done)
        : m_client(client)
        , m_root(std::move(root))
        , m_waitLimit(waitLimit)
        , m_done(std::move(done))
    {
    }

    void start()
    {
        m_deadline = m_client.executor().clock().now() + m_waitLimit;
        limit();
        look();
    }

private:
    /// Starts with a sync: the connected server may lag behind.
    void look()
    {
        m_ephemerals = 0;
        m_found = {m_root};
        m_next = 0;
        m_client.sync(m_root, guarded<void>([this](const Result<void>& synced) {
                          if (synced)
                              list();
                          else
                              again(synced.error());
                      }));
    }

    template <typename T, typename F> zk::Reply<T> guarded(F handle)
    {
        return [weak = weak_from_this(), handle](const Result<T>& answer) {
            const auto me = weak.lock();
            if (!me || !me->m_done)
                return;
            me->limit();
            handle(answer);
        };
    }

    /// Sets the deadline for the next reply: an ensemble without a quorum may never answer.
    void limit()
    {
        const auto left = std::max<Duration>(m_deadline - m_client.executor().clock().now(), Duration::zero());
        m_limit = m_client.executor().after(left + longestSilence, [this] {
            end(Error{ErrorCode::TimedOut, phraseLater("remove"), m_root,
                      phrase("the ensemble is not responding. The nodes created below this path remain until a user "
                             "deletes them")});
        });
    }

    /// Reports once; later replies are ignored.
    void end(std::optional<Error> error)
    {
        m_timer.reset();
        m_limit.reset();
        if (const auto done = std::exchange(m_done, nullptr))
            done(m_ephemerals, std::move(error));
    }

    void again(const Error& error)
    {
        if (m_client.executor().clock().now() >= m_deadline)
            return end(error);
        m_timer = m_client.executor().after(betweenLooks, [this] { look(); });
    }

    void list()
    {
        if (m_next == m_found.size()) {
            listed();
            return;
        }
        const std::string path = m_found[m_next++];
        m_client.list(path, guarded<zk::Listing>([this, path](const Result<zk::Listing>& listing) {
                          if (!listing && listing.error().code != ErrorCode::NoNode) {
                              again(listing.error());
                              return;
                          }
                          if (listing) {
                              m_ephemerals += listing->stat.ephemeralOwner != 0 ? 1 : 0;
                              for (const std::string& name : listing->names)
                                  m_found.push_back(joinPath(path, name));
                          }
                          list();
                      }));
    }

    void listed()
    {
        if (m_ephemerals > 0 && m_client.executor().clock().now() < m_deadline) {
            m_timer = m_client.executor().after(betweenLooks, [this] { look(); });
            return;
        }
        remove();
    }

    /// Paths that were found later are deeper.
    void remove()
    {
        if (m_found.empty())
            return end(std::nullopt);
        const std::string path = m_found.back();
        m_client.remove(path, zk::anyVersion, guarded<void>([this](const Result<void>& removed) {
                            if (!removed && removed.error().code != ErrorCode::NoNode) {
                                again(removed.error());
                                return;
                            }
                            m_found.pop_back();
                            remove();
                        }));
    }

    zk::Client& m_client;
    std::string m_root;
    std::chrono::milliseconds m_waitLimit;
    SteadyTime m_deadline{};
    Done m_done;
    std::vector<std::string> m_found;
    std::size_t m_next = 0;
    int m_ephemerals = 0;
    Subscription m_timer;
    Subscription m_limit;
};

ScenarioRoot::ScenarioRoot(MakeClient makeClient, QObject* parent)
    : RunRoot(parent)
    , m_makeClient(std::move(makeClient))
{
}

ScenarioRoot::~ScenarioRoot()
{
    m_executor.runAndWait([this] {
        m_sweep.reset();
        m_session.reset();
        m_limit.reset();
    });
    m_client.reset(); // here, and not in a task: see EventLoop
    m_executor.stop();
}

void ScenarioRoot::reportPrepared(std::optional<Error> error)
{
    if (std::exchange(m_reported, true))
        return;
    m_session.reset();
    m_limit.reset();
    ensemble::runLater(this, [this, error = std::move(error)] { Q_EMIT prepared(error); });
}

void ScenarioRoot::prepare(const zk::ConnectString& servers, const std::string& path,
                           std::chrono::milliseconds waitLimit)
{
    m_path = path;
    m_client = m_makeClient(m_executor, servers);
    m_executor.post([this, path, text = servers.text(), waitLimit] {
        m_limit = m_executor.after(waitLimit, [this, text, waitLimit] {
            reportPrepared(
                Error{ErrorCode::NoConnection, phraseLater("connect to"), text,
                      phrase("no server answered within %1 ms. Check the address, and that a server is running there",
                             waitLimit.count())});
        });
        m_session = m_client->onSession([this, path](const zk::Session& session) {
            if (session.state == SessionState::Connected)
                create(path);
        });
        if (m_client->session().state == SessionState::Connected)
            create(path);
    });
}

void ScenarioRoot::create(const std::string& path)
{
    m_client->create({path, {}, zk::CreateMode::Container, zk::openAcl()}, [this](const Result<zk::Created>& made) {
        if (made || made.error().code == ErrorCode::NodeExists) // created by an earlier request whose reply was lost
            reportPrepared(std::nullopt);
        else if (made.error().code == ErrorCode::NoNode)
            reportPrepared(Error{ErrorCode::NoNode, "create", m_path,
                                 phrase("create %1 first: the scenario runs below this node", parentOf(m_path))});
        else if (!isRetryable(made.error()))
            reportPrepared(made.error());
    });
}

void ScenarioRoot::clear(std::chrono::milliseconds waitLimit)
{
    m_executor.post([this, waitLimit] {
        m_sweep = std::make_shared<Sweep>(*m_client, m_path, waitLimit, [this](int left, std::optional<Error> error) {
            // The destructor would block its thread until the server has closed the connection.
            m_client->close([this, left, error = std::move(error)] {
                ensemble::runLater(this, [this, left, error] { Q_EMIT cleared(left, error); });
            });
        });
        m_sweep->start();
    });
}

} // namespace lockscope::console

#include "moc_ScenarioRoot.cpp"
