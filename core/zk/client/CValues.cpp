// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/CValues.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/zk/ZooKeeperClient.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/time.h>

#include <utility>
#include <variant>

namespace lockscope::zk {

namespace {

std::string addressOf(zhandle_t* zh)
{
    sockaddr_storage address{};
    socklen_t length = sizeof address;
    if (!zookeeper_get_connected_host(zh, reinterpret_cast<sockaddr*>(&address), &length))
        return {};
    char text[INET6_ADDRSTRLEN] = {};
    if (address.ss_family == AF_INET6) {
        const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address);
        inet_ntop(AF_INET6, &v6.sin6_addr, text, sizeof text);
        return toString(Server{text, ntohs(v6.sin6_port)});
    }
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(address);
    inet_ntop(AF_INET, &v4.sin_addr, text, sizeof text);
    return toString(Server{text, ntohs(v4.sin_port)});
}

ErrorCode toErrorCode(int rc)
{
    switch (rc) {
    case ZCONNECTIONLOSS:
    // Outside a multi: an answer arrived out of order; the C client then drops the connection.
    case ZRUNTIMEINCONSISTENCY:
        return ErrorCode::ConnectionLoss;
    case ZOPERATIONTIMEOUT:
        return ErrorCode::OperationTimeout;
    case ZSESSIONMOVED:
        return ErrorCode::SessionMoved;
    case ZTHROTTLEDOP:
        return ErrorCode::Throttled;
    case ZSESSIONEXPIRED:
        return ErrorCode::SessionExpired;
    case ZAUTHFAILED:
    case ZSESSIONCLOSEDREQUIRESASLAUTH: // the server has ended the session instead of answering
        return ErrorCode::AuthFailed;
    case ZCLOSING:
        return ErrorCode::Closed;
    case ZNONODE:
        return ErrorCode::NoNode;
    case ZNODEEXISTS:
        return ErrorCode::NodeExists;
    case ZBADVERSION:
        return ErrorCode::BadVersion;
    case ZNOTEMPTY:
        return ErrorCode::NotEmpty;
    case ZNOCHILDRENFOREPHEMERALS:
        return ErrorCode::NoChildrenForEphemerals;
    case ZNOAUTH:
        return ErrorCode::NoAuth;
    case ZINVALIDACL:
        return ErrorCode::InvalidAcl;
    case ZNOTREADONLY:
        return ErrorCode::ReadOnlyServer;
    case ZUNIMPLEMENTED:
        return ErrorCode::Unimplemented;
    case ZBADARGUMENTS:
        return ErrorCode::BadArguments;
    default:
        return ErrorCode::System;
    }
}

/// The permission that a NoAuth error refers to. The parent's ACL governs creating and deleting a child.
std::string missingPermission(std::string_view operation, const std::string& path)
{
    if (operation == "create")
        return phrase("the Create permission on %1 is probably missing", parentOf(path));
    if (operation == "delete")
        return phrase("the Delete permission on the parent %1 is probably missing", parentOf(path));
    if (operation == "setData")
        return phrase("the Write permission on %1 is probably missing", path);
    if (operation == "getData" || operation == "getChildren" || operation == "getACL" || operation == "exists")
        return phrase("the Read permission on %1 is probably missing", path);
    return phrase("a permission is missing");
}

} // namespace

Stat toStat(const ::Stat& stat)
{
    Stat result;
    result.czxid = stat.czxid;
    result.mzxid = stat.mzxid;
    result.ctime = WallTime(std::chrono::milliseconds(stat.ctime));
    result.mtime = WallTime(std::chrono::milliseconds(stat.mtime));
    result.version = stat.version;
    result.cversion = stat.cversion;
    result.aversion = stat.aversion;
    result.ephemeralOwner = stat.ephemeralOwner;
    result.dataLength = stat.dataLength;
    result.numChildren = stat.numChildren;
    result.pzxid = stat.pzxid;
    return result;
}

int toMode(CreateMode mode)
{
    switch (mode) {
    case CreateMode::Persistent:
        return ZOO_PERSISTENT;
    case CreateMode::Ephemeral:
        return ZOO_EPHEMERAL;
    case CreateMode::PersistentSequential:
        return ZOO_PERSISTENT_SEQUENTIAL;
    case CreateMode::EphemeralSequential:
        return ZOO_EPHEMERAL_SEQUENTIAL;
    case CreateMode::Container:
        return ZOO_CONTAINER;
    }
    return ZOO_PERSISTENT;
}

Error toError(int rc, std::string_view operation, std::string path)
{
    Error error{toErrorCode(rc), std::string(operation), std::move(path), {}};
    if (error.code == ErrorCode::NoAuth)
        error.detail = missingPermission(operation, error.path);
    else if (rc == ZSESSIONCLOSEDREQUIRESASLAUTH)
        error.detail = phrase("the server only serves authenticated clients (enforce.auth.enabled). Connect as a user "
                              "of a scheme in its enforce.auth.schemes");
    else if (error.code == ErrorCode::System)
        error.detail = phrase("the ZooKeeper client returned error %1, %2", rc, zerror(rc));
    return error;
}

int reasonOf(int rc, zhandle_t* of)
{
    if (rc != ZINVALIDSTATE)
        return rc;
    if (!is_unrecoverable(of))
        return ZCONNECTIONLOSS;
    return zoo_state(of) == ZOO_AUTH_FAILED_STATE ? ZAUTHFAILED : ZSESSIONEXPIRED;
}

ConnectionEvent connectionEventOf(zhandle_t* of, int state)
{
    ConnectionEvent event;
    event.session = zoo_client_id(of)->client_id;
    event.timeout = std::chrono::milliseconds(zoo_recv_timeout(of));
    if (isUp(state)) {
        event.kind = state == ZOO_CONNECTED_STATE ? ConnectionEvent::Kind::Connected : ConnectionEvent::Kind::ReadOnly;
        event.server = addressOf(of);
    } else if (state == ZOO_EXPIRED_SESSION_STATE) {
        event.kind = ConnectionEvent::Kind::Expired;
    } else if (state == ZOO_AUTH_FAILED_STATE) {
        event.kind = ConnectionEvent::Kind::AuthFailed;
    }
    return event;
}

bool isUp(int state)
{
    return state == ZOO_CONNECTED_STATE || state == ZOO_READONLY_STATE;
}

std::optional<Interest> interestOf(zhandle_t* of)
{
    Interest interest;
    timeval wait{};
    if (zookeeper_interest(of, &interest.socket, &interest.events, &wait) != ZOK)
        return {};
    interest.wait = std::chrono::seconds(wait.tv_sec) + std::chrono::microseconds(wait.tv_usec);
    return interest;
}

std::optional<WatchEvent::Type> changeOf(int type)
{
    if (type == ZOO_CREATED_EVENT)
        return WatchEvent::Type::Created;
    if (type == ZOO_DELETED_EVENT)
        return WatchEvent::Type::Deleted;
    if (type == ZOO_CHANGED_EVENT)
        return WatchEvent::Type::DataChanged;
    if (type == ZOO_CHILD_EVENT)
        return WatchEvent::Type::ChildrenChanged;
    return std::nullopt;
}

Result<Answer> MultiBuffers::answer(int rc) const
{
    if (rc != ZOK)
        return failure(firstFailure(rc));
    Answer answer;
    for (const auto& step : steps) {
        OpResult result;
        if (step.operation == "create")
            result.path = step.created.c_str();
        result.stat = toStat(step.stat);
        answer.results.push_back(std::move(result));
    }
    return answer;
}

void MultiBuffers::add(const CreateOp& op)
{
    constexpr std::size_t longestNumber = 11; // "-2147483648"
    steps.push_back({"create", op.request.path, std::string(op.request.path.size() + longestNumber + 1, '\0')});
}

Error MultiBuffers::firstFailure(int rc) const
{
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const int code = results[i].err;
        // Other steps were rolled back; without a connection all steps have the same code, and none failed.
        if (code == ZOK || code == ZRUNTIMEINCONSISTENCY || code > ZAPIERROR)
            continue;
        auto error = toError(code, steps[i].operation, steps[i].path);
        error.operation = "multi";
        return error;
    }
    return toError(rc, "multi", {});
}

void setClientLogLevel(LogLevel level)
{
    const auto toClients = [level] {
        switch (level) {
        case LogLevel::Debug:
        case LogLevel::Info:
            return ZOO_LOG_LEVEL_INFO;
        case LogLevel::Warning:
            return ZOO_LOG_LEVEL_WARN;
        case LogLevel::Error:
            break;
        }
        return ZOO_LOG_LEVEL_ERROR;
    };
    zoo_set_debug_level(toClients());
}

} // namespace lockscope::zk
