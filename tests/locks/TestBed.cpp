// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/locks/TestBed.h"

namespace lockscope::test {

TestBed::~TestBed()
{
    while (!m_programs.empty())
        m_programs.pop_back();
}

void TestBed::acceptClients(bool accepts)
{
    m_accepts = accepts;
    for (auto& program : m_programs) {
        if (accepts && program.client().session().state == SessionState::Connecting)
            ensemble.reconnect(program.client());
    }
}

void TestBed::makeDirectories()
{
    for (const auto& directory : m_kind.directories) {
        for (std::size_t end = directory.find('/', 1); end != std::string::npos; end = directory.find('/', end + 1))
            (void)ensemble.create(directory.substr(0, end)); // may already exist
        (void)ensemble.create(directory);
    }
}

QByteArray TestBed::remains()
{
    for (auto& program : m_programs)
        program.destroyLock();
    wait();
    QByteArray remains;
    for (auto& program : m_programs) {
        for (const auto& node : program.nodes())
            remains += printed(node) + " ";
    }
    for (const auto& directory : m_kind.directories) {
        for (const auto& child : ensemble.children(directory)) {
            const auto path = directory + "/" + child;
            if (ensemble.stat(path)->ephemeralOwner != 0)
                remains += printed(path) + " ";
        }
    }
    if (const auto watches = ensemble.watchCount(); watches > 0)
        remains += QByteArray::number(static_cast<qsizetype>(watches)) + " watches";
    return remains;
}

} // namespace lockscope::test
