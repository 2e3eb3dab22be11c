// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Checks that must hold for any input; a failure is reported to the fuzzer.

#include "core/base/Result.h"

#include <QByteArray>

#include <cstdint>
#include <cstdlib>

namespace lockscope::fuzz {

inline void require(bool holds)
{
    if (!holds)
        std::abort();
}

/// A refusal has a message.
inline void requireSentence(const Error& error)
{
    require(error.code == ErrorCode::BadArguments);
    require(!error.detail.empty() && !describe(error).empty());
}

inline QByteArray bytesOf(const std::uint8_t* data, std::size_t size)
{
    return {reinterpret_cast<const char*>(data), static_cast<qsizetype>(size)};
}

} // namespace lockscope::fuzz
