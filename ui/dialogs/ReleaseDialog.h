// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/release/ReleaseDesk.h"
#include "ui/Theme.h"

#include <QDialog>

#include <optional>

class QFrame;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockscope::ui {

class KeyValueList;

/// Names what would be deleted and what follows, and asks once more. The only modal dialog there is. It does nothing
/// itself: confirmed() says that the user wants it, setOutcome() what came of it.
class ReleaseDialog final : public QDialog {
    Q_OBJECT
public:
    /// `shownCzxid`: of the node that the user looked at; 0 while that was not known. Another one is never offered for
    /// deletion.
    ReleaseDialog(const QString& nodePath, std::int64_t shownCzxid, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setPlan(const Result<release::ReleasePlan>& plan);
    void setOutcome(const Result<release::ReleaseOutcome>& outcome);

Q_SIGNALS:
    void confirmed(const lockscope::release::ReleasePlan& plan, const QString& reason);

private:
    void build();
    void say(const QString& sentence, const QString& tone);
    void showRows(const release::ReleasePlan& plan);

    QString m_nodePath;
    std::int64_t m_shownCzxid;
    std::optional<release::ReleasePlan> m_plan;
    QLabel* m_title;
    KeyValueList* m_rows;
    QFrame* m_riskFrame;
    QLabel* m_risk;
    QLineEdit* m_reason;
    QFrame* m_resultFrame;
    QLabel* m_result;
    QPushButton* m_delete = nullptr;
    QPushButton* m_cancel = nullptr;
};

/// What became of a release, as one sentence.
[[nodiscard]] QString outcomeText(const Result<release::ReleaseOutcome>& outcome);

} // namespace lockscope::ui
