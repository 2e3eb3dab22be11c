// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/text/SimulationWords.h"

#include "core/base/EnumWords.h"
#include "ui/models/FindingsModel.h"
#include "ui/models/text/Formatting.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

struct SimulationTexts {
    Q_DECLARE_TR_FUNCTIONS(SimulationWords)
};

QString titleOf(const QString& kind)
{
    const auto known = valueNamed<inspect::FindingKind>(kind.toStdString());
    return known ? findingTitle(*known) : kind;
}

QString inCore(const QString& pattern)
{
    return QCoreApplication::translate("core", pattern.toUtf8().constData());
}

/// The values of the pattern's "%1", "%2", … in the text; empty if the text is not of this pattern.
QStringList valuesIn(const QString& text, const QString& pattern)
{
    static const QRegularExpression value(u"\\\\%\\d"_s);
    const auto expression = QRegularExpression::escape(pattern).replace(value, u"(.+?)"_s);
    const QRegularExpression whole(QRegularExpression::anchoredPattern(expression),
                                   QRegularExpression::DotMatchesEverythingOption);
    return whole.match(text).capturedTexts().mid(1);
}

QString filled(const QString& pattern, const QStringList& values)
{
    QString text;
    for (qsizetype at = 0; at < pattern.size(); ++at) {
        const auto number = pattern[at] == u'%' && at + 1 < pattern.size() ? pattern[at + 1].digitValue() : 0;
        if (number >= 1 && number <= values.size()) {
            text += values[number - 1];
            ++at;
        } else {
            text += pattern[at];
        }
    }
    return text;
}

} // namespace

QString simulationWord(const QString& event)
{
    static const QHash<QString, const char*> words{
        {u"connected"_s, QT_TRANSLATE_NOOP("SimulationWords", "connected")},
        {u"queued"_s, QT_TRANSLATE_NOOP("SimulationWords", "joined")},
        {u"granted"_s, QT_TRANSLATE_NOOP("SimulationWords", "acquired")},
        {u"released"_s, QT_TRANSLATE_NOOP("SimulationWords", "left")},
        {u"timedOut"_s, QT_TRANSLATE_NOOP("SimulationWords", "timed out")},
        {u"suspended"_s, QT_TRANSLATE_NOOP("SimulationWords", "suspended")},
        {u"lost"_s, QT_TRANSLATE_NOOP("SimulationWords", "lost")},
        {u"note"_s, QT_TRANSLATE_NOOP("SimulationWords", "note")},
        {u"error"_s, QT_TRANSLATE_NOOP("SimulationWords", "error")},
        {u"step"_s, QT_TRANSLATE_NOOP("SimulationWords", "step")},
        {u"fault"_s, QT_TRANSLATE_NOOP("SimulationWords", "fault")},
        {u"server"_s, QT_TRANSLATE_NOOP("SimulationWords", "server")},
        {u"refused"_s, QT_TRANSLATE_NOOP("SimulationWords", "refused")},
        {u"finding"_s, QT_TRANSLATE_NOOP("SimulationWords", "finding")},
    };
    const auto* word = words.value(event);
    return word ? SimulationTexts::tr(word) : event;
}

QString findingChangeText(const QString& kind, const QString& state)
{
    return (state == u"gone"_s ? SimulationTexts::tr("%1: cleared") : SimulationTexts::tr("%1: detected"))
        .arg(titleOf(kind));
}

QStringList clientPatterns()
{
    return {
        u"the fencing token %1 of %2 is older than %3, the token of a later holder: the lock is lost"_s,
        u"%1 uses this lock with a different kind or number of leases than earlier clients"_s,
        u"%1 writes to the resource without entering first"_s,
        u"%1 leaves the resource without entering first"_s,
        u"only %1 of %2 replicas have the lock"_s,
        u"the node %1 no longer exists"_s,
        u"a line of more than %1 bytes was skipped"_s,
        u"Cannot %1 \"%2\": %3"_s,
        u"Cannot %1: %2"_s,
        u"\"%1\": %2"_s,
        u"%1: %2"_s,
    };
}

QString clientMessage(const QString& english)
{
    if (auto whole = inCore(english); whole != english)
        return whole;
    for (const auto& pattern : clientPatterns()) {
        auto values = valuesIn(english, pattern);
        if (values.isEmpty())
            continue;
        for (auto& value : values)
            value = clientMessage(value);
        return filled(inCore(pattern), values);
    }
    return english;
}

} // namespace lockscope::ui
