// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace lockscope::inspect {

/// How much a RequestQueue has to do.
struct RequestLoad {
    std::size_t listings = 0; ///< that wait for their turn, as
    std::size_t confirmations = 0;
    std::size_t details = 0; ///< one a directory, however many of its contenders are still to be read
    int inFlight = 0;        ///< sent and not answered
    int limit = 0;           ///< of those, at this moment
};

/// What an inspector has to do and keeps in mind at one moment: a value.
struct InspectorLoad {
    RequestLoad requests;
    std::size_t directories = 0; ///< znodes that are looked at
    std::size_t polled = 0;      ///< of those, read again and again for want of a watch
    std::size_t unread = 0;      ///< contenders whose details are known to be missing
    int watches = 0;             ///< child watches that are set
    int watchBudget = 0;
    std::vector<std::size_t> pathBytes; ///< of the watched paths, one for each session that holds watches
    std::size_t mostPathBytes = 0;      ///< that a session is given
};

} // namespace lockscope::inspect
