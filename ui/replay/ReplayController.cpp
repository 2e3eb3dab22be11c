// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/replay/ReplayController.h"

#include "ui/models/text/Formatting.h"
#include "ui/shell/MainWindow.h"

namespace lockscope::ui {

using namespace Qt::StringLiterals;

ReplayController::ReplayController(MainWindow& window, const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_window(window)
    , m_player(clock)
{
    connect(&m_window, &MainWindow::replayCloseWanted, &m_player, &ReplayPlayer::close);
    connect(&m_window, &MainWindow::openingCancelWanted, &m_player, &ReplayPlayer::cancelOpening);
    connect(&m_window, &MainWindow::replayPlayWanted, this, [this] {
        if (m_player.isPlaying())
            m_player.pause();
        else
            m_player.play();
    });
    connect(&m_window, &MainWindow::replaySeekWanted, &m_player, &ReplayPlayer::seek);
    connect(&m_window, &MainWindow::replaySpeedWanted, &m_player, &ReplayPlayer::setSpeed);
    connect(&m_window, &MainWindow::replayForwardWanted, &m_player, &ReplayPlayer::stepForward);
    connect(&m_window, &MainWindow::replayBackWanted, &m_player, &ReplayPlayer::stepBack);

    connect(&m_player, &ReplayPlayer::changed, this, [this] {
        showBar();
        if (m_player.snapshot() == m_reportedSnapshot && (!isShowing() || m_player.shownAt() == m_reportedAt))
            return;
        m_reportedSnapshot = m_player.snapshot();
        m_reportedAt = isShowing() ? m_player.shownAt() : WallTime();
        Q_EMIT viewStateChanged();
    });
    connect(&m_player, &ReplayPlayer::opened, this, &ReplayController::sayRemarks);
    connect(&m_player, &ReplayPlayer::closed, this, [this] { m_window.say({}, Tone::Muted); });
    connect(&m_player, &ReplayPlayer::failed, this, [this](const QString& sentence) {
        m_window.say(sentence, Tone::Bad);
        Q_EMIT failed(sentence);
    });
}

void ReplayController::open(const QStringList& files)
{
    m_window.say({}, Tone::Muted);
    m_player.open(files);
}

void ReplayController::showBar()
{
    m_window.setReplay({m_player.opening(), m_player.facts(), isShowing() ? m_player.now() : WallTime(),
                        isShowing() && m_player.isPlaying(), isShowing() && m_player.isBehind(), m_player.speed()});
}

void ReplayController::sayRemarks()
{
    const auto& facts = *m_player.facts();
    auto remarks = facts.remarks;
    if (const auto forgotten = facts.history->forgottenEvents(); forgotten > 0)
        remarks << tr("the Activity panel lists the last %1 events. The %2 earlier events are only marks on the replay "
                      "track",
                      nullptr, forPlural(forgotten))
                       .arg(formatCount(static_cast<qint64>(facts.history->events().size())),
                            formatCount(static_cast<qint64>(forgotten)));
    if (remarks.isEmpty())
        return;
    for (auto& remark : remarks)
        remark = ended(asSentence(oneLine(remark.toStdString())));
    // That an audit log has less data is normal and not a warning.
    const bool isUsual = facts.isServerAuditLog && remarks.size() == 1;
    m_window.say(asEntry(tr("Notes on %1").arg(oneLine(facts.name.toStdString())), inTurn(remarks)),
                 isUsual ? Tone::Info : Tone::Warn);
}

ViewState ReplayController::viewState() const
{
    const auto& facts = *m_player.facts();
    ViewState viewState;
    viewState.source = SourceState::Replay;
    viewState.connect = oneLine(facts.connect);
    viewState.recording = oneLine(facts.name.toStdString());
    viewState.snapshot = m_player.snapshot();
    viewState.session = viewState.snapshot->session;
    viewState.now = m_player.shownAt();
    viewState.recordedUntil = facts.to;
    viewState.history = facts.history;
    return viewState;
}

} // namespace lockscope::ui

#include "moc_ReplayController.cpp"
