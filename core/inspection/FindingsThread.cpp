// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/inspection/FindingsThread.h"

#include "core/base/Background.h"
#include "core/findings/Findings.h"

#include <chrono>

namespace lockscope::inspect {

namespace {

/// A computation up to this duration needs no pause, even at ten a second.
constexpr auto quick = std::chrono::milliseconds(5);
constexpr int restFactor = 3;

} // namespace

FindingsThread::FindingsThread(FindingSettings settings, Publish publish, Confirm confirm, bool isLive)
    : m_publish(std::move(publish))
    , m_confirm(std::move(confirm))
    , m_isLive(isLive)
    , m_settings(std::move(settings))
{
    if (m_isLive)
        m_thread.post([] { goToBackground(); });
}

FindingsThread::~FindingsThread()
{
    m_thread.stop();
}

void FindingsThread::setSettings(FindingSettings settings)
{
    m_thread.post([this, settings = std::move(settings)]() mutable {
        m_settings = std::move(settings);
        if (m_snapshot)
            judge();
    });
}

void FindingsThread::give(SnapshotPtr snapshot)
{
    {
        const std::lock_guard lock(m_mutex);
        if (std::exchange(m_newest, std::move(snapshot)))
            return; // replaces a snapshot that is not processed yet
    }
    m_thread.post([this] { take(); });
}

std::optional<Duration> FindingsThread::lastTook() const
{
    const auto took = m_took.load();
    return took < 0 ? std::nullopt : std::optional(Duration(took));
}

void FindingsThread::take()
{
    {
        const std::lock_guard lock(m_mutex);
        m_snapshot = std::exchange(m_newest, nullptr);
    }
    m_isJudged = false;
    const auto now = m_thread.clock().now();
    if (now >= m_restUntil)
        return judge();
    auto passed = std::make_shared<Snapshot>(*m_snapshot);
    passed->findings = m_findings;
    passed->lockWaits = m_lockWaits;
    passed->muted = m_muted;
    m_publish(std::move(passed));
    m_wake = m_thread.after(m_restUntil - now, [this] {
        if (!m_isJudged)
            judge();
    });
}

void FindingsThread::judge()
{
    const auto began = m_thread.clock().now();
    auto judged = std::make_shared<Snapshot>(*m_snapshot);
    // What a recording shows next may be earlier.
    addFindings(*judged, m_settings, m_isLive ? m_findings : std::vector<Finding>());
    lookTwice(*judged);
    const auto end = m_thread.clock().now();
    m_took = (end - began).count();
    m_restUntil = m_isLive && end - began > quick ? end + (end - began) * restFactor : end;
    m_findings = judged->findings;
    m_lockWaits = judged->lockWaits;
    m_muted = judged->muted;
    m_isJudged = true;
    m_publish(std::move(judged));
}

void FindingsThread::lookTwice(Snapshot& judged)
{
    if (!m_canConfirm)
        return;
    auto review = m_secondLook.review(judged, judged.findings, m_thread.clock().now());
    m_canConfirm = review.toConfirm.empty() || m_confirm(review.toConfirm);
    if (m_canConfirm)
        judged.findings = std::move(review.findings);
}

} // namespace lockscope::inspect
