// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/PreferencesDialog.h"

#include "ui/models/text/Formatting.h"
#include "ui/theme/Theme.h"
#include "ui/views/FaultLabel.h"
#include "ui/views/FieldText.h"
#include "ui/views/NumberBox.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostMinutes = 60 * 24 * 7;
constexpr int mostSeconds = 60 * 60;
constexpr int charactersInSight = 50; ///< of a command

QLabel* makeHeading(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setProperty("role", u"section"_s);
    return label;
}

} // namespace

PreferencesDialog::PreferencesDialog(const Preferences& preferences, QWidget* parent)
    : QDialog(parent)
    , m_theme(new QComboBox(this))
    , m_language(new QComboBox(this))
    , m_hold(addNumber(u"preferencesHold"_s, {0, mostMinutes}, tr(" min"), tr("Never")))
    , m_wait(addNumber(u"preferencesWait"_s, {0, mostMinutes}, tr(" min"), tr("Never")))
    , m_waitLimit(addNumber(u"preferencesPatience"_s, {1, mostSeconds}, tr(" s"), {}))
    , m_rate(addNumber(u"preferencesRate"_s, {0, connect::mostRequestsPerSecond}, tr(" per second"), tr("default")))
    , m_watches(addNumber(u"preferencesWatches"_s, {0, connect::mostWatches}, {}, tr("default")))
    , m_notifies(new QCheckBox(tr("&Notify on the desktop of new critical findings"), this))
    , m_fault(makeFaultLabel(this, u"preferencesFault"_s))
{
    setObjectName(u"preferencesDialog"_s);
    setWindowTitle(tr("Preferences"));
    setMinimumWidth(480);
    m_theme->setObjectName(u"preferencesTheme"_s);
    m_theme->addItems({tr("System default"), tr("Dark"), tr("Light")});
    m_language->setObjectName(u"preferencesLanguage"_s);
    m_notifies->setObjectName(u"preferencesNotifies"_s);
    m_notifies->setAccessibleName(tr("Notify on the desktop of new critical findings"));
    m_notifies->setToolTip(
        tr("Once for each lock and kind of finding. Not for simulations, sandboxes and recordings."));
    for (const auto language : {Language::System, Language::English, Language::SimplifiedChinese})
        m_language->addItem(nameOf(language));

    auto* form = new QFormLayout;
    form->setVerticalSpacing(10);
    form->addRow(tr("&Theme"), m_theme);
    form->addRow(tr("&Language"), m_language);
    form->addRow(makeHeading(tr("FINDING THRESHOLDS"), this));
    form->addRow(tr("Lock &held longer than"), m_hold);
    form->addRow(tr("Lock &waited for longer than"), m_wait);
    form->addRow(tr("Revocation request &ignored longer than"), m_waitLimit);
    form->addRow(makeHeading(tr("NOTIFICATIONS"), this));
    form->addRow(m_notifies);
    form->addRow(makeHeading(tr("UNSAVED CONNECTIONS TO ZOOKEEPER"), this));
    form->addRow(tr("Maximum &requests"), m_rate);
    form->addRow(tr("&Maximum watches"), m_watches);
    form->addRow(makeHeading(tr("COMMANDS TO COPY"), this));
    for (const auto& command : commandTemplates()) {
        m_commands.push_back(addCommand(command));
        form->addRow(commandName(command), m_commands.back());
    }
    auto* later = new QLabel(tr("The limits for requests and watches apply from the next connection. Latches and "
                                "leader elections are never reported as held or waited for too long."),
                             this);
    later->setObjectName(u"preferencesLater"_s);
    later->setProperty("role", u"muted"_s);
    later->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close | QDialogButtonBox::RestoreDefaults, this);
    auto* close = buttons->button(QDialogButtonBox::Close);
    close->setObjectName(u"preferencesClose"_s);
    close->setDefault(true); // the preferences already apply
    buttons->button(QDialogButtonBox::RestoreDefaults)->setObjectName(u"preferencesDefaults"_s);
    buttons->button(QDialogButtonBox::RestoreDefaults)->setAutoDefault(false);
    connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this, [this] {
        show(Preferences());
        report();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addLayout(form);
    layout->addWidget(later);
    layout->addWidget(m_fault);
    layout->addWidget(buttons);
    show(preferences);
    for (auto* choice : {m_theme, m_language})
        connect(choice, &QComboBox::currentIndexChanged, this, &PreferencesDialog::report);
    connect(m_notifies, &QCheckBox::toggled, this, &PreferencesDialog::report);
}

/// QDialog hides its fields when it is destroyed, and they commit what is typed then.
PreferencesDialog::~PreferencesDialog()
{
    for (auto* box : {m_hold, m_wait, m_waitLimit, m_rate, m_watches})
        box->disconnect(this);
}

NumberBox* PreferencesDialog::addNumber(const QString& objectName, std::pair<int, int> range, const QString& unit,
                                        const QString& none)
{
    auto* box = new NumberBox(range.first, range.second, this);
    box->setObjectName(objectName);
    box->setSuffix(unit);
    box->setSpecialValueText(none);
    box->setKeyboardTracking(false); // no signal for a partly typed number
    connect(box, &QSpinBox::valueChanged, this, &PreferencesDialog::report);
    return box;
}

QString PreferencesDialog::commandName(const CommandTemplate& command)
{
    if (command.text == &CommandTemplates::process)
        return tr("Show a &process");
    if (command.text == &CommandTemplates::connection)
        return tr("Find the process of a &connection");
    if (command.text == &CommandTemplates::java)
        return tr("Threads of a &Java process");
    return tr("Read a key of Re&dis");
}

QLineEdit* PreferencesDialog::addCommand(const CommandTemplate& command)
{
    auto* line = new QLineEdit(this);
    line->setObjectName(u"preferencesCommand-"_s + QString::fromLatin1(command.id));
    line->setAccessibleName(commandName(command).remove(u'&'));
    line->setFont(monoFont());
    line->setMinimumWidth(QFontMetrics(monoFont()).horizontalAdvance(u'0') * charactersInSight);
    line->setToolTip(
        tr("Shown in the details to be copied, never run. Placeholders: %1.").arg(asList(command.placeholders)));
    line->setAccessibleDescription(line->toolTip());
    connect(line, &QLineEdit::textChanged, this, &PreferencesDialog::report);
    return line;
}

void PreferencesDialog::show(const Preferences& preferences)
{
    const QScopedValueRollback showing(m_isShowing, true);
    m_shown = preferences;
    for (std::size_t i = 0; i < m_commands.size(); ++i) {
        const auto& text = preferences.commands.*commandTemplates()[static_cast<qsizetype>(i)].text;
        if (m_commands[i]->text() != text) // the cursor stays
            setFieldText(*m_commands[i], text);
    }
    m_theme->setCurrentIndex(static_cast<int>(preferences.theme));
    m_language->setCurrentIndex(static_cast<int>(preferences.language));
    m_hold->setValue(static_cast<int>(preferences.holdLimit.count()));
    m_wait->setValue(static_cast<int>(preferences.waitLimit.count()));
    m_waitLimit->setValue(static_cast<int>(preferences.revocationTimeout.count()));
    m_rate->setValue(preferences.requestsPerSecond);
    m_watches->setValue(preferences.watchBudget);
    m_notifies->setChecked(preferences.notifiesOfFindings);
}

Preferences PreferencesDialog::chosen() const
{
    auto chosen = m_shown;
    chosen.theme = static_cast<ThemeChoice>(m_theme->currentIndex());
    chosen.language = static_cast<Language>(m_language->currentIndex());
    chosen.holdLimit = std::chrono::minutes(m_hold->value());
    chosen.waitLimit = std::chrono::minutes(m_wait->value());
    chosen.revocationTimeout = std::chrono::seconds(m_waitLimit->value());
    chosen.requestsPerSecond = m_rate->value();
    chosen.watchBudget = m_watches->value();
    chosen.notifiesOfFindings = m_notifies->isChecked();
    for (std::size_t i = 0; i < m_commands.size(); ++i)
        chosen.commands.*commandTemplates()[static_cast<qsizetype>(i)].text = m_commands[i]->text();
    return chosen;
}

QString PreferencesDialog::fault() const
{
    for (const auto* box : {m_hold, m_wait, m_waitLimit, m_rate, m_watches})
        if (!box->fault().isEmpty())
            return box->fault();
    for (std::size_t i = 0; i < m_commands.size(); ++i) {
        const auto& placeholders = commandTemplates()[static_cast<qsizetype>(i)].placeholders;
        if (auto fault = templateFault(m_commands[i]->text(), placeholders); !fault.isEmpty())
            return fault;
    }
    return {};
}

/// A number that is refused changes nothing.
void PreferencesDialog::report()
{
    m_fault->setText(fault());
    if (!m_isShowing && m_fault->text().isEmpty())
        Q_EMIT changed(chosen());
}

} // namespace lockscope::ui

#include "moc_PreferencesDialog.cpp"
