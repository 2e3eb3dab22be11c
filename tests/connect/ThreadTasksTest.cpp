// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/EventThread.h"
#include "tests/support/Test.h"

#include <QThreadPool>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace lockscope::threadTasksTest {

using ensemble::EventThread;

/// Data passed between threads. Under the thread sanitizer, these tests show that there is no data race: none of the
/// values is atomic or guarded by a mutex.
class ThreadTasksTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tasksRunThereInOrder()
    {
        EventThread thread(QStringLiteral("tested"));
        std::vector<int> seen;
        for (auto i = 0; i < 100; ++i)
            thread.post([&seen, i] { seen.push_back(i); });
        auto* where = QThread::currentThread();
        thread.call([&where] { where = QThread::currentThread(); });
        QCOMPARE(where, &thread.thread());
        QCOMPARE(seen.size(), std::size_t{100});
        QVERIFY(std::is_sorted(seen.begin(), seen.end()));
    }

    void itsEndWaitsForWhatWasPosted()
    {
        std::string reported;
        {
            EventThread thread(QStringLiteral("tested"));
            thread.post([&reported, &thread] {
                // Posted from that thread, before its end.
                thread.post([&reported] { reported += " and this"; });
                reported = "this";
            });
            thread.call([] {});
        } // all of it is done by now, and visible here
        QCOMPARE(reported, std::string("this and this"));
    }

    void itsEndWaitsForWhatEndsWithTheThread()
    {
        struct Farewell {
            std::string* reported = nullptr;
            ~Farewell()
            {
                std::this_thread::yield();
                *reported = "cleaned up";
            }
        };
        std::string reported;
        {
            EventThread thread(QStringLiteral("tested"));
            thread.post([&reported] {
                thread_local Farewell farewell;
                farewell.reported = &reported;
            });
        }
        QCOMPARE(reported, std::string("cleaned up"));
    }

    void neverAtOnce()
    {
        auto hasRun = false;
        ensemble::runLater(this, [&hasRun] { hasRun = true; });
        QVERIFY(!hasRun);
        QTRY_VERIFY(hasRun);
    }

    void whatHasNoReceiverIsDestroyed()
    {
        const auto carried = std::make_shared<std::string>("letter");
        auto receiver = std::make_unique<QObject>();
        ensemble::runLater(receiver.get(), [carried] { carried->assign("read"); });
        QCOMPARE(carried.use_count(), 2);
        receiver.reset();
        QCOMPARE(carried.use_count(), 1);
        QCOMPARE(*carried, std::string("letter"));
    }

    void aPoolReportsBack()
    {
        QThreadPool pool;
        std::vector<std::string> made;
        for (auto i = 0; i < 20; ++i)
            ensemble::runInPool(pool, [this, &made, word = std::string(100, 'x')] {
                ensemble::runLater(this, [&made, answer = word + '!'] { made.push_back(answer); });
            });
        QTRY_COMPARE(made.size(), std::size_t{20});
        QCOMPARE(made.back(), std::string(100, 'x') + '!');
    }
};

} // namespace lockscope::threadTasksTest

LOCKSCOPE_TEST(lockscope::threadTasksTest::ThreadTasksTest)
#include "ThreadTasksTest.moc"
