// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The lock library as a part of another project, by add_subdirectory() and by FetchContent: what it sets there, and
/// with one backend alone. The project is tests/install/parent; its programs lock on real servers.

#include "Places.h"
#include "tests/install/Workshop.h"
#include "tests/support/LineProcess.h"
#include "tests/support/RedisServers.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"

namespace lockscope::installSourcesTest {

using namespace lockscope::test;

namespace {

const auto sourceTree = QStringLiteral(LOCKSCOPE_SOURCE_DIR);
const auto cmake = QStringLiteral(LOCKSCOPE_CMAKE);

QString inTests(const QString& path)
{
    return sourceTree + QStringLiteral("/tests/install/") + path;
}

} // namespace

class InstallSourcesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void leavesItsParentAsItWas_data();
    void leavesItsParentAsItWas();
    void leavesItsParentAsItWasBites_data();
    void leavesItsParentAsItWasBites();
    void locksWithoutRedis();
    void locksWithoutZooKeeper();
    void installsOnlyItsBackend();
    void refusesOptions_data();
    void refusesOptions();

private:
    [[nodiscard]] bool configure(const QString& build, const QStringList& arguments)
    {
        return m_workshop.configure(inTests(QStringLiteral("parent")), m_workshop.path(build), arguments);
    }
    /// Configures a project with a program of tests/install and the library, and builds it. Returns the error, or
    /// empty.
    [[nodiscard]] QByteArray build(const QString& build, const QString& program, const QStringList& arguments);

    Workshop m_workshop;
};

QByteArray InstallSourcesTest::build(const QString& build, const QString& program, const QStringList& arguments)
{
    const QStringList always{QStringLiteral("-DLOCKSCOPE=") + sourceTree,
                             QStringLiteral("-DPROGRAM=") + inTests(program) + QStringLiteral("/main.cpp"),
                             QStringLiteral("-DCMAKE_DISABLE_FIND_PACKAGE_Qt6=ON"),
                             QStringLiteral("-DLOCKSCOPE_BATCH=" LOCKSCOPE_BATCH_WANTED)};
    if (!configure(build, always + arguments) || !m_workshop.build(m_workshop.path(build)))
        return m_workshop.reported();
    // The program gets the headers that are public, and none of our compiler options.
    const auto ninja = QStringLiteral(LOCKSCOPE_NINJA);
    const auto folder = m_workshop.path(build);
    if (!m_workshop.run(ninja, {QStringLiteral("-C"), folder, QStringLiteral("-t"), QStringLiteral("commands"),
                                QStringLiteral("program")}))
        return m_workshop.reported();
    for (const auto& command : m_workshop.lines()) {
        if (command.contains("program.dir") && command.contains(" -c ") &&
            (command.contains("-I" + sourceTree.toUtf8() + " ") || command.contains("-Wall")))
            return "compiled with our options: " + command;
    }
    return {};
}

void InstallSourcesTest::initTestCase()
{
    QVERIFY(m_workshop.isValid());
}

void InstallSourcesTest::leavesItsParentAsItWas_data()
{
    QTest::addColumn<QString>("way");
    QTest::newRow("add_subdirectory") << QStringLiteral("add_subdirectory");
    QTest::newRow("FetchContent") << QStringLiteral("FetchContent");
}

void InstallSourcesTest::leavesItsParentAsItWas()
{
    QFETCH(QString, way);
    QVERIFY2(configure(QStringLiteral("unchanged-") + way,
                       {QStringLiteral("-DWAY=") + way, QStringLiteral("-DLOCKSCOPE=") + sourceTree,
                        QStringLiteral("-DPROGRAM=") + inTests(QStringLiteral("section/main.cpp"))}),
             m_workshop.reported());
}

void InstallSourcesTest::leavesItsParentAsItWasBites_data()
{
    QTest::addColumn<QString>("how");
    QTest::addColumn<QByteArray>("complaint");
    QTest::newRow("a variable") << QStringLiteral("variable")
                                << QByteArray("CMAKE_CXX_STANDARD was \"17\" and is \"23\"");
    QTest::newRow("the cache") << QStringLiteral("cache") << QByteArray("CMAKE_BUILD_TYPE was \"\" and is \"Release\"");
    QTest::newRow("an option") << QStringLiteral("option") << QByteArray("BUILD_TESTING is set, to \"ON\"");
    QTest::newRow("a property") << QStringLiteral("property")
                                << QByteArray("COMPILE_OPTIONS were \"\" and are \"-Wall\"");
}

void InstallSourcesTest::leavesItsParentAsItWasBites()
{
    QFETCH(QString, how);
    QFETCH(QByteArray, complaint);
    QVERIFY(!configure(
        QStringLiteral("changed-") + how,
        {QStringLiteral("-DLOCKSCOPE=") + inTests(QStringLiteral("parent/intruder")), QStringLiteral("-DHOW=") + how}));
    QVERIFY2(m_workshop.reported().contains(complaint), m_workshop.reported());
}

void InstallSourcesTest::locksWithoutRedis()
{
    const auto folder = QStringLiteral("without-redis");
    QCOMPARE(build(folder, QStringLiteral("service"),
                   {QStringLiteral("-DWAY=add_subdirectory"), QStringLiteral("-DLOCKSCOPE_REDIS=OFF")}),
             QByteArray());
    const auto cache = contentsOf(m_workshop.path(folder) + QStringLiteral("/CMakeCache.txt"));
    QVERIFY(cache.contains("ZOOKEEPER_LIBRARY") && !cache.contains("HIREDIS") && !cache.contains("OPENSSL"));

    ServerFixture servers;
    const auto started = servers.start();
    QVERIFY_RESULT(started);
    LineProcess service(m_workshop.path(folder) + QStringLiteral("/program"),
                        {servers.connectString(), servers.uniquePath()});
    QVERIFY2(service.waitForLine([](const QByteArray& line) { return line.startsWith("work token="); }),
             service.reported());
    service.signal(SIGTERM);
    QVERIFY2(service.waitForEnd() && service.exitCode() == 0, service.reported());
    QCOMPARE(service.lines().last(), QByteArray("bye"));
}

void InstallSourcesTest::locksWithoutZooKeeper()
{
    const auto folder = QStringLiteral("without-zookeeper");
    QCOMPARE(build(folder, QStringLiteral("section"),
                   {QStringLiteral("-DWAY=FetchContent"), QStringLiteral("-DLOCKSCOPE_ZOOKEEPER=OFF")}),
             QByteArray());
    const auto cache = contentsOf(m_workshop.path(folder) + QStringLiteral("/CMakeCache.txt"));
    QVERIFY(cache.contains("HIREDIS_LIBRARY") && !cache.contains("ZOOKEEPER_LIBRARY"));

    RedisServers servers;
    const auto started = servers.start();
    QVERIFY_RESULT(started);
    LineProcess section(m_workshop.path(folder) + QStringLiteral("/program"), {servers.target(), QStringLiteral("a")});
    QVERIFY2(section.waitForLine([](const QByteArray& line) { return line == "held token=1"; }), section.reported());
    QCOMPARE(servers.command({"EXISTS", "a"}).toInt(), 1);
    section.endInput();
    QVERIFY2(section.waitForEnd() && section.exitCode() == 0, section.reported());
    QCOMPARE(servers.command({"EXISTS", "a"}).toInt(), 0);
}

void InstallSourcesTest::installsOnlyItsBackend()
{
    const auto folder = QStringLiteral("without-zookeeper");
    const auto prefix = m_workshop.path(QStringLiteral("installed"));
    // A part of another project is not installed with it, unless that is asked for.
    QVERIFY2(m_workshop.run(cmake,
                            {QStringLiteral("--install"), m_workshop.path(folder), QStringLiteral("--prefix"), prefix}),
             m_workshop.reported());
    QCOMPARE(filesBelow(prefix), QStringList());
    QVERIFY2(m_workshop.run(cmake, {m_workshop.path(folder), QStringLiteral("-DLOCKSCOPE_INSTALL=ON"),
                                    QStringLiteral("-DCMAKE_INSTALL_LIBDIR=lib"),
                                    QStringLiteral("-DCMAKE_INSTALL_INCLUDEDIR=include")}),
             m_workshop.reported());
    QVERIFY2(m_workshop.run(cmake,
                            {QStringLiteral("--install"), m_workshop.path(folder), QStringLiteral("--prefix"), prefix}),
             m_workshop.reported());
    const auto files = filesBelow(prefix);
    QVERIFY(files.contains(QStringLiteral("include/lockscope/redis.h")));
    QVERIFY2(files
                 .filter(QRegularExpression(QStringLiteral("zookeeper|/zk/|/queue/"),
                                            QRegularExpression::CaseInsensitiveOption))
                 .isEmpty(),
             qPrintable(files.join(u' ')));

    const auto uses = [&](const QString& program) {
        return m_workshop.configure(inTests(program), m_workshop.path(program),
                                    {QStringLiteral("-DCMAKE_PREFIX_PATH=") + prefix});
    };
    QVERIFY(!uses(QStringLiteral("service")));
    QVERIFY2(m_workshop.reported().simplified().contains(
                 "this Lockscope has no component \"zookeeper\"; it was built with: locks redis"),
             m_workshop.reported());
    const QMap<QString, QString> only{{QStringLiteral("PKG_CONFIG_LIBDIR"), prefix + QStringLiteral("/lib/pkgconfig")}};
    const auto pkgConfig = QStringLiteral(LOCKSCOPE_PKG_CONFIG);
    const auto package = QStringLiteral("lockscope");
    QVERIFY2(m_workshop.run(pkgConfig, {QStringLiteral("--variable=backends"), package}, only), m_workshop.reported());
    QCOMPARE(m_workshop.lines(), QByteArrayList{"redis"});
    QVERIFY2(m_workshop.run(pkgConfig, {QStringLiteral("--libs"), package}, only), m_workshop.reported());
    const auto libraries = m_workshop.lines().join(' ');
    QVERIFY2(libraries.contains("-lhiredis") && libraries.contains("-lssl") && !libraries.contains("zookeeper"),
             libraries);
}

void InstallSourcesTest::refusesOptions_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("words");
    const auto noZooKeeper = QStringLiteral("-DLOCKSCOPE_ZOOKEEPER=OFF");
    const auto noRedis = QStringLiteral("-DLOCKSCOPE_REDIS=OFF");
    const auto noConsole = QStringLiteral("-DLOCKSCOPE_BUILD_CONSOLE=OFF");
    const QByteArray none("No backend is left to build.");
    const QByteArray both("The programs and the tests need both backends.");
    QTest::newRow("no backend") << QStringList{noConsole, noZooKeeper, noRedis} << none;
    QTest::newRow("the programs without Redis") << QStringList{noRedis} << both;
    QTest::newRow("the programs without ZooKeeper") << QStringList{noZooKeeper} << both;
}

void InstallSourcesTest::refusesOptions()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, words);
    const auto build = m_workshop.path(QStringLiteral("refused"));
    QDir(build).removeRecursively();
    QVERIFY(!m_workshop.configure(sourceTree, build, arguments));
    QVERIFY2(m_workshop.reported().simplified().contains(words), m_workshop.reported());
}

} // namespace lockscope::installSourcesTest

LOCKSCOPE_TEST(lockscope::installSourcesTest::InstallSourcesTest)
#include "InstallSourcesTest.moc"
