// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/PreferencesDialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostMinutes = 60 * 24 * 7;
constexpr int mostSeconds = 60 * 60;

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
    , m_hold(addNumber(u"preferencesHold"_s, mostMinutes, tr(" min"), tr("Never")))
    , m_wait(addNumber(u"preferencesWait"_s, mostMinutes, tr(" min"), tr("Never")))
    , m_waitLimit(addNumber(u"preferencesPatience"_s, mostSeconds, tr(" s"), {}))
    , m_rate(addNumber(u"preferencesRate"_s, connect::mostRequestsPerSecond, tr(" per second"), tr("default")))
    , m_watches(addNumber(u"preferencesWatches"_s, connect::mostWatches, {}, tr("default")))
{
    setObjectName(u"preferencesDialog"_s);
    setWindowTitle(tr("Preferences"));
    setMinimumWidth(480);
    m_theme->setObjectName(u"preferencesTheme"_s);
    m_theme->addItems({tr("System default"), tr("Dark"), tr("Light")});
    m_language->setObjectName(u"preferencesLanguage"_s);
    for (const auto language : {Language::System, Language::English, Language::SimplifiedChinese})
        m_language->addItem(nameOf(language));
    m_waitLimit->setMinimum(1);

    auto* form = new QFormLayout;
    form->setVerticalSpacing(10);
    form->addRow(tr("&Theme"), m_theme);
    form->addRow(tr("&Language"), m_language);
    form->addRow(makeHeading(tr("FINDING THRESHOLDS"), this));
    form->addRow(tr("Lock &held longer than"), m_hold);
    form->addRow(tr("Lock &waited for longer than"), m_wait);
    form->addRow(tr("Revocation request &ignored longer than"), m_waitLimit);
    form->addRow(makeHeading(tr("UNSAVED CONNECTIONS TO ZOOKEEPER"), this));
    form->addRow(tr("Maximum &requests"), m_rate);
    form->addRow(tr("&Maximum watches"), m_watches);
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
    layout->addWidget(buttons);
    show(preferences);
    for (auto* choice : {m_theme, m_language})
        connect(choice, &QComboBox::currentIndexChanged, this, &PreferencesDialog::report);
}

QSpinBox* PreferencesDialog::addNumber(const QString& objectName, int most, const QString& unit, const QString& none)
{
    auto* box = new QSpinBox(this);
    box->setObjectName(objectName);
    box->setRange(0, most);
    box->setSuffix(unit);
    box->setSpecialValueText(none);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setKeyboardTracking(false); // no signal for a partly typed number
    connect(box, &QSpinBox::valueChanged, this, &PreferencesDialog::report);
    return box;
}

void PreferencesDialog::show(const Preferences& preferences)
{
    const QScopedValueRollback showing(m_isShowing, true);
    m_theme->setCurrentIndex(static_cast<int>(preferences.theme));
    m_language->setCurrentIndex(static_cast<int>(preferences.language));
    m_hold->setValue(static_cast<int>(preferences.holdLimit.count()));
    m_wait->setValue(static_cast<int>(preferences.waitLimit.count()));
    m_waitLimit->setValue(static_cast<int>(preferences.revocationTimeout.count()));
    m_rate->setValue(preferences.requestsPerSecond);
    m_watches->setValue(preferences.watchBudget);
}

Preferences PreferencesDialog::chosen() const
{
    return {static_cast<ThemeChoice>(m_theme->currentIndex()),
            static_cast<Language>(m_language->currentIndex()),
            std::chrono::minutes(m_hold->value()),
            std::chrono::minutes(m_wait->value()),
            std::chrono::seconds(m_waitLimit->value()),
            m_rate->value(),
            m_watches->value()};
}

void PreferencesDialog::report()
{
    if (!m_isShowing)
        Q_EMIT changed(chosen());
}

} // namespace lockscope::ui

#include "moc_PreferencesDialog.cpp"
