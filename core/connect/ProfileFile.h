// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/Profile.h"

#include <QString>

namespace lockscope::connect {

/// The user's connections on disk: one JSON file, the user's alone. Any thread; blocks for the disk.
class ProfileFile final {
public:
    explicit ProfileFile(QString file = userFile());

    /// ~/.config/lockscope/profiles.json
    [[nodiscard]] static QString userFile();
    [[nodiscard]] const QString& file() const { return m_file; }

    /// None where there is no file. BadArguments: as readProfiles(), with the file. NoAuth, System: it can't be read.
    [[nodiscard]] Result<std::vector<Profile>> load() const;
    /// The one of that name. Missing: there is none; tells which there are.
    [[nodiscard]] Result<Profile> find(const std::string& name) const;

    /// Reads the file again, so that what another window has kept in the meantime stays, puts this one in place of that
    /// of the name `replaced` (empty, or gone: behind the others), and writes it as a whole or not at all. NodeExists:
    /// another one has the name.
    [[nodiscard]] Result<void> keep(const Profile& profile, const std::string& replaced = {}) const;
    /// Missing: there is none of that name.
    [[nodiscard]] Result<void> forget(const std::string& name) const;

private:
    template <typename Change> [[nodiscard]] Result<void> change(Change change) const;

    QString m_file;
};

} // namespace lockscope::connect
