// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/release/ActionRecord.h"

#include <string>

namespace lockscope::release {

/// The file in which every act is noted, one JSON object a line, private to the user (0600, in a folder 0700). Only
/// ever appended to, by as many processes as there are: each takes a lock for its line. A line is on the disk when
/// append() returns; one that does not fit leaves nothing behind.
/// A value; any thread. append() blocks while the disk writes, and for two seconds at most while another process does.
class ActionLog final {
public:
    explicit ActionLog(std::string file)
        : m_file(std::move(file))
    {
    }

    /// $XDG_DATA_HOME/lockscope/audit.jsonl, else ~/.local/share/lockscope/audit.jsonl.
    [[nodiscard]] static std::string userFile();

    [[nodiscard]] const std::string& file() const { return m_file; }

    /// Makes the folder and the file where they are missing. The error says in a sentence why it can't be written.
    [[nodiscard]] Result<void> append(const ActionRecord& record) const;

private:
    std::string m_file;
};

} // namespace lockscope::release
