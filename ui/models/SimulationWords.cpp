// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/SimulationWords.h"

#include "ui/models/FindingsModel.h"
#include "ui/models/Formatting.h"

#include <QCoreApplication>
#include <QHash>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(SimulationWords)
};

QString titleOf(const QString& kind)
{
    using inspect::FindingKind;
    for (auto i = 0; i <= static_cast<int>(FindingKind::RevocationIgnored); ++i) {
        const auto one = static_cast<FindingKind>(i);
        if (kind == QLatin1StringView(toString(one)))
            return findingTitle(one);
    }
    return kind;
}

} // namespace

QString simulationWord(const QString& event)
{
    const QHash<QString, QString> words{
        {u"connected"_s, Words::tr("connected")}, {u"queued"_s, Words::tr("queued")},
        {u"granted"_s, Words::tr("granted")},     {u"released"_s, Words::tr("released")},
        {u"timedOut"_s, Words::tr("timed out")},  {u"suspended"_s, Words::tr("suspended")},
        {u"lost"_s, Words::tr("lost")},           {u"note"_s, Words::tr("note")},
        {u"error"_s, Words::tr("error")},         {u"step"_s, Words::tr("step")},
        {u"fault"_s, Words::tr("fault")},         {u"server"_s, Words::tr("server")},
        {u"refused"_s, Words::tr("refused")},     {u"finding"_s, Words::tr("finding")},
    };
    return words.value(event, event);
}

QString findingChangeText(const QString& kind, const QString& state)
{
    return (state == u"gone"_s ? Words::tr("%1: gone") : Words::tr("%1: shown")).arg(titleOf(kind));
}

} // namespace lockscope::ui
