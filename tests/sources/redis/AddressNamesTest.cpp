// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Names of clients' addresses: from the file, else looked up on other threads, each once, and not longer than a
/// second.

#include "core/sources/redis/hosts/AddressNames.h"
#include "tests/support/ManualClock.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace lockscope::addressNamesTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using inspect::AddressNames;
using inspect::HostNames;

namespace {

/// Tasks of the lookups' threads, run by the test.
class Posted final {
public:
    std::function<void(Task)> poster()
    {
        return [this](Task task) {
            const std::lock_guard lock(m_mutex);
            m_tasks.push_back(std::move(task));
            m_changed.notify_all();
        };
    }
    /// Waits for this many, and runs them.
    void run(std::size_t count)
    {
        std::vector<Task> tasks;
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [&] { return m_tasks.size() >= count; });
            tasks = std::exchange(m_tasks, {});
        }
        for (const auto& task : tasks)
            task();
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<Task> m_tasks;
};

struct NamesWorld {
    ManualClock clock;
    ManualExecutor executor{clock};
    Posted posted;
    std::mutex mutex;
    std::vector<std::string> looked; ///< addresses, under the mutex

    inspect::NameLookups lookups()
    {
        return {posted.poster(), [this](const std::string& address) {
                    const std::lock_guard lock(mutex);
                    looked.push_back(address);
                    return address == "10.0.0.9" ? std::string() : "host-of-" + address;
                }};
    }
};

std::shared_ptr<const HostNames> fileWith(const char* text)
{
    return std::make_shared<const HostNames>(*HostNames::parse(text));
}

} // namespace

class AddressNamesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void withoutLookupsOnlyTheFileHasNames();
    void looksUpWhatTheFileDoesNotHave();
    void aSlowNameComesLater();
    void theSystemKnowsTheLoopback();
};

void AddressNamesTest::withoutLookupsOnlyTheFileHasNames()
{
    NamesWorld world;
    int done = 0;
    AddressNames none(world.executor, nullptr, {});
    none.find({"10.0.0.1"}, [&] { ++done; });
    QCOMPARE(done, 1);
    QVERIFY(!none.names());
    AddressNames file(world.executor, fileWith("10.0.0.1 web-1\n"), {});
    file.find({"10.0.0.1", "10.0.0.2"}, [&] { ++done; });
    QCOMPARE(done, 2);
    QCOMPARE(file.names()->nameOf("10.0.0.1:4711"), std::string("web-1"));
    QCOMPARE(file.names()->nameOf("10.0.0.2"), std::string());
}

void AddressNamesTest::looksUpWhatTheFileDoesNotHave()
{
    NamesWorld world;
    AddressNames names(world.executor, fileWith("10.0.0.1 web-1\n"), world.lookups());
    int done = 0;
    names.find({"10.0.0.1", "10.0.0.2", "10.0.0.9"}, [&] { ++done; });
    QCOMPARE(done, 0);
    world.posted.run(2);
    QCOMPARE(done, 1);
    QCOMPARE(names.names()->nameOf("10.0.0.1:4711"), std::string("web-1"));
    QCOMPARE(names.names()->nameOf("10.0.0.2:4711"), std::string("host-of-10.0.0.2"));
    QCOMPARE(names.names()->nameOf("10.0.0.9:4711"), std::string());

    // Each once, also the one without a name.
    names.find({"10.0.0.1", "10.0.0.2", "10.0.0.9"}, [&] { ++done; });
    QCOMPARE(done, 2);
    std::sort(world.looked.begin(), world.looked.end());
    QCOMPARE(world.looked, (std::vector<std::string>{"10.0.0.2", "10.0.0.9"}));
}

void AddressNamesTest::aSlowNameComesLater()
{
    NamesWorld world;
    AddressNames names(world.executor, nullptr, world.lookups());
    int done = 0;
    names.find({"10.0.0.2"}, [&] { ++done; });
    world.executor.advance(1s);
    QCOMPARE(done, 1);
    QCOMPARE(names.names()->nameOf("10.0.0.2"), std::string());
    world.posted.run(1);
    QCOMPARE(done, 1);
    QCOMPARE(names.names()->nameOf("10.0.0.2"), std::string("host-of-10.0.0.2"));
}

void AddressNamesTest::theSystemKnowsTheLoopback()
{
    const auto name = inspect::nameByLookup("127.0.0.1");
    QVERIFY2(name.starts_with("localhost"), name.c_str()); // /etc/hosts
    QCOMPARE(inspect::nameByLookup("no-address"), std::string());
}

} // namespace lockscope::addressNamesTest

LOCKSCOPE_TEST(lockscope::addressNamesTest::AddressNamesTest)
#include "AddressNamesTest.moc"
