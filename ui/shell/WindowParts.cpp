// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/WindowParts.h"

#include <utility>

namespace lockscope::ui {

namespace {

/// Before the controller uses it.
Connection& prepared(Connection& connection, inspect::DialectLoad dialects)
{
    connection.setCollector(ensemble::CollectorSettings());
    connection.setDialects(std::move(dialects));
    return connection;
}

} // namespace

WindowParts::WindowParts(Dependencies dependencies)
    : saved(std::move(dependencies.profiles))
    , connection(std::move(dependencies.makeBackend), dependencies.log)
    , tester(std::move(dependencies.makeClient))
    , simulation(std::move(dependencies.simulation))
    , window(simulation, dependencies.preferences)
    , controller({window, prepared(connection, std::move(dependencies.dialects)), tester, saved, keychain, sandbox,
                  simulation, dependencies.settings, clock})
{
}

WindowParts::~WindowParts() = default;

} // namespace lockscope::ui
