// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/ScenarioObserver.h"

#include <QPointer>

#include <utility>

namespace lockscope::ctl {

namespace {

constexpr auto snapshotInterval = std::chrono::milliseconds(50);
constexpr auto waitLimit = std::chrono::minutes(1); // the run has its own limits, which are shorter

} // namespace

ScenarioObserver::ScenarioObserver(const Context& context, const console::ObservedEnsemble& where,
                                   std::function<void(const console::EnsembleView&)> report)
    : m_context(context)
    , m_report(std::move(report))
{
    m_context.profile = {}; // the run's own sandbox, or an ensemble without a profile
    m_context.connect = QString::fromStdString(where.text());
    if (auto target = parseTarget(m_context.connect)) // the environment's own, which is valid
        m_context.target = *std::move(target);
    m_context.roots = {where.root};
    m_context.locks = where.names;
    m_context.given.removeAll(QStringLiteral("root"));
    m_context.filter = {};
    m_context.nameFilter = {};
    m_context.timeout = waitLimit;
    if (!where.adminPorts.empty())
        m_context.adminPorts = where.adminPorts;
    // A snapshot may arrive after the observer's destruction.
    const auto see = [me = QPointer(this)](const inspect::SnapshotPtr& snapshot) {
        if (const auto view = me ? console::viewOf(*snapshot) : std::nullopt)
            me->m_report(*view);
    };
    m_inspection = std::make_unique<Inspection>(
        m_context, InspectionOptions{Attention::Live, snapshotInterval, inspect::FindingSettings()}, toMainThread(see));
}

} // namespace lockscope::ctl
