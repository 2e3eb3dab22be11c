// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/Profile.h"
#include "core/model/FindingSettings.h"
#include "ui/shell/Language.h"
#include "ui/theme/Theme.h"

#include <QSettings>

#include <chrono>

namespace lockscope::ui {

/// What a user likes, wherever they connect to. A value; zero minutes: no limit.
struct Preferences {
    ThemeChoice theme = ThemeChoice::System;
    Language language = Language::System;
    std::chrono::minutes holdLimit{15}; ///< locks held for longer are a finding
    std::chrono::minutes waitLimit{5};
    std::chrono::seconds revocationTimeout{30}; ///< whoever is asked to let go has so long
    int requestsPerSecond = 0;                  ///< 0: as many as are answered; saved connections have their own
    int watchBudget = 0;                        ///< 0: the inspector's own; saved connections have their own

    /// What is missing in the settings, or is not what it should be, has its usual value.
    [[nodiscard]] static Preferences load(const QSettings& settings);
    /// Writes what is not as in `before`, so that nothing is kept that only this start of the program asked for.
    [[nodiscard]] bool save(QSettings& settings, const Preferences& before) const;

    [[nodiscard]] inspect::FindingSettings findings() const;
    /// Of a connection that is not a saved one.
    void applyTo(connect::Profile& profile) const;

    friend bool operator==(const Preferences&, const Preferences&) = default;
};

} // namespace lockscope::ui
