// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/model/files/LineCutter.h"

#include <QByteArray>

#include <vector>

namespace lockscope::console {

inline constexpr qsizetype longestOrderBytes = 4'096;

/// Splits the input into commands, one per line, in bounded memory.
class OrderLines final {
public:
    /// The complete lines, without their ends and without empty lines. A line that is too long yields one error and is
    /// skipped up to its end.
    [[nodiscard]] std::vector<Result<QByteArray>> feed(const QByteArray& bytes);
    /// A last line without a line end.
    [[nodiscard]] std::vector<Result<QByteArray>> finish();

private:
    LineCutter m_cutter{longestOrderBytes};
};

} // namespace lockscope::console
