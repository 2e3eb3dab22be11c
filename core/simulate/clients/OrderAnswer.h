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

struct Order;

/// What is answered to one order, in the form of ContendProtocol.h. Pure.
struct OrderAnswer {
    std::string order; ///< empty where none could be made out
    std::string client;
    std::optional<std::int64_t> id;
    std::string error; ///< empty: done

    [[nodiscard]] bool isOk() const { return error.empty(); }
    friend bool operator==(const OrderAnswer&, const OrderAnswer&) = default;
};

/// To an order that was understood.
[[nodiscard]] OrderAnswer answerTo(const Order& order, const Result<void>& outcome);
/// To a line that was not: with what can be made out of it.
[[nodiscard]] OrderAnswer answerTo(const QByteArray& line, const Error& error);
[[nodiscard]] QJsonObject toJson(const OrderAnswer& answer);
/// Nothing where the line is no answer.
[[nodiscard]] std::optional<OrderAnswer> answerFrom(const QJsonObject& line);

} // namespace lockscope::console
