// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/ScenarioRun.h"

#include "core/base/Phrase.h"
#include "core/simulate/clients/Contention.h"
#include "core/simulate/measure/EventTally.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace lockscope::console {

namespace {

/// Hand-overs are counted per lock, independent of the admission; the resource counts overlaps.
Admission admissionFor(const Scenario& scenario)
{
    return scenario.groups.empty() ? Admission() : admissionOf(scenario.groups.front().options);
}

QString now()
{
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs);
}

} // namespace

class ScenarioRun::Private {
public:
    Private(ScenarioRun& run, Scenario what, ScenarioDependencies dependencies)
        : q(run)
        , scenario(std::move(what))
        , environment(scenario, std::move(dependencies))
        , between(admissionFor(scenario))
    {
        limit.setSingleShot(true);
        QObject::connect(&environment, &ScenarioEnvironment::happened, &q, [this](const QJsonObject& line) {
            between.take(line);
            report(line);
        });
        QObject::connect(&environment, &ScenarioEnvironment::left, &q,
                         [this](const std::string& client) { between.ended(client, SystemClock().now()); });
        QObject::connect(&environment, &ScenarioEnvironment::measured, &q, &ScenarioRun::measured);
        QObject::connect(&environment, &ScenarioEnvironment::wrote, &q, &ScenarioRun::wrote);
        QObject::connect(&environment, &ScenarioEnvironment::failed, &q, [this](const Error& error) { end(error); });
        QObject::connect(&environment, &ScenarioEnvironment::ready, &q, [this] { play(); });
        QObject::connect(
            &environment, &ScenarioEnvironment::closed, &q,
            [this](int left, const std::optional<Error>& error) { conclude(left, error); },
            Qt::QueuedConnection); // the slot destroys the sender
        QObject::connect(&environment, &ScenarioEnvironment::dismantled, &q, [this] { finish(); });
        QObject::connect(&environment, &ScenarioEnvironment::changed, &q, [this] {
            if (player)
                player->look();
            Q_EMIT q.changed();
        });
        QObject::connect(&limit, &QTimer::timeout, &q, [this] {
            end(Error{ErrorCode::TimedOut, phraseLater("run"), scenario.id,
                      phrase("the scenario took longer than %1 ms: %2", scenario.limit.count(), player->waitsFor())});
        });
    }

    void report(QJsonObject line)
    {
        if (!line.contains(QStringLiteral("at")))
            line.insert(QStringLiteral("at"), now());
        Q_EMIT q.happened(line);
    }

    void enter(Phase next, const std::string& detail = {})
    {
        static const std::map<Phase, QString> names{{Phase::Preparing, QStringLiteral("preparing")},
                                                    {Phase::Playing, QStringLiteral("playing")},
                                                    {Phase::Ending, QStringLiteral("ending")}};
        phase = next;
        if (const auto name = names.find(next); name != names.end())
            report({{QStringLiteral("event"), QStringLiteral("phase")},
                    {QStringLiteral("phase"), name->second},
                    {QStringLiteral("detail"), QString::fromStdString(detail)}});
        Q_EMIT q.changed();
    }

    void play();
    void end(const std::optional<Error>& trouble);
    void abandon();
    void conclude(int left, const std::optional<Error>& error);
    void finish();
    void measure(int left);
    void holdLimit();
    [[nodiscard]] std::map<std::string, Measurements> measuredByGroup();
    [[nodiscard]] Measurements measuredOfAll();

    ScenarioRun& q;
    const Scenario scenario;
    ScenarioEnvironment environment;
    std::unique_ptr<StepPlayer> player; ///< refers to the environment's parts
    EventTally between;                 ///< counts between the clients of different processes
    QTimer limit;
    std::chrono::milliseconds limitLeft{0}; ///< while the limit waits
    TurningPoints turningPoints = TurningPoints::Pass;
    QElapsedTimer clock;
    Phase phase = Phase::New;
    std::size_t stepsDone = 0; ///< of a destroyed player
    ScenarioFacts atEnd;       ///< before the clients were asked to end
    ScenarioOutcome outcome;
};

void ScenarioRun::Private::play()
{
    if (phase != Phase::Preparing)
        return;
    player = std::make_unique<StepPlayer>(scenario.steps, environment.injector(), environment.facts());
    player->setTurningPoints(turningPoints);
    QObject::connect(player.get(), &StepPlayer::turned, &q, [this] {
        holdLimit();
        Q_EMIT q.changed();
    });
    QObject::connect(player.get(), &StepPlayer::stepped, &q, [this](std::size_t index, const QStringList& hit) {
        report({{QStringLiteral("event"), QStringLiteral("step")},
                {QStringLiteral("step"), static_cast<int>(index) + 1},
                {QStringLiteral("text"), QString::fromStdString(scenario.steps[index].text)},
                {QStringLiteral("hit"), QJsonArray::fromStringList(hit)}});
    });
    QObject::connect(player.get(), &StepPlayer::failed, &q, [this](std::size_t index, const Error& error) {
        end(Error{ErrorCode::System, phraseLater("run"), scenario.id,
                  phrase("step %1 (%2) failed: %3", index + 1, scenario.steps[index].text, error.detail)});
    });
    QObject::connect(player.get(), &StepPlayer::over, &q, [this] {
        limit.stop();
        if (!scenario.goesOn)
            end(std::nullopt);
    });
    enter(Phase::Playing);
    clock.start();
    environment.pool().startOff();
    if (scenario.steps.empty() && scenario.goesOn)
        return;
    limit.start(scenario.limit);
    player->start();
}

/// The time in which a user looks does not count.
void ScenarioRun::Private::holdLimit()
{
    const bool waits = player->isHeld() || player->turningPoint();
    if (waits && limit.isActive()) {
        limitLeft = limit.remainingTimeAsDuration();
        limit.stop();
    } else if (!waits && !limit.isActive() && limitLeft.count() > 0) {
        limit.start(limitLeft);
        limitLeft = {};
    }
}

void ScenarioRun::Private::end(const std::optional<Error>& trouble)
{
    if (phase == Phase::Ending || phase == Phase::Finished)
        return;
    limit.stop();
    if (player)
        player->stop();
    if (phase == Phase::Playing)
        outcome.duration = std::chrono::milliseconds(clock.elapsed());
    outcome.trouble = trouble;
    stepsDone = player ? player->done() : 0;
    environment.countResource();
    atEnd = environment.facts();
    enter(Phase::Ending, trouble ? describe(*trouble) : std::string());
    environment.close();
}

void ScenarioRun::Private::abandon()
{
    if (phase == Phase::New || phase == Phase::Finished)
        return;
    limit.stop();
    stepsDone = player ? player->done() : stepsDone;
    player.reset();
    outcome.stopped = true;
    atEnd = environment.facts();
    phase = Phase::Ending;
    environment.abandon();
}

void ScenarioRun::Private::measure(int left)
{
    environment.countResource();
    std::map<std::string, double>& measures = atEnd.measures;
    // Late counts of the resource are included: a paused client writes late when it resumes.
    for (const char* late : {"overlaps", "writes", "staleRejected", "staleThrough"}) {
        if (const auto counted = environment.facts().measures.find(late); counted != environment.facts().measures.end())
            measures[late] = counted->second;
    }
    measures["leftBehind"] = left;
    const double seconds = std::max(0.001, static_cast<double>(outcome.duration.count()) / 1'000);
    const auto add = [&](const Measurements& measured, const std::string& suffix) {
        const ContentionSummary summary = summarise(measured);
        measures["cycles" + suffix] = static_cast<double>(summary.cycles);
        measures["grantsPerS" + suffix] = measures["granted" + suffix] / seconds;
        measures["fairness" + suffix] = summary.fairness;
        measures["waitP50Ms" + suffix] = summary.waitMs.p50;
        measures["waitP99Ms" + suffix] = summary.waitMs.p99;
        measures["waitMaxMs" + suffix] = summary.waitMs.max;
        measures["holdP50Ms" + suffix] = summary.holdMs.p50;
        measures["wakeUpsPerRelease" + suffix] = summary.wakeUpsPerRelease;
        measures["requestsPerGrant" + suffix] = summary.requestsPerGrant;
    };
    for (const auto& [name, measured] : measuredByGroup())
        add(measured, " of " + name);
    outcome.measurements = measuredOfAll();
    add(outcome.measurements, {});
    const Percentiles handovers = percentilesOf(outcome.measurements.handovers, std::chrono::microseconds(1));
    measures["handovers"] = static_cast<double>(outcome.measurements.handovers.count());
    measures["handoverP50Us"] = handovers.p50;
    measures["handoverP99Us"] = handovers.p99;
}

std::map<std::string, Measurements> ScenarioRun::Private::measuredByGroup()
{
    std::map<std::string, Measurements> groups;
    for (const ClientPool::ClientProcess& clientProcess : environment.pool().clientProcesses()) {
        if (clientProcess.measured)
            groups[clientProcess.group->options.name].merge(*clientProcess.measured);
    }
    return groups;
}

Measurements ScenarioRun::Private::measuredOfAll()
{
    Measurements all;
    for (const auto& [name, measured] : measuredByGroup())
        all.merge(measured);
    return between.complete(std::move(all));
}

void ScenarioRun::Private::conclude(int left, const std::optional<Error>& error)
{
    if (player) // the run has played
        measure(left);
    player.reset();
    if (error && !outcome.trouble)
        outcome.trouble = error;
    environment.dismantle();
}

void ScenarioRun::Private::finish()
{
    for (const Check& check : scenario.expectations) {
        const CheckResult verdict = verdictOf(check, atEnd);
        outcome.expectations.push_back({describe(check), verdict.found, verdict.passed});
    }
    outcome.measures = atEnd.measures;
    outcome.passed = !outcome.trouble && !outcome.stopped &&
                     std::all_of(outcome.expectations.begin(), outcome.expectations.end(),
                                 [](const auto& one) { return one.passed; });
    phase = Phase::Finished;
    Q_EMIT q.changed();
    Q_EMIT q.finished();
}

ScenarioRun::ScenarioRun(Scenario scenario, ScenarioDependencies dependencies, QObject* parent)
    : QObject(parent)
    , m_private(std::make_unique<Private>(*this, std::move(scenario), std::move(dependencies)))
{
}

ScenarioRun::~ScenarioRun() = default;

void ScenarioRun::start()
{
    if (m_private->phase != Phase::New)
        return;
    m_private->enter(Phase::Preparing);
    m_private->environment.open();
}

void ScenarioRun::stop()
{
    if (m_private->phase != Phase::Preparing && m_private->phase != Phase::Playing)
        return;
    if (m_private->scenario.goesOn && m_private->player &&
        m_private->player->done() == m_private->scenario.steps.size()) {
        m_private->end(std::nullopt); // the normal end of an open-ended scenario
        return;
    }
    m_private->outcome.stopped = true;
    m_private->end(
        Error{ErrorCode::Cancelled, phraseLater("run"), m_private->scenario.id, phrase("the scenario was stopped")});
}

void ScenarioRun::abandon()
{
    m_private->abandon();
}

void ScenarioRun::measure()
{
    if (m_private->phase == Phase::Playing)
        m_private->environment.pool().measure();
}

Measurements ScenarioRun::measurements() const
{
    if (m_private->phase == Phase::Finished)
        return m_private->outcome.measurements;
    return m_private->player ? m_private->measuredOfAll() : Measurements();
}

void ScenarioRun::pause()
{
    if (m_private->phase == Phase::Playing) {
        m_private->player->setHeld(true);
        m_private->holdLimit();
    }
    Q_EMIT changed();
}

void ScenarioRun::resume()
{
    if (m_private->phase == Phase::Playing) {
        m_private->player->setHeld(false);
        m_private->holdLimit();
    }
    Q_EMIT changed();
}

void ScenarioRun::setTurningPoints(TurningPoints turningPoints)
{
    m_private->turningPoints = turningPoints;
    if (m_private->phase == Phase::Playing)
        m_private->player->setTurningPoints(turningPoints);
}

void ScenarioRun::goOn()
{
    if (m_private->phase == Phase::Playing)
        m_private->player->goOn();
}

std::string ScenarioRun::turningPoint() const
{
    const auto* step = m_private->phase == Phase::Playing ? m_private->player->turningPoint() : nullptr;
    return step ? step->turningPoint : std::string();
}

void ScenarioRun::apply(const Fault& fault, const TargetSelector& target, Applied applied)
{
    if (m_private->phase != Phase::Playing) {
        if (applied)
            applied(failure(ErrorCode::Refused, phraseLater("apply the fault"), {},
                            phrase("the scenario is not running at the moment")));
        return;
    }
    m_private->environment.injector().apply(
        fault, target, [this, fault, target, applied](const Result<QStringList>& hit) {
            QJsonObject line{
                {QStringLiteral("event"), QStringLiteral("fault")},
                {QStringLiteral("text"), QString::fromStdString(phrase("%1: %2", describe(fault), describe(target)))},
                {QStringLiteral("hit"), QJsonArray::fromStringList(hit ? *hit : QStringList())}};
            if (!hit)
                line.insert(QStringLiteral("error"), QString::fromStdString(hit.error().detail));
            m_private->report(line);
            if (applied)
                applied(hit);
        });
}

ScenarioRun::Phase ScenarioRun::phase() const
{
    return m_private->phase;
}

bool ScenarioRun::isPaused() const
{
    return m_private->player && m_private->player->isHeld();
}

const Scenario& ScenarioRun::scenario() const
{
    return m_private->scenario;
}

const ScenarioFacts& ScenarioRun::facts() const
{
    return m_private->environment.facts();
}

std::size_t ScenarioRun::stepsDone() const
{
    return m_private->player ? m_private->player->done() : m_private->stepsDone;
}

const ObservedEnsemble& ScenarioRun::ensemble() const
{
    return m_private->environment.ensemble();
}

const ScenarioOutcome& ScenarioRun::outcome() const
{
    return m_private->outcome;
}

} // namespace lockscope::console

#include "moc_ScenarioRun.cpp"
