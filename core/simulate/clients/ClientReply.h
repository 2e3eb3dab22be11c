// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"

#include <QByteArray>
#include <QJsonObject>

#include <cstdint>
#include <optional>
#include <string>

namespace lockscope::console {

struct ClientCommand;

/// The answer to one command, in the form of ContendProtocol.h. Pure.
struct ClientReply {
    std::string order; ///< empty: not recognised
    std::string client;
    std::optional<std::int64_t> id;
    std::string error; ///< empty: success

    [[nodiscard]] bool isOk() const { return error.empty(); }
    friend bool operator==(const ClientReply&, const ClientReply&) = default;
};

/// The answer to a valid command.
[[nodiscard]] ClientReply answerTo(const ClientCommand& order, const Result<void>& outcome);
/// The answer to an invalid line, with the fields that can be read from it.
[[nodiscard]] ClientReply answerTo(const QByteArray& line, const Error& error);
[[nodiscard]] QJsonObject toJson(const ClientReply& answer);
/// Nothing if the line is not an answer.
[[nodiscard]] std::optional<ClientReply> answerFrom(const QJsonObject& line);

} // namespace lockscope::console
