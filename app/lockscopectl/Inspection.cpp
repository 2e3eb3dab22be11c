// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Inspection.h"

#include "app/lockscopectl/Table.h"
#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/findings/Findings.h"
#include "core/sources/zookeeper/ZooKeeperSource.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"

#include <QCoreApplication>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace lockscope::ctl {

Inspection::Inspection(const Context& context, const InspectionOptions& options,
                       std::function<void(inspect::SnapshotPtr)> onSnapshot)
    : m_wait(context)
{
    auto connection = connectionSettings(context);
    if (!connection) {
        m_wait.refuse(connection.error());
        return;
    }
    inspect::ZooKeeperSource::Settings settings;
    settings.connection = *std::move(connection);
    settings.collector = collectorSettings(context);
    settings.inspector.connect = context.connect.toStdString();
    settings.inspector.roots = context.roots;
    settings.inspector.filter = context.filter;
    settings.inspector.manual = options.attention == Attention::Once;
    settings.inspector.requestsPerSecond = context.requestsPerSecond;
    settings.inspector.watchBudget = context.watchBudget;
    settings.inspector.snapshotInterval = options.snapshotInterval;
    settings.inspector.dialects = knownDialects();
    auto source = std::make_unique<inspect::ZooKeeperSource>(m_wait.clientFactory(), std::move(settings), context.log);
    inspect::LockSource::Handlers handlers;
    handlers.failed = [this](const Error& error) { m_wait.refuse(error); };
    handlers.session = [this, own = source.get(), isFirst = true](const SessionStatus& session) mutable {
        if (std::exchange(isFirst, false))
            m_wait.begin(
                own->connection().executor(), [own] { return own->trouble(); },
                [this] { m_begunAt = SystemClock().now(); });
        m_wait.see(session);
    };
    handlers.snapshot = [this, onSnapshot = std::move(onSnapshot)](inspect::SnapshotPtr snapshot) {
        if (m_begunAt.load() != SteadyTime())
            onSnapshot(std::move(snapshot));
    };
    m_inspection = std::make_unique<inspect::Inspection>(std::move(source), options.findings, std::move(handlers));
}

Inspection::~Inspection() = default;

void Inspection::read(inspect::LockSource::Part part, Task begun)
{
    if (!m_inspection)
        return;
    m_inspection->source().read(part, [begun = std::move(begun)] {
        if (begun)
            onMainThread(begun);
    });
}

std::function<void(inspect::SnapshotPtr)> toMainThread(std::function<void(const inspect::SnapshotPtr&)> onSnapshot)
{
    return [onSnapshot = std::move(onSnapshot)](inspect::SnapshotPtr snapshot) {
        onMainThread([onSnapshot, snapshot = std::move(snapshot)] { onSnapshot(snapshot); });
    };
}

namespace {

/// Whether the servers reported the data that some findings need.
bool isWorthAnotherLook(const inspect::Snapshot& snapshot)
{
    return snapshot.ensemble->hasEverySession || snapshot.ensemble->hasEveryConnection || snapshot.watchers;
}

WallTime lastAsked(const inspect::Snapshot& snapshot)
{
    return snapshot.watchers ? std::max(snapshot.ensemble->takenAt, snapshot.watchers->takenAt)
                             : snapshot.ensemble->takenAt;
}

} // namespace

int inspectOnce(const Context& context, const std::function<Exit(const inspect::Snapshot&)>& onComplete,
                const Wanted& wanted)
{
    const bool asks = asksServers(context);
    bool done = false;
    bool askedWatches = false;
    SystemClock clock;
    auto contact = clock.now();
    inspect::SnapshotPtr complete;
    inspect::SnapshotPtr reported; ///< has the servers' answers, with which the second listing is compared
    bool listsAgain = false;
    QTimer waitLimit;
    waitLimit.setSingleShot(true);
    const auto show = [&] {
        done = true;
        auto shown = std::make_shared<inspect::Snapshot>(*complete);
        if (reported) {
            shown->ensemble = reported->ensemble;
            shown->watchers = reported->watchers;
        }
        QCoreApplication::exit(onComplete(*inspect::withFindings(shown, wanted.findings)));
    };
    QObject::connect(&waitLimit, &QTimer::timeout, [&] {
        if (!done)
            show();
    });
    std::unique_ptr<Inspection> inspection;
    // Watches are compared with the listing, so the query must come after it.
    QTimer askLater;
    askLater.setSingleShot(true);
    QObject::connect(&askLater, &QTimer::timeout, [&] { inspection->read(inspect::LockSource::Part::Watches); });
    const auto see = [&](const inspect::SnapshotPtr& snapshot) {
        if (done)
            return;
        if (isAnswered(snapshot->session))
            contact = clock.now();
        if (snapshot->complete) {
            complete = snapshot;
            if (wanted.watches && !std::exchange(askedWatches, true))
                askLater.start(wanted.findings.settle);
            const bool isReported = snapshot->ensemble && (!wanted.watches || snapshot->watchers);
            if (reported) {
                if (listsAgain)
                    show();
            } else if (!asks || (isReported && !(wanted.settled && isWorthAnotherLook(*snapshot)))) {
                show();
            } else if (isReported && snapshot->takenAt >= lastAsked(*snapshot) + wanted.findings.settle) {
                // No watches are set: the servers' answers are valid only for nodes that a second listing still has.
                reported = snapshot;
                waitLimit.stop();
                inspection->read(inspect::LockSource::Part::Locks, [&] { listsAgain = true; });
            } else if (!waitLimit.isActive())
                waitLimit.start(wanted.waitLimit);
        } else if (clock.now() - contact > context.timeout) {
            done = true;
            QCoreApplication::exit(complain(noConnection(context, snapshot->session)));
        }
    };
    inspection = std::make_unique<Inspection>(context, InspectionOptions{}, toMainThread(see));
    return QCoreApplication::exec();
}

void complainClosedStatusEndpoints(const inspect::Snapshot& snapshot)
{
    if (!snapshot.ensemble)
        return;
    for (const auto& server : snapshot.ensemble->servers) {
        if (server.trouble.empty())
            continue;
        const auto address = safe(zk::toString(server.address));
        if (server.advice.empty()) {
            complain(QStringLiteral("%1 %2").arg(address, safe(server.trouble)));
            continue;
        }
        // The last line enables the four-letter commands; the lines before it together enable the AdminServer.
        QStringList lines;
        for (const auto& line : server.advice)
            lines << safe(line);
        const auto words = lines.takeLast();
        complain(
            QStringLiteral("%1 %2. To enable the AdminServer, add to the zoo.cfg of this server: %3. Or, to enable "
                           "the four-letter commands, add: %4")
                .arg(address, safe(server.trouble), lines.join(QStringLiteral(", ")), words));
    }
}

const inspect::Lock* lockAt(const inspect::Snapshot& snapshot, const std::string& path)
{
    if (const auto* lock = snapshot.find(path))
        return lock;
    const inspect::Lock* only = nullptr;
    for (const auto& lock : snapshot.locks) {
        if (lock->liesIn(path))
            return lock.get();
        if (parentOf(lock->path) != path)
            continue;
        if (only)
            return nullptr;
        only = lock.get();
    }
    return only && only->kind == inspect::LockKind::Single ? only : nullptr;
}

namespace {

/// The problem as an error of the command, with advice.
Error worded(const inspect::Problem& problem, const std::string& command, const char* ifMissing)
{
    auto error = problem.error;
    error.operation = command;
    error.path = problem.path;
    if (error.code == ErrorCode::NoNode)
        error.detail = ifMissing;
    return error;
}

} // namespace

Exit complainNoLock(const inspect::Snapshot& snapshot, const std::string& path)
{
    for (const auto& problem : snapshot.problems) {
        if (problem.path == path)
            return complain(worded(problem, "show", "list every lock with: lockscopectl ls"));
    }
    const auto below = std::count_if(snapshot.locks.begin(), snapshot.locks.end(),
                                     [&](const auto& lock) { return isWithin(lock->path, path); });
    QString detail;
    if (below > 0)
        detail = QString::fromStdString(
                     counted(static_cast<std::size_t>(below),
                             "%1 lock exists below this path. To list the lock, run: lockscopectl --root %2 ls",
                             "%1 locks exist below this path. To list the locks, run: lockscopectl --root %2 ls"))
                     .arg(QString::fromStdString(path));
    else if (snapshot.dialects && snapshot.dialects->namesContender(baseName(path)))
        detail = QStringLiteral("the node is named like a contender of %1. To show the lock, run: lockscopectl show %1")
                     .arg(QString::fromStdString(parentOf(path)));
    else
        detail =
            QStringLiteral("no contender exists below this path (a free lock looks the same). To list all locks in "
                           "use, run: lockscopectl ls");
    return complain(Error{ErrorCode::NotALock, "show", path, detail.toStdString()});
}

Exit complainProblems(const Context& context, const inspect::Snapshot& snapshot)
{
    Exit status = Done;
    for (const auto& problem : snapshot.problems) {
        const auto code =
            complain(worded(problem, "read", "check --root, and the chroot at the end of the connect string"));
        if (status == Done &&
            std::find(context.roots.begin(), context.roots.end(), problem.path) != context.roots.end())
            status = code;
    }
    return status;
}

} // namespace lockscope::ctl
