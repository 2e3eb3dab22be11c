// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/Recorder.h"

#include "core/base/Phrase.h"
#include "core/connect/ThreadTasks.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <chrono>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// A slow disk: the next snapshot that is written has the changes of those that are left out.
constexpr int mostPending = 20;

Result<void> makePrivateFolder(const QString& folder)
{
    constexpr auto ownerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner;
    if (QDir(folder).exists() || (QDir().mkpath(folder) && QFile::setPermissions(folder, ownerOnly)))
        return {};
    return failure(ErrorCode::System, phraseLater("create the folder"), folder.toStdString());
}

} // namespace

/// Used by the other thread, except for the name.
struct Recorder::File {
    QString name;
    std::unique_ptr<inspect::RecordingWriter> writer; ///< null: it could not be created

    File() = default;
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() { close(); }

    /// Nothing remains of a file without a snapshot.
    void close()
    {
        if (writer && writer->snapshots() == 0)
            writer->discard();
        writer.reset();
    }
    [[nodiscard]] Written after(const Result<void>& done) const
    {
        Written written;
        if (writer)
            written = {writer->bytes(), writer->snapshots(), writer->isFull(), {}};
        if (!done)
            written.error = done.error();
        return written;
    }
};

Recorder::Recorder(const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_clock(clock)
{
}

Recorder::~Recorder()
{
    m_thread.stop();
}

QString Recorder::folder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/lockscope/recordings"_s;
}

template <typename Work> void Recorder::post(Work work)
{
    ++m_pending;
    m_thread.post([this, file = m_file, work = std::move(work)] {
        const auto written = file->after(work(*file));
        ensemble::runLater(this, [this, file, written] { note(file, written); });
    });
}

void Recorder::start(inspect::RecordingSettings settings)
{
    if (m_file)
        return;
    m_file = std::make_shared<File>();
    m_file->name =
        u"%1/lockscope-%2.rec"_s.arg(folder(), QDateTime::currentDateTime().toString(u"yyyy-MM-dd-HHmmss-zzz"_s));
    m_since = m_clock.now();
    m_bytes = 0;
    m_isStopping = false;
    post([settings = std::move(settings), &clock = m_clock](File& file) -> Result<void> {
        if (auto made = makePrivateFolder(folder()); !made)
            return made;
        auto writer = inspect::RecordingWriter::create(QFile::encodeName(file.name).toStdString(), settings, clock);
        if (!writer)
            return failure(writer.error());
        file.writer = std::move(*writer);
        return {};
    });
}

void Recorder::write(const inspect::SnapshotPtr& snapshot)
{
    if (!m_file || m_isStopping || !snapshot || m_pending >= mostPending)
        return;
    post([snapshot](File& file) { return file.writer ? file.writer->write(snapshot) : Result<void>(); });
}

void Recorder::write(const inspect::LockEvent& gap)
{
    if (!m_file || m_isStopping)
        return;
    post([gap](File& file) {
        const bool hasBegun = file.writer && file.writer->snapshots() > 0;
        return hasBegun ? file.writer->write(gap) : Result<void>();
    });
}

void Recorder::stop(const std::string& reason)
{
    if (!m_file || std::exchange(m_isStopping, true))
        return;
    post([reason](File& file) -> Result<void> {
        return file.writer && file.writer->snapshots() > 0 ? file.writer->finish(reason) : Result<void>();
    });
}

void Recorder::note(const std::shared_ptr<File>& file, const Written& written)
{
    --m_pending;
    if (file != m_file)
        return; // it has ended by an error
    m_bytes = written.bytes;
    if (written.error || written.isFull || (m_isStopping && m_pending == 0))
        end(written);
}

void Recorder::end(const Written& written)
{
    const auto progress = this->progress().value_or(RecordingProgress{});
    const auto file = std::exchange(m_file, nullptr);
    m_thread.post([file] { file->close(); });
    Q_EMIT ended(written.snapshots > 0 ? file->name : QString(), progress, written.isFull, written.error);
}

std::optional<RecordingProgress> Recorder::progress() const
{
    if (!m_file)
        return std::nullopt;
    return RecordingProgress{std::chrono::duration_cast<std::chrono::seconds>(m_clock.now() - m_since), m_bytes};
}

} // namespace lockscope::ui

#include "moc_Recorder.cpp"
