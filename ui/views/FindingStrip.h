// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Finding.h"
#include "ui/theme/Theme.h"

#include <QWidget>

#include <string>
#include <utility>
#include <vector>

class QToolButton;

namespace lockscope::ui {

/// The worst finding of a lock in a line: the mark of its severity, title, sentence, and the number of other findings.
/// Without room for a useful part of the sentence, the title stands alone. The tooltip has all of them. A click, Return
/// or Space chooses it; a link at the end mutes its notifications. Keeps its height without a finding; only a long
/// sentence may have a second line. Thread: UI.
class FindingStrip final : public QWidget {
    Q_OBJECT
public:
    explicit FindingStrip(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Worst first. Copies the values. `missing`: the checks that were not possible; empty if all were. `staleHolder`:
    /// a simulated client that acts as holder without the lock, which only the simulation can see; shown
    /// if there is no finding.
    void setFindings(const std::vector<const inspect::Finding*>& findings, const QString& missing = {},
                     const QString& staleHolder = {});
    /// Drawn without colours: the data is old.
    void setStale(bool stale);
    /// A finding has the words "Show Evidence" at the right end.
    void setNamesLink(bool names);
    enum class Muting {
        None, ///< no link
        Offered,
        Muted
    };
    /// Of the finding: None at first. Call it after setFindings().
    void setMuting(Muting muting);
    /// 1, the default, or 2.
    void setMostLines(int lines);

    /// Where the sentence has no room: from the next findings on, it is only in the tooltip and the accessible name.
    void setTitleOnly() { m_isTitleOnly = true; }

    /// The text shown, as far as it fits.
    [[nodiscard]] QString text() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }

Q_SIGNALS:
    /// The user chose the finding with this inspect::identityOf().
    void chosen(const std::string& identity);
    /// The user wants no more notifications of the findings of this groupOf(), or wants them again.
    void muteWanted(const std::string& group, bool muted);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void makeMuteLink();
    void placeMuteLink();
    /// With the space before it; 0: there is no link.
    [[nodiscard]] int muteWidth() const;
    [[nodiscard]] QString linkText() const;
    [[nodiscard]] QFont titleFont() const;
    /// Left and width of title and sentence in the first line.
    [[nodiscard]] std::pair<int, int> room() const;
    void fitLines();
    void paintSentence(QPainter& painter, int left, int width, int titleWidth) const;

    Theme m_theme = darkTheme();
    bool m_isStale = false;
    bool m_hasFinding = false;
    bool m_isLoud = false;  ///< a finding or a stale holder
    std::string m_identity; ///< of the finding; empty: none
    inspect::Severity m_severity = inspect::Severity::Info;
    bool m_isTitleOnly = false;
    QString m_title;
    QString m_sentence;
    QString m_more;
    std::string m_group; ///< of the finding
    Muting m_muting = Muting::None;
    QToolButton* m_mute = nullptr; ///< null until it is needed
    bool m_namesLink = false;
    int m_mostLines = 1;
    int m_lines = 1;
};

} // namespace lockscope::ui
