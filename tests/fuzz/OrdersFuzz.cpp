// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The messages between simulated clients, the window and the guarded resource over pipes and sockets; either end may
/// be another program. The input's first byte selects the end.

#include "core/simulate/clients/ContendProtocol.h"
#include "core/simulate/clients/ContenderStatus.h"
#include "core/simulate/faults/LinkGreeting.h"
#include "core/simulate/measure/MeasurementsText.h"
#include "core/simulate/resource/ResourceProtocol.h"
#include "tests/fuzz/Require.h"

#include <QJsonDocument>

using namespace lockscope;
using namespace lockscope::console;
using fuzz::require;

namespace {

QByteArray lineOf(const QJsonObject& json)
{
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

void checkOrder(const QByteArray& line)
{
    require(line.size() <= longestOrderBytes && !line.contains('\n'));
    const auto order = parseOrder(line);
    const auto answer = order ? answerTo(*order, {}) : answerTo(line, order.error());
    require(answer.isOk() == order.has_value());
    require(answerFrom(toJson(answer)) == answer);
    if (!order)
        return fuzz::requireSentence(order.error());
    const auto again = parseOrder(lineOf(toJson(*order)));
    require(again && *again == *order);
}

void checkLines(const std::vector<Result<QByteArray>>& lines)
{
    for (const auto& line : lines) {
        if (line)
            checkOrder(*line);
        else
            fuzz::requireSentence(line.error());
    }
}

/// In two pieces, as a pipe may split it.
void checkOrders(const QByteArray& bytes)
{
    OrderLines lines;
    checkLines(lines.feed(bytes.first(bytes.size() / 2)));
    checkLines(lines.feed(bytes.sliced(bytes.size() / 2)));
    checkLines(lines.finish());
}

void checkMeasurements(const QJsonObject& json)
{
    const auto measurements = measurementsFrom(json);
    if (!measurements)
        return;
    auto sum = *measurements;
    sum.merge(*measurements);
    (void)summarise(sum);
    require(!summaryText(*measurements).isEmpty() && !toCsv(*measurements).isEmpty());
    const auto again = measurementsFrom(toJson(*measurements));
    require(again && *again == *measurements);
}

void checkStream(const QByteArray& bytes)
{
    ContenderStatus status;
    for (const auto& line : bytes.split('\n')) {
        const auto json = QJsonDocument::fromJson(line).object();
        (void)answerFrom(json);
        checkMeasurements(json.value(QLatin1StringView("measurements")).toObject());
        status.apply(json);
        require(status.times("granted") >= static_cast<int>(status.holdings.size()));
    }
}

void checkVisits(const QByteArray& bytes)
{
    for (const auto& line : bytes.split('\n')) {
        if (const auto answer = parseVisitAnswer(line))
            (void)toJson(*answer);
        const auto visit = parseVisit(line);
        if (!visit) {
            fuzz::requireSentence(visit.error());
            continue;
        }
        const auto again = parseVisit(lineOf(toJson(*visit)));
        require(again && again->id == visit->id && again->visit == visit->visit);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const auto bytes = fuzz::bytesOf(data + 1, size - 1);
    switch (data[0]) {
    case 'o':
        checkOrders(bytes);
        break;
    case 'e':
        checkStream(bytes);
        break;
    case 'v':
        checkVisits(bytes);
        break;
    case 'g':
        if (const auto greeting = LinkGreeting::parsed(bytes))
            require(!greeting->takeOver().isEmpty());
        break;
    default:
        break;
    }
    return 0;
}
