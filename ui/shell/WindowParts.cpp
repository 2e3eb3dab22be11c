// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/WindowParts.h"

#include <utility>

namespace lockscope::ui {

namespace {

/// Before the controller sees it.
Connection& prepared(Connection& connection, inspect::DialectLoad dialects)
{
    connection.setCollector(ensemble::CollectorSettings());
    connection.setDialects(std::move(dialects));
    return connection;
}

} // namespace

WindowParts::WindowParts(Means means)
    : saved(std::move(means.profiles))
    , connection(std::move(means.makeClient), means.log)
    , simulation(std::move(means.simulation))
    , window(simulation, means.preferences)
    , controller({window, prepared(connection, std::move(means.dialects)), saved, keychain, sandbox, simulation,
                  means.settings, clock})
{
}

WindowParts::~WindowParts() = default;

} // namespace lockscope::ui
