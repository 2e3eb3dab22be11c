// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/FirstCommands.h"

#include "core/base/Phrase.h"

namespace lockscope::redis {

namespace {

/// The text of an error, without the password: "ERR unknown command 'AUTH', with args beginning with: 'app' 'secret'".
std::string textWithout(std::string_view password, const Value& error)
{
    auto text = error.text().substr(0, error.text().find(", with args beginning with"));
    if (!password.empty() && text.find(password) != std::string::npos)
        return std::string(error.errorCode());
    return text;
}

} // namespace

std::vector<Command> firstCommands(const Connection::Settings& settings)
{
    std::vector<Command> commands;
    if (!settings.user.empty())
        commands.push_back({"AUTH", settings.user, settings.password});
    else if (!settings.password.empty())
        commands.push_back({"AUTH", settings.password});
    if (!settings.clientName.empty())
        commands.push_back({"CLIENT", "SETNAME", settings.clientName});
    if (settings.database != 0)
        commands.push_back({"SELECT", std::to_string(settings.database)});
    if (settings.readOnly)
        commands.push_back({"READONLY"});
    return commands;
}

std::optional<Error> firstCommandFailure(std::string_view name, const Value& reply, const Address& address,
                                         std::string_view password)
{
    if (!reply.isError())
        return std::nullopt;
    const auto failed = [&](ErrorCode code) {
        return Error{code, phraseLater("connect to"), toString(address), textWithout(password, reply)};
    };
    const auto code = reply.errorCode();
    // A server with too many clients sends this unasked and closes the connection.
    if (reply.text().starts_with("ERR max number of clients"))
        return failed(ErrorCode::NoConnection);
    if (code == "WRONGPASS" || code == "NOAUTH" || (name == "AUTH" && code == "ERR"))
        return failed(ErrorCode::AuthFailed); // before Redis 6 a wrong password is an ERR
    if (name == "CLIENT" && (code == "ERR" || code == "NOPERM"))
        return std::nullopt;
    return failed(code == "NOPERM" ? ErrorCode::AuthFailed : ErrorCode::NoConnection);
}

} // namespace lockscope::redis
