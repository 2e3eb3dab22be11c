// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A dialect: the naming scheme of a lock client library, as a value: names and places of nodes, and the rule for
/// holders. Read from a file (DialectReader), looked up in a DialectCatalogue. Pure.

#include "core/model/Snapshot.h"
#include "core/queue/Scheme.h"
#include "core/sources/zookeeper/dialects/Payload.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// Whether names alone prove that a directory belongs to the dialect.
enum class Certainty {
    No,
    IfEphemeral, ///< only if its nodes are ephemeral: job queues use numbered names too
    IfGate,      ///< only if its gate exists
    Yes
};

/// A directory that contains the contenders' nodes of a lock.
struct DialectPart {
    std::string at;                        ///< appended to the lock's path: "", "/leases", "-__lock__"
    std::vector<queue::NamePattern> marks; ///< a child that matches one of these marks the directory as this dialect's
    queue::Scheme scheme; ///< which nodes the dialect's clients count as contenders, and in which order they are served
    PayloadRule payload;
};

/// The maximum number of holders.
struct LeaseCount {
    enum class From {
        File,       ///< `number`: a constant
        Node,       ///< the data of the node at the lock's path followed by `at`
        ClientsOnly ///< configured in the clients only, stored in no node
    };
    From from = From::File;
    int number = 1;
    std::string at;
    bool isText = true; ///< decimal digits; else a 32-bit big-endian integer
};

/// A listing and the expected result: part of the dialect's file, checked when the file is read.
struct DialectExample {
    struct Expected {
        std::string node;
        bool holds = false;
        bool atGate = false;
        LockMode mode = LockMode::Exclusive;
        std::vector<std::string> waitsOn;
    };
    std::string title;
    std::vector<std::string> children;
    std::vector<std::string> gate;
    std::map<std::string, std::int64_t> czxids; ///< of nodes whose creation order matters
    int leases = 0;                             ///< the value in the node; 0: none
    std::vector<Expected> queue;
    std::vector<std::string> unrecognised;
};

struct Dialect {
    std::string id;                  ///< in the command line's JSON: "curator-mutex"
    std::string title;               ///< display name: "Curator mutex"
    LockKind kind = LockKind::Mutex; ///< Unrecognised: the names are known not to be locks
    Certainty certainty = Certainty::Yes;
    /// Numbered names that contain one of these words (any case) are always certain. For a lock of one node: a name
    /// with one of these words counts as a mark.
    std::vector<std::string> words;
    std::vector<std::string> exceptWords; ///< words that contain one of `words` with another meaning: "block"
    /// Unless empty: the lock's path must contain one of these, or begin with it if it begins with a slash.
    std::vector<std::string> ancestors;
    bool isFallback = false;   ///< only if no other dialect matches
    bool watchesAhead = false; ///< a waiter watches a node before its own in the queue
    DialectPart queue;         ///< for a lock of one node: the marks match the node itself
    std::optional<DialectPart> gate;
    LeaseCount leases;
    std::vector<queue::NamePattern> companions; ///< children that belong to the lock but are no contenders
    std::shared_ptr<const Layout> layout;       ///< null: the queue consists of the lock's children, without a gate
    std::vector<DialectExample> examples;

    [[nodiscard]] bool isLock() const { return kind != LockKind::Unrecognised; }
    [[nodiscard]] const DialectPart* gatePart() const { return gate ? &*gate : nullptr; }
};

} // namespace lockscope::inspect
