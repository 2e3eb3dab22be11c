// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

namespace lockscope::release {

/// Owns a file descriptor and closes it in the destructor; negative: none. One thread at a time.
class Descriptor final {
public:
    explicit Descriptor(int value)
        : m_value(value)
    {
    }
    ~Descriptor()
    {
        if (m_value >= 0)
            ::close(m_value);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] int get() const { return m_value; }

private:
    int m_value;
};

} // namespace lockscope::release
