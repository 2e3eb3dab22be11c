// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/ActionLogReader.h"

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <optional>

namespace lockscope::ui {

/// Reads the audit trail again whenever it has changed, by this program or another, while it is wanted. Lives on the UI
/// thread; the file is looked at and read in a thread of Qt's pool.
class ActionLogSource final : public QObject {
    Q_OBJECT
public:
    explicit ActionLogSource(const QString& file, QObject* parent = nullptr);

    /// While nobody looks, nothing is read.
    void setWanted(bool wanted);
    [[nodiscard]] const QString& file() const { return m_file; }

Q_SIGNALS:
    void read(const lockscope::Result<lockscope::release::ActionLogReading>& reading);

private:
    /// What tells whether the file is another than the one that was read.
    struct State {
        qint64 size = -1;
        QDateTime changed;

        friend bool operator==(const State&, const State&) = default;
    };

    void look();
    void take(const State& state, const std::optional<Result<release::ActionLogReading>>& reading);

    QString m_file;
    QTimer m_timer;
    std::optional<State> m_seen;
    bool m_isLooking = false;
};

} // namespace lockscope::ui
