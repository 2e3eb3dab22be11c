// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/ScenarioEye.h"

#include "core/findings/Findings.h"

#include <QPointer>

#include <utility>

namespace lockscope::ctl {

namespace {

constexpr auto pictureInterval = std::chrono::milliseconds(50);
constexpr auto patience = std::chrono::minutes(1); // the run has limits of its own, which are shorter

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
    m_context.timeout = patience;
    if (!where.adminPorts.empty())
        m_context.adminPorts = where.adminPorts;
    m_inspection = std::make_unique<Inspection>(
        m_context, Attention::Live, pictureInterval, [me = QPointer(this)](const inspect::PicturePtr& picture) {
            if (me) // a picture may still be on its way when nobody looks any more
                me->see(*inspect::withFindings(picture, {}));
        });
}

void ScenarioEye::see(const inspect::Picture& picture) const
{
    if (picture.session.state != zk::SessionState::Connected)
        return; // what it shows is old
    console::EnsembleView view;
    for (const auto& lock : picture.locks) {
        for (const auto& contender : lock->queue)
            view.seats.push_back({lock->path, contender.node, contender.holds,
                                  contender.details ? contender.details->czxid : 0, lock->nodePath(contender)});
    }
    for (const auto& finding : picture.findings)
        view.findings.emplace(inspect::kindWord(finding));
    m_tell(view);
}

} // namespace lockscope::ctl
