// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/ReleaseSeveralDialog.h"

#include "ui/models/text/Formatting.h"
#include "ui/theme/Sizes.h"
#include "ui/views/RowTable.h"
#include "ui/views/StyleProperty.h"
#include "ui/views/ToneDelegate.h"
#include "ui/views/WhyDisabled.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QFrame>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::milliseconds readInterval{1'000};
constexpr std::chrono::seconds longestAge{5}; ///< of values that are released
constexpr int usualCharacters = 150;          ///< of the width
constexpr int leastRows = 3;                  ///< in sight

/// After these nothing further should be sent: the next request would have the same fate.
bool endsTheRun(const Result<release::ReleaseOutcome>& outcome)
{
    if (outcome)
        return !outcome->releaseResult.isGone;
    const auto& error = outcome.error();
    return isOutcomeUnknown(error) || error.code == ErrorCode::NoConnection || error.code == ErrorCode::Closed ||
           error.code == ErrorCode::ReadOnlyServer || error.code == ErrorCode::System;
}

} // namespace

ReleaseSeveralDialog::ReleaseSeveralDialog(const ReleaseSelection& selection, const QStringList& paths,
                                           const Clock& clock, QWidget* parent)
    : QDialog(parent)
    , m_clock(clock)
    , m_name(selection.name)
    , m_model(new ReleaseListModel(selection, paths, this))
    , m_delegate(new ToneDelegate(this))
    , m_place(*this)
    , m_connection(new ReleaseConnection(this))
    , m_title(new QLabel(this))
    , m_age(new QLabel(this))
    , m_table(new QTableView(this))
    , m_details(new QLabel(this))
    , m_possible(new QCheckBox(tr("Some of them may not be locks. Release them &anyway"), this))
    , m_fields(makeReleaseFields(this))
    , m_resultFrame(new QFrame(this))
    , m_result(sentenceIn(m_resultFrame, u"releaseSeveralResult"_s))
{
    build();
    showState();
}

void ReleaseSeveralDialog::build()
{
    setObjectName(u"releaseSeveralDialog"_s);
    setWindowTitle(tr("Release Several"));
    setWindowModality(Qt::WindowModal);
    const auto wanted = usualCharacters * fontMetrics().averageCharWidth();
    resize(parentWidget() ? std::min(wanted, parentWidget()->window()->width()) : wanted, height());
    m_title->setObjectName(u"releaseSeveralTitle"_s);
    m_title->setProperty("role", u"title"_s);
    m_title->setText(tr("Release the checked contenders of %1?").arg(m_name));
    m_age->setObjectName(u"releaseSeveralAge"_s);
    m_age->setProperty("role", u"muted"_s);
    m_details->setObjectName(u"releaseSeveralDetails"_s);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (auto* label : {m_title, m_age, m_details}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    m_possible->setObjectName(u"releaseSeveralPossible"_s);
    m_possible->setAccessibleName(tr("Release what may not be a lock"));
    m_fields.name->setAccessibleName(tr("What they have in common (required to release)"));
    static_cast<QLabel*>(m_fields.layout->labelForField(m_fields.name))
        ->setText(tr("Type “%1”").arg(withoutMnemonic(m_name)));
    m_fields.reason->setPlaceholderText(tr("Kept in the action log for each of them (required)"));
    m_resultFrame->setObjectName(u"releaseSeveralResultFrame"_s);
    m_resultFrame->hide();
    buildTable();
    auto* buttons = new QDialogButtonBox(this);
    buildButtons(*buttons);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(18, 16, 18, 14);
    layout->setSpacing(12);
    layout->addWidget(m_connection);
    layout->addWidget(m_title);
    layout->addWidget(m_age);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_details);
    layout->addWidget(m_possible);
    layout->addLayout(m_fields.layout);
    layout->addWidget(m_resultFrame);
    layout->addWidget(buttons);
    m_refresh.setInterval(readInterval);
    connect(&m_refresh, &QTimer::timeout, this, [this] {
        updateAge();
        readAgain();
    });
    for (auto* line : {m_fields.name, m_fields.reason})
        connect(line, &QLineEdit::textChanged, this, &ReleaseSeveralDialog::showState);
    connect(m_possible, &QCheckBox::toggled, this, &ReleaseSeveralDialog::showState);
}

void ReleaseSeveralDialog::buildTable()
{
    m_table->setObjectName(u"releaseSeveralTable"_s);
    m_table->setAccessibleName(tr("Contenders to release"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(m_delegate);
    showAsRows(*m_table);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setTextElideMode(Qt::ElideMiddle);
    m_table->setMinimumHeight(m_table->horizontalHeader()->sizeHint().height() +
                              std::min(m_model->rowCount(), leastRows) * rowHeight());
    m_table->setCurrentIndex(m_model->index(0, 0));
    connect(m_model, &ReleaseListModel::changed, this, &ReleaseSeveralDialog::showState);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ReleaseSeveralDialog::showDetails);
}

void ReleaseSeveralDialog::buildButtons(QDialogButtonBox& buttons)
{
    buttons.setObjectName(u"releaseSeveralButtons"_s);
    const auto add = [&buttons](const QString& text, const QString& objectName,
                                QDialogButtonBox::ButtonRole role = QDialogButtonBox::ActionRole) {
        auto* button = buttons.addButton(text, role);
        button->setObjectName(objectName);
        button->setAccessibleName(text);
        button->setAutoDefault(false);
        return button;
    };
    m_copy = add(tr("Copy List"), u"releaseSeveralCopy"_s);
    m_copy->setToolTip(tr("Copies the list with the states and results."));
    m_review = add(tr("Review Again"), u"releaseSeveralReview"_s);
    m_review->setToolTip(tr("Accepts the new values as reviewed. Nothing is released yet."));
    m_stop = add(tr("Stop"), u"releaseSeveralStop"_s);
    m_stop->setToolTip(tr("Ends after the present release."));
    m_release = add(tr("Release"), u"releaseSeveralRelease"_s);
    setStyleProperty(*m_release, "tone", u"bad"_s);
    m_cancel = add(tr("Cancel"), u"releaseSeveralCancel"_s, QDialogButtonBox::RejectRole);
    m_cancel->setDefault(true); // see keyPressEvent()
    connect(m_copy, &QPushButton::clicked, this, &ReleaseSeveralDialog::copy);
    connect(m_review, &QPushButton::clicked, this, &ReleaseSeveralDialog::reviewAgain);
    connect(m_stop, &QPushButton::clicked, this, &ReleaseSeveralDialog::stop);
    connect(m_release, &QPushButton::clicked, this, &ReleaseSeveralDialog::start);
    connect(m_cancel, &QPushButton::clicked, this, &ReleaseSeveralDialog::reject);
}

void ReleaseSeveralDialog::setTheme(const Theme& theme)
{
    m_delegate->setTheme(theme);
    m_table->viewport()->update();
}

void ReleaseSeveralDialog::setConnection(const QString& name, bool isProduction)
{
    m_isProduction = isProduction;
    m_connection->setConnection(name, isProduction);
    showState();
}

void ReleaseSeveralDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    m_place.makeRoom();
    goToWhatIsMissing();
}

void ReleaseSeveralDialog::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_F5) {
        event->accept();
        return readAgain();
    }
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)
        return QDialog::keyPressEvent(event);
    event->accept();
    auto* button = qobject_cast<QPushButton*>(focusWidget());
    if (event->modifiers().testFlag(Qt::ControlModifier) && m_release->isEnabled())
        m_release->click();
    else if (button && button->hasFocus() && button->isEnabled() && button != m_release)
        button->click();
    else
        goToWhatIsMissing();
}

/// Focuses the next required field that is empty or wrong; if there is none, the button that changes nothing.
void ReleaseSeveralDialog::goToWhatIsMissing()
{
    if (isRunning())
        m_stop->setFocus();
    else if (isNameMissing())
        m_fields.name->setFocus();
    else if (m_fields.reason->text().trimmed().isEmpty() && !m_isDisconnected)
        m_fields.reason->setFocus();
    else if (isPossibleUnconfirmed())
        m_possible->setFocus();
    else
        m_cancel->setFocus();
}

// ---- what is read

void ReleaseSeveralDialog::readAgain()
{
    if (m_isDisconnected)
        return;
    m_refresh.start();
    for (auto row = 0; row < m_model->rowCount(); ++row) {
        const auto& one = m_model->rows()[static_cast<std::size_t>(row)];
        const bool isFixed = one.isOver() || one.state == ReleaseRow::State::Releasing;
        if (!isFixed && m_reading.insert(row).second)
            Q_EMIT planWanted(row, one.target.key);
    }
}

void ReleaseSeveralDialog::setPlan(int row, const Result<release::ReleasePlan>& plan)
{
    m_reading.erase(row);
    if (m_isDisconnected)
        return;
    const auto now = m_clock.now();
    if (plan)
        m_readAt = now;
    m_model->setPlan(row, plan, now);
    updateAge();
}

void ReleaseSeveralDialog::updateAge()
{
    const auto now = m_clock.now();
    m_model->expire(now - longestAge);
    if (!m_readAt)
        return m_age->setText(tr("Reading…"));
    const auto age = std::chrono::floor<std::chrono::seconds>(now - *m_readAt);
    const auto text = age.count() < 2
                          ? tr("Values are updated every second. What changes is not released until you "
                               "review it again.")
                          : tr("Values are %1 old: the connection is not responding.").arg(formatDuration(age));
    m_age->setText(inTurn({text, counted(tr("Not read: %1."), ReleaseRow::State::Unread)}));
}

void ReleaseSeveralDialog::reviewAgain()
{
    m_possible->setChecked(false);
    m_fields.name->clear();
    m_model->reviewAgain();
    goToWhatIsMissing();
}

// ---- the releases

void ReleaseSeveralDialog::start()
{
    if (!whyNot().isEmpty())
        return;
    m_isStopping = false;
    m_hasRun = true;
    m_model->confirmReady();
    releaseNext();
    m_stop->setFocus();
}

void ReleaseSeveralDialog::releaseNext()
{
    const auto row = m_model->nextConfirmed();
    if (row < 0 || m_isStopping || m_isDisconnected || !whyLocked().isEmpty())
        return end();
    const auto plan = *m_model->rows()[static_cast<std::size_t>(row)].newest;
    m_running = row;
    m_model->setFixed(true);
    m_model->setReleasing(row);
    m_table->scrollTo(m_model->index(row, 0));
    Q_EMIT confirmed(row, plan, m_fields.changeReason());
}

void ReleaseSeveralDialog::setOutcome(int row, const Result<release::ReleaseOutcome>& outcome)
{
    // If the node has changed as well, the next read says so.
    const bool isLocked = !outcome && outcome.error().code == ErrorCode::Refused && !whyLocked().isEmpty();
    if (isLocked)
        m_model->setNotSent(row);
    else
        m_model->setOutcome(row, outcome);
    if (row != m_running)
        return;
    if (endsTheRun(outcome))
        end();
    else
        releaseNext();
}

void ReleaseSeveralDialog::stop()
{
    m_isStopping = true;
    showState();
}

void ReleaseSeveralDialog::end()
{
    m_running = -1;
    m_model->endConfirmed();
    m_model->setFixed(false);
    showState();
    m_place.makeRoom();
    m_cancel->setFocus();
}

void ReleaseSeveralDialog::setDisconnected()
{
    m_isDisconnected = true;
    m_refresh.stop();
    m_model->refuseAll(tr("The connection was closed or changed in the meantime. Nothing was released."));
    m_age->setText(m_readAt ? tr("Last known values:") : QString());
    showState();
}

void ReleaseSeveralDialog::reject()
{
    if (isRunning())
        stop();
    else
        QDialog::reject();
}

void ReleaseSeveralDialog::copy() const
{
    QGuiApplication::clipboard()->setText(m_model->text());
}

// ---- what is shown

bool ReleaseSeveralDialog::isNameWanted() const
{
    return m_isProduction || m_model->hasPossible();
}

bool ReleaseSeveralDialog::isNameMissing() const
{
    return isNameWanted() && m_fields.name->text().trimmed() != m_name.trimmed();
}

bool ReleaseSeveralDialog::isPossibleUnconfirmed() const
{
    return m_model->hasPossible() && !m_possible->isChecked();
}

QString ReleaseSeveralDialog::whyNot() const
{
    if (m_isDisconnected)
        return tr("The connection was closed.");
    if (isRunning())
        return tr("The releases are running.");
    if (auto why = whyLocked(); !why.isEmpty())
        return why;
    if (m_model->readyCount() == 0)
        return m_model->count(ReleaseRow::State::Changed) > 0 ? tr("Check the new values, then press Review Again.")
               : m_reading.empty()                            ? tr("There is nothing to release.")
                                                              : tr("The values are being read.");
    if (isNameMissing())
        return tr("Type “%1”.").arg(m_name);
    if (m_fields.reason->text().trimmed().isEmpty())
        return tr("Enter the reason.");
    return isPossibleUnconfirmed() ? tr("Confirm that some of them may not be locks.") : QString();
}

QString ReleaseSeveralDialog::progressText() const
{
    const auto left = formatCount(m_model->confirmedCount());
    return m_isStopping ? tr("Stops after the present release. Not released: %1.").arg(left)
                        : tr("Releasing one after the other. Still to release: %1.").arg(left);
}

QString ReleaseSeveralDialog::counted(const QString& text, ReleaseRow::State state) const
{
    const auto count = m_model->count(state);
    return count > 0 ? text.arg(formatCount(count)) : QString();
}

QString ReleaseSeveralDialog::resultText() const
{
    using State = ReleaseRow::State;
    return inTurn({tr("Released: %1.").arg(formatCount(m_model->count(State::Released))),
                   counted(tr("Changed: %1."), State::Changed), counted(tr("Gone: %1."), State::Gone),
                   counted(tr("Refused: %1."), State::Refused), counted(tr("Unknown: %1."), State::Unknown),
                   counted(tr("Not read: %1."), State::Unread), counted(tr("Not released: %1."), State::Ready),
                   m_model->readyCount() > 0 ? whyLocked() : QString()});
}

void ReleaseSeveralDialog::showState()
{
    const auto running = isRunning() ? tr("The releases are running.") : QString();
    for (auto* line : {m_fields.name, m_fields.reason, m_fields.ticket})
        enableUnless(*line, running);
    enableUnless(*m_possible, running);
    m_fields.name->setVisible(isNameWanted());
    m_fields.layout->labelForField(m_fields.name)->setVisible(isNameWanted());
    m_possible->setVisible(m_model->hasPossible());
    m_release->setText(tr("Release %1").arg(formatCount(m_model->readyCount())));
    m_release->setAccessibleName(m_release->text());
    enableUnless(*m_release, whyNot());
    const auto& rows = m_model->rows();
    const bool canReview = !isRunning() && std::any_of(rows.begin(), rows.end(), [](const ReleaseRow& row) {
        return row.state == ReleaseRow::State::Changed && row.newest;
    });
    m_review->setVisible(canReview);
    m_stop->setVisible(isRunning());
    enableUnless(*m_stop, m_isStopping ? tr("The releases stop after the present one.") : QString());
    m_cancel->setText(m_hasRun || m_isDisconnected ? tr("Close") : tr("Cancel"));
    enableUnless(*m_cancel, running);
    if (m_hasRun) {
        m_result->setText(isRunning() ? progressText() : resultText());
        setStyleProperty(*m_resultFrame, "box", u"info"_s);
        m_resultFrame->show();
    }
    showDetails();
}

void ReleaseSeveralDialog::showDetails()
{
    m_details->setText(m_model->detailsOf(m_table->currentIndex().row()));
}

} // namespace lockscope::ui

#include "moc_ReleaseSeveralDialog.cpp"
