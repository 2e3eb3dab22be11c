// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The fields that say where locks are, and the passwords that a connection needs.

#include "ui/dialogs/TargetForm.h"
#include "tests/support/Test.h"
#include "tests/ui/Child.h"
#include "tests/ui/Warnings.h"
#include "ui/dialogs/ProfileDialog.h"
#include "ui/dialogs/SecretsDialog.h"
#include "ui/shell/connection/KeychainEntry.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>

namespace lockscope::targetFormTest {

using namespace Qt::StringLiterals;
using test::childOf;
using ui::TargetForm;
using Kind = TargetForm::Kind;

namespace {

struct Form {
    TargetForm form{u"connect"_s, TargetForm::Login::Here};

    Form() { form.show(); }
    void choose(Kind kind) { childOf<QComboBox>(form, u"connectKind"_s)->setCurrentIndex(static_cast<int>(kind)); }
    void type(const QString& name, const QString& text) { field(name)->setText(text); }
    [[nodiscard]] QLineEdit* field(const QString& name) { return childOf<QLineEdit>(form, name); }
    [[nodiscard]] QString fault(const QString& name)
    {
        const auto* label = childOf<QLabel>(form, name);
        return label->isVisible() ? label->text() : QString();
    }
};

/// The rights of a reading user, as README.md has them.
QString documentedRights()
{
    QFile readme(QStringLiteral(LOCKSCOPE_README));
    if (!readme.open(QIODevice::ReadOnly))
        return {};
    const auto text = QString::fromUtf8(readme.readAll());
    const auto from = text.indexOf(u"%R~*"_s);
    return text.mid(from, text.indexOf(u'`', from) - from).replace(u'\n', u' ');
}

} // namespace

class TargetFormTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void eachKindHasItsFields_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("servers");
        QTest::addColumn<QStringList>("visible");
        QTest::addColumn<QString>("target");
        const auto kind = [](Kind each) { return static_cast<int>(each); };
        QTest::newRow("ZooKeeper") << kind(Kind::Ensemble) << u"zk1:2181,zk2:2181/app"_s << QStringList{}
                                   << u"zk1:2181,zk2:2181/app"_s;
        QTest::newRow("Redis") << kind(Kind::Redis) << u"cache1"_s
                               << QStringList{u"connectDatabase"_s, u"connectUser"_s, u"connectPassword"_s}
                               << u"rediss://app@cache1:6379/2"_s;
        QTest::newRow("Sentinel") << kind(Kind::Sentinel) << u"s1,s2:26380"_s
                                  << QStringList{u"connectMaster"_s, u"connectDatabase"_s, u"connectUser"_s}
                                  << u"rediss+sentinel://app@s1:26379,s2:26380/cart/2"_s;
        QTest::newRow("Cluster") << kind(Kind::Cluster) << u"n1,n2"_s << QStringList{u"connectUser"_s}
                                 << u"rediss+cluster://app@n1:6379,n2:6379"_s;
        QTest::newRow("Redlock") << kind(Kind::Redlock) << u"r1,r2,r3"_s << QStringList{u"connectUser"_s}
                                 << u"redlocks://app@r1:6379,r2:6379,r3:6379"_s;
    }
    void eachKindHasItsFields()
    {
        QFETCH(int, kind);
        QFETCH(QString, servers);
        QFETCH(QStringList, visible);
        QFETCH(QString, target);
        Form shown;
        shown.choose(static_cast<Kind>(kind));
        shown.type(u"connectMaster"_s, u"cart"_s);
        shown.type(u"connectUser"_s, u"app"_s);
        shown.type(u"connectPassword"_s, u"moss"_s);
        childOf<QSpinBox>(shown.form, u"connectDatabase"_s)->setValue(2);
        childOf<QCheckBox>(shown.form, u"connectTls"_s)->setChecked(true);
        shown.type(u"connectString"_s, servers);
        for (const auto* name : {"connectMaster", "connectDatabase", "connectUser"}) {
            const auto* field = shown.form.findChild<QWidget*>(QString::fromLatin1(name));
            QCOMPARE(field->isVisible(), visible.contains(QString::fromLatin1(name)));
        }
        const auto made = shown.form.target();
        QVERIFY2(made, made ? "" : made.error().detail.c_str());
        QCOMPARE(made->text, target);
        const bool isRedis = static_cast<Kind>(kind) != Kind::Ensemble;
        QCOMPARE(made->profile.redis.has_value(), isRedis);
        QCOMPARE(made->secrets.password, isRedis ? std::string("moss") : std::string());
        QCOMPARE(made->profile.user, isRedis ? std::string("app") : std::string());
    }

    /// And its parts can be read back into the fields.
    void aWholeTargetMayBeTyped()
    {
        Form shown;
        shown.type(u"connectString"_s, u"redis+sentinel://s1:26379/cart"_s);
        QVERIFY(shown.form.kind() == Kind::Sentinel);
        QVERIFY(!childOf<QComboBox>(shown.form, u"connectKind"_s)->isEnabled());
        QVERIFY(!shown.field(u"connectMaster"_s)->isVisible());
        QCOMPARE(shown.form.target().value().profile.redis->master, std::string("cart"));

        shown.form.setTarget(u"redis+sentinel://app@s1:26379,s2:26379/cart/3"_s, {u"lock:"_s});
        QCOMPARE(shown.field(u"connectString"_s)->text(), u"s1:26379,s2:26379"_s);
        QCOMPARE(shown.field(u"connectMaster"_s)->text(), u"cart"_s);
        QCOMPARE(shown.field(u"connectUser"_s)->text(), u"app"_s);
        const auto again = shown.form.target();
        QVERIFY(again);
        QCOMPARE(again->text, u"redis+sentinel://app@s1:26379,s2:26379/cart/3"_s);
        QCOMPARE(again->profile.roots, std::vector<std::string>{"lock:"});
        shown.form.setTarget(u"zk1:2181"_s, {u"/a"_s});
        QVERIFY(shown.form.kind() == Kind::Ensemble);
        QCOMPARE(shown.form.target().value().text, u"zk1:2181"_s);
    }

    /// It was typed for other servers.
    void anotherTargetClearsThePassword()
    {
        Form shown;
        shown.choose(Kind::Redis);
        shown.type(u"connectString"_s, u"cache1"_s);
        shown.type(u"connectPassword"_s, u"moss"_s);
        QCOMPARE(shown.form.target().value().secrets.password, std::string("moss"));
        shown.form.setTarget(u"redis://cache2:6379"_s, {});
        QCOMPARE(shown.form.target().value().secrets.password, std::string());
    }

    void userAndDatabaseMayBeTypedWithTheServer()
    {
        Form shown;
        shown.choose(Kind::Redis);
        shown.type(u"connectString"_s, u"app@cache1:6379/3"_s);
        QCOMPARE(shown.form.target().value().text, u"redis://app@cache1:6379/3"_s);
        childOf<QSpinBox>(shown.form, u"connectDatabase"_s)->setValue(2);
        shown.type(u"connectUser"_s, u"ops"_s);
        QCOMPARE(shown.form.target().value().text, u"redis://ops@cache1:6379/2"_s);
        shown.form.setTarget(u"redis://cache1:6379/5000"_s, {});
        QCOMPARE(shown.form.target().value().text, u"redis://cache1:6379/5000"_s);
    }

    void faultsStandAtTheirFields()
    {
        Form shown;
        shown.choose(Kind::Sentinel);
        QCOMPARE(shown.fault(u"connectMasterFault"_s), QString()); // nothing is typed yet
        shown.type(u"connectString"_s, u"s1"_s);
        QVERIFY(shown.fault(u"connectMasterFault"_s).contains(u"mymaster"_s));
        QCOMPARE(shown.fault(u"connectError"_s), QString());
        QVERIFY(!shown.form.target());
        shown.type(u"connectMaster"_s, u"cart"_s);
        QCOMPARE(shown.fault(u"connectMasterFault"_s), QString());
        QVERIFY(shown.form.target());
        shown.type(u"connectUser"_s, u"a b"_s);
        QVERIFY(!shown.fault(u"connectUserFault"_s).isEmpty());
        QVERIFY(!shown.form.target());
        shown.type(u"connectUser"_s, {});
        shown.type(u"connectString"_s, u"s1:port"_s);
        QVERIFY(!shown.fault(u"connectError"_s).isEmpty());
        shown.choose(Kind::Ensemble);
        shown.type(u"connectString"_s, u"zk1"_s);
        shown.type(u"connectRoots"_s, u"locks"_s);
        QVERIFY(!shown.fault(u"connectRootsFault"_s).isEmpty());
        QCOMPARE(shown.fault(u"connectError"_s), QString());
    }

    /// The line of README.md, whose rights a test of the sources tries on a server.
    void theReadingUsersLineIsTheDocumentedOne()
    {
        Form shown;
        QVERIFY(!shown.field(u"connectAcl"_s)->isVisible());
        shown.choose(Kind::Redis);
        QVERIFY(shown.field(u"connectAcl"_s)->isVisible());
        shown.type(u"connectUser"_s, u"watcher"_s);
        QTest::mouseClick(childOf<QToolButton>(shown.form, u"connectAclCopy"_s), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), u"ACL SETUSER watcher on >PASSWORD "_s + documentedRights());
    }

    void aProfileHasASecondUser()
    {
        connect::Profile profile;
        profile.name = "cart";
        profile.redis = redis::parseTarget("rediss+sentinel://watcher@s1:26379/cart").value();
        profile.user = "watcher";
        profile.roots.clear();
        ui::ProfileDialog dialog(profile, "cart", ui::darkTheme());
        std::optional<connect::Profile> saved;
        connect(&dialog, &ui::ProfileDialog::chosen, this, [&](const connect::Profile& chosen) { saved = chosen; });
        childOf<QLineEdit>(dialog, u"profileWriteUser"_s)->setText(u"ops"_s);
        QVERIFY2(childOf<QPushButton>(dialog, u"profileAccept"_s)->isEnabled(),
                 qPrintable(childOf<QLabel>(dialog, u"profileError"_s)->text()));
        childOf<QPushButton>(dialog, u"profileAccept"_s)->click();
        QVERIFY(saved);
        auto expected = profile;
        expected.writeUser = "ops";
        QVERIFY(*saved == expected);
    }

    /// A server may ask for a password although there is no user (requirepass).
    void aPasswordWithoutAUserIsAskedFor()
    {
        connect::Profile profile;
        profile.name = "cart";
        profile.redis = redis::parseTarget("redis://cache1").value();
        QVERIFY(!ui::needsSecrets(profile));
        profile.needsPassword = true;
        profile.writeUser = "ops";
        QVERIFY(ui::needsSecrets(profile));
        QCOMPARE(ui::entriesOf(profile).size(), std::size_t(2));
        ui::SecretsDialog dialog(profile, {});
        dialog.show();
        auto* password = childOf<QLineEdit>(dialog, u"secretsPassword"_s);
        auto* writing = childOf<QLineEdit>(dialog, u"secretsWritePassword"_s);
        const auto* accept = childOf<QPushButton>(dialog, u"secretsAccept"_s);
        QVERIFY(password->isVisible() && writing->isVisible());
        QVERIFY(!childOf<QLineEdit>(dialog, u"secretsUser"_s)->isVisible());
        QCOMPARE(dialog.focusWidget(), password);
        QCOMPARE(password->accessibleName(), u"Password of the servers"_s);
        QVERIFY(!accept->isEnabled());
        password->setText(u"moss"_s);
        QVERIFY(!accept->isEnabled());
        writing->setText(u"fern"_s);
        QVERIFY(accept->isEnabled());
        connect::Secrets typed;
        connect(&dialog, &ui::SecretsDialog::chosen, this, [&](const connect::Secrets& secrets) { typed = secrets; });
        childOf<QPushButton>(dialog, u"secretsAccept"_s)->click();
        QCOMPARE(typed.password, std::string("moss"));
        QCOMPARE(typed.writePassword, std::string("fern"));
    }
};

} // namespace lockscope::targetFormTest

LOCKSCOPE_TEST(lockscope::targetFormTest::TargetFormTest)
#include "TargetFormTest.moc"
