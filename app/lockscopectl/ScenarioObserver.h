// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Inspection.h"
#include "core/simulate/scenarios/ScenarioEnvironment.h"

#include <QObject>

#include <functional>
#include <memory>

namespace lockscope::ctl {

/// Observes a running scenario by an inspection of its own, and reports the few facts that conditions need. Main
/// thread.
class ScenarioObserver final : public QObject {
public:
    /// Of `context` the dialects, the log and the pace matter; it looks where `where` says.
    ScenarioObserver(const Context& context, const console::ObservedEnsemble& where,
                     std::function<void(const console::EnsembleView&)> tell);

private:
    Context m_context;
    std::function<void(const console::EnsembleView&)> m_tell;
    std::unique_ptr<Inspection> m_inspection;
};

} // namespace lockscope::ctl
