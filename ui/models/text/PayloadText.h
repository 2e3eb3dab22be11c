// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A node's payload as text for the user. Pure functions, any thread.

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
    QString text; ///< complete; JSON is indented, bytes are a hex dump
};
[[nodiscard]] PayloadText payloadText(std::string_view bytes);
/// Its kind alone.
[[nodiscard]] PayloadText::Kind payloadKind(std::string_view bytes);
/// "10.20.4.17 (text, 10 bytes)" on one line. `cut`: the number of bytes that were cut off.
[[nodiscard]] QString payloadSummary(std::string_view bytes, qint64 cut = 0);
/// Lines of an offset, `inLine` bytes, and the same as text.
[[nodiscard]] QString hexDump(std::string_view bytes, int inLine = 16);
/// The most bytes a line of hexDump() has in this number of characters: a multiple of 4, at least 4.
[[nodiscard]] int hexBytesIn(int characters, std::string_view bytes);
/// For a file: text unchanged, bytes as "0x…"; with "…" at the end if bytes were cut off.
[[nodiscard]] QString wholePayload(std::string_view bytes, qint64 cut = 0);

} // namespace lockscope::ui
