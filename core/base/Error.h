// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// An error as a value. Core never throws; every fallible call returns or delivers a Result (Result.h). ConnectionLoss
/// is the error of one request; the state of the connection is in SessionStatus.h.

#include <string>
#include <string_view>

namespace lockscope {

enum class ErrorCode {
    // It is unknown whether the server executed the request.
    ConnectionLoss,
    OperationTimeout,
    // The server did not execute the request; the same request can be sent again.
    SessionMoved,
    Throttled,
    // The session has ended; the server removes its ephemeral nodes and watches.
    SessionExpired,
    AuthFailed,
    Closed,
    // The server rejected the request.
    NoNode,
    NodeExists,
    BadVersion,
    NotEmpty,
    NoChildrenForEphemerals,
    NoAuth,
    InvalidAcl,
    ReadOnlyServer,
    Unimplemented,
    // Reported by this library, not by the server.
    BadArguments,
    TimedOut,
    Cancelled,
    NotHeld,
    Refused,
    NotALock,
    SequenceExhausted,
    TooLarge,
    NoConnection,
    Missing,
    System,
};

struct Error {
    ErrorCode code = ErrorCode::System;
    /// ZooKeeper's name of the request ("getChildren"), or a verb phrase that fits after "Cannot"; may be empty.
    std::string operation;
    std::string path;   ///< the znode or file concerned; may be empty
    std::string detail; ///< the reason, and what to do next; may be empty

    friend bool operator==(const Error&, const Error&) = default;
};

/// The name of the enumerator: "NoNode".
[[nodiscard]] std::string_view toString(ErrorCode code);

/// One message for users: 'Cannot OPERATION "PATH": REASON: DETAIL'. Without an operation: 'REASON: DETAIL'. Leaves out
/// the reason of BadArguments if there is a detail.
[[nodiscard]] std::string describe(const Error& error);

/// The same request may succeed when it is sent again. Check isOutcomeUnknown() first: a create may have been executed.
[[nodiscard]] bool isRetryable(const Error& error);

/// The cause is temporary: isRetryable(), or the server has no quorum and refuses writes. A later request, or one to
/// another server, may succeed.
[[nodiscard]] bool isPassing(const Error& error);

/// The request may have been executed although it failed.
[[nodiscard]] bool isOutcomeUnknown(const Error& error);

/// The session has ended: the server removes its ephemeral nodes, and no further request on it succeeds.
[[nodiscard]] bool isSessionFatal(const Error& error);

} // namespace lockscope
