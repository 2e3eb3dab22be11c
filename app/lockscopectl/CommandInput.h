// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/clients/ContendProtocol.h"

#include <QObject>
#include <QSocketNotifier>

#include <functional>

namespace lockscope::ctl {

/// Reads commands from standard input without blocking. Main thread, in the event loop.
class CommandInput final : public QObject {
public:
    /// Called for each line; an error if the line was too long.
    using OnLine = std::function<void(const Result<QByteArray>& line)>;

    CommandInput(OnLine onLine, std::function<void()> onEnd);

private:
    void read();

    OnLine m_onLine;
    std::function<void()> m_onEnd;
    console::OrderLines m_lines;
    QSocketNotifier m_notifier;
};

} // namespace lockscope::ctl
