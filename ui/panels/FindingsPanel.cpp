// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/FindingsPanel.h"

#include "core/base/Path.h"
#include "core/model/FindingIndex.h"
#include "ui/files/SaveLine.h"
#include "ui/files/TableActions.h"
#include "ui/models/FindingsModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/panels/ClosedStatusEndpoints.h"
#include "ui/panels/ReleaseBox.h"
#include "ui/theme/Icons.h"
#include "ui/theme/Sizes.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/EmptyState.h"
#include "ui/views/FindingDelegate.h"
#include "ui/views/FlatButton.h"
#include "ui/views/FocusWithoutChoice.h"
#include "ui/views/StackedPanel.h"
#include "ui/views/StateMark.h"
#include "ui/views/WhyDisabled.h"

#include <QCheckBox>
#include <QClipboard>
#include <QFrame>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using inspect::Severity;

namespace {

/// The child that a finding of a stray child is about.
inspect::ContenderKey strayOf(const inspect::Snapshot& snapshot, const inspect::Finding& finding)
{
    const auto& node = finding.nodes.front();
    const auto* lock = snapshot.find(finding.path);
    return lock ? lock->keyAt(node) : inspect::ContenderKey{finding.path, inspect::LockPart::Queue, baseName(node)};
}

constexpr std::size_t endedSwitch = 3; ///< behind those of the severities

/// A window that becomes active again gives its focus back by itself.
bool isUse(const QEvent& event)
{
    const auto type = event.type();
    return type == QEvent::MouseButtonPress || type == QEvent::KeyPress ||
           (type == QEvent::FocusIn && static_cast<const QFocusEvent&>(event).reason() != Qt::ActiveWindowFocusReason);
}

} // namespace

/// Leaves out the hidden severities, and those that have ended if hidden.
class FindingsPanel::Proxy final : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setShown(std::size_t which, bool shown)
    {
        m_shown[which] = shown;
        invalidateFilter();
    }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override
    {
        const auto index = sourceModel()->index(row, 0, parent);
        return m_shown[index.data(FindingsModel::EndedRole).toBool()
                           ? endedSwitch
                           : index.data(FindingsModel::SeverityRole).toUInt()];
    }

private:
    Switches m_shown{true, true, true, true};
};

FindingsPanel::FindingsPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new FindingsModel(this))
    , m_proxy(new Proxy(this))
    , m_delegate(new FindingDelegate(this))
    , m_list(new QListView(this))
    , m_header(new QWidget(this))
    , m_empty(new EmptyState(u"findingsEmpty"_s, this))
    , m_showAll(m_empty->addButton(tr("Show All"), u"findingsShowAll"_s))
    , m_stack(new QStackedWidget(this))
    , m_saveLine(new SaveLine(u"findingsSaveLine"_s, this))
{
    setObjectName(u"findingsPanel"_s);
    setAttribute(Qt::WA_StyledBackground);
    m_proxy->setSourceModel(m_model);
    m_list->setObjectName(u"findingsList"_s);
    m_list->setAccessibleName(tr("Findings"));
    m_list->setModel(m_proxy);
    m_list->setItemDelegate(m_delegate);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    new FocusWithoutChoice(*m_list);
    m_list->installEventFilter(this);
    addTableActions(*m_list, u"findings"_s, *m_saveLine, [this] { copy(); });
    m_list->viewport()->installEventFilter(this);
    // A click on another row is handled by currentChanged.
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex& index) {
        if (m_pressedWhen == index)
            choose(index);
    });
    connect(m_list, &QListView::activated, this, &FindingsPanel::choose);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &FindingsPanel::onCurrentChanged);
    connect(m_proxy, &QAbstractItemModel::dataChanged, this, &FindingsPanel::showDetails);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_list);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 10, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(buildHeader());
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_saveLine);
    layout->addWidget(buildDetails());
    setViewState({});
}

/// As narrow as the panel: the texts of the switches are shortened to fit.
QWidget* FindingsPanel::buildHeader()
{
    m_header->setObjectName(u"findingsHeader"_s);
    m_header->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_header->installEventFilter(this);
    auto* title = new ElidedLabel(this);
    title->setFullText(tr("FINDINGS"));
    title->setObjectName(u"findingsTitle"_s);
    title->setProperty("role", u"section"_s);
    auto* header = new QHBoxLayout(m_header);
    header->setContentsMargins(8, 0, 0, 0);
    header->setSpacing(6);
    header->addWidget(title);
    header->addSpacing(4);
    m_switches[2] = addSwitch(u"findingsCritical"_s, "bad");
    m_switches[1] = addSwitch(u"findingsWarnings"_s, "warn");
    m_switches[0] = addSwitch(u"findingsNotes"_s, "info");
    auto* past = new QCheckBox(tr("Ended"), this);
    past->setObjectName(u"findingsEnded"_s);
    past->setChecked(true);
    m_switches[endedSwitch] = past;
    const auto addWord = [&](const QString& objectName) {
        auto* label = new QLabel(this);
        label->setObjectName(objectName);
        label->setProperty("role", u"muted"_s);
        header->addWidget(label);
        return label;
    };
    for (const auto which : {2U, 1U, 0U})
        header->addWidget(m_switches[which]);
    m_none = addWord(u"findingsNone"_s);
    m_none->setText(tr("none now"));
    m_muted = addWord(u"findingsMuted"_s);
    header->addStretch();
    header->addWidget(m_switches[endedSwitch]);
    header->addWidget(makeBell());
    m_unfold = makeFlatButton(this, u"findingsUnfold"_s, tr("List"), tr("Show or hide the list of findings"));
    m_unfold->setCheckable(true);
    m_unfold->hide();
    connect(m_unfold, &QToolButton::toggled, this, &FindingsPanel::fold);
    header->addWidget(m_unfold);
    for (std::size_t which = 0; which < m_switches.size(); ++which) {
        connect(m_switches[which], &QAbstractButton::toggled, this, [this, which](bool shown) {
            changeRows([&] { m_proxy->setShown(which, shown); });
            showPage(m_viewState);
            showNone();
            showMarks();
            fitSwitches();
        });
    }
    connect(m_showAll, &QPushButton::clicked, this, [this] { setSwitches({true, true, true, true}); });
    return m_header;
}

/// The same choice as in Preferences.
QToolButton* FindingsPanel::makeBell()
{
    m_bell = makeFlatButton(this, u"findingsBell"_s, {}, tr("Notify on the desktop of new critical findings"));
    m_bell->setToolButtonStyle(Qt::ToolButtonIconOnly);
    m_bell->setIconSize(QSize(scaled(14), scaled(14)));
    m_bell->setCheckable(true);
    connect(m_bell, &QToolButton::clicked, this, &FindingsPanel::notifyChosen);
    return m_bell;
}

void FindingsPanel::setNotifies(bool notifies)
{
    m_bell->setChecked(notifies);
}

QToolButton* FindingsPanel::addSwitch(const QString& objectName, const char* tone)
{
    auto* button = new QToolButton(this);
    button->setObjectName(objectName);
    button->setProperty("role", u"severity"_s);
    button->setProperty("tone", QString::fromLatin1(tone));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setIconSize(QSize(scaled(10), scaled(10)));
    button->setCheckable(true);
    button->setChecked(true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

FindingsPanel::Switches FindingsPanel::switches() const
{
    Switches on{};
    for (std::size_t which = 0; which < on.size(); ++which)
        on[which] = m_switches[which]->isChecked();
    return on;
}

void FindingsPanel::setSwitches(const Switches& switches)
{
    for (std::size_t which = 0; which < switches.size(); ++which)
        m_switches[which]->setChecked(switches[which]);
}

QWidget* FindingsPanel::buildDetails()
{
    m_details = new QFrame(this);
    m_details->setObjectName(u"card"_s);
    auto* inside = new QWidget(m_details);
    inside->setObjectName(u"scrolled"_s);
    auto* texts = new QVBoxLayout(inside);
    texts->setContentsMargins(0, 0, 0, 0);
    texts->setSpacing(4);
    const auto addLabel = [&](const QString& objectName) {
        auto* label = new QLabel(inside);
        label->setObjectName(objectName);
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        texts->addWidget(label);
        return label;
    };
    m_text = addLabel(u"findingText"_s);
    m_evidence = addLabel(u"findingEvidence"_s);
    m_advice = addLabel(u"findingAdvice"_s);
    m_times = addLabel(u"findingTimes"_s);
    m_note = addLabel(u"findingNote"_s);
    m_chain = addLabel(u"findingChain"_s);
    for (auto* label : {m_evidence, m_advice, m_times, m_note, m_chain})
        label->setProperty("role", u"muted"_s);
    texts->addStretch();
    auto* scroll = new QScrollArea(m_details);
    scroll->setObjectName(u"findingScroll"_s);
    scroll->setAccessibleName(tr("Selected finding"));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(inside);
    scroll->viewport()->setAutoFillBackground(false);
    m_go = new QPushButton(tr("Go to Lock"), m_details);
    m_go->setObjectName(u"findingGo"_s);
    m_go->setAccessibleName(tr("Go to the lock of the finding"));
    connect(m_go, &QPushButton::clicked, this, [this] { choose(m_list->currentIndex()); });
    auto* copyButton = new QPushButton(tr("Copy"), m_details);
    copyButton->setObjectName(u"findingCopy"_s);
    copyButton->setAccessibleName(tr("Copy the finding"));
    connect(copyButton, &QPushButton::clicked, this, &FindingsPanel::copy);
    m_release = new QPushButton(tr("Release…"), m_details);
    m_release->setObjectName(u"findingRelease"_s);
    m_release->setAccessibleName(m_release->text());
    connect(m_release, &QPushButton::clicked, this, [this] {
        if (const auto* finding = selected())
            Q_EMIT strayReleaseWanted(strayOf(*m_model->snapshot(), *finding));
    });
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_release);
    buttons->addWidget(copyButton);
    buttons->addWidget(m_go);
    auto* layout = new QVBoxLayout(m_details);
    layout->setContentsMargins(10, 8, 10, 8);
    layout->setSpacing(6);
    layout->addWidget(scroll, 1);
    layout->addLayout(buttons);
    m_details->setFixedHeight(scaled(158));
    m_details->hide();
    return m_details;
}

/// In a low window the locks need the height.
void FindingsPanel::fold()
{
    const bool isLow = isStacked(*this) && isInLowWindow(*this);
    m_unfold->setVisible(isLow);
    const bool isFolded = isLow && !m_unfold->isChecked();
    m_stack->setVisible(!isFolded);
    m_details->setVisible(!isFolded && selected());
    setMaximumHeight(isFolded ? layout()->sizeHint().height() : QWIDGETSIZE_MAX);
    fitSwitches();
}

void FindingsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    window()->installEventFilter(this);
    fold();
}

void FindingsPanel::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_delegate->setTheme(theme);
    m_bell->setIcon(icon(u"bell"_s, theme.text));
    showMarks();
    m_list->viewport()->update();
}

void FindingsPanel::setViewState(const ViewState& viewState)
{
    if (!viewState.snapshot || viewState.connect != m_viewState.connect)
        m_hasLookedAtAll = false;
    m_hasLookedAtAll = m_hasLookedAtAll || (viewState.snapshot && viewState.snapshot->complete);
    m_viewState = viewState;
    m_delegate->setStale(viewState.isStale());
    setModelContent();
    m_list->viewport()->update();
    showCounts();
    showMarks();
    showPage(viewState);
    showDetails();
}

/// The selection stays on the selected finding, also when it ends.
void FindingsPanel::setModelContent()
{
    const auto group = selected() ? groupOf(*selected()) : std::string();
    changeRows([this] { m_model->setSnapshot(m_viewState.snapshot, m_viewState.history, m_viewState.now); });
    const auto endedRow = group.empty() || selected() ? -1 : m_model->endedRowOf(group);
    if (endedRow >= 0)
        selectSilently(m_proxy->mapFromSource(m_model->index(endedRow)));
}

/// When the current row is removed, Qt makes its neighbour current without a selection by the user.
void FindingsPanel::changeRows(const std::function<void()>& change)
{
    const QPersistentModelIndex before = m_list->currentIndex();
    const QScopedValueRollback updating(m_isUpdating, true);
    change();
    if (QPersistentModelIndex(m_list->currentIndex()) != before)
        m_list->setCurrentIndex({});
}

/// Without selecting its lock.
void FindingsPanel::selectSilently(const QModelIndex& index)
{
    const QScopedValueRollback updating(m_isUpdating, true);
    m_list->setCurrentIndex(index);
}

void FindingsPanel::showFinding(const std::string& identity)
{
    const auto row = m_model->rowOf(identity);
    if (row < 0)
        return;
    m_switches[static_cast<std::size_t>(m_model->findingAt(row)->severity)]->setChecked(true);
    const auto index = m_proxy->mapFromSource(m_model->index(row));
    selectSilently(index);
    if (!m_unfold->isHidden())
        m_unfold->setChecked(true);
    m_list->scrollTo(index);
    m_list->setFocus(Qt::OtherFocusReason);
}

void FindingsPanel::showCounts()
{
    const auto show = [&](Severity severity, int count, const QString& words) {
        const auto which = static_cast<std::size_t>(severity);
        m_switches[which]->setAccessibleName(tr("Show findings: %1").arg(words));
        showSwitch(which, count, words, asSentence(words) + u'\n' + tr("Hide or show the findings of this severity."));
    };
    const auto critical = m_model->count(Severity::Critical);
    const auto warnings = m_model->count(Severity::Warning);
    const auto notes = m_model->count(Severity::Info);
    show(Severity::Critical, critical, tr("%1 critical").arg(formatCount(critical)));
    show(Severity::Warning, warnings, tr("%1 warnings", nullptr, warnings).arg(formatCount(warnings)));
    show(Severity::Info, notes, tr("%1 notes", nullptr, notes).arg(formatCount(notes)));
    const auto past = m_model->endedCount();
    m_switches[endedSwitch]->setAccessibleName(tr("Show findings that have ended: %1").arg(formatCount(past)));
    showSwitch(endedSwitch, past, tr("Ended"), tr("Hide or show the findings that have ended."));
    showNone();
    showMuted();
    fitSwitches();
}

void FindingsPanel::showSwitch(std::size_t which, int count, const QString& words, const QString& toolTip)
{
    m_words[which] = words;
    m_numbers[which] = formatCount(count);
    m_switches[which]->setToolTip(plainToolTip(toolTip));
    m_switches[which]->setVisible(count > 0);
}

/// Only the number beside the mark where the words do not fit, beginning with the least important switch.
void FindingsPanel::fitSwitches()
{
    constexpr std::size_t order[] = {endedSwitch, 0, 1, 2};
    QStringList content{QString::number(m_header->width()), m_none->isHidden() ? QString() : m_none->text(),
                        m_muted->isHidden() ? QString() : m_muted->text(),
                        m_unfold->isHidden() ? QString() : m_unfold->text()};
    for (const auto which : order)
        content << (m_switches[which]->isHidden() ? QString() : m_words[which] + m_numbers[which]);
    if (std::exchange(m_fitted, content) == content)
        return;
    for (std::size_t shortened = 0; shortened <= std::size(order); ++shortened) {
        for (std::size_t i = 0; i < std::size(order); ++i)
            m_switches[order[i]]->setText(i < shortened ? m_numbers[order[i]] : m_words[order[i]]);
        if (m_header->layout()->sizeHint().width() <= m_header->width())
            return;
    }
}

/// Else the list would look as if there were problems, or as if it had not been checked.
void FindingsPanel::showNone()
{
    const bool hasPresent = m_model->rowCount() > m_model->endedCount();
    m_none->setVisible(!hasPresent && m_proxy->rowCount() > 0);
    const auto* snapshot = m_viewState.snapshot.get();
    const auto missing = snapshot && !m_viewState.isReplay() ? missingChecks(*snapshot) : QString();
    m_none->setToolTip(plainToolTip(missing.isEmpty() ? tr("No problems found")
                                                      : inTurn({tr("The other checks found no problems."), missing})));
}

/// A switch that is off, and old data, have no colour.
void FindingsPanel::showMarks()
{
    for (const auto severity : {Severity::Info, Severity::Warning, Severity::Critical}) {
        const auto which = static_cast<std::size_t>(severity);
        const bool isMuted = m_viewState.isStale() || !m_switches[which]->isChecked();
        const auto color = m_theme.color(isMuted ? Tone::Muted : severityTone(severity));
        if (std::exchange(m_markColors[which], color) != color)
            m_switches[which]->setIcon(markIcon(severityMark(severity), color));
    }
}

void FindingsPanel::showMuted()
{
    const auto* snapshot = m_viewState.snapshot.get();
    const auto count = snapshot ? static_cast<int>(snapshot->muted.size()) : 0;
    m_muted->setVisible(count > 0);
    if (count == 0)
        return;
    constexpr int most = 10;
    m_muted->setText(tr("%1 muted").arg(formatCount(count)));
    QStringList lines{tr("Muted by the limits file:")};
    for (int i = 0; i < std::min(count, most); ++i) {
        const auto& finding = snapshot->muted[static_cast<std::size_t>(i)];
        lines << tr("%1 at %2, until %3")
                     .arg(findingTitle(finding), oneLine(finding.path), formatTime(*finding.mutedUntil));
    }
    m_muted->setToolTip(plainToolTip(lines.join(u'\n')));
}

void FindingsPanel::showPage(const ViewState& viewState)
{
    m_stack->setCurrentWidget(m_proxy->rowCount() > 0 ? static_cast<QWidget*>(m_list) : m_empty);
    const bool hasPresent = m_model->rowCount() > m_model->endedCount();
    m_showAll->setVisible(hasPresent);
    if (hasPresent)
        m_empty->say(tr("All findings are hidden"), tr("The buttons above show which severities are hidden."));
    else if (viewState.source == SourceState::NotConnected)
        m_empty->say(
            tr("No findings yet"),
            tr("Problems with the locks appear here: deadlocks, owners whose session has ended, clients that wait too "
               "long."));
    else if (viewState.source == SourceState::Connecting || !viewState.snapshot)
        m_empty->say(tr("Waiting for the first data…"));
    else if (viewState.isReplay())
        m_empty->say(tr("No problems found at this time of the recording"),
                     tr("Based only on the data in the recording."));
    else if (!m_hasLookedAtAll)
        m_empty->say(tr("Checking…"), tr("No problems found so far. Not all data has been read yet."));
    else if (viewState.isStale())
        m_empty->say(tr("No problems found at the last update"), tr("The current state is unknown."));
    else if (const auto missing = missingChecks(*viewState.snapshot); !missing.isEmpty())
        m_empty->say(tr("Some checks were not possible"), inTurn({tr("The other checks found no problems."), missing}));
    else if (viewState.snapshot->backend == inspect::Backend::Redis)
        m_empty->say(tr("No problems found"),
                     tr("Checked: leases and their renewals, waiters without a subscriber, fencing tokens, votes of "
                        "masters, hold and wait times (limits in Preferences), replicas and memory settings."));
    else
        m_empty->say(tr("No problems found"),
                     tr("Checked: deadlocks, sessions, heartbeats, hold and wait times (limits in Preferences), "
                        "blocked queues, node names and directory sizes. Not checked: watches; use lockscopectl "
                        "findings --watches."));
    // A low window shows only the beginning of the sentence.
    const auto* sentence = m_empty->findChild<QLabel*>(u"findingsEmptySentence"_s);
    m_empty->setToolTip(plainToolTip(sentence->text()));
}

const inspect::Finding* FindingsPanel::selected() const
{
    return m_model->findingAt(m_proxy->mapToSource(m_list->currentIndex()).row());
}

void FindingsPanel::onCurrentChanged()
{
    showDetails();
    if (!m_isUpdating)
        choose(m_list->currentIndex());
}

std::string FindingsPanel::selectedFinding() const
{
    const auto* finding = selected();
    return finding ? inspect::identityOf(*finding) : std::string();
}

void FindingsPanel::selectFinding(const std::string& identity)
{
    if (const auto row = identity.empty() ? -1 : m_model->rowOf(identity); row >= 0)
        selectSilently(m_proxy->mapFromSource(m_model->index(row)));
}

bool FindingsPanel::isSelectionWithoutLock() const
{
    const auto* finding = selected();
    return finding && !targetOf(*m_model->snapshot(), *finding);
}

void FindingsPanel::setShownLock(const std::string& path)
{
    const bool isOther = std::exchange(m_shownLock, path) != path;
    const auto* finding = selected();
    if (!finding)
        return;
    // A finding without a lock stays until another lock is chosen.
    const auto* lock = m_model->snapshot()->find(path);
    const auto target = targetOf(*m_model->snapshot(), *finding);
    const bool stays = target ? target->lock == path || (lock && concerns(*finding, *lock)) : !isOther;
    if (!stays)
        selectSilently({});
}

void FindingsPanel::showDetails()
{
    const auto* finding = selected();
    m_details->setVisible(finding && !m_stack->isHidden());
    if (!finding)
        return;
    const auto show = [](QLabel* label, const QString& text) {
        if (label->text() != text)
            label->setText(text);
        label->setVisible(!text.isEmpty());
    };
    show(m_text, u"%1\n%2"_s.arg(oneLine(finding->path), oneLine(finding->text)));
    show(m_evidence, finding->evidence.empty() ? QString() : tr("Evidence: %1").arg(oneLine(finding->evidence)));
    const auto row = m_proxy->mapToSource(m_list->currentIndex()).row();
    show(m_times, m_model->timesAt(row).join(u'\n'));
    show(m_advice, finding->advice.empty() ? QString() : tr("Recommendation: %1").arg(oneLine(finding->advice)));
    QStringList remarks;
    if (!finding->note.empty())
        remarks << tr("Note: %1").arg(oneLine(finding->note));
    if (!finding->owner.empty())
        remarks << tr("Owner: %1").arg(oneLine(finding->owner));
    show(m_note, remarks.join(u'\n'));
    show(m_chain, chainLines(*finding).join(u'\n'));
    m_go->setVisible(targetOf(*m_model->snapshot(), *finding).has_value());
    const bool isStray =
        finding->kind == inspect::FindingKind::StrayChild && !finding->nodes.empty() && !m_model->isEnded(row);
    m_release->setVisible(isStray);
    if (!isStray)
        return;
    const auto whyNot = ReleaseBox::whyNothingIsReleased(m_viewState);
    const auto node = oneLine(finding->nodes.front());
    const auto name = oneLine(baseName(finding->nodes.front()));
    m_release->setText(tr("Release %1…").arg(m_release->fontMetrics().elidedText(name, Qt::ElideMiddle, 90)));
    m_release->setAccessibleName(tr("Release %1").arg(node));
    enableUnless(*m_release, whyNot);
    if (whyNot.isEmpty())
        m_release->setToolTip(plainToolTip(m_release->accessibleName()));
}

void FindingsPanel::choose(const QModelIndex& index)
{
    const auto* finding = m_model->findingAt(m_proxy->mapToSource(index).row());
    if (!finding)
        return;
    const bool isDeadlock = finding->kind == inspect::FindingKind::Deadlock;
    if (const auto target = targetOf(*m_model->snapshot(), *finding))
        Q_EMIT findingChosen(*target);
    if (isDeadlock)
        Q_EMIT deadlockChosen();
}

void FindingsPanel::copy()
{
    if (const auto* finding = selected())
        QGuiApplication::clipboard()->setText(
            (QStringList{findingText(*finding)} + m_model->timesAt(m_proxy->mapToSource(m_list->currentIndex()).row()))
                .join(u'\n'));
}

bool FindingsPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != window() && isUse(*event))
        Q_EMIT looked();
    if (event->type() == QEvent::Resize && watched == m_header)
        fitSwitches();
    if (event->type() == QEvent::Resize && watched == window())
        fold();
    if (event->type() == QEvent::MouseButtonPress && watched == m_list->viewport())
        m_pressedWhen = m_list->currentIndex();
    if (event->type() != QEvent::KeyPress || watched != m_list)
        return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)
        choose(m_list->currentIndex());
    else if (key->key() == Qt::Key_Escape && m_list->currentIndex().isValid())
        m_list->setCurrentIndex({});
    else
        return false;
    return true;
}

} // namespace lockscope::ui

#include "moc_FindingsPanel.cpp"
