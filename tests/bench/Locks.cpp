// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
///
/// The driver: throw-away servers, the three measured programs side by side, their measures in turn so that noise hits
/// all alike, medians over the runs. tests/bench/README.md tells how to read what it prints.

#include "tests/bench/Ledger.h"
#include "tests/bench/Program.h"
#include "tests/bench/Pulse.h"
#include "tests/support/ServerFixture.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDateTime>
#include <QFile>
#include <QJsonArray>
#include <QThread>

#include <cstdio>
#include <map>
#include <memory>
#include <optional>

namespace {

using namespace lockscope;
using bench::Entry;
using bench::Ledger;
using bench::Program;

struct Settings {
    int runs = 5;
    double seconds = 2;
    std::vector<int> clients{2, 8, 32};
    int crowd = 500; ///< clients of one process, once
    std::vector<int> servers{1, 3};
    QString json;
};

void say(const QString& text)
{
    std::fputs(qPrintable(text), stdout);
    std::fflush(stdout);
}

std::vector<Entry> entriesOf(const Settings& settings)
{
    const auto limit = QStringLiteral("limit");
    const auto library = QStringLiteral("library");
    const auto curator = QStringLiteral("curator");
    // The first of as many clients is the limit that ratios refer to.
    std::vector<Entry> entries{{1, limit, QStringLiteral("cycle")},
                               {1, library, QStringLiteral("async/shared")},
                               {1, library, QStringLiteral("async/caller")},
                               {1, library, QStringLiteral("blocking")},
                               {1, curator, QStringLiteral("uncontended")}};
    for (const auto clients : settings.clients) {
        for (const auto* how : {"ring", "direct", "relist", "twin"})
            entries.push_back({clients, limit, QLatin1String(how)});
        for (const auto* how : {"release/shared", "release/own", "release/caller", "await/caller", "blocking/shared"})
            entries.push_back({clients, library, QLatin1String(how)});
        entries.push_back({clients, curator, QStringLiteral("release")});
    }
    return entries;
}

/// What the JVM of Curator, and that of the servers, compile by: nobody counts these.
std::vector<Entry> warmUps()
{
    return {{1, QStringLiteral("curator"), QStringLiteral("uncontended")},
            {8, QStringLiteral("curator"), QStringLiteral("release")},
            {1, QStringLiteral("library"), QStringLiteral("async/shared")}};
}

class Bench final {
public:
    Bench(const Settings& settings, const test::ServerFixture& fixture)
        : m_settings(settings)
    {
        std::vector<qint64> servers;
        for (const auto& server : fixture.servers())
            servers.push_back(server.processId);
        const auto connect = fixture.connectString();
        const auto add = [&](const char* name, const char* executable, const QStringList& arguments) {
            m_programs[QLatin1String(name)] =
                std::make_unique<Program>(QLatin1String(name), QLatin1String(executable), arguments, servers);
        };
        add("limit", LOCKSCOPE_BENCH_LIMIT, {connect});
        add("library", LOCKSCOPE_BENCH_LIBRARY, {connect});
        add("curator", LOCKSCOPE_BENCH_JAVA,
            {QStringLiteral("-Dorg.slf4j.simpleLogger.defaultLogLevel=error"), QStringLiteral("-cp"),
             QStringLiteral(LOCKSCOPE_BENCH_CLASS_PATH), QStringLiteral("CuratorLocks"), connect});
    }

    [[nodiscard]] Result<void> run(Ledger& ledger)
    {
        for (const auto& entry : warmUps()) {
            if (const auto warm = measure(entry, std::max(m_settings.seconds, 2.0)); !warm)
                return failure(warm.error());
        }
        for (int run = 1; run <= m_settings.runs; ++run) {
            say(QStringLiteral("run %1 of %2\n").arg(run).arg(m_settings.runs));
            for (const auto& entry : entriesOf(m_settings)) {
                if (const auto told = take(entry, ledger); !told)
                    return told;
            }
        }
        if (m_settings.crowd > 0)
            return take({m_settings.crowd, QStringLiteral("library"), QStringLiteral("release/shared")}, ledger);
        return {};
    }

private:
    [[nodiscard]] Result<QJsonObject> measure(const Entry& entry, double seconds)
    {
        auto figures = m_programs.at(entry.program)->measure(entry.measure, entry.clients, seconds);
        if (figures && figures->value(QStringLiteral("overlaps")).toDouble() > 0)
            return failure(ErrorCode::System, "measure", (entry.program + u' ' + entry.measure).toStdString(),
                           "two clients held the lock at the same time");
        return figures;
    }

    [[nodiscard]] Result<void> take(const Entry& entry, Ledger& ledger)
    {
        auto figures = measure(entry, m_settings.seconds);
        if (figures && figures->value(QStringLiteral("count")).toDouble() <= 0) {
            say(QStringLiteral("%1 %2 with %3 clients: nothing happened in %4 s, so once more\n")
                    .arg(entry.program, entry.measure)
                    .arg(entry.clients)
                    .arg(m_settings.seconds));
            figures = measure(entry, m_settings.seconds);
        }
        if (!figures)
            return failure(figures.error());
        if (figures->value(QStringLiteral("count")).toDouble() <= 0)
            return failure(ErrorCode::System, "measure", (entry.program + u' ' + entry.measure).toStdString(),
                           "nothing happened, twice");
        ledger.add(entry, *figures);
        return {};
    }

    const Settings& m_settings;
    std::map<QString, std::unique_ptr<Program>> m_programs;
};

bool readSettings(const QCommandLineParser& parser, Settings& settings)
{
    const auto isSet = [&](const char* option) { return parser.isSet(QLatin1String(option)); };
    const auto value = [&](const char* option) { return parser.value(QLatin1String(option)); };
    if (isSet("quick")) {
        settings.runs = 1;
        settings.seconds = 0.5;
        settings.clients = {2, 8};
        settings.crowd = 0;
    }
    if (isSet("runs"))
        settings.runs = value("runs").toInt();
    if (isSet("seconds"))
        settings.seconds = value("seconds").toDouble();
    if (isSet("servers")) {
        settings.servers.clear();
        for (const auto& word : value("servers").split(u','))
            settings.servers.push_back(word.toInt());
    }
    if (isSet("memory"))
        qputenv("TMPDIR", "/dev/shm"); // where the sandbox makes its folder
    settings.json = value("json");
    for (const auto servers : settings.servers) {
        if (servers != 1 && servers != 3)
            return false;
    }
    return settings.runs > 0 && settings.seconds > 0 && parser.positionalArguments().isEmpty();
}

Result<void> writeJson(const Settings& settings, const QJsonArray& ensembles)
{
    const QJsonObject document{{QStringLiteral("takenAt"), QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs)},
                               {QStringLiteral("processors"), QThread::idealThreadCount()},
                               {QStringLiteral("seconds"), settings.seconds},
                               {QStringLiteral("ensembles"), ensembles}};
    QFile file(settings.json);
    const auto bytes = QJsonDocument(document).toJson();
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        return failure(ErrorCode::System, "write", settings.json.toStdString(), file.errorString().toStdString());
    return {};
}

Result<void> runAll(const Settings& settings)
{
    QJsonArray ensembles;
    for (const auto servers : settings.servers) {
        ensemble::SandboxOptions options;
        options.servers = servers;
        test::ServerFixture fixture(options);
        if (auto started = fixture.start(); !started)
            return started;
        std::optional<bench::Pulse> pulse;
        if (servers > 1)
            pulse.emplace(fixture.connectString());
        Ledger ledger(servers);
        Bench bench(settings, fixture);
        auto done = bench.run(ledger);
        say(u'\n' + ledger.text() + u'\n');
        if (!done)
            return done;
        ensembles.append(ledger.json());
    }
    return settings.json.isEmpty() ? Result<void>() : writeJson(settings, ensembles);
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral(
        "Locks, measured: the C client's limit, the library, and stock Curator, on throw-away servers."));
    parser.addHelpOption();
    parser.addOptions(
        {{QStringLiteral("runs"), QStringLiteral("How often each; the medians are printed. Default 5."),
          QStringLiteral("n")},
         {QStringLiteral("seconds"), QStringLiteral("How long each measure takes. Default 2."), QStringLiteral("s")},
         {QStringLiteral("servers"), QStringLiteral("1, 3 or 1,3 (default)."), QStringLiteral("n")},
         {QStringLiteral("memory"),
          QStringLiteral("The servers' data in /dev/shm: takes the disk, and its noise, out of the figures.")},
         {QStringLiteral("quick"), QStringLiteral("One short run: to see that it works.")},
         {QStringLiteral("json"), QStringLiteral("Writes every figure to this file."), QStringLiteral("file")}});
    parser.process(application);
    Settings settings;
    if (!readSettings(parser, settings)) {
        std::fputs("locks: wrong arguments, see --help\n", stderr);
        return 2;
    }
    if (const auto done = runAll(settings); !done) {
        std::fprintf(stderr, "locks: %s\n", describe(done.error()).c_str());
        return 1;
    }
    return 0;
}
