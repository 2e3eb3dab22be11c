// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A dialect file, of the user or of another source: it is refused with a place and a reason, or its dialect can be
/// used on any directory.

#include "core/sources/DialectFiles.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/DialectExamples.h"
#include "core/sources/zookeeper/dialects/DialectReader.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"
#include "tests/fuzz/Require.h"

using namespace lockscope;
using fuzz::require;

namespace {

void checkOn(const inspect::DialectCatalogue& catalogue, const std::vector<std::string>& children)
{
    const std::string path = "/app/locks";
    const auto recognised = catalogue.recognise({path, children});
    if (!recognised.dialect || !recognised.dialect->isLock())
        return;
    const auto lock = inspect::buildQueue(path, *recognised.dialect, children, {}, nullptr, WallTime());
    require(lock.queue.size() + lock.unrecognised.size() <= children.size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    auto dialect = inspect::readDialect(fuzz::bytesOf(data, size));
    if (!dialect) {
        require(!dialect.error().where.isEmpty() && !dialect.error().reason.isEmpty());
        return 0;
    }
    const auto examples = dialect->examples;
    require(!dialect->id.empty() && !dialect->title.empty());
    require(!inspect::failingExample(*dialect));
    std::vector<inspect::Dialect> list;
    list.push_back(*std::move(dialect));
    const inspect::DialectCatalogue catalogue(std::move(list));
    for (const auto& example : examples) {
        checkOn(catalogue, example.children);
        for (const auto& child : example.children)
            (void)catalogue.recogniseSingle("/app/" + child);
    }
    checkOn(catalogue, {"lock-0000000001", "-0000000002", "__lock__2147483648", "x"});
    return 0;
}
