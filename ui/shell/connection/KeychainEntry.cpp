// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/KeychainEntry.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

QString passwordKey(const std::string& name)
{
    return u"%1: password"_s.arg(QString::fromStdString(name));
}

QString keyPasswordKey(const std::string& name)
{
    return u"%1: password of the key"_s.arg(QString::fromStdString(name));
}

QString writePasswordKey(const std::string& name)
{
    return u"%1: password for releases"_s.arg(QString::fromStdString(name));
}

/// The recipient of a user's password, and how it is authenticated.
QByteArray purposeOfPassword(const connect::Profile& profile, const std::string& user)
{
    QJsonObject purpose{{u"user"_s, QString::fromStdString(user)},
                        {u"servers"_s, QString::fromStdString(profile.target())}};
    if (profile.tls)
        purpose.insert(u"tls"_s, QJsonObject{{u"ca"_s, QString::fromStdString(profile.tls->caFile)},
                                             {u"serverName"_s, QString::fromStdString(profile.tls->serverName)}});
    if (profile.ssh)
        purpose.insert(u"ssh"_s, QJsonObject{{u"destination"_s, QString::fromStdString(profile.ssh->destination)},
                                             {u"config"_s, QString::fromStdString(profile.ssh->configFile)}});
    return QJsonDocument(purpose).toJson(QJsonDocument::Compact);
}

QByteArray purposeOfKeyPassword(const connect::TlsSettings& tls)
{
    return QJsonDocument(QJsonObject{{u"key"_s, QString::fromStdString(tls.keyFile)}}).toJson(QJsonDocument::Compact);
}

} // namespace

QByteArray KeychainEntry::written(const connect::Secrets& secrets) const
{
    const QJsonObject entry{{u"for"_s, QString::fromUtf8(purpose)},
                            {u"secret"_s, QString::fromStdString(secrets.*secret)}};
    return QJsonDocument(entry).toJson(QJsonDocument::Compact);
}

std::optional<std::string> KeychainEntry::read(const QByteArray& written) const
{
    const auto entry = QJsonDocument::fromJson(written).object();
    const auto value = entry.value(u"secret"_s);
    if (!value.isString() || entry.value(u"for"_s) != QString::fromUtf8(purpose))
        return std::nullopt;
    return value.toString().toStdString();
}

std::vector<KeychainEntry> entriesOf(const connect::Profile& profile)
{
    std::vector<KeychainEntry> entries;
    if (!profile.user.empty() || profile.needsPassword)
        entries.push_back(
            {passwordKey(profile.name), purposeOfPassword(profile, profile.user), &connect::Secrets::password});
    if (!profile.writeUser.empty())
        entries.push_back({writePasswordKey(profile.name), purposeOfPassword(profile, profile.writeUser),
                           &connect::Secrets::writePassword});
    if (profile.tls && !profile.tls->keyFile.empty())
        entries.push_back(
            {keyPasswordKey(profile.name), purposeOfKeyPassword(*profile.tls), &connect::Secrets::keyPassword});
    return entries;
}

bool shareSecrets(const connect::Profile& one, const connect::Profile& other)
{
    return entriesOf(one) == entriesOf(other);
}

std::vector<QString> keychainKeysOf(const std::string& name)
{
    return {passwordKey(name), keyPasswordKey(name), writePasswordKey(name)};
}

} // namespace lockscope::ui
