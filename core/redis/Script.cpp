// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/Script.h"

#include <openssl/evp.h>

#include <array>
#include <cstddef>

namespace lockscope::redis {

namespace {

std::string sha1Of(std::string_view text)
{
    std::array<unsigned char, 20> digest{};
    unsigned int size = 0;
    // Fails only if the configuration of OpenSSL permits no SHA-1. Servers answer NOSCRIPT to an empty name, and the
    // client sends the text instead.
    if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha1(), nullptr) != 1 || size != digest.size())
        return {};
    constexpr std::string_view hexDigits = "0123456789abcdef";
    std::string hex;
    hex.reserve(2 * digest.size());
    for (const auto byte : digest) {
        hex += hexDigits[byte >> 4];
        hex += hexDigits[byte & 0xf];
    }
    return hex;
}

} // namespace

Script::Script(std::string_view name, std::string_view text)
    : m_name(name)
    , m_text(text)
    , m_sha1(sha1Of(text))
{
}

} // namespace lockscope::redis
