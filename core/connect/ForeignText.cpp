// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/ForeignText.h"

namespace lockscope::connect {

std::string foreignText(const QString& text)
{
    constexpr qsizetype mostCharacters = 300;
    QString clean;
    for (const QChar c : text.left(mostCharacters))
        clean += c.isPrint() || c.isSurrogate() ? c : QChar(u' ');
    clean = clean.simplified();
    if (text.size() > mostCharacters)
        clean += QChar(0x2026);
    return clean.toStdString();
}

} // namespace lockscope::connect
