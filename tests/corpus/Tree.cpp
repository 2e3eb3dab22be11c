// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/corpus/Tree.h"

#include "core/base/Path.h"
#include "core/model/json/JsonFields.h"
#include "core/model/json/JsonSyntax.h"

#include <QDirIterator>
#include <QFile>

#include <algorithm>
#include <map>

namespace lockscope::corpus {

namespace {

using namespace Qt::StringLiterals;
using inspect::JsonFields;

std::vector<std::string> sorted(std::vector<std::string> texts)
{
    std::sort(texts.begin(), texts.end());
    return texts;
}

TreeNode readNode(JsonFields fields)
{
    TreeNode node;
    node.path = fields.neededText(u"path"_s);
    node.session = fields.text(u"session"_s);
    node.isSequential = fields.flag(u"sequential"_s);
    const auto type = fields.word(u"type"_s, {u"plain"_s, u"container"_s, u"ttl"_s});
    node.isContainer = type == 1;
    node.isTtl = type == 2;
    node.created = fields.number(u"created"_s, 0, 100'000, 0);
    node.data = fields.text(u"data"_s);
    if (fields.has(u"hex"_s))
        node.data = QByteArray::fromHex(QByteArray::fromStdString(fields.text(u"hex"_s))).toStdString();
    if (!checkedPath(node.path))
        fields.complain(u"path"_s, "not an absolute path");
    if (type != 0 && !node.session.empty())
        fields.complain(u"type"_s, "containers and TTL nodes have no session");
    if (node.isTtl && node.isSequential)
        fields.complain(u"type"_s, "sequential TTL nodes are not supported here");
    fields.finish();
    return node;
}

ExpectedContender readContender(JsonFields fields)
{
    ExpectedContender contender;
    contender.node = fields.neededText(u"node"_s);
    contender.holds = fields.flag(u"holds"_s);
    contender.mode =
        fields.word(u"mode"_s, {u"exclusive"_s, u"shared"_s}) == 1 ? LockMode::Shared : LockMode::Exclusive;
    if (fields.has(u"waitsOn"_s) || contender.holds)
        contender.waitsOn = fields.texts(u"waitsOn"_s);
    fields.finish();
    return contender;
}

ExpectedLock readLock(JsonFields fields)
{
    ExpectedLock lock;
    lock.path = fields.neededText(u"path"_s);
    lock.kind = fields.neededText(u"kind"_s);
    lock.certainty = fields.neededText(u"certainty"_s);
    lock.dialect = fields.text(u"dialect"_s);
    if (fields.has(u"leases"_s))
        lock.leases = fields.take(u"leases"_s).isNull() ? 0 : static_cast<int>(fields.number(u"leases"_s, 1, 0));
    lock.isElection = fields.flag(u"election"_s);
    for (auto& contender : fields.objects(u"queue"_s))
        lock.queue.push_back(readContender(std::move(contender)));
    lock.unrecognised = sorted(fields.texts(u"unrecognised"_s));
    fields.finish();
    return lock;
}

ExpectedFinding readFinding(JsonFields fields)
{
    ExpectedFinding finding;
    finding.kind = fields.neededText(u"kind"_s);
    finding.severity = fields.neededText(u"severity"_s);
    finding.path = fields.neededText(u"path"_s);
    finding.nodes = sorted(fields.texts(u"nodes"_s));
    fields.finish();
    return finding;
}

tl::expected<Tree, QString> readTree(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return tl::unexpected(file.errorString());
    const auto object = ensemble::readJsonObject(file.readAll(), u"{\"system\": …}"_s);
    if (!object)
        return tl::unexpected(object.error().where + u": "_s + object.error().reason);
    std::optional<inspect::JsonFault> fault;
    JsonFields fields(*object, {}, fault);
    Tree tree;
    for (const auto& needed : {u"system"_s, u"title"_s, u"source"_s, u"why"_s})
        static_cast<void>(fields.neededText(needed));
    static_cast<void>(fields.flag(u"unverified"_s));
    for (auto& node : fields.objects(u"nodes"_s))
        tree.nodes.push_back(readNode(std::move(node)));
    for (auto& lock : fields.objects(u"locks"_s))
        tree.locks.push_back(readLock(std::move(lock)));
    for (auto& finding : fields.objects(u"findings"_s))
        tree.findings.push_back(readFinding(std::move(finding)));
    fields.finish();
    if (tree.nodes.empty())
        fields.complain("a tree without nodes");
    if (fault)
        return tl::unexpected(fault->where + u": "_s + fault->reason);
    return tree;
}

// ---- the same line for what is expected and what is shown

std::string listed(std::vector<std::string> names)
{
    std::string text;
    for (const auto& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

std::string line(const ExpectedLock& lock, bool withDialect, bool withLeases)
{
    auto text = "lock " + lock.path + ": " + (withDialect ? lock.dialect + ", " : std::string()) + lock.certainty +
                ' ' + lock.kind;
    if (lock.isElection)
        text += ", an election";
    if (withLeases)
        text += ", leases " + std::to_string(lock.leases.value_or(0));
    for (const auto& one : lock.queue) {
        text += "; " + one.node + (one.holds ? " holds" : " waits");
        if (one.mode == LockMode::Shared)
            text += " (shared)";
        if (one.waitsOn && !one.waitsOn->empty())
            text += " for " + listed(*one.waitsOn);
    }
    if (!lock.unrecognised.empty())
        text += "; unrecognised " + listed(lock.unrecognised);
    return text;
}

std::string line(const ExpectedFinding& finding)
{
    auto text = "finding " + finding.kind + " (" + finding.severity + ")";
    if (finding.kind != "deadlock") // any of its locks
        text += " at " + finding.path;
    return finding.nodes.empty() ? text : text + ": " + listed(finding.nodes);
}

ExpectedLock shown(const inspect::Lock& lock, const ExpectedLock* expected)
{
    ExpectedLock shown{lock.path,
                       std::string(toString(lock.kind)),
                       std::string(toString(lock.certainty)),
                       lock.dialect,
                       lock.leasesKnown == inspect::Confidence::Exact ? lock.leases : 0,
                       lock.isElection,
                       {},
                       lock.unrecognised};
    for (const auto& contender : lock.queue) {
        ExpectedContender one{contender.node, contender.holds, contender.mode, contender.waitsOn};
        const auto index = shown.queue.size();
        if (expected && index < expected->queue.size() && !expected->queue[index].waitsOn)
            one.waitsOn.reset();
        shown.queue.push_back(std::move(one));
    }
    return shown;
}

} // namespace

tl::expected<std::vector<Tree>, QString> readTrees(const QString& folder)
{
    std::map<QString, Tree> trees;
    QDirIterator files(folder, {u"*.json"_s}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const auto path = files.next();
        auto tree = readTree(path);
        if (!tree)
            return tl::unexpected(path + u": "_s + tree.error());
        tree->name = QDir(folder).relativeFilePath(path).chopped(5);
        const auto name = tree->name;
        trees.emplace(name, *std::move(tree));
    }
    std::vector<Tree> sorted;
    for (auto& [name, tree] : trees)
        sorted.push_back(std::move(tree));
    return sorted;
}

std::vector<std::string> differences(const Tree& tree, const inspect::Snapshot& snapshot, std::string_view except)
{
    std::vector<std::string> wanted;
    std::vector<std::string> found;
    const auto expectedAt = [&](const std::string& path) {
        const auto at = std::find_if(tree.locks.begin(), tree.locks.end(),
                                     [&](const ExpectedLock& lock) { return lock.path == path; });
        return at == tree.locks.end() ? nullptr : &*at;
    };
    for (const auto& lock : tree.locks)
        wanted.push_back(line(lock, !lock.dialect.empty(), lock.leases.has_value()));
    for (const auto& lock : snapshot.locks) {
        if (isWithin(lock->path, except))
            continue;
        const auto* expected = expectedAt(lock->path);
        found.push_back(line(shown(*lock, expected), !expected || !expected->dialect.empty(),
                             expected && expected->leases.has_value()));
    }
    for (const auto& finding : tree.findings)
        wanted.push_back(line(finding));
    for (const auto& finding : snapshot.findings) {
        if (!isWithin(finding.path, except))
            found.push_back(
                line(ExpectedFinding{std::string(kindWord(finding)), std::string(toString(finding.severity)),
                                     finding.path, sorted(finding.nodes)}));
    }
    for (const auto& problem : snapshot.problems)
        found.push_back("problem at " + problem.path + ": " + describe(problem.error));
    std::sort(wanted.begin(), wanted.end());
    std::sort(found.begin(), found.end());
    std::vector<std::string> result;
    std::vector<std::string> only;
    std::set_difference(wanted.begin(), wanted.end(), found.begin(), found.end(), std::back_inserter(only));
    for (const auto& text : std::exchange(only, {}))
        result.push_back("missing: " + text);
    std::set_difference(found.begin(), found.end(), wanted.begin(), wanted.end(), std::back_inserter(only));
    for (const auto& text : only)
        result.push_back("unexpected: " + text);
    return result;
}

} // namespace lockscope::corpus
