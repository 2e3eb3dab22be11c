// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/Campaign.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <unistd.h>

namespace lockscope::simulation {

namespace {

struct Settings {
    std::vector<std::size_t> recipes; ///< indexes
    std::uint64_t from = 1;
    std::uint64_t seeds = 20'000;
    std::chrono::minutes minutes{0};
    int jobs = 1;
    bool expectViolation = false;
    bool keepGoing = false;
};

struct Failure {
    std::size_t recipe = 0;
    std::uint64_t seed = 0;
    Violation violation;
};

/// For the signal handler: what this thread is at.
thread_local const std::string* currentRecipe = nullptr;
thread_local std::uint64_t currentSeed = 0;

/// Never a violation that was expected: what crashes may be the simulation itself.
void onCrash(int signal)
{
    // Not safe in a handler by the letter; the program ends in any case.
    std::fprintf(stderr, "CRASH (signal %d): --recipe %s --seed %llu\n", signal,
                 currentRecipe ? currentRecipe->c_str() : "?", static_cast<unsigned long long>(currentSeed));
    _exit(3);
}

void printTrace(const Outcome& outcome)
{
    for (const auto& line : outcome.trace)
        std::printf("%s\n", line.c_str());
}

void printFailure(const Program& program, const Failure& failure)
{
    const auto again = program.simulate(failure.recipe, failure.seed, true);
    printTrace(again);
    std::printf("\nVIOLATION of \"%s\"\n  %s\n  replay: %s --recipe %s --seed %llu\n",
                failure.violation.invariant.c_str(), failure.violation.detail.c_str(), program.name.c_str(),
                program.recipes[failure.recipe].c_str(), static_cast<unsigned long long>(failure.seed));
}

class Campaign final {
public:
    Campaign(const Program& program, Settings settings)
        : m_program(program)
        , m_settings(std::move(settings))
        , m_next(0)
    {
    }

    std::vector<Failure> run()
    {
        const auto start = std::chrono::steady_clock::now();
        if (m_settings.minutes.count() > 0)
            m_end = start + m_settings.minutes;
        std::vector<std::thread> threads;
        for (int i = 0; i < m_settings.jobs; ++i)
            threads.emplace_back([this] { work(); });
        for (auto& thread : threads)
            thread.join();
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        std::printf("%llu runs, %llu tasks, %llu requests, %llu holds, %llu tolerated, %zu violations, %.1f s\n",
                    static_cast<unsigned long long>(m_runs.load()), static_cast<unsigned long long>(m_tasks.load()),
                    static_cast<unsigned long long>(m_requests.load()), static_cast<unsigned long long>(m_holds.load()),
                    static_cast<unsigned long long>(m_tolerated.load()), m_failures.size(), took.count());
        return m_failures;
    }

private:
    void work()
    {
        for (;;) {
            const auto index = m_next.fetch_add(1);
            if (m_stop || (m_end ? std::chrono::steady_clock::now() > *m_end : index >= m_settings.seeds))
                return;
            const auto recipe = m_settings.recipes[index % m_settings.recipes.size()];
            const auto seed = m_settings.from + index / m_settings.recipes.size();
            currentRecipe = &m_program.recipes[recipe];
            currentSeed = seed;
            const auto outcome = m_program.simulate(recipe, seed, false);
            ++m_runs;
            m_tasks += outcome.tasks;
            m_requests += outcome.requests;
            m_holds += outcome.holds;
            m_tolerated += outcome.tolerated;
            if (outcome.violation)
                note({recipe, seed, *outcome.violation});
        }
    }

    void note(Failure failure)
    {
        const std::lock_guard lock(m_mutex);
        std::printf("%s seed %llu: %s: %s\n", m_program.recipes[failure.recipe].c_str(),
                    static_cast<unsigned long long>(failure.seed), failure.violation.invariant.c_str(),
                    failure.violation.detail.c_str());
        std::fflush(stdout); // a long run may be ended before its end
        m_failures.push_back(std::move(failure));
        m_stop = m_stop || !m_settings.keepGoing;
    }

    const Program& m_program;
    Settings m_settings;
    std::optional<std::chrono::steady_clock::time_point> m_end;
    std::atomic<std::uint64_t> m_next;
    std::atomic<bool> m_stop = false;
    std::atomic<std::uint64_t> m_runs = 0;
    std::atomic<std::uint64_t> m_tasks = 0;
    std::atomic<std::uint64_t> m_requests = 0;
    std::atomic<std::uint64_t> m_holds = 0;
    std::atomic<std::uint64_t> m_tolerated = 0;
    std::mutex m_mutex;
    std::vector<Failure> m_failures;
};

int replay(const Program& program, std::size_t recipe, std::uint64_t seed)
{
    currentRecipe = &program.recipes[recipe];
    currentSeed = seed;
    const auto outcome = program.simulate(recipe, seed, true);
    printTrace(outcome);
    if (!outcome.violation) {
        std::printf("\nno violation\n");
        return 0;
    }
    std::printf("\nVIOLATION of \"%s\"\n  %s\n", outcome.violation->invariant.c_str(),
                outcome.violation->detail.c_str());
    return 1;
}

int runAll(const Program& program, const Settings& settings)
{
    const auto failures = Campaign(program, settings).run();
    if (settings.expectViolation) {
        std::printf(failures.empty() ? "no violation, and one was expected\n" : "a violation, as expected\n");
        return failures.empty() ? 1 : 0;
    }
    if (!failures.empty())
        printFailure(program, failures.front());
    return failures.empty() ? 0 : 1;
}

} // namespace

int runProgram(const Program& program, int argc, char** argv)
{
    std::signal(SIGSEGV, onCrash);
    std::signal(SIGABRT, onCrash);
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(QString::fromStdString(program.description));
    parser.addHelpOption();
    const QCommandLineOption seeds(QStringLiteral("seeds"), QStringLiteral("How many runs, over all recipes."),
                                   QStringLiteral("N"), QStringLiteral("20000"));
    const QCommandLineOption from(QStringLiteral("from"), QStringLiteral("The first seed."), QStringLiteral("S"),
                                  QStringLiteral("1"));
    const QCommandLineOption seed(QStringLiteral("seed"), QStringLiteral("One run, with its trace; needs --recipe."),
                                  QStringLiteral("X"));
    const QCommandLineOption recipe(QStringLiteral("recipe"), QStringLiteral("Only this recipe."),
                                    QStringLiteral("NAME"));
    const QCommandLineOption minutes(QStringLiteral("minutes"), QStringLiteral("Runs for so long, whatever --seeds."),
                                     QStringLiteral("M"), QStringLiteral("0"));
    const QCommandLineOption jobs(QStringLiteral("jobs"), QStringLiteral("Threads."), QStringLiteral("N"),
                                  QStringLiteral("1"));
    const QCommandLineOption keepGoing(QStringLiteral("keep-going"),
                                       QStringLiteral("Goes on after the first violation."));
    const QCommandLineOption expectViolation(QStringLiteral("expect-violation"),
                                             QStringLiteral("Succeeds only if there is a violation."));
    parser.addOptions({seeds, from, seed, recipe, minutes, jobs, keepGoing, expectViolation});
    parser.process(application);

    Settings settings;
    settings.from = parser.value(from).toULongLong();
    settings.seeds = parser.value(seeds).toULongLong();
    settings.minutes = std::chrono::minutes(parser.value(minutes).toInt());
    settings.jobs = std::max(1, parser.value(jobs).toInt());
    settings.keepGoing = parser.isSet(keepGoing);
    settings.expectViolation = parser.isSet(expectViolation);
    const auto& names = program.recipes;
    if (parser.isSet(recipe)) {
        const auto found = std::find(names.begin(), names.end(), parser.value(recipe).toStdString());
        if (found == names.end()) {
            std::fprintf(stderr, "There is no recipe of this name. Recipes:");
            for (const auto& one : names)
                std::fprintf(stderr, " %s", one.c_str());
            std::fprintf(stderr, "\n");
            return 2;
        }
        settings.recipes = {static_cast<std::size_t>(found - names.begin())};
    } else {
        for (std::size_t i = 0; i < names.size(); ++i)
            settings.recipes.push_back(i);
    }
    if (!parser.isSet(seed))
        return runAll(program, settings);
    if (settings.recipes.size() != 1) {
        std::fprintf(stderr, "--seed needs --recipe.\n");
        return 2;
    }
    return replay(program, settings.recipes.front(), parser.value(seed).toULongLong());
}

} // namespace lockscope::simulation
