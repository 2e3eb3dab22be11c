// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace lockscope::ui {

/// A page of HTML that needs nothing but itself: no script, nothing from elsewhere, and it says so to the browser. It
/// is XML, too. Whatever text it is given is shown as that text: it may come from strangers. Pure.
class HtmlPage final {
public:
    /// `language`: the code of that of its texts, "en".
    HtmlPage(const QString& title, const QString& language);

    /// What comes next stands under this heading. `id`: ours.
    void beginSection(const QString& id, const QString& heading);
    void addParagraph(const QString& text);
    /// One that is not overlooked.
    void addWarning(const QString& text);
    void addFacts(const std::vector<std::pair<QString, QString>>& facts);
    void addTable(const QStringList& headers, const std::vector<QStringList>& rows);
    /// `svg`: a document of our own making.
    void addSnapshot(const QByteArray& svg);

    /// The whole page.
    [[nodiscard]] QByteArray finish();

private:
    void endSection();

    QByteArray m_html;
    bool m_isInSection = false;
};

} // namespace lockscope::ui
