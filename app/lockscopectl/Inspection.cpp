// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Inspection.h"

#include "app/lockscopectl/Table.h"
#include "core/findings/Findings.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/zk/Path.h"

#include <QCoreApplication>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace lockscope::ctl {

Inspection::Inspection(const Context& context, Attention attention, std::chrono::milliseconds pictureInterval,
                       std::function<void(const inspect::PicturePtr&)> onPicture)
    : m_link(context)
{
    inspect::InspectorSettings settings;
    settings.connect = context.connect.toStdString();
    settings.roots = context.roots;
    settings.filter = context.filter;
    settings.manual = attention == Attention::Once;
    settings.requestsPerSecond = context.requestsPerSecond;
    settings.watchBudget = context.watchBudget;
    settings.pictureInterval = pictureInterval;
    settings.dialects = knownDialects();
    settings.moreSessions = [this] { return m_link.anotherClient(); };
    m_link.whenConnected(
        [this, settings, collector = m_link.collectorSettings(), onPicture = std::move(onPicture), log = context.log] {
            m_inspector = std::make_unique<inspect::EnsembleInspector>(
                m_link.client(), settings, collector,
                [onPicture](const inspect::PicturePtr& picture) {
                    onMainThread([onPicture, picture] { onPicture(picture); });
                },
                log);
            m_inspector->start();
        });
}

Inspection::~Inspection()
{
    m_link.executor().runAndWait([this] { m_inspector.reset(); });
}

void Inspection::listAgain(Task begun)
{
    m_link.executor().post([this, begun = std::move(begun)]() mutable {
        if (m_inspector)
            m_inspector->listAgain();
        onMainThread(std::move(begun));
    });
}

void Inspection::refreshFacts()
{
    m_link.executor().post([this] {
        if (m_inspector)
            m_inspector->refreshFacts();
    });
}

void Inspection::askWatches()
{
    m_link.executor().post([this] {
        if (m_inspector)
            m_inspector->askWatches();
    });
}

namespace {

/// Did the servers tell what some findings are made of?
bool isWorthAnotherLook(const inspect::Picture& picture)
{
    return picture.ensemble->hasEverySession || picture.ensemble->hasEveryConnection || picture.watchers;
}

WallTime lastAsked(const inspect::Picture& picture)
{
    return picture.watchers ? std::max(picture.ensemble->takenAt, picture.watchers->takenAt)
                            : picture.ensemble->takenAt;
}

} // namespace

int inspectOnce(const Context& context, const std::function<Exit(const inspect::Picture&)>& onComplete,
                const Wanted& wanted)
{
    const bool asks = asksServers(context);
    bool done = false;
    bool askedWatches = false;
    SystemClock clock;
    auto contact = clock.now();
    inspect::PicturePtr complete;
    inspect::PicturePtr told; ///< the servers have said in it what the second listing is set against
    bool listsAgain = false;
    QTimer patience;
    patience.setSingleShot(true);
    const auto show = [&] {
        done = true;
        auto shown = std::make_shared<inspect::Picture>(*complete);
        if (told) {
            shown->ensemble = told->ensemble;
            shown->watchers = told->watchers;
        }
        QCoreApplication::exit(onComplete(*inspect::withFindings(shown, wanted.findings)));
    };
    QObject::connect(&patience, &QTimer::timeout, [&] {
        if (!done)
            show();
    });
    std::unique_ptr<Inspection> inspection;
    // What is watched is set against what was listed: the question must be the later one.
    QTimer askLater;
    askLater.setSingleShot(true);
    QObject::connect(&askLater, &QTimer::timeout, [&] { inspection->askWatches(); });
    const auto see = [&](const inspect::PicturePtr& picture) {
        if (done)
            return;
        if (picture->session.state == zk::SessionState::Connected)
            contact = clock.now();
        if (picture->complete) {
            complete = picture;
            if (wanted.watches && !std::exchange(askedWatches, true))
                askLater.start(wanted.findings.settle);
            const bool isTold = picture->ensemble && (!wanted.watches || picture->watchers);
            if (told) {
                if (listsAgain)
                    show();
            } else if (!asks || (isTold && !(wanted.settled && isWorthAnotherLook(*picture)))) {
                show();
            } else if (isTold && picture->takenAt >= lastAsked(*picture) + wanted.findings.settle) {
                // Nothing is watched: what the servers said is believed of what is still there.
                told = picture;
                patience.stop();
                inspection->listAgain([&] { listsAgain = true; });
            } else if (!patience.isActive())
                patience.start(wanted.patience);
        } else if (clock.now() - contact > context.timeout) {
            done = true;
            QCoreApplication::exit(complain(noConnection(context, picture->session)));
        }
    };
    inspection = std::make_unique<Inspection>(context, Attention::Once, std::chrono::milliseconds(100), see);
    return QCoreApplication::exec();
}

void complainClosedDoors(const inspect::Picture& picture)
{
    if (!picture.ensemble)
        return;
    for (const auto& server : picture.ensemble->servers) {
        if (server.trouble.empty())
            continue;
        auto sentence = QStringLiteral("%1 %2").arg(safe(zk::toString(server.address)), safe(server.trouble));
        if (!server.advice.empty()) {
            // The last line opens the words; those before it, together, the AdminServer.
            QStringList lines;
            for (const auto& line : server.advice)
                lines << safe(line);
            const auto words = lines.takeLast();
            sentence += QStringLiteral(". To open one of them, add to its zoo.cfg: %1; or: %2")
                            .arg(lines.join(QStringLiteral(" and ")), words);
        }
        complain(sentence);
    }
}

const inspect::LockQueue* lockAt(const inspect::Picture& picture, const std::string& path)
{
    if (const auto* lock = picture.find(path))
        return lock;
    const inspect::LockQueue* only = nullptr;
    for (const auto& lock : picture.locks) {
        if (lock->liesIn(path))
            return lock.get();
        if (zk::parentOf(lock->path) != path)
            continue;
        if (only)
            return nullptr;
        only = lock.get();
    }
    return only && only->kind == inspect::LockKind::Single ? only : nullptr;
}

namespace {

/// The problem in the command's words, with what to do next.
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

Exit complainNoLock(const inspect::Picture& picture, const std::string& path)
{
    for (const auto& problem : picture.problems) {
        if (problem.path == path)
            return complain(worded(problem, "show", "list every lock with: lockscopectl ls"));
    }
    const auto below = std::count_if(picture.locks.begin(), picture.locks.end(),
                                     [&](const auto& lock) { return zk::isWithin(lock->path, path); });
    auto detail =
        below > 0 ? (below == 1 ? "a lock lies" : std::to_string(below) + " locks lie") +
                        " below it: lockscopectl --root " + path + " ls"
        : picture.dialects && picture.dialects->namesContender(zk::baseName(path))
            ? "it is named like a contender of " + zk::parentOf(path) + ": lockscopectl show " + zk::parentOf(path)
            : std::string("nothing queues below it (a free lock looks the same); list every lock that "
                          "is in use with: lockscopectl ls");
    return complain(Error{ErrorCode::NotALock, "show", path, std::move(detail)});
}

Exit complainProblems(const Context& context, const inspect::Picture& picture)
{
    Exit status = Done;
    for (const auto& problem : picture.problems) {
        const auto code =
            complain(worded(problem, "look at", "check --root, and the chroot at the end of the connect string"));
        if (status == Done &&
            std::find(context.roots.begin(), context.roots.end(), problem.path) != context.roots.end())
            status = code;
    }
    return status;
}

} // namespace lockscope::ctl
