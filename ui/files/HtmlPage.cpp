// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/files/HtmlPage.h"

#include "ui/models/text/Formatting.h"

namespace lockscope::ui {

namespace {

constexpr auto headBegin = R"(
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>)";

constexpr auto headEnd = R"(</title>
<style>
body { font: 14px/1.45 Inter, "Segoe UI", Roboto, sans-serif; color: #1d232b; background: #ffffff; margin: 2em auto; max-width: 1100px; padding: 0 1.5em; }
h1 { font-size: 22px; margin: 0 0 0.6em; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 1.8em 0 0.5em; border-bottom: 1px solid #c9d1da; padding-bottom: 3px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 3px 10px 3px 0; border-bottom: 1px solid #e3e8ee; overflow-wrap: anywhere; }
th { color: #4a5561; font-weight: 600; }
.facts th { width: 12em; }
.rows { font-size: 12.5px; }
.rows thead th { border-bottom: 1px solid #9aa5b1; }
.warning { border-left: 4px solid #b3261e; background: #fdecea; padding: 8px 12px; font-weight: 600; }
img { max-width: 100%; height: auto; border: 1px solid #c9d1da; border-radius: 6px; }
@media print { body { margin: 0; max-width: none; padding: 0; font-size: 11px; } .rows { font-size: 9.5px; } h2 { break-after: avoid; } tr, img { break-inside: avoid; } thead { display: table-header-group; } }
</style>
</head>
<body>
)";

/// Isolated (bdi), so that right-to-left text does not reorder the text around it.
QByteArray foreign(const QString& text)
{
    return "<bdi>" + oneLine(text.toStdString()).toHtmlEscaped().toUtf8() + "</bdi>";
}

} // namespace

HtmlPage::HtmlPage(const QString& title, const QString& language)
    : m_html("<!DOCTYPE html>\n<html lang=\"" + language.toHtmlEscaped().toUtf8() + "\">" + headBegin +
             oneLine(title.toStdString()).toHtmlEscaped().toUtf8() + headEnd + "<h1>" + foreign(title) + "</h1>\n")
{
}

void HtmlPage::beginSection(const QString& id, const QString& heading)
{
    endSection();
    m_isInSection = true;
    m_html += "<section id=\"" + id.toUtf8() + "\">\n<h2>" + foreign(heading) + "</h2>\n";
}

void HtmlPage::addParagraph(const QString& text)
{
    m_html += "<p>" + foreign(text) + "</p>\n";
}

void HtmlPage::addWarning(const QString& text)
{
    m_html += "<p class=\"warning\">" + foreign(text) + "</p>\n";
}

void HtmlPage::addFacts(const std::vector<std::pair<QString, QString>>& facts)
{
    m_html += "<table class=\"facts\"><tbody>\n";
    for (const auto& [name, value] : facts)
        m_html += "<tr><th scope=\"row\">" + foreign(name) + "</th><td>" + foreign(value) + "</td></tr>\n";
    m_html += "</tbody></table>\n";
}

void HtmlPage::addTable(const QStringList& headers, const std::vector<QStringList>& rows)
{
    m_html += "<table class=\"rows\">\n<thead><tr>";
    for (const auto& header : headers)
        m_html += "<th scope=\"col\">" + foreign(header) + "</th>";
    m_html += "</tr></thead>\n<tbody>\n";
    for (const auto& row : rows) {
        m_html += "<tr>";
        for (const auto& cell : row)
            m_html += "<td>" + foreign(cell) + "</td>";
        m_html += "</tr>\n";
    }
    m_html += "</tbody></table>\n";
}

void HtmlPage::addImage(const QByteArray& png, const QString& alt, int width)
{
    m_html += "<img src=\"data:image/png;base64," + png.toBase64() + "\" width=\"" + QByteArray::number(width) +
              "\" alt=\"" + oneLine(alt.toStdString()).toHtmlEscaped().toUtf8() + "\"/>\n";
}

QByteArray HtmlPage::finish()
{
    endSection();
    return m_html + "</body>\n</html>\n";
}

void HtmlPage::endSection()
{
    if (m_isInSection)
        m_html += "</section>\n";
    m_isInSection = false;
}

} // namespace lockscope::ui
