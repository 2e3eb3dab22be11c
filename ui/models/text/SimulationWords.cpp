// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/text/SimulationWords.h"

#include "core/base/EnumWords.h"
#include "ui/models/FindingsModel.h"
#include "ui/models/text/Formatting.h"

#include <QCoreApplication>
#include <QHash>

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

} // namespace lockscope::ui
