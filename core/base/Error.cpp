// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/Error.h"

#include "core/base/Phrase.h"

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
        return {"System", phraseLater("failed")};
    }
    return {"", phraseLater("failed")};
}

} // namespace

std::string_view toString(ErrorCode code)
{
    return wordingOf(code).name;
}

std::string describe(const Error& error)
{
    auto text = phrase(error.operation.c_str());
    if (!error.path.empty()) {
        if (!text.empty())
            text += ' ';
        text += error.path;
    }
    const auto reason = phrase(wordingOf(error.code).reason);
    text = text.empty() ? reason : phrase("%1: %2", text, reason);
    return error.detail.empty() ? text : phrase("%1: %2", text, error.detail);
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
