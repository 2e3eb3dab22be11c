// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockscope {

/// The niceness of threads and processes that serve the window: when processors are short, the window is scheduled
/// first. The value is 10 because there can be hundreds of them.
inline constexpr int backgroundNiceness = 10;

/// Sets the niceness of the calling thread, and of the threads that it starts later. It cannot be undone. Best effort:
/// if the system refuses, the niceness stays as it is.
void goToBackground(int niceness = backgroundNiceness);

} // namespace lockscope
