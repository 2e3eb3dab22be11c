// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Result.h"
#include "core/redis/ClientSettings.h"

#include <openssl/types.h>

#include <functional>
#include <memory>

namespace lockscope::redis {

/// What TLS connections with the same settings share: the trusted authorities, and the client's certificate and key.
/// Immutable; any thread. Private to core/redis.
class TlsContext final {
public:
    using Found = std::function<void(const Result<std::shared_ptr<const TlsContext>>&)>;

    /// Reads the files once for each value of the settings, and again after a file has changed: certificates are
    /// renewed while programs run. What was read before is answered during the call. The files are read on another
    /// thread: the authorities of a system take a fifth of a second. `post`: posts a task to the caller's executor;
    /// `found` is called there. Errors: Missing, BadArguments, System; the path is the file's.
    static void find(const TlsSettings& settings, std::function<void(Task)> post, Found found);

    /// Takes over `context`.
    TlsContext(TlsSettings settings, SSL_CTX* context);
    ~TlsContext();
    TlsContext(const TlsContext&) = delete;
    TlsContext& operator=(const TlsContext&) = delete;

    [[nodiscard]] const TlsSettings& settings() const { return m_settings; }
    [[nodiscard]] SSL_CTX* get() const { return m_context; }

private:
    const TlsSettings m_settings;
    SSL_CTX* const m_context;
};

} // namespace lockscope::redis
