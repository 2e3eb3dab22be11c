// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/Profile.h"

#include <QString>

namespace lockscope::connect {

/// The user's saved connections: one JSON file, readable by this user only. Any thread; blocks for the disk.
class ProfileFile final {
public:
    explicit ProfileFile(QString file = userFile());

    /// ~/.config/lockscope/profiles.json
    [[nodiscard]] static QString userFile();
    [[nodiscard]] const QString& file() const { return m_file; }

    /// Empty if there is no file. BadArguments: as readProfiles(), with the file. NoAuth, System: it can't be read.
    [[nodiscard]] Result<std::vector<Profile>> load() const;
    /// Finds a profile by name. Missing: no profile has this name; the error lists the names.
    [[nodiscard]] Result<Profile> find(const std::string& name) const;

    /// Reads the file again, so that changes by other windows stay. Replaces the profile named `replaced` (empty or
    /// missing: appends), and writes the file atomically. NodeExists: another profile has the name.
    [[nodiscard]] Result<void> keep(const Profile& profile, const std::string& replaced = {}) const;
    /// Removes a profile. Missing: no profile has this name.
    [[nodiscard]] Result<void> forget(const std::string& name) const;

private:
    template <typename Change> [[nodiscard]] Result<void> change(Change change) const;

    QString m_file;
};

} // namespace lockscope::connect
