// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/ServerSoftware.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace lockscope::serverSoftwareTest {

using namespace lockscope::ensemble;

namespace {

QString detailOf(const Result<ServerSoftware>& result)
{
    return result ? QString() : QString::fromStdString(result.error().detail);
}

} // namespace

/// The result and the error messages on a simulated machine.
class ServerSoftwareTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void takesInstalledJars();
    void takesJavaHomeFirst();
    void takesAnUnpackedDistribution();
    void namesTheMissingJar();
    void namesWhatADistributionLacks();
    void saysThatThereIsNoJava();

private:
    void put(const QString& name, bool executable = false) const
    {
        QVERIFY(QDir(m_root->path()).mkpath(QFileInfo(name).path()));
        QFile file(m_root->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        if (executable)
            QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    }
    [[nodiscard]] QString at(const QString& name) const { return m_root->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_root;
    SoftwarePlaces m_places;
};

void ServerSoftwareTest::init()
{
    m_root = std::make_unique<QTemporaryDir>();
    put(QStringLiteral("bin/java"), true);
    for (const char* jar : {"zookeeper.jar", "slf4j-simple.jar", "servlet-api.jar"})
        put(QStringLiteral("jars/") + QString::fromLatin1(jar));
    m_places = {{}, {}, at(QStringLiteral("bin")), at(QStringLiteral("jars"))};
}

void ServerSoftwareTest::takesInstalledJars()
{
    const Result<ServerSoftware> found = findServerSoftware(m_places);
    QVERIFY2(found.has_value(), qPrintable(detailOf(found)));
    QCOMPARE(found->java, at(QStringLiteral("bin/java")));
    QCOMPARE(found->classPath, at(QStringLiteral("jars/zookeeper.jar")) + u':' +
                                   at(QStringLiteral("jars/slf4j-simple.jar")) + u':' +
                                   at(QStringLiteral("jars/servlet-api.jar")));
}

void ServerSoftwareTest::takesJavaHomeFirst()
{
    put(QStringLiteral("jdk/bin/java"), true);
    m_places.javaHome = at(QStringLiteral("jdk"));
    QCOMPARE(findServerSoftware(m_places)->java, at(QStringLiteral("jdk/bin/java")));
    m_places.javaHome = at(QStringLiteral("nowhere"));
    QCOMPARE(findServerSoftware(m_places)->java, at(QStringLiteral("bin/java")));
}

void ServerSoftwareTest::takesAnUnpackedDistribution()
{
    for (const char* jar : {"zookeeper-3.8.4.jar", "zookeeper-jute-3.8.4.jar", "slf4j-api-1.7.30.jar",
                            "jetty-server-9.4.53.v20231009.jar", "javax.servlet-api-3.1.0.jar"})
        put(QStringLiteral("zk/lib/") + QString::fromLatin1(jar));
    m_places.zooKeeperHome = at(QStringLiteral("zk"));
    m_places.jars = at(QStringLiteral("nowhere"));
    const Result<ServerSoftware> found = findServerSoftware(m_places);
    QVERIFY2(found.has_value(), qPrintable(detailOf(found)));
    QCOMPARE(found->classPath, at(QStringLiteral("zk/lib/*")) + u':' + at(QStringLiteral("zk/conf")));
}

void ServerSoftwareTest::namesTheMissingJar()
{
    const QString jar = at(QStringLiteral("jars/servlet-api.jar"));
    QVERIFY(QFile::remove(jar));
    const Result<ServerSoftware> found = findServerSoftware(m_places);
    QVERIFY(!found.has_value());
    QVERIFY(found.error().code == ErrorCode::Missing);
    QCOMPARE(found.error().path, jar.toStdString());
    QVERIFY2(
        detailOf(found).startsWith(QStringLiteral("no such file. Install the packages zookeeper, libslf4j-java, ")),
        qPrintable(detailOf(found)));
}

void ServerSoftwareTest::namesWhatADistributionLacks()
{
    put(QStringLiteral("zk/lib/zookeeper-jute-3.8.4.jar"));
    put(QStringLiteral("zk/lib/slf4j-api-1.7.30.jar"));
    m_places.zooKeeperHome = at(QStringLiteral("zk"));
    const Result<ServerSoftware> found = findServerSoftware(m_places);
    QVERIFY(!found.has_value());
    QVERIFY(found.error().code == ErrorCode::Missing);
    QVERIFY2(
        detailOf(found).startsWith(QStringLiteral("LOCKSCOPE_ZOOKEEPER_HOME does not contain lib/zookeeper-[0-9]*.jar, "
                                                  "lib/jetty-server-*.jar, lib/*servlet-api-*.jar. ")),
        qPrintable(detailOf(found)));
}

void ServerSoftwareTest::saysThatThereIsNoJava()
{
    m_places.searchPath.clear();
    const Result<ServerSoftware> found = findServerSoftware(m_places);
    QVERIFY(!found.has_value());
    QVERIFY(found.error().code == ErrorCode::Missing);
    QVERIFY2(detailOf(found).startsWith(QStringLiteral("no java in PATH, and JAVA_HOME is not set. Install ")),
             qPrintable(detailOf(found)));
}

} // namespace lockscope::serverSoftwareTest

LOCKSCOPE_TEST(lockscope::serverSoftwareTest::ServerSoftwareTest)
#include "ServerSoftwareTest.moc"
