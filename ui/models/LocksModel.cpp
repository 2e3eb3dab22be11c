// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/LocksModel.h"

#include "core/model/FindingIndex.h"
#include "ui/models/LocksNode.h"
#include "ui/models/text/VoteWords.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace lockscope::ui {

using inspect::Lock;

namespace {

/// The parts of a path.
std::vector<std::string_view> componentsOf(std::string_view path)
{
    std::vector<std::string_view> components;
    while (!path.empty()) {
        path.remove_prefix(path.front() == '/' ? 1 : 0);
        const auto end = std::min(path.find('/'), path.size());
        if (end > 0)
            components.push_back(path.substr(0, end));
        path.remove_prefix(end);
    }
    if (components.empty())
        components.push_back("/"); // the root itself is a lock
    return components;
}

/// The parts of a name on Redis, which is flat: by convention they end at colons. Together they are the name.
std::vector<std::string_view> partsOf(std::string_view name)
{
    std::vector<std::string_view> parts;
    for (auto colon = name.find(':'); colon != std::string_view::npos && colon + 1 < name.size();
         colon = name.find(':')) {
        parts.push_back(name.substr(0, colon + 1));
        name.remove_prefix(colon + 1);
    }
    parts.push_back(name);
    return parts;
}

/// Its kind is about how long a lock is held or waited for.
bool isAboutTime(const inspect::Finding& finding)
{
    using inspect::FindingKind;
    const bool isOfTime = finding.kind == FindingKind::LongHold || finding.kind == FindingKind::LongWait ||
                          finding.kind == FindingKind::RenewedLong;
    return isOfTime && finding.severity != inspect::Severity::Info;
}

bool samePaths(const std::vector<LocksModel::LockPtr>& a, const std::vector<LocksModel::LockPtr>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& x, const auto& y) { return x == y || x->path == y->path; });
}

std::string_view hostOf(const ensemble::EnsembleFacts* facts, std::int64_t session)
{
    const auto* known = facts ? facts->find(session) : nullptr;
    return known ? std::string_view(known->host) : std::string_view();
}

/// True if the first holder is named by its host and the servers report another one. Called for 10,000 locks at once.
bool isRenamed(const Lock& lock, const ensemble::EnsembleFacts* before, const ensemble::EnsembleFacts* now)
{
    const auto holder = std::find_if(lock.queue.begin(), lock.queue.end(), [](const auto& each) { return each.holds; });
    if (holder == lock.queue.end() || (holder->details && !holder->details->client.empty()))
        return false;
    const auto session = holder->session().value_or(0);
    return session != 0 && hostOf(before, session) != hostOf(now, session);
}

} // namespace

std::strong_ordering operator<=>(const Badness& a, const Badness& b)
{
    return std::tie(a.isCertain, a.severity, a.waiting, b.oldestWaiterMs) <=>
           std::tie(b.isCertain, b.severity, b.waiting, a.oldestWaiterMs);
}

const Badness& LocksModel::Node::ownBadness()
{
    if (judged.lock != lock || judged.concern != concern)
        judged = {lock, concern, badnessOf(*lock, concern)};
    return judged.badness;
}

LocksModel::Node::Totals LocksModel::Node::count()
{
    Totals sum;
    if (lock)
        sum = {1, ownBadness().severity > 0 ? 1 : 0, isMatching ? 1 : 0, ownBadness()};
    for (const auto& child : children) {
        sum.locks += child->totals.locks;
        sum.problems += child->totals.problems;
        sum.matched += child->totals.matched;
        sum.badness = std::max(sum.badness, child->totals.badness);
    }
    return sum;
}

LocksModel::LocksModel(QObject* parent)
    : QAbstractItemModel(parent)
    , m_root(std::make_unique<Node>())
{
}

LocksModel::~LocksModel() = default;

std::vector<LockConcern> concernsOf(const inspect::Snapshot& snapshot)
{
    std::vector<LockConcern> concerns;
    if (snapshot.findings.empty())
        return concerns;
    const inspect::FindingIndex index(snapshot);
    concerns.reserve(snapshot.locks.size());
    for (const auto& lock : snapshot.locks) {
        const auto findings = index.of(*lock);
        concerns.push_back(
            {findings.empty() ? 0 : static_cast<int>(findings.front()->severity) + 1, static_cast<int>(findings.size()),
             std::any_of(findings.begin(), findings.end(), [](const auto* each) { return isAboutTime(*each); })});
    }
    return concerns;
}

void LocksModel::setTree(bool tree)
{
    if (std::exchange(m_isTree, tree) == tree)
        return;
    const auto keep = [this](auto& self, const Node& node) -> void {
        if (node.lock)
            m_judged.emplace(node.lock.get(), node.judged);
        for (const auto& child : node.children)
            self(self, *child);
    };
    keep(keep, *m_root);
    synchronise(*m_root, {}); // the rows are of another kind
    const auto locks = std::exchange(m_locks, {});
    setLocks(locks, std::exchange(m_concerns, {}), m_waits);
    m_judged.clear();
}

void LocksModel::setLocks(const std::vector<LockPtr>& locks, const std::vector<LockConcern>& concerns,
                          std::shared_ptr<const inspect::LockWaits> waits)
{
    const bool hasWaits = std::exchange(m_waits, std::move(waits)) != m_waits;
    const bool hasMoved = !samePaths(m_locks, locks);
    const bool isRedis = locks.empty() ? m_isRedis : locks.front()->redis != nullptr;
    if (std::exchange(m_isRedis, isRedis) != isRedis) {
        synchronise(*m_root, {}); // the rows are of another kind
        Q_EMIT headerDataChanged(Qt::Horizontal, Held, Held);
    }
    const bool isOfVotes = locks.empty() ? m_hasVotes : hasVotes(*locks.front());
    if (std::exchange(m_hasVotes, isOfVotes) != isOfVotes)
        Q_EMIT headerDataChanged(Qt::Horizontal, Holder, Waiting);
    if (hasMoved)
        synchronise(*m_root, wantedOf(locks, concerns));
    else
        replaceChanged(locks);
    m_locks = locks;
    if (concerns != m_concerns || (hasMoved && !concerns.empty())) // new nodes have none
        setConcerns(locks, concerns, hasMoved);
    if (settle(*m_root) || hasWaits)
        Q_EMIT settled();
}

LocksModel::Wanted LocksModel::wantedOf(const std::vector<LockPtr>& locks,
                                        const std::vector<LockConcern>& concerns) const
{
    Wanted wanted;
    for (std::size_t i = 0; i < locks.size(); ++i) {
        auto* at = &wanted;
        for (const auto component : split(locks[i]->path))
            at = &at->children.try_emplace(std::string(component)).first->second;
        at->lock = locks[i];
        at->concern = concerns.empty() ? LockConcern() : concerns[i];
    }
    return wanted;
}

/// `all`: the locks are others than before.
void LocksModel::setConcerns(const std::vector<LockPtr>& locks, const std::vector<LockConcern>& concerns, bool all)
{
    Q_ASSERT(concerns.empty() || concerns.size() == locks.size());
    const auto at = [](const std::vector<LockConcern>& of, std::size_t i) {
        return of.empty() ? LockConcern() : of[i];
    };
    for (std::size_t i = 0; i < locks.size(); ++i) {
        const auto concern = at(concerns, i);
        if (!all && concern == at(m_concerns, i))
            continue;
        auto* node = find(locks[i]->path);
        Q_ASSERT(node);
        if (node->concern == concern)
            continue;
        node->concern = concern;
        node->changed = true;
        applyFilter(*node);
    }
    m_concerns = concerns;
}

void LocksModel::replaceChanged(const std::vector<LockPtr>& locks)
{
    for (std::size_t i = 0; i < locks.size(); ++i) {
        if (locks[i] == m_locks[i])
            continue;
        auto* node = find(locks[i]->path);
        Q_ASSERT(node);
        node->lock = locks[i];
        node->changed = true;
        applyFilter(*node);
    }
}

/// Both lists are sorted by name, so runs of rows are removed and inserted, and no row moves.
void LocksModel::synchronise(Node& node, const Wanted& wanted)
{
    auto& children = node.children;
    const auto parentIndex = indexOf(node);
    for (auto last = static_cast<int>(children.size()) - 1; last >= 0; --last) {
        const auto gone = [&](int row) {
            return !wanted.children.contains(children[static_cast<std::size_t>(row)]->name);
        };
        if (!gone(last))
            continue;
        auto first = last;
        while (first > 0 && gone(first - 1))
            --first;
        beginRemoveRows(parentIndex, first, last);
        children.erase(children.begin() + first, children.begin() + last + 1);
        endRemoveRows();
        last = first;
    }

    const auto build = [this](auto& self, const std::string& name, const Wanted& from,
                              Node* parent) -> std::unique_ptr<Node> {
        auto made = std::make_unique<Node>();
        made->name = name;
        made->path = !m_isTree || m_isRedis || name == "/" ? parent->path + name : parent->path + "/" + name;
        made->parent = parent;
        made->lock = from.lock;
        made->concern = from.concern;
        if (const auto known = m_judged.find(from.lock.get()); known != m_judged.end())
            made->judged = known->second;
        applyFilter(*made);
        for (const auto& [childName, child] : from.children)
            made->children.push_back(self(self, childName, child, made.get()));
        made->totals = made->count();
        made->rank = rankOf(*made);
        return made;
    };
    std::size_t row = 0;
    for (auto it = wanted.children.begin(); it != wanted.children.end();) {
        const auto isHere = [&](const std::string& name) {
            return row < children.size() && children[row]->name == name;
        };
        if (isHere(it->first)) {
            auto& child = *children[row++];
            if (child.lock != it->second.lock) {
                child.lock = it->second.lock;
                if (!child.lock) // now only a folder
                    child.concern = {};
                child.changed = true;
                applyFilter(child);
            }
            synchronise(child, it->second);
            ++it;
            continue;
        }
        std::vector<std::unique_ptr<Node>> run;
        while (it != wanted.children.end() && !isHere(it->first)) {
            run.push_back(build(build, it->first, it->second, &node));
            ++it;
        }
        const auto count = run.size();
        beginInsertRows(parentIndex, static_cast<int>(row), static_cast<int>(row + count) - 1);
        children.insert(children.begin() + static_cast<std::ptrdiff_t>(row), std::make_move_iterator(run.begin()),
                        std::make_move_iterator(run.end()));
        endInsertRows();
        row += count;
    }
}

/// Computes the totals from the leaves up and announces changes by runs of rows. True if there were any.
bool LocksModel::settle(Node& node)
{
    bool hasChanged = false;
    const auto count = static_cast<int>(node.children.size());
    const auto child = [&](int row) -> Node& { return *node.children[static_cast<std::size_t>(row)]; };
    for (auto row = 0; row < count; ++row) {
        hasChanged = settle(child(row)) || hasChanged;
        const auto totals = child(row).count();
        child(row).changed = child(row).changed || totals != child(row).totals;
        child(row).totals = totals;
    }
    for (auto first = 0; first < count; ++first) {
        if (!child(first).changed)
            continue;
        auto last = first;
        while (last + 1 < count && child(last + 1).changed)
            ++last;
        for (auto row = first; row <= last; ++row)
            child(row).changed = false;
        const auto parentIndex = indexOf(node);
        Q_EMIT dataChanged(index(first, 0, parentIndex), index(last, ColumnCount - 1, parentIndex));
        first = last;
        hasChanged = true;
    }
    return hasChanged;
}

/// The children's ranks must be up to date.
Rank LocksModel::rankOf(Node& node) const
{
    Rank rank{node.totals.badness, {}, {}};
    if (node.lock) {
        rank.number = numberOf(node);
        rank.text = sortTextOf(*node.lock);
    }
    for (const auto& child : node.children)
        rank.number = std::max(rank.number, child->rank.number);
    return rank;
}

bool LocksModel::renewRanks(int sorted)
{
    m_sorted = sorted;
    const auto renew = [this](auto& self, Node& node) -> bool {
        bool hasChanged = false;
        for (const auto& child : node.children)
            hasChanged = self(self, *child) || hasChanged;
        const auto rank = rankOf(node);
        return std::exchange(node.rank, rank) != rank || hasChanged;
    };
    return renew(renew, *m_root);
}

void LocksModel::setMarkIcon(const QIcon& icon)
{
    m_markIcon = icon;
    Q_EMIT headerDataChanged(Qt::Horizontal, Severity, Severity);
}

void LocksModel::setEnsemble(std::shared_ptr<const ensemble::EnsembleFacts> facts)
{
    if (facts == m_ensemble)
        return;
    const auto before = std::exchange(m_ensemble, std::move(facts));
    const bool mayMatch = m_filter.setEnsemble(m_ensemble.get());
    const auto look = [&](auto& self, Node& node) -> void {
        if (mayMatch)
            applyFilter(node);
        node.changed = node.changed || (node.lock && isRenamed(*node.lock, before.get(), m_ensemble.get()));
        for (const auto& child : node.children)
            self(self, *child);
    };
    look(look, *m_root);
    if (settle(*m_root))
        Q_EMIT settled();
}

void LocksModel::setFilter(const LocksFilter& filter)
{
    m_filter = filter;
    m_filter.setEnsemble(m_ensemble.get());
    markMatches(*m_root);
}

void LocksModel::applyFilter(Node& node) const
{
    node.isMatching = node.lock && m_filter.matches(*node.lock, node.ownBadness().severity > 0);
}

void LocksModel::markMatches(Node& node) const
{
    applyFilter(node);
    node.totals.matched = node.isMatching ? 1 : 0;
    for (const auto& child : node.children) {
        markMatches(*child);
        node.totals.matched += child->totals.matched;
    }
}

bool LocksModel::isMatched(const QModelIndex& index) const
{
    return nodeOf(index)->totals.matched > 0;
}

int LocksModel::lockCount() const
{
    return static_cast<int>(m_locks.size());
}

int LocksModel::matchedCount() const
{
    return m_root->count().matched;
}

int LocksModel::problemCount() const
{
    return m_root->count().problems;
}

LocksModel::Node* LocksModel::nodeOf(const QModelIndex& index) const
{
    return index.isValid() ? static_cast<Node*>(index.internalPointer()) : m_root.get();
}

QModelIndex LocksModel::indexOf(const Node& node, int column) const
{
    if (!node.parent)
        return {};
    const auto& siblings = node.parent->children;
    const auto found =
        std::lower_bound(siblings.begin(), siblings.end(), node.name,
                         [](const auto& sibling, const std::string& name) { return sibling->name < name; });
    return createIndex(static_cast<int>(found - siblings.begin()), column, &node);
}

std::vector<std::string_view> LocksModel::split(std::string_view path) const
{
    if (!m_isTree)
        return {path};
    return m_isRedis ? partsOf(path) : componentsOf(path);
}

LocksModel::Node* LocksModel::find(std::string_view path) const
{
    auto* node = m_root.get();
    for (const auto component : split(path)) {
        const auto found =
            std::lower_bound(node->children.begin(), node->children.end(), component,
                             [](const auto& child, std::string_view name) { return child->name < name; });
        if (found == node->children.end() || (*found)->name != component)
            return nullptr;
        node = found->get();
    }
    return node;
}

QModelIndex LocksModel::indexOf(std::string_view path) const
{
    const auto* node = find(path);
    return node ? indexOf(*node) : QModelIndex();
}

const Lock* LocksModel::lockAt(const QModelIndex& index) const
{
    return nodeOf(index)->lock.get();
}

const Rank& LocksModel::rankAt(const QModelIndex& index) const
{
    return nodeOf(index)->rank;
}

QModelIndex LocksModel::index(int row, int column, const QModelIndex& parent) const
{
    const auto& children = nodeOf(parent)->children;
    if (row < 0 || row >= static_cast<int>(children.size()) || column < 0 || column >= ColumnCount ||
        parent.column() > 0)
        return {};
    return createIndex(row, column, children[static_cast<std::size_t>(row)].get());
}

QModelIndex LocksModel::parent(const QModelIndex& child) const
{
    return child.isValid() ? indexOf(*nodeOf(child)->parent) : QModelIndex();
}

int LocksModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(nodeOf(parent)->children.size());
}

int LocksModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

} // namespace lockscope::ui

#include "moc_LocksModel.cpp"
