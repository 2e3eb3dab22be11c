// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
#include "ui/theme/Theme.h"

#include <QWidget>

#include <memory>

namespace lockscope::ui {

/// What the votes of a Redlock say together: the verdict as a sentence, and a box for each master, those with most
/// votes first. The quorum is a line behind the votes that a holder needs. As tall as its content. Thread: UI.
class VoteLane final : public QWidget {
    Q_OBJECT
public:
    explicit VoteLane(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Null, or a lock without votes: nothing is drawn.
    void setLock(std::shared_ptr<const inspect::Lock> lock);
    void setNow(WallTime now);
    /// Drawn without colours: the data is old.
    void setStale(bool stale);

    /// For files.
    void paintWhole(QPainter& painter) const;
    [[nodiscard]] const Theme& theme() const { return m_theme; }
    /// The box of the vote at `place`, in the order in which they are drawn.
    [[nodiscard]] QRectF boxOf(int place) const;
    /// Where the line of the quorum is; 0: there is none.
    [[nodiscard]] double quorumX() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void describe();
    [[nodiscard]] std::vector<std::size_t> order() const;
    [[nodiscard]] double boxWidth() const;
    void paintWords(QPainter& painter) const;
    void paintVotes(QPainter& painter) const;

    Theme m_theme = darkTheme();
    std::shared_ptr<const inspect::Lock> m_lock; ///< null, or with votes
    WallTime m_now{};
    bool m_stale = false;
};

} // namespace lockscope::ui
