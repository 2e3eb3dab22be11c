// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

namespace lockscope::ui {

/// Asks whether the commands that Redis servers execute may be sampled (MONITOR), which shows the hosts of holders and
/// waiters. Says what it costs. Not modal.
class HostsDialog final : public QDialog {
    Q_OBJECT
public:
    explicit HostsDialog(QWidget* parent = nullptr);
};

} // namespace lockscope::ui
