// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/dialects/RedisDialectReader.h"

#include "core/base/Phrase.h"
#include "core/model/json/JsonSyntax.h"

#include <algorithm>
#include <tuple>

namespace lockscope::inspect {

namespace {

using namespace Qt::StringLiterals;

/// {"glob": "orders:*"} or {"regex": "lock:(?<name>.+)"}.
std::optional<RedisPattern> readRedisPattern(JsonFields& fields, const QString& key)
{
    auto pattern = fields.object(key);
    if (!pattern)
        return std::nullopt;
    const auto form = pattern->oneOf({u"glob"_s, u"regex"_s});
    std::optional<RedisPattern> made;
    if (!form.isEmpty()) {
        const auto text = pattern->neededText(form);
        auto parsed = form == u"glob" ? RedisPattern::fromGlob(text) : RedisPattern::fromRegex(text);
        if (parsed)
            made = *std::move(parsed);
        else
            pattern->complain(form, phrase("invalid pattern \"%1\": %2", text, parsed.error().detail));
    }
    pattern->finish();
    return made;
}

std::string readRedisId(JsonFields& fields)
{
    auto id = fields.neededText(u"id"_s);
    if (!std::all_of(id.begin(), id.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; }))
        fields.complain(
            u"id"_s,
            phrase(R"(invalid id "%1": use only lower-case letters, digits and hyphens, such as "our-lock")", id));
    return id;
}

std::vector<RedisDialectExample> readRedisExamples(JsonFields& fields)
{
    std::vector<RedisDialectExample> examples;
    for (auto& one : fields.objects(u"examples"_s)) {
        RedisDialectExample example;
        example.title = one.text(u"title"_s);
        example.key = one.neededText(u"key"_s);
        example.value = one.neededText(u"value"_s);
        example.hasLease = one.flag(u"lease"_s, true);
        example.fits = one.flag(u"fits"_s, true);
        example.name = one.text(u"name"_s);
        one.finish();
        examples.push_back(std::move(example));
    }
    return examples;
}

RedisDialect readRedisFields(JsonFields& fields)
{
    RedisDialect dialect;
    std::ignore = fields.word(u"backend"_s, {u"redis"_s});
    dialect.id = readRedisId(fields);
    dialect.title = fields.neededText(u"title"_s);
    std::ignore = fields.text(u"source"_s); // documentation only
    dialect.isNone = fields.word(u"kind"_s, {u"token"_s, u"none"_s}) == 1;
    dialect.certainty =
        fields.word(u"certainty"_s, {u"certain"_s, u"possible"_s}) == 1 ? Certainty::Possible : Certainty::Certain;
    if (!fields.has(u"key"_s))
        fields.complainMissing(
            u"key"_s, phrase(R"(the field is missing: the pattern of the keys, such as {"glob": "orders:*"})"));
    dialect.key = readRedisPattern(fields, u"key"_s);
    dialect.owner = readRedisPattern(fields, u"owner"_s);
    dialect.mayBeEndless = fields.word(u"lease"_s, {u"required"_s, u"optional"_s}) == 1;
    dialect.companions = fields.texts(u"companions"_s);
    dialect.wakes = fields.text(u"wakes"_s);
    dialect.breaks = fields.text(u"breaks"_s);
    dialect.noRelease = fields.text(u"noRelease"_s);
    dialect.examples = readRedisExamples(fields);
    fields.finish();
    if (!dialect.companions.empty() && dialect.certainty == Certainty::Certain)
        fields.complain(u"companions"_s,
                        phrase(R"(companions make a possible lock certain: set "certainty" to "possible")"));
    for (const auto& companion : dialect.companions) {
        if (companion.find("{name}") == std::string::npos)
            fields.complain(u"companions"_s,
                            phrase("\"%1\" has no {name}: every lock would have this companion", companion));
    }
    if (!dialect.wakes.empty() && dialect.wakes.find("{name}") == std::string::npos)
        fields.complain(u"wakes"_s, phrase("\"%1\" has no {name}: all locks would have one list of waiting clients",
                                           dialect.wakes));
    return dialect;
}

/// The first example with a result other than the file expects.
std::optional<JsonFault> failingRedisExample(const RedisDialect& dialect)
{
    for (std::size_t i = 0; i < dialect.examples.size(); ++i) {
        const auto& example = dialect.examples[i];
        const TokenValue read{example.value,
                              example.hasLease ? std::optional(std::chrono::milliseconds(10'000)) : std::nullopt};
        const auto name = dialect.fits(example.key, read);
        const auto fault = [&](const std::string& reason) {
            return JsonFault{u"examples[%1]"_s.arg(i), QString::fromStdString(reason), true};
        };
        if (name.has_value() != example.fits)
            return fault(example.fits ? phrase("the key \"%1\" with this value does not fit, but the example expects "
                                               "it. One of the two is wrong",
                                               example.key)
                                      : phrase("the key \"%1\" with this value fits, but the example does not expect "
                                               "it. One of the two is wrong",
                                               example.key));
        if (name && !example.name.empty() && *name != example.name)
            return fault(
                phrase(R"(the example expects the name "%1", but this file gives "%2". One of the two is wrong)",
                       example.name, *name));
    }
    return std::nullopt;
}

} // namespace

tl::expected<RedisDialect, JsonFault> readRedisDialect(const QByteArray& json)
{
    auto object = ensemble::readJsonObject(json, u"{…}"_s);
    if (!object)
        return tl::unexpected(JsonFault{object.error().where, object.error().reason});
    std::optional<JsonFault> fault;
    JsonFields fields(*std::move(object), {}, fault);
    auto dialect = readRedisFields(fields);
    if (!fault)
        fault = failingRedisExample(dialect);
    if (fault)
        return tl::unexpected(*std::move(fault));
    return dialect;
}

} // namespace lockscope::inspect
