// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/release/ActionRecord.h"

#include <string>

namespace lockscope::release {

/// The system log (journald or syslogd), which keeps a copy of each act that its user cannot edit. Facility authpriv,
/// as sudo uses, one JSON object per message. Format as glibc's syslog(3), to a socket that a test can replace.
/// A value; any thread. Never blocks: send() returns an error if no log daemon reads.
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

/// The message without its header: user, identity, node, reason and outcome. Long texts are cut. Pure.
[[nodiscard]] QByteArray journalText(const ActionRecord& record);

} // namespace lockscope::release
