// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Theme.h"

#include <QWidget>

#include <string>
#include <vector>

class QGridLayout;
class QLabel;
class QToolButton;

namespace lockscope::ui {

class ElidedLabel;
class FactCell;

struct KeyValue {
    QString key;
    QString value;
    bool mono = false; ///< an id, elided in one line; other values are wrapped
    Tone tone = Tone::Normal;
    QString source{};       ///< where the value is from, and its age; empty: not said beside it
    bool isUnknown = false; ///< in italics, with the mark of an unknown value
    std::string link{};     ///< a click, Return or Space on the value activates it; empty: none
    QString whole{};        ///< what is copied, and in the tooltip; empty: the value
    QString explanation{};  ///< what the value means: in the tooltip, and as accessible description

    friend bool operator==(const KeyValue&, const KeyValue&) = default;
};

/// Rows of a name, a value and its source; a button beside each value copies all of it. Sentences are wrapped at word
/// borders, ids that are wider than the list are elided. A source is never cut: it is at the right of the value if
/// there is room for both, else below. Unchanged rows keep their widgets.
class KeyValueList final : public QWidget {
    Q_OBJECT
public:
    explicit KeyValueList(const QString& objectName, QWidget* parent = nullptr);

    void setRows(const std::vector<KeyValue>& rows);
    /// Shown below the row with this key, or below all rows. Takes ownership; its owner shows and hides it.
    void setExtra(QWidget& extra, const QString& key);
    void setTheme(const Theme& theme);
    void setStale(bool stale);
    /// Makes a hidden row for later: one takes more than a millisecond. False: there are as many as are usual.
    bool addRowAhead();

Q_SIGNALS:
    void linkActivated(const std::string& link);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Widgets {
        QLabel* key;
        FactCell* cell;
        QToolButton* copy;
    };

    void showRows();
    void placeExtra();
    void addRow();
    void show(std::size_t row);
    void setInk(std::size_t row);
    void setLink(std::size_t row);

    Theme m_theme = darkTheme();
    bool m_stale = false;
    QGridLayout* m_layout; ///< two lines a row: the second one is for the extra
    QWidget* m_extra = nullptr;
    QString m_extraKey; ///< of the row above it
    std::vector<KeyValue> m_rows;
    std::vector<Widgets> m_widgets;
    std::vector<KeyValue> m_shown; ///< what the widgets show, one each; older than m_rows while hidden
};

} // namespace lockscope::ui
