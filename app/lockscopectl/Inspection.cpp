// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Inspection.h"

#include "core/inspect/findings/Findings.h"
#include "core/zk/Path.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope::ctl {

Inspection::Inspection(const Context& context, std::chrono::milliseconds pictureInterval,
                       std::function<void(const inspect::PicturePtr&)> onPicture)
    : m_link(context)
{
    inspect::InspectorSettings settings;
    settings.connect = context.connect.toStdString();
    settings.roots = context.roots;
    settings.pictureInterval = pictureInterval;
    settings.dialects = knownDialects();
    m_link.whenConnected([this, settings, onPicture = std::move(onPicture), log = context.log] {
        m_inspector = std::make_unique<inspect::LiveInspector>(
            m_link.client(), settings,
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

int inspectOnce(const Context& context, const inspect::FindingSettings& settings,
                const std::function<Exit(const inspect::Picture&)>& onComplete)
{
    bool done = false;
    SystemClock clock;
    auto contact = clock.now();
    const Inspection inspection(context, std::chrono::milliseconds(100), [&](const inspect::PicturePtr& picture) {
        if (done)
            return;
        if (picture->session.state == zk::SessionState::Connected)
            contact = clock.now();
        if (picture->complete) {
            done = true;
            QCoreApplication::exit(onComplete(*inspect::withFindings(picture, settings)));
        } else if (clock.now() - contact > context.timeout) {
            done = true;
            QCoreApplication::exit(complain(noConnection(context, picture->session)));
        }
    });
    return QCoreApplication::exec();
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
    auto detail = below > 0 ? (below == 1 ? "a lock lies" : std::to_string(below) + " locks lie") +
                                  " below it: lockscopectl --root " + path + " ls"
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
