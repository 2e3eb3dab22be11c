// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/Interrupt.h"

#include <QSocketNotifier>

#include <csignal>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace lockscope::connect {

namespace {

// A signal handler can only use global data.
int wakeUp[2] = {-1, -1};

void onSignal(int number)
{
    Interrupt::raise();
    std::signal(number, SIG_DFL); // the second signal ends the process
}

} // namespace

Interrupt::Interrupt(std::function<void()> onInterrupt)
{
    if (pipe2(wakeUp, O_CLOEXEC | O_NONBLOCK) != 0)
        qFatal("cannot create a pipe for signals: the process has no free file descriptors");
    auto* notifier = new QSocketNotifier(wakeUp[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [onInterrupt = std::move(onInterrupt)] {
        char byte = 0;
        if (read(wakeUp[0], &byte, 1) == 1)
            onInterrupt();
    });
    std::signal(SIGINT, &onSignal);
    std::signal(SIGTERM, &onSignal);
}

Interrupt::~Interrupt()
{
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    close(wakeUp[0]);
    close(std::exchange(wakeUp[1], -1));
}

void Interrupt::raise()
{
    const char byte = 1;
    [[maybe_unused]] const auto written = ::write(wakeUp[1], &byte, 1);
}

} // namespace lockscope::connect
