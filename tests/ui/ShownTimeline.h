// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/history/World.h"
#include "tests/support/Test.h"
#include "ui/panels/TimelinePanel.h"
#include "ui/views/timeline/TimelineView.h"

#include <QImage>

#include <chrono>
#include <memory>
#include <string>

namespace lockscope::test {

using namespace std::chrono_literals;

/// Three clients at "/a": one held from 10 to 20 s and has left, two holds from then on, three waits; four was lost.
struct TimelineStory {
    World world;
    std::shared_ptr<inspect::History> history = std::make_shared<inspect::History>();

    TimelineStory()
    {
        world.locks["/a"] = {};
        look(0s);
        world.locks["/a"] = {{1, 11, "one"}};
        look(10s);
        world.locks["/a"] = {{1, 11, "one"}, {2, 12, "two"}, {3, 13, "three"}, {4, 14, "four"}};
        world.reportSessions({11, 12, 13, 14}, 12s, true, std::vector<std::int64_t>()); // without a connection
        look(12s);
        world.locks["/a"] = {{2, 12, "two"}, {3, 13, "three"}, {4, 14, "four"}};
        look(20s);
        world.locks["/a"] = {{2, 12, "two"}, {3, 13, "three"}};
        look(22s);
        world.reportSessions({11, 12, 13}, 23s);
        look(24s);
    }

    void look(std::chrono::milliseconds at) { history->see(world.at(at)); }

    [[nodiscard]] ui::ViewState viewState(std::chrono::milliseconds at) const
    {
        ui::ViewState viewState;
        viewState.source = ui::SourceState::Live;
        viewState.snapshot = history->last();
        viewState.now = historyNoon + at;
        viewState.history = history;
        return viewState;
    }
    [[nodiscard]] std::shared_ptr<const inspect::Lock> lock() const { return history->last()->locks.front(); }
};

/// A panel that shows that story; its colours are read from a snapshot of the screen.
struct ShownTimeline {
    TimelineStory story;
    ui::TimelinePanel panel;
    ui::TimelineView* view = panel.findChild<ui::TimelineView*>(QStringLiteral("timelineView"));

    ShownTimeline()
    {
        panel.setTheme(ui::darkTheme());
        panel.resize(900, 260);
        panel.show();
        (void)QTest::qWaitForWindowExposed(&panel);
        look(30s);
    }
    void look(std::chrono::milliseconds at) { panel.setViewState(story.viewState(at), "/a", story.lock()); }
    QPoint pointAt(std::chrono::milliseconds at, const std::string& node) const
    {
        return {static_cast<int>(view->scale().xOf(historyNoon + at)),
                view->barOf({inspect::LockPart::Queue, node}).center().y()};
    }
    QColor colorAt(std::chrono::milliseconds at, const std::string& node, int below = 0) const
    {
        const auto grabbed = view->viewport()->grab();
        return grabbed.toImage().pixelColor((pointAt(at, node) + QPoint(0, below)) * grabbed.devicePixelRatio());
    }
    QString words() const
    {
        return panel.findChild<QWidget*>(QStringLiteral("timelineWords"))->property("text").toString();
    }
    void click(const QPoint& point) const { QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, point); }
};

} // namespace lockscope::test
