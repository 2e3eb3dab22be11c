// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/UnlockDialog.h"

#include "ui/models/text/Formatting.h"
#include "ui/views/ProductionBadge.h"
#include "ui/views/StyleProperty.h"
#include "ui/views/WhyDisabled.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

UnlockDialog::UnlockDialog(const connect::Profile& profile, QWidget* parent)
    : QDialog(parent)
    , m_expected(profile.production ? oneLine(profile.name) : QString())
    , m_name(new QLineEdit(this))
{
    setObjectName(u"unlockDialog"_s);
    setWindowTitle(tr("Unlock %1").arg(oneLine(profile.name)));
    setMinimumWidth(460);
    auto* sentence = new QLabel(
        inTurn({(profile.production ? tr("%1 is read-only: it is a production connection.") : tr("%1 is read-only."))
                    .arg(oneLine(profile.name)),
                (profile.redis
                     ? tr("When the connection is unlocked, this window can release locks and remove waiters from "
                          "queues. The connection becomes read-only again after %1.")
                     : tr("When the connection is unlocked, this window can request releases from holders and delete "
                          "their nodes. The connection becomes read-only again after %1."))
                    .arg(formatRound(profile.unlockFor))}),
        this);
    sentence->setObjectName(u"unlockSentence"_s);
    sentence->setTextFormat(Qt::PlainText);
    sentence->setWordWrap(true);
    m_name->setObjectName(u"unlockName"_s);
    m_name->setAccessibleName(tr("Connection name"));
    m_name->setPlaceholderText(tr("Enter “%1”").arg(m_expected));
    auto* form = new QFormLayout;
    form->addRow(tr("&Connection name"), m_name);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_button = buttons->addButton(tr("Unlock"), QDialogButtonBox::AcceptRole);
    m_button->setObjectName(u"unlockAccept"_s);
    setStyleProperty(*m_button, "tone", u"bad"_s);
    m_button->setDefault(true); // disabled until the name is typed
    auto* badge = makeProductionBadge(this, u"unlockProduction"_s);
    badge->setVisible(profile.production);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addWidget(badge, 0, Qt::AlignLeft);
    layout->addWidget(sentence);
    layout->addLayout(form);
    layout->addWidget(buttons);
    form->setRowVisible(m_name, !m_expected.isEmpty());
    (m_expected.isEmpty() ? static_cast<QWidget*>(m_button) : m_name)->setFocus();
    connect(m_name, &QLineEdit::textChanged, this, &UnlockDialog::check);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    check();
}

void UnlockDialog::check()
{
    const bool isNamed = m_name->text().trimmed() == m_expected.trimmed();
    enableUnless(*m_button, isNamed ? QString() : tr("Enter the name of the connection."));
}

} // namespace lockscope::ui

#include "moc_UnlockDialog.cpp"
