// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/SecretsDialog.h"

#include "ui/models/Formatting.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

SecretsDialog::SecretsDialog(const connect::Profile& profile, QWidget* parent)
    : QDialog(parent)
    , m_password(new QLineEdit(this))
    , m_keyPassword(new QLineEdit(this))
    , m_needsPassword(!profile.user.empty())
{
    setObjectName(u"secretsDialog"_s);
    setWindowTitle(tr("Connect to %1").arg(oneLine(profile.name)));
    setMinimumWidth(420);
    for (auto* field : {m_password, m_keyPassword})
        field->setEchoMode(QLineEdit::Password);
    m_password->setObjectName(u"secretsPassword"_s);
    m_password->setAccessibleName(tr("Password of %1").arg(oneLine(profile.user)));
    m_keyPassword->setObjectName(u"secretsKeyPassword"_s);
    m_keyPassword->setAccessibleName(tr("Password of the key"));
    m_keyPassword->setPlaceholderText(tr("Empty where the key has none"));
    auto* form = new QFormLayout;
    auto* whose = new QLabel(tr("Password of %1").arg(oneLine(profile.user)), this);
    whose->setTextFormat(Qt::PlainText);
    form->addRow(whose, m_password);
    form->addRow(tr("Password of the &key"), m_keyPassword);
    auto* note = new QLabel(tr("Kept in memory until the connection is closed, and nowhere else."), this);
    note->setProperty("role", u"muted"_s);
    note->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_button = buttons->addButton(tr("Connect"), QDialogButtonBox::AcceptRole);
    m_button->setObjectName(u"secretsAccept"_s);
    m_button->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addLayout(form);
    layout->addWidget(note);
    layout->addWidget(buttons);
    form->setRowVisible(m_password, m_needsPassword);
    form->setRowVisible(m_keyPassword, profile.tls && !profile.tls->keyFile.empty());
    connect(m_password, &QLineEdit::textChanged, this, &SecretsDialog::check);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT chosen({m_password->text().toStdString(), m_keyPassword->text().toStdString()});
        accept();
    });
    check();
}

void SecretsDialog::check()
{
    m_button->setEnabled(!m_needsPassword || !m_password->text().isEmpty());
}

} // namespace lockscope::ui
