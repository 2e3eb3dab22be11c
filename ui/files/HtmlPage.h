// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace lockscope::ui {

/// A self-contained HTML page: no script and no external resources, which a content policy enforces. Also valid XML.
/// Every text is escaped: it may come from untrusted sources. Pure.
class HtmlPage final {
public:
    /// `language`: the language code of its texts, "en".
    HtmlPage(const QString& title, const QString& language);

    /// Begins a section with this heading. `id`: a fixed name, not escaped.
    void beginSection(const QString& id, const QString& heading);
    void addParagraph(const QString& text);
    /// A highlighted paragraph.
    void addWarning(const QString& text);
    void addFacts(const std::vector<std::pair<QString, QString>>& facts);
    void addTable(const QStringList& headers, const std::vector<QStringList>& rows);
    /// Part of the page, as mail programs show no SVG. `alt`: what it shows, for readers without it; `width`: in CSS
    /// pixels.
    void addImage(const QByteArray& png, const QString& alt, int width);

    /// The whole page.
    [[nodiscard]] QByteArray finish();

private:
    void endSection();

    QByteArray m_html;
    bool m_isInSection = false;
};

} // namespace lockscope::ui
