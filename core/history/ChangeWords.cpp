// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/ChangeWords.h"

#include "core/base/Phrase.h"

namespace lockscope::inspect {

std::string meaningOf(Change::Type type)
{
    switch (type) {
    case Change::Type::Joined:
        return phrase("A client has queued for the lock.");
    case Change::Type::Granted:
        return phrase("The client has acquired the lock.");
    case Change::Type::Left:
        return phrase("The node no longer exists. The client released the lock or stopped waiting, its session ended, "
                      "or another client deleted the node.");
    case Change::Type::Lost:
        return phrase("The node no longer exists because the client's session ended. The servers reported a silent or "
                      "disconnected session and then its end, or an audit log shows it.");
    case Change::Type::Revoked:
        return phrase("A revocation request was sent to the holder.");
    case Change::Type::Released:
        return phrase("An operator deleted the client's node with Lockscope.");
    case Change::Type::Deleted:
        return phrase("A request deleted the client's node. An audit log shows the session that sent it.");
    case Change::Type::Gap:
        return phrase("Nothing was watched for some time: the connection was lost, a lock could not be read, updates "
                      "were paused, or Lockscope did not run. Changes in that time have an unknown time.");
    case Change::Type::Unseen:
        return phrase("Acquisitions may be missing, because they began and ended between two readings.");
    case Change::Type::Other:
        break;
    }
    return {};
}

} // namespace lockscope::inspect
