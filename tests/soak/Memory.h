// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFile>

#include <algorithm>
#include <vector>

#include <unistd.h>

namespace lockscope::soak {

/// The memory of a process over time, and whether it grows without limit. The history of the last 50,000 events, which
/// is kept on purpose, needs 16 MiB at most.
class Memory final {
public:
    void sample(qint64 processId)
    {
        QFile file(QStringLiteral("/proc/%1/statm").arg(processId));
        if (!file.open(QIODevice::ReadOnly))
            return;
        const auto pages = file.readAll().split(' ').value(1).toLongLong();
        if (pages > 0)
            m_kib.push_back(pages * ::sysconf(_SC_PAGESIZE) / 1'024);
    }

    /// After the first fifth, the warm-up: the medians of the first and the last third of the rest, in MiB.
    [[nodiscard]] double early() const { return median(m_kib.size() / 5, rest() / 3); }
    [[nodiscard]] double late() const { return median(m_kib.size() - rest() / 3, rest() / 3); }
    [[nodiscard]] bool isFlat(double allowanceMib) const
    {
        constexpr double proportion = 1.1;
        return !m_kib.empty() && late() <= early() * proportion + allowanceMib;
    }
    [[nodiscard]] std::size_t samples() const { return m_kib.size(); }

private:
    [[nodiscard]] std::size_t rest() const { return m_kib.size() - m_kib.size() / 5; }
    [[nodiscard]] double median(std::size_t from, std::size_t count) const
    {
        if (count == 0)
            return 0;
        std::vector<long long> part(m_kib.begin() + static_cast<std::ptrdiff_t>(from),
                                    m_kib.begin() + static_cast<std::ptrdiff_t>(from + count));
        std::nth_element(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(count / 2), part.end());
        return static_cast<double>(part[count / 2]) / 1'024;
    }

    std::vector<long long> m_kib;
};

} // namespace lockscope::soak
