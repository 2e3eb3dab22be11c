// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What went wrong, as a value. Core never throws; every fallible call returns or delivers a Result (Result.h).
/// Connection loss is reported here only for the request that it hit; the connection itself is a state (zk/Session.h).

#include <string>
#include <string_view>

namespace lockscope {

enum class ErrorCode {
    // The request may have been executed, nobody knows.
    ConnectionLoss,
    OperationTimeout,
    // The server did not execute the request; the same request can be sent again.
    SessionMoved,
    Throttled,
    // The session is gone, and with it its ephemeral nodes and watches.
    SessionExpired,
    AuthFailed,
    Closed,
    // The server said no.
    NoNode,
    NodeExists,
    BadVersion,
    NotEmpty,
    NoChildrenForEphemerals,
    NoAuth,
    InvalidAcl,
    ReadOnlyServer,
    Unimplemented,
    // Decided on this side.
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
    std::string operation; ///< what was asked for, in ZooKeeper's words: "create", "getChildren"
    std::string path;      ///< the znode or file concerned; empty when there is none
    std::string detail;    ///< why, and what to do next, in words; may be empty

    friend bool operator==(const Error&, const Error&) = default;
};

/// The code's name as it stands in the enumeration: "NoNode".
[[nodiscard]] std::string_view toString(ErrorCode code);

/// One sentence for a person: operation, path, reason and what to do next.
[[nodiscard]] std::string describe(const Error& error);

/// The same request may succeed when it is sent again. Check isOutcomeUnknown first: a create may have happened.
[[nodiscard]] bool isRetryable(const Error& error);

/// What hinders now will pass: isRetryable(), or the server has no quorum and refuses writes; it, or another, takes
/// them later.
[[nodiscard]] bool isPassing(const Error& error);

/// The request may have been executed although it failed.
[[nodiscard]] bool isOutcomeUnknown(const Error& error);

/// The session is over: its ephemeral nodes are gone or going, and no request on it will succeed any more.
[[nodiscard]] bool isSessionFatal(const Error& error);

} // namespace lockscope
