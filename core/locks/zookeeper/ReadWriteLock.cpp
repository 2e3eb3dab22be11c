// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/ReadWriteLock.h"

#include "core/base/Phrase.h"
#include "core/locks/LockHolders.h"
#include "core/locks/zookeeper/Recipes.h"
#include "core/locks/zookeeper/engine/DowngradeAttempt.h"
#include "core/locks/zookeeper/engine/QueueAttempt.h"

namespace lockscope::locks {

struct ReadWriteLock::Names {
    NodeNaming read;
    NodeNaming write;
    const queue::Scheme& scheme;
};

class ReadWriteLock::Side final : public Lock {
public:
    Side(zk::Client& client, const std::string& path, MakeAttempt makeAttempt)
        : Lock(executorsOf(client), path, OwnerRule::Reentrant, std::move(makeAttempt))
    {
    }

    using Lock::holders;
};

ReadWriteLock::ReadWriteLock(zk::Client& client, std::string path, const Names& names, const NodeOptions& options)
{
    // Each side needs the same owner's holds on the other side. Both run on the executor, and neither keeps the other
    // alive.
    struct Link {
        std::weak_ptr<LockHolders> readers;
        std::weak_ptr<LockHolders> writers;
    };
    const auto link = std::make_shared<Link>();
    const QueuePlace reader{path, names.read, &names.scheme};
    const QueuePlace writer{path, names.write, &names.scheme};
    m_read = std::make_unique<Side>(
        client, path, [&client, reader, options, link](Owner owner) -> Result<std::shared_ptr<Attempt>> {
            const auto writers = link->writers.lock();
            if (const auto held = writers ? writers->heldGrant(owner) : std::nullopt) {
                const auto& node = held->nodes.back();
                return std::make_shared<DowngradeAttempt>(client, reader.directory, reader.naming, node, options);
            }
            return std::make_shared<QueueAttempt>(client, reader, options);
        });
    m_write = std::make_unique<Side>(
        client, path, [&client, writer, options, link](Owner owner) -> Result<std::shared_ptr<Attempt>> {
            const auto readers = link->readers.lock();
            if (readers && readers->heldGrant(owner))
                return failure(
                    ErrorCode::BadArguments, "acquire", writer.directory,
                    phrase("this owner holds the read lock and would wait for itself. Release the read lock first"));
            return std::make_shared<QueueAttempt>(client, writer, options);
        });
    link->readers = m_read->holders();
    link->writers = m_write->holders();
}

ReadWriteLock::ReadWriteLock(zk::Client& client, std::string path, NodeOptions options)
    : ReadWriteLock(
          client, std::move(path),
          Names{NodeNaming::curator("__READ__"), NodeNaming::curator("__WRIT__"), queue::curatorReadWriteScheme()},
          options)
{
}

ReadWriteLock::~ReadWriteLock() = default;

std::unique_ptr<ReadWriteLock> ReadWriteLock::withTutorialNames(zk::Client& client, std::string path,
                                                                const std::string& host, NodeOptions options)
{
    // The random id is between host and letter, without a dash: programs split the names at the dashes.
    const Names names{{host + "_", NodeNaming::Id::Hex32, "-R-"},
                      {host + "_", NodeNaming::Id::Hex32, "-W-"},
                      queue::tutorialReadWriteScheme()};
    return std::unique_ptr<ReadWriteLock>(new ReadWriteLock(client, std::move(path), names, options));
}

Lock& ReadWriteLock::read()
{
    return *m_read;
}

Lock& ReadWriteLock::write()
{
    return *m_write;
}

} // namespace lockscope::locks
