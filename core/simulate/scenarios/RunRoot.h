// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"

#include <QObject>

#include <chrono>
#include <optional>

namespace lockscope::console {

/// The place of a run on the servers: created before the run, removed with all its content after the run. Thread: the
/// creating one, with an event loop. The destructor closes its connection.
class RunRoot : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Waits until nothing is left that ends by itself, at most `waitLimit`; counts what remains, removes everything;
    /// cleared() follows. Only after prepared().
    virtual void clear(std::chrono::milliseconds waitLimit) = 0;

Q_SIGNALS:
    void prepared(const std::optional<lockscope::Error>& error);
    void cleared(int left, const std::optional<lockscope::Error>& error);
};

} // namespace lockscope::console
