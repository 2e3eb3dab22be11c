// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/commands/LiveCommand.h"

#include "app/lockscopectl/Table.h"
#include "core/connect/Interrupt.h"
#include "core/history/StallDetector.h"

#include <QCoreApplication>
#include <QTimer>

#include <memory>
#include <utility>
#include <vector>

namespace lockscope::ctl {

namespace {

const QString forOption = QStringLiteral("for");
constexpr auto longestFirst = std::chrono::seconds(3);

/// The messages in addition to the command's own output.
class Remarks final {
public:
    Remarks(const Context& context, const LiveWork& work)
        : m_context(context)
        , m_work(work)
    {
    }

    void see(const inspect::SnapshotPtr& snapshot)
    {
        const auto state = snapshot->session.state;
        m_hasContact = m_hasContact || isAnswered(snapshot->session);
        if (m_hasTaken && state != m_session.state)
            complain(QStringLiteral("the connection is %1")
                         .arg(QString::fromStdString(std::string(toString(state))).toLower()));
        m_session = snapshot->session;
        for (const auto& problem : snapshot->problems) {
            if (isHalt(problem) && !std::exchange(m_isHalted, true))
                reportHalt(problem, snapshot->takenAt);
        }
        const bool isFirst = !m_hasTaken;
        m_hasTaken = m_work.see(snapshot);
        if (!isFirst || !m_hasTaken)
            return;
        auto others = snapshot->problems;
        std::erase_if(others, &isHalt);
        const auto trouble = complainProblems(m_context, others);
        if (trouble != Done && trouble != Failed)
            QCoreApplication::exit(trouble);
    }

    /// Says once that the first snapshot takes long: nothing is reported before it.
    void checkFirst(SteadyTime now)
    {
        if (!m_hasContact || m_hasTaken || m_isLate)
            return;
        if (m_contactAt == SteadyTime())
            m_contactAt = now;
        m_isLate = now - m_contactAt > longestFirst;
        if (m_isLate)
            complain(QStringLiteral("the locks are still being read. Changes are reported after the first complete "
                                    "read"));
    }

    [[nodiscard]] bool hasContact() const { return m_hasContact; }
    [[nodiscard]] const SessionStatus& session() const { return m_session; }

private:
    void reportHalt(const inspect::Problem& problem, WallTime at)
    {
        complainProblems(m_context, {problem});
        if (m_work.halted)
            m_work.halted(problem, at);
    }

    const Context& m_context;
    const LiveWork& m_work;
    SessionStatus m_session; ///< of the last snapshot
    bool m_hasContact = false;
    bool m_hasTaken = false;
    bool m_isHalted = false; ///< that has been reported
    SteadyTime m_contactAt{};
    bool m_isLate = false;
};

} // namespace

LiveEnd lookLive(const Context& context, const LiveWork& work)
{
    LiveEnd end;
    Remarks remarks(context, work);
    std::unique_ptr<Inspection> inspection;
    const SystemClock clock;
    inspect::StallDetector stalls(clock);
    const auto checkStall = [&] {
        if (const auto stall = stalls.check()) {
            complain(QStringLiteral("not watched for %1: this process did not run")
                         .arg(shortDuration(*stall->to - stall->from)));
            work.missed(inspect::eventOf(*stall));
        }
    };
    QTimer questions;
    QObject::connect(&questions, &QTimer::timeout, [&] {
        checkStall();
        remarks.checkFirst(clock.now());
        if (work.asksForSessions())
            inspection->read(inspect::LockSource::Part::Servers);
    });
    questions.start(sessionQuestions);
    QTimer limit;
    limit.setSingleShot(true);
    limit.setTimerType(Qt::PreciseTimer); // the other types may end early
    QObject::connect(&limit, &QTimer::timeout, [&] {
        end.isTime = true;
        QCoreApplication::exit(Done);
    });
    QTimer contactLimit; // for a peer that accepts the session but may not be a server
    contactLimit.setSingleShot(true);
    QObject::connect(&contactLimit, &QTimer::timeout,
                     [&] { QCoreApplication::exit(complain(inspection->trouble(remarks.session()))); });
    const auto see = [&](const inspect::SnapshotPtr& snapshot) {
        checkStall();
        const bool hadContact = remarks.hasContact();
        remarks.see(snapshot);
        if (work.toConfirm)
            inspection->confirm(work.toConfirm());
        if (!remarks.hasContact()) {
            if (!contactLimit.isActive())
                contactLimit.start(context.timeout);
        } else if (!hadContact) {
            contactLimit.stop();
            if (work.limit)
                limit.start(*work.limit);
        }
    };
    const connect::Interrupt interrupt([] { QCoreApplication::exit(Done); });
    inspection = std::make_unique<Inspection>(context, InspectionOptions{Attention::Live, work.snapshotInterval},
                                              toMainThread(see));
    end.status = QCoreApplication::exec();
    return end;
}

OptionDescription limitOption(const QString& example)
{
    return {{forOption},
            QStringLiteral("Stop this long after the connection is established, such as %1. Default: until Ctrl-C.")
                .arg(example),
            QStringLiteral("duration")};
}

Result<std::optional<std::chrono::milliseconds>> limitIn(const QCommandLineParser& parser)
{
    if (!parser.isSet(forOption))
        return std::optional<std::chrono::milliseconds>();
    const auto limit = durationOf(parser, forOption);
    if (!limit)
        return failure(limit.error());
    return std::optional(*limit);
}

} // namespace lockscope::ctl
