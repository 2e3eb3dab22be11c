// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/SecretsDialog.h"

#include "ui/models/text/Formatting.h"
#include "ui/shell/connection/ConnectionTarget.h"
#include "ui/views/FaultLabel.h"
#include "ui/views/WhyDisabled.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// Why nothing can be kept; empty if it can.
QString whyNothingIsKept(const std::optional<KeychainAnswer>& keychain)
{
    if (!keychain)
        return SecretsDialog::tr("The system keychain has not responded yet. It may be waiting to be unlocked. "
                                 "Passwords that you enter here work without the keychain.");
    const auto& reason = keychain->reason;
    switch (keychain->kind) {
    case KeychainAnswer::Kind::Unavailable:
        return reason.isEmpty() ? SecretsDialog::tr("No system keychain responds. Passwords are not saved, and "
                                                    "Lockscope asks for them each time.")
                                : SecretsDialog::tr("No system keychain responds (%1). Passwords are not saved, and "
                                                    "Lockscope asks for them each time.")
                                      .arg(reason);
    case KeychainAnswer::Kind::Denied:
        return reason.isEmpty()
                   ? SecretsDialog::tr("The system keychain denies access. Unlock the keychain to save passwords.")
                   : SecretsDialog::tr("The system keychain denies access (%1). Unlock the keychain to save passwords.")
                         .arg(reason);
    case KeychainAnswer::Kind::Done:
    case KeychainAnswer::Kind::Nothing:
        break;
    }
    return {};
}

} // namespace

SecretsDialog::SecretsDialog(const connect::Profile& profile, const QString& trouble, QWidget* parent)
    : QDialog(parent)
    , m_profileUser(profile.user)
    , m_user(new QLineEdit(this))
    , m_password(new QLineEdit(this))
    , m_keyPassword(new QLineEdit(this))
    , m_writePassword(new QLineEdit(this))
    , m_keep(new QCheckBox(tr("Save in the &system keychain"), this))
    , m_note(new QLabel(this))
    , m_asksUser(isTyped(profile) && profile.redis)
    , m_needsPassword(!profile.user.empty() || profile.needsPassword)
    , m_needsWritePassword(!profile.writeUser.empty())
{
    setObjectName(u"secretsDialog"_s);
    setWindowTitle(tr("Connect to %1").arg(oneLine(shownName(profile))));
    setMinimumWidth(420);
    auto* form = new QFormLayout;
    buildFields(profile, *form);
    auto* fault = makeFaultLabel(this, u"secretsTrouble"_s);
    fault->setText(trouble);
    fault->setVisible(!trouble.isEmpty());
    m_keep->setObjectName(u"secretsKeep"_s);
    m_note->setObjectName(u"secretsNote"_s);
    m_note->setProperty("role", u"muted"_s);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setMinimumHeight(m_note->fontMetrics().height() * 3);
    m_note->setAlignment(Qt::AlignTop);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_button = buttons->addButton(tr("Connect"), QDialogButtonBox::AcceptRole);
    m_button->setObjectName(u"secretsAccept"_s);
    m_button->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addWidget(fault);
    layout->addLayout(form);
    layout->addWidget(m_keep);
    layout->addWidget(m_note);
    layout->addWidget(buttons);
    form->setRowVisible(m_user, m_asksUser);
    form->setRowVisible(m_password, m_needsPassword);
    form->setRowVisible(m_writePassword, m_needsWritePassword);
    form->setRowVisible(m_keyPassword, profile.tls && !profile.tls->keyFile.empty());
    // The user, if asked for, is rarely needed: most servers with a password have no users.
    (m_needsPassword ? m_password : m_needsWritePassword ? m_writePassword : m_keyPassword)->setFocus();
    for (auto* field : {m_user, m_password, m_writePassword})
        connect(field, &QLineEdit::textChanged, this, &SecretsDialog::check);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_keep, &QCheckBox::toggled, this, &SecretsDialog::showKeychain);
    connect(buttons, &QDialogButtonBox::accepted, this, &SecretsDialog::accepted);
    check();
    showKeychain();
}

void SecretsDialog::buildFields(const connect::Profile& profile, QFormLayout& form)
{
    m_user->setObjectName(u"secretsUser"_s);
    m_user->setAccessibleName(tr("User"));
    m_user->setPlaceholderText(tr("Empty: the default user"));
    m_user->setText(QString::fromStdString(profile.user));
    form.addRow(tr("&User"), m_user);
    for (auto* field : {m_password, m_keyPassword, m_writePassword})
        field->setEchoMode(QLineEdit::Password);
    m_password->setObjectName(u"secretsPassword"_s);
    const auto asked = m_asksUser             ? tr("Password")
                       : profile.user.empty() ? tr("Password of the servers")
                                              : tr("Password for %1").arg(oneLine(profile.user));
    m_password->setAccessibleName(asked);
    const auto askedForReleases = tr("Password for %1 (releases)").arg(oneLine(profile.writeUser));
    m_writePassword->setObjectName(u"secretsWritePassword"_s);
    m_writePassword->setAccessibleName(askedForReleases);
    m_keyPassword->setObjectName(u"secretsKeyPassword"_s);
    m_keyPassword->setAccessibleName(tr("Key password"));
    m_keyPassword->setPlaceholderText(tr("Empty if the key has no password"));
    for (const auto& [text, field] : {std::pair(asked, m_password), std::pair(askedForReleases, m_writePassword)}) {
        auto* whose = new QLabel(withoutMnemonic(text), this);
        whose->setTextFormat(Qt::PlainText);
        whose->setBuddy(field);
        form.addRow(whose, field);
    }
    form.addRow(tr("&Key password"), m_keyPassword);
}

void SecretsDialog::accepted()
{
    accept(); // before a receiver of chosen() closes the dialog
    Q_EMIT chosen(
        {m_password->text().toStdString(), m_keyPassword->text().toStdString(), m_writePassword->text().toStdString()},
        m_keep->isChecked(), m_asksUser ? m_user->text().trimmed().toStdString() : m_profileUser);
}

void SecretsDialog::setKeychain(const KeychainAnswer& answer)
{
    m_keychain = answer;
    m_keep->setChecked(answer.kind == KeychainAnswer::Kind::Done);
    showKeychain();
}

bool SecretsDialog::isUntouched() const
{
    return m_user->text().toStdString() == m_profileUser && m_password->text().isEmpty() &&
           m_keyPassword->text().isEmpty() && m_writePassword->text().isEmpty();
}

void SecretsDialog::check()
{
    const bool isUserValid = !m_asksUser || isRedisUser(m_user->text().trimmed().toStdString());
    const bool isPasswordMissing = (m_needsPassword && m_password->text().isEmpty()) ||
                                   (m_needsWritePassword && m_writePassword->text().isEmpty());
    enableUnless(*m_button, !isUserValid        ? tr("Enter a valid user name.")
                            : isPasswordMissing ? tr("Enter the password.")
                                                : QString());
}

void SecretsDialog::showKeychain()
{
    const auto fault = whyNothingIsKept(m_keychain);
    const bool isKept = m_keychain && m_keychain->kind == KeychainAnswer::Kind::Done;
    enableUnless(*m_keep, fault);
    m_note->setText(!fault.isEmpty()      ? fault
                    : m_keep->isChecked() ? tr("Saved until you remove it, only for this user and these servers.")
                    : isKept              ? tr("The saved passwords are removed from the keychain when you connect.")
                                          : tr("Kept only in memory until the connection is closed."));
}

} // namespace lockscope::ui

#include "moc_SecretsDialog.cpp"
