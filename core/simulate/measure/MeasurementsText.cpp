// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/measure/MeasurementsText.h"

#include <QJsonArray>
#include <QString>

#include <algorithm>
#include <array>
#include <cmath>

namespace lockscope::console {

namespace {

struct Counter {
    const char* name;
    std::int64_t ClientMeasurements::*value;
};

constexpr std::array counters{
    Counter{"cycles", &ClientMeasurements::cycles},
    Counter{"grants", &ClientMeasurements::grants},
    Counter{"releases", &ClientMeasurements::releases},
    Counter{"timeouts", &ClientMeasurements::timeouts},
    Counter{"losses", &ClientMeasurements::losses},
    Counter{"errors", &ClientMeasurements::errors},
    Counter{"requests", &ClientMeasurements::requests},
    Counter{"wakeUps", &ClientMeasurements::wakeUps},
    Counter{"writes", &ClientMeasurements::writes},
    Counter{"writesRejected", &ClientMeasurements::writesRejected},
    Counter{"revocations", &ClientMeasurements::revocations},
};

QJsonObject percentilesJson(const Percentiles& percentiles)
{
    return {{QStringLiteral("p50"), rounded(percentiles.p50)},
            {QStringLiteral("p99"), rounded(percentiles.p99)},
            {QStringLiteral("max"), rounded(percentiles.max)}};
}

QJsonObject histogramJson(const DurationHistogram& histogram)
{
    QJsonArray buckets;
    for (const auto& [index, count] : histogram.buckets()) {
        buckets.append(static_cast<qint64>(index));
        buckets.append(static_cast<qint64>(count));
    }
    return {{QStringLiteral("maxNs"), static_cast<qint64>(histogram.longest().count())},
            {QStringLiteral("buckets"), buckets}};
}

/// Reads numbers that must exist, be whole and not negative; keeps the first error.
class Reader final {
public:
    [[nodiscard]] std::int64_t number(const QJsonValue& value, const char* name)
    {
        const auto number = value.toInteger(-1);
        if (number < 0)
            complain(std::string("\"") + name + "\" must be a whole number, 0 or more");
        return std::max<std::int64_t>(number, 0);
    }

    [[nodiscard]] DurationHistogram histogram(const QJsonValue& value, const char* name)
    {
        const auto numbers = value.toObject().value(QLatin1String("buckets")).toArray();
        if (!value.isObject() || numbers.size() % 2 != 0)
            complain(std::string("\"") + name + "\" is not a histogram");
        DurationHistogram::Buckets buckets;
        for (qsizetype i = 0; i + 1 < numbers.size(); i += 2) {
            const auto index = number(numbers.at(i), name);
            if (index >= DurationHistogram::endIndex())
                complain(std::string("\"") + name + "\" has a bucket that does not exist");
            else
                buckets.emplace_back(static_cast<std::uint32_t>(index),
                                     static_cast<std::uint64_t>(number(numbers.at(i + 1), name)));
        }
        const Duration longest(number(value.toObject().value(QLatin1String("maxNs")), name));
        return {std::move(buckets), longest};
    }

    void complain(std::string sentence)
    {
        if (m_complaint.empty())
            m_complaint = std::move(sentence);
    }
    [[nodiscard]] const std::string& complaint() const { return m_complaint; }

private:
    std::string m_complaint;
};

/// Quoted if necessary (RFC 4180).
QByteArray csvField(const std::string& text)
{
    auto field = QByteArray::fromStdString(text);
    if (!std::any_of(field.begin(), field.end(), [](char c) { return c == ',' || c == '"' || c == '\n' || c == '\r'; }))
        return field;
    return '"' + field.replace('"', "\"\"") + '"';
}

QByteArray csvTimes(const DurationHistogram& histogram)
{
    const auto percentiles = percentilesOf(histogram, std::chrono::milliseconds(1));
    QByteArray fields;
    for (const auto value : {percentiles.p50, percentiles.p99, percentiles.max})
        fields += ',' + QByteArray::number(value, 'f', 3);
    return fields;
}

QByteArray csvLine(const std::string& name, const ClientMeasurements& client)
{
    auto line = csvField(name);
    for (const auto& counter : counters)
        line += ',' + QByteArray::number(static_cast<qlonglong>(client.*counter.value));
    return line + csvTimes(client.waits) + csvTimes(client.holds);
}

} // namespace

double rounded(double value)
{
    return std::round(value * 1'000) / 1'000;
}

QJsonObject summaryJson(const ContendOptions& options, const Measurements& measurements)
{
    const auto summary = summarise(measurements);
    const auto total = measurements.total();
    QJsonObject json{
        {QStringLiteral("recipe"), QString::fromUtf8(toString(options.recipe).data())},
        {QStringLiteral("clients"), options.clients},
        {QStringLiteral("seconds"), rounded(summary.seconds)},
        {QStringLiteral("handoversPerS"), rounded(summary.handoversPerSecond)},
        {QStringLiteral("grantsPerS"), rounded(summary.grantsPerSecond)},
        {QStringLiteral("handoverUs"), percentilesJson(summary.handoverUs)},
        {QStringLiteral("waitMs"), percentilesJson(summary.waitMs)},
        {QStringLiteral("holdMs"), percentilesJson(summary.holdMs)},
        {QStringLiteral("fairness"), rounded(summary.fairness)},
        {QStringLiteral("wakeUpsPerRelease"), rounded(summary.wakeUpsPerRelease)},
        {QStringLiteral("requestsPerGrant"), rounded(summary.requestsPerGrant)},
        {QStringLiteral("overlaps"), static_cast<qint64>(summary.overlaps)},
    };
    for (const auto& counter : counters)
        json.insert(QLatin1String(counter.name), static_cast<qint64>(total.*counter.value));
    return json;
}

QString summaryText(const Measurements& measurements)
{
    const auto summary = summarise(measurements);
    const auto total = measurements.total();
    const auto number = [](double value, int digits) { return QString::number(value, 'f', digits); };
    auto text =
        QStringLiteral(
            "%1 cycles in %2 s: %3 hand-overs/s, hand-over p50 %4 us, p99 %5 us; wait p50 %6 ms, p99 %7 ms;\n"
            "held p50 %8 ms, p99 %9 ms; ")
            .arg(summary.cycles)
            .arg(number(summary.seconds, 1), number(summary.handoversPerSecond, 1), number(summary.handoverUs.p50, 0),
                 number(summary.handoverUs.p99, 0), number(summary.waitMs.p50, 1), number(summary.waitMs.p99, 1),
                 number(summary.holdMs.p50, 1), number(summary.holdMs.p99, 1));
    text += QStringLiteral("wake-ups a release %1; requests a grant %2;\nfairness %3; ")
                .arg(number(summary.wakeUpsPerRelease, 2), number(summary.requestsPerGrant, 1),
                     number(summary.fairness, 3));
    if (total.writes > 0 || total.writesRejected > 0)
        text += QStringLiteral("writes %1, rejected %2; ").arg(total.writes).arg(total.writesRejected);
    return text +
           QStringLiteral("moments with too many holders %1; errors %2").arg(summary.overlaps).arg(summary.errors);
}

QJsonObject toJson(const Measurements& measurements)
{
    QJsonObject clients;
    for (const auto& [name, client] : measurements.clients) {
        QJsonObject json{{QStringLiteral("waits"), histogramJson(client.waits)},
                         {QStringLiteral("holds"), histogramJson(client.holds)}};
        for (const auto& counter : counters)
            json.insert(QLatin1String(counter.name), static_cast<qint64>(client.*counter.value));
        clients.insert(QString::fromStdString(name), json);
    }
    const auto elapsed = std::chrono::duration_cast<std::chrono::microseconds>(measurements.elapsed);
    return {{QStringLiteral("elapsedUs"), static_cast<qint64>(elapsed.count())},
            {QStringLiteral("overlaps"), static_cast<qint64>(measurements.overlaps)},
            {QStringLiteral("handovers"), histogramJson(measurements.handovers)},
            {QStringLiteral("clients"), clients}};
}

Result<Measurements> measurementsFrom(const QJsonObject& json)
{
    Reader reader;
    Measurements measurements;
    measurements.elapsed =
        std::chrono::microseconds(reader.number(json.value(QLatin1String("elapsedUs")), "elapsedUs"));
    measurements.overlaps = reader.number(json.value(QLatin1String("overlaps")), "overlaps");
    measurements.handovers = reader.histogram(json.value(QLatin1String("handovers")), "handovers");
    const auto clients = json.value(QLatin1String("clients")).toObject();
    for (auto client = clients.begin(); client != clients.end(); ++client) {
        const auto fields = client.value().toObject();
        auto& measured = measurements.clients[client.key().toStdString()];
        for (const auto& counter : counters)
            measured.*counter.value = reader.number(fields.value(QLatin1String(counter.name)), counter.name);
        measured.waits = reader.histogram(fields.value(QLatin1String("waits")), "waits");
        measured.holds = reader.histogram(fields.value(QLatin1String("holds")), "holds");
    }
    if (!reader.complaint().empty())
        return failure(ErrorCode::BadArguments, "read the measurements", {}, reader.complaint());
    return measurements;
}

QJsonObject toJson(const BenchFigures& figures)
{
    const auto time = [&](double us) { return figures.count > 0 ? QJsonValue(rounded(us)) : QJsonValue(); };
    return {{QStringLiteral("count"), static_cast<qint64>(figures.count)},
            {QStringLiteral("seconds"), rounded(figures.seconds)},
            {QStringLiteral("perS"), rounded(figures.perSecond())},
            {QStringLiteral("us"),
             QJsonObject{{QStringLiteral("p50"), time(figures.us.p50)}, {QStringLiteral("p99"), time(figures.us.p99)}}},
            {QStringLiteral("overlaps"), static_cast<qint64>(figures.overlaps)}};
}

QByteArray toCsv(const Measurements& measurements)
{
    QByteArray csv = "client";
    for (const auto& counter : counters)
        csv += QByteArray(",") + counter.name;
    csv += ",waitMsP50,waitMsP99,waitMsMax,holdMsP50,holdMsP99,holdMsMax\n";
    for (const auto& [name, client] : measurements.clients)
        csv += csvLine(name, client) + '\n';
    return csv + csvLine("total", measurements.total()) + '\n';
}

} // namespace lockscope::console
