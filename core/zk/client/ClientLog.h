// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"

#include <cstddef>
#include <string>

namespace lockscope::zk {

/// Takes the C client's own log lines to a Log. Private to core/zk.
///
/// The C client calls back with the line alone, so a line can only be told apart by the function that it is given to.
/// There is a fixed number of such functions, and one process-wide table of who has which: the one place where this
/// library has state of the process, because the C client leaves no other. When all are taken, the lines of the handles
/// beyond are dropped.
///
/// Any thread. It must outlive the handle that its callback was given to.
class ClientLog final {
public:
    using Callback = void (*)(const char* line);

    explicit ClientLog(Log log);
    ~ClientLog();
    ClientLog(const ClientLog&) = delete;
    ClientLog& operator=(const ClientLog&) = delete;

    [[nodiscard]] Callback callback() const;

    /// The last error that the C client spoke of, for instance why no server could be reached. Empty when none.
    [[nodiscard]] std::string lastError() const;

private:
    std::size_t m_slot;
};

} // namespace lockscope::zk
