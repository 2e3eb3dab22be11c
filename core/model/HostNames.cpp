// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/HostNames.h"

#include "core/base/Phrase.h"

#include <QFile>
#include <QHostAddress>
#include <QStringList>

#include <algorithm>

namespace lockscope::inspect {

namespace {

/// The shortest form; empty if it is not an address.
std::string canonical(std::string_view address)
{
    QHostAddress parsed;
    if (!parsed.setAddress(QString::fromUtf8(address.data(), static_cast<qsizetype>(address.size()))))
        return {};
    return parsed.toString().toStdString();
}

} // namespace

std::string_view addressIn(std::string_view host)
{
    if (host.starts_with('[')) {
        const auto end = host.find(']');
        return end == std::string_view::npos ? host : host.substr(1, end - 1);
    }
    // More than one colon: an IPv6 address without a port.
    return std::count(host.begin(), host.end(), ':') == 1 ? host.substr(0, host.find(':')) : host;
}

Result<HostNames> HostNames::read(const std::string& file)
{
    QFile source(QString::fromStdString(file));
    if (!source.open(QIODevice::ReadOnly))
        return failure(ErrorCode::BadArguments, phraseLater("read the host names"), file,
                       source.errorString().toStdString());
    auto names = parse(source.readAll().toStdString());
    if (!names)
        names.error().path = file;
    return names;
}

Result<HostNames> HostNames::parse(std::string_view text)
{
    HostNames names;
    const auto lines = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).split(u'\n');
    for (qsizetype number = 0; number < lines.size(); ++number) {
        const auto words = lines[number].section(u'#', 0, 0).simplified().split(u' ', Qt::SkipEmptyParts);
        if (words.isEmpty())
            continue;
        const auto address = words.first().toStdString();
        if (words.size() < 2 || canonical(address).empty())
            return failure(
                ErrorCode::BadArguments, phraseLater("read the host names"), {},
                phrase("line %1 is invalid: use an IP address and a name, such as \"10.0.0.7 worker-7\"", number + 1));
        names.add(address, words[1].toStdString());
    }
    return names;
}

void HostNames::add(std::string_view address, std::string name)
{
    if (auto key = canonical(address); !key.empty())
        m_names[std::move(key)] = std::move(name);
}

std::string HostNames::nameOf(std::string_view host) const
{
    if (m_names.empty() || host.empty())
        return {};
    const auto named = m_names.find(canonical(addressIn(host)));
    return named == m_names.end() ? std::string() : named->second;
}

} // namespace lockscope::inspect
