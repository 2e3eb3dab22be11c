// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/zookeeper/PortAnswer.h"

#include "core/base/EnumWords.h"
#include "core/base/Phrase.h"
#include "core/connect/ForeignText.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

namespace lockscope::connect {

namespace {

using Kind = PortAnswer::Kind;

struct KindRow {
    Kind kind;
    const char* what; ///< "%1": the servers, "%2": the detail
    const char* next; ///< what to do
    bool isConclusive;
};

/// In the order of the enumeration.
constexpr std::array rows{
    KindRow{Kind::UnknownHost, phraseLater("%1: the host name has no address (%2)"),
            phraseLater("Check the name, or use an IP address"), false},
    KindRow{Kind::Refused, phraseLater("%1: connection refused, no program listens on this port"),
            phraseLater("Check the host and the port, and that the server is running. A server also stops when its "
                        "disk is full: see its log"),
            false},
    KindRow{Kind::Unreachable, phraseLater("%1: the server cannot be reached (%2)"),
            phraseLater("Check the address and the network"), false},
    KindRow{Kind::TimedOut, phraseLater("%1: connecting timed out, nothing replies at this address"),
            phraseLater("Check the address, the network and the firewalls"), false},
    KindRow{Kind::Closed,
            phraseLater("%1: the server accepts connections and closes them at once. It probably has too many "
                        "connections from this host"),
            phraseLater("Close other clients on this host, or raise maxClientCnxns (default 60) in the server's "
                        "zoo.cfg"),
            false},
    KindRow{Kind::Silent, phraseLater("%1: the port accepts connections, but nothing is answered"),
            phraseLater("Check that it is the clientPort of a ZooKeeper server, and that the server is not suspended "
                        "or overloaded"),
            false},
    KindRow{
        Kind::NotServing,
        phraseLater("%1: a ZooKeeper server runs there, but does not serve requests: it is starting, or its "
                    "ensemble has no quorum"),
        phraseLater(
            "Wait, or start the other servers of the ensemble. The server's log shows the reason, such as a full disk"),
        true},
    KindRow{Kind::ReadOnly,
            phraseLater("%1: the ensemble has no quorum, and this server only answers reads with data that may be "
                        "old"),
            phraseLater("Start the other servers of the ensemble"), true},
    KindRow{Kind::Serving, phraseLater("%1: the ZooKeeper server serves requests, but opens no session"),
            phraseLater("The server's log shows the reason"), true},
    KindRow{Kind::Unlisted,
            phraseLater("%1: a ZooKeeper server runs there, but opens no session. It may be starting, or have no "
                        "quorum"),
            phraseLater("The server's log shows the reason"), true},
    KindRow{Kind::Tls, phraseLater("%1: the port requires TLS"),
            phraseLater("Use a connection profile with TLS, or the server's clientPort"), true},
    KindRow{Kind::Http, phraseLater("%1: an HTTP server answers there, not ZooKeeper"),
            phraseLater("Use the server's clientPort (default 2181), not the port of its AdminServer"), true},
    KindRow{Kind::Redis, phraseLater("%1: a Redis server answers there, not ZooKeeper"),
            phraseLater("Use the clientPort of a ZooKeeper server (default 2181)"), true},
    KindRow{Kind::Other, phraseLater("%1: another program answers there, not ZooKeeper (\"%2\")"),
            phraseLater("Use the clientPort of a ZooKeeper server (default 2181)"), true},
};

static_assert(isInOrder(rows, &KindRow::kind) && rows.back().kind == Kind::Other);

const KindRow& rowOf(Kind kind)
{
    return rows.at(static_cast<std::size_t>(kind));
}

/// The servers with answers of one kind, as one sentence.
std::string what(Kind kind, const std::vector<PortAnswer>& answers)
{
    std::vector<std::string> servers;
    std::string detail;
    for (const auto& answer : answers) {
        if (answer.kind != kind)
            continue;
        servers.push_back(toString(answer.server));
        detail = answer.detail;
    }
    return phrase(rowOf(kind).what, listed(servers), foreignText(QString::fromStdString(detail)));
}

std::string joined(const std::string& first, const std::string& second)
{
    return phrase("%1. %2", first, second);
}

std::size_t countOf(Kind kind, const std::vector<PortAnswer>& answers)
{
    return static_cast<std::size_t>(
        std::count_if(answers.begin(), answers.end(), [&](const auto& answer) { return answer.kind == kind; }));
}

/// A server without quorum knows no reason; the state of the others is one.
std::string whyNotServing(const std::vector<PortAnswer>& answers)
{
    const auto notServing = countOf(Kind::NotServing, answers);
    const auto down = answers.size() - notServing;
    if (answers.size() == 1)
        return joined(what(Kind::NotServing, answers), phrase(rowOf(Kind::NotServing).next));
    if (down == 0)
        return phrase("every server runs, but none serves requests: the ensemble is starting, or elects its leader. "
                      "Wait. If this lasts, check that the servers reach each other on the ports of their server "
                      "lines in zoo.cfg");
    std::vector<std::string> others;
    for (const auto& row : rows) {
        if (row.kind != Kind::NotServing && countOf(row.kind, answers) > 0)
            others.push_back(what(row.kind, answers));
    }
    auto text = phrase("%1 of %2 servers run, but do not serve requests: the ensemble probably has no quorum",
                       notServing, answers.size());
    for (const auto& other : others)
        text = joined(text, other);
    return joined(text, phrase("Start the missing servers"));
}

/// The kind that says most about the ensemble: that of a running server, else that of most servers.
Kind mostTelling(const std::vector<PortAnswer>& answers)
{
    for (const auto kind : {Kind::ReadOnly, Kind::NotServing, Kind::Serving, Kind::Unlisted, Kind::Closed}) {
        if (countOf(kind, answers) > 0)
            return kind;
    }
    const auto best = std::max_element(rows.begin(), rows.end(), [&](const KindRow& a, const KindRow& b) {
        return countOf(a.kind, answers) < countOf(b.kind, answers);
    });
    return best->kind;
}

bool isHttp(const QByteArray& bytes)
{
    return bytes.startsWith("HTTP/") || bytes.startsWith("<!DOCTYPE") || bytes.startsWith("<html");
}

/// RESP: an error or a simple string.
bool isRedis(const QByteArray& bytes)
{
    static constexpr std::array<const char*, 4> errors{"-ERR ", "-NOAUTH ", "-DENIED ", "-LOADING "};
    return std::any_of(errors.begin(), errors.end(), [&](const char* error) { return bytes.startsWith(error); });
}

/// A record of TLS: alert or handshake, version 3.
bool isTls(const QByteArray& bytes)
{
    constexpr char alert = 0x15;
    constexpr char handshake = 0x16;
    constexpr char version = 0x03;
    return bytes.size() >= 2 && (bytes[0] == alert || bytes[0] == handshake) && bytes[1] == version;
}

} // namespace

std::optional<Kind> kindOf(const QByteArray& bytes)
{
    if (bytes.isEmpty())
        return std::nullopt;
    if (bytes.startsWith("Zookeeper version:"))
        return bytes.contains("Mode: read-only") || bytes.contains("READ-ONLY mode") ? Kind::ReadOnly : Kind::Serving;
    if (bytes.startsWith("This ZooKeeper instance is not currently serving requests"))
        return Kind::NotServing;
    if (bytes.contains("is not executed because it is not in the whitelist"))
        return Kind::Unlisted;
    if (isHttp(bytes))
        return Kind::Http;
    if (isRedis(bytes))
        return Kind::Redis;
    return isTls(bytes) ? Kind::Tls : Kind::Other;
}

bool isConclusive(Kind kind)
{
    return rowOf(kind).isConclusive;
}

std::optional<Error> whyNotConnected(const std::vector<PortAnswer>& answers, std::string_view connect)
{
    if (answers.empty())
        return std::nullopt;
    const auto kind = mostTelling(answers);
    Error error{kind == Kind::ReadOnly ? ErrorCode::ReadOnlyServer : ErrorCode::NoConnection,
                phraseLater("connect to"),
                std::string(connect),
                {}};
    if (kind == Kind::NotServing) {
        error.detail = whyNotServing(answers);
        return error;
    }
    error.detail = what(kind, answers);
    for (const auto& row : rows) {
        if (row.kind != kind && countOf(row.kind, answers) > 0)
            error.detail = joined(error.detail, what(row.kind, answers));
    }
    error.detail = joined(error.detail, phrase(rowOf(kind).next));
    return error;
}

} // namespace lockscope::connect
