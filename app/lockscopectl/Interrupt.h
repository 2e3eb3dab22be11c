// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <functional>

namespace lockscope::ctl {

/// Turns the first SIGINT or SIGTERM into a call in the event loop, so that a command can end in good order; the second
/// one ends the process at once. One at a time, on the main thread.
class Interrupt final : public QObject {
public:
    explicit Interrupt(std::function<void()> onInterrupt);
    ~Interrupt() override;

    /// As if the first signal came: for what ends a command from within, on any thread. Nothing while there is none.
    static void raise();
};

} // namespace lockscope::ctl
