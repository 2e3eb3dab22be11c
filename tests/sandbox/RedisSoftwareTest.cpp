// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/redis/RedisSoftware.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <memory>

namespace lockscope::redisSoftwareTest {

using namespace lockscope::redis;

/// The result and the error messages on a simulated machine.
class RedisSoftwareTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void takesTheServerByItsName();
    void takesTheSameProgramByItsOtherName();
    void takesTheNamedProgramFirst();
    void refusesANamedProgramThatCannotBeRun();
    void namesThePackageToInstall_data();
    void namesThePackageToInstall();

private:
    void put(const QString& name, bool executable = true) const
    {
        QVERIFY(QDir(m_root->path()).mkpath(QFileInfo(name).path()));
        QFile file(at(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        if (executable)
            QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    }
    [[nodiscard]] QString at(const QString& name) const { return m_root->filePath(name); }
    [[nodiscard]] QString searchPath() const { return at(QStringLiteral("local")) + u':' + at(QStringLiteral("bin")); }

    std::unique_ptr<QTemporaryDir> m_root;
};

void RedisSoftwareTest::init()
{
    m_root = std::make_unique<QTemporaryDir>();
}

void RedisSoftwareTest::takesTheServerByItsName()
{
    put(QStringLiteral("local/redis-check-rdb"));
    put(QStringLiteral("bin/redis-server"));
    const Result<QString> found = findServerProgram({{}, searchPath()});
    QVERIFY_RESULT(found);
    QCOMPARE(*found, at(QStringLiteral("bin/redis-server")));
}

void RedisSoftwareTest::takesTheSameProgramByItsOtherName()
{
    put(QStringLiteral("bin/redis-check-rdb"));
    put(QStringLiteral("bin/redis-cli"));
    const Result<QString> found = findServerProgram({{}, searchPath()});
    QVERIFY_RESULT(found);
    QCOMPARE(*found, at(QStringLiteral("bin/redis-check-rdb")));
}

void RedisSoftwareTest::takesTheNamedProgramFirst()
{
    put(QStringLiteral("bin/redis-server"));
    put(QStringLiteral("other/redis-8"));
    const Result<QString> found = findServerProgram({at(QStringLiteral("other/redis-8")), searchPath()});
    QVERIFY_RESULT(found);
    QCOMPARE(*found, at(QStringLiteral("other/redis-8")));
}

void RedisSoftwareTest::refusesANamedProgramThatCannotBeRun()
{
    put(QStringLiteral("bin/redis-server"));
    put(QStringLiteral("other/text"), false);
    for (const QString& program :
         {at(QStringLiteral("other/text")), at(QStringLiteral("other")), at(QStringLiteral("none"))}) {
        const Result<QString> found = findServerProgram({program, searchPath()});
        QVERIFY2(!found, qPrintable(program));
        QVERIFY(found.error().code == ErrorCode::Missing);
        QCOMPARE(found.error().path, program.toStdString());
        QVERIFY2(found.error().detail.starts_with("LOCKSCOPE_REDIS_SERVER is not an executable file."),
                 found.error().detail.c_str());
    }
}

void RedisSoftwareTest::namesThePackageToInstall_data()
{
    QTest::addColumn<QString>("folders");
    QTest::newRow("no folders") << QString();
    QTest::newRow("folders without it") << QStringLiteral("/nonexistent:/proc/self/fdinfo");
}

void RedisSoftwareTest::namesThePackageToInstall()
{
    QFETCH(QString, folders);
    const Result<QString> found = findServerProgram({{}, folders});
    QVERIFY(!found);
    QVERIFY(found.error().code == ErrorCode::Missing);
    QVERIFY2(found.error().detail.find("apt install redis-tools") != std::string::npos, found.error().detail.c_str());
}

} // namespace lockscope::redisSoftwareTest

LOCKSCOPE_TEST(lockscope::redisSoftwareTest::RedisSoftwareTest)
#include "RedisSoftwareTest.moc"
