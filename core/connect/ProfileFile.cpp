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
    return failure(ErrorCode::Missing, phraseLater("find the connection"), name,
                   names.empty() ? phrase("no connections are kept in %1", file)
                                 : phrase("there are %1 in %2", listed(names), file));
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
                       phraseLater("read connections"), m_file.toStdString(), file.errorString().toStdString());
    if (file.size() > mostBytes)
        return failure(ErrorCode::TooLarge, phraseLater("read connections"), m_file.toStdString(),
                       phrase("it is no list of connections: it has more than 4 MiB"));
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
        return failure(ErrorCode::System, phraseLater("keep connections"), folder.toStdString(),
                       phrase("the folder can't be made"));
    QLockFile lock(m_file + u".lock"_s);
    if (!lock.tryLock(lockWaitLimitMs))
        return failure(
            ErrorCode::System, phraseLater("keep connections"), m_file.toStdString(),
            lock.error() == QLockFile::LockFailedError
                ? phrase("another window is writing it; try again")
                : phrase("no lock file can be written beside it: is the folder read-only, or the disk full?"));
    auto profiles = load();
    if (!profiles)
        return failure(profiles.error());
    if (auto changed = change(*profiles); !changed)
        return changed;
    const auto text = writeProfiles(*profiles);
    // What could not be read again would hide all the others with it.
    const auto readable = readProfiles(text);
    auto written = readable ? inspect::writePrivately(phraseLater("keep connections"), m_file, text)
                            : Result<void>(failure(readable.error()));
    if (!written) {
        written.error().path = m_file.toStdString();
        written.error().detail = phrase("%1; nothing was changed", written.error().detail);
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
            return failure(ErrorCode::NodeExists, phraseLater("keep the connection"), profile.name,
                           phrase("another one has this name; choose a new one"));
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
