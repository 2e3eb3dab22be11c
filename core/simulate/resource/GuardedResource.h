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

/// A resource that a lock protects; simulated clients write to it while they hold. A server on the loopback interface
/// with the protocol of ResourceProtocol.h and a ResourceLedger, whose header defines stale, rejected and overlap. A
/// guarded resource rejects stale writes; an unguarded one shows the effect of missing fencing tokens. Thread: the
/// creating one, with an event loop. The destructor closes every connection.
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
    /// A client entered, wrote or left, or its process has disconnected.
    void changed();
    /// A write was accepted or rejected.
    void wrote(const lockscope::console::Visit& visit, bool isAccepted);

private:
    struct Visitor {
        LineCutter lines{longestVisitBytes};
        QSet<QString> clients; ///< seen on this connection
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
