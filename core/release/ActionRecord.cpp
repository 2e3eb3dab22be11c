// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/ActionRecord.h"

#include "core/model/SnapshotJson.h"
#include "core/model/json/JsonValues.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFile>
#include <QJsonDocument>
#include <QSysInfo>

#include <array>
#include <charconv>
#include <cstdint>
#include <pwd.h>
#include <unistd.h>

namespace lockscope::release {

using inspect::text;
using inspect::textOrNull;

namespace {

constexpr std::array verdicts{ActionStatus::Released,    ActionStatus::Followed, ActionStatus::Ignored,
                              ActionStatus::AlreadyGone, ActionStatus::Refused,  ActionStatus::Failed,
                              ActionStatus::Unknown};

/// The user's name, or the number without one.
std::string userName(long long uid)
{
    std::array<char, 4096> buffer{};
    passwd entry{};
    passwd* found = nullptr;
    const bool isKnown =
        getpwuid_r(static_cast<uid_t>(uid), &entry, buffer.data(), buffer.size(), &found) == 0 && found;
    return isKnown ? std::string(found->pw_name) : std::to_string(uid);
}

std::string joined(const std::vector<std::string>& texts)
{
    std::string all;
    for (const auto& one : texts)
        all += (all.empty() ? "" : ", ") + one;
    return all;
}

std::string in(const QJsonObject& object, const char* key)
{
    return object.value(QLatin1String(key)).toString().toStdString();
}

bool isRedis(const ActionRecord& record)
{
    return in(record.plan, "backend") == toString(inspect::Backend::Redis);
}

} // namespace

std::optional<long long> loginUidIn(std::string_view text)
{
    constexpr std::uint32_t unset = 0xffffffffU;
    std::uint32_t uid = unset;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), uid);
    const bool isNumber = error == std::errc() && (end == text.data() + text.size() || *end == '\n');
    return isNumber && uid != unset ? std::optional<long long>(uid) : std::nullopt;
}

Actor Actor::self()
{
    Actor actor;
    actor.uid = getuid();
    actor.user = userName(actor.uid);
    QFile login(QStringLiteral("/proc/self/loginuid"));
    if (login.open(QIODevice::ReadOnly))
        actor.loginUid = loginUidIn(login.readAll().toStdString());
    if (actor.loginUid)
        actor.loginUser = userName(*actor.loginUid);
    actor.sudoUser = qgetenv("SUDO_USER").toStdString();
    actor.machine = QSysInfo::machineHostName().toStdString();
    actor.program = QCoreApplication::applicationName().toStdString();
    actor.pid = getpid();
    return actor;
}

std::string_view toString(Act act)
{
    return act == Act::Release ? "release" : "revoke";
}

std::string_view toString(ActionStatus verdict)
{
    switch (verdict) {
    case ActionStatus::Released:
        return "released";
    case ActionStatus::Followed:
        return "followed";
    case ActionStatus::Ignored:
        return "ignored";
    case ActionStatus::AlreadyGone:
        return "already-gone";
    case ActionStatus::Refused:
        return "refused";
    case ActionStatus::Failed:
        return "failed";
    case ActionStatus::Unknown:
        break;
    }
    return "unknown";
}

std::optional<ActionStatus> verdictFrom(std::string_view word)
{
    for (const auto verdict : verdicts) {
        if (toString(verdict) == word)
            return verdict;
    }
    return std::nullopt;
}

std::string ActionRecord::nodePath() const
{
    return in(plan, "nodePath");
}

std::string ActionRecord::lockPath() const
{
    return in(plan, "path");
}

QByteArray auditLine(const ActionRecord& record)
{
    const auto& actor = record.actor;
    const auto account = joined(record.access.accounts);
    QJsonObject json{
        {QStringLiteral("at"), inspect::isoTime(record.at)},
        {QStringLiteral("id"), text(record.id)},
        {QStringLiteral("phase"), record.outcome ? QStringLiteral("outcome") : QStringLiteral("intent")},
        {QStringLiteral("act"), text(toString(record.act))},
        {QStringLiteral("user"), text(actor.user)},
        {QStringLiteral("uid"), static_cast<qint64>(actor.uid)},
        {QStringLiteral("sudoUser"), textOrNull(actor.sudoUser)},
        {QStringLiteral("loginUser"), textOrNull(actor.loginUser)},
        {QStringLiteral("loginUid"), actor.loginUid ? QJsonValue(static_cast<qint64>(*actor.loginUid)) : QJsonValue()},
        {QStringLiteral("machine"), text(actor.machine)},
        {QStringLiteral("program"), text(actor.program)},
        {QStringLiteral("pid"), static_cast<qint64>(actor.pid)},
        {QStringLiteral("connect"), text(record.connect)},
        {QStringLiteral("profile"), textOrNull(record.access.profile)},
        {QStringLiteral("account"), textOrNull(account)},
        {QStringLiteral("zooKeeperUser"), isRedis(record) ? QJsonValue() : textOrNull(account)},
        {QStringLiteral("unlock"), record.access.unlocked},
        {QStringLiteral("journal"), textOrNull(record.journal)},
        {QStringLiteral("session"), textOrNull(record.session)},
        {QStringLiteral("reason"), textOrNull(record.reason)},
        {QStringLiteral("ticket"), textOrNull(record.ticket)},
        {QStringLiteral("plan"), record.plan},
    };
    if (const auto& outcome = record.outcome) {
        json.insert(QStringLiteral("result"), text(toString(outcome->verdict)));
        json.insert(QStringLiteral("text"), text(outcome->text));
        json.insert(QStringLiteral("tookMs"), static_cast<qint64>(outcome->took.count()));
        json.insert(QStringLiteral("verified"), outcome->verified);
        json.insert(QStringLiteral("holder"),
                    outcome->holder.empty()
                        ? QJsonValue()
                        : QJsonObject{{QStringLiteral("node"), text(outcome->holder)},
                                      {QStringLiteral("client"), textOrNull(outcome->holderClient)}});
    }
    return QJsonDocument(json).toJson(QJsonDocument::Compact) + '\n';
}

std::optional<ActionRecord> parseActionRecord(const QByteArray& line)
{
    const auto json = QJsonDocument::fromJson(line).object();
    ActionRecord record;
    record.id = in(json, "id");
    const auto at = QDateTime::fromString(json.value(u"at").toString(), Qt::ISODateWithMs);
    const auto phase = json.value(u"phase").toString();
    const auto act = in(json, "act");
    const bool isAct = act == toString(Act::Release) || act == toString(Act::Revoke);
    if (record.id.empty() || !at.isValid() || !isAct || (phase != u"intent" && phase != u"outcome"))
        return std::nullopt;
    record.at = WallTime(std::chrono::milliseconds(at.toMSecsSinceEpoch()));
    record.act = act == toString(Act::Release) ? Act::Release : Act::Revoke;
    record.actor = {in(json, "user"),    json.value(u"uid").toInteger(), in(json, "sudoUser"), in(json, "machine"),
                    in(json, "program"), json.value(u"pid").toInteger()};
    if (json.value(u"loginUid").isDouble())
        record.actor.loginUid = json.value(u"loginUid").toInteger();
    record.actor.loginUser = in(json, "loginUser");
    record.connect = in(json, "connect");
    record.access.profile = in(json, "profile");
    const auto accounts =
        json.value(json.contains(u"account") ? u"account" : u"zooKeeperUser").toString(); // before 2.0
    for (const auto& account : accounts.split(QStringLiteral(", "), Qt::SkipEmptyParts))
        record.access.accounts.push_back(account.toStdString());
    record.access.unlocked = json.value(u"unlock").toBool();
    record.journal = in(json, "journal");
    record.session = in(json, "session");
    record.reason = in(json, "reason");
    record.ticket = in(json, "ticket");
    record.plan = json.value(u"plan").toObject();
    if (phase == u"outcome") {
        const auto verdict = verdictFrom(in(json, "result"));
        if (!verdict)
            return std::nullopt;
        const auto holder = json.value(u"holder").toObject();
        record.outcome = ActionOutcome{*verdict,
                                       in(json, "text"),
                                       std::chrono::milliseconds(json.value(u"tookMs").toInteger()),
                                       json.value(u"verified").toBool(),
                                       in(holder, "node"),
                                       in(holder, "client")};
    }
    return record;
}

} // namespace lockscope::release
