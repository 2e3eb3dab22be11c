// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/history/RecordedSnapshots.h"
#include "tests/support/ManualClock.h"

#include <QObject>
#include <QTemporaryDir>

#include <memory>
#include <string>
#include <vector>

namespace lockscope::test {

/// A recording in a folder of its own; each test function has another one.
class RecordingFixture : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();

protected:
    [[nodiscard]] std::string file() const { return m_folder->filePath(QStringLiteral("locks.rec")).toStdString(); }
    [[nodiscard]] QByteArray content() const;
    void setContent(const QByteArray& bytes) const;
    /// A recording of `count` random snapshots, with full ones now and then.
    void record(int count, unsigned seed);

    std::unique_ptr<QTemporaryDir> m_folder;
    ManualClock m_clock;
    std::vector<inspect::SnapshotPtr> m_snapshots; ///< that were recorded
};

} // namespace lockscope::test
