// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/JsonRecords.h"

#include "core/model/Snapshot.h"
#include "core/release/GuardPromise.h"
#include "core/release/Permission.h"

namespace lockscope::ctl {

using namespace Qt::StringLiterals;

namespace {

JsonRecord contenderRecord()
{
    return {
        u"contender"_s, u"A node in the queue of a lock."_s,
        withFields(
            {{u"position"_s, u"integer|null"_s, u"Its position in the queue, from 0; null where there is no order."_s},
             {u"state"_s, u"holds|waits|unknown"_s,
              u"Whether it holds the lock or waits; unknown if data that are not known decide."_s},
             {u"mode"_s, wordsOf<LockMode>() + u"|permit|null"_s,
              u"Whether it shares the lock with others; null if only its data say it, and they are not "
              "known."_s},
             {u"node"_s, u"string"_s, u"The name of its node."_s},
             {u"path"_s, u"string"_s, u"The full path of its node."_s},
             {u"atGate"_s, u"boolean"_s, u"True if it waits at the gate lock of a semaphore."_s},
             {u"sequence"_s, u"integer|null"_s, u"The sequence number of its node."_s},
             {u"waitsOn"_s, u"[string]"_s, u"The nodes that must be deleted first."_s},
             {u"watches"_s, u"[string]|null"_s,
              u"The nodes of the lock that its session watches; null without --watches, or if a server did "
              "not report watches."_s},
             {u"session"_s, u"hex|null"_s, u"Its session; null if the node has no session."_s},
             {u"owner"_s, u"string"_s, u"Redis: the owner, \"uuid:thread\", a token or the id of a permit."_s, true},
             {u"count"_s, u"integer"_s, u"Redis: the number of its holds."_s, true},
             {u"leaseMs"_s, u"integer|null"_s,
              u"Redis: how long until its lease ends, if it is not renewed; null: no end, or it waits."_s, true},
             {u"alive"_s, u"yes|no|unknown"_s, u"Redis: whether the client of a waiter listens."_s, true},
             {u"alsoHolds"_s, u"[string]|null"_s,
              u"Redis, show only: the other locks that a thread of Redisson's holds, which may be one multi-lock; null "
              "if not all locks were read."_s,
              true}},
            withFields(
                sessionFields(),
                {{u"client"_s, u"string|null"_s,
                  u"The name of the client, from the payload; on Redis of its connection, if its host is known."_s},
                 {u"clientLastKnown"_s, u"boolean"_s,
                  u"True: a revocation request has overwritten the name, and this is the last known "
                  "one."_s,
                  true},
                 {u"createdAt"_s, u"time|null"_s, u"When the node was created."_s},
                 {u"firstSeenAt"_s, u"time|null"_s,
                  u"When this program saw it for the first time, where createdAt is not known."_s},
                 {u"ageMs"_s, u"integer|null"_s, u"The age of the node; on Redis since firstSeenAt."_s},
                 {u"czxid"_s, u"hex|null"_s, u"The transaction that created the node."_s},
                 {u"hostName"_s, u"string|null"_s, u"The name of the host, with --hosts or --resolve-hosts."_s},
                 {u"pid"_s, u"integer|null"_s, u"The process id of the client, from the payload."_s},
                 {u"processCommand"_s, u"string|null"_s, u"A shell command that shows the process of the client."_s},
                 {u"payload"_s, u"string|null"_s, u"The payload of the node."_s},
                 {u"payloadCutBytes"_s, u"integer|null"_s,
                  u"The number of further payload bytes that are not shown."_s}}))};
}

JsonRecord voteRecord()
{
    return {u"vote"_s,
            u"What one master says of a Redlock."_s,
            {{u"server"_s, u"string"_s, u"Its address and port."_s},
             {u"reachable"_s, u"boolean"_s, u"Whether it answers."_s},
             {u"token"_s, u"string|null"_s, u"The value of the key; null: none, or not reachable."_s},
             {u"leaseMs"_s, u"integer|null"_s, u"How long until the key expires; null: no end."_s},
             {u"rttMs"_s, u"integer|null"_s, u"The round trip of the request."_s},
             {u"clockOffsetMs"_s, u"integer|null"_s, u"Its clock before that of this machine."_s},
             {u"uptimeMs"_s, u"integer|null"_s, u"How long it has run."_s}}};
}

JsonRecord planRecord()
{
    return {u"plan"_s,
            u"What a release or a revocation request is about."_s,
            {{u"path"_s, u"string"_s, u"The path of the lock."_s},
             {u"node"_s, u"string"_s, u"The name of the node."_s},
             {u"nodePath"_s, u"string"_s, u"The full path of the node."_s},
             {u"dialect"_s, u"string"_s, u"The naming scheme of the client library."_s},
             {u"certainty"_s, wordsOf<inspect::Certainty>(), u"Whether the lock certainly is one."_s},
             {u"state"_s, u"holds|waits|blocks|unknown"_s,
              u"The state; \"blocks\": the node is not a contender but blocks the queue."_s},
             {u"mode"_s, wordsOf<LockMode>() + u"|null"_s, u"As of a contender."_s},
             {u"backend"_s, u"zookeeper|redis"_s, u"The kind of server."_s},
             {u"czxid"_s, u"hex|null"_s, u"The transaction that created the node; null on Redis."_s},
             {u"session"_s, u"hex|null"_s, u"The session; null if the node has none."_s},
             {u"version"_s, u"integer|null"_s, u"The version of the node when it was read; null on Redis."_s},
             {u"owner"_s, u"string|null"_s, u"Redis: the owner, \"uuid:thread\", a token or the id of a permit."_s},
             {u"count"_s, u"integer|null"_s, u"Redis: the number of its holds."_s},
             {u"leaseMs"_s, u"integer|null"_s, u"Redis: what is left of its lease; null: no end."_s},
             {u"fencingToken"_s, u"integer|null"_s, u"Redis: the last fencing token of the lock."_s},
             {u"permits"_s, u"integer|null"_s, u"Redis: the number of permits that are added to a semaphore."_s},
             {u"freePermits"_s, u"integer|null"_s, u"Redis: the number of its free permits, as it was read."_s},
             {u"client"_s, u"string|null"_s, u"The name of the client."_s},
             {u"clientLastKnown"_s, u"boolean"_s,
              u"True: a revocation request has overwritten the name, and this is the last known one."_s},
             {u"host"_s, u"string|null"_s, u"The address and port of its connection."_s},
             {u"createdAt"_s, u"time|null"_s, u"When the node was created; null on Redis."_s},
             {u"ageMs"_s, u"integer|null"_s, u"The age of the node; null on Redis."_s},
             {u"waiters"_s, u"integer|null"_s, u"The number of waiters."_s},
             {u"next"_s, u"string|null"_s, u"The node of the next holder."_s},
             {u"nextClient"_s, u"string|null"_s, u"The client of the next holder."_s},
             {u"evidence"_s, u"@evidence"_s, u"Whether the session is alive."_s},
             {u"otherLocks"_s, u"[@other lock]|null"_s,
              u"Other queues that contain the session; null if no server reports it."_s},
             {u"permission"_s, u"@permission"_s, u"Whether Lockscope may delete the node."_s},
             {u"guard"_s, u"@guard"_s, u"What the guard proves before the node is deleted."_s},
             {u"confirmation"_s, u"click|reason|name-and-reason"_s, u"What the window requires."_s},
             {u"options"_s, u"[@release option]"_s, u"The possible steps, the mildest first."_s},
             {u"operations"_s, u"[string]"_s, u"The requests that are sent."_s},
             {u"risk"_s, u"string"_s, u"The risk, as a sentence."_s}}};
}

std::vector<JsonRecord> planParts()
{
    return {
        {u"evidence"_s, u"Whether a session is alive."_s,
         withFields({{u"life"_s, u"alive|silent|gone|unknown|none"_s,
                      u"The state of the session; \"none\": the node has no session."_s},
                     {u"text"_s, u"string"_s, u"The same in words."_s}},
                    sessionFields())},
        {u"other lock"_s,
         u"Another queue that contains the session."_s,
         {{u"path"_s, u"string"_s, u"The path of the lock."_s},
          {u"nodePath"_s, u"string"_s, u"The full path of the node of the session."_s},
          {u"holds"_s, u"boolean|null"_s, u"Whether it holds this lock."_s}}},
        {u"permission"_s,
         u"Whether Lockscope may delete a node."_s,
         {{u"delete"_s, wordsOf<release::Allowed>(), u"Whether it may."_s}, {u"text"_s, u"string"_s, u"Why."_s}}},
        {u"guard"_s,
         u"What the guard proves before a node is deleted."_s,
         {{u"proof"_s, wordsOf<release::GuardProof>(),
           u"\"counter\": no child was created since the node was verified; \"version\": only the version of the node, "
           "because its name cannot be created again; \"script\": on Redis, one script compares and releases; "
           "\"none\": "
           "nothing, and the release is refused."_s},
          {u"text"_s, u"string"_s, u"The same in words."_s}}},
        {u"release option"_s,
         u"A possible step to end a hold or a wait."_s,
         {{u"step"_s, u"ask|wait|delete"_s, u"The step."_s},
          {u"helps"_s, u"yes|maybe|no"_s, u"Whether it helps."_s},
          {u"what"_s, u"string"_s, u"What it does."_s},
          {u"affects"_s, u"string"_s, u"Which clients it affects."_s},
          {u"notices"_s, u"string"_s, u"Whether the holder is notified."_s},
          {u"until"_s, u"time|null"_s, u"When the lock is released without any action."_s}}},
    };
}

/// A line of a simulated client.
JsonRecord clientEventRecord()
{
    return {u"client event"_s,
            u"One line for each event of a simulated client."_s,
            {{u"at"_s, u"time"_s, u"When it happened."_s},
             {u"client"_s, u"string"_s, u"The name of the client."_s},
             {u"event"_s, u"connected|queued|granted|released|timedOut|suspended|lost|error"_s,
              u"The event; a line with a note has none."_s, true},
             {u"note"_s, u"string"_s, u"\"revoked\": the client received a revocation request."_s, true},
             {u"node"_s, u"string|null"_s, u"ZooKeeper: the name of its node."_s},
             {u"owner"_s, u"string|null"_s,
              u"Redis, while the client holds the lock: its owner id (\"uuid:number\"), token or permit id."_s},
             {u"token"_s, u"hex|null"_s, u"The fencing token; null if the lock has none."_s},
             {u"waitMs"_s, u"integer|null"_s, u"How long it has waited; a line with a note has none."_s, true},
             {u"path"_s, u"string|null"_s, u"The path of the lock, on Redis its name."_s},
             {u"mode"_s, u"write|read"_s, u"The mode."_s},
             {u"steadyUs"_s, u"integer"_s,
              u"Microseconds since the start of the machine, the same clock for all processes."_s},
             {u"paths"_s, u"[string]"_s, u"All paths of a multi-lock."_s, true},
             {u"nodePath"_s, u"string"_s, u"The full path of the node, while the client holds the lock."_s, true},
             {u"detail"_s, u"string"_s, u"Why it happened."_s, true},
             {u"careless"_s, u"boolean"_s, u"True: the client ignores, or ignored, the loss of the lock."_s, true},
             {u"cause"_s, u"writeRejected|resource"_s,
              u"The cause of an error; without it, the operation on the lock failed."_s, true},
             {u"releaseUs"_s, u"integer"_s, u"How long the release took."_s, true}}};
}

} // namespace

std::vector<JsonField> withFields(std::vector<JsonField> fields, const std::vector<JsonField>& others)
{
    fields.insert(fields.end(), others.begin(), others.end());
    return fields;
}

std::vector<JsonField> sessionFields()
{
    return {{u"host"_s, u"string|null"_s, u"The address and port of the connection of the session."_s},
            {u"hostSource"_s, wordsOf<inspect::HostSource>(), u"The source of the host."_s},
            {u"server"_s, u"string|null"_s, u"The server with the connection."_s},
            {u"timeoutMs"_s, u"integer|null"_s, u"The negotiated session timeout."_s},
            {u"lastHeardMs"_s, u"integer|null"_s, u"The minimum time since the last heartbeat."_s},
            {u"expiresInMs"_s, u"integer|null"_s,
             u"The maximum time until the session expires without a further heartbeat."_s},
            {u"reportedAt"_s, u"time|null"_s, u"When a server reported these facts."_s}};
}

std::vector<JsonField> lockFields()
{
    return {
        {u"path"_s, u"string"_s, u"The path of the lock."_s},
        {u"dialect"_s, u"string"_s, u"The naming scheme of the client library, such as \"curator-mutex\"."_s},
        {u"kind"_s, wordsOf<inspect::LockKind>(), u"The kind of lock."_s},
        {u"certainty"_s, wordsOf<inspect::Certainty>(),
         u"\"possible\" if it only has the form of a lock, and no known names."_s},
        {u"leases"_s, u"integer|null"_s, u"The maximum number of holders."_s},
        {u"leasesKnown"_s, wordsOf<inspect::Confidence>(),
         u"How this number is known; that of some semaphores is known to their clients only."_s},
        {u"fencingToken"_s, u"integer|null"_s, u"Redis: the last fencing token."_s, true},
        {u"leaseMs"_s, u"integer|null"_s, u"Redis: how long until the key of the lock expires; null: no end."_s, true},
        {u"freePermits"_s, u"integer|null"_s, u"Redis: the free permits of a semaphore."_s, true},
        {u"votes"_s, u"[@vote]"_s, u"Redlock: what each master has."_s, true},
        {u"verdict"_s, u"held|split|remnant|free|undecided"_s, u"Redlock: what the votes say together."_s, true},
        {u"quorum"_s, u"integer"_s, u"Redlock: the number of votes that a holder needs."_s, true},
        {u"exclusiveForMs"_s, u"integer|null"_s,
         u"Redlock: how long until fewer masters than the quorum have the token."_s, true}};
}

JsonField openWaitField()
{
    return {
        u"openWaitMs"_s, u"integer|null"_s,
        u"How long clients have waited because of this lock so far, added up: its waiters, and the clients that its "
        "waiters block at other locks that were read; null when unknown, and for elections and possible locks."_s};
}

std::vector<JsonField> clientCounts()
{
    return {{u"cycles"_s, u"integer"_s, u"Complete lock cycles."_s},
            {u"grants"_s, u"integer"_s, u"Acquisitions."_s},
            {u"releases"_s, u"integer"_s, u"Releases."_s},
            {u"timeouts"_s, u"integer"_s, u"Waits that were given up."_s},
            {u"losses"_s, u"integer"_s, u"Lost locks."_s},
            {u"errors"_s, u"integer"_s, u"Errors."_s},
            {u"requests"_s, u"integer"_s, u"Requests to the servers."_s},
            {u"wakeUps"_s, u"integer"_s, u"Watch events of waiters, on Redis messages."_s},
            {u"writes"_s, u"integer"_s, u"Writes to the guarded resource."_s},
            {u"writesRejected"_s, u"integer"_s, u"Writes that the resource rejected."_s},
            {u"revocations"_s, u"integer"_s, u"Revocation requests."_s}};
}

JsonRecord findingRecord()
{
    return {u"finding"_s,
            u"A problem."_s,
            {{u"kind"_s, u"string"_s, u"The kind, see FINDING KINDS."_s},
             {u"severity"_s, wordsOf<inspect::Severity>(), u"How severe it is."_s},
             {u"path"_s, u"string"_s, u"The path of the lock or of the directory."_s},
             {u"nodes"_s, u"[string]"_s, u"The nodes that are concerned."_s},
             {u"sessions"_s, u"[hex]"_s, u"The sessions that are concerned."_s},
             {u"owners"_s, u"[string]"_s, u"Redis: the owners that are concerned."_s},
             {u"text"_s, u"string"_s, u"What is wrong, as a sentence."_s},
             {u"evidence"_s, u"string"_s, u"What was observed."_s},
             {u"advice"_s, u"string"_s, u"What to do next."_s},
             {u"note"_s, u"string|null"_s, u"The note on the lock, from the limits file."_s},
             {u"owner"_s, u"string|null"_s, u"Who is responsible for the lock, from the limits file."_s},
             {u"mutedUntil"_s, u"time|null"_s, u"The end of the mute, from the limits file."_s},
             {u"chain"_s, u"string|null"_s, u"The waits through its nodes when it began, a line each."_s}}};
}

std::vector<JsonRecord> sharedRecords()
{
    std::vector records{contenderRecord(), voteRecord(), findingRecord(), planRecord(), clientEventRecord()};
    for (auto& record : planParts())
        records.push_back(std::move(record));
    return records;
}

} // namespace lockscope::ctl
