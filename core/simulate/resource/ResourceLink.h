// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/model/files/LineCutter.h"
#include "core/simulate/resource/ResourceWriter.h"

#include <QByteArray>
#include <QElapsedTimer>
#include <QHash>
#include <QObject>
#include <QString>
#include <QTcpSocket>
#include <QTimer>

#include <chrono>
#include <cstdint>

namespace lockscope::console {

/// A process's connection to the guarded resource, for all its clients. It connects at the first visit, and again at
/// the next visit after a failure. Every visit gets a reply: from the resource, or NoConnection if the connection
/// fails, breaks or is silent for `silence`, without the time for which this process was stopped. Thread: created and
/// destroyed on one with an event loop, which is not the executor's; say() on any. Replies run on the executor, which
/// must outlive it.
class ResourceLink final : public QObject {
public:
    /// "127.0.0.1:PORT"; other addresses are refused: a simulation stays on this machine.
    [[nodiscard]] static Result<quint16> parseAddress(const QString& text);

    ResourceLink(quint16 port, Executor& executor, std::chrono::milliseconds silence = std::chrono::seconds(5));
    ~ResourceLink() override;

    void say(const Visit& visit, ResourceWriter::Reply reply);

private:
    void send(const Visit& visit, const ResourceWriter::Reply& reply);
    void read();
    void awaitAnswer();
    void onSilence();
    void fail(const QString& why);
    void answer(const ResourceWriter::Reply& reply, const Result<void>& outcome);

    quint16 m_port;
    Executor& m_executor;
    QTcpSocket m_socket;
    QTimer m_silence;
    QElapsedTimer m_awaited; ///< since m_silence was started
    LineCutter m_lines{longestVisitBytes};
    QByteArray m_unsent; ///< visits from before the connection was made
    QHash<std::int64_t, ResourceWriter::Reply> m_open;
    std::int64_t m_lastId = 0;
};

} // namespace lockscope::console
