// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Theme.h"

#include <QWidget>

#include <optional>

class QLabel;
class QSpacerItem;
class QToolButton;

namespace lockscope::ui {

class ElidedLabel;
class FactCell;

/// What is left of a lease on Redis at one moment, in words and as shares of its length.
struct LeaseFacts {
    QString title;         ///< "Lease left"
    QString left;          ///< "23 s"
    QString length;        ///< "30 s"
    QString source;        ///< where it is from, and its age
    QString explanation{}; ///< in the tooltip, and as accessible description
    double share = 0;      ///< that is left, 0 to 1
    double due = 0;        ///< the share that is left when a renewal is due; 0: no renewals are inferred
    Tone tone = Tone::Good;
    QString renewal{}; ///< how it is renewed; empty: not inferred
    QString next{};    ///< when it is renewed next
    Tone nextTone = Tone::Normal;

    friend bool operator==(const LeaseFacts&, const LeaseFacts&) = default;
};

/// A lease: what is left of it, a bar with a mark where a renewal is due, and the next renewal. A button copies what is
/// left. Hidden without a lease. It counts down by new facts. Thread: UI.
class LeaseBar final : public QWidget {
    Q_OBJECT
public:
    explicit LeaseBar(const QString& objectName, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setStale(bool stale);
    void setLease(const std::optional<LeaseFacts>& lease);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// "23 s of 30 s".
    [[nodiscard]] QString wholeText() const;
    void setInks();

    Theme m_theme = darkTheme();
    bool m_stale = false;
    std::optional<LeaseFacts> m_lease;
    QLabel* m_title;
    ElidedLabel* m_left;
    FactCell* m_length;
    QSpacerItem* m_bar; ///< its place
    QToolButton* m_copy;
    FactCell* m_renewal;
};

} // namespace lockscope::ui
