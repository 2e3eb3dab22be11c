// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/Profile.h"
#include "core/release/ReleasePlan.h"
#include "tests/connect/Certificates.h"
#include "tests/connect/SecureServer.h"
#include "tests/support/Test.h"
#include "tests/ui/Warnings.h"
#include "tests/ui/WholeWindow.h"

#include <QAbstractItemView>
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>

#include <memory>
#include <optional>
#include <string>

namespace lockscope::test {

/// A test of the whole window at a real server with TLS.
class SecureWindowTest : public QObject {
protected:
    void startServer()
    {
        qputenv("XDG_DATA_HOME", m_folder.path().toLocal8Bit()); // the action log's
        const auto authority = QStringLiteral("authority");
        QVERIFY(m_files.authority(authority));
        QVERIFY(m_files.authority(QStringLiteral("stranger")));
        QVERIFY(m_files.certificate(QStringLiteral("server"), authority, QStringLiteral("DNS:localhost,IP:127.0.0.1")));
        const auto started =
            m_server.start(m_files.file(QStringLiteral("server.store")), m_files.file(QStringLiteral("authority.pem")));
        QVERIFY2(started.has_value(), started ? "" : describe(started.error()).c_str());
    }
    void endServer() { QVERIFY(m_server.kill()); }
    void openWindow()
    {
        failOnAnyWarning();
        m_traffic = std::make_shared<zk::Traffic>();
        m_whole = std::make_unique<WholeWindow>(m_folder.path(), QStringLiteral(LOCKSCOPECTL), m_traffic);
    }
    void closeWindow()
    {
        QVERIFY(m_whole->end());
        m_whole.reset();
        QFile::remove(m_folder.filePath(QStringLiteral("profiles.json")));
    }

    template <typename T> T* child(const QString& name) { return m_whole->child<T>(name); }
    void press(const QString& name) { m_whole->press(name); }
    void type(const QString& name, const QString& text)
    {
        auto* field = child<QLineEdit>(name);
        QVERIFY2(field, qPrintable(name));
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
    }
    QString notice() { return child<QLabel>(QStringLiteral("noticeText"))->text(); }
    /// "released", or why not. Repeated while the connection is lost, as on a busy machine. Waits.
    QString outcomeOfRelease(const release::ReleasePlan& plan, const std::string& reason)
    {
        for (;;) {
            std::optional<Result<release::ReleaseOutcome>> came;
            QObject context;
            m_whole->connection.applyRelease(
                plan, {reason, {}}, &context,
                [&came](const Result<release::ReleaseOutcome>& outcome) { came = outcome; });
            if (!QTest::qWaitFor([&came] { return came.has_value(); }, longestWaitMs))
                return QStringLiteral("no reply");
            if (*came)
                return QStringLiteral("released");
            const auto code = came->error().code;
            const bool isLost = code == ErrorCode::ConnectionLoss || code == ErrorCode::OperationTimeout ||
                                code == ErrorCode::NoConnection;
            if (!isLost || !QTest::qWaitFor([this] { return source() == ui::SourceState::Live; }, longestWaitMs))
                return QString::fromStdString(describe(came->error()));
        }
    }
    /// True if the activity panel contains the text.
    bool isReported(const QString& text)
    {
        const auto* events = child<QAbstractItemView>(QStringLiteral("activityTable"))->model();
        for (int row = 0; row < events->rowCount(); ++row)
            for (int column = 0; column < events->columnCount(); ++column)
                if (events->index(row, column).data().toString().contains(text))
                    return true;
        return false;
    }
    void triggerAccess()
    {
        auto* action = child<QAction>(QStringLiteral("accessAction"));
        QTRY_VERIFY(action->isEnabled());
        action->trigger();
    }
    ui::SourceState source() const { return m_whole->connection.source(); }
    connect::Profile profileNamed(const std::string& name, const char* authority = "authority.pem")
    {
        connect::Profile profile;
        profile.name = name;
        profile.servers = {{{"localhost", m_server.securePort()}}, {}};
        profile.tls = connect::TlsSettings{m_files.path(authority), {}, {}, {}};
        profile.adminPorts = {};
        return profile;
    }
    void save(const connect::Profile& profile)
    {
        const auto before = m_whole->saved.list().size();
        m_whole->saved.keep(profile);
        QTRY_COMPARE(m_whole->saved.list().size(), before + 1);
    }

    Certificates m_files;
    SecureServer m_server;
    QTemporaryDir m_folder;
    std::shared_ptr<zk::Traffic> m_traffic;
    std::unique_ptr<WholeWindow> m_whole;
};

} // namespace lockscope::test
