// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/Error.h"

namespace lockscope {

namespace {

struct Wording {
    std::string_view name;
    std::string_view reason;
};

Wording wordingOf(ErrorCode code)
{
    switch (code) {
    case ErrorCode::ConnectionLoss:
        return {"ConnectionLoss", "the connection was lost; the request may or may not have been executed"};
    case ErrorCode::OperationTimeout:
        return {"OperationTimeout", "the server did not answer in time; the request may have been executed"};
    case ErrorCode::SessionMoved:
        return {"SessionMoved", "the session has moved to another server; try again"};
    case ErrorCode::Throttled:
        return {"Throttled", "the server is throttling requests; try again later"};
    case ErrorCode::SessionExpired:
        return {"SessionExpired", "the session is over"};
    case ErrorCode::AuthFailed:
        return {"AuthFailed", "the server refused the credentials"};
    case ErrorCode::Closed:
        return {"Closed", "the client was closed"};
    case ErrorCode::NoNode:
        return {"NoNode", "there is no such node"};
    case ErrorCode::NodeExists:
        return {"NodeExists", "the node exists already"};
    case ErrorCode::BadVersion:
        return {"BadVersion", "the node has been changed in between"};
    case ErrorCode::NotEmpty:
        return {"NotEmpty", "the node has children"};
    case ErrorCode::NoChildrenForEphemerals:
        return {"NoChildrenForEphemerals", "an ephemeral node can't have children"};
    case ErrorCode::NoAuth:
        return {"NoAuth", "no permission"};
    case ErrorCode::InvalidAcl:
        return {"InvalidAcl", "the server does not accept this access list"};
    case ErrorCode::ReadOnlyServer:
        return {"ReadOnlyServer", "the connected server is read-only, it has no quorum"};
    case ErrorCode::Unimplemented:
        return {"Unimplemented", "the server does not offer this"};
    case ErrorCode::RolledBack:
        return {"RolledBack", "another step of the transaction failed"};
    case ErrorCode::BadArguments:
        return {"BadArguments", "the request is malformed"};
    case ErrorCode::TimedOut:
        return {"TimedOut", "the time ran out"};
    case ErrorCode::Cancelled:
        return {"Cancelled", "cancelled"};
    case ErrorCode::NotHeld:
        return {"NotHeld", "the lock is not held"};
    case ErrorCode::Refused:
        return {"Refused", "refused"};
    case ErrorCode::NotALock:
        return {"NotALock", "this is not a lock"};
    case ErrorCode::SequenceExhausted:
        return {"SequenceExhausted", "the server's numbers for this directory are nearly used up"};
    case ErrorCode::TooLarge:
        return {"TooLarge", "the answer would be too large"};
    case ErrorCode::NoConnection:
        return {"NoConnection", "no connection"};
    case ErrorCode::Missing:
        return {"Missing", "something that is needed is missing"};
    case ErrorCode::System:
        break;
    }
    return {"System", "failed"};
}

} // namespace

std::string_view toString(ErrorCode code)
{
    return wordingOf(code).name;
}

std::string describe(const Error& error)
{
    std::string text = error.operation;
    if (!error.path.empty()) {
        if (!text.empty())
            text += ' ';
        text += error.path;
    }
    if (!text.empty())
        text += ": ";
    text += wordingOf(error.code).reason;
    if (!error.detail.empty())
        text += ": " + error.detail;
    return text;
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
