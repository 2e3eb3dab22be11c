// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A recording or an audit log from another source: the readable part is the same forwards, backwards and from the
/// middle, in order, and errors are reported.

#include "core/history/recordings/OpenedFile.h"
#include "core/sources/DialectFiles.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "tests/fuzz/Require.h"
#include "tests/history/RecordedSnapshots.h"

#include <vector>

#include <sys/mman.h>
#include <unistd.h>

using namespace lockscope;
using namespace lockscope::inspect;
using fuzz::require;

namespace {

/// A file in memory only.
class MemoryFile final {
public:
    MemoryFile(const std::uint8_t* data, std::size_t size)
        : m_descriptor(::memfd_create("recording", MFD_CLOEXEC))
    {
        require(m_descriptor >= 0 && ::write(m_descriptor, data, size) == static_cast<ssize_t>(size));
    }
    ~MemoryFile() { ::close(m_descriptor); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(m_descriptor); }

private:
    int m_descriptor;
};

void checkSnapshot(const Snapshot& snapshot)
{
    for (std::size_t i = 0; i < snapshot.locks.size(); ++i) {
        require(snapshot.locks[i] != nullptr && !snapshot.locks[i]->path.empty());
        require(i == 0 || snapshot.locks[i - 1]->path < snapshot.locks[i]->path);
        require(snapshot.find(snapshot.locks[i]->path) == snapshot.locks[i].get());
    }
}

void requireSame(const SnapshotPtr& wanted, const SnapshotPtr& found)
{
    require(wanted && found && test::difference(*wanted, *found).empty());
}

void checkWays(Replay& replay)
{
    require(replay.size() > 0 && replay.from() <= replay.to());
    std::vector<SnapshotPtr> snapshots;
    LockMap locks;
    replay.play([&](const RecordingReader::Item& item) {
        require(item.step.has_value() != item.event.has_value());
        if (item.step) {
            applyTo(locks, item.step->locks);
            snapshots.push_back(wholeOf(*item.step->rest, locks));
            checkSnapshot(*snapshots.back());
        }
        return true;
    });
    require(snapshots.size() == replay.size());
    requireSame(snapshots.back(), replay.at(replay.to()));
    for (auto i = snapshots.size() - 1; i > 0; --i)
        requireSame(snapshots[i - 1], replay.previous());
    require(replay.previous() == nullptr);
    std::size_t first = 0; // of several at one time, the last
    while (first + 1 < snapshots.size() && snapshots[first + 1]->takenAt <= replay.from())
        ++first;
    requireSame(snapshots[first], replay.at(replay.from()));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const MemoryFile file(data, size);
    const auto opened = OpenedFile::open(file.path(), {"/"}, builtinDialects());
    if (!opened) {
        fuzz::requireSentence(opened.error());
        return 0;
    }
    checkWays((*opened)->replay());
    return 0;
}
