// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/KeychainEntry.h"
#include "tests/support/Test.h"

#include <functional>
#include <set>

namespace lockscope::keychainEntryTest {

using namespace lockscope::ui;

namespace {

connect::Profile whole()
{
    connect::Profile profile;
    profile.name = "prod";
    profile.servers = zk::parseConnectString("zk1:2281,zk2:2281/app").value();
    profile.user = "ops";
    profile.tls = connect::TlsSettings{"/etc/ca.pem", "/etc/me.pem", "/etc/me.key", "zk.example.com"};
    profile.ssh = connect::SshSettings{"jump", "/etc/ssh.conf"};
    return profile;
}

const connect::Secrets secrets{"pass \" wörd", "key's"};

} // namespace

/// The connection that a keychain entry is bound to.
class KeychainEntryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oneForEachSecretThatIsNeeded()
    {
        auto profile = whole();
        QCOMPARE(entriesOf(profile).size(), 2U);
        profile.user.clear();
        QCOMPARE(entriesOf(profile).size(), 1U);
        profile.tls.reset();
        QVERIFY(entriesOf(profile).empty());

        // The key names the connection, and no two keys are equal.
        std::set<QString> keys;
        for (const char* const name : {"prod", "prod: password", "staging"}) {
            for (const auto& key : keychainKeysOf(name)) {
                QVERIFY2(key.startsWith(QLatin1String(name)), qPrintable(key));
                keys.insert(key);
            }
        }
        QCOMPARE(keys.size(), 9U); // of each profile: the password, that for releases, and that of the key
        for (const auto& entry : entriesOf(whole()))
            QVERIFY(keys.contains(entry.key));
    }

    void whatWasWrittenIsRead()
    {
        connect::Secrets read;
        for (const auto& entry : entriesOf(whole())) {
            const auto secret = entry.read(entry.written(secrets));
            QVERIFY(secret);
            read.*entry.secret = *secret;
        }
        QVERIFY(read == secrets);
        const auto entry = entriesOf(whole()).back();
        QCOMPARE(entry.read(entry.written({"", ""})).value(), std::string()); // a key without a password
    }

    void whatIsNoEntryIsNotRead()
    {
        const auto entry = entriesOf(whole()).front();
        for (const char* const bytes :
             {"", "secret", "{}", "[]", R"({"secret": "it"})", R"({"for": "", "secret": "it"})"})
            QVERIFY2(!entry.read(bytes), bytes);
    }

    void itIsForTheSameUserServersAndWay_data()
    {
        QTest::addColumn<std::function<void(connect::Profile&)>>("change");
        QTest::addColumn<bool>("password");
        QTest::addColumn<bool>("keyPassword");
        const auto row = [](const char* name, std::function<void(connect::Profile&)> change, bool password, bool key) {
            QTest::newRow(name) << std::move(change) << password << key;
        };
        using P = connect::Profile;
        row(
            "nothing", [](P&) {}, true, true);
        row(
            "colour", [](P& profile) { profile.colour = "red"; }, true, true);
        row(
            "roots", [](P& profile) { profile.roots = {"/a"}; }, true, true);
        row(
            "user", [](P& profile) { profile.user = "dev"; }, false, true);
        row(
            "servers", [](P& profile) { profile.servers.servers.back().host = "evil"; }, false, true);
        row(
            "port", [](P& profile) { profile.servers.servers.back().port = 2181; }, false, true);
        row(
            "no key", [](P& profile) { profile.tls->keyFile.clear(); }, true, false);
        row(
            "no TLS", [](P& profile) { profile.tls.reset(); }, false, false);
        row(
            "authority", [](P& profile) { profile.tls->caFile = "/tmp/ca.pem"; }, false, true);
        row(
            "server's name", [](P& profile) { profile.tls->serverName.clear(); }, false, true);
        row(
            "key", [](P& profile) { profile.tls->keyFile = "/tmp/me.key"; }, true, false);
        row(
            "jump", [](P& profile) { profile.ssh->destination = "elsewhere"; }, false, true);
        row(
            "SSH configuration", [](P& profile) { profile.ssh->configFile.clear(); }, false, true);
        row(
            "no SSH", [](P& profile) { profile.ssh.reset(); }, false, true);
    }
    void itIsForTheSameUserServersAndWay()
    {
        QFETCH(std::function<void(connect::Profile&)>, change);
        QFETCH(bool, password);
        QFETCH(bool, keyPassword);
        const auto before = entriesOf(whole());
        auto profile = whole();
        change(profile);
        connect::Secrets read;
        for (const auto& entry : entriesOf(profile))
            for (const auto& old : before)
                if (old.key == entry.key)
                    read.*entry.secret = entry.read(old.written(secrets)).value_or("");
        QCOMPARE(!read.password.empty(), password);
        QCOMPARE(!read.keyPassword.empty(), keyPassword);
        QCOMPARE(shareSecrets(whole(), profile), password && keyPassword);
    }
};

} // namespace lockscope::keychainEntryTest

LOCKSCOPE_TEST(lockscope::keychainEntryTest::KeychainEntryTest)
#include "KeychainEntryTest.moc"
