// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"

#include <QString>

namespace lockscope::ensemble {

/// How the server is started on this machine: Debian's jars, or an unpacked Apache distribution that
/// LOCKSCOPE_ZOOKEEPER_HOME names. Missing: the sentence says what to install.
struct ServerSoftware {
    QString java;
    QString classPath;
};

/// Where to look. Any thread; reads the disk.
struct SoftwarePlaces {
    QString zooKeeperHome; ///< an unpacked Apache distribution; empty: Debian's jars
    QString javaHome;      ///< empty: java from the search path
    QString searchPath;    ///< directories, colon-separated
    QString jars;          ///< where Debian keeps its jars

    /// LOCKSCOPE_ZOOKEEPER_HOME, JAVA_HOME, PATH and /usr/share/java.
    [[nodiscard]] static SoftwarePlaces fromEnvironment();
};

[[nodiscard]] Result<ServerSoftware> findServerSoftware(const SoftwarePlaces& places);
[[nodiscard]] Result<ServerSoftware> findServerSoftware();

} // namespace lockscope::ensemble
