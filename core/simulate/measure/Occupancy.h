// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace lockscope::console {

/// How many may hold a lock at once.
struct Admission {
    int most = 1;
    bool readersShare = false; ///< then any number of readers, or one writer: `most` does not count

    friend bool operator==(const Admission&, const Admission&) = default;
};

/// Who is inside one lock by their own account, and whether that is more than its recipe allows. A client that is
/// inside twice, as in a downgrade, counts once. Pure.
class Occupancy final {
public:
    explicit Occupancy(Admission admission = {})
        : m_admission(admission)
    {
    }

    /// Returns false where there are more inside now than are allowed.
    bool enter(const std::string& client, bool writes);
    /// Without effect where it is not inside that way.
    void leave(const std::string& client, bool writes);

    [[nodiscard]] bool isInside(const std::string& client) const;
    [[nodiscard]] bool isCrowded() const;
    /// Each once, in the order in which they came.
    [[nodiscard]] std::vector<std::string> clients() const;
    [[nodiscard]] const Admission& admission() const { return m_admission; }

private:
    struct Insider {
        std::string client;
        bool writes = true;
    };

    Admission m_admission;
    std::vector<Insider> m_insiders;
};

} // namespace lockscope::console
