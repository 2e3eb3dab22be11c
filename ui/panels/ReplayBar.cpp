// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/ReplayBar.h"

#include "ui/models/text/Formatting.h"
#include "ui/replay/TypedTime.h"
#include "ui/theme/Icons.h"
#include "ui/theme/Sizes.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/FaultLabel.h"
#include "ui/views/ReplayTrack.h"
#include "ui/views/WhyDisabled.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QToolButton>

#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double speeds[] = {1, 10, 60, 600, 3'600};

QString megabytes(qint64 bytes)
{
    return QString::number(static_cast<double>(bytes) / 1e6, 'f', bytes < 10'000'000 ? 1 : 0);
}

} // namespace

ReplayBar::ReplayBar(const WindowActions& actions, QWidget* parent)
    : QWidget(parent)
    , m_actions(actions)
{
    m_openingRow = buildOpening();
    m_replayRow = buildReplay();
    m_goToRow = buildGoTo();
    setObjectName(u"replayBar"_s);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_openingRow);
    layout->addWidget(m_replayRow);
    layout->addWidget(m_goToRow);
    setTheme(m_theme);
    show({});
}

QWidget* ReplayBar::buildOpening()
{
    auto* row = new QWidget(this);
    row->setObjectName(u"openingRow"_s);
    row->setAttribute(Qt::WA_StyledBackground);
    m_openingText = new ElidedLabel(row);
    m_openingText->setObjectName(u"openingText"_s);
    m_progress = new QProgressBar(row);
    m_progress->setObjectName(u"openingProgress"_s);
    m_progress->setAccessibleName(tr("Reading the recording"));
    m_progress->setTextVisible(false);
    m_progress->setRange(0, 1'000);
    m_progress->setFixedWidth(260);
    auto* cancel = new QToolButton(row);
    cancel->setObjectName(u"openingCancel"_s);
    cancel->setText(tr("Cancel"));
    cancel->setAccessibleName(tr("Stop reading the recording"));
    cancel->setFocusPolicy(Qt::StrongFocus);
    connect(cancel, &QToolButton::clicked, this, &ReplayBar::cancelWanted);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(14, 6, 12, 6);
    layout->setSpacing(14);
    layout->addWidget(m_openingText, 1);
    layout->addWidget(m_progress);
    layout->addWidget(cancel);
    return row;
}

QWidget* ReplayBar::buildReplay()
{
    auto* row = new QWidget(this);
    row->setObjectName(u"replayRow"_s);
    row->setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(12, 5, 12, 5);
    layout->setSpacing(6);
    auto* chip = new QLabel(tr("REPLAY"), row);
    chip->setObjectName(u"replayChip"_s);
    m_name = new ElidedLabel(row);
    m_name->setObjectName(u"replayName"_s);
    m_name->setElideMode(Qt::ElideMiddle);
    m_name->setMaximumWidth(scaled(300));
    layout->addWidget(chip);
    layout->addWidget(m_name);
    addButton(row, m_actions.replayBack, u"replayBack"_s);
    addButton(row, m_actions.replayPlay, u"replayPlay"_s);
    addButton(row, m_actions.replayForward, u"replayForward"_s);
    addButton(row, m_actions.replayGoTo, u"replayGoTo"_s);
    m_speed = new QComboBox(row);
    m_speed->setObjectName(u"replaySpeed"_s);
    m_speed->setAccessibleName(tr("Replay speed"));
    m_speed->setToolTip(tr("Seconds of the recording that are replayed per second."));
    for (const auto speed : speeds)
        m_speed->addItem(tr("%1×").arg(formatCount(static_cast<qint64>(speed))), speed);
    connect(m_speed, &QComboBox::activated, this,
            [this](int index) { Q_EMIT speedWanted(m_speed->itemData(index).toDouble()); });
    layout->addWidget(m_speed);
    m_track = new ReplayTrack(row);
    connect(m_track, &ReplayTrack::timeChosen, this, &ReplayBar::seekWanted);
    connect(m_track, &ReplayTrack::playWanted, m_actions.replayPlay, &QAction::trigger);
    layout->addWidget(m_track, 1);
    m_time = new QLabel(row);
    m_time->setObjectName(u"replayTime"_s);
    m_date = new QLabel(row);
    m_date->setObjectName(u"replayDate"_s);
    m_date->setProperty("role", u"muted"_s);
    for (auto* label : {m_time, m_date})
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* times = new QVBoxLayout;
    times->setSpacing(0);
    times->addWidget(m_time);
    times->addWidget(m_date);
    layout->addLayout(times);
    m_close = addButton(row, m_actions.closeRecording, u"replayClose"_s);
    return row;
}

QWidget* ReplayBar::buildGoTo()
{
    auto* row = new QWidget(this);
    row->setObjectName(u"goToRow"_s);
    row->setAttribute(Qt::WA_StyledBackground);
    auto* label = new QLabel(tr("Go to time"), row);
    m_goTo = new QLineEdit(row);
    m_goTo->setObjectName(u"goToTime"_s);
    m_goTo->setAccessibleName(label->text());
    m_goTo->setMaxLength(40);
    m_goTo->setFixedWidth(m_goTo->fontMetrics().horizontalAdvance(u"2026-11-24 03:12:30.250"_s) + scaled(40));
    m_goToFault = makeFaultLabel(row, u"goToTimeFault"_s);
    m_goToFault->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    auto* close = new QToolButton(row);
    close->setObjectName(u"goToClose"_s);
    close->setText(tr("Close"));
    close->setAccessibleName(tr("Close the field of the time"));
    close->setFocusPolicy(Qt::StrongFocus);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(12, 3, 12, 3);
    layout->setSpacing(8);
    layout->addWidget(label);
    layout->addWidget(m_goTo);
    layout->addWidget(m_goToFault, 1);
    layout->addWidget(close);
    connect(m_actions.replayGoTo, &QAction::triggered, this, &ReplayBar::askForTime);
    connect(m_goTo, &QLineEdit::returnPressed, this, &ReplayBar::goToTyped);
    connect(m_goTo, &QLineEdit::textEdited, this, [this] { showFault({}); });
    connect(close, &QToolButton::clicked, this, &ReplayBar::closeGoTo);
    return row;
}

QToolButton* ReplayBar::addButton(QWidget* row, QAction* action, const QString& objectName)
{
    auto* button = new QToolButton(row);
    button->setObjectName(objectName);
    button->setDefaultAction(action);
    button->setAccessibleName(action->text());
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    row->layout()->addWidget(button);
    return button;
}

void ReplayBar::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_track->setTheme(theme);
    m_actions.replayBack->setIcon(icon(u"previous"_s, theme.text));
    m_actions.replayForward->setIcon(icon(u"next"_s, theme.text));
    m_actions.replayGoTo->setIcon(icon(u"clock"_s, theme.text));
    m_actions.closeRecording->setIcon(icon(u"close"_s, theme.text));
    m_actions.closeRecording->setIconVisibleInMenu(false);
    showIcons();
}

void ReplayBar::showIcons()
{
    m_actions.replayPlay->setIcon(icon(m_view.isPlaying ? u"pause"_s : u"play"_s, m_theme.text));
    m_actions.replayPlay->setText(m_view.isPlaying ? tr("Pause Replay") : tr("Play Recording"));
    m_actions.replayPlay->setToolTip(tr("%1 (Ctrl+., or Space on the track)").arg(m_actions.replayPlay->text()));
}

void ReplayBar::show(const ReplayView& view)
{
    const auto before = std::exchange(m_view, view);
    if (before.isPlaying != view.isPlaying)
        showIcons();
    if (before.facts != view.facts || !view.facts)
        closeGoTo();
    if (view.facts && before.facts != view.facts) {
        const auto examples = typedTimeExamples(view.facts->from);
        m_goTo->setPlaceholderText(formatTime(view.facts->from).section(u' ', 1).first(8));
        m_goTo->setToolTip(plainToolTip(tr("A time such as %1. Return goes there.").arg(examples)));
    }
    m_openingRow->setVisible(view.opening.has_value());
    m_replayRow->setVisible(view.facts != nullptr);
    setVisible(view.opening || view.facts);
    if (view.opening)
        showOpening(*view.opening);
    for (auto* action : {m_actions.replayPlay, m_actions.replayForward, m_actions.replayBack, m_actions.replayGoTo,
                         m_actions.closeRecording})
        enableUnless(*action, view.facts ? QString() : tr("No recording is open."));
    m_track->setRecording(view.facts);
    if (view.facts)
        showReplay();
}

void ReplayBar::showOpening(const ReplayPlayer::Opening& opening)
{
    const auto& progress = opening.progress;
    const auto name = oneLine(opening.name.toStdString());
    if (progress.ofBytes <= 0)
        m_openingText->setFullText(tr("Reading %1…").arg(name));
    else if (progress.isImport)
        m_openingText->setFullText(tr("Reading the audit log %1…   %2 of %3 MB")
                                       .arg(name, megabytes(progress.bytes), megabytes(progress.ofBytes)));
    else
        m_openingText->setFullText(tr("Reading %1…   %2 of %3 MB, %4 snapshots", nullptr, forPlural(progress.snapshots))
                                       .arg(name, megabytes(progress.bytes), megabytes(progress.ofBytes),
                                            formatCount(static_cast<qint64>(progress.snapshots))));
    m_progress->setValue(progress.ofBytes > 0 ? static_cast<int>(progress.bytes * 1'000 / progress.ofBytes) : 0);
}

void ReplayBar::showReplay()
{
    const auto& facts = *m_view.facts;
    m_name->setFullText(oneLine(facts.name.toStdString()));
    m_name->setToolTip(plainToolTip(
        facts.connect.empty() ? facts.path : tr("%1, recorded from %2").arg(facts.path, oneLine(facts.connect))));
    if (const auto index = m_speed->findData(m_view.speed); index >= 0)
        m_speed->setCurrentIndex(index);
    enableUnless(*m_actions.replayForward, facts.marks.after(m_view.now) ? QString() : tr("There is no later event."));
    enableUnless(*m_actions.replayBack, facts.marks.before(m_view.now) ? QString() : tr("There is no earlier event."));
    m_track->setTime(m_view.now);
    showTime();
}

/// A narrow window keeps the date and the time, and leaves out what stands elsewhere too: the name of the recording is
/// in the top bar.
void ReplayBar::showTime()
{
    const bool isNarrow = isInNarrowWindow(*this);
    m_name->setVisible(!isNarrow);
    m_close->setToolButtonStyle(isNarrow ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextOnly);
    const auto local = formatTime(m_view.now);
    m_time->setText(local.section(u' ', 1));
    // Tenths of a second would flicker.
    const auto since = std::chrono::floor<std::chrono::seconds>(m_view.now - m_view.facts->from);
    const auto passed = since.count() == 0 ? tr("0 s") : formatDuration(since);
    const auto left = m_view.isBehind
                          ? tr("reading…")
                          : tr("+%1 of %2").arg(passed, formatDuration(m_view.facts->to - m_view.facts->from));
    const auto date = local.section(u' ', 0, 0);
    m_date->setText(isNarrow ? date : u"%1 · %2"_s.arg(date, left));
    for (auto* label : {m_time, m_date})
        label->setToolTip(formatUtc(m_view.now));
    m_time->setAccessibleName(tr("Replay time: %1").arg(local));
}

void ReplayBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_view.facts)
        showTime();
}

void ReplayBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_goToRow->isVisible())
        closeGoTo();
    else
        QWidget::keyPressEvent(event);
}

void ReplayBar::askForTime()
{
    m_goToRow->show();
    m_goTo->setFocus(Qt::ShortcutFocusReason);
    m_goTo->selectAll();
}

std::optional<QString> ReplayBar::typedTime() const
{
    return m_goToRow->isHidden() ? std::nullopt : std::optional(m_goTo->text());
}

void ReplayBar::setTypedTime(const std::optional<QString>& text)
{
    if (!text || !m_view.facts)
        return;
    m_goToRow->show();
    m_goTo->setText(*text);
}

void ReplayBar::goToTyped()
{
    if (!m_view.facts)
        return;
    const auto typed = readTypedTime(m_goTo->text(), m_view.now, m_view.facts->from, m_view.facts->to);
    showFault(typed.fault);
    m_goTo->selectAll();
    if (typed.at)
        Q_EMIT seekWanted(*typed.at);
}

void ReplayBar::showFault(const QString& fault)
{
    m_goToFault->setText(fault);
    m_goTo->setAccessibleDescription(fault);
}

void ReplayBar::closeGoTo()
{
    if (m_goToRow->isAncestorOf(window()->focusWidget()))
        m_track->setFocus();
    m_goToRow->hide();
    m_goTo->clear();
    showFault({});
}

} // namespace lockscope::ui

#include "moc_ReplayBar.cpp"
