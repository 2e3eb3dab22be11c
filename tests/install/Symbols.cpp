// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/install/Symbols.h"

#include "Places.h"

#include <QRegularExpression>

namespace lockscope::test {

std::optional<Symbols> symbolsOf(Workshop& workshop, const QString& library)
{
    const bool isShared = !library.endsWith(QStringLiteral(".a"));
    if (!workshop.run(QStringLiteral(LOCKSCOPE_NM), {isShared ? QStringLiteral("--dynamic") : QStringLiteral("-g"),
                                                     QStringLiteral("--defined-only"), library}))
        return std::nullopt;
    // VALUE TYPE NAME. W, V and u are weak; A is the version of the shared library's symbols.
    static const QRegularExpression line(QStringLiteral("^[0-9a-f]+ ([A-Za-z]) (\\S+)$"));
    // Functions and variables; type information and virtual tables; thunks; guards of static variables.
    static const QRegularExpression own(QStringLiteral("^_Z(N[KRO]*|T[ISTV]N|T[hv].*_NK?|GVN|ZN[KRO]*)9lockscope"));
    const QString ignored = isShared ? QStringLiteral("A") : QStringLiteral("WVu");
    Symbols symbols;
    for (const auto& text : workshop.lines()) {
        const auto match = line.match(QString::fromLatin1(text));
        if (!match.hasMatch() || ignored.contains(match.captured(1)))
            continue;
        if (own.match(match.captured(2)).hasMatch())
            ++symbols.own;
        else
            symbols.foreign.append(text);
    }
    return symbols;
}

} // namespace lockscope::test
