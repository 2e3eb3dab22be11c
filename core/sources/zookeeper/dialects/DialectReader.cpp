// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/dialects/DialectReader.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/model/json/JsonSyntax.h"
#include "core/sources/zookeeper/dialects/DialectExamples.h"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

namespace lockscope::inspect {

namespace {

using namespace Qt::StringLiterals;

struct NamedRule {
    const char* name;
    queue::Rule rule;
};
constexpr std::array rules{
    NamedRule{"exclusive", &queue::exclusiveRule},
    NamedRule{"read-write", &queue::readWriteRule},
    NamedRule{"read-write-first", &queue::readWriteFirstRule},
    NamedRule{"read-write-ranges", &queue::readWriteRangesRule},
    NamedRule{"lease", &queue::leaseRule},
    NamedRule{"lease-in-order", &queue::leaseInOrderRule},
    NamedRule{"exclusive-owner", &queue::exclusiveOwnerRule},
    NamedRule{"presence", &queue::presenceRule},
};

queue::Rule readRule(JsonFields& fields)
{
    QStringList names;
    for (const auto& rule : rules)
        names.append(QLatin1String(rule.name));
    return rules[static_cast<std::size_t>(fields.word(u"rule"_s, names))].rule;
}

/// Reads "{lock}/leases" as a suffix of the lock's path.
std::string readPlace(JsonFields& fields, const QString& key, bool needed)
{
    const auto text = needed ? fields.neededText(key) : fields.text(key);
    if (text.empty())
        return {};
    const std::string lock = "{lock}";
    auto rest = text.starts_with(lock) ? text.substr(lock.size()) : std::string();
    const auto slash = rest.find('/', rest.starts_with('/') ? 1 : 0);
    if (!text.starts_with(lock) || rest == "/" || slash != std::string::npos)
        fields.complain(key, phrase("invalid location \"%1\": use {lock}, {lock}/NAME for a child of the lock, or "
                                    "{lock}TEXT for a sibling node",
                                    text));
    return rest;
}

PayloadRule readPayload(JsonFields& fields)
{
    using Form = PayloadRule::Form;
    PayloadRule rule;
    const auto key = u"payload"_s;
    if (!fields.take(key).isObject()) {
        constexpr std::array forms{Form::Auto, Form::Nothing, Form::Client, Form::Host, Form::Python};
        rule.form = forms[static_cast<std::size_t>(
            fields.word(key, {u"auto"_s, u"nothing"_s, u"client"_s, u"host"_s, u"python"_s}))];
        return rule;
    }
    auto form = *fields.object(key);
    if (!form.has(u"separator"_s)) {
        rule.form = Form::Json;
        rule.clientKeys = form.texts(u"client"_s);
        rule.hostKeys = form.texts(u"host"_s);
    } else {
        rule.form = Form::Fields;
        const auto separator = form.text(u"separator"_s);
        if (separator.size() != 1)
            form.complain(u"separator"_s, phrase("the separator must be one character, such as \":\""));
        else
            rule.separator = separator.front();
        rule.clientField = static_cast<int>(form.number(u"client"_s, 0, -1));
        rule.hostField = static_cast<int>(form.number(u"host"_s, 0, -1));
    }
    form.finish();
    return rule;
}

std::optional<queue::NamePattern> readPattern(JsonFields& fields, const QJsonValue& value, const QString& key)
{
    if (!value.isString()) {
        fields.complain(key, notString(value));
        return std::nullopt;
    }
    auto parsed = queue::NamePattern::parse(value.toString().toStdString());
    if (!parsed) {
        fields.complain(key, phrase("invalid name pattern %1: %2", quoted(value), parsed.error().detail));
        return std::nullopt;
    }
    return *std::move(parsed);
}

std::vector<queue::NamePattern> readPatterns(JsonFields& fields, const QString& key)
{
    std::vector<queue::NamePattern> patterns;
    for (const auto& text : fields.texts(key)) {
        if (auto parsed = readPattern(fields, QString::fromStdString(text), key))
            patterns.push_back(*std::move(parsed));
    }
    return patterns;
}

/// "data", at the place "pointer" of a JSON document if there is one.
std::optional<PayloadCondition> readCondition(JsonFields& fields)
{
    const bool hasPointer = fields.has(u"pointer"_s);
    const auto pointer = fields.text(u"pointer"_s);
    if (hasPointer && !pointer.starts_with('/'))
        fields.complain(u"pointer"_s, phrase("a JSON pointer begins with a slash, such as \"/type\""));
    if (!fields.has(u"data"_s)) {
        if (hasPointer)
            fields.complainMissing(u"data"_s, phrase("the field is missing: the value that the JSON pointer leads to"));
        return std::nullopt;
    }
    const auto text = fields.neededText(u"data"_s);
    auto pattern = queue::NamePattern::parse(text, queue::NamePattern::Of::Payload);
    if (!pattern) {
        fields.complain(u"data"_s, phrase("invalid pattern \"%1\": %2", text, pattern.error().detail));
        return std::nullopt;
    }
    return PayloadCondition{pointer, *std::move(pattern)};
}

std::vector<queue::ContenderPattern> readContenders(JsonFields& fields, DialectPart& part)
{
    const auto key = u"contenders"_s;
    std::vector<queue::ContenderPattern> contenders;
    if (!fields.has(key)) {
        for (const auto& mark : part.marks)
            contenders.push_back({mark, LockMode::Exclusive});
        return contenders;
    }
    for (auto& one : fields.objects(key)) {
        auto pattern = readPattern(one, one.take(u"name"_s), u"name"_s);
        const auto mode =
            one.word(u"mode"_s, {u"exclusive"_s, u"shared"_s}) == 1 ? LockMode::Shared : LockMode::Exclusive;
        auto payload = readCondition(one);
        const bool isByPayload = payload.has_value();
        one.finish();
        if (!pattern)
            continue;
        const bool isKnown =
            std::any_of(contenders.begin(), contenders.end(),
                        [&](const queue::ContenderPattern& other) { return other.pattern.text() == pattern->text(); });
        if (isByPayload || part.isModeInPayload(pattern->sample()))
            part.modes.push_back({*pattern, std::move(payload), mode});
        if (!isKnown) // else only the payload makes the difference
            contenders.push_back({*std::move(pattern), isByPayload ? LockMode::Exclusive : mode});
    }
    if (contenders.empty())
        fields.complain(key, phrase("no contender is given. Without this field, the marks are the contenders"));
    for (const auto& mark : part.marks) {
        const auto fits = [&](const queue::ContenderPattern& one) {
            return one.pattern.match(mark.sample()) || mark.match(one.pattern.sample());
        };
        if (std::none_of(contenders.begin(), contenders.end(), fits))
            fields.complain(key,
                            phrase("no contender matches the mark \"%1\". Add a contender for it, or remove the mark",
                                   mark.text()));
    }
    return contenders;
}

queue::Ordering readOrdering(JsonFields& fields, const queue::Scheme& scheme)
{
    constexpr std::array orders{queue::OrderBy::Number, queue::OrderBy::Text, queue::OrderBy::Name,
                                queue::OrderBy::Creation};
    queue::Ordering ordering;
    const auto key = u"order"_s;
    ordering.by =
        orders[static_cast<std::size_t>(fields.word(key, {u"number"_s, u"text"_s, u"name"_s, u"creation"_s}))];
    const auto unnumbered =
        std::find_if(scheme.patterns.begin(), scheme.patterns.end(),
                     [](const queue::ContenderPattern& one) { return !one.pattern.isSequential(); });
    if (ordering.by != queue::OrderBy::Creation && unnumbered != scheme.patterns.end()) {
        const auto where = fields.has(u"contenders"_s) ? u"contenders"_s : u"marks"_s;
        const auto reason =
            phrase(R"("%1" has no number to queue by. End the name with {seq}, or set "order" to "creation")",
                   unnumbered->pattern.text());
        fields.has(key) ? fields.complain(where, reason) : fields.complainMissing(where, reason);
    }
    if (ordering.by == queue::OrderBy::Text) {
        for (const auto& one : scheme.patterns) {
            if (one.pattern.marker().empty())
                fields.complain(key, phrase("text needs characters directly before {seq}, such as \"lock-{seq}\""));
            ordering.markers.emplace_back(one.pattern.marker());
        }
    }
    return ordering;
}

/// The fields that queue and gate share.
DialectPart readPart(JsonFields& fields, bool isGate)
{
    DialectPart part;
    part.at = readPlace(fields, u"at"_s, isGate);
    part.marks = readPatterns(fields, u"marks"_s);
    part.scheme.patterns = readContenders(fields, part);
    part.scheme.rule = readRule(fields);
    part.scheme.ordering = readOrdering(fields, part.scheme);
    part.scheme.unrecognisedQueue = fields.word(u"strangers"_s, {u"ignored"_s, u"queue"_s}) == 1;
    if (part.scheme.unrecognisedQueue && part.scheme.ordering.by != queue::OrderBy::Text)
        fields.complain(
            u"strangers"_s,
            phrase("unrecognised children have no number to queue by. Set order to text, or remove this field"));
    part.payload = readPayload(fields);
    return part;
}

LeaseCount readLeases(JsonFields& fields)
{
    LeaseCount leases;
    const auto key = u"leases"_s;
    const auto value = fields.take(key);
    if (value.isDouble()) {
        leases.number =
            static_cast<int>(std::min<std::int64_t>(fields.number(key, 1, 1), std::numeric_limits<int>::max()));
    } else if (value == QJsonValue(u"clients"_s)) {
        leases.from = LeaseCount::From::ClientsOnly;
    } else if (value.isObject()) {
        auto node = *fields.object(key);
        leases.from = LeaseCount::From::Node;
        leases.at = readPlace(node, u"at"_s, true);
        leases.isText = node.word(u"as"_s, {u"text"_s, u"int32"_s}) == 0;
        node.finish();
    } else if (!value.isUndefined()) {
        fields.complain(key, phrase("use a number, \"clients\", or the node that contains the number: {\"at\": "
                                    "\"{lock}\", \"as\": \"text\"}"));
    }
    return leases;
}

std::optional<HeldWhen> readHeldWhen(JsonFields& fields)
{
    auto held = fields.object(u"held"_s);
    if (!held)
        return std::nullopt;
    HeldWhen when;
    when.pointer = held->text(u"pointer"_s);
    if (held->has(u"free"_s))
        when.free = readPattern(*held, held->take(u"free"_s), u"free"_s);
    when.until = held->text(u"until"_s);
    if (when.pointer.empty() && when.free)
        held->complainMissing(u"pointer"_s, phrase("the field is missing: the JSON pointer of the owner"));
    held->finish();
    return when;
}

DialectExample::Expected readExpected(JsonFields& fields)
{
    DialectExample::Expected expected;
    expected.node = fields.neededText(u"node"_s);
    expected.holds = fields.flag(u"holds"_s);
    expected.atGate = fields.flag(u"atGate"_s);
    constexpr std::array modes{std::optional(LockMode::Exclusive), std::optional(LockMode::Shared),
                               std::optional<LockMode>()};
    expected.mode =
        modes[static_cast<std::size_t>(fields.word(u"mode"_s, {u"exclusive"_s, u"shared"_s, u"unknown"_s}))];
    expected.waitsOn = fields.texts(u"waitsOn"_s);
    fields.finish();
    return expected;
}

std::vector<DialectExample> readExamples(JsonFields& fields)
{
    std::vector<DialectExample> examples;
    for (auto& one : fields.objects(u"examples"_s)) {
        DialectExample example;
        if (!one.has(u"children"_s) && !one.has(u"gate"_s))
            one.complainMissing(u"children"_s, phrase("the field is missing: list the names in the lock's directory"));
        example.title = one.text(u"title"_s);
        example.children = one.texts(u"children"_s);
        example.gate = one.texts(u"gate"_s);
        example.leases = static_cast<int>(one.number(u"leases"_s, 1, 0));
        example.unrecognised = one.texts(u"unrecognised"_s);
        if (auto payloads = one.object(u"payloads"_s)) {
            for (const auto& name : example.children) {
                if (const auto key = QString::fromStdString(name); payloads->has(key))
                    example.payloads[name] = payloads->text(key);
            }
            payloads->finish();
        }
        if (auto czxids = one.object(u"czxids"_s)) {
            for (const auto& name : example.children)
                example.czxids[name] = czxids->number(QString::fromStdString(name), 0, 0);
            for (const auto& name : example.gate)
                example.czxids[name] = czxids->number(QString::fromStdString(name), 0, 0);
            czxids->finish();
        }
        for (auto& expected : one.objects(u"queue"_s))
            example.queue.push_back(readExpected(expected));
        one.finish();
        examples.push_back(std::move(example));
    }
    return examples;
}

std::string readId(JsonFields& fields)
{
    auto id = fields.neededText(u"id"_s);
    if (!std::all_of(id.begin(), id.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; }))
        fields.complain(
            u"id"_s,
            phrase(R"(invalid id "%1": use only lower-case letters, digits and hyphens, such as "our-lock")", id));
    return id;
}

void checkWords(JsonFields& fields, const QString& key, const std::vector<std::string>& words)
{
    const auto isUnfit = [](char c) { return (c >= 'A' && c <= 'Z') || c == '/' || c == ' '; };
    for (const auto& word : words) {
        if (word.empty() || std::any_of(word.begin(), word.end(), isUnfit))
            fields.complain(
                key,
                phrase("\"%1\" must be a word in lower case, without / and spaces. The word also matches upper case",
                       word));
    }
}

void checkAncestors(JsonFields& fields, const std::vector<std::string>& ancestors)
{
    for (const auto& ancestor : ancestors) {
        const bool isPath = ancestor.starts_with('/') && ancestor != "/" && checkedPath(ancestor).has_value();
        if (!isPath && (ancestor.empty() || ancestor.find('/') != std::string::npos))
            fields.complain(u"ancestors"_s, phrase("\"%1\" must be the name of one node above the lock, without /, or "
                                                   "a full path such as \"/app/locks\"",
                                                   ancestor));
    }
}

/// Checks that the rule fits the kind.
void checkRule(JsonFields& fields, const Dialect& dialect)
{
    const auto rule = dialect.queue.scheme.rule;
    const auto& contenders = dialect.queue.scheme.patterns;
    const auto isShared = [](const auto& one) { return one.mode == LockMode::Shared; };
    const auto& modes = dialect.queue.modes;
    const auto shared = std::count_if(contenders.begin(), contenders.end(), isShared) +
                        std::count_if(modes.begin(), modes.end(), isShared);
    const auto all = contenders.size() + modes.size();
    const bool isForOne = rule == queue::exclusiveRule || rule == queue::exclusiveOwnerRule;
    const bool isReadWrite =
        rule == queue::readWriteRule || rule == queue::readWriteFirstRule || rule == queue::readWriteRangesRule;
    const bool countsLeases = !isForOne && !isReadWrite;
    const bool isSemaphore = dialect.kind == LockKind::Semaphore;
    if (dialect.kind == LockKind::ReadWrite) {
        if (!isReadWrite || shared == 0 || shared == static_cast<std::ptrdiff_t>(all))
            fields.complain(isReadWrite ? u"contenders"_s : u"rule"_s,
                            phrase("a read-write lock has shared contenders and other contenders. Set \"rule\": "
                                   "\"read-write\", and list contenders, some of them with \"mode\": \"shared\""));
    } else if (isSemaphore && !countsLeases) {
        fields.complain(u"rule"_s,
                        phrase("a semaphore can have several holders: use lease, lease-in-order or presence"));
    } else if (!isSemaphore && !isForOne) {
        fields.complain(u"rule"_s, phrase("a mutex or a latch has one holder at a time: use exclusive or "
                                          "exclusive-owner, or set \"kind\" to \"%1\"",
                                          isReadWrite ? "read-write" : "semaphore"));
    }
    if (shared > 0 && !isReadWrite)
        fields.complain(u"contenders"_s, phrase("only the rule read-write allows shared contenders"));
    if (countsLeases && !fields.has(u"leases"_s))
        fields.complain(u"leases"_s,
                        phrase("the field is missing, but this rule needs it. Use a number, \"clients\", or the node "
                               "that contains the number: {\"at\": \"{lock}\", \"as\": \"text\"}"));
    else if (!countsLeases && fields.has(u"leases"_s))
        fields.complain(u"leases"_s, phrase("only the rules lease, lease-in-order and presence use this field"));
}

void checkWhole(JsonFields& fields, const Dialect& dialect)
{
    if (dialect.kind != LockKind::Single) {
        for (const auto& key : {u"words"_s, u"exceptWords"_s}) {
            if (fields.has(key))
                fields.complain(key, phrase("only a dialect of kind single uses this field: a word in a name does not "
                                            "show that the node is in a queue. Use marks"));
        }
    }
    if (dialect.queue.marks.empty() && (dialect.kind != LockKind::Single || dialect.words.empty()))
        fields.complain(u"marks"_s,
                        phrase("the field is missing or empty. Without this field, no directory is recognised"));
    if (dialect.needs == Need::Gate && !dialect.gate)
        fields.complain(u"needs"_s, phrase("\"gate\" needs a gate lock: describe the gate lock in the field gate"));
    if (dialect.isLock() && dialect.kind != LockKind::Single)
        checkRule(fields, dialect);
    if (dialect.gate && dialect.gate->at == dialect.queue.at)
        fields.complain(u"gate.at"_s,
                        phrase("the gate lock and the queue are in the same directory: use two directories"));
    checkWords(fields, u"words"_s, dialect.words);
    checkWords(fields, u"exceptWords"_s, dialect.exceptWords);
    checkAncestors(fields, dialect.ancestors);
}

Dialect readFields(JsonFields& fields)
{
    constexpr std::array kinds{LockKind::Mutex, LockKind::ReadWrite, LockKind::Semaphore,
                               LockKind::Latch, LockKind::Single,    LockKind::Unrecognised};
    constexpr std::array needs{Need::Nothing, Need::Ephemeral, Need::Gate};
    Dialect dialect;
    dialect.id = readId(fields);
    dialect.title = fields.neededText(u"title"_s);
    std::ignore = fields.text(u"source"_s); // documentation only
    dialect.kind = kinds[static_cast<std::size_t>(
        fields.word(u"kind"_s, {u"mutex"_s, u"read-write"_s, u"semaphore"_s, u"latch"_s, u"single"_s, u"none"_s}))];
    dialect.certainty =
        fields.word(u"certainty"_s, {u"certain"_s, u"possible"_s}) == 1 ? Certainty::Possible : Certainty::Certain;
    dialect.needs = needs[static_cast<std::size_t>(fields.word(u"needs"_s, {u"nothing"_s, u"ephemeral"_s, u"gate"_s}))];
    dialect.words = fields.texts(u"words"_s);
    dialect.exceptWords = fields.texts(u"exceptWords"_s);
    dialect.ancestors = fields.texts(u"ancestors"_s);
    constexpr std::array persistences{Persistence::Never, Persistence::Sometimes, Persistence::Always};
    dialect.persistence =
        persistences[static_cast<std::size_t>(fields.word(u"persistent"_s, {u"never"_s, u"sometimes"_s, u"always"_s}))];
    dialect.breaks = fields.text(u"breaks"_s);
    dialect.breaksWaiters = fields.flag(u"breaksWaiters"_s);
    for (const auto& text : fields.texts(u"places"_s)) {
        auto place = PlacePattern::parse(text);
        if (place)
            dialect.places.push_back(*std::move(place));
        else
            fields.complain(u"places"_s, phrase("invalid path pattern \"%1\": %2", text, place.error().detail));
    }
    if (auto condition = fields.object(u"payloadIs"_s)) {
        dialect.payloadIs = readCondition(*condition);
        condition->finish();
    }
    if (fields.has(u"election"_s))
        dialect.election = fields.flag(u"election"_s);
    if (dialect.kind == LockKind::Single) {
        dialect.queue.marks = readPatterns(fields, u"marks"_s);
        dialect.queue.payload = readPayload(fields);
        dialect.heldWhen = readHeldWhen(fields);
    } else if (!dialect.isLock()) {
        dialect.queue.marks = readPatterns(fields, u"marks"_s);
        dialect.queue.scheme.patterns = readContenders(fields, dialect.queue);
    } else {
        dialect.queue = readPart(fields, false);
        dialect.watchesAhead = fields.word(u"watches"_s, {u"unknown"_s, u"ahead"_s}) == 1;
        dialect.leases = readLeases(fields);
        dialect.companions = readPatterns(fields, u"companions"_s);
        if (auto gate = fields.object(u"gate"_s)) {
            dialect.gate = readPart(*gate, true);
            gate->finish();
        }
    }
    dialect.examples = readExamples(fields);
    fields.finish();
    checkWhole(fields, dialect);
    if (dialect.gate || !dialect.queue.at.empty())
        dialect.layout =
            std::make_shared<const Layout>(Layout{dialect.queue.at, dialect.gate ? dialect.gate->at : std::string()});
    return dialect;
}

} // namespace

tl::expected<Dialect, JsonFault> readDialect(const QByteArray& json)
{
    auto object = ensemble::readJsonObject(json, u"{…}"_s);
    if (!object)
        return tl::unexpected(JsonFault{object.error().where, object.error().reason});
    std::optional<JsonFault> fault;
    JsonFields fields(*std::move(object), {}, fault);
    auto dialect = readFields(fields);
    if (!fault)
        fault = failingExample(dialect);
    if (fault)
        return tl::unexpected(*std::move(fault));
    return dialect;
}

} // namespace lockscope::inspect
