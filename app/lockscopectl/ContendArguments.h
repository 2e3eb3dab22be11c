// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/OptionDescription.h"
#include "app/lockscopectl/Target.h"
#include "core/base/Result.h"
#include "core/simulate/clients/ContendOptions.h"

#include <QCommandLineParser>

namespace lockscope::ctl {

/// The options of `contend`, and their values for the servers of this target. Errors: BadArguments, with a sentence.
[[nodiscard]] std::vector<OptionDescription> contendOptions();
[[nodiscard]] Result<console::ContendOptions> readContendOptions(const QCommandLineParser& parser,
                                                                 const Target& target);

} // namespace lockscope::ctl
