// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/Profile.h"
#include "ui/theme/Theme.h"

#include <QDialog>
#include <QStringList>

#include <map>
#include <string>
#include <utility>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QTabWidget;

namespace lockscope::ui {

class NumberBox;
class TargetForm;

/// A connection to save by name: a new one, or one to change. Not modal; checks the input while it is typed, and
/// whether its files exist when it is saved, in a pool thread. Asks for no secret: the file contains none.
class ProfileDialog final : public QDialog {
    Q_OBJECT
public:
    /// `replaced`: the name of the connection to change; empty: a new one.
    ProfileDialog(const connect::Profile& profile, const std::string& replaced, const Theme& theme,
                  QWidget* parent = nullptr);

    /// Saving failed: shows the reason; the user can try again.
    void setFailed(const QString& sentence);

Q_SIGNALS:
    void chosen(const lockscope::connect::Profile& profile, const std::string& replaced);
    /// The connection as it is typed, also if it is not saved yet.
    void testWanted(const lockscope::connect::Profile& profile);

private:
    QLineEdit* addText(QFormLayout& form, const QString& objectName, const QString& label, const std::string& value,
                       const QString& placeholder = {});
    /// With a button to choose an existing file.
    QLineEdit* addFile(QFormLayout& form, const QString& objectName, const QString& label, const std::string& value,
                       const QString& placeholder);
    NumberBox* addNumber(QFormLayout& form, const QString& objectName, const QString& label, const QString& unit,
                         std::pair<int, int> range, qint64 value);
    QCheckBox* addFlag(QFormLayout& form, const QString& objectName, const QString& text, bool value);
    QWidget* buildUsual(const Theme& theme);
    QWidget* buildWay();
    QWidget* buildLimits();
    /// The field with a line for its fault below.
    void addRow(QFormLayout& form, const QString& label, QWidget* field, QWidget* beside = nullptr);
    void setFault(QWidget* field, const QString& fault);
    [[nodiscard]] bool isFileUsed(const QLineEdit* field) const;
    [[nodiscard]] bool hasNumberFault() const;
    void save();
    void findFiles(const connect::Profile& profile);
    [[nodiscard]] bool showMissing(const QStringList& missing);
    void browse(QLineEdit* field);
    void check();
    [[nodiscard]] bool isTlsOfTarget() const;
    [[nodiscard]] Result<connect::Profile> typed() const;

    connect::Profile m_given;
    bool m_isBusy = false; ///< it is being saved, and its files are looked for before
    std::string m_replaced;
    QTabWidget* m_tabs;
    QWidget* m_limits = nullptr; ///< the page of ZooKeeper
    QLineEdit* m_name = nullptr;
    QComboBox* m_colour = nullptr;
    TargetForm* m_target = nullptr;
    QCheckBox* m_production = nullptr;
    QCheckBox* m_readOnly = nullptr;
    NumberBox* m_unlockFor = nullptr;
    QLineEdit* m_user = nullptr;
    QCheckBox* m_needsPassword = nullptr;
    QLineEdit* m_writeUser = nullptr;
    QCheckBox* m_tls = nullptr;
    QLineEdit* m_ca = nullptr;
    QLineEdit* m_certificate = nullptr;
    QLineEdit* m_key = nullptr;
    QLineEdit* m_serverName = nullptr;
    QLineEdit* m_ssh = nullptr;
    QLineEdit* m_sshConfig = nullptr;
    NumberBox* m_sessionTimeout = nullptr;
    QLineEdit* m_adminPorts = nullptr;
    QCheckBox* m_adminTls = nullptr;
    QCheckBox* m_words = nullptr;
    QLineEdit* m_hostsFile = nullptr;
    QCheckBox* m_resolveHosts = nullptr;
    NumberBox* m_requests = nullptr;
    NumberBox* m_watches = nullptr;
    std::vector<QLineEdit*> m_files;
    std::vector<NumberBox*> m_numbers;
    std::map<QWidget*, QLabel*> m_faults; ///< by their fields
    QLabel* m_error;
    QPushButton* m_button = nullptr;
    QPushButton* m_test = nullptr;
};

} // namespace lockscope::ui
