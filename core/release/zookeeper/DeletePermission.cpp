// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/zookeeper/DeletePermission.h"

#include "core/base/Phrase.h"

#include <QHostAddress>

#include <algorithm>
#include <iterator>

namespace lockscope::release {

namespace {

/// "10.0.0.0/8" or "10.0.0.7": whether ZooKeeper's ip scheme matches the address.
bool isWithin(QHostAddress own, const std::string& pattern)
{
    const auto text = QString::fromStdString(pattern);
    bool isMapped = false;
    if (const auto four = own.toIPv4Address(&isMapped); isMapped)
        own = QHostAddress(four);
    const auto network = QHostAddress::parseSubnet(text);
    return network.second >= 0 ? own.isInSubnet(network) : own == QHostAddress(text);
}

Allowed means(const zk::Acl& entry, const OwnIdentity& identity)
{
    if (entry.scheme == "world")
        return Allowed::Yes;
    if (entry.scheme == "ip") {
        const QHostAddress own(QString::fromStdString(identity.address));
        if (own.isNull())
            return Allowed::Unknown;
        return isWithin(own, entry.id) ? Allowed::Yes : Allowed::No;
    }
    const auto isSame = [&](const zk::Acl& own) { return own.scheme == entry.scheme && own.id == entry.id; };
    if (std::any_of(identity.accounts.begin(), identity.accounts.end(), isSame))
        return Allowed::Yes;
    if (entry.scheme != "digest")
        return Allowed::Unknown; // sasl, x509 and others: only the servers know our id
    // A server hides the digest from clients without the ADMIN permission.
    const auto user = entry.id.substr(0, entry.id.find(':'));
    const bool isHidden = entry.id == user + ":x";
    const auto isNamesake = [&](const zk::Acl& own) {
        return own.scheme == "digest" && own.id.substr(0, own.id.find(':')) == user;
    };
    return isHidden && std::any_of(identity.accounts.begin(), identity.accounts.end(), isNamesake) ? Allowed::Unknown
                                                                                                   : Allowed::No;
}

} // namespace

std::vector<std::string> accountNames(const std::vector<zk::Acl>& accounts)
{
    std::vector<std::string> names;
    std::transform(accounts.begin(), accounts.end(), std::back_inserter(names), accountName);
    return names;
}

std::string accountName(const zk::Acl& account)
{
    return account.scheme + ":" +
           (account.scheme == "digest" ? account.id.substr(0, account.id.find(':')) : account.id);
}

Permission deletePermission(const std::string& parent, const Result<std::vector<zk::Acl>>& acl,
                            const OwnIdentity& identity)
{
    if (!acl && acl.error().code == ErrorCode::NoAuth)
        return {Allowed::Unknown,
                phrase("The DELETE permission on %1 is unknown: there is no permission to read its ACL.", parent)};
    if (!acl)
        return {Allowed::Unknown, phrase("The DELETE permission on %1 is unknown. %2.", parent, describe(acl.error()))};
    std::vector<std::string> unclear;
    std::vector<std::string> others;
    for (const auto& entry : *acl) {
        if ((entry.permissions & zk::Permission::Delete) == 0)
            continue;
        const auto meant = means(entry, identity);
        if (meant == Allowed::Yes)
            return {Allowed::Yes,
                    phrase("The ACL of %1 grants the DELETE permission to %2, which includes this connection.", parent,
                           accountName(entry))};
        (meant == Allowed::Unknown ? unclear : others).push_back(accountName(entry));
    }
    if (!unclear.empty())
        return {Allowed::Unknown, phrase("The ACL of %1 grants the DELETE permission to %2. It is unknown whether that "
                                         "includes this connection.",
                                         parent, listed(unclear))};
    if (!others.empty())
        return {Allowed::No, phrase("The DELETE permission on %1 is missing: its ACL grants it only to %2, which does "
                                    "not include this connection.",
                                    parent, listed(others))};
    return {Allowed::No, phrase("The DELETE permission on %1 is missing: its ACL grants it to no user.", parent)};
}

Allowed allowedBy(const Result<std::vector<zk::Acl>>& acl, std::int32_t permission, const OwnIdentity& identity)
{
    if (!acl)
        return Allowed::Unknown;
    auto allowed = Allowed::No;
    for (const auto& entry : *acl) {
        if ((entry.permissions & permission) == 0)
            continue;
        const auto meant = means(entry, identity);
        if (meant == Allowed::Yes)
            return meant;
        if (meant == Allowed::Unknown)
            allowed = meant;
    }
    return allowed;
}

} // namespace lockscope::release
