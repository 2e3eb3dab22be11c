// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/Error.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockscope {

namespace {

struct Wording {
    std::string_view name;
    const char* reason;
};

Wording wordingOf(ErrorCode code)
{
    switch (code) {
    case ErrorCode::ConnectionLoss:
        return {"ConnectionLoss", phraseLater("the connection was lost, but the server may have executed the request")};
    case ErrorCode::OperationTimeout:
        return {"OperationTimeout",
                phraseLater("the server did not respond in time, but may have executed the request")};
    case ErrorCode::SessionMoved:
        return {"SessionMoved", phraseLater("the session has moved to another server; try again")};
    case ErrorCode::Throttled:
        return {"Throttled", phraseLater("the server is throttling requests; try again later")};
    case ErrorCode::SessionExpired:
        return {"SessionExpired", phraseLater("the session has expired")};
    case ErrorCode::AuthFailed:
        return {"AuthFailed", phraseLater("the server refused the credentials")};
    case ErrorCode::Closed:
        return {"Closed", phraseLater("the client was closed")};
    case ErrorCode::NoNode:
        return {"NoNode", phraseLater("no such node")};
    case ErrorCode::NodeExists:
        return {"NodeExists", phraseLater("the node already exists")};
    case ErrorCode::BadVersion:
        return {"BadVersion", phraseLater("the node has changed in the meantime")};
    case ErrorCode::NotEmpty:
        return {"NotEmpty", phraseLater("the node has children")};
    case ErrorCode::NoChildrenForEphemerals:
        return {"NoChildrenForEphemerals", phraseLater("an ephemeral node cannot have children")};
    case ErrorCode::NoAuth:
        return {"NoAuth", phraseLater("no permission")};
    case ErrorCode::InvalidAcl:
        return {"InvalidAcl", phraseLater("the server does not accept this ACL")};
    case ErrorCode::ReadOnlyServer:
        return {"ReadOnlyServer", phraseLater("the connected server is read-only because it has no quorum")};
    case ErrorCode::Unimplemented:
        return {"Unimplemented", phraseLater("the server does not support this operation")};
    case ErrorCode::BadArguments:
        return {"BadArguments", phraseLater("invalid argument")};
    case ErrorCode::TimedOut:
        return {"TimedOut", phraseLater("timed out")};
    case ErrorCode::Cancelled:
        return {"Cancelled", phraseLater("cancelled")};
    case ErrorCode::NotHeld:
        return {"NotHeld", phraseLater("the lock is not held")};
    case ErrorCode::Refused:
        return {"Refused", phraseLater("refused")};
    case ErrorCode::NotALock:
        return {"NotALock", phraseLater("this is not a lock")};
    case ErrorCode::SequenceExhausted:
        return {"SequenceExhausted", phraseLater("the sequence numbers of this directory are almost exhausted")};
    case ErrorCode::TooLarge:
        return {"TooLarge", phraseLater("too large")};
    case ErrorCode::NoConnection:
        return {"NoConnection", phraseLater("no connection")};
    case ErrorCode::Missing:
        return {"Missing", phraseLater("not found")};
    case ErrorCode::System:
        return {"System", phraseLater("system error")};
    }
    return {"", phraseLater("system error")};
}

/// ZooKeeper's name of a request as a verb phrase. Every other operation is a verb phrase already.
std::string_view verbOf(const Error& error)
{
    static constexpr std::pair<std::string_view, const char*> verbs[] = {
        {"exists", phraseLater("check")},
        {"getData", phraseLater("read")},
        {"setData", phraseLater("write to")},
        {"getChildren", phraseLater("list the children of")},
        {"getACL", phraseLater("read the ACL of")},
        {"addAuth", phraseLater("authenticate")},
        {"removeWatches", phraseLater("remove the watches of")},
    };
    if (error.operation == "multi")
        return error.path.empty() ? phraseLater("run the transaction") : phraseLater("change");
    const auto known = std::find_if(std::begin(verbs), std::end(verbs),
                                    [&](const auto& verb) { return verb.first == error.operation; });
    return known != std::end(verbs) ? known->second : std::string_view(error.operation);
}

/// The reason and the detail. A detail of BadArguments says more than "invalid argument".
std::string causeOf(const Error& error)
{
    if (error.code == ErrorCode::BadArguments && !error.detail.empty())
        return error.detail;
    const auto reason = phrase(wordingOf(error.code).reason);
    return error.detail.empty() ? reason : phrase("%1: %2", reason, error.detail);
}

} // namespace

std::string_view toString(ErrorCode code)
{
    return wordingOf(code).name;
}

std::string describe(const Error& error)
{
    const auto cause = causeOf(error);
    if (error.operation.empty())
        return error.path.empty() ? cause : phrase("\"%1\": %2", error.path, cause);
    const auto verb = phrase(std::string(verbOf(error)).c_str());
    return error.path.empty() ? phrase("Cannot %1: %2", verb, cause)
                              : phrase("Cannot %1 \"%2\": %3", verb, error.path, cause);
}

bool isRetryable(const Error& error)
{
    switch (error.code) {
    case ErrorCode::ConnectionLoss:
    case ErrorCode::OperationTimeout:
    case ErrorCode::SessionMoved:
    case ErrorCode::Throttled:
        return true;
    default:
        return false;
    }
}

bool isPassing(const Error& error)
{
    return isRetryable(error) || error.code == ErrorCode::ReadOnlyServer;
}

bool isOutcomeUnknown(const Error& error)
{
    switch (error.code) {
    case ErrorCode::ConnectionLoss:
    case ErrorCode::OperationTimeout:
        return true;
    // The session ended while the request was open: it may have been executed before.
    case ErrorCode::SessionExpired:
    case ErrorCode::Closed:
        return true;
    default:
        return false;
    }
}

bool isSessionFatal(const Error& error)
{
    switch (error.code) {
    case ErrorCode::SessionExpired:
    case ErrorCode::AuthFailed:
    case ErrorCode::Closed:
        return true;
    default:
        return false;
    }
}

} // namespace lockscope
