// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/files/LineCutter.h"
#include "core/simulate/resource/ResourceLedger.h"

#include <QByteArray>
#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>
#include <QTcpServer>
#include <QTcpSocket>

namespace lockscope::console {

/// Something that a lock protects, for simulated clients to write to while they hold: a server on the loopback that
/// speaks ResourceProtocol.h and keeps a ResourceLedger, whose header says what is stale, rejected and an overlap.
/// Guarded it rejects stale writes; unguarded it shows what happens without fencing tokens.
/// Thread: the one that made it, which needs an event loop. Destroyed, it closes every connection.
class GuardedResource final : public QObject {
    Q_OBJECT
public:
    enum class Fencing {
        Guarded,
        Unguarded
    };

    explicit GuardedResource(Fencing fencing = Fencing::Guarded, QObject* parent = nullptr);
    ~GuardedResource() override;

    /// Listens on a free port of 127.0.0.1. Errors: System.
    [[nodiscard]] Result<void> listen();
    /// "127.0.0.1:PORT", for ContendOptions::resource; empty before listen().
    [[nodiscard]] QString address() const;

    [[nodiscard]] const ResourceLedger& ledger() const { return m_ledger; }

Q_SIGNALS:
    /// Somebody entered, wrote or left, or its process has gone.
    void changed();

private:
    struct Visitor {
        LineCutter lines{longestVisitBytes};
        QSet<QString> clients; ///< who have spoken on this connection
    };

    void accept();
    void read(QTcpSocket& socket);
    void takeLine(QTcpSocket& socket, const QByteArray& line);
    void forget(QTcpSocket& socket);
    [[nodiscard]] SteadyTime now() const { return m_clock.now(); }

    SystemClock m_clock;
    ResourceLedger m_ledger;
    QTcpServer m_server;
    QHash<QTcpSocket*, Visitor> m_visitors;
};

} // namespace lockscope::console
