// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/history/RecordingFixture.h"

#include "core/history/recordings/RecordingWriter.h"
#include "tests/support/Files.h"
#include "tests/support/Test.h"

#include <QFile>

namespace lockscope::test {

using namespace lockscope::inspect;
using namespace std::chrono_literals;

void RecordingFixture::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_snapshots.clear();
}

QByteArray RecordingFixture::content() const
{
    return contentsOf(QString::fromStdString(file()));
}

void RecordingFixture::setContent(const QByteArray& bytes) const
{
    QFile target(QString::fromStdString(file()));
    QVERIFY(target.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(target.write(bytes), bytes.size());
}

void RecordingFixture::record(int count, unsigned seed)
{
    RecordingSettings settings;
    settings.isReplacing = true;
    settings.fullEvery = 10s;
    const auto writer = RecordingWriter::create(file(), settings, m_clock);
    QVERIFY_RESULT(writer);
    SnapshotMaker maker(seed);
    for (int i = 0; i < count; ++i) {
        m_snapshots.push_back(maker.next());
        const auto written = (*writer)->write(m_snapshots.back());
        QVERIFY_RESULT(written);
        m_clock.advance(1s);
    }
    QVERIFY((*writer)->finish("time"));
    QVERIFY((*writer)->fullSnapshots() >= static_cast<unsigned>(count) / 11U);
}

} // namespace lockscope::test
