// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/ReleaseService.h"
#include "ui/panels/ContenderFacts.h"

#include <QWidget>

class QFrame;
class QLabel;
class QPushButton;

namespace lockscope::ui {

/// What can be done to free the lock, mildest first (core/release/ReleaseOptions.h), with the risk in a sentence.
/// Intent: releaseWanted.
class ReleaseBox final : public QWidget {
    Q_OBJECT
public:
    explicit ReleaseBox(QWidget* parent = nullptr);

    void show(const ViewState& viewState, const ContenderView& view);
    /// For a tool tip; empty where the connection lets everything be released, or tells by itself that it is gone.
    [[nodiscard]] static QString whyNothingIsReleased(const ViewState& viewState);
    /// Connected, and the chosen contender is still there.
    [[nodiscard]] bool canRelease() const;

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
    Step m_ask;
    Step m_wait;
    Step m_delete;
    QFrame* m_riskFrame;
    QLabel* m_risk;
    QPushButton* m_button;
};

} // namespace lockscope::ui
