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

/// Reads options that are set into their places, and remembers the first error, with the name of its option.
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
            m_error = ofOption(value.error(), QLatin1String(option), text);
    }

    template <typename T> void readNumber(const char* option, T& target, int least)
    {
        read(option, target, [&](const std::string& text) -> Result<int> {
            bool isNumber = false;
            const auto number = QString::fromStdString(text).toInt(&isNumber);
            if (isNumber && number >= least)
                return number;
            return failure(bad(QStringLiteral("give a number from %1").arg(least)));
        });
    }

    void readFlag(const char* option, bool& target) const { target = m_parser.isSet(QLatin1String(option)); }

    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

private:
    const QCommandLineParser& m_parser;
    std::optional<Error> m_error;
};

Result<int> parseShare(const std::string& text)
{
    auto digits = QString::fromStdString(text);
    if (digits.endsWith(u'%'))
        digits.chop(1);
    bool isNumber = false;
    const auto share = digits.toInt(&isNumber);
    if (isNumber && share >= 0 && share <= 100)
        return share;
    return failure(bad(QStringLiteral("write it like 20%")));
}

Result<std::uint64_t> parseSeed(const std::string& text)
{
    bool isNumber = false;
    const auto seed = QString::fromStdString(text).toULongLong(&isNumber);
    if (isNumber)
        return std::uint64_t(seed);
    return failure(bad(QStringLiteral("give a whole number from 0")));
}

Result<std::string> parseResource(const std::string& text)
{
    const auto port = console::ResourceLink::parseAddress(QString::fromStdString(text));
    return port ? Result<std::string>(text) : failure(port.error());
}

void addWork(QCommandLineParser& parser)
{
    parser.addOptions({
        {QStringLiteral("recipe"), QString::fromStdString(console::recipeWords()) + u'.', QStringLiteral("recipe"),
         QStringLiteral("mutex")},
        {QStringLiteral("clients"), QStringLiteral("How many, each with its own session."), QStringLiteral("n"),
         QStringLiteral("1")},
        {QStringLiteral("name"), QStringLiteral("What they are called."), QStringLiteral("name"),
         QStringLiteral("sim")},
        {QStringLiteral("hold"),
         QStringLiteral("How long each holds: 50ms, 50ms..200ms (evenly), exp:50ms (exponential of that mean), "
                        "forever."),
         QStringLiteral("spread"), QStringLiteral("50ms..200ms")},
        {QStringLiteral("think"), QStringLiteral("Pause before queueing again, likewise."), QStringLiteral("spread"),
         QStringLiteral("0ms..10ms")},
        {QStringLiteral("cycles"), QStringLiteral("End after so many turns of each client."), QStringLiteral("n")},
        {QStringLiteral("for"), QStringLiteral("End after this time, such as 10s."), QStringLiteral("duration")},
        {QStringLiteral("acquire-timeout"), QStringLiteral("Give up waiting after this time."),
         QStringLiteral("duration")},
        {QStringLiteral("mode"), QStringLiteral("Of read-write: write, read, mix or downgrade (write, then read on)."),
         QStringLiteral("mode"), QStringLiteral("write")},
        {QStringLiteral("write-share"), QStringLiteral("Of mix, which it implies: how many turns write."),
         QStringLiteral("share"), QStringLiteral("20%")},
        {QStringLiteral("leases"), QStringLiteral("Of a semaphore."), QStringLiteral("n"), QStringLiteral("1")},
        {QStringLiteral("nested"),
         QStringLiteral("Take the locks of all paths one inside the other, in the order given: what deadlocks.")},
        {QStringLiteral("as-given"), QStringLiteral("Multi: in the order given, not in that of the paths.")},
        {QStringLiteral("seed"), QStringLiteral("Draw the same times in each run."), QStringLiteral("n")},
    });
}

void addBehaviour(QCommandLineParser& parser)
{
    parser.addOptions({
        {QStringLiteral("session-timeout"), QStringLiteral("Ask for this one; the server has limits of its own."),
         QStringLiteral("duration")},
        {QStringLiteral("careless"), QStringLiteral("After a loss go on as if the lock were still held.")},
        {QStringLiteral("revocation"), QStringLiteral("When asked to let go: unheard, ignore or follow."),
         QStringLiteral("what"), QStringLiteral("unheard")},
        {QStringLiteral("resource"), QStringLiteral("Write to this guarded resource while holding."),
         QStringLiteral("127.0.0.1:port")},
        {QStringLiteral("write-every"), QStringLiteral("How long the work on each write takes."),
         QStringLiteral("duration"), QStringLiteral("20ms")},
        {QStringLiteral("control"), QStringLiteral("Take orders from standard input, one JSON object a line; needs "
                                                   "--json.")},
        {QStringLiteral("autostart"), QStringLiteral("With --control: do not wait for the order to start.")},
        {QStringLiteral("csv"), QStringLiteral("Write what was measured to this file at the end."),
         QStringLiteral("file")},
    });
}

} // namespace

void addContendOptions(QCommandLineParser& parser)
{
    parser.addPositionalArgument(QStringLiteral("path"), QStringLiteral("The lock; several for multi and --nested."),
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
    values.read("write-share", options.writeShare, parseShare);
    values.readNumber("leases", options.leases, 1);
    values.read("seed", options.seed, parseSeed);
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
            return failure(bad(QStringLiteral("--write-share is for --mode mix")));
        options.mode = console::Mode::Mix;
    }
    if (const auto checked = console::checked(options); !checked)
        return failure(checked.error());
    return options;
}

} // namespace lockscope::ctl
