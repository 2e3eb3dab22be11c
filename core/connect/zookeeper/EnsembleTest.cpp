// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/zookeeper/EnsembleTest.h"

#include "core/base/DurationText.h"
#include "core/base/Phrase.h"
#include "core/connect/ForeignText.h"
#include "core/zk/Client.h"

#include <QString>

#include <utility>

namespace lockscope::connect {

namespace {

constexpr auto lookInterval = std::chrono::milliseconds(100);

ZooKeeperConnection::Settings settingsOfTest(const TestRun& run)
{
    ZooKeeperConnection::Settings settings;
    settings.profile = run.profile();
    settings.secrets = run.secrets();
    settings.gate = std::make_shared<WriteGate>();
    return settings;
}

} // namespace

EnsembleTest::EnsembleTest(TestRun& run, zk::ClientFactory makeClient)
    : m_run(run)
    , m_opened(run.answer<Result<void>>())
    , m_root(run.answer<Root>())
    , m_connection(std::move(makeClient), settingsOfTest(run))
{
}

EnsembleTest::~EnsembleTest()
{
    m_connection.close([this] { m_session.reset(); });
}

void EnsembleTest::run()
{
    if (openRoute() && openSession() && findChroot())
        readRoots();
}

bool EnsembleTest::openRoute()
{
    const auto& profile = m_run.profile();
    m_run.begin(profile.ssh ? TestStep::Ssh : profile.tls ? TestStep::Tls : TestStep::Server);
    m_connection.open({[this](zk::Client& client) { onOpened(client); },
                       [opened = m_opened](const Error& error) { opened.give(failure(error)); }});
    const auto opened = m_run.wait(m_opened, m_run.limits().ssh);
    if (!opened || !*opened) {
        m_run.fail(opened ? reasonOf(opened->error()) : noAnswerText(m_run.limits().ssh));
        return false;
    }
    if (profile.ssh)
        m_run.pass(TestStep::Ssh, phrase("logged in at %1", profile.ssh->destination));
    return true;
}

void EnsembleTest::onOpened(zk::Client& client)
{
    m_opened.give(Result<void>());
    m_session = client.onSession([this, &client](const SessionStatus& session) { onSession(client, session); });
    onSession(client, client.session());
}

void EnsembleTest::onSession(zk::Client& client, const SessionStatus& session)
{
    if (session.state == SessionState::AuthFailed)
        return m_root.give(failure(ErrorCode::AuthFailed, {}, {}, session.detail));
    if (!canRead(session.state))
        return;
    // Without an answer, the next connection tries again.
    client.exists("/", [root = m_root](const Root& answer) {
        if (answer)
            root.give(answer);
        else if (answer.error().code == ErrorCode::NoAuth) // only of a node that exists, since 3.8.4 and 3.9.2
            root.give(std::optional(zk::Stat()));
    });
}

bool EnsembleTest::openSession()
{
    const auto& profile = m_run.profile();
    if (profile.tls)
        m_run.begin(TestStep::Tls);
    m_run.begin(TestStep::Server);
    std::optional<Root> root;
    std::string reason;
    std::chrono::milliseconds waited{0};
    std::chrono::milliseconds settled{0};
    while (!root && !m_run.isCancelled() && waited < m_run.limits().session && settled < m_run.limits().settled) {
        root = m_run.wait(m_root, lookInterval);
        waited += lookInterval;
        const auto trouble = m_connection.trouble();
        const auto now = trouble ? reasonOf(*trouble) : std::string();
        settled =
            !now.empty() && std::exchange(reason, now) == now ? settled + lookInterval : std::chrono::milliseconds(0);
    }
    if (root && !*root) {
        m_run.fail(m_run.has(TestStep::Login) ? TestStep::Login : TestStep::Server,
                   phrase("the servers refused the credentials (%1). Check the user and the password",
                          foreignText(QString::fromStdString(root->error().detail))));
        return false;
    }
    if (!root) {
        sayNoSession();
        return false;
    }
    SessionStatus session;
    m_connection.executor().runAndWait([&] { session = m_connection.client()->session(); });
    m_run.pass(TestStep::Tls, phrase("the server's certificate is valid, and is for its host name"));
    const auto text = phrase("session %1 with a timeout of %2", toHex(session.id), roundDurationText(session.timeout));
    m_run.pass(TestStep::Server, text);
    m_run.pass(TestStep::Login,
               phrase("user \"%1\" and the password were sent. ZooKeeper does not check them: a wrong password "
                      "appears as missing permissions",
                      profile.user));
    return true;
}

/// A reason that the forwarder knows is about the way to the servers, which is TLS unless SSH does not reach them.
void EnsembleTest::sayNoSession()
{
    const auto trouble = m_connection.trouble();
    const auto text = trouble ? reasonOf(*trouble)
                              : phrase("no server opened a session within %1. Check that the servers run and have a "
                                       "quorum. The server's log shows the reason",
                                       durationText(m_run.limits().session));
    const auto onTheWay = m_connection.routeTrouble();
    const bool isTls =
        m_run.has(TestStep::Tls) && onTheWay && (onTheWay->code == ErrorCode::Refused || !m_run.profile().ssh);
    m_run.fail(isTls ? TestStep::Tls : TestStep::Server, isTls ? reasonOf(*onTheWay) : text);
}

bool EnsembleTest::findChroot()
{
    if (!m_run.has(TestStep::Place))
        return true;
    const auto root = m_run.wait(m_root, {});
    if (root && *root && **root) {
        m_run.pass(TestStep::Place, phrase("the node exists"));
        return true;
    }
    m_run.fail(TestStep::Place, phrase("the node \"%1\" does not exist. Create it, or correct the end of the connect "
                                       "string",
                                       m_run.profile().servers.chroot));
    return false;
}

std::optional<Result<std::vector<std::string>>> EnsembleTest::childrenOf(const std::string& path)
{
    const auto answer = m_run.answer<Result<std::vector<std::string>>>();
    m_connection.executor().post([this, path, answer] {
        m_connection.client()->children(
            path, [answer](Result<std::vector<std::string>> names) { answer.give(std::move(names)); });
    });
    return m_run.wait(answer, m_run.limits().answer);
}

std::string EnsembleTest::whyNotAllowed(const std::string& path) const
{
    const auto& user = m_run.profile().user;
    if (user.empty())
        return phrase("clients without a user may not list \"%1\". Enter a user and a password, or ask for the "
                      "permission Read on this node",
                      path);
    return phrase("user \"%1\" may not list \"%2\" with this password. Check both, or ask for the permission Read on "
                  "this node",
                  user, path);
}

void EnsembleTest::readRoots()
{
    m_run.begin(TestStep::Rights);
    std::vector<std::string> missing;
    for (const auto& path : m_run.profile().roots) {
        const auto names = childrenOf(path);
        if (!names)
            return m_run.fail(TestStep::Rights, noAnswerText(m_run.limits().answer));
        if (*names)
            continue;
        const auto& error = names->error();
        if (error.code == ErrorCode::NoAuth)
            return m_run.fail(TestStep::Rights, whyNotAllowed(path));
        if (error.code != ErrorCode::NoNode)
            return m_run.fail(TestStep::Rights, reasonOf(error));
        missing.push_back(path);
    }
    if (missing.empty())
        m_run.pass(TestStep::Rights, phrase("the children of %1 may be listed", listed(m_run.profile().roots, 3)));
    else
        m_run.warn(TestStep::Rights,
                   phrase("no such node: %1. Check the path where locks are looked for", listed(missing, 3)));
}

} // namespace lockscope::connect
