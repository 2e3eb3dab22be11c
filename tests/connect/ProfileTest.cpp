// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A user's saved connections: what is read, what is refused and with which message, what is written.

#include "core/connect/ProfileFile.h"
#include "core/connect/Route.h"
#include "core/connect/redis/RedisSettings.h"
#include "core/model/files/PrivateFile.h"
#include "tests/support/Test.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <sys/stat.h>

namespace lockscope::profileTest {

using namespace lockscope::connect;
using namespace Qt::StringLiterals;

namespace {

Profile plain(const std::string& name)
{
    Profile profile;
    profile.name = name;
    profile.servers = zk::parseConnectString("zk1:2181").value();
    return profile;
}

Profile rich()
{
    auto profile = plain("orders, production");
    profile.colour = "red";
    profile.servers = zk::parseConnectString("zk1,zk2:2182,[::1]:2183/app").value();
    profile.sessionTimeout = std::chrono::milliseconds(4'000);
    profile.roots = {"/locks", "/other"};
    profile.readOnly = true;
    profile.production = true;
    profile.unlockFor = std::chrono::minutes(5);
    profile.adminPorts = {8081, 8082, 8083};
    profile.adminTls = true;
    profile.words = false;
    profile.requestsPerSecond = 50;
    profile.watchBudget = 1'000;
    profile.hostsFile = "/etc/lockscope/hosts";
    profile.resolveHosts = true;
    profile.user = "ops";
    profile.tls = TlsSettings{"/etc/ca.pem", "/etc/me.pem", "/etc/me.key", "zk.example"};
    profile.ssh = SshSettings{"ops@jump", "/etc/ssh/other"};
    return profile;
}

} // namespace

class ProfileTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsWhatItWrites()
    {
        const std::vector profiles{rich(), plain("local")};
        const auto read = readProfiles(writeProfiles(profiles));
        QVERIFY2(read, read ? "" : read.error().detail.c_str());
        QVERIFY(*read == profiles);
        QVERIFY(rich().isGuarded() && !plain("local").isGuarded());
    }

    void usualValuesAreNotWritten()
    {
        QCOMPARE(writeProfiles({plain("local")}).simplified(),
                 QByteArray(R"({ "profiles": [ { "name": "local", "servers": "zk1:2181" } ] })"));
        QCOMPARE(readProfiles("{}").value().size(), std::size_t(0));
    }

    void unlockingIsKeptInWholeMinutes()
    {
        using namespace std::chrono_literals;
        // Never longer than before, and never too short for the file to be read again.
        for (const auto& [wanted, kept] : {std::pair<std::chrono::milliseconds, std::chrono::minutes>(3s, 1min),
                                           {90s, 1min},
                                           {7min, 7min},
                                           {10min + 59s, 10min},
                                           {24h, 24h}}) {
            auto profile = plain("local");
            profile.unlockFor = wanted;
            QVERIFY(profile.unlockMinutes() == kept);
            const auto read = readProfiles(writeProfiles({profile}));
            QVERIFY2(read, read ? "" : read.error().detail.c_str());
            QVERIFY(read->front().unlockFor == kept);
        }
    }

    void redisThroughSshAndWithAServerName()
    {
        auto profile = plain("cache");
        profile.servers = {};
        profile.redis = redis::parseTarget("rediss+cluster://app@cache1:7000").value();
        profile.user = "app";
        profile.roots = {"orders:"};
        profile.tls = TlsSettings{"/etc/ca.pem", {}, {}, "cache.example"};
        profile.ssh = SshSettings{"ops@jump", {}};
        const auto read = readProfiles(writeProfiles({profile}));
        QVERIFY2(read, read ? "" : read.error().detail.c_str());
        QVERIFY(read->front() == profile);
        const auto settings = connect::redisClientSettings(read->front(), {"secret", {}});
        QVERIFY(settings.target == *profile.redis);
        QCOMPARE(settings.password, std::string("secret"));
        QCOMPARE(settings.tls.caFile, std::string("/etc/ca.pem"));
        QCOMPARE(settings.tls.serverName, std::string("cache.example"));
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<QByteArray>("reason");
        const auto row = [](const char* name, const char* fields, const char* place, const char* reason) {
            QTest::newRow(name) << QByteArray(fields) << QByteArray(place) << QByteArray(reason);
        };
        row("no servers", R"("name": "a")", "profiles[0].servers", "missing");
        row("no name", R"("servers": "zk1")", "profiles[0].name", "missing");
        row("wrong servers", R"("name": "a", "servers": "zk1:http")", "profiles[0].servers", "port");
        row("a password", R"("name": "a", "servers": "zk1", "password": "x")", "profiles[0].password",
            "this file must not contain a secret");
        row("a password in the user", R"("name": "a", "servers": "zk1", "user": "ops:x")", "profiles[0].user",
            "Do not write the password here");
        row("the key's password", R"("name": "a", "servers": "zk1", "tls": {"keyPassword": "x"})",
            "profiles[0].tls.keyPassword", "must not contain a secret");
        row("no such colour", R"("name": "a", "servers": "zk1", "colour": "pink")", "profiles[0].colour",
            "unknown colour \"pink\". Colours: red");
        row("a certificate alone", R"("name": "a", "servers": "zk1", "tls": {"certificate": "c.pem"})",
            "profiles[0].tls.key", "must be set together");
        row("no check", R"("name": "a", "servers": "zk1", "tls": {"verify": false})", "profiles[0].tls.verify",
            "unknown field");
        row("ssh to a unix socket", R"("name": "a", "servers": "redis+unix:///r.sock", "ssh": {"destination": "gate"})",
            "profiles[0].ssh", "a unix socket of this machine is not reached through SSH");
        row("an option for ssh", R"("name": "a", "servers": "zk1", "ssh": {"destination": "-oProxyCommand=x"})",
            "profiles[0].ssh.destination", "option");
        row("a port too far", R"("name": "a", "servers": "zk1", "adminPorts": [70000])", "profiles[0].adminPorts",
            "1 to 65535");
        row("ports and servers", R"("name": "a", "servers": "zk1", "adminPorts": [1, 2])", "profiles[0].adminPorts",
            "2 ports for 1 servers");
        row("HTTPS alone", R"("name": "a", "servers": "zk1", "adminTls": true)", "profiles[0].adminTls", "\"tls\"");
        row("a wrong root", R"("name": "a", "servers": "zk1", "roots": ["locks"])", "profiles[0].roots", "locks");
        row("too long", R"("name": "a", "servers": "zk1", "sessionTimeoutMs": 90000000)",
            "profiles[0].sessionTimeoutMs", "the maximum is 3600000");
    }

    void saysWhatIsWrong()
    {
        QFETCH(QByteArray, fields);
        QFETCH(QByteArray, place);
        QFETCH(QByteArray, reason);
        const auto read = readProfiles(R"({"profiles": [{)" + fields + "}]}");
        QVERIFY(!read);
        const auto detail = QByteArray::fromStdString(read.error().detail);
        QVERIFY2(detail.startsWith(place + ": "), detail);
        QVERIFY2(detail.contains(reason), detail);
        QVERIFY2(!detail.contains("secret-word"), detail);
    }

    void saysWhereItIsNoJson()
    {
        const auto read = readProfiles("{\n  \"profiles\": [,]\n}");
        QVERIFY(!read);
        QVERIFY2(read.error().detail.starts_with("line 2, column "), read.error().detail.c_str());
        const auto twice = readProfiles(writeProfiles({plain("a"), plain("a")}));
        QVERIFY(!twice);
        QVERIFY2(twice.error().detail.find("twice") != std::string::npos, twice.error().detail.c_str());
    }

    /// Otherwise a user with write access everywhere would replace a device.
    void leavesAloneWhatIsNoPlainFile()
    {
        const QTemporaryDir home;
        const auto pipe = home.filePath(u"pipe"_s);
        QCOMPARE(::mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
        for (const auto& place : {pipe, home.path()}) {
            const auto written = inspect::writePrivately("save", place, "text");
            QVERIFY(!written);
            QVERIFY2(written.error().detail.find("not a regular file") != std::string::npos,
                     written.error().detail.c_str());
        }
        struct ::stat found {};
        QCOMPARE(::lstat(pipe.toLocal8Bit().constData(), &found), 0);
        QVERIFY(S_ISFIFO(found.st_mode));
        const auto fresh = home.filePath(u"fresh"_s);
        QVERIFY(inspect::writePrivately("save", fresh, "one"));
        QVERIFY(inspect::writePrivately("save", fresh, "two")); // a plain file is replaced
    }

    void keepsThemInAFileOfTheUsersOwn()
    {
        const QTemporaryDir home;
        const ProfileFile file(home.filePath(u"lockscope/profiles.json"_s));
        QCOMPARE(file.load().value().size(), std::size_t(0));
        QVERIFY(file.keep(rich()));
        QVERIFY(file.keep(plain("local")));
        QCOMPARE(QFileInfo(file.file()).permissions() & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteOther),
                 QFile::Permissions());
        auto changed = rich();
        changed.name = "orders";
        QVERIFY(file.keep(changed, rich().name));
        const auto kept = file.load();
        QVERIFY(kept);
        QCOMPARE(kept->size(), std::size_t(2));
        QVERIFY(kept->front() == changed); // replaces it
        QVERIFY(file.find("local").value() == plain("local"));

        const auto clash = file.keep(plain("orders"), "local");
        QVERIFY(!clash);
        QVERIFY(clash.error().code == ErrorCode::BadArguments);
        const auto second = file.keep(plain("local"));
        QVERIFY(!second);
        QVERIFY(second.error().code == ErrorCode::BadArguments);
        const auto missing = file.find("nobody");
        QVERIFY(!missing);
        QVERIFY(missing.error().code == ErrorCode::Missing);
        QVERIFY2(missing.error().detail.find("orders, local") != std::string::npos, missing.error().detail.c_str());
        QVERIFY(file.forget("local"));
        QVERIFY(!file.forget("local"));
        QCOMPARE(file.load().value().size(), std::size_t(1));
    }

    void overwritesNothingThatItCannotRead()
    {
        const QTemporaryDir home;
        const auto path = home.filePath(u"profiles.json"_s);
        QFile broken(path);
        QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("{\"profiles\": oops") > 0);
        broken.close();
        const ProfileFile file(path);
        const auto kept = file.keep(plain("local"));
        QVERIFY(!kept);
        QCOMPARE(kept.error().path, path.toStdString());
        QVERIFY2(kept.error().detail.starts_with("line 1"), kept.error().detail.c_str());
        QVERIFY(broken.open(QIODevice::ReadOnly));
        QCOMPARE(broken.readAll(), QByteArray("{\"profiles\": oops"));
    }

    void writesNothingThatItCouldNotRead()
    {
        const QTemporaryDir home;
        const ProfileFile file(home.filePath(u"profiles.json"_s));
        QVERIFY(file.keep(plain("local")));
        auto unfit = plain("gate");
        unfit.ssh = SshSettings{"-oProxyCommand=x", {}};
        const auto kept = file.keep(unfit);
        QVERIFY(!kept);
        QCOMPARE(kept.error().path, file.file().toStdString());
        QVERIFY2(kept.error().detail.find("destination") != std::string::npos &&
                     kept.error().detail.ends_with("Nothing was changed"),
                 kept.error().detail.c_str());
        QCOMPARE(file.load().value(), std::vector<Profile>{plain("local")});
    }

    void aStraightRouteIsTheProfilesOwn()
    {
        const auto profile = plain("local");
        Route route(profile, {});
        QVERIFY(route.open());
        QCOMPARE(route.connectString().text(), profile.servers.text());
        ensemble::CollectorSettings settings;
        route.applyTo(settings);
        QCOMPARE(settings.adminPortOf(0), 8080);
        QVERIFY(settings.wordDetours.empty() && settings.adminDetours.empty());
        QVERIFY(accountsOf(profile, {}).empty());
    }

    void leadsNowhereUntilItsForwarderIsOpen()
    {
        auto profile = plain("prod");
        profile.tls = TlsSettings{"/nonexistent/ca.pem", {}, {}, {}};
        Route route(profile, {});
        QVERIFY(!route.open());
        QVERIFY(route.connectString().servers.empty());
        ensemble::CollectorSettings settings;
        route.applyTo(settings);
        QVERIFY(settings.connect.servers.empty());
    }

    void knowsTheAccountThatServersKnow()
    {
        auto profile = plain("local");
        profile.user = "super";
        // From ZooKeeper's documentation: super:test.
        const auto accounts = accountsOf(profile, {.password = "test", .keyPassword = {}});
        QCOMPARE(accounts.size(), std::size_t(1));
        QCOMPARE(accounts.front().id, std::string("super:D/InIHSb7yEEbrWz8b9l71RjZJU="));
    }
};

} // namespace lockscope::profileTest

LOCKSCOPE_TEST(lockscope::profileTest::ProfileTest)
#include "ProfileTest.moc"
