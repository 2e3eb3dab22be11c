// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/measure/BenchCrowd.h"

#include "core/base/Path.h"
#include "core/locks/Uuid.h"
#include "core/simulate/measure/BenchPipeline.h"

#include <algorithm>
#include <array>
#include <random>

namespace lockscope::console {

namespace {

constexpr auto longestBuild = std::chrono::minutes(10);
constexpr auto longestRead = std::chrono::minutes(2);

std::string hex32()
{
    auto text = locks::randomUuid();
    std::erase(text, '-');
    return text;
}

std::string curator(const char* what)
{
    return "_c_" + locks::randomUuid() + what;
}

std::string cName(SessionId session)
{
    auto digits = toHex(session).substr(2);
    return "x-" + std::string(16 - std::min<std::size_t>(16, digits.size()), '0') + digits + "-";
}

/// A naming scheme: the parent of the contenders, relative to the lock, and the prefix of their names.
struct Family {
    const char* below;
    const char* beside; ///< another directory that clients of this type create
    std::string (*prefix)(SessionId session, bool shared);
};

constexpr std::array families{
    Family{"", "", [](SessionId, bool) { return curator("-lock-"); }},
    Family{"", "", [](SessionId, bool shared) { return curator(shared ? "-__READ__" : "-__WRIT__"); }},
    Family{"/leases", "/locks", [](SessionId, bool) { return curator("-lease-"); }},
    Family{"", "", [](SessionId, bool) { return hex32() + "__lock__"; }},
    Family{"", "", [](SessionId, bool shared) { return hex32() + (shared ? "__rlock__" : "__lock__"); }},
    Family{"", "", [](SessionId, bool shared) { return std::string("worker-7") + (shared ? "-R-" : "-W-"); }},
    Family{"", "", [](SessionId session, bool) { return cName(session); }},
    Family{"", "", [](SessionId, bool) { return std::string("member_"); }},
};

/// Keeps the number of children per directory as low as in real services.
constexpr std::size_t locksPerGroup = 1'000;

std::string groupPath(const std::string& root, std::size_t group)
{
    return root + "/group-" + std::to_string(group);
}

} // namespace

BenchCrowd::BenchCrowd(BenchClients clients, std::string root)
    : m_clients(std::move(clients))
    , m_root(std::move(root))
{
}

std::string BenchCrowd::lockPath(const std::string& root, std::size_t index)
{
    return groupPath(root, index / locksPerGroup) + "/lock-of-resource-" + std::to_string(index);
}

// --- building ------------------------------------------------------------------------------------------------------

void BenchCrowd::addPlace(std::size_t index, int contenders, std::vector<std::string>& upper,
                          std::vector<std::string>& lower)
{
    const auto& family = families[index % families.size()];
    const auto lock = lockPath(m_root, index);
    upper.push_back(lock);
    if (*family.below != '\0')
        lower.push_back(lock + family.below);
    if (*family.beside != '\0')
        lower.push_back(lock + family.beside);
    Place place{lock + family.below, {}};
    for (int i = 0; i < contenders; ++i) {
        const auto client = m_nextClient++ % m_clients.size();
        place.members.push_back({client, family.prefix(m_clients[client].session().id, i % 3 != 0), {}});
    }
    m_places.push_back(std::move(place));
}

Result<void> BenchCrowd::build(int locks, int contenders)
{
    std::vector<std::string> groups;
    std::vector<std::string> upper;
    std::vector<std::string> lower;
    const auto first = m_places.size();
    int left = contenders;
    for (int i = 0; i < locks; ++i) {
        // From one to almost twice the average, so that queues differ in length.
        const int mean = std::max(1, left / (locks - i));
        const int most = std::max(1, left - (locks - i - 1)); // each of the remaining locks needs one
        const int here = i + 1 == locks ? std::max(1, left) : std::min(1 + (i * 7) % (2 * mean - 1), most);
        addPlace(first + static_cast<std::size_t>(i), here, upper, lower);
        left -= here;
    }
    for (std::size_t group = first / locksPerGroup; group * locksPerGroup < m_places.size(); ++group)
        groups.push_back(groupPath(m_root, group));
    for (const auto* level : {&groups, &upper, &lower}) {
        if (auto made = makeDirectories(*level); !made)
            return made;
    }
    return makeMembers(first);
}

Result<void> BenchCrowd::makeDirectories(const std::vector<std::string>& paths)
{
    const auto shared = std::make_shared<const std::vector<std::string>>(paths);
    const auto made = runPipeline(
        executor(), paths.size(), benchWidth,
        [this, shared](std::size_t index, const BenchStepDone& done) {
            m_clients[0].create({(*shared)[index], {}, zk::CreateMode::Persistent, zk::openAcl()},
                                [done](const Result<zk::Created>& created) {
                                    const bool there = created || created.error().code == ErrorCode::NodeExists;
                                    done(there ? Result<void>() : failure(created.error()));
                                });
        },
        longestBuild);
    return made ? Result<void>() : failure(made.error());
}

Result<void> BenchCrowd::makeMembers(std::size_t firstPlace)
{
    std::vector<std::pair<std::size_t, std::size_t>> all; // place, member
    for (std::size_t place = firstPlace; place < m_places.size(); ++place) {
        for (std::size_t member = 0; member < m_places[place].members.size(); ++member)
            all.emplace_back(place, member);
    }
    const auto count = all.size();
    const auto made = runPipeline(
        executor(), count, benchWidth,
        [this, all = std::move(all)](std::size_t index, const BenchStepDone& done) {
            auto& place = m_places[all[index].first];
            auto& member = place.members[all[index].second];
            m_clients[member.client].create({joinPath(place.directory, member.prefix),
                                             "10.0.0." + std::to_string(member.client + 1),
                                             zk::CreateMode::EphemeralSequential, zk::openAcl()},
                                            [&member, done](const Result<zk::Created>& created) {
                                                if (created)
                                                    member.node = baseName(created->path);
                                                done(created ? Result<void>() : failure(created.error()));
                                            });
        },
        longestBuild);
    return made ? Result<void>() : failure(made.error());
}

// --- raw reads -----------------------------------------------------------------------------------------------------

Result<RawReads> BenchCrowd::readRaw()
{
    RawReads reads;
    auto& client = m_clients[0];
    const auto contenders = std::make_shared<std::vector<std::string>>();
    const auto listed = runPipeline(
        executor(), m_places.size(), benchWidth,
        [this, &client, contenders](std::size_t index, const BenchStepDone& done) {
            const auto& directory = m_places[index].directory;
            client.children(directory, [&directory, contenders, done](const Result<std::vector<std::string>>& names) {
                if (names) {
                    for (const auto& name : *names)
                        contenders->push_back(joinPath(directory, name));
                }
                done(names ? Result<void>() : failure(names.error()));
            });
        },
        longestRead);
    if (!listed)
        return failure(listed.error());
    const auto read = runPipeline(
        executor(), contenders->size(), benchWidth,
        [&client, contenders](std::size_t index, const BenchStepDone& done) {
            client.get((*contenders)[index], [done](const Result<zk::NodeData>& data) {
                const bool gone = !data && data.error().code == ErrorCode::NoNode;
                done(data || gone ? Result<void>() : failure(data.error()));
            });
        },
        longestRead);
    if (!read)
        return failure(read.error());
    reads.listing = *listed;
    reads.walk = *listed + *read;
    reads.contenders = static_cast<std::int64_t>(contenders->size());
    return reads;
}

// --- churn ---------------------------------------------------------------------------------------------------------

/// Confined to the executor, except for its gate.
class BenchCrowd::Churning final : public std::enable_shared_from_this<BenchCrowd::Churning> {
public:
    Churning(BenchCrowd& crowd, int changesPerSecond, Duration runFor, std::function<void(const BenchChange&)> report,
             std::stop_token stop)
        : m_crowd(crowd)
        , m_perSecond(changesPerSecond)
        , m_runFor(runFor)
        , m_report(std::move(report))
        , m_stop(std::move(stop))
    {
    }

    void begin()
    {
        m_from = clock().now();
        beat();
    }

    const std::shared_ptr<BenchGate> gate = std::make_shared<BenchGate>(1);

private:
    [[nodiscard]] const Clock& clock() const { return m_crowd.executor().clock(); }

    /// Replaces as many contenders as are due now; runs every 10 ms.
    void beat()
    {
        const auto passed = clock().now() - m_from;
        if (passed >= m_runFor || m_stop.stop_requested() || m_failed) {
            m_timer.reset();
            m_over = true;
            endIfDone();
            return;
        }
        const auto due = static_cast<std::int64_t>(std::chrono::duration<double>(passed).count() * m_perSecond / 2);
        for (; m_begun < due; ++m_begun)
            replaceOne();
        m_timer = m_crowd.executor().after(std::chrono::milliseconds(10), [me = shared_from_this()] { me->beat(); });
    }

    void replaceOne()
    {
        auto& place = m_crowd.m_places[m_random() % m_crowd.m_places.size()];
        auto& member = place.members[m_random() % place.members.size()];
        if (member.node.empty())
            return; // is being created already
        const auto node = std::exchange(member.node, {});
        auto& client = m_crowd.m_clients[member.client];
        m_open += 2;
        client.remove(joinPath(place.directory, node), zk::anyVersion,
                      [me = shared_from_this(), &place, node](const Result<void>& removed) {
                          me->answered(removed, {place.directory, node, false, me->clock().now()});
                      });
        client.create({joinPath(place.directory, member.prefix), "10.0.0." + std::to_string(member.client + 1),
                       zk::CreateMode::EphemeralSequential, zk::openAcl()},
                      [me = shared_from_this(), &place, &member](const Result<zk::Created>& created) {
                          if (created)
                              member.node = baseName(created->path);
                          me->answered(created ? Result<void>() : failure(created.error()),
                                       {place.directory, member.node, true, me->clock().now()});
                      });
    }

    void answered(const Result<void>& answer, const BenchChange& change)
    {
        --m_open;
        if (answer) {
            m_report(change);
        } else if (!std::exchange(m_failed, true)) {
            gate->fail(answer.error());
        }
        endIfDone();
    }

    void endIfDone()
    {
        if (m_over && m_open == 0)
            gate->pass();
    }

    BenchCrowd& m_crowd;
    int m_perSecond;
    Duration m_runFor;
    std::function<void(const BenchChange&)> m_report;
    std::stop_token m_stop;
    std::minstd_rand m_random{1};
    SteadyTime m_from{};
    std::int64_t m_begun = 0;
    std::int64_t m_open = 0;
    bool m_over = false;
    bool m_failed = false;
    Subscription m_timer;
};

Result<void> BenchCrowd::churn(int changesPerSecond, Duration runFor, std::function<void(const BenchChange&)> report,
                               std::stop_token stop)
{
    const auto churning =
        std::make_shared<Churning>(*this, changesPerSecond, runFor, std::move(report), std::move(stop));
    executor().post([churning] { churning->begin(); });
    return churning->gate->wait(runFor + longestRead);
}

} // namespace lockscope::console
