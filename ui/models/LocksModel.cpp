// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/LocksModel.h"

#include "ui/models/Formatting.h"

#include <algorithm>
#include <map>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using inspect::LockQueue;

struct LocksModel::Node {
    std::string name;
    std::string path;
    Node* parent = nullptr;
    LockPtr lock;
    std::vector<std::unique_ptr<Node>> children; ///< by name
    int locks = 0;                               ///< here and below
    int queueLength = 0;                         ///< the longest here and below
    Badness badness;
    bool changed = false;

    /// Counts itself and its children anew; true when that makes a difference.
    bool count();
};

struct LocksModel::Wanted {
    LockPtr lock;
    std::map<std::string, Wanted, std::less<>> children;
};

namespace {

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

Badness badnessOf(const LockQueue& lock)
{
    Badness badness;
    for (const auto& contender : lock.queue) {
        if (!contender.details)
            continue;
        if (contender.holds && contender.details->session == 0)
            badness.severity = 1;
        if (!contender.holds)
            badness.oldestWaiterMs =
                std::min<qint64>(badness.oldestWaiterMs, contender.details->createdAt.time_since_epoch().count());
    }
    return badness;
}

bool samePaths(const std::vector<LocksModel::LockPtr>& a, const std::vector<LocksModel::LockPtr>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& x, const auto& y) { return x == y || x->path == y->path; });
}

bool contains(const QString& where, const QString& what)
{
    return where.contains(what, Qt::CaseInsensitive);
}

} // namespace

bool Badness::worseThan(const Badness& other) const
{
    return severity != other.severity ? severity > other.severity : oldestWaiterMs < other.oldestWaiterMs;
}

bool LocksModel::Node::count()
{
    const auto before = std::tuple(locks, queueLength, badness);
    locks = lock ? 1 : 0;
    queueLength = lock ? static_cast<int>(lock->queue.size()) : 0;
    badness = lock ? badnessOf(*lock) : Badness{};
    for (const auto& child : children) {
        locks += child->locks;
        queueLength = std::max(queueLength, child->queueLength);
        if (child->badness.worseThan(badness))
            badness = child->badness;
    }
    return before != std::tuple(locks, queueLength, badness);
}

LocksModel::LocksModel(QObject* parent)
    : QAbstractItemModel(parent)
    , m_root(std::make_unique<Node>())
{
}

LocksModel::~LocksModel() = default;

void LocksModel::setLocks(const std::vector<LockPtr>& locks)
{
    if (samePaths(m_locks, locks)) {
        replaceChanged(locks);
    } else {
        Wanted wanted;
        for (const auto& lock : locks) {
            auto* at = &wanted;
            for (const auto component : componentsOf(lock->path))
                at = &at->children.try_emplace(std::string(component)).first->second;
            at->lock = lock;
        }
        synchronise(*m_root, wanted);
    }
    m_locks = locks;
    settle(*m_root);
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
    }
}

/// Both sides are in order of their names, so runs of rows are removed and inserted, and none moves.
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

    const auto build = [](auto& self, const std::string& name, const Wanted& from,
                          Node* parent) -> std::unique_ptr<Node> {
        auto made = std::make_unique<Node>();
        made->name = name;
        made->path = name == "/" ? name : parent->path + "/" + name;
        made->parent = parent;
        made->lock = from.lock;
        for (const auto& [childName, child] : from.children)
            made->children.push_back(self(self, childName, child, made.get()));
        made->count();
        return made;
    };
    std::size_t row = 0;
    for (auto it = wanted.children.begin(); it != wanted.children.end();) {
        const auto isHere = [&](const std::string& name) {
            return row < children.size() && children[row]->name == name;
        };
        if (isHere(it->first)) {
            auto& child = *children[row++];
            child.changed = child.changed || child.lock != it->second.lock;
            child.lock = it->second.lock;
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

/// Counts from the leaves up and announces what changed, by runs of rows.
void LocksModel::settle(Node& node)
{
    for (const auto& child : node.children)
        settle(*child);
    node.changed = node.count() || node.changed;

    const auto count = static_cast<int>(node.children.size());
    const auto isChanged = [&](int row) { return node.children[static_cast<std::size_t>(row)]->changed; };
    for (auto first = 0; first < count; ++first) {
        if (!isChanged(first))
            continue;
        auto last = first;
        while (last + 1 < count && isChanged(last + 1))
            ++last;
        for (auto row = first; row <= last; ++row)
            node.children[static_cast<std::size_t>(row)]->changed = false;
        const auto parentIndex = indexOf(node);
        Q_EMIT dataChanged(index(first, 0, parentIndex), index(last, ColumnCount - 1, parentIndex));
        first = last;
    }
}

int LocksModel::lockCount() const
{
    return static_cast<int>(m_locks.size());
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

LocksModel::Node* LocksModel::find(std::string_view path) const
{
    auto* node = m_root.get();
    for (const auto component : componentsOf(path)) {
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

const LockQueue* LocksModel::lockAt(const QModelIndex& index) const
{
    return nodeOf(index)->lock.get();
}

Badness LocksModel::badnessAt(const QModelIndex& index) const
{
    return nodeOf(index)->badness;
}

int LocksModel::queueLengthAt(const QModelIndex& index) const
{
    return nodeOf(index)->queueLength;
}

bool LocksModel::matches(const QModelIndex& index, const QString& text) const
{
    const auto* node = nodeOf(index);
    if (contains(QString::fromStdString(node->path), text))
        return true;
    if (!node->lock)
        return false;
    return std::any_of(node->lock->queue.begin(), node->lock->queue.end(), [&](const inspect::Contender& contender) {
        if (contains(QString::fromStdString(contender.node), text))
            return true;
        return contender.details && (contains(QString::fromStdString(contender.details->client), text) ||
                                     contains(QString::fromStdString(contender.details->host), text) ||
                                     contains(formatHex(contender.details->session), text));
    });
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

QVariant LocksModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto& node = *nodeOf(index);
    switch (role) {
    case Qt::DisplayRole:
        return text(node, index.column());
    case Qt::ToolTipRole:
        return plainToolTip(oneLine(node.path));
    case Qt::TextAlignmentRole:
        return index.column() == Waiting ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case KeyRole:
        return QString::fromStdString(node.path);
    case SortRole:
        return index.column() == Waiting ? QVariant(node.queueLength) : QVariant(text(node, index.column()));
    case ToneRole:
        return QVariant::fromValue(tone(node, index.column()));
    case MarkRole:
        if (index.column() != Name || !node.lock)
            return {};
        if (badnessOf(*node.lock).severity > 0)
            return QVariant::fromValue(Mark::Triangle);
        return QVariant::fromValue(node.lock->holders() > 0 ? Mark::Filled : Mark::Ring);
    case MarkToneRole:
        if (index.column() != Name || !node.lock)
            return {};
        if (badnessOf(*node.lock).severity > 0)
            return QVariant::fromValue(Tone::Bad);
        return QVariant::fromValue(node.lock->holders() > 0 ? Tone::Good : Tone::Muted);
    case StrongRole:
        return index.column() == Name && node.lock && node.lock->waiters() > 0;
    default:
        return {};
    }
}

QVariant LocksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Lock");
    case Holder:
        return tr("Holder");
    case Waiting:
        return tr("Waiting");
    default:
        return {};
    }
}

QString LocksModel::text(const Node& node, int column) const
{
    if (column == Name)
        return node.parent == m_root.get() && node.name != "/" ? u'/' + oneLine(node.name) : oneLine(node.name);
    if (!node.lock) {
        if (column == Holder)
            return {};
        return node.locks == 1 ? tr("1 lock") : tr("%1 locks").arg(formatCount(node.locks));
    }
    if (column == Waiting)
        return waitersText(*node.lock);
    return badnessOf(*node.lock).severity > 0 ? tr("no session!") : holdersText(*node.lock);
}

Tone LocksModel::tone(const Node& node, int column) const
{
    if (column == Name)
        return node.lock ? Tone::Normal : Tone::Muted;
    if (!node.lock)
        return Tone::Muted;
    if (column == Holder)
        return badnessOf(*node.lock).severity > 0 ? Tone::Bad : Tone::Muted;
    return node.lock->kind != inspect::LockKind::Single && node.lock->waiters() > 0 ? Tone::Wait : Tone::Muted;
}

} // namespace lockscope::ui
