// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/text/CommandTemplates.h"

#include "ui/models/text/Formatting.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

struct CommandTemplateTexts {
    Q_DECLARE_TR_FUNCTIONS(CommandTemplates)
};

const QRegularExpression& placeholder()
{
    static const QRegularExpression expression(u"\\{[^{}]*\\}"_s);
    return expression;
}

} // namespace

const QList<CommandTemplate>& commandTemplates()
{
    static const QList<CommandTemplate> all{
        {&CommandTemplates::process, "process", {u"{host}"_s, u"{pid}"_s}},
        {&CommandTemplates::connection, "connection", {u"{host}"_s, u"{port}"_s}},
        {&CommandTemplates::java, "java", {u"{host}"_s, u"{pid}"_s}},
        {&CommandTemplates::redis, "redis", {u"{host}"_s, u"{port}"_s, u"{command}"_s, u"{key}"_s}},
    };
    return all;
}

QString templateFault(const QString& text, const QStringList& placeholders)
{
    if (text.trimmed().isEmpty())
        return CommandTemplateTexts::tr("The command is empty. Enter one with the placeholders %1.")
            .arg(asList(placeholders));
    auto matches = placeholder().globalMatch(text);
    while (matches.hasNext()) {
        const auto found = matches.next().captured();
        if (!placeholders.contains(found))
            return CommandTemplateTexts::tr("Unknown placeholder %1. Placeholders of this command: %2.")
                .arg(found, asList(placeholders));
    }
    return {};
}

QString filledTemplate(const QString& text, const QHash<QString, QString>& values)
{
    QString filled;
    qsizetype end = 0;
    auto matches = placeholder().globalMatch(text);
    while (matches.hasNext()) {
        const auto match = matches.next();
        filled += text.mid(end, match.capturedStart() - end) + values.value(match.captured(), match.captured());
        end = match.capturedEnd();
    }
    return filled + text.mid(end);
}

} // namespace lockscope::ui
