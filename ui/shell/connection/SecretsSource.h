// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/connection/ConnectionTarget.h"
#include "ui/shell/connection/Keychain.h"
#include "ui/theme/Theme.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <optional>
#include <string>

namespace lockscope::ui {

class SecretsDialog;

/// Gets the secrets that a connection needs: from the system's keychain, else from the user, with the option to
/// keep them there. A keychain that does not reply blocks no user. Lives on the UI thread. `keychain` and `window` must
/// outlive it.
class SecretsSource final : public QObject {
    Q_OBJECT
public:
    /// `window`: parent of the dialogs.
    SecretsSource(Keychain& keychain, QWidget& window, QObject* parent = nullptr);

    /// got() follows, unless the user cancels or another call comes first. `trouble`: why, as a sentence; may be empty.
    void get(const connect::Profile& profile, const QString& trouble = {});
    /// The same, but always asks the user. `trouble`: the reason, as a sentence; may be empty.
    void ask(const connect::Profile& profile, const QString& trouble);
    /// A request is pending: got() may follow.
    [[nodiscard]] bool isBusy() const;
    /// Drops the pending request.
    void cancel();
    /// Removes the secrets kept under this name from the keychain; said() follows if that fails.
    void forget(const std::string& name);
    /// The same at the user's request: said() follows in any case.
    void forgetAndReport(const std::string& name);

Q_SIGNALS:
    /// Of a connection that was typed by hand: maybe with another user.
    void got(const lockscope::ui::ConnectionTarget& target);
    /// The user has closed the dialog without an answer.
    void cancelled(const lockscope::connect::Profile& profile);
    void said(const QString& sentence, lockscope::ui::Tone tone);

private:
    void begin(const connect::Profile& profile);
    void openDialog();
    void takeAnswer(const KeychainAnswer& answer);
    void takeTyped(const connect::Secrets& secrets, bool isToBeKept, const std::string& user);

    Keychain& m_keychain;
    QWidget& m_window;
    connect::Profile m_profile; ///< to be opened
    QString m_trouble;
    bool m_isAsked = false;                 ///< the user is asked, even if the keychain has the secrets
    int m_turn = 0;                         ///< a reply to an earlier request is dropped
    std::optional<KeychainAnswer> m_answer; ///< nothing: no reply yet
    QTimer m_waitLimit;
    QPointer<SecretsDialog> m_dialog;
};

} // namespace lockscope::ui
