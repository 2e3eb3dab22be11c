// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/Profile.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockscope::connect {

using namespace Qt::StringLiterals;

namespace {

/// A JSON object without members that have default values.
class SparseObject final {
public:
    void put(const QString& key, const QJsonValue& value, const QJsonValue& usual)
    {
        if (value != usual)
            m_object.insert(key, value);
    }
    void put(const QString& key, const std::string& text) { put(key, QString::fromStdString(text), QString()); }
    [[nodiscard]] const QJsonObject& object() const { return m_object; }

private:
    QJsonObject m_object;
};

template <typename T, typename F> QJsonArray listOf(const std::vector<T>& values, F toJson)
{
    QJsonArray list;
    for (const auto& value : values)
        list.append(toJson(value));
    return list;
}

QJsonArray textsOf(const std::vector<std::string>& texts)
{
    return listOf(texts, [](const std::string& text) { return QString::fromStdString(text); });
}

QJsonArray numbersOf(const std::vector<int>& numbers)
{
    return listOf(numbers, [](int number) { return number; });
}

QJsonObject objectOf(const TlsSettings& tls)
{
    SparseObject object;
    object.put(u"ca"_s, tls.caFile);
    object.put(u"certificate"_s, tls.certificateFile);
    object.put(u"key"_s, tls.keyFile);
    object.put(u"serverName"_s, tls.serverName);
    return object.object();
}

QJsonObject objectOf(const SshSettings& ssh)
{
    SparseObject object;
    object.put(u"destination"_s, ssh.destination);
    object.put(u"configFile"_s, ssh.configFile);
    return object.object();
}

QJsonObject objectOf(const Profile& profile)
{
    const Profile usual;
    const auto number = [](auto duration) { return static_cast<qint64>(duration.count()); };
    SparseObject object;
    object.put(u"name"_s, profile.name);
    object.put(u"colour"_s, profile.colour);
    object.put(u"servers"_s, profile.redis ? redis::toString(*profile.redis) : zk::toString(profile.servers));
    object.put(u"sessionTimeoutMs"_s, number(profile.sessionTimeout), number(usual.sessionTimeout));
    object.put(u"roots"_s, textsOf(profile.roots), profile.redis ? QJsonArray() : textsOf(usual.roots));
    object.put(u"readOnly"_s, profile.readOnly, false);
    object.put(u"production"_s, profile.production, false);
    object.put(u"unlockMinutes"_s, number(profile.unlockMinutes()), number(usual.unlockMinutes()));
    object.put(u"adminPorts"_s, numbersOf(profile.adminPorts), numbersOf(usual.adminPorts));
    object.put(u"adminTls"_s, profile.adminTls, false);
    object.put(u"words"_s, profile.words, usual.words);
    object.put(u"requestsPerSecond"_s, profile.requestsPerSecond, 0);
    object.put(u"watchBudget"_s, profile.watchBudget, 0);
    object.put(u"hostsFile"_s, profile.hostsFile);
    object.put(u"resolveHosts"_s, profile.resolveHosts, false);
    object.put(u"user"_s, profile.user);
    object.put(u"needsPassword"_s, profile.needsPassword, false);
    object.put(u"writeUser"_s, profile.writeUser);
    auto json = object.object();
    if (profile.tls)
        json.insert(u"tls"_s, objectOf(*profile.tls));
    if (profile.ssh)
        json.insert(u"ssh"_s, objectOf(*profile.ssh));
    return json;
}

} // namespace

QByteArray writeProfiles(const std::vector<Profile>& profiles)
{
    const auto list = listOf(profiles, [](const Profile& profile) { return objectOf(profile); });
    return QJsonDocument(QJsonObject{{u"profiles"_s, list}}).toJson(QJsonDocument::Indented);
}

} // namespace lockscope::connect
