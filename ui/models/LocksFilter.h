// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inspect/Picture.h"

#include <QString>

#include <string>
#include <string_view>

namespace lockscope::ui {

/// What somebody types to find locks, without regard to case. Tens of thousands of contenders are asked while they
/// type. A value.
class LocksFilter final {
public:
    LocksFilter() = default; ///< lets everything pass
    explicit LocksFilter(const QString& typed);

    [[nodiscard]] bool isEmpty() const { return m_text.isEmpty(); }
    /// Does the path, or one of the lock's clients, hosts, sessions or nodes contain it? `lock` may be null.
    [[nodiscard]] bool matches(const std::string& path, const inspect::LockQueue* lock) const;

    friend bool operator==(const LocksFilter& a, const LocksFilter& b) { return a.m_text == b.m_text; }

private:
    [[nodiscard]] bool isIn(std::string_view text) const;

    QString m_text;
    std::string m_ascii; ///< in small letters; empty where it has others
};

} // namespace lockscope::ui
