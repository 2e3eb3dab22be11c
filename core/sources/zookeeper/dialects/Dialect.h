// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A dialect: the naming scheme of a lock client library, as a value: names and places of nodes, and the rule for
/// holders. Read from a file (DialectReader), looked up in a DialectCatalogue. Pure.

#include "core/model/Snapshot.h"
#include "core/queue/Scheme.h"
#include "core/sources/zookeeper/dialects/Payload.h"
#include "core/sources/zookeeper/dialects/PlacePattern.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// What a directory needs to be the dialect's lock, besides names that match.
enum class Need {
    Nothing,
    Payload,   ///< the payload of one of its nodes, which is not known yet
    Ephemeral, ///< an ephemeral contender: job queues use numbered names too
    Gate       ///< its gate exists
};

/// The mode of contenders whose name does not say it.
struct PayloadMode {
    queue::NamePattern name;
    std::optional<PayloadCondition> payload; ///< nullopt: all other payloads
    LockMode mode = LockMode::Exclusive;
};

/// For a lock of one node that stays when it is released: its payload has the owner, and the end.
struct HeldWhen {
    std::string pointer;                    ///< of the owner, in a JSON document; empty: not looked at
    std::optional<queue::NamePattern> free; ///< the value of the owner while no client holds it
    std::string until;                      ///< JSON pointer of the end: milliseconds since 1970, or ISO 8601 in UTC

    [[nodiscard]] bool isHeld(std::string_view payload, WallTime now) const;
};

/// Whether the dialect's clients create nodes without a session, which only a client deletes.
enum class Persistence {
    Never,
    Sometimes,
    Always
};

/// A directory that contains the contenders' nodes of a lock.
struct DialectPart {
    std::string at;                        ///< appended to the lock's path: "", "/leases", "-__lock__"
    std::vector<queue::NamePattern> marks; ///< a child that matches one of these marks the directory as this dialect's
    queue::Scheme scheme; ///< which nodes the dialect's clients count as contenders, and in which order they are served
    PayloadRule payload;
    std::vector<PayloadMode> modes; ///< of names that do not say the mode; the first match applies

    [[nodiscard]] bool isModeInPayload(std::string_view name) const;
    /// The mode of a contender whose mode is in the payload. `details`: null if not read yet.
    [[nodiscard]] std::optional<LockMode> modeOf(std::string_view name, const ContenderDetails* details) const;
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

/// Known details of contenders' nodes, by name.
using DetailsByNode = std::map<std::string, ContenderDetails, std::less<>>;

/// A listing and the expected result: part of the dialect's file, checked when the file is read.
struct DialectExample {
    struct Expected {
        std::string node;
        bool holds = false;
        bool atGate = false;
        std::optional<LockMode> mode = LockMode::Exclusive; ///< nullopt: only the payload says it
        std::vector<std::string> waitsOn;
    };
    std::string title;
    std::vector<std::string> children;
    std::vector<std::string> gate;
    std::map<std::string, std::int64_t> czxids;  ///< of nodes whose creation order matters
    std::map<std::string, std::string> payloads; ///< of nodes whose payload matters
    int leases = 0;                              ///< the value in the node; 0: none
    std::vector<Expected> queue;
    std::vector<std::string> unrecognised;
};

struct Dialect {
    std::string id;                           ///< in the command line's JSON: "curator-mutex"
    std::string title;                        ///< display name: "Curator mutex"
    LockKind kind = LockKind::Mutex;          ///< Unrecognised: the names are known not to be locks
    Certainty certainty = Certainty::Certain; ///< of its locks. Possible: only if no other dialect matches
    Need needs = Need::Nothing;
    /// For a lock of one node: a name with one of these words (any case) counts as a mark.
    std::vector<std::string> words;
    std::vector<std::string> exceptWords; ///< words that contain one of `words` with another meaning: "block"
    /// Unless empty: the lock's path must contain one of these, or begin with it if it begins with a slash.
    std::vector<std::string> ancestors;
    /// Unless empty: the lock's path must match one of these. For names that are no locks: the directory's path.
    std::vector<PlacePattern> places;
    std::optional<bool> election; ///< whether the holder leads for as long as it lives; nullopt: by kind and name
    Persistence persistence = Persistence::Never;
    std::string breaks;         ///< what a release can break besides exclusion: a sentence, or empty
    bool breaksWaiters = false; ///< whether the sentence is true of a waiter too, not only of a holder
    bool watchesAhead = false;  ///< a waiter watches a node before its own in the queue
    /// What the payloads of its nodes say, where other programs use the same names. Nothing: names are enough.
    std::optional<PayloadCondition> payloadIs;
    std::optional<HeldWhen> heldWhen; ///< for a lock of one node: when its existence is not enough
    DialectPart queue;                ///< for a lock of one node: the marks match the node itself
    std::optional<DialectPart> gate;
    LeaseCount leases;
    std::vector<queue::NamePattern> companions; ///< children that belong to the lock but are no contenders
    std::shared_ptr<const Layout> layout;       ///< null: the queue consists of the lock's children, without a gate
    std::vector<DialectExample> examples;

    [[nodiscard]] bool isLock() const { return kind != LockKind::Unrecognised; }
    [[nodiscard]] const DialectPart* gatePart() const { return gate ? &*gate : nullptr; }
};

} // namespace lockscope::inspect
