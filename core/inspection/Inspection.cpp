// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/inspection/Inspection.h"

#include <utility>

namespace lockscope::inspect {

Inspection::Inspection(std::unique_ptr<LockSource> source, std::optional<FindingSettings> findings,
                       LockSource::Handlers handlers)
    : m_source(std::move(source))
{
    if (findings) {
        m_findings = std::make_unique<FindingsThread>(
            *std::move(findings), std::move(handlers.snapshot),
            [this](const std::vector<std::string>& locks) { return m_source->confirm(locks); }, m_source->isLive());
        handlers.snapshot = [this](SnapshotPtr snapshot) { m_findings->give(std::move(snapshot)); };
    }
    m_source->start(std::move(handlers));
}

Inspection::~Inspection()
{
    stop();
}

void Inspection::stop()
{
    m_source->stop();
}

void Inspection::setFindings(FindingSettings settings)
{
    if (m_findings)
        m_findings->setSettings(std::move(settings));
}

std::optional<Duration> Inspection::findingsTook() const
{
    return m_findings ? m_findings->lastTook() : std::nullopt;
}

} // namespace lockscope::inspect
