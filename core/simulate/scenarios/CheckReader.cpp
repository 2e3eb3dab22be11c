// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/CheckReader.h"

#include "core/base/Phrase.h"
#include "core/simulate/clients/ContendOptions.h"
#include "core/simulate/scenarios/CheckWords.h"
#include "core/simulate/scenarios/FormerWords.h"

#include <QJsonArray>

namespace lockscope::console {

namespace {

using namespace Qt::StringLiterals;
using inspect::JsonFields;
using Target = TargetSelector::Kind;

constexpr std::size_t longestName = 256;
constexpr int mostServers = 9; // badReferences() knows the number of the sandbox
constexpr int mostShare = 1'000;
constexpr int mostTimes = 999'999;

std::string wordOf(JsonFields& fields, const QString& key, const QStringList& words)
{
    return words.at(fields.word(key, words)).toStdString();
}

TargetSelector readNamed(JsonFields& fields, bool mayBeNoClient)
{
    const std::string name = fields.neededText(u"who"_s);
    if (name.size() > longestName)
        fields.complain(u"who"_s, phrase("the name is too long: use at most %1 characters", longestName));
    else if (const auto instead = insteadOfTarget(name))
        fields.complain(u"who"_s, *instead);
    if (mayBeNoClient && name == "nobody")
        return {Target::NoClient, {}, 0};
    if (fields.has(u"count"_s))
        return {Target::Count, name, fields.number(u"count"_s, 1, mostClients, 1)};
    if (fields.has(u"oneIn"_s))
        return {Target::Share, name, fields.number(u"oneIn"_s, 2, mostShare, 2)};
    return {Target::Named, name, 0};
}

/// The target of a condition.
TargetSelector readClients(JsonFields& fields)
{
    if (fields.oneOf({u"who"_s, u"role"_s}) != u"role")
        return readNamed(fields, true);
    return {
        fields.word(u"role"_s, {u"holder"_s, u"first-waiter"_s}) == 0 ? Target::Holder : Target::FirstWaiter, {}, 0};
}

Check readCheck(JsonFields fields)
{
    // In the order of the kinds: each kind has one field that no other kind has.
    static const QStringList kinds{u"state"_s, u"actual"_s, u"event"_s, u"finding"_s, u"serving"_s, u"measure"_s};
    Check check;
    const QString kind = fields.oneOf(kinds);
    if (kind.isEmpty())
        check.target = readClients(fields); // an unknown field that remains may be the mistyped kind
    else
        check.kind = static_cast<Check::Kind>(kinds.indexOf(kind));
    switch (check.kind) {
    case Check::Kind::State:
        check.word = wordOf(fields, kind, wordsOf(clientStates()));
        check.target = readClients(fields);
        break;
    case Check::Kind::Actual:
        check.word = wordOf(fields, kind, wordsOf(actualStates()));
        check.target = readClients(fields);
        break;
    case Check::Kind::Event:
        check.word = wordOf(fields, kind, eventWords());
        check.target = readClients(fields);
        check.value = fields.number(u"times"_s, 1, mostTimes, 1);
        break;
    case Check::Kind::Finding:
        check.word = wordOf(fields, kind, findingWords());
        check.relation = wordOf(fields, u"shown"_s, wordsOf(findingTimes()));
        break;
    case Check::Kind::Serving:
        check.isServing = fields.flag(kind);
        check.target = {Target::Server, {}, fields.number(u"server"_s, 1, mostServers, 0)};
        break;
    case Check::Kind::Measure:
        check.word = wordOf(fields, kind, wordsOf(measureNames()));
        check.target.name = fields.text(u"who"_s);
        check.word += check.target.name.empty() ? "" : " of " + check.target.name;
        check.relation = fields.oneOf(wordsOf(relations())).toStdString();
        if (!check.relation.empty())
            check.value = fields.real(QString::fromStdString(check.relation));
        break;
    }
    fields.finish();
    return check;
}

} // namespace

std::vector<Check> readChecks(JsonFields& fields, const QString& key)
{
    const QJsonValue given = fields.take(key);
    const QJsonArray list = given.isArray() ? given.toArray() : QJsonArray{given};
    for (qsizetype i = 0; i < list.size(); ++i) {
        if (list.at(i).isString())
            fields.complain(given.isArray() ? u"%1[%2]"_s.arg(key).arg(i) : key,
                            insteadOfCondition(list.at(i).toString()));
    }
    std::vector<Check> checks;
    for (JsonFields& condition : fields.objectOrObjects(key))
        checks.push_back(readCheck(std::move(condition)));
    return checks;
}

TargetSelector readTarget(JsonFields& fields)
{
    const QString field = fields.oneOf({u"who"_s, u"role"_s, u"server"_s});
    if (field == u"server")
        return {Target::Server, {}, fields.number(field, 1, mostServers, 1)};
    if (field == u"role") {
        constexpr Target roles[] = {Target::Holder,   Target::FirstWaiter, Target::Leader,
                                    Target::Follower, Target::Master,      Target::Replica};
        TargetSelector target{roles[fields.word(field, {u"holder"_s, u"first-waiter"_s, u"leader"_s, u"follower"_s,
                                                        u"master"_s, u"replica"_s})],
                              {},
                              0};
        if (target.kind == Target::Replica)
            target.number = fields.number(u"number"_s, 1, mostServers, 1);
        if (isRedisRole(target))
            target.group = fields.number(u"group"_s, 1, mostServers, 0);
        return target;
    }
    return readNamed(fields, false);
}

} // namespace lockscope::console
