// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/HostLookup.h"

#include <QHostInfo>

#include <utility>

namespace lockscope::ensemble {

namespace {

constexpr auto longestWait = std::chrono::milliseconds(1'000); ///< later names are in the next report
constexpr std::size_t mostAsked = 2'000;                       ///< to spare the name servers

} // namespace

HostLookup::HostLookup(Names file, bool looksUp, QObject* parent)
    : QObject(parent)
    , m_names(std::move(file))
    , m_looksUp(looksUp)
{
    if (!m_names && m_looksUp)
        m_names = std::make_shared<const inspect::HostNames>();
    m_limit.setSingleShot(true);
    m_limit.setInterval(longestWait);
    connect(&m_limit, &QTimer::timeout, this, &HostLookup::end);
}

void HostLookup::find(const std::set<std::string>& addresses, std::function<void(const Names&)> done)
{
    m_done = std::move(done);
    if (m_looksUp) {
        for (const auto& address : addresses)
            look(address);
    }
    if (m_open == 0)
        end();
    else
        m_limit.start();
}

void HostLookup::look(const std::string& address)
{
    if (m_asked.size() >= mostAsked || !m_names->nameOf(address).empty() || !m_asked.insert(address).second)
        return;
    ++m_open;
    QHostInfo::lookupHost(QString::fromStdString(address), this, [this, address](const QHostInfo& info) {
        // Without a name, the address itself is returned.
        const auto name = info.hostName().toStdString();
        if (info.error() == QHostInfo::NoError && !name.empty() && name != address) {
            auto names = std::make_shared<inspect::HostNames>(*m_names);
            names->add(address, name);
            m_names = std::move(names);
        }
        if (--m_open == 0)
            end();
    });
}

void HostLookup::end()
{
    m_limit.stop();
    if (const auto done = std::exchange(m_done, nullptr))
        done(m_names); // may delete this
}

} // namespace lockscope::ensemble
