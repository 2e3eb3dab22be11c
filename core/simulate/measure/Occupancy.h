// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace lockscope::console {

/// The number of clients that may hold a lock at once.
struct Admission {
    int most = 1;
    bool readersShare = false; ///< any number of readers, or one writer; `most` is ignored

    friend bool operator==(const Admission&, const Admission&) = default;
};

/// The clients inside one lock, as they report it, and whether there are more than its recipe allows. A client that is
/// inside twice, as in a downgrade, counts once. Pure.
class Occupancy final {
public:
    explicit Occupancy(Admission admission = {})
        : m_admission(admission)
    {
    }

    /// Returns false if more clients are now inside than allowed.
    bool enter(const std::string& client, bool writes);
    /// No effect if the client is not inside in this mode.
    void leave(const std::string& client, bool writes);

    [[nodiscard]] bool isInside(const std::string& client) const;
    [[nodiscard]] bool isCrowded() const;
    /// Each client once, in the order of entry.
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
