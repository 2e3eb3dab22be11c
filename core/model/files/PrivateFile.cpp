// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/files/PrivateFile.h"

#include "core/base/Phrase.h"

#include <QFileInfo>
#include <QSaveFile>

namespace lockscope::inspect {

Result<void> writePrivately(const char* operation, const QString& file, const QByteArray& bytes)
{
    // For root, the rename would replace a device by a file.
    if (const QFileInfo before(file); before.exists() && !before.isFile())
        return failure(ErrorCode::System, operation, file.toStdString(),
                       phrase("not a regular file. The file was not changed; use another name"));
    QSaveFile target(file);
    // Sets the mode before writing any data.
    if (!target.open(QIODevice::WriteOnly) ||
        !target.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner) ||
        target.write(bytes) != bytes.size() || !target.commit())
        return failure(ErrorCode::System, operation, file.toStdString(), target.errorString().toStdString());
    return {};
}

} // namespace lockscope::inspect
