// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/ReleaseService.h"
#include "ui/panels/ContenderFacts.h"

#include <QWidget>

class QFrame;
class QLabel;
class QPushButton;
class QSpinBox;

namespace lockscope::ui {

/// The options to release the lock, mildest first (core/release/ReleaseOptions.h), and the risk in a sentence. For a
/// semaphore without stored holders, the number of permits to add instead. Intent: releaseWanted.
class ReleaseBox final : public QWidget {
    Q_OBJECT
public:
    explicit ReleaseBox(QWidget* parent = nullptr);

    void show(const ViewState& viewState, const ContenderView& view);
    /// For a tooltip; empty if releases are allowed, or if the connection is lost, which is shown elsewhere.
    [[nodiscard]] static QString whyNothingIsReleased(const ViewState& viewState);
    /// Connected, and the selected contender still exists, or permits can be added.
    [[nodiscard]] bool canRelease() const;
    /// To be added to the shown semaphore; 0: the release is of the selected contender.
    [[nodiscard]] int permits() const;

Q_SIGNALS:
    void releaseWanted();

private:
    struct Step {
        QLabel* title;
        QLabel* text;
    };
    Step addStep(const QString& objectName, const char* tone);

    QWidget* m_content;
    QLabel* m_none;
    QWidget* m_permitsRow;
    QSpinBox* m_permits;
    bool m_addsPermits = false;
    Step m_ask;
    Step m_wait;
    Step m_delete;
    QFrame* m_riskFrame;
    QLabel* m_risk;
    QPushButton* m_button;
};

} // namespace lockscope::ui
