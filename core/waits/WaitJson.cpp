// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/waits/WaitJson.h"

#include "core/base/EnumWords.h"
#include "core/model/SnapshotJson.h"
#include "core/model/json/JsonFields.h"
#include "core/model/json/JsonValues.h"

#include <QDateTime>
#include <QJsonArray>

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

namespace lockscope::inspect {

std::string_view toString(WaitNode::Trouble trouble)
{
    switch (trouble) {
    case WaitNode::Trouble::None:
        return "none";
    case WaitNode::Trouble::NoSession:
        return "no-session";
    case WaitNode::Trouble::Dead:
        return "dead";
    case WaitNode::Trouble::Disconnected:
        return "disconnected";
    case WaitNode::Trouble::Silent:
        return "silent";
    }
    return {};
}

namespace {

QJsonValue count(std::size_t number)
{
    return static_cast<qint64>(number);
}

QJsonObject placeJson(const ContenderKey& key)
{
    return {{QStringLiteral("lock"), text(key.lock)},
            {QStringLiteral("atGate"), key.part == LockPart::Gate},
            {QStringLiteral("node"), text(key.node)}};
}

QJsonArray placesJson(const std::vector<ContenderKey>& keys)
{
    QJsonArray places;
    for (const auto& key : keys)
        places.append(placeJson(key));
    return places;
}

QJsonObject nodeJson(const WaitNode& node)
{
    QJsonObject json{{QStringLiteral("key"), text(node.key)},
                     {QStringLiteral("session"), hexOrNull(node.session)},
                     {QStringLiteral("isKnown"), node.isKnown},
                     {QStringLiteral("client"), textOrNull(node.client)},
                     {QStringLiteral("host"), textOrNull(node.host)},
                     {QStringLiteral("hostSource"), text(toString(node.hostSource))},
                     {QStringLiteral("holds"), placesJson(node.holds)},
                     {QStringLiteral("waits"), placesJson(node.waits)},
                     {QStringLiteral("undecided"), placesJson(node.undecided)},
                     {QStringLiteral("holdCount"), count(node.holdCount)},
                     {QStringLiteral("waitCount"), count(node.waitCount)},
                     {QStringLiteral("undecidedCount"), count(node.undecidedCount)},
                     {QStringLiteral("trouble"), text(toString(node.trouble))},
                     {QStringLiteral("isInCycle"), node.isInCycle},
                     {QStringLiteral("isStuck"), node.isStuck},
                     {QStringLiteral("waitersLeftOut"), count(node.waitersLeftOut)}};
    if (!node.owner.empty())
        json.insert(QStringLiteral("owner"), text(node.owner));
    return json;
}

QJsonObject edgeJson(const WaitEdge& edge)
{
    return {{QStringLiteral("from"), count(edge.from)},
            {QStringLiteral("to"), count(edge.to)},
            {QStringLiteral("waiter"), placeJson(edge.waiter)},
            {QStringLiteral("blocker"), placeJson(edge.blocker)},
            {QStringLiteral("mode"), text(toString(edge.mode))},
            {QStringLiteral("blockerHolds"), edge.blockerHolds},
            {QStringLiteral("blockersLeftOut"), count(edge.blockersLeftOut)},
            {QStringLiteral("since"), edge.since ? QJsonValue(isoTime(*edge.since)) : QJsonValue()},
            {QStringLiteral("cycle"), edge.cycle ? count(*edge.cycle) : QJsonValue()},
            {QStringLiteral("step"), count(edge.step)}};
}

/// Reads the parts of one document; indices are checked against the sizes of the lists that they refer to.
class Reader final {
public:
    explicit Reader(const QJsonObject& json)
        : m_root(json, QString(), m_fault)
    {
    }

    Result<WaitSnapshot> read()
    {
        auto nodes = m_root.objects(QStringLiteral("nodes"));
        auto edges = m_root.objects(QStringLiteral("edges"));
        auto cycles = m_root.objects(QStringLiteral("cycles"));
        for (auto& fields : nodes)
            m_snapshot.nodes.push_back(node(fields));
        for (auto& fields : edges)
            m_snapshot.edges.push_back(edge(fields, nodes.size(), cycles.size()));
        for (auto& fields : cycles)
            m_snapshot.cycles.push_back(cycle(fields, edges.size()));
        m_snapshot.sessionsLeftOut = number(m_root, QStringLiteral("sessionsLeftOut"));
        m_snapshot.undecidedLocks = number(m_root, QStringLiteral("undecidedLocks"));
        m_snapshot.cyclesElsewhere = number(m_root, QStringLiteral("cyclesElsewhere"));
        if (m_fault)
            return failure(ErrorCode::BadArguments, {}, {},
                           QStringLiteral("%1: %2").arg(m_fault->where, m_fault->reason).toStdString());
        return std::move(m_snapshot);
    }

private:
    static std::size_t number(JsonFields& fields, const QString& key)
    {
        return static_cast<std::size_t>(fields.number(key, 0, 0));
    }

    static std::size_t index(JsonFields& fields, const QString& key, std::size_t size)
    {
        const auto at = number(fields, key);
        if (!fields.has(key) || at >= size)
            fields.complain(key, "the index is out of range");
        return at;
    }

    static std::string textOrNothing(JsonFields& fields, const QString& key)
    {
        const auto value = fields.take(key);
        if (!value.isUndefined() && !value.isNull() && !value.isString())
            fields.complain(key, notString(value));
        return value.toString().toStdString();
    }

    template <typename Enum> static Enum word(JsonFields& fields, const QString& key)
    {
        const auto value = valueNamed<Enum>(fields.neededText(key));
        if (!value)
            fields.complain(key, "unknown word");
        return value.value_or(Enum());
    }

    static std::int64_t session(JsonFields& fields)
    {
        const auto hex = textOrNothing(fields, QStringLiteral("session"));
        if (hex.empty())
            return 0;
        std::uint64_t id = 0;
        const auto* end = hex.data() + hex.size();
        const auto parsed = std::from_chars(hex.data() + std::min<std::size_t>(2, hex.size()), end, id, 16);
        if (!hex.starts_with("0x") || parsed.ec != std::errc() || parsed.ptr != end)
            fields.complain(QStringLiteral("session"), "not a session id: use a form such as 0x1000a3f2b0c0007");
        return static_cast<std::int64_t>(id);
    }

    static ContenderKey place(JsonFields& fields)
    {
        const bool isAtGate = fields.flag(QStringLiteral("atGate"));
        return {fields.neededText(QStringLiteral("lock")), isAtGate ? LockPart::Gate : LockPart::Queue,
                fields.text(QStringLiteral("node"))};
    }

    static ContenderKey place(JsonFields& fields, const QString& key)
    {
        auto inner = fields.object(key);
        if (!inner)
            fields.complain(key, "missing");
        return inner ? place(*inner) : ContenderKey();
    }

    static std::vector<ContenderKey> places(JsonFields& fields, const QString& key)
    {
        std::vector<ContenderKey> places;
        for (auto& inner : fields.objects(key))
            places.push_back(place(inner));
        return places;
    }

    static WaitNode node(JsonFields& fields)
    {
        WaitNode node;
        node.key = fields.neededText(QStringLiteral("key"));
        node.session = session(fields);
        node.isKnown = fields.flag(QStringLiteral("isKnown"));
        node.owner = textOrNothing(fields, QStringLiteral("owner"));
        node.client = textOrNothing(fields, QStringLiteral("client"));
        node.host = textOrNothing(fields, QStringLiteral("host"));
        node.hostSource = word<HostSource>(fields, QStringLiteral("hostSource"));
        node.holds = places(fields, QStringLiteral("holds"));
        node.waits = places(fields, QStringLiteral("waits"));
        node.undecided = places(fields, QStringLiteral("undecided"));
        node.holdCount = number(fields, QStringLiteral("holdCount"));
        node.waitCount = number(fields, QStringLiteral("waitCount"));
        node.undecidedCount = number(fields, QStringLiteral("undecidedCount"));
        node.trouble = word<WaitNode::Trouble>(fields, QStringLiteral("trouble"));
        node.isInCycle = fields.flag(QStringLiteral("isInCycle"));
        node.isStuck = fields.flag(QStringLiteral("isStuck"));
        node.waitersLeftOut = number(fields, QStringLiteral("waitersLeftOut"));
        return node;
    }

    static WaitEdge edge(JsonFields& fields, std::size_t nodes, std::size_t cycles)
    {
        WaitEdge edge;
        edge.from = index(fields, QStringLiteral("from"), nodes);
        edge.to = index(fields, QStringLiteral("to"), nodes);
        edge.waiter = place(fields, QStringLiteral("waiter"));
        edge.blocker = place(fields, QStringLiteral("blocker"));
        edge.mode = word<LockMode>(fields, QStringLiteral("mode"));
        edge.blockerHolds = fields.flag(QStringLiteral("blockerHolds"));
        edge.blockersLeftOut = number(fields, QStringLiteral("blockersLeftOut"));
        if (const auto since = textOrNothing(fields, QStringLiteral("since")); !since.empty()) {
            const auto time = QDateTime::fromString(QString::fromStdString(since), Qt::ISODateWithMs);
            if (!time.isValid())
                fields.complain(QStringLiteral("since"), "not a time: use a form such as 2026-11-20T16:41:07.314Z");
            edge.since = WallTime(std::chrono::milliseconds(time.toMSecsSinceEpoch()));
        }
        if (fields.has(QStringLiteral("cycle")) && !fields.take(QStringLiteral("cycle")).isNull())
            edge.cycle = index(fields, QStringLiteral("cycle"), cycles);
        edge.step = number(fields, QStringLiteral("step"));
        return edge;
    }

    static DrawnCycle cycle(JsonFields& fields, std::size_t edges)
    {
        DrawnCycle cycle;
        for (const auto& value : fields.take(QStringLiteral("edges")).toArray()) {
            const auto at = value.toInteger(-1);
            if (at < 0 || static_cast<std::size_t>(at) >= edges)
                fields.complain(QStringLiteral("edges"), "an index is out of range");
            cycle.edges.push_back(static_cast<std::size_t>(at));
        }
        cycle.isCertain = fields.flag(QStringLiteral("isCertain"));
        return cycle;
    }

    std::optional<JsonFault> m_fault;
    JsonFields m_root;
    WaitSnapshot m_snapshot;
};

} // namespace

QJsonObject waitJson(const WaitSnapshot& snapshot)
{
    QJsonArray nodes;
    for (const auto& node : snapshot.nodes)
        nodes.append(nodeJson(node));
    QJsonArray edges;
    for (const auto& edge : snapshot.edges)
        edges.append(edgeJson(edge));
    QJsonArray cycles;
    for (const auto& cycle : snapshot.cycles) {
        QJsonArray steps;
        for (const auto edge : cycle.edges)
            steps.append(count(edge));
        cycles.append(QJsonObject{{QStringLiteral("edges"), steps}, {QStringLiteral("isCertain"), cycle.isCertain}});
    }
    return {{QStringLiteral("nodes"), nodes},
            {QStringLiteral("edges"), edges},
            {QStringLiteral("cycles"), cycles},
            {QStringLiteral("sessionsLeftOut"), count(snapshot.sessionsLeftOut)},
            {QStringLiteral("undecidedLocks"), count(snapshot.undecidedLocks)},
            {QStringLiteral("cyclesElsewhere"), count(snapshot.cyclesElsewhere)}};
}

Result<WaitSnapshot> waitSnapshotIn(const QJsonObject& json)
{
    return Reader(json).read();
}

} // namespace lockscope::inspect
