// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockscope::release {

enum class GuardProof {
    Counter, ///< a create counter proves that the name still belongs to the verified node
    Version, ///< the guard compares only the version; the name cannot be used again
    Script,  ///< a script on Redis compares the owner and releases in one atomic step
    None     ///< nothing can be proved: the release is refused
};

/// "counter", "version", "script", "none": the values in the command line's JSON.
[[nodiscard]] constexpr std::string_view toString(GuardProof proof)
{
    switch (proof) {
    case GuardProof::Counter:
        return "counter";
    case GuardProof::Version:
        return "version";
    case GuardProof::Script:
        return "script";
    case GuardProof::None:
        return "none";
    }
    return {};
}

/// What the guard of a release can prove, for display before the confirmation.
struct GuardPromise {
    GuardProof proof = GuardProof::Counter;
    std::string text; ///< what is proved and what is not, as sentences

    friend bool operator==(const GuardPromise&, const GuardPromise&) = default;
};

} // namespace lockscope::release
