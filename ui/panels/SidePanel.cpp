// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/SidePanel.h"

#include "ui/panels/DetailsPanel.h"
#include "ui/panels/ReleaseBox.h"
#include "ui/views/EmptyState.h"

#include <QFrame>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int releaseHeight = 430; ///< pixels, maximum: more than the content needs
constexpr int replayHeight = 140;  ///< pixels: enough for a sentence

} // namespace

SidePanel::SidePanel(DetailsPanel* details, ReleaseBox* release, QWidget* parent)
    : QWidget(parent)
    , m_releaseStack(new QStackedWidget(this))
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
    auto* separator = new QFrame(this);
    separator->setObjectName(u"separator"_s);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(details, 10);
    layout->addWidget(separator);
    layout->addWidget(m_releaseStack, 11);
    setReplay(false);
}

void SidePanel::setReplay(bool isReplay)
{
    m_releaseStack->setCurrentIndex(isReplay ? 1 : 0);
    m_releaseStack->setMaximumHeight(isReplay ? replayHeight : releaseHeight);
}

} // namespace lockscope::ui

#include "moc_SidePanel.cpp"
