// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/ReleaseDialog.h"

#include "core/history/ChangeWords.h"
#include "core/release/GoneError.h"
#include "core/release/PlanRows.h"
#include "core/release/ReleaseOptions.h"
#include "ui/models/FindingsModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/ReleaseCommand.h"
#include "ui/models/text/ReleaseWords.h"
#include "ui/views/KeyValueList.h"
#include "ui/views/StyleProperty.h"
#include "ui/views/WhyDisabled.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QFrame>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::milliseconds refreshInterval{1'000};

bool addsPermits(const release::ReleasePlan& plan)
{
    return plan.redis.kind == release::RedisPlan::Kind::Semaphore;
}

/// The rows by which a user recognises the target come first.
std::vector<release::PlanRow> inOrderOfReview(const release::ReleasePlan& plan)
{
    auto rows = release::planRows(plan, plan.readAt);
    if (plan.isRedis())
        return rows; // its owner, lease and lock come first
    using namespace std::string_view_literals;
    static constexpr std::array first{"client"sv, "host"sv,    "session"sv, "created"sv,
                                      "delete"sv, "waiting"sv, "next"sv};
    std::stable_sort(rows.begin(), rows.end(), [](const release::PlanRow& left, const release::PlanRow& right) {
        return std::find(first.begin(), first.end(), left.key) < std::find(first.begin(), first.end(), right.key);
    });
    return rows;
}

/// As high as its content if possible, else it scrolls.
class FactsArea final : public QScrollArea {
public:
    explicit FactsArea(QWidget* parent)
        : QScrollArea(parent)
    {
        setFrameShape(QFrame::NoFrame);
        setWidgetResizable(true);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setMinimumHeight(90);
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        const auto hint = widget()->sizeHint();
        const auto height = widget()->heightForWidth(viewport()->width());
        return {hint.width(), height < 0 ? hint.height() : height};
    }
};

} // namespace

ReleaseDialog::ReleaseDialog(const QString& nodePath, std::int64_t shownCreationId, QWidget* parent)
    : QDialog(parent)
    , m_nodePath(nodePath)
    , m_shownCreationId(shownCreationId)
    , m_place(*this)
    , m_connection(new ReleaseConnection(this))
    , m_title(new QLabel(this))
    , m_heading(new QLabel(this))
    , m_age(new QLabel(this))
    , m_rows(new KeyValueList(u"releaseFacts"_s, this))
    , m_evidence(new QLabel(this))
    , m_findings(new QLabel(this))
    , m_future(new QWidget(this))
    , m_steps(new QLabel(m_future))
    , m_effect(new QLabel(m_future))
    , m_sentences(new QLabel(m_future))
    , m_riskFrame(new QFrame(this))
    , m_risk(sentenceIn(m_riskFrame, u"releaseDialogRisk"_s))
    , m_possible(new QCheckBox(tr("This may not be a lock. Delete the node &anyway"), this))
    , m_fields(makeReleaseFields(this))
    , m_resultFrame(new QFrame(this))
    , m_result(sentenceIn(m_resultFrame, u"releaseResult"_s))
{
    build();
    m_title->setText(tr("Reading %1 again…").arg(oneLine(nodePath.toStdString())));
}

void ReleaseDialog::build()
{
    setObjectName(u"releaseDialog"_s);
    setWindowTitle(tr("Release Lock"));
    setWindowModality(Qt::WindowModal);
    setMinimumWidth(620);
    m_title->setObjectName(u"releaseDialogTitle"_s);
    m_title->setProperty("role", u"title"_s);
    m_heading->setObjectName(u"releaseHeading"_s);
    m_heading->setProperty("role", u"section"_s);
    m_age->setObjectName(u"releaseAge"_s);
    m_age->setProperty("role", u"muted"_s);
    m_age->setAlignment(Qt::AlignRight | Qt::AlignTop);
    m_evidence->setObjectName(u"releaseEvidence"_s);
    m_findings->setObjectName(u"releaseFindings"_s);
    m_steps->setObjectName(u"releaseSteps"_s);
    m_effect->setObjectName(u"releaseEffect"_s);
    m_sentences->setObjectName(u"releaseSentences"_s);
    m_sentences->setProperty("role", u"muted"_s);
    for (auto* label : {m_title, m_age, m_evidence, m_findings, m_steps, m_effect, m_sentences}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    for (auto* label : {m_evidence, m_findings, m_steps, m_effect, m_sentences}) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        turnOffShaping(*label);
    }
    for (auto* later : std::initializer_list<QWidget*>{m_evidence, m_findings, m_future})
        later->hide();
    m_riskFrame->setObjectName(u"releaseDialogRiskFrame"_s);
    m_riskFrame->setProperty("box", u"warn"_s);
    m_riskFrame->hide();
    m_resultFrame->setObjectName(u"releaseResultFrame"_s);
    m_resultFrame->hide();
    m_possible->setObjectName(u"releasePossible"_s);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    layout->addWidget(m_connection);
    layout->addWidget(m_title);
    layout->addWidget(m_riskFrame);
    layout->addWidget(buildFacts(), 1);
    layout->addWidget(m_possible);
    layout->addLayout(m_fields.layout);
    layout->addWidget(m_resultFrame);
    layout->addWidget(buildButtons());
    m_refresh.setInterval(refreshInterval);
    connect(&m_refresh, &QTimer::timeout, this, [this] {
        updateAge();
        if ((m_plan || m_changed) && !m_busy)
            Q_EMIT refreshWanted();
    });
    for (auto* line : {m_fields.name, m_fields.reason})
        connect(line, &QLineEdit::textChanged, this, &ReleaseDialog::updateButtons);
    connect(m_possible, &QCheckBox::toggled, this, &ReleaseDialog::updateButtons);
    updateButtons();
}

/// What the user reviews, most important first: the lower part scrolls in a low window.
QWidget* ReleaseDialog::buildFacts()
{
    const auto addSection = [](QVBoxLayout& layout, const QString& title, QWidget* content) {
        auto* heading = new QLabel(title);
        heading->setProperty("role", u"section"_s);
        layout.addWidget(heading);
        layout.addWidget(content);
    };
    auto* future = new QVBoxLayout(m_future);
    future->setContentsMargins(0, 0, 0, 0);
    future->setSpacing(6);
    addSection(*future, tr("PLAN"), m_steps);
    addSection(*future, tr("WHAT HAPPENS THEN"), m_effect);
    addSection(*future, tr("CHECKS AND OTHER OPTIONS"), m_sentences);
    auto* heading = new QHBoxLayout;
    heading->addWidget(m_heading, 0, Qt::AlignTop);
    heading->addWidget(m_age, 1);
    auto* facts = new QWidget;
    facts->setObjectName(u"scrolled"_s);
    auto* layout = new QVBoxLayout(facts);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(heading);
    layout->addWidget(m_rows);
    layout->addWidget(m_evidence);
    layout->addWidget(m_findings);
    layout->addWidget(m_future);
    layout->addStretch(1);
    m_facts = new FactsArea(this);
    m_facts->setObjectName(u"releaseFactsArea"_s);
    m_facts->setWidget(facts);
    return m_facts;
}

QWidget* ReleaseDialog::buildButtons()
{
    auto* buttons = new QDialogButtonBox(this);
    buttons->setObjectName(u"releaseButtons"_s);
    m_copy = buttons->addButton(tr("Copy Plan"), QDialogButtonBox::ActionRole);
    m_copy->setObjectName(u"releaseDialogCopyPlan"_s);
    m_copy->setAutoDefault(false);
    m_review = buttons->addButton(tr("Review Again"), QDialogButtonBox::ActionRole);
    m_review->setObjectName(u"releaseReview"_s);
    m_review->setToolTip(tr("Accepts the new values as reviewed. Nothing is released yet."));
    m_review->setAutoDefault(false);
    m_review->hide();
    m_ask = buttons->addButton(tr("Request Release"), QDialogButtonBox::ActionRole);
    m_ask->setObjectName(u"releaseAsk"_s);
    m_ask->setAutoDefault(false);
    m_delete = buttons->addButton(tr("Delete Node"), QDialogButtonBox::ActionRole);
    m_delete->setObjectName(u"releaseDelete"_s);
    setStyleProperty(*m_delete, "tone", u"bad"_s);
    m_delete->setAutoDefault(false);
    m_cancel = buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    m_cancel->setObjectName(u"releaseCancel"_s);
    // Drawn as the default button and pressed by Escape; see keyPressEvent().
    m_cancel->setDefault(true);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_review, &QPushButton::clicked, this, &ReleaseDialog::reviewAgain);
    connect(m_copy, &QPushButton::clicked, this, &ReleaseDialog::copyPlan);
    connect(m_ask, &QPushButton::clicked, this, [this] {
        m_busy = true;
        m_cancel->setFocus();
        updateButtons();
        say(tr("Release requested. Waiting for the holder to release the lock…"), u"info"_s);
        Q_EMIT askWanted(*m_plan, m_fields.changeReason());
    });
    connect(m_delete, &QPushButton::clicked, this, [this] {
        m_busy = true;
        m_cancel->setFocus();
        updateButtons();
        say(addsPermits(*m_plan) ? tr("Adding permits…") : isOfRedis() ? tr("Releasing…") : tr("Deleting…"), u"info"_s);
        Q_EMIT confirmed(*m_plan, m_fields.changeReason());
    });
    return buttons;
}

void ReleaseDialog::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_F5) {
        event->accept();
        if ((m_plan || m_changed) && !m_busy)
            Q_EMIT refreshWanted();
        return;
    }
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)
        return QDialog::keyPressEvent(event);
    event->accept();
    auto* button = qobject_cast<QPushButton*>(focusWidget());
    if (event->modifiers().testFlag(Qt::ControlModifier) && sendButton()->isEnabled())
        sendButton()->click();
    else if (button && button->hasFocus() && button->isEnabled() && button != sendButton())
        button->click();
    else
        goToWhatIsMissing();
}

void ReleaseDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    makeRoom();
}

bool ReleaseDialog::isNameWanted() const
{
    const auto& plan = m_plan ? m_plan : m_changed;
    return plan && !m_isRequest && (m_isProduction || plan->certainty == inspect::Certainty::Possible);
}

bool ReleaseDialog::isNameMissing() const
{
    return m_plan && isNameWanted() && m_fields.name->text().trimmed().toStdString() != release::lockName(*m_plan);
}

bool ReleaseDialog::isReasonMissing() const
{
    return m_fields.reason->text().trimmed().isEmpty();
}

bool ReleaseDialog::isPossibleUnconfirmed() const
{
    return m_plan && !m_isRequest && m_plan->certainty == inspect::Certainty::Possible && !m_possible->isChecked();
}

/// Focuses the next required field that is empty or wrong; if there is none, the button that changes nothing.
void ReleaseDialog::goToWhatIsMissing()
{
    const bool canAct = m_plan && !m_busy;
    if (m_changed && !m_busy)
        m_review->setFocus();
    else if (canAct && isNameMissing())
        m_fields.name->setFocus();
    else if (canAct && isReasonMissing())
        m_fields.reason->setFocus();
    else if (canAct && isPossibleUnconfirmed())
        m_possible->setFocus();
    else
        m_cancel->setFocus();
}

void ReleaseDialog::setConnection(const QString& name, bool isProduction)
{
    m_isProduction = isProduction;
    m_connection->setConnection(name, isProduction);
}

void ReleaseDialog::setTheme(const Theme& theme)
{
    m_rows->setTheme(theme);
}

void ReleaseDialog::offerRequestOnly()
{
    m_isRequest = true;
    setWindowTitle(tr("Request Release"));
    m_delete->hide();
    updateButtons();
}

QString ReleaseDialog::headingOf(const release::ReleasePlan& plan) const
{
    return addsPermits(plan) ? tr("SEMAPHORE")
           : plan.isRedis()  ? tr("LOCK TO RELEASE")
           : m_isRequest     ? tr("NODE OF THE HOLDER")
                             : tr("NODE TO DELETE");
}

QString ReleaseDialog::titleOf(const release::ReleasePlan& plan) const
{
    const auto lock = oneLine(plan.lockPath);
    if (addsPermits(plan))
        return tr("Add permits to %1?").arg(lock);
    const auto name = oneLine(plan.client.empty() || plan.isStray ? plan.node : plan.client);
    if (m_isRequest)
        return tr("Request the release of %1 from %2?").arg(lock, name);
    return plan.holds && !plan.isStray ? tr("Release %1, held by %2?").arg(lock, name)
                                       : tr("Remove %1 from the queue of %2?").arg(name, lock);
}

void ReleaseDialog::setPlan(const Result<release::ReleasePlan>& plan)
{
    if (m_isDisconnected)
        return;
    if (!plan) {
        m_title->setText(tr("Cannot release %1").arg(oneLine(m_nodePath.toStdString())));
        m_refusal = asSentence(oneLine(release::describeByDetail(plan.error())));
        say(m_refusal, u"bad"_s);
        m_cancel->setText(tr("Close"));
        updateButtons();
        return;
    }
    m_changed.reset();
    m_refusal.clear();
    m_review->hide();
    if (m_shownCreationId == 0 || m_shownCreationId == plan->creationId)
        return take(*plan);
    m_title->setText(titleOf(*plan));
    m_firstValues.clear();
    showRows(*plan);
    m_first = *plan;
    m_refresh.start();
    offerReview(tr("The node has been replaced since you reviewed it (czxid %1, not %2). Nothing was deleted.")
                    .arg(formatHex(plan->creationId), formatHex(m_shownCreationId)),
                *plan);
}

/// From here on this plan may be applied.
void ReleaseDialog::take(const release::ReleasePlan& plan)
{
    m_title->setText(titleOf(plan));
    m_firstValues.clear();
    showRows(plan);
    m_riskFrame->show();
    m_first = plan;
    m_plan = plan;
    if (plan.isRedis()) { // it has no nodes
        m_delete->setText(addsPermits(plan) ? tr("Add Permits") : plan.holds ? tr("Release") : tr("Remove from Queue"));
        m_possible->setText(addsPermits(plan) ? tr("This may not be a semaphore. Add permits &anyway")
                                              : tr("This may not be a lock. Release it &anyway"));
        m_fields.name->setAccessibleName(tr("Lock name (required to release)"));
        static_cast<QLabel*>(m_fields.layout->labelForField(m_fields.name))
            ->setText(tr("&Lock name (required to release)"));
    }
    m_refresh.start();
    m_fields.reason->setPlaceholderText(tr("Kept in the action log (required)"));
    m_fields.name->setPlaceholderText(tr("Enter “%1”").arg(oneLine(release::lockName(plan))));
    updateButtons();
    goToWhatIsMissing();
    makeRoom();
}

/// The target is no longer what was shown: it can be released again once the user has seen what it is now.
void ReleaseDialog::offerReview(const QString& why, const release::ReleasePlan& changed)
{
    const bool hasFocus = m_ask->hasFocus() || m_delete->hasFocus();
    m_plan.reset();
    m_changed = changed;
    m_refusal = why;
    m_riskFrame->show();
    m_review->show();
    if (hasFocus)
        m_cancel->setFocus();
    updateButtons();
    say(inTurn({why, tr("Check the new values, then press Review Again.")}), u"warn"_s);
}

void ReleaseDialog::reviewAgain()
{
    if (!m_changed)
        return;
    const auto plan = *std::exchange(m_changed, std::nullopt);
    m_shownCreationId = plan.creationId;
    m_refusal.clear();
    m_review->hide();
    m_resultFrame->hide();
    m_fields.name->clear();
    m_possible->setChecked(false);
    take(plan);
}

void ReleaseDialog::updatePlan(const Result<release::ReleasePlan>& plan)
{
    if (!m_first || (!m_plan && !m_changed) || m_busy || m_isDisconnected)
        return; // a pending request uses the confirmed plan
    if (!plan) {
        const auto& error = plan.error();
        if (error.code == ErrorCode::NoNode) {
            refuse(inTurn({QString::fromStdString(inspect::meaningOf(inspect::Change::Type::Left)),
                           tr("There is nothing to release.")}));
            showGone(tr("%1 no longer exists"));
        } else if (error.code == ErrorCode::NotALock || error.code == ErrorCode::NotEmpty) {
            refuse(inTurn({isOfRedis() ? tr("The lock has changed since you opened this dialog.")
                                       : tr("The node has changed since you opened this dialog."),
                           ended(errorSentence(error))}));
        } else {
            updateAge();
        }
        return;
    }
    const auto why = release::whyChanged(*m_first, *plan);
    showRows(*plan);
    if (m_changed) {
        m_changed = *plan;
        return;
    }
    if (why) {
        offerReview((isOfRedis() ? tr("The lock has changed since you opened this dialog: %1.")
                                 : tr("The node has changed since you opened this dialog: %1."))
                        .arg(oneLine(*why)),
                    *plan);
        return;
    }
    m_plan = *plan;
    updateButtons();
}

/// Disables all actions of this dialog and shows the reason.
void ReleaseDialog::refuse(const QString& why)
{
    m_plan.reset();
    m_changed.reset();
    m_refusal = why;
    m_review->hide();
    stopUpdates();
    m_cancel->setText(tr("Close"));
    m_cancel->setFocus();
    updateButtons();
    say(inTurn({why, tr("Check the queue again.")}), u"warn"_s);
}

/// The values shown stay as they are.
void ReleaseDialog::stopUpdates()
{
    m_refresh.stop();
    m_age->setText(m_readAt.isValid() ? tr("Last known values:") : QString());
}

/// Leaves the last known values of the node, and nothing to decide.
void ReleaseDialog::showGone(const QString& title)
{
    stopUpdates();
    m_plan.reset();
    m_changed.reset();
    m_review->hide();
    m_title->setText(title.arg(oneLine(m_nodePath.toStdString())));
    m_future->hide();
    m_riskFrame->hide();
    for (auto* line : {m_fields.name, m_fields.reason, m_fields.ticket}) {
        line->hide();
        m_fields.layout->labelForField(line)->hide();
    }
    makeRoom();
}

void ReleaseDialog::updateAge()
{
    if (!m_readAt.isValid())
        return;
    const auto seconds = m_readAt.secsTo(QDateTime::currentDateTimeUtc());
    m_age->setText(seconds < 2 ? m_changed      ? tr("Live; review the changed target again")
                                 : m_hasChanges ? tr("Live; changes seen here are marked")
                                                : tr("Live; ✓ no change seen here")
                               : tr("Values are %1 old: the connection is not responding.")
                                     .arg(formatDuration(std::chrono::seconds(seconds))));
}

void ReleaseDialog::setFindings(const std::vector<const inspect::Finding*>& findings)
{
    QStringList lines;
    for (const auto* finding : findings)
        lines << tr("Finding (%1): %2").arg(severityWord(finding->severity), asSentence(oneLine(finding->text)));
    const auto text = lines.join(u'\n');
    if (text == m_findings->text())
        return;
    m_findings->setText(text);
    m_findings->setVisible(!lines.isEmpty());
    makeRoom();
}

void ReleaseDialog::makeRoom()
{
    m_facts->updateGeometry();
    m_place.makeRoom();
}

QString ReleaseDialog::valueOf(const release::ReleasePlan& plan, const release::PlanRow& row)
{
    if (!row.time)
        return oneLine(row.text);
    const auto text = formatTimeOfDay(*row.time, plan.readAt);
    const auto age = plan.readAt + plan.clockAhead - *row.time;
    return text.isEmpty() ? u"—"_s : asClauses({text, tr("%1 ago").arg(formatDuration(age))});
}

void ReleaseDialog::showRows(const release::ReleasePlan& plan)
{
    using Weight = release::PlanRow::Weight;
    const bool isFirst = m_firstValues.empty();
    m_hasChanges = false;
    std::vector<KeyValue> rows;
    QStringList sentences;
    for (const auto& row : inOrderOfReview(plan)) {
        if (m_isRequest && row.key == "proof") // of a deletion
            continue;
        const auto text = valueOf(plan, row);
        const auto title = QString::fromStdString(row.title);
        if (row.key == "risk") {
            m_risk->setText(asSentence(text));
        } else if (row.key == "evidence") {
            m_evidence->setText(asEntry(title, text));
        } else if (row.isSentence) {
            if (!row.key.starts_with(m_isRequest ? '1' : '3')) // the plan itself
                sentences << asEntry(title, text);
        } else {
            const auto tone = row.weight == Weight::Bad    ? Tone::Bad
                              : row.weight == Weight::Wait ? Tone::Warn
                              : row.weight == Weight::Good ? Tone::Good
                                                           : Tone::Normal;
            const auto compared = row.time ? formatTime(*row.time) : text; // an age is no change
            if (isFirst)
                m_firstValues[row.key] = compared;
            const auto& first = m_firstValues[row.key];
            const bool isChanged = first != compared;
            m_hasChanges = m_hasChanges || isChanged;
            const bool isMono = row.key == "delete" || row.key == "session" || row.key == "guard" || row.key == "host";
            rows.push_back({title,
                            isChanged ? tr("%1 — changed, was: %2").arg(text, first.isEmpty() ? u"—"_s : first) : text,
                            isMono, isChanged ? Tone::Warn : tone});
            if (row.key == "guard" && !plan.isRedis() && !m_isRequest)
                rows.back().explanation = tr("The number of the transaction that created the node (czxid). Only this "
                                             "node is deleted, not a later one with the same name.");
        }
    }
    m_rows->setRows(rows);
    m_evidence->show();
    m_future->show();
    showPlan(plan);
    m_sentences->setText(sentences.join(u"\n\n"_s));
    // Durations are relative to the time of reading: they stay until the next one.
    m_readAt = QDateTime::currentDateTimeUtc();
    updateAge();
}

void ReleaseDialog::showPlan(const release::ReleasePlan& plan)
{
    const auto options = release::releaseOptionsOf(plan, plan.readAt);
    const auto& option = m_isRequest ? options.ask : options.remove;
    m_heading->setText(headingOf(plan));
    if (m_isRequest)
        m_risk->setText(oneLine(option.what));
    auto steps = stepsOf(plan);
    for (auto i = 0; i < steps.size(); ++i)
        steps[i] = u"%1. %2"_s.arg(QString::number(i + 1), steps[i]);
    m_steps->setText(steps.join(u'\n'));
    m_effect->setText(option.affects.empty() ? oneLine(option.what)
                                             : inTurn({oneLine(option.affects), oneLine(option.notices)}));
}

/// On ZooKeeper in short; the details are in the copied plan.
QStringList ReleaseDialog::stepsOf(const release::ReleasePlan& plan) const
{
    QStringList steps;
    if (plan.isRedis()) {
        for (const auto& operation : release::planOperations(plan))
            steps << asSentence(oneLine(operation));
        return steps;
    }
    steps << tr("Read the node again: it must have the same creation number (czxid) and the same session.");
    if (m_isRequest)
        steps << tr("Write the revocation request into it. The node stays.")
              << tr("Wait until the holder releases the lock, and report the result.");
    else
        steps << tr("Delete it, only if it is still this node (see the checks). Nothing is written to it.")
              << tr("Read the queue again and report the new holder.");
    return steps;
}

QString ReleaseDialog::whyNothing() const
{
    if (!m_refusal.isEmpty())
        return m_refusal;
    if (m_isDisconnected)
        return tr("The connection was closed.");
    if (m_busy)
        return tr("This dialog has sent its request.");
    return m_plan ? QString() : tr("The values are being read.");
}

QString ReleaseDialog::whyNotReleased() const
{
    if (auto why = whyNothing(); !why.isEmpty())
        return why;
    if (isNameMissing())
        return tr("Enter the name of the lock.");
    if (isReasonMissing())
        return tr("Enter the reason.");
    return isPossibleUnconfirmed() ? tr("Confirm that this may not be a lock.") : QString();
}

void ReleaseDialog::copyPlan() const
{
    if (const auto& plan = m_plan ? m_plan : m_changed)
        QGuiApplication::clipboard()->setText(planText(*plan, plan->readAt));
}

void ReleaseDialog::updateButtons()
{
    const auto& plan = m_plan ? m_plan : m_changed;
    m_possible->setVisible(plan && !m_isRequest && plan->certainty == inspect::Certainty::Possible);
    const auto whyFixed = m_busy ? whyNothing() : QString();
    enableUnless(*m_possible, whyFixed);
    m_fields.name->setVisible(isNameWanted());
    m_fields.layout->labelForField(m_fields.name)->setVisible(isNameWanted());
    for (auto* line : {m_fields.name, m_fields.reason, m_fields.ticket})
        enableUnless(*line, whyFixed);
    m_copy->setVisible(plan.has_value());
    // A button that can no longer be used stays visible, with the reason.
    const auto& asked = m_plan ? m_plan : m_first;
    const bool canBeAsked = asked && release::canBeAsked(*asked);
    m_ask->setVisible(m_isRequest || (canBeAsked && (m_plan || !m_isDisconnected)));
    const auto whyNotAsked = m_isRequest ? whyNotReleased() : whyNothing();
    enableUnless(*m_ask, m_plan && !canBeAsked && whyNotAsked.isEmpty()
                             ? oneLine(release::releaseOptionsOf(*m_plan, m_plan->readAt).ask.what)
                             : whyNotAsked);
    enableUnless(*m_delete, whyNotReleased());
}

void ReleaseDialog::setAsked(const Result<release::AskOutcome>& outcome)
{
    m_busy = m_isDisconnected || (outcome && outcome->followed); // then there is nothing left to do
    if (m_busy)
        m_cancel->setText(tr("Close"));
    if (outcome && outcome->followed)
        showGone(tr("%1 no longer exists"));
    say(askText(outcome), outcome && outcome->followed ? u"info"_s : u"warn"_s);
    updateButtons();
}

void ReleaseDialog::setOutcome(const Result<release::ReleaseOutcome>& outcome)
{
    m_cancel->setText(tr("Close"));
    if (!outcome && outcome.error().code == ErrorCode::NoNode)
        showGone(tr("%1 no longer exists"));
    else if (outcome && outcome->releaseResult.isGone && !addsPermits(outcome->plan))
        showGone(isOfRedis() ? tr("%1 was released") : tr("%1 was deleted"));
    else
        stopUpdates();
    say(outcomeText(outcome, isOfRedis()), outcome ? u"info"_s : u"warn"_s);
    m_cancel->setFocus();
    updateButtons();
}

void ReleaseDialog::setDisconnected()
{
    m_isDisconnected = true;
    stopUpdates();
    m_cancel->setText(tr("Close"));
    if (!m_busy)
        say(isOfRedis() ? tr("The connection was closed or changed in the meantime. Nothing was released. No further "
                             "action is possible from this dialog.")
                        : tr("The connection was closed or changed in the meantime. Nothing was deleted. No further "
                             "action is possible from this dialog."),
            u"warn"_s);
    m_plan.reset();
    m_changed.reset();
    m_review->hide();
    m_busy = true;
    updateButtons();
}

void ReleaseDialog::say(const QString& text, const QString& tone)
{
    m_result->setText(text);
    setStyleProperty(*m_resultFrame, "box", tone);
    m_resultFrame->show();
    makeRoom();
}

} // namespace lockscope::ui

#include "moc_ReleaseDialog.cpp"
