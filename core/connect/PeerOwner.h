// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHostAddress>

namespace lockscope::connect {

/// The owner of the other end of a connection within this machine.
enum class PeerOwner {
    OurProcess,
    OtherUser,
    Unknown ///< the system does not report the owner
};

/// Of a connection from `peer`:`peerPort` to 127.0.0.1:`ourPort`, which must be open on both sides. Reads /proc. A peer
/// address other than 127.0.0.1, such as 127.0.0.2, is always another user's. Any thread.
[[nodiscard]] PeerOwner ownerOfPeer(const QHostAddress& peer, quint16 peerPort, quint16 ourPort);

} // namespace lockscope::connect
