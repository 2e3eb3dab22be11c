// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/OptionDescription.h"
#include "app/lockscopectl/Link.h"
#include "core/release/ReleaseService.h"
#include "core/sources/zookeeper/servers/FactsSource.h"

#include <functional>
#include <memory>

namespace lockscope::ctl {

/// A connection with a release service, for the commands that write. Created and destroyed on the main thread; handlers
/// are called there.
class ReleaseConnection final {
public:
    explicit ReleaseConnection(const Context& context);
    ~ReleaseConnection();
    ReleaseConnection(const ReleaseConnection&) = delete;
    ReleaseConnection& operator=(const ReleaseConnection&) = delete;

    using Plans = std::vector<Result<release::ReleasePlan>>;
    /// After connecting, makes plans for nodes, in their order, with the servers' data about sessions. Stops after the
    /// first plan that fails. Called once.
    void plan(std::vector<std::string> nodePaths, std::function<void(Plans)> handler);

    using Outcomes = std::vector<Result<release::ReleaseOutcome>>;
    void release(std::vector<release::ReleasePlan> plans, release::ChangeReason changeReason,
                 std::function<void(Outcomes)> handler);
    void ask(release::ReleasePlan plan, release::ChangeReason changeReason, std::chrono::milliseconds wait,
             std::function<void(Result<release::AskOutcome>)> handler);

private:
    struct Planning;

    void open();
    void planNext(const std::shared_ptr<Planning>& planning);

    const Context& m_context;
    std::shared_ptr<ensemble::FactsSource>
        m_facts; ///< these three are confined to the link's executor, and outlive the link
    std::unique_ptr<release::ReleaseService> m_service;
    Subscription m_settling;
    Link m_link;
};

/// The reason, described by `reasonText`, the ticket, and the other options of a command that releases or revokes.
[[nodiscard]] std::vector<OptionDescription> changeReasonOptionsWith(const QString& reasonText,
                                                                     const std::vector<OptionDescription>& others);
[[nodiscard]] release::ChangeReason changeReasonIn(const QCommandLineParser& parser);

} // namespace lockscope::ctl
