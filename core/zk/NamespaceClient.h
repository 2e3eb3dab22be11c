// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/Client.h"

#include <memory>
#include <string_view>

namespace lockscope::zk {

class Namespace;

/// A client whose paths are all below one node of another client. With the namespace "/team", "/a" is "/team/a" of the
/// other client, and "/" is "/team" itself. Same as Curator's usingNamespace(). Applies to requests, steps of a multi
/// and watches. Created paths, watch events and Error::path are without the namespace. Error::detail, which is for
/// users, may contain it.
///
/// Owner: the creator. It keeps the client passed to it. If that is a `client.share()`, this is a view, and its
/// destruction does not end the session. If it is the only owner of a client, the client is destroyed with it. Its
/// shares end with the underlying client. close() closes the underlying client and the session, for all users.
/// Thread: as Client.
///
/// A create directly below a missing namespace creates the namespace and its missing ancestors: containers, as Curator
/// does, or persistent nodes on servers without containers. Servers remove an empty container, so this can happen
/// repeatedly. The create is then sent again, after later requests: its reply comes after their replies, the only
/// exception from the order of Client. No other request creates the namespace: a read below a missing namespace fails
/// with NoNode.
class NamespaceClient final : public Client {
public:
    /// `name` is a path; "/" is the whole tree. `acl` applies to the nodes of the namespace itself.
    [[nodiscard]] static Result<std::unique_ptr<NamespaceClient>>
    make(std::shared_ptr<Client> client, std::string_view name, std::vector<Acl> acl = openAcl());

    [[nodiscard]] Executor& executor() const override;
    [[nodiscard]] Executor& callbacks() const override;
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
    std::shared_ptr<Client> m_share; ///< for callbacks, which must not own m_client
    std::shared_ptr<const Namespace> m_space;
};

} // namespace lockscope::zk
