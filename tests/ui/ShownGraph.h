// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/Findings.h"
#include "tests/support/Test.h"
#include "tests/ui/Snapshots.h"
#include "ui/panels/WaitGraphPanel.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/graph/WaitGraphView.h"

#include <QLabel>

#include <memory>
#include <string>
#include <vector>

namespace lockscope::test {

using namespace std::chrono_literals;

[[nodiscard]] inline inspect::Contender node(const std::string& client, std::int64_t session, int number,
                                             std::chrono::milliseconds age)
{
    auto made = contender(number, age.count());
    made.details->session = session;
    made.details->client = client;
    made.details->host = "10.20.4." + std::to_string(session) + ":51844";
    made.details->creationId = number;
    return made;
}

[[nodiscard]] inline LockPtr lockOf(const std::string& path, std::vector<inspect::Contender> queue)
{
    return std::make_shared<inspect::Lock>(mutexQueue(path, std::move(queue)));
}

/// "worker-07" holds /orders and waits for /ledger, "batch-2" the other way round; "cron-1" is behind them.
[[nodiscard]] inline inspect::SnapshotPtr deadlock()
{
    return inspect::withFindings(
        snapshot({lockOf("/prod/locks/orders", {node("worker-07", 7, 101, 14s), node("batch-2", 2, 104, 11s)}),
                  lockOf("/prod/locks/ledger",
                         {node("batch-2", 2, 102, 13s), node("worker-07", 7, 103, 12s), node("cron-1", 1, 105, 5s)}),
                  lockOf("/prod/locks/other", {node("api-1", 21, 201, 8s), node("api-2", 22, 202, 3s)})}),
        {});
}

/// How many pixels have this colour.
[[nodiscard]] inline int pixelCount(const QImage& image, const QColor& color)
{
    auto found = 0;
    for (auto x = 0; x < image.width(); ++x)
        for (auto y = 0; y < image.height(); ++y)
            found += image.pixelColor(x, y) == color ? 1 : 0;
    return found;
}

/// The panel of the wait-for graph with a snapshot, in a window of its own.
struct ShownGraph {
    ui::WaitGraphPanel panel;
    ui::WaitGraphView* view = panel.findChild<ui::WaitGraphView*>(QStringLiteral("waitGraphView"));

    explicit ShownGraph(inspect::SnapshotPtr snapshot = deadlock(), std::string path = {})
    {
        panel.setTheme(ui::darkTheme());
        panel.resize(1'400, 900);
        panel.show();
        (void)QTest::qWaitForWindowExposed(&panel);
        look(std::move(snapshot), std::move(path));
    }
    void look(inspect::SnapshotPtr snapshot, std::string path = {})
    {
        panel.setViewState(liveViewState(std::move(snapshot)), path);
        waitUntilMade();
    }
    void waitUntilMade() const
    {
        QVERIFY(QTest::qWaitFor(
            [this] { return view->isVisible() || !empty().startsWith(QStringLiteral("Analyzing")); }, longestWaitMs));
        // Requests made while the window is resized take effect now.
        QCoreApplication::processEvents();
    }
    [[nodiscard]] QString words() const { return panel.findChild<QLabel*>(QStringLiteral("waitGraphWords"))->text(); }
    [[nodiscard]] QString reported() const
    {
        return panel.findChild<ui::ElidedLabel*>(QStringLiteral("waitGraphTold"))->fullText();
    }
    [[nodiscard]] QString empty() const
    {
        return panel.findChild<QWidget*>(QStringLiteral("waitGraphEmpty"))->accessibleName();
    }
    [[nodiscard]] bool hasBox(const std::string& key) const { return !view->boxOf(key).isEmpty(); }
    void click(const QPoint& point) const { QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, point); }
    void press(int key, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::keyClick(view, static_cast<Qt::Key>(key), modifiers);
    }
};

} // namespace lockscope::test
