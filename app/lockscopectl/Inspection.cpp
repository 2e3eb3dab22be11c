// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Inspection.h"

#include "app/lockscopectl/RedisLink.h"
#include "app/lockscopectl/Table.h"
#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/findings/Findings.h"
#include "core/findings/LimitsFile.h"
#include "core/inspection/SecondLook.h"
#include "core/redis/ClientNames.h"
#include "core/sources/redis/RedisSource.h"
#include "core/sources/redis/RedlockSource.h"
#include "core/sources/redis/dialects/RedisDialectFiles.h"
#include "core/sources/zookeeper/ZooKeeperSource.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"

#include <QCoreApplication>
#include <QTimer>

#include <algorithm>
#include <iostream>
#include <string>
#include <utility>

#include <unistd.h>

namespace lockscope::ctl {

namespace {

Result<std::unique_ptr<inspect::ZooKeeperSource>>
zooKeeperSource(const Context& context, const InspectionOptions& options, const SessionWait& wait)
{
    auto connection = connectionSettings(context);
    if (!connection)
        return failure(connection.error());
    inspect::ZooKeeperSource::Settings settings;
    settings.connection = *std::move(connection);
    settings.collector = collectorSettings(context);
    settings.inspector.connect = context.connect.toStdString();
    settings.inspector.roots = context.roots;
    settings.inspector.filter = context.filter;
    settings.inspector.manual = options.attention == Attention::Once;
    settings.inspector.requestsPerSecond = context.requestsPerSecond;
    settings.inspector.watchBudget = context.watchBudget;
    if (context.yes)
        settings.inspector.visitLimit = 0;
    settings.inspector.snapshotInterval = options.snapshotInterval;
    settings.inspector.explains = options.explains;
    settings.inspector.dialects = knownDialects();
    settings.inspector.keepEphemerals = options.ephemerals;
    return std::make_unique<inspect::ZooKeeperSource>(wait.clientFactory(), std::move(settings), context.log);
}

} // namespace

inspect::RedisDialectsPtr knownRedisDialects()
{
    auto loaded = inspect::loadRedisDialects(inspect::userDialectFolder());
    for (const auto& problem : loaded.problems)
        complain(QString::fromStdString(inspect::describe(problem)));
    return std::move(loaded.dialects);
}

namespace {

/// A source of the locks on Redis: `Source` is inspect::RedisSource or inspect::RedlockSource.
template <typename Source>
Result<std::unique_ptr<Source>> redisSource(const Context& context, const InspectionOptions& options)
{
    auto connection = redisSettings(context);
    if (!connection)
        return failure(connection.error());
    typename Source::Settings settings;
    settings.connection = *std::move(connection);
    settings.connection.clientName = redis::commandClientName;
    settings.hosts = {context.hostNames, context.profile.hostsFile,
                      context.looksUpHosts || context.profile.resolveHosts};
    settings.inspector.connect = context.connect.toStdString();
    if (context.given.contains(QStringLiteral("root")))
        settings.inspector.roots = context.roots;
    settings.inspector.names = context.locks;
    settings.inspector.filter = context.nameFilter;
    settings.inspector.dialects = options.redisDialects ? options.redisDialects : knownRedisDialects();
    settings.inspector.manual = options.attention == Attention::Once;
    settings.inspector.snapshotInterval = options.snapshotInterval;
    return std::make_unique<Source>(std::move(settings), context.log);
}

} // namespace

Inspection::Inspection(const Context& context, const InspectionOptions& options,
                       std::function<void(inspect::SnapshotPtr)> onSnapshot)
    : m_context(context)
    , m_wait(context, SessionWait::Need::Reads)
{
    const auto begin = [&](auto source) {
        if (!source) {
            m_wait.refuse(source.error());
            return;
        }
        inspect::LockSource::Handlers handlers;
        handlers.failed = [this](const Error& error) { m_wait.refuse(error); };
        handlers.session = [this, own = source->get(), isFirst = true](const SessionStatus& session) mutable {
            if (std::exchange(isFirst, false))
                m_wait.begin(
                    own->executor(), [own] { return own->trouble(); }, [this] { m_begunAt = SystemClock().now(); });
            m_wait.see(session);
        };
        handlers.snapshot = [this, onSnapshot = std::move(onSnapshot)](inspect::SnapshotPtr snapshot) {
            if (m_begunAt.load() != SteadyTime())
                onSnapshot(std::move(snapshot));
        };
        m_inspection = std::make_unique<inspect::Inspection>(*std::move(source), options.findings, std::move(handlers));
    };
    if (context.target.isRedis() && context.target.redis.topology == redis::Topology::Independent)
        begin(redisSource<inspect::RedlockSource>(context, options));
    else if (context.target.isRedis())
        begin(redisSource<inspect::RedisSource>(context, options));
    else
        begin(zooKeeperSource(context, options, m_wait));
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

void Inspection::confirm(const std::vector<std::string>& locks)
{
    if (m_inspection && !locks.empty())
        m_inspection->source().confirm(locks);
}

bool Inspection::sampleHosts(std::chrono::milliseconds duration, const std::function<void(const Result<void>&)>& ended)
{
    return m_inspection && m_inspection->source().sampleHosts(duration, [ended](const Result<void>& result) {
        onMainThread([ended, result] { ended(result); });
    });
}

std::function<void(inspect::SnapshotPtr)> toMainThread(std::function<void(const inspect::SnapshotPtr&)> onSnapshot)
{
    return [onSnapshot = std::move(onSnapshot)](inspect::SnapshotPtr snapshot) {
        onMainThread([onSnapshot, snapshot = std::move(snapshot)] { onSnapshot(snapshot); });
    };
}

Error Inspection::trouble(const SessionStatus& session) const
{
    auto why = m_inspection ? m_inspection->source().trouble() : std::nullopt;
    if (!why)
        return noConnection(m_context, session);
    why->code = ErrorCode::NoConnection;
    return *why;
}

namespace {

/// Whether the servers reported the data that some findings need.
bool isWorthAnotherLook(const inspect::Snapshot& snapshot)
{
    return snapshot.ensemble &&
           (snapshot.ensemble->hasEverySession || snapshot.ensemble->hasEveryConnection || snapshot.watchers);
}

WallTime lastAsked(const inspect::Snapshot& snapshot)
{
    return snapshot.watchers ? std::max(snapshot.ensemble->completeAt(), snapshot.watchers->takenAt)
                             : snapshot.ensemble->completeAt();
}

/// The time for second looks: on a busy ensemble each may bring new findings to confirm.
constexpr auto confirmLimit = std::chrono::seconds(10);

/// Asks on the terminal whether to read a tree of many nodes. False without a terminal.
bool wantsAllNodes(const Context& context, const inspect::Snapshot& snapshot)
{
    if (context.json || isatty(STDIN_FILENO) == 0 || isatty(STDERR_FILENO) == 0)
        return false;
    const auto nodes = snapshot.ensemble ? snapshot.ensemble->nodes() : std::nullopt;
    std::cerr << (nodes ? QStringLiteral("The ensemble has %1 nodes. Reading all of them takes about %1 requests. Read "
                                         "all nodes? y or n: ")
                              .arg(*nodes)
                        : QStringLiteral("The tree has more than %1 nodes. Reading all of them takes one request per "
                                         "node. Read all nodes? y or n: ")
                              .arg(inspect::InspectorSettings().visitLimit))
                     .toStdString()
              << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "yes";
}

/// The deadline has passed: prints what is missing. The status is that of the command so far, unless it was Done.
Exit complainUnread(const Context& context, const inspect::Snapshot& snapshot, Exit status)
{
    const auto code = complain(
        Error{ErrorCode::TimedOut,
              "read all nodes",
              {},
              QStringLiteral(
                  "about %1 nodes were not read within %2 ms. To allow more time, set --timeout. To read less, set "
                  "--root")
                  .arg(snapshot.unread)
                  .arg(context.readLimit.count())
                  .toStdString()});
    return status == Done ? code : status;
}

} // namespace

void addUserLimits(inspect::FindingSettings& settings)
{
    auto limits = inspect::loadUserLimits();
    if (limits)
        settings.limits = *std::move(limits);
    else
        complain(limits.error());
}

namespace {

/// More than the time after which a second reading counts as another one.
constexpr auto betweenReadings = std::chrono::milliseconds(700);

} // namespace

int inspectOnce(const Context& context, const std::function<Exit(const inspect::Snapshot&)>& onComplete, Wanted wanted)
{
    if (!wanted.hasLimits)
        addUserLimits(wanted.findings);
    const bool asks = asksServers(context);
    bool done = false;
    bool askedWatches = false;
    SystemClock clock;
    auto contact = clock.now();
    inspect::SnapshotPtr complete;
    inspect::SnapshotPtr reported; ///< has the servers' answers, with which the second listing is compared
    bool listsAgain = false;
    SteadyTime confirmsUntil{}; ///< zero: nothing is read a second time yet
    inspect::SecondLook secondLook;
    std::unique_ptr<Inspection> inspection;
    QTimer waitLimit;
    waitLimit.setSingleShot(true);
    using Unconfirmed = inspect::SecondLook::Unconfirmed;
    // The locks with their findings; null: those that seem critical are being read again.
    const auto judge = [&](const inspect::Snapshot& snapshot, Unconfirmed unconfirmed) {
        auto judged = std::make_shared<inspect::Snapshot>(snapshot);
        if (reported) {
            judged->ensemble = reported->ensemble;
            judged->watchers = reported->watchers;
        }
        if (!wanted.confirms)
            return judged;
        inspect::addFindings(*judged, wanted.findings);
        auto review = secondLook.review(*judged, judged->findings, clock.now(), unconfirmed);
        if (!review.toConfirm.empty() && unconfirmed == Unconfirmed::HoldBack)
            inspection->confirm(review.toConfirm);
        judged->findings = std::move(review.findings);
        return review.holdsBack ? nullptr : judged;
    };
    const auto finish = [&](bool isLast) {
        const auto judged = judge(*complete, isLast ? Unconfirmed::ShowAsWarnings : Unconfirmed::HoldBack);
        if (!judged) {
            waitLimit.stop();
            confirmsUntil = confirmsUntil == SteadyTime() ? clock.now() + confirmLimit : confirmsUntil;
            return;
        }
        done = true;
        if (judged->session.state == SessionState::ReadOnly)
            complain(QStringLiteral("connected to %1, a server without quorum: its data may be old")
                         .arg(safe(judged->session.server)));
        QCoreApplication::exit(onComplete(*judged));
    };
    QObject::connect(&waitLimit, &QTimer::timeout, [&] {
        if (!done)
            finish(false);
    });
    inspect::SnapshotPtr latest;
    bool isReading = false;
    bool hasAsked = false;
    bool readsAllNodes = context.yes;
    QTimer readLimit;
    readLimit.setSingleShot(true);
    QObject::connect(&readLimit, &QTimer::timeout, [&] {
        if (done)
            return;
        if (complete)
            return finish(true);
        done = true;
        const auto status = onComplete(*judge(*latest, Unconfirmed::ShowAsWarnings));
        QCoreApplication::exit(complainUnread(context, *latest, status));
    });
    // Watches are compared with the listing, so the query must come after it, when each listed client has set its
    // watch.
    QTimer askLater;
    askLater.setSingleShot(true);
    QObject::connect(&askLater, &QTimer::timeout, [&] { inspection->read(inspect::LockSource::Part::Watches); });
    // On Redis, some findings need two readings: one finds no listener of a client that is about to subscribe.
    const bool readsTwice = context.target.isRedis() && wanted.settled;
    bool isSecondPlanned = false;
    bool hasReadTwice = false;
    QTimer secondReading;
    secondReading.setSingleShot(true);
    QObject::connect(&secondReading, &QTimer::timeout,
                     [&] { inspection->read(inspect::LockSource::Part::Everything, [&] { hasReadTwice = true; }); });
    const auto see = [&](const inspect::SnapshotPtr& snapshot) {
        if (done)
            return;
        if (isAnswered(snapshot->session)) {
            contact = clock.now();
            if (!std::exchange(isReading, true))
                readLimit.start(context.readLimit);
        }
        latest = snapshot;
        if (snapshot->isHalted && !std::exchange(hasAsked, true) && wantsAllNodes(context, *snapshot)) {
            readsAllNodes = true;
            readLimit.start(context.readLimit); // the user may have taken a while
            inspection->read(inspect::LockSource::Part::AllNodes);
        }
        if (snapshot->isHalted && readsAllNodes)
            return; // it is older than the answer
        if (snapshot->complete) {
            complete = snapshot;
            if (wanted.watches && !std::exchange(askedWatches, true))
                askLater.start(wanted.findings.joinTime + wanted.findings.settle);
            const bool isReported = snapshot->ensemble && (!wanted.watches || snapshot->watchers);
            if (confirmsUntil != SteadyTime()) {
                finish(clock.now() >= confirmsUntil);
            } else if (readsTwice) {
                if (hasReadTwice)
                    finish(false);
                else if (!std::exchange(isSecondPlanned, true))
                    secondReading.start(betweenReadings);
            } else if (reported) {
                if (std::exchange(listsAgain, false))
                    finish(false);
            } else if (!asks || (isReported && !(wanted.settled && isWorthAnotherLook(*snapshot)))) {
                finish(false);
            } else if (isReported && clock.wallNow() >= lastAsked(*snapshot) + wanted.findings.settle) {
                // No watches are set: the servers' answers are valid only for nodes that a second listing still has.
                reported = snapshot;
                waitLimit.stop();
                inspection->read(inspect::LockSource::Part::Locks, [&] { listsAgain = true; });
            } else if (!waitLimit.isActive())
                waitLimit.start(wanted.waitLimit);
        } else if (clock.now() - contact > context.timeout) {
            done = true;
            QCoreApplication::exit(complain(inspection->trouble(snapshot->session)));
        }
    };
    InspectionOptions options;
    options.explains = wanted.explains;
    options.ephemerals = wanted.ephemerals;
    options.redisDialects = wanted.redisDialects;
    inspection = std::make_unique<Inspection>(context, options, toMainThread(see));
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

bool isHalt(const inspect::Problem& problem)
{
    return problem.error.code == ErrorCode::TooLarge && problem.error.operation != "getChildren";
}

namespace {

/// The problem as an error of the command, with advice. Why not all nodes were read is a sentence of its own.
Error worded(const inspect::Problem& problem, const std::string& command, const char* ifMissing)
{
    auto error = problem.error;
    if (isHalt(problem)) {
        error.detail += command == "show" ? ". To list the locks below this path, run: lockscopectl --root " +
                                                problem.path + " ls --yes"
                                          : ". To read all nodes, add --yes. To read less, set --root";
        return error;
    }
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
    if (snapshot.backend == inspect::Backend::Redis)
        return complain(Error{ErrorCode::NotALock, "show", path,
                              "no lock has this name now (a free lock has no key). To list all locks in use, run: "
                              "lockscopectl ls"});
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

Exit complainProblems(const Context& context, const std::vector<inspect::Problem>& problems)
{
    Exit status = Done;
    for (const auto& problem : problems) {
        const auto code =
            complain(worded(problem, "read", "check --root, and the chroot at the end of the connect string"));
        if (status == Done &&
            std::find(context.roots.begin(), context.roots.end(), problem.path) != context.roots.end())
            status = code;
    }
    return status;
}

} // namespace lockscope::ctl
