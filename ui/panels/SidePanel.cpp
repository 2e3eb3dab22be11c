// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/SidePanel.h"

#include "ui/panels/DetailsPanel.h"
#include "ui/panels/ReleaseBox.h"
#include "ui/theme/Sizes.h"
#include "ui/views/EmptyState.h"

#include <QFrame>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

// See scaled().
constexpr int releaseHeight = 520; ///< maximum: more than the content needs
constexpr int replayHeight = 140;  ///< enough for a sentence

} // namespace

SidePanel::SidePanel(DetailsPanel* details, ReleaseBox* release, QWidget* parent)
    : QWidget(parent)
    , m_details(details)
    , m_releaseStack(new QStackedWidget(this))
    , m_separator(new QFrame(this))
{
    setObjectName(u"sidePanel"_s);
    setAttribute(Qt::WA_StyledBackground);
    auto* scroll = new QScrollArea(this);
    scroll->setObjectName(u"releaseScroll"_s);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(release);
    scroll->viewport()->setAutoFillBackground(false);
    release->setAutoFillBackground(false);
    auto* noRelease = new EmptyState(u"releaseInReplay"_s, this);
    noRelease->say(tr("Locks cannot be released in a replay"),
                   tr("The replay shows past data. Close the recording (Ctrl+W) to act on the locks as they are now."));
    m_releaseStack->setObjectName(u"releaseStack"_s);
    m_releaseStack->addWidget(scroll);
    m_releaseStack->addWidget(noRelease);
    // Both contents scroll, so the two share the available height.
    m_releaseStack->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    details->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    m_separator->setObjectName(u"separator"_s);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(details, 10);
    layout->addWidget(m_separator);
    layout->addWidget(m_releaseStack, 15);
    setReplay(false);
}

void SidePanel::setReplay(bool isReplay)
{
    m_isReplay = isReplay;
    m_releaseStack->setCurrentIndex(isReplay ? 1 : 0);
    limitHeight();
}

void SidePanel::showPart(int part)
{
    m_part = part;
    m_details->setVisible(part != Release);
    m_separator->setVisible(part == All);
    m_releaseStack->setVisible(part != Details);
    limitHeight();
}

void SidePanel::limitHeight()
{
    const auto most = scaled(m_isReplay ? replayHeight : releaseHeight);
    m_releaseStack->setMaximumHeight(m_part == Release ? QWIDGETSIZE_MAX : most);
}

} // namespace lockscope::ui

#include "moc_SidePanel.cpp"
