// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/model/files/LineCutter.h"

#include <QByteArray>

#include <vector>

namespace lockscope::console {

inline constexpr qsizetype longestOrderBytes = 4'096;

/// Cuts what is read into orders, each a line, in bounded memory.
class OrderLines final {
public:
    /// The lines that are whole now, without their ends; empty ones are left out. One that is too long is told as an
    /// error once, and skipped up to its end.
    [[nodiscard]] std::vector<Result<QByteArray>> feed(const QByteArray& bytes);
    /// A last line without its end.
    [[nodiscard]] std::vector<Result<QByteArray>> finish();

private:
    LineCutter m_cutter{longestOrderBytes};
};

} // namespace lockscope::console
