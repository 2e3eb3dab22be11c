// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/Profile.h"
#include "ui/shell/connection/ConnectionTarget.h"

#include <QWidget>

#include <optional>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLayout;
class QLineEdit;
class QSpinBox;
class QToolButton;

namespace lockscope::ui {

/// The fields that say where locks are: the kind of the target, its servers, and what each kind needs besides. A fault
/// is shown below its field. A whole target, such as "redis://cache1:6379", may be typed as the servers: it then sets
/// the kind, and its own parts.
class TargetForm final : public QWidget {
    Q_OBJECT
public:
    enum class Kind {
        Ensemble, ///< of ZooKeeper
        Redis,
        Sentinel,
        Cluster,
        Redlock
    };
    enum class Login {
        Here,     ///< user, password and TLS are fields of this form
        Elsewhere ///< the caller asks for them
    };

    /// `prefix`: of the objectNames, as in "connectString" for the servers of "connect".
    TargetForm(const QString& prefix, Login login, QWidget* parent = nullptr);

    /// The servers of a target as text, and its roots.
    void setTarget(const QString& text, const QStringList& roots);

    /// With the password that was typed. The error is that of the first field with a fault.
    [[nodiscard]] Result<ConnectionTarget> target() const;
    [[nodiscard]] Kind kind() const;
    /// Nothing is typed as the servers.
    [[nodiscard]] bool isEmpty() const;

Q_SIGNALS:
    void changed();

private:
    QLineEdit* addField(const QString& objectName, const QString& label, QLabel** fault);
    void buildLogin();
    void buildAcl();
    void setParts(const redis::Target& target);
    void onServers();
    void showKind();
    [[nodiscard]] QLayout* rowOf(QLineEdit* field) const;
    void check();
    void copyAcl();
    /// The whole target was typed as the servers.
    [[nodiscard]] bool isWhole() const;
    [[nodiscard]] Result<redis::Target> redisTarget() const;
    [[nodiscard]] QString masterFault() const;
    [[nodiscard]] QString userFault() const;
    void showFault(QLabel& label, const QString& fault);

    QString m_prefix;
    QFormLayout* m_form;
    QComboBox* m_kind;
    QLineEdit* m_servers = nullptr;
    QLabel* m_serversFault = nullptr;
    QLineEdit* m_master = nullptr;
    QLabel* m_masterFault = nullptr;
    QSpinBox* m_database = nullptr;
    QLineEdit* m_user = nullptr; ///< null: Login::Elsewhere
    QLabel* m_userFault = nullptr;
    QLineEdit* m_password = nullptr;
    QCheckBox* m_tls = nullptr;
    QLineEdit* m_roots = nullptr;
    QLabel* m_rootsFault = nullptr;
    QWidget* m_aclBox = nullptr;
    QLineEdit* m_acl = nullptr;
};

} // namespace lockscope::ui
