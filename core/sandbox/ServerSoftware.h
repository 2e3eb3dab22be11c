// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"

#include <QString>

namespace lockscope::ensemble {

/// How to start the server on this machine: with Debian's jars, or an unpacked Apache distribution in
/// LOCKSCOPE_ZOOKEEPER_HOME. Missing: the error says what to install.
struct ServerSoftware {
    QString java;
    QString classPath;
};

/// The places to search. Any thread; reads the disk.
struct SoftwarePlaces {
    QString zooKeeperHome; ///< an unpacked Apache distribution; empty: Debian's jars
    QString javaHome;      ///< empty: java from searchPath
    QString searchPath;    ///< directories, colon-separated
    QString jars;          ///< the folder of Debian's jars

    /// LOCKSCOPE_ZOOKEEPER_HOME, JAVA_HOME, PATH and /usr/share/java.
    [[nodiscard]] static SoftwarePlaces fromEnvironment();
};

[[nodiscard]] Result<ServerSoftware> findServerSoftware(const SoftwarePlaces& places);
[[nodiscard]] Result<ServerSoftware> findServerSoftware();

} // namespace lockscope::ensemble
