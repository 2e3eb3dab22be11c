// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/ServerSoftware.h"

#include "core/base/Phrase.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QStringList>

namespace lockscope::ensemble {

namespace {

constexpr auto searchFor = phraseLater("find the ZooKeeper server");

tl::unexpected<Error> missing(const QString& path, const char* what)
{
    return failure(
        ErrorCode::Missing, searchFor, path.toStdString(),
        phrase("%1. Install the packages zookeeper, libslf4j-java, libservlet-api-java and default-jre-headless "
               "(Debian: apt install zookeeper libslf4j-java libservlet-api-java default-jre-headless), or set "
               "LOCKSCOPE_ZOOKEEPER_HOME to an unpacked Apache ZooKeeper distribution",
               phrase(what)));
}

Result<QString> findJava(const SoftwarePlaces& places)
{
    if (!places.javaHome.isEmpty()) {
        const QFileInfo java(QDir(places.javaHome).filePath(QStringLiteral("bin/java")));
        if (java.isFile() && java.isExecutable())
            return java.absoluteFilePath();
    }
    // findExecutable() interprets an empty list as "the PATH of this process".
    const QStringList folders = places.searchPath.split(u':', Qt::SkipEmptyParts);
    QString java = folders.isEmpty() ? QString() : QStandardPaths::findExecutable(QStringLiteral("java"), folders);
    if (!java.isEmpty())
        return java;
    if (places.javaHome.isEmpty())
        return missing({}, phraseLater("no java in PATH, and JAVA_HOME is not set"));
    return missing(places.javaHome, phraseLater("no bin/java below JAVA_HOME, and no java in PATH"));
}

/// The class path of the distribution's lib folder, after a check for the jars of the server and its AdminServer.
Result<QString> distributionClassPath(const QString& home)
{
    const QDir lib(QDir(home).absoluteFilePath(QStringLiteral("lib")));
    if (!lib.exists())
        return failure(ErrorCode::Missing, searchFor, home.toStdString(),
                       phrase("LOCKSCOPE_ZOOKEEPER_HOME has no folder lib. Set LOCKSCOPE_ZOOKEEPER_HOME to an unpacked "
                              "Apache ZooKeeper distribution (for example apache-zookeeper-3.8.0-bin), or unset it to "
                              "use the installed packages"));
    const QStringList needed{QStringLiteral("zookeeper-[0-9]*.jar"), QStringLiteral("zookeeper-jute-*.jar"),
                             QStringLiteral("slf4j-api-*.jar"), QStringLiteral("jetty-server-*.jar"),
                             QStringLiteral("*servlet-api-*.jar")};
    QStringList absent;
    for (const QString& pattern : needed) {
        if (lib.entryList({pattern}, QDir::Files).isEmpty())
            absent << pattern;
    }
    if (!absent.isEmpty())
        return failure(
            ErrorCode::Missing, searchFor, home.toStdString(),
            phrase("LOCKSCOPE_ZOOKEEPER_HOME does not contain lib/%1. Unpack the binary Apache ZooKeeper distribution "
                   "(…-bin.tar.gz) again, or unset LOCKSCOPE_ZOOKEEPER_HOME to use the installed packages",
                   absent.join(QStringLiteral(", lib/"))));
    // The conf folder has the settings of the logging library; without them it logs at debug level.
    return lib.filePath(QStringLiteral("*")) + u':' + QDir(home).absoluteFilePath(QStringLiteral("conf"));
}

/// Without servlet-api.jar the AdminServer does not start and reports no error; zookeeper.jar's manifest adds the rest.
Result<QString> installedClassPath(const QString& folder)
{
    QStringList jars;
    for (const QString& name :
         {QStringLiteral("zookeeper.jar"), QStringLiteral("slf4j-simple.jar"), QStringLiteral("servlet-api.jar")}) {
        const QString jar = QDir(folder).filePath(name);
        if (!QFileInfo(jar).isReadable())
            return missing(jar, phraseLater("no such file"));
        jars << jar;
    }
    return jars.join(u':');
}

} // namespace

SoftwarePlaces SoftwarePlaces::fromEnvironment()
{
    return {qEnvironmentVariable("LOCKSCOPE_ZOOKEEPER_HOME"), qEnvironmentVariable("JAVA_HOME"),
            qEnvironmentVariable("PATH"), QStringLiteral("/usr/share/java")};
}

Result<ServerSoftware> findServerSoftware(const SoftwarePlaces& places)
{
    Result<QString> java = findJava(places);
    if (!java)
        return failure(java.error());
    Result<QString> classPath =
        places.zooKeeperHome.isEmpty() ? installedClassPath(places.jars) : distributionClassPath(places.zooKeeperHome);
    if (!classPath)
        return failure(classPath.error());
    return ServerSoftware{*java, *classPath};
}

Result<ServerSoftware> findServerSoftware()
{
    return findServerSoftware(SoftwarePlaces::fromEnvironment());
}

} // namespace lockscope::ensemble
