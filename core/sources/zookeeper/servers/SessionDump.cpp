// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/SessionDump.h"

#include "core/sources/zookeeper/servers/AnswerText.h"

#include <QJsonArray>
#include <QLocale>
#include <QTimeZone>

#include <algorithm>

namespace lockscope::ensemble {

namespace {

using std::chrono::milliseconds;

/// Collects ephemeral nodes and sorts them: servers list them without an order.
class Ephemerals final {
public:
    explicit Ephemerals(std::string_view chroot)
        : m_chroot(chroot)
    {
    }

    void add(std::string path, SessionId owner)
    {
        if (m_chroot.empty()) {
            m_list.emplace_back(std::move(path), owner);
        } else if (const auto inside = withinChroot(path, m_chroot)) {
            m_list.emplace_back(std::string(*inside), owner);
        }
    }

    [[nodiscard]] EphemeralOwners take()
    {
        std::sort(m_list.begin(), m_list.end());
        const auto isSame = [](const auto& one, const auto& other) { return one.first == other.first; };
        m_list.erase(std::unique(m_list.begin(), m_list.end(), isSame), m_list.end());
        return std::move(m_list);
    }

private:
    std::string_view m_chroot;
    EphemeralOwners m_list;
};

/// Parses "Sat Nov 21 19:24:40 UTC 2026"; the zone is read as UTC.
std::optional<WallTime> javaDate(QByteArrayView text)
{
    const auto words = text.trimmed().toByteArray().split(' ');
    if (words.size() != 6)
        return std::nullopt;
    const auto date =
        QLocale::c().toDateTime(QString::fromLatin1(words[1] + ' ' + words[2] + ' ' + words[3] + ' ' + words[5]),
                                QStringLiteral("MMM dd HH:mm:ss yyyy"));
    if (!date.isValid())
        return std::nullopt;
    return WallTime(milliseconds(QDateTime(date.date(), date.time(), QTimeZone::utc()).toMSecsSinceEpoch()));
}

/// The UTC offset of the server's time zone. Offsets are multiples of a quarter of an hour, and the next expiry is at
/// most some seconds away.
milliseconds zoneOf(WallTime earliest, WallTime now)
{
    constexpr qint64 quarter = 15LL * 60 * 1'000;
    const auto ahead = (earliest - now).count();
    const auto quarters = (ahead + (ahead < 0 ? -quarter / 2 : quarter / 2)) / quarter;
    return milliseconds(quarters * quarter);
}

} // namespace

std::optional<SessionDump> dumpFromJson(const QByteArray& answer, std::string_view chroot)
{
    const auto object = commandAnswer(answer);
    if (!object)
        return std::nullopt;
    const auto owners = object->value(QLatin1String("session_id_to_ephemeral_paths"));
    if (!owners.isObject())
        return std::nullopt;
    SessionDump dump;
    Ephemerals ephemerals(chroot);
    const auto bySession = owners.toObject();
    for (auto owner = bySession.begin(); owner != bySession.end(); ++owner) {
        const auto session = sessionIdIn(owner.key().toLatin1());
        if (!session)
            continue;
        const auto paths = owner.value().toArray();
        for (const auto& path : paths)
            ephemerals.add(path.toString().toStdString(), *session);
    }
    dump.ephemerals = ephemerals.take();

    const auto expiries = object->value(QLatin1String("expiry_time_to_session_ids")).toObject();
    if (expiries.isEmpty())
        return dump; // from a follower; a leader lists at least our own session
    dump.sessions.emplace();
    for (auto expiry = expiries.begin(); expiry != expiries.end(); ++expiry) {
        bool isNumber = false;
        const auto time = expiry.key().toLongLong(&isNumber);
        const bool isTime = isNumber && time >= 0 && time <= mostMilliseconds;
        if (isTime)
            dump.nextExpiryUptime = std::min(dump.nextExpiryUptime.value_or(time), std::int64_t(time));
        const auto sessions = expiry.value().toArray();
        for (const auto& value : sessions) {
            if (const auto session = sessionIdIn(value)) {
                auto& reported = (*dump.sessions)[*session];
                if (isTime)
                    reported.expiresAtUptime = time;
            }
        }
    }
    return dump;
}

std::optional<SessionDump> dumpFromWord(const QByteArray& answer, std::string_view chroot, WallTime now)
{
    // A leader's reply begins with "SessionTracker dump:" and "Session Sets", a follower's has "Global Sessions(n):".
    if (!answer.startsWith("SessionTracker dump") && !answer.startsWith("Global Sessions"))
        return std::nullopt;
    enum class Part {
        Sessions,
        Ephemerals,
        Connections
    } part = Part::Sessions;
    SessionDump dump;
    dump.sessions.emplace();
    Ephemerals ephemerals(chroot);
    std::optional<WallTime> expiry;
    std::optional<WallTime> earliest;
    std::optional<SessionId> owner;
    eachLine(answer, [&](QByteArrayView line) {
        if (line.startsWith("ephemeral nodes dump")) {
            part = Part::Ephemerals;
        } else if (line.startsWith("Connections dump")) {
            part = Part::Connections;
        } else if (part == Part::Sessions) {
            if (const auto at = line.indexOf(" expire at "); at >= 0) {
                auto date = line.sliced(at + 11);
                if (date.endsWith(':'))
                    date.chop(1);
                expiry = javaDate(date);
                if (expiry)
                    earliest = std::min(earliest.value_or(*expiry), *expiry);
                return true;
            }
            // "\t0x…" below an expiry time, or "0x…\t10000ms" of a follower.
            const auto trimmed = line.trimmed();
            const auto tab = trimmed.indexOf('\t');
            const auto session = sessionIdIn(tab < 0 ? trimmed : trimmed.first(tab));
            if (!session || !trimmed.startsWith("0x"))
                return true;
            auto& reported = (*dump.sessions)[*session];
            reported.expiresAt = expiry;
            bool isNumber = false;
            if (tab > 0 && trimmed.endsWith("ms")) {
                const auto timeout = trimmed.sliced(tab + 1).chopped(2).toLongLong(&isNumber);
                if (isNumber && timeout >= 0 && timeout <= mostMilliseconds)
                    reported.timeout = milliseconds(timeout);
            }
        } else if (part == Part::Ephemerals) {
            if (line.startsWith("\t/") && owner) {
                ephemerals.add(line.sliced(1).toByteArray().toStdString(), *owner);
            } else if (line.startsWith("0x") && line.endsWith(':')) {
                owner = sessionIdIn(line.chopped(1));
                if (owner)
                    (*dump.sessions)[*owner];
            }
        }
        return true;
    });
    if (part == Part::Sessions)
        return std::nullopt; // incomplete: missing sessions would seem expired
    if (earliest) {
        const auto zone = zoneOf(*earliest, now);
        for (auto& [session, reported] : *dump.sessions) {
            if (reported.expiresAt)
                *reported.expiresAt -= zone;
        }
    }
    dump.ephemerals = ephemerals.take();
    return dump;
}

} // namespace lockscope::ensemble
