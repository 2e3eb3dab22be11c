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

/// The options to release the lock, mildest first (core/release/ReleaseOptions.h), and the risk in a sentence. Intent:
/// releaseWanted.
class ReleaseBox final : public QWidget {
    Q_OBJECT
public:
    explicit ReleaseBox(QWidget* parent = nullptr);

    void show(const ViewState& viewState, const ContenderView& view);
    /// For a tooltip; empty if releases are allowed, or if the connection is lost, which is shown elsewhere.
    [[nodiscard]] static QString whyNothingIsReleased(const ViewState& viewState);
    /// Connected, and the selected contender still exists.
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
