// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/SecretsSource.h"

#include "ui/dialogs/SecretsDialog.h"
#include "ui/models/text/Formatting.h"

namespace lockscope::ui {

namespace {

/// An unlocked keychain replies within some milliseconds.
constexpr std::chrono::milliseconds waitLimit{1'500};

QString notForgotten(const std::string& name, const KeychainAnswer& answer)
{
    return answer.reason.isEmpty()
               ? SecretsSource::tr("Cannot remove the passwords for %1 from the system keychain. The keychain still "
                                   "contains the passwords.")
                     .arg(oneLine(name))
               : SecretsSource::tr("Cannot remove the passwords for %1 from the system keychain (%2). The keychain "
                                   "still contains the passwords.")
                     .arg(oneLine(name), answer.reason);
}

QString notSaved(const std::string& name, const KeychainAnswer& answer)
{
    return answer.reason.isEmpty()
               ? SecretsSource::tr("Cannot save the passwords for %1 in the system keychain.").arg(oneLine(name))
               : SecretsSource::tr("Cannot save the passwords for %1 in the system keychain (%2).")
                     .arg(oneLine(name), answer.reason);
}

/// As the keychain knows it: a connection that was typed by hand has its servers as name.
connect::Profile keptAs(connect::Profile profile)
{
    if (isTyped(profile))
        profile.name = withUser(profile, {}).target();
    return profile;
}

} // namespace

SecretsSource::SecretsSource(Keychain& keychain, QWidget& window, QObject* parent)
    : QObject(parent)
    , m_keychain(keychain)
    , m_window(window)
{
    m_waitLimit.setSingleShot(true);
    connect(&m_waitLimit, &QTimer::timeout, this, &SecretsSource::openDialog);
}

void SecretsSource::get(const connect::Profile& profile, const QString& trouble)
{
    begin(profile);
    m_trouble = trouble;
    m_waitLimit.start(waitLimit);
}

void SecretsSource::ask(const connect::Profile& profile, const QString& trouble)
{
    begin(profile);
    m_isAsked = true;
    m_trouble = trouble;
    openDialog();
}

void SecretsSource::begin(const connect::Profile& profile)
{
    cancel();
    m_profile = profile;
    m_keychain.read(keptAs(profile), this, [this, turn = m_turn](const KeychainAnswer& answer) {
        if (turn == m_turn)
            takeAnswer(answer);
    });
}

bool SecretsSource::isBusy() const
{
    return m_waitLimit.isActive() || (m_dialog && m_dialog->isVisible());
}

void SecretsSource::cancel()
{
    ++m_turn;
    m_waitLimit.stop();
    m_isAsked = false;
    m_trouble.clear();
    m_answer.reset();
    if (m_dialog)
        m_dialog->close();
}

void SecretsSource::takeAnswer(const KeychainAnswer& answer)
{
    m_waitLimit.stop();
    m_answer = answer;
    const bool isFound = answer.kind == KeychainAnswer::Kind::Done;
    const bool isTyping = m_dialog && !m_dialog->isUntouched(); // input that has begun is not interrupted
    if (isFound && !m_isAsked && !isTyping) {
        auto target = targetOf(m_profile);
        target.secrets = answer.secrets;
        target.isKept = true;
        cancel();
        Q_EMIT got(target);
    } else if (m_dialog) {
        m_dialog->setKeychain(answer);
    } else {
        openDialog();
    }
}

void SecretsSource::openDialog()
{
    auto* dialog = new SecretsDialog(m_profile, m_trouble, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (m_answer)
        dialog->setKeychain(*m_answer);
    connect(dialog, &SecretsDialog::chosen, this, &SecretsSource::takeTyped);
    // After a cancel, a late reply of the keychain must not connect.
    connect(dialog, &QDialog::rejected, this, [this, turn = m_turn] {
        if (turn != m_turn)
            return;
        ++m_turn;
        Q_EMIT cancelled(m_profile);
    });
    m_dialog = dialog;
    dialog->show();
}

void SecretsSource::takeTyped(const connect::Secrets& secrets, bool isToBeKept, const std::string& user)
{
    const auto profile = isTyped(m_profile) ? withUser(m_profile, user) : m_profile;
    const auto kept = keptAs(profile);
    if (isToBeKept)
        m_keychain.keep(kept, secrets, this, [this, name = kept.name](const KeychainAnswer& answer) {
            if (answer.kind != KeychainAnswer::Kind::Done)
                Q_EMIT said(notSaved(name, answer), Tone::Warn);
        });
    else if (m_answer && m_answer->isOpen())
        forget(kept.name);
    cancel();
    auto target = targetOf(profile);
    target.secrets = secrets;
    target.isKept = isToBeKept;
    Q_EMIT got(target);
}

void SecretsSource::forget(const std::string& name)
{
    m_keychain.forget(name, this, [this, name](const KeychainAnswer& answer) {
        if (answer.kind != KeychainAnswer::Kind::Done)
            Q_EMIT said(notForgotten(name, answer), Tone::Warn);
    });
}

void SecretsSource::forgetAndReport(const std::string& name)
{
    m_keychain.forget(name, this, [this, name](const KeychainAnswer& answer) {
        if (answer.kind == KeychainAnswer::Kind::Done)
            Q_EMIT said(tr("The system keychain no longer contains passwords for %1.").arg(oneLine(name)), Tone::Info);
        else
            Q_EMIT said(notForgotten(name, answer), Tone::Warn);
    });
}

} // namespace lockscope::ui

#include "moc_SecretsSource.cpp"
