// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/LockFindings.h"

#include "ui/views/FindingStrip.h"

#include <QVBoxLayout>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

LockFindings::LockFindings(const QString& objectName, QWidget* parent)
    : QWidget(parent)
{
    setObjectName(objectName);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    for (std::size_t i = 0; i < m_strips.size(); ++i) {
        m_strips[i] = new FindingStrip(this);
        m_strips[i]->setTitleOnly();
        m_strips[i]->setObjectName(u"%1%2"_s.arg(objectName).arg(i));
        layout->addWidget(m_strips[i]);
        connect(m_strips[i], &FindingStrip::chosen, this, &LockFindings::chosen);
    }
    setFindings({});
}

void LockFindings::setTheme(const Theme& theme)
{
    for (auto* strip : m_strips)
        strip->setTheme(theme);
}

void LockFindings::setStale(bool stale)
{
    for (auto* strip : m_strips)
        strip->setStale(stale);
}

void LockFindings::setFindings(const std::vector<const inspect::Finding*>& findings)
{
    for (std::size_t i = 0; i < m_strips.size(); ++i) {
        const bool isLast = i + 1 == m_strips.size();
        const auto begin = findings.begin() + static_cast<std::ptrdiff_t>(std::min(i, findings.size()));
        const auto end = isLast || begin == findings.end() ? findings.end() : begin + 1;
        const bool isShown = begin != end;
        // Else the focus would go to the next widget, which may be the button that releases.
        if (!isShown && m_strips[i]->hasFocus())
            m_strips[i]->clearFocus();
        m_strips[i]->setFindings({begin, end});
        m_strips[i]->setVisible(isShown);
    }
    setVisible(!findings.empty());
}

} // namespace lockscope::ui

#include "moc_LockFindings.cpp"
