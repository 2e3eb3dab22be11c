// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The lock library as a third-party program uses it: built without Qt, installed, moved, found by CMake and by
/// pkg-config, as archive and as shared library, and run on real servers in the programs of tests/install.

#include "Places.h"
#include "tests/install/ProgramBuild.h"
#include "tests/install/Symbols.h"
#include "tests/install/Workshop.h"
#include "tests/support/LineProcess.h"
#include "tests/support/Link.h"
#include "tests/support/RedisServers.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"

namespace lockscope::installPackageTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

const auto sourceTree = QStringLiteral(LOCKSCOPE_SOURCE_DIR);
const auto buildTree = QStringLiteral(LOCKSCOPE_BINARY_DIR);
const auto cmake = QStringLiteral(LOCKSCOPE_CMAKE);

/// Matches lines such as "state Held …" or "work token=…".
std::function<bool(const QByteArray&)> beginsWith(const QByteArray& words)
{
    return [words](const QByteArray& line) { return line.startsWith(words); };
}

qint64 tokenOf(const QByteArray& line)
{
    const QByteArray key("work token=");
    return line.startsWith(key) ? line.sliced(key.size()).toLongLong() : 0;
}

/// The tokens that a service worked with, each once, in its order.
QList<qint64> tokensOf(const QList<QByteArray>& lines)
{
    QList<qint64> tokens;
    for (const auto& line : lines) {
        if (const auto token = tokenOf(line); token != 0 && !tokens.contains(token))
            tokens.append(token);
    }
    return tokens;
}

/// Checks a service's output: it worked only while it held. Returns the error, or empty.
QByteArray misdeed(const QList<QByteArray>& lines)
{
    bool held = false;
    for (const auto& line : lines) {
        if (line.startsWith("state "))
            held = line.startsWith("state Held");
        else if (tokenOf(line) != 0 && !held)
            return "worked without the lock: " + line;
    }
    return {};
}

} // namespace

class InstallPackageTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void installsItsHeaders();
    void definesOnlyItsNames();
    void installsNoTraceOfItsOrigin();
    void headersCompileAlone();
    void buildsWhereItWasInstalled();
    void buildsAfterAMove_data() { everyWay(); }
    void buildsAfterAMove();
    void guardsAService_data() { waysOf(QStringLiteral("service")); }
    void guardsAService();
    void servicesTakeTurns();
    void guardsASection_data() { waysOf(QStringLiteral("section")); }
    void guardsASection();
    void exportsMetrics();
    void saysWhatToInstall_data();
    void saysWhatToInstall();
    void installsThePrograms();

private:
    static void everyWay();
    static void waysOf(const QString& program);
    [[nodiscard]] QString binary(const QString& way) const
    {
        return m_workshop.path(way + u'/' + wayNamed(way).program);
    }
    /// Builds the program from the package at its current place. Returns the error, or empty.
    [[nodiscard]] QByteArray build(const QString& way)
    {
        return buildProgram(m_workshop, wayNamed(way), m_prefix, binary(way));
    }
    /// The same, unless an earlier test has built it.
    [[nodiscard]] QByteArray buildOnce(const QString& way)
    {
        return QFileInfo(binary(way)).isExecutable() ? QByteArray() : build(way);
    }
    [[nodiscard]] QProcessEnvironment environment(const QString& way) const
    {
        return environmentOf(wayNamed(way), m_prefix);
    }

    Workshop m_workshop;
    ServerFixture m_servers;
    RedisServers m_redis;
    QString m_prefix; ///< the current place of the package
};

void InstallPackageTest::initTestCase()
{
    QVERIFY(m_workshop.isValid());
    const auto started = m_servers.start();
    QVERIFY_RESULT(started);
    const auto redisStarted = m_redis.start();
    QVERIFY_RESULT(redisStarted);
    const auto library = m_workshop.path(QStringLiteral("library"));
    m_prefix = m_workshop.path(QStringLiteral("installed"));
    QVERIFY2(m_workshop.configure(
                 sourceTree, library,
                 {QStringLiteral("-DLOCKSCOPE_BUILD_CONSOLE=OFF"), QStringLiteral("-DLOCKSCOPE_SHARED=ON"),
                  QStringLiteral("-DLOCKSCOPE_BATCH=" LOCKSCOPE_BATCH_WANTED),
                  QStringLiteral("-DCMAKE_DISABLE_FIND_PACKAGE_Qt6=ON"), QStringLiteral("-DCMAKE_INSTALL_LIBDIR=lib"),
                  QStringLiteral("-DCMAKE_INSTALL_INCLUDEDIR=include")}),
             m_workshop.reported());
    const auto cache = contentsOf(library + QStringLiteral("/CMakeCache.txt"));
    QVERIFY(cache.contains("LOCKSCOPE_BUILD_CONSOLE:BOOL=OFF") && !cache.contains("Qt6_DIR"));
    QVERIFY2(m_workshop.build(library), m_workshop.reported());
    QVERIFY2(m_workshop.run(cmake, {QStringLiteral("--install"), library, QStringLiteral("--prefix"), m_prefix}),
             m_workshop.reported());
}

void InstallPackageTest::installsItsHeaders()
{
    auto headers = QStringLiteral(LOCKSCOPE_PUBLIC_HEADERS).split(u';');
    headers.sort();
    QVERIFY(headers.contains(QStringLiteral("locks/zookeeper/Mutex.h")));
    const auto folder = m_prefix + QStringLiteral("/include/lockscope");
    QCOMPARE(filesBelow(folder), headers);
    QVERIFY(!QFileInfo::exists(m_prefix + QStringLiteral("/bin")));
    const QRegularExpression foreign(QStringLiteral("#\\s*(include\\s*\"|define (?!LOCKSCOPE_))"));
    for (const auto& header : headers) {
        const auto text = QString::fromUtf8(contentsOf(folder + u'/' + header));
        QVERIFY2(!foreign.match(text).hasMatch(), qPrintable(header));
    }
}

void InstallPackageTest::definesOnlyItsNames()
{
    for (const auto* name : {"/lib/liblockscope.a", "/lib/liblockscope.so"}) {
        const auto symbols = symbolsOf(m_workshop, m_prefix + QLatin1String(name));
        QVERIFY2(symbols, m_workshop.reported());
        QCOMPARE(symbols->foreign, QByteArrayList());
        QVERIFY2(symbols->own > 1000, m_workshop.reported());
    }
    // And that this bites.
    const auto other = symbolsOf(m_workshop, QStringLiteral(LOCKSCOPE_ZOOKEEPER_LIBRARY));
    QVERIFY2(other && other->own == 0 && !other->foreign.isEmpty(), m_workshop.reported());
}

void InstallPackageTest::installsNoTraceOfItsOrigin()
{
    const auto files = filesBelow(m_prefix);
    for (const auto* needed :
         {"lib/liblockscope.a", "lib/liblockscope.so", "lib/liblockscope.so." LOCKSCOPE_INTERFACE_VERSION,
          "lib/liblockscope.so." LOCKSCOPE_VERSION, "lib/pkgconfig/lockscope.pc",
          "lib/cmake/Lockscope/LockscopeConfig.cmake", "lib/cmake/Lockscope/LockscopeConfigVersion.cmake"})
        QVERIFY2(files.contains(QLatin1String(needed)), needed);
    for (const auto& file : files) {
        const auto content = contentsOf(m_prefix + u'/' + file);
        QVERIFY2(!content.isEmpty(), qPrintable(file));
        for (const auto& folder : {sourceTree, buildTree, m_workshop.path({})})
            QVERIFY2(!mentions(content, QDir::cleanPath(folder)), qPrintable(file + u' ' + folder));
    }
}

void InstallPackageTest::headersCompileAlone()
{
    const auto source = m_workshop.path(QStringLiteral("headers-source"));
    QVERIFY(copyFiles(sourceTree + QStringLiteral("/tests/install/headers"), source));
    auto headers = QStringLiteral(LOCKSCOPE_PUBLIC_HEADERS).split(u';');
    const auto count = headers.size();
    headers.replaceInStrings(QRegularExpression(QStringLiteral("^")), QStringLiteral("lockscope/"));
    const auto build = m_workshop.path(QStringLiteral("headers"));
    QVERIFY2(m_workshop.configure(source, build,
                                  {QStringLiteral("-DCMAKE_PREFIX_PATH=") + m_prefix,
                                   QStringLiteral("-DHEADERS=") + headers.join(u';')}),
             m_workshop.reported());
    QVERIFY2(m_workshop.build(build), m_workshop.reported());
    const auto objects = filesBelow(build).filter(QStringLiteral(".h.cpp.o"));
    QCOMPARE(objects.size(), count);
}

void InstallPackageTest::everyWay()
{
    QTest::addColumn<QString>("way");
    for (const auto& way : ways())
        QTest::newRow(qPrintable(way.name)) << way.name;
}

void InstallPackageTest::waysOf(const QString& program)
{
    QTest::addColumn<QString>("way");
    for (const auto& way : ways()) {
        if (way.program == program)
            QTest::newRow(qPrintable(way.name)) << way.name;
    }
}

void InstallPackageTest::buildsWhereItWasInstalled()
{
    QCOMPARE(build(QStringLiteral("cmake")), QByteArray());
    QCOMPARE(build(QStringLiteral("pkg-config-static")), QByteArray());
}

void InstallPackageTest::buildsAfterAMove()
{
    QFETCH(QString, way);
    const auto moved = m_workshop.path(QStringLiteral("somewhere/else/moved"));
    if (m_prefix != moved) {
        QVERIFY(QDir().mkpath(QFileInfo(moved).path()));
        QVERIFY(QDir().rename(m_prefix, moved));
        m_prefix = moved;
    }
    QVERIFY(!QFileInfo::exists(m_workshop.path(QStringLiteral("installed"))));
    QCOMPARE(build(way), QByteArray());
}

void InstallPackageTest::guardsAService()
{
    QFETCH(QString, way);
    QCOMPARE(buildOnce(way), QByteArray());
    Link link(static_cast<quint16>(m_servers.servers().front().clientPort));
    QVERIFY(link.port() != 0);
    LineProcess service(binary(way), {QStringLiteral("127.0.0.1:%1").arg(link.port()), m_servers.uniquePath()},
                        environment(way));
    const auto says = [&](const QByteArray& words) { return service.waitForLine(beginsWith(words)); };
    QVERIFY2(says("state Held"), service.reported());
    QVERIFY2(says("work token="), service.reported());

    link.set({.cut = true});
    QVERIFY2(says("state Uncertain"), service.reported());
    link.set({});
    QVERIFY2(says("state Held"), service.reported());
    QVERIFY2(says("work token="), service.reported());

    const auto ended = link.endSessions(20s);
    QVERIFY_RESULT(ended);
    QVERIFY2(says("state Lost"), service.reported());
    link.set({});
    QVERIFY2(says("state Held"), service.reported());
    QVERIFY2(says("work token="), service.reported());

    service.signal(SIGTERM);
    QVERIFY2(service.waitForEnd() && service.exitCode() == 0, service.reported());
    QCOMPARE(service.lines().last(), QByteArray("bye"));
    QCOMPARE(service.errors(), QByteArray());
    QCOMPARE(misdeed(service.lines()), QByteArray());
    // One token before and after the short interruption, a greater one after the loss.
    const auto tokens = tokensOf(service.lines());
    QVERIFY2(tokens.size() == 2 && tokens.first() < tokens.last(), service.reported());
}

void InstallPackageTest::servicesTakeTurns()
{
    for (const auto& way : {QStringLiteral("cmake"), QStringLiteral("pkg-config")})
        QCOMPARE(buildOnce(way), QByteArray());
    const auto path = m_servers.uniquePath();
    const auto connect = m_servers.connectString();
    LineProcess first(binary(QStringLiteral("cmake")), {connect, path}, environment(QStringLiteral("cmake")));
    QVERIFY2(first.waitForLine(beginsWith("work token=")), first.reported());
    const auto waits = [](const QByteArray& line) { return line.contains("waitsOn="); };
    LineProcess second(binary(QStringLiteral("pkg-config")), {connect, path},
                       environment(QStringLiteral("pkg-config")));
    QVERIFY2(second.waitForLine(waits), second.reported());
    LineProcess third(binary(QStringLiteral("cmake")), {connect, path}, environment(QStringLiteral("cmake")));
    QVERIFY2(third.waitForLine(waits), third.reported());

    third.signal(SIGTERM); // while it waits
    QVERIFY2(third.waitForEnd() && third.exitCode() == 0, third.reported());
    QCOMPARE(third.lines().last(), QByteArray("bye"));
    QCOMPARE(tokensOf(third.lines()), QList<qint64>());

    first.signal(SIGTERM);
    QVERIFY2(first.waitForEnd() && first.exitCode() == 0, first.reported());
    QVERIFY2(second.waitForLine(beginsWith("work token=")), second.reported());
    QCOMPARE(misdeed(second.lines()), QByteArray());
    const auto earlier = tokensOf(first.lines());
    const auto later = tokensOf(second.lines());
    QVERIFY2(earlier.size() == 1 && later.size() == 1 && earlier.first() < later.first(), second.reported());
    second.signal(SIGINT);
    QVERIFY2(second.waitForEnd() && second.exitCode() == 0, second.reported());
}

void InstallPackageTest::guardsASection()
{
    QFETCH(QString, way);
    QCOMPARE(buildOnce(way), QByteArray());
    const auto name = way.toUtf8();
    LineProcess section(binary(way), {m_redis.target(), way}, environment(way));
    QVERIFY2(section.waitForLine(beginsWith("held token=1")), section.reported());
    QCOMPARE(m_redis.command({"EXISTS", name}).toInt(), 1);
    section.endInput();
    QVERIFY2(section.waitForEnd() && section.exitCode() == 0, section.reported());
    QCOMPARE(section.lines().last(), QByteArray("released"));
    QCOMPARE(m_redis.command({"EXISTS", name}).toInt(), 0);
}

void InstallPackageTest::exportsMetrics()
{
    const auto source = m_workshop.path(QStringLiteral("metrics-source"));
    QVERIFY(copyFiles(sourceTree + QStringLiteral("/tests/install/metrics"), source));
    const auto build = m_workshop.path(QStringLiteral("metrics"));
    QVERIFY2(m_workshop.configure(source, build, {QStringLiteral("-DCMAKE_PREFIX_PATH=") + m_prefix}),
             m_workshop.reported());
    QVERIFY2(m_workshop.build(build), m_workshop.reported());
    const auto file = m_workshop.path(QStringLiteral("locks.prom"));
    QVERIFY2(m_workshop.run(build + QStringLiteral("/metrics"),
                            {m_redis.target(), QStringLiteral("orders"), file, QStringLiteral("20")}),
             m_workshop.reported());
    const auto lines = contentsOf(file).split('\n');
    for (const auto* line :
         {"lock_wait_seconds_count{lock=\"orders\"} 40", "lock_hold_seconds_count{lock=\"orders\"} 40",
          "lock_wait_seconds_bucket{lock=\"orders\",le=\"+Inf\"} 40",
          "lock_acquisitions_failed_total{lock=\"orders\"} 0", "lock_losses_total{lock=\"orders\"} 0"})
        QVERIFY2(lines.contains(line), contentsOf(file).constData());
    // Two threads that hold for as long as they wait: most grants come from the other one.
    const QRegularExpression handOvers(QStringLiteral("lock_hand_over_seconds_count\\{lock=\"orders\"\\} ([1-9]\\d*)"));
    QVERIFY2(handOvers.match(QString::fromUtf8(contentsOf(file))).hasMatch(), contentsOf(file).constData());
}

void InstallPackageTest::saysWhatToInstall_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("words");
    const QStringList noClient{QStringLiteral("-DCMAKE_SYSTEM_IGNORE_PATH=" LOCKSCOPE_ZOOKEEPER_INCLUDE_DIR)};
    // Debian has the headers of both in one folder.
    const QStringList noLibuv{QStringLiteral("-DCMAKE_SYSTEM_IGNORE_PATH=" LOCKSCOPE_LIBUV_INCLUDE_DIR),
                              QStringLiteral("-DZOOKEEPER_INCLUDE_DIR=" LOCKSCOPE_ZOOKEEPER_INCLUDE_DIR)};
    const auto program = sourceTree + QStringLiteral("/tests/install/service");
    const QByteArray client("install libzookeeper-st-dev");
    const QByteArray libuv("install libuv1-dev");
    QTest::newRow("a program, no client") << program << noClient << client;
    QTest::newRow("a program, no libuv") << program << noLibuv << libuv;
    QTest::newRow("the library itself, no client") << sourceTree << noClient << client;
    QTest::newRow("the library itself, no libuv") << sourceTree << noLibuv << libuv;
}

void InstallPackageTest::saysWhatToInstall()
{
    QFETCH(QString, source);
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, words);
    const auto build = m_workshop.path(QStringLiteral("without-a-library"));
    QDir(build).removeRecursively();
    QVERIFY(!m_workshop.configure(source, build,
                                  QStringList{QStringLiteral("-DLOCKSCOPE_BUILD_CONSOLE=OFF"),
                                              QStringLiteral("-DCMAKE_PREFIX_PATH=") + m_prefix} +
                                      arguments));
    QVERIFY2(m_workshop.reported().simplified().contains(words), m_workshop.reported()); // lines wrap
}

void InstallPackageTest::installsThePrograms()
{
    const auto prefix = m_workshop.path(QStringLiteral("programs"));
    for (const auto& component : QStringLiteral(LOCKSCOPE_PROGRAM_COMPONENTS).split(u';'))
        QVERIFY2(m_workshop.run(cmake, {QStringLiteral("--install"), buildTree, QStringLiteral("--component"),
                                        component, QStringLiteral("--prefix"), prefix}),
                 m_workshop.reported());
    const auto moved = m_workshop.path(QStringLiteral("moved-programs"));
    QVERIFY(QDir().rename(prefix, moved));
    const auto folder = moved + QStringLiteral("/" LOCKSCOPE_BIN_DIR "/");
    for (const auto& name : QStringLiteral(LOCKSCOPE_PROGRAMS).split(u';')) {
        QVERIFY2(m_workshop.run(folder + name, {QStringLiteral("--version")}), m_workshop.reported());
        QCOMPARE(m_workshop.lines(), QByteArrayList{name.toUtf8() + " " LOCKSCOPE_VERSION});
    }
    QVERIFY2(m_workshop.run(folder + QStringLiteral("lockscopectl"),
                            {QStringLiteral("--connect"), m_servers.connectString(), QStringLiteral("ls")}),
             m_workshop.reported());
    QVERIFY(!QFileInfo::exists(moved + QStringLiteral("/include")));
}

} // namespace lockscope::installPackageTest

LOCKSCOPE_TEST(lockscope::installPackageTest::InstallPackageTest)
#include "InstallPackageTest.moc"
