// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/bench/MeasureThread.h"

#include "app/lockscopectl/Link.h"
#include "core/connect/Interrupt.h"

#include <QCoreApplication>

#include <thread>

namespace lockscope::ctl {

int measureOnceConnected(const std::function<void(Task)>& whenConnected, std::stop_source& enough,
                         const std::function<Exit()>& measure)
{
    std::jthread measuring;
    const connect::Interrupt interrupt([&] {
        enough.request_stop();
        if (!measuring.joinable())
            QCoreApplication::exit(Done);
    });
    whenConnected([&] {
        onMainThread([&] {
            measuring = std::jthread([&] {
                const auto status = measure();
                onMainThread([status] { QCoreApplication::exit(status); });
            });
        });
    });
    const auto status = QCoreApplication::exec();
    enough.request_stop();
    return status;
}

} // namespace lockscope::ctl
