// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockscope {

/// Of threads and processes that work for a window: where processors are short, the window goes first. As much as
/// 10, because there can be hundreds of them.
inline constexpr int backgroundNiceness = 10;

/// Sets the niceness of the calling thread, and of those that it starts from now on, for good. A wish: refused, it runs
/// as any other.
void goToBackground(int niceness = backgroundNiceness);

} // namespace lockscope
