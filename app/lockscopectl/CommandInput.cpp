// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/CommandInput.h"

#include <array>
#include <cerrno>
#include <unistd.h>

namespace lockscope::ctl {

CommandInput::CommandInput(OnLine onLine, std::function<void()> onEnd)
    : m_onLine(std::move(onLine))
    , m_onEnd(std::move(onEnd))
    , m_notifier(STDIN_FILENO, QSocketNotifier::Read)
{
    connect(&m_notifier, &QSocketNotifier::activated, this, [this] { read(); });
}

void CommandInput::read()
{
    // One read() per notification does not block, with any kind of input.
    std::array<char, 65'536> buffer{};
    const auto count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    const auto lines = count > 0 ? m_lines.feed(QByteArray(buffer.data(), count)) : m_lines.finish();
    for (const auto& line : lines)
        m_onLine(line);
    if (count > 0)
        return;
    m_notifier.setEnabled(false);
    m_onEnd();
}

} // namespace lockscope::ctl
