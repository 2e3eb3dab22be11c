// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/KeyedDiff.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace lockscope::ui {

/// A flat item model (`Model` is one of Qt's abstract ones) whose rows have keys: takes the steps from one list to
/// another, and announces each. UI thread.
template <typename Model> class KeyedRows : public Model {
protected:
    using Model::Model;

    /// Afterwards `rows` has the keys of `wanted` in their order; a row that stayed is still the one from before.
    template <typename Row, typename KeyOf>
    void takeSteps(std::vector<Row>& rows, const std::vector<Row>& wanted, const KeyOf& keyOf)
    {
        const auto keysOf = [&](const std::vector<Row>& list) {
            std::vector<std::string_view> keys;
            keys.reserve(list.size());
            for (const auto& row : list)
                keys.push_back(std::invoke(keyOf, row));
            return keys;
        };
        for (const auto& step : keyedDiff(keysOf(rows), keysOf(wanted))) {
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
};

} // namespace lockscope::ui
