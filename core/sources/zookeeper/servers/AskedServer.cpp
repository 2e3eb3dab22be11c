// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/AskedServer.h"

#include "core/base/Phrase.h"
#include "core/connect/zookeeper/CollectorSettings.h"

namespace lockscope::ensemble {

namespace {

constexpr auto wordsLine = "4lw.commands.whitelist=srvr,cons,dump,wchp";

std::vector<std::string> openingLines(const AskedServer& server)
{
    const auto port = server.adminPort > 0 ? server.adminPort : defaultAdminPort;
    return {"admin.enableServer=true", "admin.serverPort=" + std::to_string(port), wordsLine};
}

std::string adminWords(const AskedServer& server)
{
    if (server.adminPort == 0)
        return phrase("AdminServer: not queried");
    return phrase("AdminServer on port %1: %2", server.adminPort, server.admin.reason);
}

} // namespace

ServerState stateOf(const AskedServer& server)
{
    return server.admin.isOpen() || server.client.isOpen() ? ServerState::Serving : server.client.server;
}

ServerFacts factsOf(const AskedServer& server, bool sessionsKnown, bool isShared)
{
    ServerFacts facts;
    facts.address = server.address;
    facts.askedAt = server.askedAt;
    facts.answers = server.admin.isOpen() || server.client.isOpen();
    if (server.status) {
        facts.mode = server.status->mode;
        facts.version = server.status->version;
        facts.nodes = server.status->nodes;
        facts.health = server.status->health;
    }
    facts.state = stateOf(server);
    facts.downSince = server.downSince;
    facts.connections = server.connectionsBy;
    facts.sessions = server.sessionsBy;
    facts.isShared = isShared;
    if (facts.state == ServerState::Silent || facts.state == ServerState::Down)
        facts.noAnswerReason = server.client.reason;
    if (!facts.answers) {
        facts.trouble = server.adminPort > 0 && server.client.reason != server.admin.reason
                            ? phrase("does not answer. Client port: %1. %2", server.client.reason, adminWords(server))
                            : phrase("does not answer: %1", server.client.reason);
    } else if (!server.connections) {
        facts.trouble = phrase("does not report its connections. %1. Four-letter command cons: %2", adminWords(server),
                               server.cons.reason);
        facts.advice = openingLines(server);
    } else if (!sessionsKnown) {
        facts.trouble = phrase(
            "does not report the ensemble's sessions. %1. Four-letter command dump: %2",
            server.admin.isOpen() ? phrase("Only the leader's AdminServer reports the sessions") : adminWords(server),
            server.dump.state == Endpoint::State::NotAsked ? server.client.reason : server.dump.reason);
        facts.advice = openingLines(server);
    } else if (isShared) {
        facts.trouble =
            phrase("several servers answer at this address, such as behind a load balancer. Sessions without "
                   "a connection or a heartbeat are not found. Name each server in the connect string");
    }
    return facts;
}

} // namespace lockscope::ensemble
