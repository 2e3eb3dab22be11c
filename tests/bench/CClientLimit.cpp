// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
///
/// What the bare C client can do on an ensemble, and so what no library above it can pass: CClientLimit CONNECT. See
/// Commands.h for what it obeys. Everything happens in the C client's callbacks. Measures:
///   cycle    one session: create and listing in one breath, then delete; no recipe
///   ring     hand-overs with nodes and watches made in advance: a delete, an event, the next delete
///   relist   hand-overs that queue again at once: create and listing in one breath, a watch on the node before the own
///            one, another listing at each wake-up
///   twin     what the library sends, request for request: one transaction deletes the node and queues again, the own
///            node is watched, and a listing is asked for only when somebody may have come in between
///   direct   relist without that other listing

#include "tests/bench/CMeasures.h"

#include <unistd.h>

namespace {

using namespace lockscope;
using bench::check;
using bench::CSession;

bench::Figures obey(const bench::Command& command, const std::string& servers, int number)
{
    const auto directory = "/bench-limit-" + std::to_string(getpid()) + "-" + std::to_string(number);
    {
        CSession session(servers);
        check(zoo_create(session.handle, directory.c_str(), "", 0, &ZOO_OPEN_ACL_UNSAFE, 0, nullptr, 0), "create");
    }
    if (command.measure == "cycle")
        return bench::measureCycles(servers, directory, command.seconds);
    if (command.measure == "ring")
        return bench::measureRing(servers, directory, command.clients, command.seconds);
    if (command.measure == "relist" || command.measure == "twin" || command.measure == "direct")
        return bench::measureQueues(servers, directory, command);
    bench::die("no measure: " + command.measure);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::cerr << "usage: " << argv[0] << " CONNECT\n";
        return 2;
    }
    int number = 0;
    bench::obeyAll([&](const bench::Command& command) { bench::sayEnded(obey(command, argv[1], ++number)); });
    return 0;
}
