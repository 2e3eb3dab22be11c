// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Finding.h"
#include "ui/theme/Theme.h"

#include <QWidget>

#include <array>
#include <string>
#include <vector>

namespace lockscope::ui {

class FindingStrip;

/// The findings of a lock, worst first: a strip with the title of each of at most two, and the number of the others.
/// Hidden without findings. Thread: UI.
class LockFindings final : public QWidget {
    Q_OBJECT
public:
    explicit LockFindings(const QString& objectName, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Worst first. Copies the values.
    void setFindings(const std::vector<const inspect::Finding*>& findings);
    /// Drawn without colours: the data is old.
    void setStale(bool stale);

Q_SIGNALS:
    /// The user chose the finding with this inspect::identityOf().
    void chosen(const std::string& identity);

private:
    std::array<FindingStrip*, 2> m_strips;
};

} // namespace lockscope::ui
