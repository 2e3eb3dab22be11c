// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/TestDialog.h"

#include "ui/models/text/Formatting.h"
#include "ui/views/StateMark.h"
#include "ui/views/WhyDisabled.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using StepState = connect::TestResult::State;

namespace {

TonedMark stepMark(StepState state)
{
    switch (state) {
    case StepState::Waiting:
        return {Mark::None, Tone::Muted};
    case StepState::Running:
        return {Mark::Ring, Tone::Info};
    case StepState::Passed:
        return {Mark::Tick, Tone::Good};
    case StepState::Warned:
        return {Mark::WarningTriangle, Tone::Warn};
    case StepState::Failed:
        return {Mark::Cross, Tone::Bad};
    case StepState::Skipped:
        break;
    }
    return {Mark::Dash, Tone::Muted};
}

QLabel* plainLabel(QWidget* parent, const QString& objectName)
{
    auto* label = new QLabel(parent);
    label->setObjectName(objectName);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

TestDialog::TestDialog(const ConnectionTarget& target, const Theme& theme, QWidget* parent)
    : QDialog(parent)
    , m_target(target)
    , m_theme(theme)
    , m_results(connect::testStepsOf(target.profile))
    , m_outcome(plainLabel(this, u"testOutcome"_s))
{
    setObjectName(u"testDialog"_s);
    setWindowTitle(tr("Test of %1").arg(oneLine(shownName(target.profile))));
    setMinimumWidth(fontMetrics().averageCharWidth() * 84);
    auto* secrets = new QGridLayout;
    buildSecrets(*secrets);
    auto* grid = new QGridLayout;
    grid->setColumnStretch(2, 1);
    grid->setHorizontalSpacing(10);
    buildRows(*grid);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    const auto add = [buttons](const QString& text, const QString& objectName) {
        auto* button = buttons->addButton(text, QDialogButtonBox::ActionRole);
        button->setObjectName(objectName);
        button->setAutoDefault(false);
        return button;
    };
    m_start = add(tr("&Start Test"), u"testStart"_s);
    m_cancel = add(tr("Cancel &Test"), u"testCancel"_s);
    m_copy = add(tr("Copy &Results"), u"testCopy"_s);
    m_start->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addLayout(secrets);
    layout->addLayout(grid);
    layout->addWidget(m_outcome);
    layout->addStretch();
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_start, &QPushButton::clicked, this, &TestDialog::start);
    connect(m_cancel, &QPushButton::clicked, this, &TestDialog::cancelWanted);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(QString::fromStdString(connect::reportOf(m_results, m_target.profile)));
    });
    enableUnless(*m_cancel, tr("No test is running."));
    enableUnless(*m_copy, tr("There are no results yet."));
}

QLineEdit* TestDialog::addSecret(QGridLayout& form, const QString& objectName, const QString& label)
{
    auto* field = new QLineEdit(this);
    field->setObjectName(objectName);
    field->setAccessibleName(QString(label).remove(u'&'));
    field->setEchoMode(QLineEdit::Password);
    auto* title = new QLabel(label, this);
    title->setBuddy(field);
    const auto row = form.rowCount();
    form.addWidget(title, row, 0);
    form.addWidget(field, row, 1);
    return field;
}

void TestDialog::buildSecrets(QGridLayout& form)
{
    const auto& profile = m_target.profile;
    const auto& known = m_target.secrets;
    if ((!profile.user.empty() || profile.needsPassword) && known.password.empty())
        m_password = addSecret(form, u"testPassword"_s, tr("&Password"));
    if (profile.tls && !profile.tls->keyFile.empty() && known.keyPassword.empty()) {
        m_keyPassword = addSecret(form, u"testKeyPassword"_s, tr("&Key password"));
        m_keyPassword->setPlaceholderText(tr("Empty if the key has no password"));
    }
}

void TestDialog::buildRows(QGridLayout& grid)
{
    for (const auto& result : m_results) {
        const auto row = static_cast<int>(m_rows.size());
        const auto name = u"testStep%1"_s.arg(row);
        Row made{new QLabel(this), plainLabel(this, name + u"Title"_s), plainLabel(this, name)};
        made.title->setText(oneLine(connect::titleOf(result.step, m_target.profile)));
        made.title->setWordWrap(false);
        const auto size = fontMetrics().height();
        made.mark->setObjectName(name + u"Mark"_s);
        made.mark->setFixedSize(size, size);
        grid.addWidget(made.mark, row, 0, Qt::AlignTop);
        grid.addWidget(made.title, row, 1, Qt::AlignTop);
        grid.addWidget(made.text, row, 2, Qt::AlignTop);
        m_rows.push_back(made);
        showResult(result, made);
    }
}

void TestDialog::begin()
{
    if (m_password || m_keyPassword)
        (m_password ? m_password : m_keyPassword)->setFocus();
    else
        start();
}

void TestDialog::start()
{
    auto target = m_target;
    if (m_password)
        target.secrets.password = m_password->text().toStdString();
    if (m_keyPassword)
        target.secrets.keyPassword = m_keyPassword->text().toStdString();
    setProgress({connect::testStepsOf(m_target.profile), false});
    Q_EMIT startWanted(target);
}

void TestDialog::setProgress(const connect::TestProgress& progress)
{
    m_results = progress.results;
    for (std::size_t index = 0; index < std::min(m_rows.size(), m_results.size()); ++index)
        showResult(m_results[index], m_rows[index]);
    say(progress);
    m_start->setText(tr("&Start Test Again"));
    enableUnless(*m_copy, {});
    enableUnless(*m_cancel, progress.isOver ? tr("No test is running.") : QString());
    enableUnless(*m_start, progress.isOver ? QString() : tr("The test is running."));
}

void TestDialog::showResult(const connect::TestResult& result, const Row& row)
{
    const auto mark = stepMark(result.state);
    const auto word = asSentence(QString::fromStdString(connect::wordOf(result.state)));
    const auto text = oneLine(result.text);
    row.mark->setPixmap(
        mark.mark == Mark::None ? QPixmap() : markIcon(mark.mark, m_theme.color(mark.tone)).pixmap(row.mark->size()));
    row.text->setText(text.isEmpty() ? word : inTurn({word, asSentence(text)}));
    row.text->setAccessibleName(asEntry(row.title->text(), row.text->text()));
}

void TestDialog::say(const connect::TestProgress& progress)
{
    const auto has = [&](StepState state) {
        return std::any_of(progress.results.begin(), progress.results.end(),
                           [state](const connect::TestResult& result) { return result.state == state; });
    };
    m_outcome->setText(!progress.isOver          ? tr("Testing the connection…")
                       : has(StepState::Failed)  ? tr("The connection does not work. See the step that failed.")
                       : has(StepState::Skipped) ? tr("The test was cancelled.")
                       : has(StepState::Warned)  ? tr("The connection works, with warnings.")
                                                 : tr("The connection works."));
}

} // namespace lockscope::ui

#include "moc_TestDialog.cpp"
