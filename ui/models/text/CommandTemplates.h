// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Commands for the user's shell, made from templates with placeholders. Lockscope shows them to be copied, and never
/// runs them. Pure.

#include <QHash>
#include <QString>
#include <QStringList>

namespace lockscope::ui {

/// The user may change them in the preferences.
struct CommandTemplates {
    QString process = QStringLiteral("ssh {host} ps -fp {pid}");
    QString connection = QStringLiteral("ssh {host} sudo ss -tnp sport = :{port}"); ///< if the process id is unknown
    QString java = QStringLiteral("ssh {host} jstack {pid}");
    QString redis = QStringLiteral("redis-cli -h {host} -p {port} {command} {key}");

    friend bool operator==(const CommandTemplates&, const CommandTemplates&) = default;
};

/// A template of the struct above, with what the preferences need to offer it.
struct CommandTemplate {
    QString CommandTemplates::*text;
    const char* id; ///< in the settings and in object names
    QStringList placeholders;
};
[[nodiscard]] const QList<CommandTemplate>& commandTemplates();

/// Why the template cannot be used: it is empty, or has a placeholder that is not in the list. Empty: it can.
[[nodiscard]] QString templateFault(const QString& text, const QStringList& placeholders);

/// The template with the values in place of their placeholders; a placeholder without a value stays. The values must
/// have been checked: they come from servers and clients.
[[nodiscard]] QString filledTemplate(const QString& text, const QHash<QString, QString>& values);

} // namespace lockscope::ui
