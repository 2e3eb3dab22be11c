// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/release/ActionRecord.h"

#include <string>

namespace lockscope::release {

/// The file that records every act, one JSON object per line, private to the user (0600, in a folder 0700). Append
/// only; several processes may append, each under a file lock. When append() returns, the line is on the disk; a line
/// that cannot be written whole is removed.
/// A value; any thread. append() blocks for the disk, and at most two seconds for another process.
class ActionLog final {
public:
    explicit ActionLog(std::string file)
        : m_file(std::move(file))
    {
    }

    /// $XDG_DATA_HOME/lockscope/audit.jsonl, else ~/.local/share/lockscope/audit.jsonl.
    [[nodiscard]] static std::string userFile();

    [[nodiscard]] const std::string& file() const { return m_file; }

    /// Creates the folder and the file if missing. The error says why the file cannot be written.
    [[nodiscard]] Result<void> append(const ActionRecord& record) const;

private:
    std::string m_file;
};

} // namespace lockscope::release
