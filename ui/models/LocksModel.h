// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
#include "ui/models/ColumnSpec.h"
#include "ui/models/LocksFilter.h"

#include <QAbstractItemModel>
#include <QIcon>

#include <chrono>
#include <compare>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockscope::ui {

/// How urgent a lock is, or the worst one of a folder: the greater one is worse. Contains points in time, not
/// durations, so it does not change while time passes.
struct Badness {
    bool isCertain = false; ///< it certainly is a lock: possible locks come last, whatever they show
    /// Of the worst finding: 0 none, 1 note, 2 warning, 3 critical. A holder without a session is critical even before
    /// the findings are known.
    int severity = 0;
    int waiting = 0; ///< clients that are known to wait
    /// Since the epoch: when the client that waits longest came; on Redis, when it was first seen.
    qint64 oldestWaiterMs = std::numeric_limits<qint64>::max();

    friend bool operator==(const Badness&, const Badness&) = default;
    friend std::strong_ordering operator<=>(const Badness& a, const Badness& b);
};

/// The findings of a lock.
struct LockConcern {
    int severity = 0; ///< as in Badness
    int findings = 0;
    bool isLong = false; ///< one of them, a warning or worse, is about how long the lock is held or waited for

    friend bool operator==(const LockConcern&, const LockConcern&) = default;
};
/// One for each lock of the snapshot, in their order; empty while there are no findings.
[[nodiscard]] std::vector<LockConcern> concernsOf(const inspect::Snapshot& snapshot);

/// What the rows are sorted by.
struct Rank {
    Badness badness; ///< the worst, of the node and all below it
    /// The value of the sorted column, the largest of the node and all below it; nullopt: unknown, none, or a text.
    std::optional<qint64> number;
    QString text; ///< the text of the sorted column, if it has no numbers; empty for a folder

    friend bool operator==(const Rank&, const Rank&) = default;
};

/// All locks of a snapshot as a list, or as a tree of path components. Rows are keyed by path and sorted by name. An
/// update is announced by runs of rows, without a reset. Thread: UI.
class LocksModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    using LockPtr = std::shared_ptr<const inspect::Lock>;
    enum Column {
        Name,
        Type,
        Holder,
        Held, ///< on Redis: what is left of the lease
        Waiting,
        LongestWait,
        CausedWaits, ///< how long clients have waited because of it so far (inspect::LockWaits)
        Severity,
        ColumnCount
    };

    /// "mutex", "fair lock", "Redlock": without the library.
    [[nodiscard]] static QString typeText(const inspect::Lock& lock);

    explicit LocksModel(QObject* parent = nullptr);
    ~LocksModel() override;

    /// A list at first. The rows of the other form are removed.
    void setTree(bool tree);
    /// Sorted by path, as in a Snapshot. `concerns`: one for each of the locks, or empty. `waits`: null while unknown.
    void setLocks(const std::vector<LockPtr>& locks, const std::vector<LockConcern>& concerns = {},
                  std::shared_ptr<const inspect::LockWaits> waits = {});
    /// The session data from the servers; null: none.
    void setEnsemble(std::shared_ptr<const ensemble::EnsembleFacts> facts);
    /// Of the marks in the header.
    void setMarkIcon(const QIcon& icon);
    /// Durations count up to it. Emits nothing: a view paints them again.
    void setNow(const inspect::Moment& now) { m_now = now; }

    [[nodiscard]] int lockCount() const;
    /// Locks that the filter accepts.
    [[nodiscard]] int matchedCount() const;
    /// Locks with findings, or with a holder without a session.
    [[nodiscard]] int problemCount() const;
    [[nodiscard]] QModelIndex indexOf(std::string_view path) const;
    /// Null for a folder that is not a lock.
    [[nodiscard]] const inspect::Lock* lockAt(const QModelIndex& index) const;
    /// As of the row's insertion or the last renewRanks(), so that rows of busy locks do not move all the time.
    [[nodiscard]] const Rank& rankAt(const QModelIndex& index) const;
    /// `sorted`: the column that the rows are sorted by. True: ranks have changed, so the rows must be sorted again.
    [[nodiscard]] bool renewRanks(int sorted);
    /// Afterwards a proxy has to filter by isMatched() again.
    void setFilter(const LocksFilter& filter);
    /// True if the filter accepts it, or a row below it.
    [[nodiscard]] bool isMatched(const QModelIndex& index) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    /// Emitted once at the end of an update that announced rows or may have changed ranks.
    void settled();

private:
    struct Node;
    struct Wanted;
    struct Judged {
        LockPtr lock;
        LockConcern concern;
        Badness badness; ///< of these
    };

    [[nodiscard]] Node* nodeOf(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOf(const Node& node, int column = 0) const;
    [[nodiscard]] std::vector<std::string_view> split(std::string_view path) const;
    [[nodiscard]] Node* find(std::string_view path) const;
    [[nodiscard]] Wanted wantedOf(const std::vector<LockPtr>& locks, const std::vector<LockConcern>& concerns) const;
    void replaceChanged(const std::vector<LockPtr>& locks);
    void setConcerns(const std::vector<LockPtr>& locks, const std::vector<LockConcern>& concerns, bool all);
    void synchronise(Node& node, const Wanted& wanted);
    [[nodiscard]] bool settle(Node& node);
    [[nodiscard]] Rank rankOf(Node& node) const;
    [[nodiscard]] std::optional<qint64> numberOf(Node& node) const;
    [[nodiscard]] QString sortTextOf(const inspect::Lock& lock) const;
    void applyFilter(Node& node) const;
    void markMatches(Node& node) const;
    struct Cell {
        Node& node;
        const LocksModel& model;
    };
    [[nodiscard]] static const Columns<Cell>& columns();
    [[nodiscard]] static QString votesText(const inspect::Lock& lock);
    [[nodiscard]] QString nameText(const Node& node) const;
    [[nodiscard]] int leadOf(const Node& node) const;
    [[nodiscard]] QString holderText(const inspect::Lock& lock) const;
    [[nodiscard]] QString heldText(const inspect::Lock& lock) const;
    [[nodiscard]] std::optional<inspect::Since> longestWait(Node& node) const;
    [[nodiscard]] bool hasLongWait(Node& node) const;
    [[nodiscard]] std::optional<std::chrono::milliseconds> causedWaits(const Node& node) const;
    [[nodiscard]] bool isUnknown(Node& node, int column) const;
    [[nodiscard]] static QVariant markOf(Node& node);
    [[nodiscard]] static QVariant markToneOf(Node& node);
    [[nodiscard]] QString accessibleText(Node& node, int column) const;
    [[nodiscard]] QString toolTipText(const Node& node, int column) const;

    std::unique_ptr<Node> m_root;
    std::vector<LockPtr> m_locks;
    std::unordered_map<const inspect::Lock*, Judged> m_judged; ///< only while new nodes are made of the same locks
    bool m_isTree = false;
    bool m_isRedis = false;  ///< names of Redis, which are flat
    bool m_hasVotes = false; ///< of independent masters
    int m_sorted = Severity;
    inspect::Moment m_now;
    std::vector<LockConcern> m_concerns;
    std::shared_ptr<const inspect::LockWaits> m_waits;
    std::shared_ptr<const ensemble::EnsembleFacts> m_ensemble;
    LocksFilter m_filter;
    QIcon m_markIcon;
};

} // namespace lockscope::ui
