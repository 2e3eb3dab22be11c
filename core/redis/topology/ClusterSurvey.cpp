// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/ClusterSurvey.h"

#include "core/base/Phrase.h"
#include "core/redis/topology/LinkProblem.h"
#include "core/redis/topology/SendAll.h"

#include <utility>

namespace lockscope::redis {

namespace {

constexpr std::size_t askedAtOnce = 3;
/// How long the answers of slower nodes are waited for.
constexpr Duration surveySettleTime = std::chrono::milliseconds(200);

/// A reply explains more than a connection that could not be made, and wrong credentials end the client.
int weightOf(const Error& error)
{
    if (error.code == ErrorCode::AuthFailed)
        return 2;
    return error.code == ErrorCode::NoAuth || error.code == ErrorCode::BadArguments ? 1 : 0;
}

} // namespace

struct ClusterSurvey::Asked {
    Node node;
    std::unique_ptr<ServerLink> own; ///< for the survey
    bool isSent = false;
    bool isDone = false;
};

ClusterSurvey::ClusterSurvey(LinkContext context, std::vector<Node> nodes, Reply<ClusterView> done)
    : m_context(std::move(context))
    , m_done(std::move(done))
{
    for (auto& node : nodes)
        m_nodes.push_back({std::move(node), nullptr, false, false});
}

ClusterSurvey::~ClusterSurvey() = default;

void ClusterSurvey::start()
{
    askMore();
    if (m_open == 0)
        m_context.executor.post(whileAlive([this] { check(); }));
}

void ClusterSurvey::askMore()
{
    while (!m_best && m_open < askedAtOnce && m_next < m_nodes.size()) {
        ++m_open;
        ask(m_next++);
    }
}

void ClusterSurvey::ask(std::size_t index)
{
    if (m_nodes[index].node.link)
        sendTo(index, *m_nodes[index].node.link);
    else
        connect(index);
}

void ClusterSurvey::connect(std::size_t index)
{
    const auto ignored = [](ChannelKind, const std::string&, const auto&...) {}; // there is no subscription
    auto& asked = m_nodes[index];
    asked.own = std::make_unique<ServerLink>(
        m_context, asked.node.address, ServerLink::Probe(),
        ServerLink::Handlers{whileAlive([this, index] { onOwnLink(index); }), ignored, ignored, ignored});
    asked.own->start();
}

void ClusterSurvey::onOwnLink(std::size_t index)
{
    auto& asked = m_nodes[index];
    if (asked.isDone)
        return;
    if (!asked.own->isConnected())
        onFailure(index, asked.own->error());
    else if (!std::exchange(asked.isSent, true))
        sendTo(index, *asked.own);
}

void ClusterSurvey::sendTo(std::size_t index, ServerLink& link)
{
    sendAll(link, clusterViewCommands(),
            whileAlive([this, index](const Result<std::vector<Value>>& replies) { onAnswer(index, replies); }));
}

void ClusterSurvey::onAnswer(std::size_t index, const Result<std::vector<Value>>& replies)
{
    if (m_nodes[index].isDone)
        return;
    if (!replies)
        return onFailure(index, replies.error());
    auto view = parseClusterView(*replies, m_nodes[index].node.address);
    if (!view)
        return onFailure(index, view.error());
    m_nodes[index].isDone = true;
    --m_open;
    m_hasShardedChannels &= view->hasShardedChannels;
    const bool isEqual = m_best && !isNewer(*view, *m_best) && !isNewer(*m_best, *view);
    if (!m_best || isNewer(*view, *m_best) || (isEqual && index < m_bestIndex)) {
        m_best = std::move(*view);
        m_bestIndex = index;
    }
    check();
}

void ClusterSurvey::onFailure(std::size_t index, Error error)
{
    auto& asked = m_nodes[index];
    asked.isDone = true;
    if (asked.own)
        asked.own->close(error); // it is not to connect again
    --m_open;
    if (!m_error || weightOf(error) >= weightOf(*m_error)) {
        error.detail = linkProblem(asked.node.address, error);
        m_error = std::move(error);
    }
    askMore();
    check();
}

void ClusterSurvey::check()
{
    if (m_open == 0)
        finish();
    else if (m_best && !m_limit)
        m_limit = m_context.executor.after(surveySettleTime, whileAlive([this] { finish(); }));
}

void ClusterSurvey::finish()
{
    m_limit.reset();
    const auto done = std::exchange(m_done, nullptr);
    if (!done)
        return;
    if (m_best) {
        m_best->hasShardedChannels = m_hasShardedChannels;
        return done(std::move(*m_best));
    }
    done(failure(m_error.value_or(Error{ErrorCode::NoConnection, {}, {}, phrase("no node is known")})));
}

} // namespace lockscope::redis
