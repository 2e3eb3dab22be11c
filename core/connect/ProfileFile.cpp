// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/ProfileFile.h"

#include "core/base/Phrase.h"
#include "core/model/files/PrivateFile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QStandardPaths>

#include <algorithm>

namespace lockscope::connect {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 mostBytes = 4LL << 20;
constexpr int lockWaitLimitMs = 2'000;

auto byName(const std::string& name)
{
    return [&name](const Profile& profile) { return profile.name == name; };
}

tl::unexpected<Error> noSuch(const std::vector<Profile>& profiles, const std::string& name, const QString& file)
{
    std::vector<std::string> names;
    names.reserve(profiles.size());
    for (const auto& profile : profiles)
        names.push_back(profile.name);
    return failure(ErrorCode::Missing, phraseLater("find the saved connection"), name,
                   names.empty() ? phrase("there are no saved connections in %1", file)
                                 : phrase("saved connections in %2: %1", listed(names), file));
}

} // namespace

ProfileFile::ProfileFile(QString file)
    : m_file(std::move(file))
{
}

QString ProfileFile::userFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/lockscope/profiles.json"_s;
}

Result<std::vector<Profile>> ProfileFile::load() const
{
    QFile file(m_file);
    if (!file.exists())
        return std::vector<Profile>();
    if (!file.open(QIODevice::ReadOnly))
        return failure(file.error() == QFileDevice::PermissionsError ? ErrorCode::NoAuth : ErrorCode::System,
                       phraseLater("read the saved connections in"), m_file.toStdString(),
                       file.errorString().toStdString());
    if (file.size() > mostBytes)
        return failure(ErrorCode::TooLarge, phraseLater("read the saved connections in"), m_file.toStdString(),
                       phrase("the file has more than 4 MiB, so it is not a list of saved connections"));
    auto profiles = readProfiles(file.readAll());
    if (!profiles)
        profiles.error().path = m_file.toStdString();
    return profiles;
}

Result<Profile> ProfileFile::find(const std::string& name) const
{
    auto profiles = load();
    if (!profiles)
        return failure(profiles.error());
    const auto found = std::find_if(profiles->begin(), profiles->end(), byName(name));
    if (found == profiles->end())
        return noSuch(*profiles, name, m_file);
    return *found;
}

template <typename Change> Result<void> ProfileFile::change(Change change) const
{
    const auto folder = QFileInfo(m_file).path();
    if (!QDir(folder).exists() &&
        (!QDir().mkpath(folder) ||
         !QFile::setPermissions(folder, QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner)))
        return failure(ErrorCode::System, phraseLater("save the connections in"), folder.toStdString(),
                       phrase("cannot create the folder"));
    QLockFile lock(m_file + u".lock"_s);
    if (!lock.tryLock(lockWaitLimitMs))
        return failure(ErrorCode::System, phraseLater("save the connections in"), m_file.toStdString(),
                       lock.error() == QLockFile::LockFailedError
                           ? phrase("another window is writing the file. Try again")
                           : phrase("cannot create a lock file in the same folder. Check that the folder is writable "
                                    "and that the disk is not full"));
    auto profiles = load();
    if (!profiles)
        return failure(profiles.error());
    if (auto changed = change(*profiles); !changed)
        return changed;
    const auto text = writeProfiles(*profiles);
    // Check before writing: one unreadable profile would make the whole file unreadable.
    const auto readable = readProfiles(text);
    auto written = readable ? inspect::writePrivately(phraseLater("save the connections in"), m_file, text)
                            : Result<void>(failure(readable.error()));
    if (!written) {
        written.error().path = m_file.toStdString();
        written.error().detail = phrase("%1. Nothing was changed", written.error().detail);
    }
    return written;
}

Result<void> ProfileFile::keep(const Profile& profile, const std::string& replaced) const
{
    return change([&](std::vector<Profile>& profiles) -> Result<void> {
        const auto place =
            replaced.empty() ? profiles.end() : std::find_if(profiles.begin(), profiles.end(), byName(replaced));
        const auto same = std::find_if(profiles.begin(), profiles.end(), byName(profile.name));
        if (same != profiles.end() && same != place)
            return failure(ErrorCode::BadArguments, phraseLater("save the connection"), profile.name,
                           phrase("another saved connection has this name. Choose a different name"));
        if (place != profiles.end())
            *place = profile;
        else
            profiles.push_back(profile);
        return {};
    });
}

Result<void> ProfileFile::forget(const std::string& name) const
{
    return change([&](std::vector<Profile>& profiles) -> Result<void> {
        const auto found = std::find_if(profiles.begin(), profiles.end(), byName(name));
        if (found == profiles.end())
            return noSuch(profiles, name, m_file);
        profiles.erase(found);
        return {};
    });
}

} // namespace lockscope::connect
