// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/release/ActionRecord.h"

#include <string>

namespace lockscope::release {

/// The system log (journald or syslogd), which keeps each act where its user cannot edit it: facility authpriv, as sudo
/// has it, one JSON object a message. Written as syslog(3) of glibc writes it, to a socket that a test can replace.
/// A value; any thread. Never blocks: where nothing reads, send() says so.
class SystemJournal final {
public:
    explicit SystemJournal(std::string socket = "/dev/log")
        : m_socket(std::move(socket))
    {
    }

    [[nodiscard]] Result<void> send(const ActionRecord& record) const;

private:
    std::string m_socket;
};

/// What is sent, without the header: who acts as whom on which node, why, and what came of it. Long texts are cut.
/// Pure.
[[nodiscard]] QByteArray journalText(const ActionRecord& record);

} // namespace lockscope::release
