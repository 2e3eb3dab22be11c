// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/KeyedDiff.h"

#include <QModelIndexList>

#include <algorithm>
#include <concepts>
#include <functional>
#include <numeric>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace lockscope::ui {

/// How rows become others. A value.
struct RowSteps {
    std::vector<int> places;                    ///< placesOf() the rows
    std::optional<std::vector<DiffStep>> steps; ///< nothing: too many
};

/// A flat item model (`Model` is one of Qt's abstract ones) whose rows have keys: applies and announces the steps from
/// one list to another. Many steps are announced as four: removed rows are moved to the end and removed, new rows are
/// appended, then all are sorted. UI thread.
template <typename Model> class KeyedRows : public Model {
protected:
    using Model::Model;

    /// Afterwards `rows` has the keys of `wanted` in their order; kept rows are not replaced. Keys are texts, or types
    /// with std::hash.
    template <typename Row, typename KeyOf>
    void takeSteps(std::vector<Row>& rows, const std::vector<Row>& wanted, const KeyOf& keyOf)
    {
        takeSteps(rows, wanted, stepsBetween(rows, wanted, keyOf));
    }

    /// Any thread.
    template <typename Row, typename KeyOf>
    [[nodiscard]] static RowSteps stepsBetween(const std::vector<Row>& rows, const std::vector<Row>& wanted,
                                               const KeyOf& keyOf)
    {
        auto places = placesOf(keysOf(rows, keyOf), keysOf(wanted, keyOf));
        auto steps = keyedDiff(places, wanted.size(), mostSteps);
        return {std::move(places), std::move(steps)};
    }

    /// As above, with the steps between these rows.
    template <typename Row>
    void takeSteps(std::vector<Row>& rows, const std::vector<Row>& wanted, const RowSteps& between)
    {
        if (!between.steps) {
            takeAtOnce(rows, wanted, between.places);
            return;
        }
        for (const auto& step : *between.steps) {
            const auto at = rows.begin() + step.row;
            switch (step.kind) {
            case DiffStep::Kind::Remove:
                this->beginRemoveRows({}, step.row, step.row + step.count - 1);
                rows.erase(at, at + step.count);
                this->endRemoveRows();
                break;
            case DiffStep::Kind::Insert:
                this->beginInsertRows({}, step.row, step.row + step.count - 1);
                rows.insert(at, wanted.begin() + step.to, wanted.begin() + step.to + step.count);
                this->endInsertRows();
                break;
            case DiffStep::Kind::Move:
                this->beginMoveRows({}, step.row, step.row, {}, step.to > step.row ? step.to + 1 : step.to);
                if (step.to > step.row)
                    std::rotate(at, at + 1, rows.begin() + step.to + 1);
                else
                    std::rotate(rows.begin() + step.to, at, at + 1);
                this->endMoveRows();
                break;
            }
        }
    }

private:
    static constexpr std::size_t mostSteps = 64;

    template <typename Row, typename KeyOf>
    [[nodiscard]] static auto keysOf(const std::vector<Row>& rows, const KeyOf& keyOf)
    {
        using Reported = std::remove_cvref_t<std::invoke_result_t<const KeyOf&, const Row&>>;
        using Key = std::conditional_t<std::convertible_to<Reported, std::string_view>, std::string_view, Reported>;
        std::vector<Key> keys;
        keys.reserve(rows.size());
        for (const auto& row : rows)
            keys.emplace_back(std::invoke(keyOf, row));
        return keys;
    }

    template <typename Row>
    void takeAtOnce(std::vector<Row>& rows, const std::vector<Row>& wanted, const std::vector<int>& places)
    {
        std::vector<int> order(rows.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_partition(order.begin(), order.end(),
                              [&](int row) { return places[static_cast<std::size_t>(row)] >= 0; });
        changePlaces(rows, order);
        const auto kept =
            static_cast<int>(rows.size()) - static_cast<int>(std::count(places.begin(), places.end(), -1));
        if (kept < static_cast<int>(rows.size())) {
            this->beginRemoveRows({}, kept, static_cast<int>(rows.size()) - 1);
            rows.erase(rows.begin() + kept, rows.end());
            this->endRemoveRows();
        }

        // For each of `wanted` the row that it is moved from.
        std::vector<int> sources(wanted.size(), -1);
        for (auto row = 0; row < kept; ++row)
            sources[static_cast<std::size_t>(places[static_cast<std::size_t>(order[static_cast<std::size_t>(row)])])] =
                row;
        if (kept < static_cast<int>(wanted.size())) {
            this->beginInsertRows({}, kept, static_cast<int>(wanted.size()) - 1);
            for (std::size_t i = 0; i < wanted.size(); ++i) {
                if (sources[i] >= 0)
                    continue;
                sources[i] = static_cast<int>(rows.size());
                rows.push_back(wanted[i]);
            }
            this->endInsertRows();
        }
        changePlaces(rows, sources);
    }

    /// Row i becomes the previous row `order[i]`.
    template <typename Row> void changePlaces(std::vector<Row>& rows, const std::vector<int>& order)
    {
        if (std::is_sorted(order.begin(), order.end()))
            return;
        Q_EMIT this->layoutAboutToBeChanged();
        std::vector<Row> placed;
        placed.reserve(rows.size());
        std::vector<int> now(rows.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            const auto from = static_cast<std::size_t>(order[i]);
            placed.push_back(std::move(rows[from]));
            now[from] = static_cast<int>(i);
        }
        rows = std::move(placed);
        const auto before = this->persistentIndexList();
        QModelIndexList after;
        after.reserve(before.size());
        for (const auto& index : before)
            after.append(this->index(now[static_cast<std::size_t>(index.row())], index.column()));
        this->changePersistentIndexList(before, after);
        Q_EMIT this->layoutChanged();
    }
};

} // namespace lockscope::ui
