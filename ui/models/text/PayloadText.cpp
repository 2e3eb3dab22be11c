// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/text/PayloadText.h"

#include "ui/models/text/Formatting.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QStringDecoder>

#include <algorithm>
#include <optional>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

struct PayloadWords {
    Q_DECLARE_TR_FUNCTIONS(Formatting)
};

/// The text, if the bytes are UTF-8 without control characters except white space.
std::optional<QString> decoded(std::string_view bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decoder(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    if (decoder.hasError())
        return std::nullopt;
    const auto binary = [](QChar c) {
        return c.category() == QChar::Other_Control && c != u'\n' && c != u'\r' && c != u'\t';
    };
    if (std::any_of(text.begin(), text.end(), binary))
        return std::nullopt;
    return text;
}

/// At most `most` of the first bytes, without a partial UTF-8 character at the end.
std::string_view firstOf(std::string_view bytes, std::size_t most)
{
    if (bytes.size() <= most)
        return bytes;
    const auto goesOn = [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; };
    auto end = most;
    for (auto back = 0; back < 3 && end > 0 && goesOn(bytes[end]); ++back)
        --end;
    return bytes.substr(0, goesOn(bytes[end]) ? most : end); // longer than any character: not UTF-8
}

/// Nullopt: the text is none.
std::optional<QJsonDocument> jsonIn(const QString& text)
{
    const auto first = std::find_if_not(text.begin(), text.end(), [](QChar c) { return c.isSpace(); });
    if (first == text.end() || (*first != u'{' && *first != u'[')) // each document begins so
        return std::nullopt;
    QJsonParseError error;
    auto json = QJsonDocument::fromJson(text.toUtf8(), &error);
    return error.error == QJsonParseError::NoError ? std::optional(std::move(json)) : std::nullopt;
}

int offsetDigits(std::string_view bytes)
{
    return bytes.size() <= 0x10000 ? 4 : 8;
}

} // namespace

QString hexDump(std::string_view bytes, int inLine)
{
    const auto length = static_cast<std::size_t>(inLine);
    const auto digits = offsetDigits(bytes);
    QString dump;
    for (std::size_t line = 0; line < bytes.size(); line += length) {
        QString hex;
        QString ascii;
        for (std::size_t i = line; i < std::min(line + length, bytes.size()); ++i) {
            const auto byte = static_cast<unsigned char>(bytes[i]);
            hex += u"%1 "_s.arg(byte, 2, 16, QLatin1Char('0'));
            ascii += QChar(byte >= 0x20 && byte < 0x7f ? char16_t{byte} : u'.');
        }
        dump += u"%1  %2 %3\n"_s.arg(line, digits, 16, QLatin1Char('0')).arg(hex, -3 * inLine).arg(ascii);
    }
    return dump;
}

int hexBytesIn(int characters, std::string_view bytes)
{
    constexpr int ofByte = 4; // two digits, a space, and its text
    const auto room = characters - offsetDigits(bytes) - 3;
    return std::clamp(room / ofByte / 4 * 4, 4, 64);
}

PayloadText::Kind payloadKind(std::string_view bytes)
{
    if (bytes.empty())
        return PayloadText::Kind::Empty;
    const auto text = decoded(bytes);
    return !text ? PayloadText::Kind::Hex : jsonIn(*text) ? PayloadText::Kind::Json : PayloadText::Kind::Text;
}

PayloadText payloadText(std::string_view bytes)
{
    if (bytes.empty())
        return {};
    const auto text = decoded(bytes);
    if (!text)
        return {PayloadText::Kind::Hex, hexDump(bytes)};
    if (const auto json = jsonIn(*text))
        return {PayloadText::Kind::Json, QString::fromUtf8(json->toJson(QJsonDocument::Indented))};
    return {PayloadText::Kind::Text, *text};
}

QString payloadSummary(std::string_view bytes, qint64 cut)
{
    const auto size = static_cast<qint64>(bytes.size()) + cut;
    const auto kind = payloadKind(firstOf(bytes, 65'536));
    switch (kind) {
    case PayloadText::Kind::Empty:
        return PayloadWords::tr("none");
    case PayloadText::Kind::Hex:
        return PayloadWords::tr("%1 bytes, not text", nullptr, forPlural(size)).arg(formatCount(size));
    case PayloadText::Kind::Json:
        return PayloadWords::tr("%1 (JSON, %2 bytes)", nullptr, forPlural(size))
            .arg(oneLine(firstOf(bytes, 256)), formatCount(size));
    case PayloadText::Kind::Text:
        break;
    }
    return PayloadWords::tr("%1 (text, %2 bytes)", nullptr, forPlural(size))
        .arg(oneLine(firstOf(bytes, 256)), formatCount(size));
}

QString wholePayload(std::string_view bytes, qint64 cut)
{
    const auto size = static_cast<qsizetype>(bytes.size());
    const auto kept = payloadKind(bytes) == PayloadText::Kind::Hex
                          ? u"0x"_s + QString::fromLatin1(QByteArray::fromRawData(bytes.data(), size).toHex())
                          : QString::fromUtf8(bytes.data(), size);
    return cut > 0 ? kept + u'…' : kept;
}

} // namespace lockscope::ui
