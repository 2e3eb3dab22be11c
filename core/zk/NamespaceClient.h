// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/Client.h"

#include <memory>
#include <string_view>

namespace lockscope::zk {

class Namespace;

/// A Client over another one, for which every path is below a namespace: with "/team", "/a" here is "/team/a" there,
/// and
/// "/" is "/team" itself. Curator's usingNamespace(). Requests, steps of a multi and watches are led there; created
/// paths, watch events and Error::path come back without the namespace (Error::detail, which is for a person, may name
/// it).
///
/// Owner: whoever made it. It keeps the client that it was given: `client.share()` makes it a view of a client that
/// belongs to somebody else, and then its destruction ends nothing; given a client of its own, it ends with it. Its
/// shares end with the client beneath. close() closes that: the session is one, for everybody on it.
/// Thread: as Client.
///
/// The namespace is made when a create right below it finds it missing, with what is missing above it: containers, as
/// Curator makes them, or persistent nodes where servers know no containers. Servers remove a container that has become
/// empty, so that may happen again and again. Such a create is sent a second time, behind what was asked for after it:
/// its answer comes after theirs, the one exception from Client's order. Nothing else makes the namespace: to read one
/// that is missing answers NoNode, as for any node.
class NamespaceClient final : public Client {
public:
    /// `name` is a path; "/" is the whole tree. `acl` is for the nodes of the namespace itself.
    [[nodiscard]] static Result<std::unique_ptr<NamespaceClient>>
    make(std::shared_ptr<Client> client, std::string_view name, std::vector<Acl> acl = openAcl());

    [[nodiscard]] Executor& executor() const override;
    [[nodiscard]] const Session& session() const override;
    [[nodiscard]] Subscription onSession(SessionHandler handler) override;
    [[nodiscard]] Subscription heartbeat() override;
    void create(CreateRequest request, Reply<Created> reply) override;
    void remove(std::string path, std::int32_t version, Reply<void> reply) override;
    void exists(std::string path, Reply<std::optional<Stat>> reply) override;
    [[nodiscard]] Subscription exists(std::string path, WatchHandler watch, Reply<std::optional<Stat>> reply) override;
    void get(std::string path, Reply<NodeData> reply) override;
    [[nodiscard]] Subscription get(std::string path, WatchHandler watch, Reply<NodeData> reply) override;
    void set(std::string path, std::string data, std::int32_t version, Reply<Stat> reply) override;
    void children(std::string path, Reply<std::vector<std::string>> reply) override;
    [[nodiscard]] Subscription children(std::string path, WatchHandler watch,
                                        Reply<std::vector<std::string>> reply) override;
    void list(std::string path, Reply<Listing> reply) override;
    [[nodiscard]] Subscription list(std::string path, WatchHandler watch, Reply<Listing> reply) override;
    void acl(std::string path, Reply<std::vector<Acl>> reply) override;
    void multi(std::vector<Op> ops, Reply<std::vector<OpResult>> reply) override;
    void sync(std::string path, Reply<void> reply) override;
    void addAuth(std::string scheme, std::string credential, Reply<void> reply) override;
    void close(Task closed) override;
    [[nodiscard]] std::shared_ptr<Client> share() override;

private:
    NamespaceClient(std::shared_ptr<Client> client, std::shared_ptr<const Namespace> space);

    std::shared_ptr<Client> m_client;
    std::shared_ptr<Client> m_share; ///< for what goes on by itself, and must not keep m_client
    std::shared_ptr<const Namespace> m_space;
};

} // namespace lockscope::zk
