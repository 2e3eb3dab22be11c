// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/MonitorLink.h"

#include "core/base/Phrase.h"
#include "core/redis/client/FirstCommands.h"

#include <algorithm>
#include <utility>

namespace lockscope::redis {

MonitorLink::MonitorLink(LinkContext context, Address address, Handlers handlers)
    : m_context(std::move(context))
    , m_address(std::move(address))
    , m_handlers(std::move(handlers))
{
}

void MonitorLink::start()
{
    const auto settings = connectionSettings(m_context.settings, m_address);
    m_transport = m_context.transports.open(
        m_address, settings.tls, settings.connectTimeout,
        {whileAlive([](MonitorLink& self) { self.onOpened(); }),
         whileAlive([](MonitorLink& self, std::string_view bytes) { self.onReceived(bytes); }),
         whileAlive([](MonitorLink& self, const Error& why) { self.end(why); })});
}

void MonitorLink::close()
{
    m_isEnded = true;
    m_limit.reset();
    m_transport.reset();
}

void MonitorLink::onOpened()
{
    auto commands = firstCommands(connectionSettings(m_context.settings, m_address));
    commands.push_back({"MONITOR"});
    std::string bytes;
    for (const auto& command : commands) {
        bytes += encoded(command);
        m_unanswered.push_back(command.front());
    }
    m_limit = m_context.executor.after(m_context.settings.connectTimeout, whileAlive([](MonitorLink& self) {
                                           self.end({ErrorCode::OperationTimeout,
                                                     {},
                                                     toString(self.m_address),
                                                     phrase("the server did not answer MONITOR in time")});
                                       }));
    m_transport->send(bytes);
}

void MonitorLink::onReceived(std::string_view bytes)
{
    while (!bytes.empty() && !m_isEnded) {
        const auto end = bytes.find('\n');
        onPart(bytes.substr(0, end), end != std::string_view::npos);
        bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    }
}

/// Values of any size are in the lines.
void MonitorLink::onPart(std::string_view part, bool isWhole)
{
    m_isTooLong = m_isTooLong || m_line.size() + part.size() > longestLine;
    if (!m_isTooLong)
        m_line += part;
    if (!isWhole)
        return;
    auto line = std::exchange(m_line, {});
    if (std::exchange(m_isTooLong, false))
        return;
    if (line.ends_with('\r'))
        line.pop_back();
    onLine(line);
}

void MonitorLink::onLine(std::string_view line)
{
    if (!m_unanswered.empty())
        onReply(line);
    else if (line.starts_with('+'))
        m_handlers.line(line.substr(1));
    else
        end({ErrorCode::ConnectionLoss,
             {},
             toString(m_address),
             std::string(line.substr(std::min<std::size_t>(1, line.size())))});
}

void MonitorLink::onReply(std::string_view line)
{
    const auto name = std::move(m_unanswered.front());
    m_unanswered.pop_front();
    const auto text = std::string(line.substr(std::min<std::size_t>(1, line.size())));
    const auto reply = line.starts_with('-') ? Value::error(text) : Value::status(text);
    if (const auto problem =
            firstCommandFailure(name, reply, m_address, connectionSettings(m_context.settings, m_address).password);
        problem && name != "MONITOR")
        return end(*problem);
    if (name != "MONITOR")
        return;
    if (!reply.isError()) {
        m_limit.reset();
        return m_handlers.begun();
    }
    const bool isUnknown = reply.errorCode() != "NOPERM" && reply.errorCode() != "NOAUTH";
    end({isUnknown ? ErrorCode::Unimplemented : ErrorCode::NoAuth, {}, toString(m_address), reply.text()});
}

/// By value: it may be the transport's, which is closed here.
void MonitorLink::end(Error why)
{
    const auto self = shared_from_this(); // the handler may drop this object
    close();
    m_handlers.ended(std::move(why));
}

} // namespace lockscope::redis
