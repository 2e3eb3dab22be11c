// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A family of locks as a value: how its nodes are named, where they lie, who may hold. Read from a file
/// (DialectReader), looked up in a DialectCatalogue. Pure.

#include "core/model/Snapshot.h"
#include "core/queue/Scheme.h"
#include "core/sources/zookeeper/dialects/Payload.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// Do names alone tell that a directory is of the family?
enum class Certainty {
    No,
    IfEphemeral, ///< only if its nodes turn out to be ephemeral: queues of jobs are numbered as well
    IfGate,      ///< only if its gate is there
    Yes
};

/// A directory of a lock: its contenders' nodes.
struct DialectPart {
    std::string at; ///< what follows the lock's path: "", "/leases", "-__lock__"
    std::vector<queue::NamePattern>
        marks;            ///< a child that fits one of these tells that the directory is of this family
    queue::Scheme scheme; ///< whom the family's own clients count as contenders, and who is served when
    PayloadRule payload;
};

/// How many may hold at a time.
struct LeaseCount {
    enum class From {
        File,       ///< `number`: it is always the same
        Node,       ///< the data of the node that is the lock's path followed by `at`
        ClientsOnly ///< the clients agree on it by themselves, no node tells
    };
    From from = From::File;
    int number = 1;
    std::string at;
    bool isText = true; ///< the node's data are decimal digits; else 32 bits, the most significant first
};

/// A listing and what the family's clients make of it: part of the file, so that it proves itself.
struct DialectExample {
    struct Expected {
        std::string node;
        bool holds = false;
        bool atGate = false;
        queue::Mode mode = queue::Mode::Exclusive;
        std::vector<std::string> waitsOn;
    };
    std::string title;
    std::vector<std::string> children;
    std::vector<std::string> gate;
    std::map<std::string, std::int64_t> czxids; ///< of those whose creation matters
    int leases = 0;                             ///< as the node says; 0: it says nothing
    std::vector<Expected> queue;
    std::vector<std::string> unrecognised;
};

struct Dialect {
    std::string id;                  ///< in the command line's JSON: "curator-mutex"
    std::string title;               ///< for people: "Curator mutex"
    LockKind kind = LockKind::Mutex; ///< Unrecognised: such names are known to be no lock
    Certainty certainty = Certainty::Yes;
    /// Numbered names with one of these in them, in capitals or not, are certain anyhow. For a lock of one node: names
    /// with one of these are as good as a mark.
    std::vector<std::string> words;
    std::vector<std::string> exceptWords; ///< these have one of those in them and mean something else: "block"
    /// Unless empty: one of these must be in the path of the lock, or at its beginning if it begins with a slash.
    std::vector<std::string> ancestors;
    bool isFallback = false;   ///< only where no other family fits
    bool watchesAhead = false; ///< who waits watches a node of the queue that stands before his own
    DialectPart queue;         ///< of a lock of one node: the marks are those of the node itself
    std::optional<DialectPart> gate;
    LeaseCount leases;
    std::vector<queue::NamePattern> companions; ///< children that belong there although they contend for nothing
    std::shared_ptr<const Layout> layout;       ///< null: the queue is the lock's children, and there is no gate
    std::vector<DialectExample> examples;

    [[nodiscard]] bool isLock() const { return kind != LockKind::Unrecognised; }
    [[nodiscard]] const DialectPart* gatePart() const { return gate ? &*gate : nullptr; }
};

} // namespace lockscope::inspect
