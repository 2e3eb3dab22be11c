// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/ScenarioEye.h"

#include "core/findings/Findings.h"

#include <QPointer>

#include <utility>

namespace lockscope::ctl {

namespace {

constexpr auto snapshotInterval = std::chrono::milliseconds(50);
constexpr auto waitLimit = std::chrono::minutes(1); // the run has limits of its own, which are shorter

} // namespace

ScenarioEye::ScenarioEye(const Context& context, const console::ObservedEnsemble& where,
                         std::function<void(const console::EnsembleView&)> tell)
    : m_context(context)
    , m_tell(std::move(tell))
{
    m_context.profile = {}; // a stage of our own, or a plain ensemble
    m_context.servers = where.servers;
    m_context.connect = QString::fromStdString(where.servers.text());
    m_context.roots = {where.root};
    m_context.filter = {};
    m_context.timeout = waitLimit;
    if (!where.adminPorts.empty())
        m_context.adminPorts = where.adminPorts;
    m_inspection = std::make_unique<Inspection>(
        m_context, Attention::Live, snapshotInterval, [me = QPointer(this)](const inspect::SnapshotPtr& snapshot) {
            if (me) // a snapshot may still be on its way when nobody looks any more
                me->see(*inspect::withFindings(snapshot, {}));
        });
}

void ScenarioEye::see(const inspect::Snapshot& snapshot) const
{
    if (snapshot.session.state != zk::SessionState::Connected)
        return; // what it shows is old
    console::EnsembleView view;
    for (const auto& lock : snapshot.locks) {
        for (const auto& contender : lock->queue)
            view.slots.push_back({lock->path, contender.node, contender.holds,
                                  contender.details ? contender.details->czxid : 0, lock->nodePath(contender)});
    }
    for (const auto& finding : snapshot.findings)
        view.findings.emplace(inspect::kindWord(finding));
    m_tell(view);
}

} // namespace lockscope::ctl
