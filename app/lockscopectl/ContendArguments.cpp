// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/ContendArguments.h"

#include "app/lockscopectl/Context.h"
#include "core/base/DurationText.h"
#include "core/base/EnumWords.h"
#include "core/simulate/resource/ResourceLink.h"

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

Error bad(const QString& sentence)
{
    return {ErrorCode::BadArguments, "contend", {}, sentence.toStdString()};
}

/// Reads the options that are set, and keeps the first error, with the name of its option.
class Values final {
public:
    explicit Values(const QCommandLineParser& parser)
        : m_parser(parser)
    {
    }

    template <typename T, typename Parse> void read(const char* option, T& target, Parse parse)
    {
        if (m_error || !m_parser.isSet(QLatin1String(option)))
            return;
        const auto text = m_parser.value(QLatin1String(option));
        if (auto value = parse(text.toStdString()))
            target = *std::move(value);
        else
            m_error = ofOption(value.error(), QLatin1String(option));
    }

    /// For a parser that does not report errors. `remedy` says which values are valid.
    template <typename T, typename Parse> void read(const char* option, T& target, Parse parse, const QString& remedy)
    {
        if (m_error || !m_parser.isSet(QLatin1String(option)))
            return;
        const auto text = m_parser.value(QLatin1String(option));
        if (const auto value = parse(text))
            target = *value;
        else
            m_error = invalidOption(QLatin1String(option), text, remedy);
    }

    template <typename T> void readNumber(const char* option, T& target, int least)
    {
        const auto parse = [&](const QString& text) {
            bool isNumber = false;
            const auto number = text.toInt(&isNumber);
            return isNumber && number >= least ? std::optional(number) : std::nullopt;
        };
        read(option, target, parse, QStringLiteral("use a number of %1 or more").arg(least));
    }

    void readFlag(const char* option, bool& target) const { target = m_parser.isSet(QLatin1String(option)); }

    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

private:
    const QCommandLineParser& m_parser;
    std::optional<Error> m_error;
};

std::string exampleOf(console::Recipe recipe)
{
    const auto servers = descriptionOf(recipe).servers;
    if (servers == console::onZooKeeper)
        return "127.0.0.1:2181";
    return servers.areIndependent ? "redlock://r1:6379,r2:6379,r3:6379" : "redis://127.0.0.1:6379";
}

std::optional<int> parseShare(QString digits)
{
    if (digits.endsWith(u'%'))
        digits.chop(1);
    bool isNumber = false;
    const auto share = digits.toInt(&isNumber);
    return isNumber && share >= 0 && share <= 100 ? std::optional(share) : std::nullopt;
}

std::optional<std::uint64_t> parseSeed(const QString& text)
{
    bool isNumber = false;
    const auto seed = text.toULongLong(&isNumber);
    return isNumber ? std::optional<std::uint64_t>(seed) : std::nullopt;
}

Result<std::string> parseResource(const std::string& text)
{
    const auto port = console::ResourceLink::parseAddress(QString::fromStdString(text));
    return port ? Result<std::string>(text) : failure(port.error());
}

/// For a recipe of other servers, the error names a target for it.
Result<console::Recipe> parseRecipeOf(const std::string& text, const Target& target)
{
    auto recipe = console::parseRecipe(text, target.servers());
    const auto named = valueNamed<console::Recipe>(text);
    if (!recipe && named)
        recipe.error().detail += ". The recipe " + text + " needs a target such as --connect " + exampleOf(*named);
    return recipe;
}

std::vector<Choice> recipeChoices()
{
    std::vector<Choice> choices;
    for (const auto recipe : allOf<console::Recipe>())
        choices.push_back({QString::fromUtf8(toString(recipe).data())});
    return choices;
}

std::vector<OptionDescription> workOptions()
{
    return {
        {.names = {u"recipe"_s},
         .text = u"Recipe of the lock: %1. Default mutex, on Redis redisson-lock, on redlock:// redlock."_s,
         .value = u"recipe"_s,
         .choices = recipeChoices()},
        {{u"clients"_s}, u"Number of clients, each with its own session or connection."_s, u"n"_s, u"1"_s},
        {{u"name"_s}, u"Name of the clients."_s, u"name"_s, u"sim"_s},
        {{u"hold"_s},
         u"Hold time of each client: 50ms, 50ms..200ms (uniform), exp:50ms (exponential with this mean) or forever."_s,
         u"range"_s,
         u"50ms..200ms"_s},
        {{u"think"_s},
         u"Pause between attempts of a client, in the same form as --hold, but not forever."_s,
         u"range"_s,
         u"0ms..10ms"_s},
        {{u"cycles"_s},
         u"Stop after this number of lock cycles of each client, such as 100. Default: no limit."_s,
         u"n"_s},
        {{u"for"_s}, u"Stop after this time, such as 10s. Default: no limit."_s, u"duration"_s},
        {{u"acquire-timeout"_s}, u"Give up waiting after this time, such as 5s. Default: no limit."_s, u"duration"_s},
        {.names = {u"mode"_s},
         .text = u"Mode for the recipes read-write and redisson-read-write: %1."_s,
         .value = u"mode"_s,
         .preset = u"write"_s,
         .choices = {{u"write"_s}, {u"read"_s}, {u"mix"_s}, {u"downgrade"_s, u" (write, then continue to read)"_s}}},
        {{u"write-share"_s},
         u"Share of the lock cycles that write in the mode mix, such as 50%. The default of that mode is %1%. "
         "Setting this option selects the mode mix."_s.arg(console::ContendOptions().writeShare),
         u"percent"_s},
        {{u"leases"_s},
         u"Number of leases of a semaphore, such as 3. A semaphore on Redis that has no number of permits gets this "
         u"one, "
         "until the end of the run. A number that it has is kept: give the same here."_s,
         u"n"_s,
         u"1"_s},
        {{u"nested"_s},
         u"Hold the first lock while acquiring the next, in the order of the arguments. This can cause a deadlock with "
         "clients that use another order."_s},
        {{u"as-given"_s},
         u"With the recipe multi: acquire the locks in the order of the arguments, instead of sorted by path."_s},
        {{u"seed"_s},
         u"Seed of the random times, such as 42. The same seed gives the same times in each run."_s,
         u"n"_s},
    };
}

QString usual(std::chrono::milliseconds time)
{
    return QString::fromStdString(durationText(time));
}

std::vector<OptionDescription> behaviourOptions()
{
    return {
        {{u"session-timeout"_s},
         u"ZooKeeper: session timeout to request, such as 10s. The server has its own limits."_s,
         u"duration"_s},
        {{u"lease"_s},
         u"Redis: time after which the servers end each hold, such as 30s. Default: holds are renewed while they last."_s,
         u"duration"_s},
        {{u"watchdog-timeout"_s},
         u"Redis, without --lease: time after which the servers end a hold that is not renewed. It is renewed every "
         "third of this time. Default %1."_s.arg(usual(console::usualWatchdogTimeout)),
         u"duration"_s},
        {{u"sequential"_s},
         u"Redlock: ask one master after the other, as the original algorithm. Default: all at once."_s},
        {{u"node-timeout"_s},
         u"Redlock: a master that does not answer for this time has no vote. Default %1."_s.arg(
             usual(console::usualNodeTimeout)),
         u"duration"_s},
        {{u"careless"_s},
         u"Simulate clients that ignore the loss of a lock: they continue until the end of the hold time."_s},
        {.names = {u"revocation"_s},
         .text = u"ZooKeeper: reaction to a revocation request: %1."_s,
         .value = u"reaction"_s,
         .preset = u"unheard"_s,
         .choices = {{u"unheard"_s, u" (do not watch for requests)"_s},
                     {u"ignore"_s, u" (report the request and continue)"_s},
                     {u"follow"_s, u" (release at once)"_s}}},
        {{u"resource"_s},
         u"Address of the resource that a scenario simulates, such as 127.0.0.1:40123. The clients write to it while "
         "they hold the lock."_s,
         u"address"_s},
        {{u"write-every"_s},
         u"With --resource: duration of the work for each write, such as 50ms."_s,
         u"duration"_s,
         u"20ms"_s},
        {{u"control"_s},
         u"Read commands from standard input, one JSON object per line; scenarios use this. Needs --json. Keys on "
         u"Redis "
         "that outlive the holds are then not removed at the end."_s},
        {{u"autostart"_s}, u"With --control: start without waiting for the start command."_s},
        {.names = {u"csv"_s},
         .text = u"Write the measurements to this file at the end."_s,
         .value = u"file"_s,
         .completion = Completion::File},
    };
}

} // namespace

std::vector<OptionDescription> contendOptions()
{
    auto options = workOptions();
    for (auto& option : behaviourOptions())
        options.push_back(std::move(option));
    return options;
}

Result<console::ContendOptions> readContendOptions(const QCommandLineParser& parser, const Target& target)
{
    using console::ContendOptions;
    ContendOptions options;
    options.recipe = console::usualRecipe(target.servers());
    for (const auto& path : parser.positionalArguments())
        options.paths.push_back(path.toStdString());
    options.name = parser.value(QStringLiteral("name")).toStdString();
    Values values(parser);
    values.read("recipe", options.recipe, [&](const std::string& text) { return parseRecipeOf(text, target); });
    values.readNumber("clients", options.clients, 1);
    values.read("hold", options.hold, console::parseSpread);
    values.read("think", options.think, console::parseSpread);
    values.readNumber("cycles", options.cycles, 1);
    values.read("for", options.runFor, parseDuration);
    values.read("acquire-timeout", options.acquireTimeout, parseDuration);
    values.read("mode", options.mode, console::parseMode);
    values.read("write-share", options.writeShare, parseShare, QStringLiteral("use a share such as 20%"));
    values.readNumber("leases", options.leases, 1);
    values.read("seed", options.seed, parseSeed, QStringLiteral("use a whole number, 0 or more"));
    values.read("session-timeout", options.sessionTimeout, parseDuration);
    values.read("lease", options.lease, parseDuration);
    values.read("watchdog-timeout", options.watchdogTimeout, parseDuration);
    values.readFlag("sequential", options.sequential);
    values.read("node-timeout", options.nodeTimeout, parseDuration);
    values.read("revocation", options.revocation, console::parseRevocation);
    values.read("resource", options.resource, parseResource);
    values.read("write-every", options.writeEvery, parseDuration);
    values.readFlag("nested", options.nested);
    values.readFlag("as-given", options.asGiven);
    values.readFlag("careless", options.careless);
    values.readFlag("control", options.control);
    values.readFlag("autostart", options.autostart);
    if (values.error())
        return failure(*values.error());
    if (parser.isSet(QStringLiteral("write-share"))) {
        if (parser.isSet(QStringLiteral("mode")) && options.mode != console::Mode::Mix)
            return failure(bad(QStringLiteral("--write-share needs --mode mix")));
        options.mode = console::Mode::Mix;
    }
    if (const auto checked = console::checked(options); !checked)
        return failure(checked.error());
    return options;
}

} // namespace lockscope::ctl
