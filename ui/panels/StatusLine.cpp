// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/StatusLine.h"

#include "ui/models/text/Formatting.h"
#include "ui/models/text/VoteWords.h"
#include "ui/panels/ClosedStatusEndpoints.h"
#include "ui/panels/SourceLook.h"
#include "ui/theme/Sizes.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/StyleProperty.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>

#include <initializer_list>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype mostInToolTip = 20; ///< entries
constexpr std::chrono::seconds messageTime{8};
constexpr qsizetype leastOfAddresses = 20; ///< characters: the beginning of the value behind "addresses: "
constexpr int unsteadyWidth = 20;          ///< of the texts beside them, from one second to the next; see scaled()

/// Empty: there are no independent masters, or no lock was read.
QString mastersText(const inspect::Snapshot& snapshot)
{
    const auto tally = mastersOf(snapshot);
    return tally ? StatusLine::tr("Connected to %1 of %2 masters")
                       .arg(QString::number(tally->masters - tally->unreachable), QString::number(tally->masters))
                 : QString();
}

/// "12 of 5,000 requests/s". Tenths of a small number would flicker.
QString requestsText(const RequestRate& requests)
{
    const auto rate = formatCount(qRound64(requests.perSecond));
    return requests.limit > 0 ? StatusLine::tr("%1 of %2 requests/s").arg(rate, formatCount(requests.limit))
                              : StatusLine::tr("%1 requests/s").arg(rate);
}

QString pausedText(std::size_t changesBehind, const QString& age)
{
    return StatusLine::tr("Paused · %1 changes behind · %2", nullptr, forPlural(changesBehind))
        .arg(formatCount(static_cast<qint64>(changesBehind)), age);
}

} // namespace

QString connectionText(const ViewState& viewState)
{
    const auto& session = viewState.session;
    const auto withDetail = [&](const QString& text) {
        return session.detail.empty() ? text : asEntry(text, oneLine(session.detail));
    };
    // Final: no other session is requested.
    if (session.state == SessionState::AuthFailed && !viewState.isReplay())
        return withDetail(StatusLine::tr("Not connected"));
    switch (viewState.source) {
    case SourceState::NotConnected:
        return StatusLine::tr("Not connected");
    case SourceState::Connecting:
        return viewState.trouble.isEmpty()
                   ? withDetail(StatusLine::tr("Connecting to %1").arg(viewState.connect))
                   : asEntry(StatusLine::tr("Connecting to %1").arg(viewState.connect), viewState.trouble);
    case SourceState::Live: {
        if (viewState.snapshot && viewState.snapshot->backend == inspect::Backend::Redis) {
            const auto masters = mastersText(*viewState.snapshot);
            return masters.isEmpty() ? StatusLine::tr("Connected to %1").arg(oneLine(session.server)) : masters;
        }
        const auto text = session.state == SessionState::ReadOnly
                              ? StatusLine::tr("Connected read-only (no quorum) to %1 · session %2 · timeout %3")
                              : StatusLine::tr("Connected to %1 · session %2 · timeout %3");
        return text.arg(oneLine(session.server), formatHex(session.id), formatDuration(session.timeout));
    }
    case SourceState::Disconnected:
        return session.state == SessionState::Suspended
                   ? StatusLine::tr("%1. Reconnecting…")
                         .arg(asSentence(session.detail.empty()
                                             ? StatusLine::tr("the connection to %1 is lost").arg(viewState.connect)
                                             : oneLine(session.detail)))
               : session.detail.empty()
                   ? StatusLine::tr("The session has ended. Requesting a new session from %1").arg(viewState.connect)
                   : StatusLine::tr("The session has ended (%2). Requesting a new session from %1")
                         .arg(viewState.connect, oneLine(session.detail));
    case SourceState::Ended:
        return StatusLine::tr("The simulation has ended. The view shows its last state");
    case SourceState::Replay:
        return viewState.connect.isEmpty()
                   ? StatusLine::tr("Replay of %1: not live data").arg(oneLine(viewState.recording.toStdString()))
                   : StatusLine::tr("Replay of %1, recorded from %2: not live data")
                         .arg(oneLine(viewState.recording.toStdString()), oneLine(viewState.connect.toStdString()));
    }
    return {};
}

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent)
    , m_mark(new QLabel(this))
    , m_connection(new ElidedLabel(this))
    , m_message(new ElidedLabel(this))
    , m_requests(new QLabel(this))
    , m_watches(new QLabel(this))
    , m_age(new QLabel(this))
    , m_events(new QLabel(this))
    , m_problems(new QLabel(this))
    , m_separator(new QLabel(this))
    , m_addresses(new ElidedLabel(this))
{
    setObjectName(u"statusLine"_s);
    setAttribute(Qt::WA_StyledBackground);
    m_mark->setObjectName(u"statusMark"_s);
    m_connection->setObjectName(u"statusConnection"_s);
    turnOffShaping(*m_connection);
    m_message->setObjectName(u"statusMessage"_s);
    m_message->setProperty("tone", u"warn"_s);
    m_message->hide();
    for (QWidget* part : std::initializer_list<QWidget*>{m_separator, m_addresses})
        part->hide(); // see fitAddresses()
    m_endOfMessage.setSingleShot(true);
    m_endOfMessage.setInterval(messageTime);
    connect(&m_endOfMessage, &QTimer::timeout, this, [this] { showMessage(false); });
    m_requests->setObjectName(u"statusRequests"_s);
    m_requests->setToolTip(tr("The requests of Lockscope's connection to the servers, and their limit for reading"));
    m_watches->setObjectName(u"statusWatches"_s);
    m_events->setObjectName(u"statusEvents"_s);
    m_age->setObjectName(u"statusAge"_s);
    m_problems->setObjectName(u"statusProblems"_s);
    m_addresses->setObjectName(u"statusAddresses"_s);
    m_addresses->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    for (auto* label : findChildren<QLabel*>())
        label->setTextFormat(Qt::PlainText);
    for (auto* label : {m_requests, m_watches, m_age, m_events})
        label->setProperty("role", u"muted"_s);
    m_problems->setProperty("tone", u"warn"_s);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 4, 14, 4);
    layout->setSpacing(scaled(10));
    layout->addWidget(m_mark);
    layout->addWidget(m_connection);
    layout->addWidget(m_message);
    for (auto* label : {m_requests, m_watches, m_age, m_events, m_problems, m_separator}) {
        label->setProperty("part", u"field"_s); // with a line before it
        layout->addWidget(label);
    }
    layout->addWidget(m_addresses, 1);
    layout->addStretch();
    setFixedHeight(QFontMetrics(textFont()).height() + scaled(8));
    colour();
}

void StatusLine::setTheme(const Theme& theme)
{
    m_theme = theme;
    colour();
}

void StatusLine::colour()
{
    m_mark->setPixmap(markIcon(m_look.mark, m_theme.color(m_look.tone)).pixmap(scaled(10), scaled(10)));
    m_addresses->setInk(m_theme.muted);
}

void StatusLine::tell(const QString& sentence)
{
    if (sentence.isEmpty())
        return showMessage(false);
    m_message->setFullText(sentence);
    m_message->setAccessibleName(sentence);
    showMessage(true);
    m_endOfMessage.start();
    QAccessibleEvent event(m_message, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void StatusLine::showMessage(bool isShown)
{
    m_message->setVisible(isShown);
    m_connection->setVisible(!isShown);
    fitAddresses();
    Q_EMIT telling(isShown);
}

void StatusLine::show(const ViewState& viewState, WallTime wallNow)
{
    if (const auto look = lookOf(viewState); std::exchange(m_look, look) != look) {
        const auto meaning = look.tone == Tone::Warn ? tr("A server is down") : QString();
        m_mark->setToolTip(meaning);
        m_mark->setAccessibleName(meaning);
        colour();
    }
    m_connection->setFullText(connectionText(viewState));
    m_requests->setVisible(viewState.requests.has_value());
    if (viewState.requests)
        m_requests->setText(requestsText(*viewState.requests));
    const auto* snapshot = viewState.source == SourceState::Connecting ? nullptr : viewState.snapshot.get();
    m_age->setVisible(snapshot != nullptr);
    for (auto* label : {m_watches, m_events})
        label->setVisible(snapshot && !viewState.isReplay());
    m_problems->setVisible(snapshot && !snapshot->problems.empty());
    showAddresses(snapshot ? snapshot->ensemble.get() : nullptr);
    if (!snapshot)
        return fitAddresses();
    const bool isRedis = snapshot->backend == inspect::Backend::Redis;
    m_events->setVisible(!isRedis && !viewState.isReplay());
    m_watches->setText(
        isRedis ? snapshot->redisWatch ? tr("updates: %1").arg(watchText(*snapshot->redisWatch)) : QString()
                : tr("%1 of %2 watches").arg(formatCount(snapshot->watches), formatCount(snapshot->watchBudget)));
    m_watches->setVisible(!viewState.isReplay() && !m_watches->text().isEmpty());
    m_events->setText(tr("%1 events/s").arg(snapshot->eventsPerSecond, 0, 'f', snapshot->eventsPerSecond < 10 ? 1 : 0));
    const auto age = std::max(wallNow - snapshot->takenAt, std::chrono::milliseconds(0));
    // Tenths of a second for a young snapshot: more digits would flicker.
    const auto tenths = std::chrono::duration<double>(age).count();
    const auto text = tr("view %1 old").arg(tenths < 10 ? tr("%1 s").arg(tenths, 0, 'f', 1) : formatDuration(age));
    if (viewState.isReplay())
        m_age->setText(tr("state at %1").arg(formatTime(snapshot->takenAt)));
    else
        m_age->setText(viewState.paused ? pausedText(viewState.changesBehind, text) : text);
    m_problems->setText(tr("%n errors", nullptr, forPlural(snapshot->problems.size())));
    QStringList problems;
    for (const auto& problem : snapshot->problems)
        if (problems.size() < mostInToolTip)
            problems << oneLine(describe(problem.error));
    m_problems->setToolTip(plainToolTip(problems.join(u'\n')));
    fitAddresses();
}

void StatusLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitAddresses();
}

/// They are shown where at least the beginning of their value fits beside all the rest.
void StatusLine::fitAddresses()
{
    const auto& text = m_addresses->fullText();
    const auto beginning = text.size() > leastOfAddresses ? text.left(leastOfAddresses) + u'…' : text;
    auto lacking = layout()->sizeHint().width() - width() + m_addresses->fontMetrics().horizontalAdvance(beginning);
    // More room than they take, so that they do not come and go.
    if (m_addresses->isHidden())
        lacking += m_separator->sizeHint().width() + 2 * layout()->spacing() + scaled(unsteadyWidth);
    for (QWidget* part : std::initializer_list<QWidget*>{m_separator, m_addresses})
        part->setVisible(!text.isEmpty() && lacking <= 0);
}

void StatusLine::showAddresses(const ensemble::EnsembleFacts* facts)
{
    const auto text = facts ? addressesText(*facts) : QString();
    m_addresses->setFullText(text);
    m_addresses->setExplanation(facts ? closedStatusEndpoints(*facts).mid(0, mostInToolTip).join(u'\n') : QString());
}

} // namespace lockscope::ui

#include "moc_StatusLine.cpp"
