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

namespace lockscope::ui {

class SecretsDialog;

/// Gets what a saved connection needs and does not keep: from the system's keychain, else from the user, who may have
/// it kept there. A keychain that does not answer keeps nobody waiting. Lives on the UI thread. What it is given must
/// outlive it.
class SecretsSource final : public QObject {
    Q_OBJECT
public:
    /// `window`: of the dialogs.
    SecretsSource(Keychain& keychain, QWidget& window, QObject* parent = nullptr);

    /// got() follows, unless the user cancels or something else is wanted before.
    void get(const connect::Profile& profile);
    /// The same, from the user in any case. `trouble`: why, in a sentence; may be empty.
    void ask(const connect::Profile& profile, const QString& trouble);
    /// Somebody waits for got().
    [[nodiscard]] bool isBusy() const;
    /// Nothing is wanted any more.
    void cancel();
    /// Removes from the keychain what is kept under this name; said() follows where that fails.
    void forget(const std::string& name);
    /// The same for a user who asked for it: said() follows in any case.
    void forgetAndTell(const std::string& name);

Q_SIGNALS:
    void got(const lockscope::ui::ConnectionTarget& target);
    void said(const QString& sentence, lockscope::ui::Tone tone);

private:
    void begin(const connect::Profile& profile);
    void openDialog();
    void takeAnswer(const KeychainAnswer& answer);
    void takeTyped(const connect::Secrets& secrets, bool isToBeKept);

    Keychain& m_keychain;
    QWidget& m_window;
    connect::Profile m_profile; ///< that is to be opened
    QString m_trouble;
    bool m_isAsked = false;                 ///< the user is, whatever the keychain has
    int m_turn = 0;                         ///< what answers an earlier one comes too late
    std::optional<KeychainAnswer> m_answer; ///< nothing: none yet
    QTimer m_waitLimit;
    QPointer<SecretsDialog> m_dialog;
};

} // namespace lockscope::ui
