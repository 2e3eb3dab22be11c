// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/SocketProblem.h"

#include "core/base/Phrase.h"

#include <cerrno>
#include <system_error>

namespace lockscope::redis {

namespace {

std::string errnoText(int code)
{
    return std::generic_category().message(code);
}

} // namespace

std::string connectProblem(int code)
{
    switch (code) {
    case ECONNREFUSED:
        return phrase("connection refused. Check that a server listens on this port");
    case ENETUNREACH:
    case EHOSTUNREACH:
    case EADDRNOTAVAIL:
        return phrase("the host cannot be reached from this machine (%1)", errnoText(code));
    case ETIMEDOUT:
        return phrase("the host does not answer (%1)", errnoText(code));
    case ECONNRESET:
        return phrase("the server reset the connection");
    case EMFILE:
    case ENFILE:
        return phrase("no socket is left (%1). Raise the limit of open files", errnoText(code));
    default:
        return phrase("the connection failed (%1)", errnoText(code));
    }
}

std::string unixConnectProblem(int code)
{
    switch (code) {
    case ENOENT:
        return phrase("the unix socket does not exist. Check the path, and that the server runs");
    case ECONNREFUSED:
        return phrase("connection refused. No server listens on this unix socket");
    case EACCES:
    case EPERM:
        return phrase("this user has no permission for the unix socket");
    case ENAMETOOLONG:
        return phrase("the path is too long for a unix socket");
    default:
        return connectProblem(code);
    }
}

std::string lossProblem(int code)
{
    switch (code) {
    case 0:
    case EPIPE:
        return phrase("the server closed the connection");
    case ECONNRESET:
        return phrase("the server reset the connection");
    case ETIMEDOUT:
        return phrase("the server does not answer any more (%1)", errnoText(code));
    default:
        return phrase("the connection failed (%1)", errnoText(code));
    }
}

} // namespace lockscope::redis
