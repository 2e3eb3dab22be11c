// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/ConnectionTarget.h"

#include "core/base/Path.h"

#include <QRegularExpression>

namespace lockscope::ui {

Result<ConnectionTarget> parseTarget(const QString& connect, const QStringList& roots)
{
    ConnectionTarget target;
    target.text = connect.trimmed();
    auto& profile = target.profile;
    profile.roots.clear();
    if (redis::isRedisTarget(target.text.toStdString())) {
        auto servers = redis::parseTarget(target.text.toStdString());
        if (!servers)
            return failure(servers.error());
        profile.redis = *std::move(servers);
        profile.user = profile.redis->user;
        for (const auto& root : roots) {
            if (!root.trimmed().isEmpty() && root.trimmed() != u"/")
                profile.roots.push_back(root.trimmed().toStdString());
        }
        return target;
    }
    auto servers = zk::parseConnectString(target.text.toStdString());
    if (!servers)
        return failure(servers.error());
    profile.servers = std::move(*servers);
    for (const auto& root : roots) {
        if (root.trimmed().isEmpty())
            continue;
        auto path = checkedPath(root.trimmed().toStdString());
        if (!path)
            return failure(path.error());
        profile.roots.push_back(std::move(*path));
    }
    if (profile.roots.empty())
        profile.roots.emplace_back("/");
    return target;
}

QStringList rootsIn(const QString& typed)
{
    static const QRegularExpression between(QStringLiteral("[\\s,]+(?=/)"));
    return typed.split(between, Qt::SkipEmptyParts);
}

ConnectionTarget targetOf(connect::Profile profile)
{
    const auto text = QString::fromStdString(profile.target());
    return {std::move(profile), {}, text, false};
}

ConnectionTarget targetAt(const console::ObservedEnsemble& ensemble)
{
    connect::Profile profile;
    profile.servers = ensemble.servers;
    profile.roots = {ensemble.root};
    if (ensemble.isRedis()) {
        profile.roots = ensemble.names;
        if (auto servers = redis::parseTarget(ensemble.redis))
            profile.redis = *std::move(servers);
    }
    return targetOf(std::move(profile));
}

console::RecipeServers recipeServersAt(const QString& connect)
{
    const auto target = parseTarget(connect, {});
    if (!target || !target->profile.redis)
        return console::onZooKeeper;
    return target->profile.redis->topology == redis::Topology::Independent ? console::onMasters : console::onRedis;
}

bool mayBeSimulatedAt(const connect::Profile& profile)
{
    return !(profile.redis && profile.redis->tls) && !profile.isGuarded() && !profile.tls && !profile.ssh &&
           profile.user.empty() && !profile.needsPassword;
}

bool isTyped(const connect::Profile& profile)
{
    return profile.name.empty();
}

std::string shownName(const connect::Profile& profile)
{
    return isTyped(profile) ? profile.target() : profile.name;
}

bool isRedisUser(const std::string& user)
{
    redis::Target target;
    target.servers.emplace_back().host = "host";
    target.user = user;
    const auto read = redis::parseTarget(redis::toString(target));
    return read && *read == target;
}

connect::Profile withUser(connect::Profile profile, const std::string& user)
{
    profile.user = user;
    if (profile.redis)
        profile.redis->user = user;
    return profile;
}

bool needsSecrets(const connect::Profile& profile)
{
    return !profile.user.empty() || profile.needsPassword || !profile.writeUser.empty() ||
           (profile.tls && !profile.tls->keyFile.empty());
}

} // namespace lockscope::ui
