// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/client/CValues.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace lockscope::zk {

/// The requests in flight of one handle of the C client: sends them, and converts their answers. Owns every object that
/// is passed to the C client as a context, so it must outlive the handle. Private to core/zk. Thread: the handle's;
/// call it in the scope of a ClientCall.
class CCalls final {
public:
    /// `answered` is called during a call of the C client, once for each request that was sent.
    using Answered = std::function<void(std::uint64_t id, Result<Answer> answer)>;

    explicit CCalls(Answered answered);
    ~CCalls();
    CCalls(const CCalls&) = delete;
    CCalls& operator=(const CCalls&) = delete;

    /// The C client's code; without ZOK, the request is not answered. `id` 0: the answer is dropped.
    [[nodiscard]] int send(zhandle_t* to, std::uint64_t id, const Request& request);
    /// The same without an answer, for credentials.
    [[nodiscard]] static int send(zhandle_t* to, const AuthRequest& credentials);

private:
    struct Call;
    struct Sender;
    struct Completions;

    void settle(const Call* key, int rc, Answer answer);

    Answered m_answered;
    std::unordered_map<const Call*, std::unique_ptr<Call>> m_calls;
};

} // namespace lockscope::zk
