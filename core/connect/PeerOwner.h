// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace lockscope::connect {

/// Whose socket is at the other end of a connection within this machine.
enum class PeerOwner {
    OurProcess,
    Stranger,
    Unknown ///< the system does not tell
};

/// Of a connection from 127.0.0.1:`peerPort` to 127.0.0.1:`ourPort`, which must be open on both sides. Asks /proc.
/// Any thread.
[[nodiscard]] PeerOwner ownerOfPeer(quint16 peerPort, quint16 ourPort);

} // namespace lockscope::connect
