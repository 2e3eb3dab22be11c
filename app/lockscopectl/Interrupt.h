// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <functional>

namespace lockscope::ctl {

/// Turns the first SIGINT or SIGTERM into a call in the event loop, so that a command can end cleanly. The second
/// signal ends the process at once. One instance at a time, on the main thread.
class Interrupt final : public QObject {
public:
    explicit Interrupt(std::function<void()> onInterrupt);
    ~Interrupt() override;

    /// Acts like the first signal, to end a command from inside, on any thread. No effect without an instance.
    static void raise();
};

} // namespace lockscope::ctl
