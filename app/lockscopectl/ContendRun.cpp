// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/ContendRun.h"

#include "app/lockscopectl/CommandInput.h"
#include "app/lockscopectl/Link.h"
#include "app/lockscopectl/Table.h"
#include "core/connect/Interrupt.h"
#include "core/simulate/clients/ContendJson.h"
#include "core/simulate/measure/MeasurementsText.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <optional>
#include <unistd.h>
#include <utility>

namespace lockscope::ctl {

namespace {

constexpr int widestOwn = 60; ///< an owner on Redis has up to 57 characters

QString eventText(const console::ContendEvent& event)
{
    using Type = console::ContendEvent::Type;
    const auto time =
        QDateTime::fromMSecsSinceEpoch(event.at.time_since_epoch().count()).toString(QStringLiteral("HH:mm:ss.zzz"));
    auto line = QStringLiteral("%1  %2  %3")
                    .arg(time, safe(event.client).leftJustified(8),
                         QString::fromUtf8(toString(event.type).data()).leftJustified(9));
    const auto& own = event.node.empty() ? event.owner : event.node;
    if (event.type == Type::Granted) {
        if (event.token != 0)
            line += QStringLiteral("  token ") + QString::fromStdString(toHex(event.token));
        else
            line += QStringLiteral("  ") + elided(safe(own), widestOwn);
        line += QStringLiteral("  after ") + shortDuration(event.wait);
    } else if (!event.detail.empty()) {
        line += QStringLiteral("  ") + safe(event.detail);
    } else if (!own.empty()) {
        line += QStringLiteral("  ") + elided(safe(own), widestOwn);
    }
    return line;
}

} // namespace

ContendRun::ContendRun(const Context& context, console::ContendOptions options, QString csv)
    : m_context(context)
    , m_options(std::move(options))
    , m_csv(std::move(csv))
    , m_link(makeContendLink(
          context,
          m_options)) // one connection first: a wrong address must end in an error, not in clients that retry forever
{
    if (m_options.resource.empty())
        return;
    const auto port = console::ResourceLink::parseAddress(QString::fromStdString(m_options.resource));
    m_resourceLink = std::make_unique<console::ResourceLink>(port.value(), m_link->executor());
    m_resource.writeTime = m_options.writeEvery;
    m_resource.say = [link = m_resourceLink.get()](const console::Visit& visit, console::ResourceWriter::Reply reply) {
        link->say(visit, std::move(reply));
    };
}

ContendRun::~ContendRun()
{
    m_link->executor().runAndWait([this] {
        m_isAlive.reset();
        m_contention.reset();
    });
}

int ContendRun::run()
{
    const auto stopSoon = [this] { m_link->executor().post([this] { stop(); }); };
    const connect::Interrupt interrupt(stopSoon);
    std::optional<CommandInput> orders;
    if (m_options.control)
        orders.emplace(
            [this](const Result<QByteArray>& line) { m_link->executor().post([this, line] { onLine(line); }); },
            [this] { m_link->executor().post([this] { onEndOfOrders(); }); });
    m_link->whenConnected([this] { prepare(); });
    return QCoreApplication::exec();
}

void ContendRun::prepare()
{
    m_isPreparing = true;
    m_link->prepare([this, weak = std::weak_ptr(m_isAlive)](const Result<void>& prepared) {
        if (weak.expired())
            return;
        m_isPreparing = false;
        if (prepared)
            begin();
        else
            exitSoon(complain(prepared.error()));
    });
}

void ContendRun::begin()
{
    m_contention = std::make_unique<console::Contention>(console::Contention::Setting{
        m_link->executor(), m_options, [this](const std::string& name) { return m_link->connect(name); },
        [this](const console::ContendEvent& event) { print(event); }, m_resourceLink ? &m_resource : nullptr,
        m_context.log});
    m_contention->start([this](const console::Measurements& measurements) { finish(measurements); });
    for (const auto& line : std::exchange(m_waitingLines, {}))
        onLine(line);
    if (m_mustStop)
        stop();
}

void ContendRun::onEndOfOrders()
{
    m_mustStop = true; // earlier lines are answered first, also if connecting takes long
    if (m_contention)
        stop();
}

void ContendRun::stop()
{
    if (m_contention)
        m_contention->stop();
    else if (m_isPreparing)
        m_mustStop = true; // and then removes what was prepared
    else
        exitSoon(Done);
}

void ContendRun::exitSoon(int status) const
{
    onMainThread([status] { QCoreApplication::exit(status); });
}

void ContendRun::onLine(const Result<QByteArray>& line)
{
    if (!m_contention) {
        m_waitingLines.push_back(line);
        return;
    }
    const auto order = line ? console::parseOrder(*line) : failure(line.error());
    if (order)
        carryOut(*order);
    else
        printLine(toJson(console::answerTo(line.value_or(QByteArray()), order.error())));
}

void ContendRun::carryOut(const console::ClientCommand& order)
{
    using Type = console::ClientCommand::Type;
    const auto answer = [order](const Result<void>& outcome) { printLine(toJson(console::answerTo(order, outcome))); };
    if (order.type == Type::Exit) {
        answer({});
        ::_exit(Done); // no destructors, the session stays open: as after a crash
    }
    if (order.type == Type::Measure) {
        answer({});
        printLine({{QStringLiteral("measurements"), toJson(m_contention->measured())}});
        return;
    }
    m_contention->carryOut(order, answer);
}

void ContendRun::print(const console::ContendEvent& event) const
{
    if (m_context.json)
        printLine(toJson(event));
    else
        ctl::print(eventText(event));
}

bool ContendRun::writeCsv(const console::Measurements& measurements) const
{
    if (m_csv.isEmpty())
        return true;
    const QFileInfo target(m_csv);
    // A pipe or a device is opened directly: QSaveFile would replace it with a file.
    const bool isReplaced = !target.exists() || target.isFile();
    std::unique_ptr<QFileDevice> file;
    if (isReplaced)
        file = std::make_unique<QSaveFile>(m_csv);
    else
        file = std::make_unique<QFile>(m_csv);
    bool isWritten = file->open(QIODevice::WriteOnly) && file->write(toCsv(measurements)) >= 0 && file->flush();
    if (auto* replacing = qobject_cast<QSaveFile*>(file.get()); replacing && isWritten)
        isWritten = replacing->commit();
    if (!isWritten)
        complain(QStringLiteral("Cannot write \"%1\": %2").arg(m_csv, file->errorString()));
    return isWritten;
}

void ContendRun::finish(const console::Measurements& measurements)
{
    if (m_options.control)
        printLine({{QStringLiteral("measurements"), toJson(measurements)}});
    if (m_context.json)
        printLine({{QStringLiteral("summary"), summaryJson(m_options, measurements)}});
    else
        ctl::print(summaryText(measurements));
    const bool written = writeCsv(measurements);
    const bool good = written && measurements.total().errors == 0 && measurements.overlaps == 0;
    m_link->cleanUp([this, good, weak = std::weak_ptr(m_isAlive)](const Result<std::vector<std::string>>& left) {
        if (weak.expired())
            return;
        if (!left)
            complain(left.error());
        for (const auto& key : left.value_or(std::vector<std::string>()))
            complain(QStringLiteral("The key \"%1\" was not removed: other clients use the lock")
                         .arg(QString::fromStdString(key)));
        exitSoon(left && good ? Done : Failed);
    });
}

} // namespace lockscope::ctl
