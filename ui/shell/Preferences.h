// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/Profile.h"
#include "core/model/FindingSettings.h"
#include "ui/models/text/CommandTemplates.h"
#include "ui/shell/Language.h"
#include "ui/theme/Theme.h"

#include <QSettings>

#include <chrono>

namespace lockscope::ui {

/// The user's preferences for all connections. A value; zero minutes: no limit.
struct Preferences {
    ThemeChoice theme = ThemeChoice::System;
    Language language = Language::System;
    std::chrono::minutes holdLimit{15}; ///< a lock held for longer is a finding
    std::chrono::minutes waitLimit{5};
    std::chrono::seconds revocationTimeout{30}; ///< the time a holder has to release after a revocation request
    int requestsPerSecond = 0;                  ///< 0: Lockscope's default; saved connections have their own
    int watchBudget = 0;                        ///< 0: Lockscope's default; saved connections have their own
    bool locksAsTree = false;                   ///< the locks as a tree of their paths, not as a list
    bool notifiesOfFindings = false;            ///< new critical findings are notified on the desktop
    CommandTemplates commands{};                ///< to copy from the details

    /// A missing or invalid setting has its default value.
    [[nodiscard]] static Preferences load(const QSettings& settings);
    /// Writes only the values that differ from `before`, so that options of one program start are not saved.
    [[nodiscard]] bool save(QSettings& settings, const Preferences& before) const;

    [[nodiscard]] inspect::FindingSettings findings() const;
    /// For a connection that is not saved.
    void applyTo(connect::Profile& profile) const;

    friend bool operator==(const Preferences&, const Preferences&) = default;
};

} // namespace lockscope::ui
