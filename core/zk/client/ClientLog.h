// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"

#include <cstddef>
#include <string>

namespace lockscope::zk {

/// Forwards the C client's log messages to a Log. Private to core/zk.
///
/// The C client's log callback gets only the message, so the callback function itself identifies the handle. There is a
/// fixed number of these functions, and one process-wide table of their users. This is the library's only process-wide
/// state; the C client offers no alternative. When all functions are in use, the messages of further handles are
/// dropped.
///
/// Any thread. Must outlive the handle that uses its callback.
class ClientLog final {
public:
    using Callback = void (*)(const char* line);

    explicit ClientLog(Log log);
    ~ClientLog();
    ClientLog(const ClientLog&) = delete;
    ClientLog& operator=(const ClientLog&) = delete;

    [[nodiscard]] Callback callback() const;

    /// The last error that the C client logged, for example why no server was reachable; empty if none.
    [[nodiscard]] std::string lastError() const;

private:
    std::size_t m_slot;
};

} // namespace lockscope::zk
