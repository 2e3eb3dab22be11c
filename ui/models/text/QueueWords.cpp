// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/text/QueueWords.h"

#include "ui/models/text/Formatting.h"

#include <QCoreApplication>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

struct QueueTexts {
    Q_DECLARE_TR_FUNCTIONS(QueueWords)
};

bool isReader(const inspect::Contender& contender)
{
    return contender.mode == LockMode::Shared;
}

} // namespace

QString doingOf(const inspect::Lock& lock, const inspect::Contender& contender)
{
    const bool isReadWrite = lock.kind == inspect::LockKind::ReadWrite && contender.isModeKnown;
    if (!contender.isStateKnown)
        return QueueTexts::tr("unknown", "whether a client holds or waits");
    if (contender.atGate)
        return QueueTexts::tr("at gate lock");
    if (contender.holds)
        return !isReadWrite          ? QueueTexts::tr("holding")
               : isReader(contender) ? QueueTexts::tr("reading")
                                     : QueueTexts::tr("writing");
    return !isReadWrite          ? QueueTexts::tr("waiting")
           : isReader(contender) ? QueueTexts::tr("waiting to read")
                                 : QueueTexts::tr("waiting to write");
}

QStringList cardTitles(const inspect::Lock& lock, const inspect::Contender& contender)
{
    const bool isReadWrite = lock.kind == inspect::LockKind::ReadWrite && contender.isModeKnown;
    const auto place = placeOf(lock, contender);
    if (contender.holds)
        return {isReadWrite ? doingOf(lock, contender) : place};
    if (!contender.isStateKnown || (!contender.atGate && !isReadWrite))
        return {place};
    const auto selection = contender.atGate      ? QueueTexts::tr("gate lock", "on a card, after its place")
                           : isReader(contender) ? QueueTexts::tr("read", "on a card, after its place")
                                                 : QueueTexts::tr("write", "on a card, after its place");
    const auto number = u'#' + placeNumber(inspect::WaiterPlaces(lock), contender);
    QStringList titles;
    for (const auto& at : {place, number})
        titles << u"%1 · %2"_s.arg(at, selection);
    return titles;
}

QString whyItWaits(const inspect::Lock& lock, const inspect::Contender& contender, const ensemble::EnsembleFacts* facts)
{
    if (!contender.isStateKnown)
        return QueueTexts::tr(
            "Whether the client holds or waits depends on data that Lockscope has not read or may not "
            "read.");
    if (contender.holds)
        return {};
    if (contender.atGate)
        return QueueTexts::tr(
            "The client waits at the gate lock. The gate lock admits one client at a time to the queue.");
    if (lock.kind != inspect::LockKind::ReadWrite || !contender.isModeKnown)
        return {};
    if (!isReader(contender))
        return QueueTexts::tr("A writer waits until all clients ahead of it have left the queue.");
    const auto* ahead = contender.waitsOn.empty() ? nullptr : lock.waitedFor(contender, contender.waitsOn.front());
    return ahead && !isReader(*ahead)
               ? QueueTexts::tr("A reader waits while a writer is ahead of it: %1.").arg(displayName(*ahead, facts))
               : QueueTexts::tr("A reader waits while a writer is ahead of it.");
}

} // namespace lockscope::ui
