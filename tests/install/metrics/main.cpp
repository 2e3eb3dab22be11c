// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Exports what a lock reports: wait times, hold times, hand-overs and losses, in the text format of Prometheus. The
/// file is for the textfile collector of its node_exporter. metrics TARGET LOCK FILE CYCLES

#include <lockscope/locks/redis/RedissonLock.h>
#include <lockscope/redis/Client.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using lockscope::locks::LockEvent;

/// A histogram as Prometheus has it: each bucket counts what is at most its bound.
class Histogram final {
public:
    void add(lockscope::Duration duration)
    {
        const auto seconds = std::chrono::duration<double>(duration).count();
        for (std::size_t i = 0; i < bounds.size(); ++i)
            m_counts[i] += seconds <= bounds[i] ? 1 : 0;
        m_sum += seconds;
        ++m_count;
    }
    void write(std::ostream& out, const std::string& name, const std::string& labels) const
    {
        out << "# TYPE " << name << " histogram\n";
        for (std::size_t i = 0; i < bounds.size(); ++i)
            out << name << "_bucket{" << labels << ",le=\"" << bounds[i] << "\"} " << m_counts[i] << '\n';
        out << name << "_bucket{" << labels << ",le=\"+Inf\"} " << m_count << '\n'
            << name << "_sum{" << labels << "} " << m_sum << '\n'
            << name << "_count{" << labels << "} " << m_count << '\n';
    }

private:
    static constexpr std::array bounds{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0};

    std::array<std::uint64_t, bounds.size()> m_counts{};
    double m_sum = 0;
    std::uint64_t m_count = 0;
};

/// The metrics of one lock. Thread: any.
class LockMetrics final {
public:
    LockMetrics(lockscope::locks::Lock& lock, std::string name)
        : m_name(std::move(name))
        , m_events(lock.onEvent([this](const LockEvent& event) { take(event); }))
    {
    }

    [[nodiscard]] std::string text() const
    {
        const auto labels = "lock=\"" + m_name + "\""; // a name with quotes, backslashes or line ends needs escapes
        std::ostringstream out;
        const std::lock_guard guard(m_mutex);
        m_waits.write(out, "lock_wait_seconds", labels);
        m_holds.write(out, "lock_hold_seconds", labels);
        m_handOvers.write(out, "lock_hand_over_seconds", labels);
        out << "# TYPE lock_acquisitions_failed_total counter\n"
            << "lock_acquisitions_failed_total{" << labels << "} " << m_failed << '\n'
            << "# TYPE lock_losses_total counter\n"
            << "lock_losses_total{" << labels << "} " << m_lost << '\n';
        return out.str();
    }

private:
    void take(const LockEvent& event)
    {
        const std::lock_guard guard(m_mutex);
        switch (event.type) {
        case LockEvent::Type::Granted:
            m_waits.add(event.wait);
            if (event.handOver)
                m_handOvers.add(*event.handOver);
            break;
        case LockEvent::Type::Failed:
            ++m_failed;
            break;
        case LockEvent::Type::Lost:
            ++m_lost;
            m_holds.add(event.held);
            break;
        case LockEvent::Type::Released:
            m_holds.add(event.held);
            break;
        }
    }

    const std::string m_name;
    mutable std::mutex m_mutex; ///< protects the members below
    Histogram m_waits;
    Histogram m_holds;
    Histogram m_handOvers;
    std::uint64_t m_failed = 0;
    std::uint64_t m_lost = 0;
    lockscope::Subscription m_events; ///< last: ends before the others are destroyed
};

/// Replaces the file as a whole: the collector never reads a part.
bool write(const std::string& text, const std::string& path)
{
    const auto partial = path + ".partial";
    std::ofstream file(partial, std::ios::trunc);
    file << text;
    file.close();
    return file && std::rename(partial.c_str(), path.c_str()) == 0;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 5) {
        std::cerr << "usage: metrics TARGET LOCK FILE CYCLES" << std::endl;
        return 2;
    }
    const auto target = lockscope::redis::parseTarget(argv[1]);
    if (!target) {
        std::cerr << "metrics: " << describe(target.error()) << std::endl;
        return 2;
    }
    const auto cycles = std::stoi(argv[4]);
    lockscope::redis::Client client({*target});
    lockscope::locks::RedissonLock lock(client, argv[2]);
    const LockMetrics metrics(lock, argv[2]);

    const auto work = [&] {
        for (int i = 0; i < cycles; ++i) {
            auto hold = lock.acquire(std::chrono::seconds(30));
            if (!hold) {
                std::cerr << "metrics: " << describe(hold.error()) << std::endl;
                continue;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1)); // the work
            if (const auto released = hold->release(); !released)
                std::cerr << "metrics: " << describe(released.error()) << std::endl;
        }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; ++i)
        threads.emplace_back(work);
    for (auto& thread : threads)
        thread.join();
    lock.callbacks().runAndWait([] {}); // the events so far were reported

    if (!write(metrics.text(), argv[3])) {
        std::cerr << "metrics: cannot write \"" << argv[3] << "\"" << std::endl;
        return 1;
    }
    return 0;
}
