// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/CreateCounter.h"

#include "core/base/Path.h"

#include <cstdio>
#include <limits>
#include <utility>

namespace lockscope::zk {

namespace {

constexpr std::uint32_t lastNumber = std::numeric_limits<std::int32_t>::max();
constexpr std::uint32_t spareNumbers = 10'000; ///< reserved for other clients

/// The server's format: Java's "%010d".
std::string numberText(std::uint32_t number)
{
    char text[16];
    std::snprintf(text, sizeof text, "%010d", static_cast<std::int32_t>(number));
    return text;
}

} // namespace

std::uint32_t createdChildren(const Stat& parent)
{
    return (static_cast<std::uint32_t>(parent.cversion) + static_cast<std::uint32_t>(parent.numChildren)) / 2;
}

bool isCounterExhausted(std::uint32_t created)
{
    return created >= lastNumber - spareNumbers;
}

std::vector<std::string> ancestorsOf(const std::string& path)
{
    std::vector<std::string> ancestors{parentOf(path)};
    while (ancestors.back() != "/")
        ancestors.push_back(parentOf(ancestors.back()));
    return ancestors;
}

CreateProbe::CreateProbe(std::string directory)
    : m_directory(std::move(directory))
{
}

void CreateProbe::appendTo(std::vector<Op>& steps) const
{
    // Persistent, because an ephemeral node would turn a local session into a global one.
    steps.emplace_back(CreateOp{{prefix(), {}, CreateMode::PersistentSequential, openAcl()}});
    steps.emplace_back(CheckOp{path(), 0});
    steps.emplace_back(RemoveOp{path(), 0});
}

std::string CreateProbe::prefix() const
{
    return joinPath(m_directory, "lockscope-probe-");
}

std::string CreateProbe::path() const
{
    return prefix() + numberText(m_created);
}

} // namespace lockscope::zk
