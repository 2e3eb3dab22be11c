// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/faults/LinkGreeting.h"

#include <QDataStream>
#include <QIODevice>

namespace lockscope::console {

namespace {

QByteArray framed(const QByteArray& body)
{
    QByteArray frame;
    QDataStream out(&frame, QIODevice::WriteOnly);
    out << body; // length first, as in ZooKeeper's protocol
    return frame;
}

} // namespace

std::optional<LinkGreeting> LinkGreeting::parsed(const QByteArray& bytes)
{
    constexpr qint32 passwordSize = 16;
    if (bytes.size() < size)
        return std::nullopt;
    QDataStream in(bytes);
    qint32 length = 0;
    qint32 protocol = 0;
    qint32 given = 0;
    LinkGreeting greeting;
    in >> length >> protocol >> greeting.timeoutMs >> greeting.session >> given;
    if (in.status() != QDataStream::Ok || greeting.session == 0 || given != passwordSize)
        return std::nullopt;
    greeting.password = bytes.mid(size - passwordSize, passwordSize);
    return greeting;
}

QByteArray LinkGreeting::takeOver() const
{
    QByteArray request;
    QDataStream(&request, QIODevice::WriteOnly) << qint32(0) << qint64(0) << timeoutMs << session << password << false;
    return framed(request);
}

QByteArray LinkGreeting::closeSession()
{
    constexpr qint32 operation = -11;
    QByteArray request;
    QDataStream(&request, QIODevice::WriteOnly) << qint32(1) << operation;
    return framed(request);
}

} // namespace lockscope::console
