// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/NumberBox.h"

#include "ui/models/text/Formatting.h"
#include "ui/views/StyleProperty.h"

#include <algorithm>
#include <limits>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// One digit more than a valid number can have: more can be no slip.
int mostTyped(int most)
{
    return static_cast<int>(std::min<qint64>(qint64(most) * 10 + 9, std::numeric_limits<int>::max()));
}

} // namespace

NumberBox::NumberBox(int least, int most, QWidget* parent)
    : QSpinBox(parent)
    , m_least(least)
    , m_most(most)
{
    setRange(std::min(least, 0), mostTyped(most));
    setValue(std::max(least, 0));
    setButtonSymbols(QAbstractSpinBox::NoButtons); // as elsewhere: the arrow keys and the wheel change the value
    connect(this, &QSpinBox::valueChanged, this, &NumberBox::showFault);
}

QString NumberBox::fault() const
{
    if (value() >= m_least && value() <= m_most)
        return {};
    return tr("%1 is not possible. Enter a number from %2 to %3.")
        .arg(QString::number(value()), formatCount(m_least), formatCount(m_most));
}

void NumberBox::stepBy(int steps)
{
    setValue(std::clamp(value() + steps, m_least, m_most));
}

void NumberBox::showFault()
{
    const auto sentence = fault();
    if (property("fault").toString().isEmpty())
        m_tip = toolTip();
    setStyleProperty(*this, "fault", sentence.isEmpty() ? QString() : u"true"_s);
    setToolTip(sentence.isEmpty() ? m_tip : sentence);
    setAccessibleDescription(sentence);
}

} // namespace lockscope::ui

#include "moc_NumberBox.cpp"
