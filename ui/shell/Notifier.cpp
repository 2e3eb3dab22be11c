// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/Notifier.h"

#include "ui/models/FindingsModel.h"
#include "ui/models/FindingsPast.h"
#include "ui/models/text/Formatting.h"

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t mostAtOnce = 3;  ///< notifications; more new findings have one together
constexpr qsizetype mostLetters = 300; ///< of a text from a server

const auto showAction = u"show"_s;
const auto muteAction = u"mute"_s;

QString withinLimit(const std::string& text)
{
    const auto line = oneLine(text);
    return line.size() > mostLetters ? line.left(mostLetters) + u'…' : line;
}

QString headline(const inspect::Finding& finding)
{
    const auto title = findingTitle(finding);
    return finding.path.empty() ? title : asEntry(title, withinLimit(finding.path));
}

QString bodyOf(const std::vector<inspect::Finding>& findings, const QString& where)
{
    QStringList lines;
    if (findings.size() == 1)
        lines << withinLimit(findings.front().text);
    for (const auto& finding : findings)
        if (findings.size() > 1 && std::size_t(lines.size()) < mostAtOnce)
            lines << headline(finding);
    return (lines << where).join(u'\n');
}

} // namespace

void Notifier::wireOnce()
{
    if (std::exchange(m_isWired, true))
        return;
    connect(&m_desktop, &DesktopNotifications::actionChosen, this, &Notifier::take);
    connect(&m_desktop, &DesktopNotifications::failed, this, &Notifier::noteFailure);
    connect(&m_desktop, &DesktopNotifications::closed, this, &Notifier::forget);
}

QString Notifier::nextKey()
{
    wireOnce();
    return QString::number(++m_lastKey);
}

void Notifier::setNotifiesOfFindings(bool notifies)
{
    if (std::exchange(m_notifies, notifies) == notifies)
        return;
    if (!notifies) {
        withdrawFindings();
        return;
    }
    wireOnce();
    m_desktop.check();
}

void Notifier::noteNew(const std::vector<const inspect::Finding*>& findings, const QString& where)
{
    std::vector<inspect::Finding> critical;
    for (const auto* finding : findings) {
        if (m_notifies && finding->severity == inspect::Severity::Critical && !m_muted.contains(groupOf(*finding)))
            critical.push_back(*finding);
    }
    const auto notify = [&](const QString& summary, std::vector<inspect::Finding> noted) {
        const auto key = nextKey();
        m_desktop.show(key,
                       {summary, bodyOf(noted, where), true, {{showAction, tr("Show")}, {muteAction, tr("Mute")}}});
        m_findings.emplace(key, std::move(noted));
    };
    if (critical.size() > mostAtOnce) {
        const auto count = formatCount(static_cast<qint64>(critical.size()));
        notify(tr("%1 new critical findings").arg(count), std::move(critical));
        return;
    }
    for (auto& finding : critical)
        notify(headline(finding), {finding});
}

void Notifier::withdrawEnded(const std::function<bool(const std::string& group)>& isPresent)
{
    std::erase_if(m_findings, [&](const auto& entry) {
        const auto& findings = entry.second;
        const bool hasEnded = std::none_of(findings.begin(), findings.end(), [&](const inspect::Finding& finding) {
            return isPresent(groupOf(finding));
        });
        if (hasEnded)
            m_desktop.withdraw(entry.first);
        return hasEnded;
    });
}

void Notifier::withdrawFindings()
{
    withdrawEnded([](const std::string&) { return false; });
}

void Notifier::withdrawAll()
{
    withdrawFindings();
    for (const auto& [key, end] : std::exchange(m_ends, {}))
        m_desktop.withdraw(key);
}

void Notifier::noteEnd(const AwaitedHolds::End& end)
{
    const auto key = nextKey();
    m_ends.emplace(key, end);
    const auto title = asEntry(tr("Hold ended"), withinLimit(end.key.lock));
    m_desktop.show(key, {title, withinLimit(end.sentence.toStdString()), false, {{showAction, tr("Show")}}});
}

void Notifier::take(const QString& key, const QString& action)
{
    m_desktop.withdraw(key); // not every desktop closes it
    if (const auto end = m_ends.extract(key)) {
        Q_EMIT holdWanted(end.mapped().key);
        return;
    }
    const auto noted = m_findings.extract(key);
    if (!noted)
        return;
    const auto& findings = noted.mapped();
    if (action != muteAction) {
        Q_EMIT findingWanted(findings.front());
        return;
    }
    for (const auto& finding : findings)
        m_muted.insert(groupOf(finding));
    Q_EMIT mutedChanged();
}

void Notifier::setMuted(const std::string& group, bool muted)
{
    if (muted)
        m_muted.insert(group);
    else
        m_muted.erase(group);
    withdrawEnded([this](const std::string& each) { return !m_muted.contains(each); });
    Q_EMIT mutedChanged();
}

void Notifier::forgetMuted()
{
    if (m_muted.empty())
        return;
    m_muted.clear();
    Q_EMIT mutedChanged();
}

void Notifier::noteFailure(const QString& key, const QString& reason)
{
    if (const auto end = m_ends.extract(key)) {
        Q_EMIT undelivered(end.mapped());
        return;
    }
    m_findings.erase(key);
    if (!std::exchange(m_hasFailed, true))
        Q_EMIT unavailable(reason);
}

void Notifier::forget(const QString& key)
{
    m_ends.erase(key);
    m_findings.erase(key);
}

} // namespace lockscope::ui

#include "moc_Notifier.cpp"
