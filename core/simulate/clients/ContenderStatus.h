// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonObject>
#include <QString>

#include <vector>

namespace lockscope::console {

/// What one simulated client believes, made of the events of its process (ContendJson.h). Pure.
struct ContenderStatus {
    enum class State {
        Starting,
        Connected, ///< under control: waits for the order to start
        Waiting,
        Holding,
        Idle,
        Suspended,
        Ended
    };

    struct Counts {
        int granted = 0;
        int timedOut = 0;
        int errors = 0;
        int lost = 0;
        int writesRejected = 0; ///< by the guarded resource
        int askedToLetGo = 0;   ///< revocations heard
        qint64 lastWaitMs = -1;
        QString token; ///< fencing token of the last grant, "0x…"
    };

    /// A lock that it believes to hold.
    struct Holding {
        QString path;
        QString node;
        QString nodePath;
        QString mode; ///< "write" or "read"
        QString token;
        bool isLost = false; ///< a careless client goes on after the loss
    };

    QString name;
    State state = State::Starting;
    QString node; ///< that it queued or was granted with last; empty between two
    std::vector<Holding> holdings;
    Counts counts;
    QString complaint; ///< its last error

    /// Takes up one line of its own.
    void apply(const QJsonObject& line);

private:
    void enter(State next);
    void granted(const QJsonObject& line);
    void released(const QJsonObject& line);
    void lost(const QJsonObject& line);
    void noted(const QJsonObject& line);

    State m_resumed = State::Connected; ///< what it is in again when a suspended connection comes back
};

} // namespace lockscope::console
