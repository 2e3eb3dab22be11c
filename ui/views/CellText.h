// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCache>
#include <QFont>
#include <QStaticText>

class QPainter;

namespace lockscope::ui {

/// Draws lines of text and caches their shaping (QStaticText): in a table that changes ten times a second, shaping
/// unchanged texts would take most of the time. Thread: UI.
class CellText final {
public:
    /// Of the whole text, in pixels.
    [[nodiscard]] int widthOf(const QString& text, const QFont& font);
    /// Centred vertically, elided if wider than `box`, with the painter's pen. Returns the width of what is drawn.
    int draw(QPainter& painter, const QRect& box, Qt::Alignment alignment, const QString& text, const QFont& font,
             Qt::TextElideMode elide);

private:
    struct Key {
        QString text;
        QFont font;
        int width;
        Qt::TextElideMode elide;

        friend bool operator==(const Key&, const Key&) = default;
        friend size_t qHash(const Key& key, size_t seed) { return qHashMulti(seed, key.text, key.font, key.width); }
    };

    [[nodiscard]] const QStaticText& shaped(const Key& key);

    QCache<Key, QStaticText> m_lines{4'000};
};

} // namespace lockscope::ui
