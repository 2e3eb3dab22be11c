// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/ConnectionTarget.h"

#include "core/zk/Path.h"

namespace lockscope::ui {

Result<ConnectionTarget> parseTarget(const QString& connect, const QStringList& roots)
{
    ConnectionTarget target;
    target.text = connect.trimmed();
    auto servers = zk::parseConnectString(target.text.toStdString());
    if (!servers)
        return failure(servers.error());
    target.servers = std::move(*servers);
    for (const auto& root : roots) {
        if (root.trimmed().isEmpty())
            continue;
        auto path = zk::checkedPath(root.trimmed().toStdString());
        if (!path)
            return failure(path.error());
        target.roots.push_back(std::move(*path));
    }
    if (target.roots.empty())
        target.roots.emplace_back("/");
    return target;
}

} // namespace lockscope::ui
