// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/RunRoot.h"

#include "moc_RunRoot.cpp"
