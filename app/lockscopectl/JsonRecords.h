// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The records that several commands print. Those of one command are in its own file.

#include "app/lockscopectl/JsonRecord.h"

namespace lockscope::ctl {

[[nodiscard]] std::vector<JsonRecord> sharedRecords();

[[nodiscard]] JsonRecord findingRecord();

/// The fields of a session as reported by a server: host, server, timeout, last heartbeat, expiry.
[[nodiscard]] std::vector<JsonField> sessionFields();

/// The fields, then the others.
[[nodiscard]] std::vector<JsonField> withFields(std::vector<JsonField> fields, const std::vector<JsonField>& others);

/// What a lock is.
[[nodiscard]] std::vector<JsonField> lockFields();

/// The waiting time that a lock causes.
[[nodiscard]] JsonField openWaitField();

/// The counts of simulated clients.
[[nodiscard]] std::vector<JsonField> clientCounts();

} // namespace lockscope::ctl
