// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/ContendArguments.h"

#include "app/lockscopectl/Context.h"
#include "core/base/DurationText.h"
#include "core/simulate/resource/ResourceLink.h"

namespace lockscope::ctl {

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

void addWork(QCommandLineParser& parser)
{
    parser.addOptions({
        {QStringLiteral("recipe"),
         QStringLiteral("Recipe of the lock: %1. Default mutex.").arg(QString::fromStdString(console::recipeWords())),
         QStringLiteral("recipe"), QStringLiteral("mutex")},
        {QStringLiteral("clients"), QStringLiteral("Number of clients, each with its own session. Default 1."),
         QStringLiteral("n"), QStringLiteral("1")},
        {QStringLiteral("name"), QStringLiteral("Name of the clients. Default sim."), QStringLiteral("name"),
         QStringLiteral("sim")},
        {QStringLiteral("hold"),
         QStringLiteral("Hold time of each client: 50ms, 50ms..200ms (uniform), exp:50ms (exponential with this mean) "
                        "or forever. Default 50ms..200ms."),
         QStringLiteral("spread"), QStringLiteral("50ms..200ms")},
        {QStringLiteral("think"),
         QStringLiteral("Pause before a client queues again, in the same form as the hold time. Default 0ms..10ms."),
         QStringLiteral("spread"), QStringLiteral("0ms..10ms")},
        {QStringLiteral("cycles"),
         QStringLiteral("Stop after this number of lock cycles of each client, such as 100. Default: no limit."),
         QStringLiteral("n")},
        {QStringLiteral("for"), QStringLiteral("Stop after this time, such as 10s. Default: no limit."),
         QStringLiteral("duration")},
        {QStringLiteral("acquire-timeout"),
         QStringLiteral("Give up waiting after this time, such as 5s. Default: no limit."), QStringLiteral("duration")},
        {QStringLiteral("mode"),
         QStringLiteral("Mode for the recipe read-write: write, read, mix or downgrade (write, then continue to read). "
                        "Default write."),
         QStringLiteral("mode"), QStringLiteral("write")},
        {QStringLiteral("write-share"),
         QStringLiteral("Share of the lock cycles that write, such as 50%. Implies the mode mix. Default 20%."),
         QStringLiteral("share"), QStringLiteral("20%")},
        {QStringLiteral("leases"), QStringLiteral("Number of leases of a semaphore, such as 3. Default 1."),
         QStringLiteral("n"), QStringLiteral("1")},
        {QStringLiteral("nested"),
         QStringLiteral("Acquire the locks of all paths nested, in the given order. This order can cause a deadlock.")},
        {QStringLiteral("as-given"),
         QStringLiteral(
             "With the recipe multi: acquire the locks in the given order, not in the order of their paths.")},
        {QStringLiteral("seed"),
         QStringLiteral("Seed of the random times, such as 42. The same seed gives the same times in each run."),
         QStringLiteral("n")},
    });
}

void addBehaviour(QCommandLineParser& parser)
{
    parser.addOptions({
        {QStringLiteral("session-timeout"),
         QStringLiteral("Session timeout to request, such as 10s. The server has its own limits."),
         QStringLiteral("duration")},
        {QStringLiteral("careless"),
         QStringLiteral("After the loss of a lock, continue as if the client still held the lock.")},
        {QStringLiteral("revocation"),
         QStringLiteral("Reaction to a revocation request: unheard, ignore or follow. Default unheard."),
         QStringLiteral("what"), QStringLiteral("unheard")},
        {QStringLiteral("resource"),
         QStringLiteral("Write to the guarded resource at this address while holding the lock."),
         QStringLiteral("127.0.0.1:port")},
        {QStringLiteral("write-every"),
         QStringLiteral("Duration of the work for each write, such as 50ms. Default 20ms."), QStringLiteral("duration"),
         QStringLiteral("20ms")},
        {QStringLiteral("control"),
         QStringLiteral("Read commands from standard input, one JSON object per line. Needs --json.")},
        {QStringLiteral("autostart"), QStringLiteral("With --control: start without waiting for the start command.")},
        {QStringLiteral("csv"), QStringLiteral("Write the measurements to this file at the end."),
         QStringLiteral("file")},
    });
}

} // namespace

void addContendOptions(QCommandLineParser& parser)
{
    parser.addPositionalArgument(
        QStringLiteral("path"),
        QStringLiteral("Path of the lock, such as /locks/orders. The recipe multi and --nested take several paths."),
        QStringLiteral("PATH..."));
    addWork(parser);
    addBehaviour(parser);
}

Result<console::ContendOptions> readContendOptions(const QCommandLineParser& parser)
{
    using console::ContendOptions;
    ContendOptions options;
    for (const auto& path : parser.positionalArguments())
        options.paths.push_back(path.toStdString());
    options.name = parser.value(QStringLiteral("name")).toStdString();
    Values values(parser);
    values.read("recipe", options.recipe, console::parseRecipe);
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
