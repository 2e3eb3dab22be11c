// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <functional>

namespace lockscope::connect {

/// Turns the first SIGINT or SIGTERM into a call in the event loop, so that a program can end cleanly. The second
/// signal ends the process at once. One instance at a time, on the main thread.
class Interrupt final : public QObject {
public:
    explicit Interrupt(std::function<void()> onInterrupt);
    ~Interrupt() override;

    /// Acts like the first signal, to end a program from inside, on any thread. No effect without an instance.
    static void raise();
};

} // namespace lockscope::connect
