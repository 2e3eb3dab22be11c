// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/ActionLogReader.h"

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <optional>

namespace lockscope::ui {

/// While enabled, reads the action log again after each change, by this program or another one. Lives on the UI thread;
/// a thread of Qt's pool checks and reads the file.
class ActionLogSource final : public QObject {
    Q_OBJECT
public:
    explicit ActionLogSource(const QString& file, QObject* parent = nullptr);

    /// While false, the file is not read.
    void setWanted(bool wanted);
    [[nodiscard]] const QString& file() const { return m_file; }

Q_SIGNALS:
    void read(const lockscope::Result<lockscope::release::ActionLogReading>& reading);

private:
    /// Size and change time of the file: another value means that the file has changed.
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
