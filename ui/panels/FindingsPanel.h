// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/Situation.h"
#include "ui/Theme.h"

#include <QWidget>

#include <array>
#include <string>

class QFrame;
class QLabel;
class QListView;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace lockscope::ui {

class EmptyState;
class FindingDelegate;
class FindingsModel;
class SaveLine;

/// What is wrong, worst first. A click or Enter goes there; the one that is chosen is told in full below, with its
/// evidence and advice, and can be copied. The buttons above count each severity and hide it. Intent: findingChosen.
class FindingsPanel final : public QWidget {
    Q_OBJECT
public:
    explicit FindingsPanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setSituation(const Situation& situation);

Q_SIGNALS:
    /// `node` may be empty: the lock itself.
    void findingChosen(const std::string& lockPath, const std::string& node);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Proxy;

    QWidget* buildDetails();
    QToolButton* addSeverity(const QString& objectName, const char* tone);
    void showCounts();
    [[nodiscard]] static QString whatIsUntold(const inspect::Picture& picture);
    void showPage(const Situation& situation);
    void showDetails();
    void choose(const QModelIndex& index);
    void copy();

    FindingsModel* m_model;
    Proxy* m_proxy;
    FindingDelegate* m_delegate;
    std::array<QToolButton*, 3> m_severities{}; ///< by Severity
    QListView* m_list;
    EmptyState* m_empty;
    QPushButton* m_showAll;
    QStackedWidget* m_stack;
    SaveLine* m_saveLine;
    QFrame* m_details = nullptr;
    QLabel* m_text = nullptr;
    QLabel* m_evidence = nullptr;
    QLabel* m_advice = nullptr;
    QPushButton* m_go = nullptr;
    Situation m_situation;
    bool m_hasLookedAtAll = false; ///< of this ensemble, once: what is read again since changes no sentence
};

} // namespace lockscope::ui
