// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/inspect/PrivateFile.h"

#include <QSaveFile>

namespace lockscope::inspect {

Result<void> writePrivately(const char* operation, const QString& file, const QByteArray& bytes)
{
    QSaveFile target(file);
    // Its mode before anything is in it.
    if (!target.open(QIODevice::WriteOnly) ||
        !target.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner) ||
        target.write(bytes) != bytes.size() || !target.commit())
        return failure(ErrorCode::System, operation, file.toStdString(), target.errorString().toStdString());
    return {};
}

} // namespace lockscope::inspect
