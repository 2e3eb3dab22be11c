// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/Keychain.h"

#include "core/connect/EventThread.h"
#include "ui/models/text/Formatting.h"
#include "ui/shell/connection/KeychainEntry.h"

#include <QCoreApplication>
#include <QPointer>

#include <memory>
#include <qt6keychain/keychain.h>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

using Kind = KeychainAnswer::Kind;

/// QtKeychain's search for the system's keychain blocks, so it has its own thread. There is one for the whole program:
/// QtKeychain's queue stays bound to the thread of the first job.
std::unique_ptr<ensemble::EventThread>& jobThread()
{
    static std::unique_ptr<ensemble::EventThread> thread;
    return thread;
}

void runJobs(std::function<void()> task)
{
    auto& thread = jobThread();
    if (!thread) {
        thread = std::make_unique<ensemble::EventThread>(u"keychain"_s);
        qAddPostRoutine([] { jobThread().reset(); });
    }
    thread->post(std::move(task));
}

/// Passes a result from the jobs' thread to the UI thread.
Keychain::Handler onUiThread(QObject* context, Keychain::Handler handler)
{
    return [context = QPointer(context), handler = std::move(handler)](const KeychainAnswer& answer) {
        ensemble::runLater(QCoreApplication::instance(), [context, handler, answer] {
            if (context)
                handler(answer);
        });
    };
}

KeychainAnswer answerOf(const QKeychain::Job& job)
{
    KeychainAnswer answer;
    switch (job.error()) {
    case QKeychain::NoError:
        answer.kind = Kind::Done;
        return answer;
    case QKeychain::EntryNotFound:
        answer.kind = Kind::Nothing;
        return answer;
    case QKeychain::AccessDenied:
    case QKeychain::AccessDeniedByUser:
        answer.kind = Kind::Denied;
        break;
    default: // QtKeychain has no code of its own for an unreachable service
        answer.kind = Kind::Unavailable;
        break;
    }
    answer.reason = oneLine(job.errorString().toStdString());
    return answer;
}

/// Runs one job for each entry until one is not Done. On the jobs' thread.
class Sequence final : public std::enable_shared_from_this<Sequence> {
public:
    using MakeJob = std::function<QKeychain::Job*(std::size_t)>;
    /// Inspects the result of a job and may change the answer.
    using TakeJob = std::function<void(std::size_t, const QKeychain::Job&, KeychainAnswer&)>;

    Sequence(std::size_t count, MakeJob make, TakeJob take, Keychain::Handler end)
        : m_count(count)
        , m_make(std::move(make))
        , m_take(std::move(take))
        , m_end(std::move(end))
    {
    }

    void start(std::size_t index = 0)
    {
        if (index == m_count)
            return m_end({Kind::Done, {}, {}});
        // The job deletes itself when it has finished. Deleted before, QtKeychain would still call it.
        auto* job = m_make(index);
        job->setInsecureFallback(false);
        QObject::connect(job, &QKeychain::Job::finished, job, [self = shared_from_this(), index](QKeychain::Job* done) {
            auto answer = answerOf(*done);
            self->m_take(index, *done, answer);
            if (answer.kind == Kind::Done)
                self->start(index + 1);
            else
                self->m_end(answer);
        });
        job->start();
    }

private:
    std::size_t m_count;
    MakeJob m_make;
    TakeJob m_take;
    Keychain::Handler m_end;
};

const QString& service()
{
    static const auto name = u"Lockscope"_s;
    return name;
}

template <typename Job> Job* makeJob(const QString& key)
{
    auto* job = new Job(service());
    job->setKey(key);
    return job;
}

} // namespace

void Keychain::read(const connect::Profile& profile, QObject* context, Handler handler)
{
    auto secrets = std::make_shared<connect::Secrets>();
    auto end = onUiThread(context, std::move(handler));
    runJobs([entries = entriesOf(profile), secrets, end = std::move(end)] {
        const auto make = [entries](std::size_t index) {
            return makeJob<QKeychain::ReadPasswordJob>(entries[index].key);
        };
        const auto take = [entries, secrets](std::size_t index, const QKeychain::Job& job, KeychainAnswer& answer) {
            if (answer.kind != Kind::Done)
                return;
            const auto data = static_cast<const QKeychain::ReadPasswordJob&>(job).binaryData();
            if (auto secret = entries[index].read(data))
                (*secrets).*(entries[index].secret) = std::move(*secret);
            else
                answer.kind = Kind::Nothing;
        };
        const auto report = [secrets, end](KeychainAnswer answer) {
            if (answer.kind == Kind::Done)
                answer.secrets = std::move(*secrets);
            end(answer);
        };
        std::make_shared<Sequence>(entries.size(), make, take, report)->start();
    });
}

void Keychain::keep(const connect::Profile& profile, const connect::Secrets& secrets, QObject* context, Handler handler)
{
    auto end = onUiThread(context, std::move(handler));
    runJobs([entries = entriesOf(profile), secrets, end = std::move(end)] {
        const auto make = [entries, secrets](std::size_t index) {
            auto* job = makeJob<QKeychain::WritePasswordJob>(entries[index].key);
            job->setTextData(QString::fromUtf8(entries[index].written(secrets)));
            return job;
        };
        const auto written = std::make_shared<std::size_t>(0);
        const auto take = [written](std::size_t, const QKeychain::Job&, const KeychainAnswer& answer) {
            *written += answer.kind == Kind::Done ? 1 : 0;
        };
        // All or none: after a failure none of the new secrets stays in the keychain.
        const auto report = [entries, written, end](const KeychainAnswer& answer) {
            if (answer.kind == Kind::Done || *written == 0)
                return end(answer);
            const auto remove = [entries](std::size_t index) {
                return makeJob<QKeychain::DeletePasswordJob>(entries[index].key);
            };
            std::make_shared<Sequence>(
                *written, remove, [](auto&&...) {}, [end, answer](auto&&...) { end(answer); })
                ->start();
        };
        std::make_shared<Sequence>(entries.size(), make, take, report)->start();
    });
}

void Keychain::forget(const std::string& name, QObject* context, Handler handler)
{
    auto end = onUiThread(context, std::move(handler));
    runJobs([keys = keychainKeysOf(name), end = std::move(end)] {
        const auto make = [keys](std::size_t index) { return makeJob<QKeychain::DeletePasswordJob>(keys[index]); };
        const auto take = [](std::size_t, const QKeychain::Job&, KeychainAnswer& answer) {
            if (answer.kind == Kind::Nothing)
                answer.kind = Kind::Done;
        };
        std::make_shared<Sequence>(keys.size(), make, take, end)->start();
    });
}

} // namespace lockscope::ui

#include "moc_Keychain.cpp"
