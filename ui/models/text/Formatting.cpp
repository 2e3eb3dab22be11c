// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/text/Formatting.h"

#include "core/base/DurationText.h"
#include "core/base/Phrase.h"
#include "core/base/SessionStatus.h"
#include "core/model/Wording.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QRegularExpression>

#include <algorithm>
#include <numeric>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

struct FormattingText {
    Q_DECLARE_TR_FUNCTIONS(Formatting)
};

bool isUnsafe(QChar character)
{
    switch (character.category()) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        return false;
    }
}

} // namespace

QString oneLine(std::string_view text)
{
    auto line = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    for (auto& character : line)
        if (isUnsafe(character))
            character = QChar(QChar::ReplacementCharacter);
    return line;
}

QString withShortOwners(std::string_view text)
{
    static const QRegularExpression owner(u"\\b([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=:\\d)"_s);
    return oneLine(text).replace(owner, u"\\1"_s);
}

QString ownText(const std::string& text)
{
    return oneLine(phrase(text.c_str()));
}

QString kindWord(inspect::LockKind kind)
{
    switch (kind) {
    case inspect::LockKind::Mutex:
        return FormattingText::tr("mutex");
    case inspect::LockKind::ReadWrite:
        return FormattingText::tr("read-write");
    case inspect::LockKind::Semaphore:
        return FormattingText::tr("semaphore");
    case inspect::LockKind::Latch:
        return FormattingText::tr("latch");
    case inspect::LockKind::Single:
        return FormattingText::tr("single node");
    case inspect::LockKind::Multi:
        return FormattingText::tr("multi-lock");
    case inspect::LockKind::Unrecognised:
        break;
    }
    return FormattingText::tr("unrecognised");
}

QString watchText(const inspect::RedisWatch& watch)
{
    const auto interval = formatDuration(watch.interval);
    switch (watch.by) {
    case inspect::RedisWatch::By::Tracking:
        return FormattingText::tr("client tracking");
    case inspect::RedisWatch::By::Events:
        return FormattingText::tr("keyspace events");
    case inspect::RedisWatch::By::Channels:
        return withAside(FormattingText::tr("the locks' channels, and polling every %1").arg(interval),
                         oneLine(watch.reason));
    case inspect::RedisWatch::By::Polling:
        break;
    }
    return withAside(FormattingText::tr("polling every %1").arg(interval), oneLine(watch.reason));
}

QString stateWord(SessionState state)
{
    switch (state) {
    case SessionState::Connecting:
        return FormattingText::tr("Connecting");
    case SessionState::Connected:
        return FormattingText::tr("Connected");
    case SessionState::Suspended:
        return FormattingText::tr("Suspended");
    case SessionState::Lost:
        return FormattingText::tr("Lost");
    case SessionState::ReadOnly:
        return FormattingText::tr("Read-only");
    case SessionState::AuthFailed:
        return FormattingText::tr("Authentication failed");
    case SessionState::Closed:
        break;
    }
    return FormattingText::tr("Closed");
}

QString inTurn(QStringList sentences)
{
    sentences.removeAll(QString());
    const auto follow = [](const QString& text, const QString& next) {
        return text.isEmpty() ? next : FormattingText::tr("%1 %2", "two sentences").arg(text, next);
    };
    return std::accumulate(sentences.cbegin(), sentences.cend(), QString(), follow);
}

QString asList(const QStringList& names)
{
    return names.join(FormattingText::tr(", ", "between two names"));
}

QString asClauses(const QStringList& clauses)
{
    return clauses.join(FormattingText::tr(", ", "between two parts of a sentence"));
}

QString asEntry(const QString& label, const QString& value)
{
    return FormattingText::tr("%1: %2").arg(label, value);
}

QString withAside(const QString& text, const QString& aside)
{
    return aside.isEmpty() ? text : FormattingText::tr("%1 (%2)").arg(text, aside);
}

QString hostWithName(const inspect::Owner& owner)
{
    const auto host = oneLine(owner.host);
    return owner.hostName.empty() ? host : withAside(host, oneLine(owner.hostName));
}

QString ended(const QString& sentence)
{
    return FormattingText::tr("%1.", "the end of a sentence").arg(sentence);
}

QString asSentence(QString text)
{
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

QString errorSentence(const Error& error)
{
    return asSentence(oneLine(describe(error)));
}

QString withoutMnemonic(QString text)
{
    return text.replace(u'&', QStringLiteral("&&"));
}

QString plainToolTip(const QString& text)
{
    if (text.isEmpty())
        return {};
    return u"<span>%1</span>"_s.arg(text.toHtmlEscaped().replace(u'\n', u"<br>"_s));
}

QString formatDuration(std::chrono::milliseconds duration)
{
    return QString::fromStdString(durationText(duration));
}

QString formatRound(std::chrono::milliseconds duration)
{
    return QString::fromStdString(roundDurationText(duration));
}

QString formatLatency(std::chrono::microseconds duration)
{
    const auto count = std::max<std::int64_t>(duration.count(), 0);
    if (count == 0 || count >= 10'000)
        return formatDuration(std::chrono::duration_cast<std::chrono::milliseconds>(duration));
    if (count < 1'000)
        return FormattingText::tr("%1 µs").arg(count);
    auto text = QString::number(static_cast<double>(count) / 1'000, 'f', 1);
    if (text.endsWith(u".0"_s))
        text.chop(2);
    return FormattingText::tr("%1 ms").arg(text);
}

QString formatCount(qint64 number)
{
    auto text = QString::number(number);
    for (auto at = text.size() - 3; at > (number < 0 ? 1 : 0); at -= 3)
        text.insert(at, u',');
    return text;
}

QString formatBytes(std::int64_t bytes)
{
    if (bytes < 1'000)
        return FormattingText::tr("%n bytes", nullptr, forPlural(bytes));
    if (bytes < 1'000'000)
        return FormattingText::tr("%1 KB").arg(bytes / 1'000);
    return FormattingText::tr("%1 MB").arg(static_cast<double>(bytes) / 1'000'000, 0, 'f', 1);
}

QString formatHex(std::int64_t id)
{
    return QString::fromStdString(toHex(id));
}

QString formatSequence(std::optional<std::int32_t> sequence)
{
    if (!sequence)
        return {};
    return QString::asprintf("%010d", *sequence);
}

QString formatTime(WallTime time)
{
    if (time == WallTime{})
        return {};
    return QDateTime::fromMSecsSinceEpoch(time.time_since_epoch().count()).toString(u"yyyy-MM-dd HH:mm:ss.zzz"_s);
}

bool isSameDay(WallTime one, WallTime other)
{
    return formatTime(one).section(u' ', 0, 0) == formatTime(other).section(u' ', 0, 0);
}

QString formatTimeOfDay(WallTime time, WallTime now)
{
    const auto whole = formatTime(time);
    return isSameDay(time, now) ? whole.section(u' ', 1) : whole;
}

QString formatAge(std::chrono::milliseconds age)
{
    using namespace std::chrono_literals;
    const auto tenths = std::clamp<std::chrono::milliseconds>(age, 0ms, 999ms) / 100ms;
    return age < 1s ? FormattingText::tr("0.%1 s").arg(tenths) : formatDuration(age);
}

QString formatUtc(WallTime time)
{
    if (time == WallTime{})
        return {};
    return QDateTime::fromMSecsSinceEpoch(time.time_since_epoch().count())
        .toUTC()
        .toString(u"yyyy-MM-dd HH:mm:ss.zzz 'UTC'"_s);
}

QString elideNode(const QString& node, int length)
{
    if (node.size() <= length)
        return node;
    const auto tail = std::max(0, std::min(length - 2, length * 2 / 3));
    return node.left(length - 1 - tail) + u'…' + node.right(tail);
}

QString nameFrom(std::string_view client, std::string_view host, std::int64_t session, std::string_view node)
{
    constexpr int nodeLength = 22;
    return !client.empty() ? oneLine(client)
           : !host.empty() ? oneLine(host)
           : session != 0  ? formatHex(session)
                           : elideNode(oneLine(node), nodeLength);
}

QString displayName(const inspect::Contender& contender, const ensemble::EnsembleFacts* facts)
{
    if (contender.redis)
        return oneLine(inspect::shortOwner(contender.redis->owner));
    const auto client = contender.details ? inspect::clientText(*contender.details) : std::string();
    if (!client.empty())
        return oneLine(client);
    const auto owner = inspect::ownerOf(facts, contender);
    return nameFrom(client, owner.host, owner.session, contender.node);
}

QString formatSince(const std::optional<inspect::Since>& since)
{
    if (!since)
        return u"…"_s;
    const auto limit = since->atMost ? u"≤ "_s : since->atLeast ? u"≥ "_s : QString();
    return limit + formatDuration(since->duration);
}

bool neverExpires(const inspect::Lock& lock, const inspect::Contender& contender)
{
    return contender.details && contender.details->session == 0 && !lock.mayBePersistent && !lock.isPossible();
}

QString attention(const inspect::Lock& lock, const inspect::Contender& contender)
{
    if (!neverExpires(lock, contender))
        return {};
    return contender.holds ? FormattingText::tr("Held by a persistent node. It has no session, so it never expires.")
           : contender.waits()
               ? FormattingText::tr("Waiting with a persistent node. It has no session, so it never expires.")
               : FormattingText::tr(
                     "Holding or waiting with a persistent node. It has no session, so it never expires.");
}

QString placeNumber(const inspect::WaiterPlaces& places, const inspect::Contender& contender)
{
    const auto place = places.of(contender);
    return place ? QString::number(*place) : u"?"_s;
}

QString placeOf(const inspect::Lock& lock, const inspect::Contender& contender)
{
    return placeOf(inspect::WaiterPlaces(lock), contender);
}

QString placeOf(const inspect::WaiterPlaces& places, const inspect::Contender& contender)
{
    if (contender.holds)
        return FormattingText::tr("holder");
    if (!contender.isStateKnown)
        return FormattingText::tr("unknown");
    return places.of(contender) == 1 ? FormattingText::tr("next") : u'#' + placeNumber(places, contender);
}

QString waitersText(const inspect::Lock& lock)
{
    const auto waiting = inspect::waitingClients(lock);
    if (!waiting)
        return FormattingText::tr("unknown");
    const bool hasUndecided = inspect::undecided(lock) > 0;
    const bool isComplete = !hasUndecided && !(lock.redis && !lock.redis->isOrdered);
    if (*waiting > 0)
        return (isComplete ? FormattingText::tr("%1 waiting") : FormattingText::tr("≥ %1 waiting"))
            .arg(formatCount(*waiting));
    if (hasUndecided)
        return FormattingText::tr("unknown");
    return lock.holders() == 0 && inspect::areHoldersStored(lock) ? FormattingText::tr("free") : QString();
}

QString leasesText(const inspect::Lock& lock)
{
    return lock.leases > 0 ? formatCount(lock.leases) : u"?"_s;
}

QString holdersText(const inspect::Lock& lock, const ensemble::EnsembleFacts* facts)
{
    const auto holders = lock.holders();
    if (holders == 0)
        return inspect::undecided(lock) == 0 ? u"—"_s : FormattingText::tr("unknown");
    if (lock.kind == inspect::LockKind::Semaphore)
        return FormattingText::tr("%1 of %2 leases", nullptr, forPlural(lock.leases))
            .arg(QString::number(holders), leasesText(lock));
    const auto first = std::find_if(lock.queue.begin(), lock.queue.end(), [](const auto& c) { return c.holds; });
    if (holders > 1)
        return first->mode == LockMode::Shared && first->isModeKnown
                   ? FormattingText::tr("%n readers", nullptr, forPlural(holders))
                   : FormattingText::tr("%n holders", nullptr, forPlural(holders));
    return displayName(*first, facts);
}

QString lateReportText(const inspect::Owner& owner, WallTime now)
{
    return owner.reportedAt
               ? FormattingText::tr("unknown; last report %1 ago").arg(formatDuration(now - *owner.reportedAt))
               : FormattingText::tr("unknown");
}

QString hostSourceText(inspect::HostSource source)
{
    switch (source) {
    case inspect::HostSource::StatusPage:
        return FormattingText::tr("AdminServer");
    case inspect::HostSource::StatusCommand:
        return FormattingText::tr("server (cons)");
    case inspect::HostSource::Payload:
        return FormattingText::tr("payload");
    case inspect::HostSource::ClientList:
        return FormattingText::tr("client list");
    case inspect::HostSource::Monitor:
        return FormattingText::tr("MONITOR sample");
    case inspect::HostSource::None:
        break;
    }
    return {};
}

} // namespace lockscope::ui
