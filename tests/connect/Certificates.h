// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/Files.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <string>

namespace lockscope::test {

/// A test's own CAs and certificates, made by `openssl` in a folder that the destructor removes. Blocks.
class Certificates final {
public:
    /// "NAME.pem" and "NAME.key".
    [[nodiscard]] bool authority(const QString& name)
    {
        return openssl(
            QStringList{QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-days"), QStringLiteral("2")} +
            newKey(name) + QStringList{QStringLiteral("-out"), file(name + QStringLiteral(".pem"))});
    }

    /// "NAME.pem", "NAME.key", and "NAME.store" with both, for a server. `names` as in "DNS:zk1,IP:127.0.0.1". `days`:
    /// 0 for one that has expired.
    [[nodiscard]] bool certificate(const QString& name, const QString& authority, const QString& names, int days = 2)
    {
        const auto request = file(name + QStringLiteral(".csr"));
        const auto extensions = file(name + QStringLiteral(".ext"));
        const auto made = file(name + QStringLiteral(".pem"));
        return openssl(QStringList{QStringLiteral("req")} + newKey(name) +
                       QStringList{QStringLiteral("-out"), request}) &&
               write(extensions, "subjectAltName=" + names.toLatin1() + '\n') &&
               openssl({QStringLiteral("x509"), QStringLiteral("-req"), QStringLiteral("-in"), request,
                        QStringLiteral("-CA"), file(authority + QStringLiteral(".pem")), QStringLiteral("-CAkey"),
                        file(authority + QStringLiteral(".key")), QStringLiteral("-days"), QString::number(days),
                        QStringLiteral("-extfile"), extensions, QStringLiteral("-out"), made}) &&
               write(file(name + QStringLiteral(".store")),
                     contentsOf(file(name + QStringLiteral(".key"))) + contentsOf(made));
    }

    /// "NAME.locked", the key of NAME under a password.
    [[nodiscard]] bool lock(const QString& name, const QString& password)
    {
        return openssl({QStringLiteral("pkey"), QStringLiteral("-in"), file(name + QStringLiteral(".key")),
                        QStringLiteral("-aes256"), QStringLiteral("-passout"), QStringLiteral("pass:") + password,
                        QStringLiteral("-out"), file(name + QStringLiteral(".locked"))});
    }

    [[nodiscard]] QString file(const QString& name) const { return m_folder.filePath(name); }
    [[nodiscard]] std::string path(const char* name) const { return file(QLatin1String(name)).toStdString(); }

    [[nodiscard]] static bool write(const QString& path, const QByteArray& bytes)
    {
        QFile out(path);
        return out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size();
    }

private:
    /// "a Test" is not a real name.
    [[nodiscard]] QStringList newKey(const QString& name) const
    {
        return {QStringLiteral("-newkey"),
                QStringLiteral("ec"),
                QStringLiteral("-pkeyopt"),
                QStringLiteral("ec_paramgen_curve:prime256v1"),
                QStringLiteral("-nodes"),
                QStringLiteral("-keyout"),
                file(name + QStringLiteral(".key")),
                QStringLiteral("-subj"),
                QStringLiteral("/CN=") + name};
    }

    [[nodiscard]] static bool openssl(const QStringList& arguments)
    {
        QProcess process;
        process.start(QStringLiteral("openssl"), arguments);
        if (process.waitForFinished() && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
            return true;
        qWarning("openssl %s: %s%s", qPrintable(arguments.first()), process.readAllStandardError().constData(),
                 qPrintable(process.error() == QProcess::FailedToStart ? process.errorString() : QString()));
        return false;
    }

    QTemporaryDir m_folder;
};

} // namespace lockscope::test
