// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A node's payload as people read it. Pure, any thread.

#include <QString>

#include <string_view>

namespace lockscope::ui {

struct PayloadText {
    enum class Kind {
        Empty,
        Text,
        Json,
        Hex
    };
    Kind kind = Kind::Empty;
    QString text; ///< whole; JSON is indented, bytes are a hex dump
};
[[nodiscard]] PayloadText payloadText(std::string_view bytes);
/// "10.20.4.17 (text, 10 bytes)" on one line. `cut`: so many more there are.
[[nodiscard]] QString payloadSummary(std::string_view bytes, qint64 cut = 0);
[[nodiscard]] QString hexDump(std::string_view bytes);
/// As it goes into a file: text as it is, bytes as "0x…"; with "…" at the end if more was cut.
[[nodiscard]] QString wholePayload(std::string_view bytes, qint64 cut = 0);

} // namespace lockscope::ui
