// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/Preferences.h"

#include "ui/shell/connection/RecentConnections.h"

#include <limits>
#include <optional>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

const auto themeKey = u"theme"_s;
const auto languageKey = u"language"_s;
const auto holdKey = u"findings/holdLimitMinutes"_s;
const auto waitKey = u"findings/waitLimitMinutes"_s;
const auto waitLimitKey = u"findings/revocationPatienceSeconds"_s;
const auto rateKey = u"connections/requestsPerSecond"_s;
const auto treeKey = u"locks/asTree"_s;
const auto notifyKey = u"notifications/criticalFindings"_s;
const auto watchesKey = u"connections/watchBudget"_s;

QString keyOf(const char* commandId)
{
    return u"commands/"_s + QString::fromLatin1(commandId);
}

int numberIn(const QSettings& settings, const QString& key, int usual, int most = std::numeric_limits<int>::max())
{
    bool isNumber = false;
    const auto number = settings.value(key, usual).toInt(&isNumber);
    return isNumber && number >= 0 && number <= most ? number : usual;
}

/// Writes nothing if the two are equal.
template <typename T> void write(QSettings& settings, const QString& key, T value, T before)
{
    if (value != before)
        settings.setValue(key, static_cast<int>(value));
}

std::optional<std::chrono::milliseconds> limitOf(std::chrono::minutes limit)
{
    return limit.count() > 0 ? std::optional<std::chrono::milliseconds>(limit) : std::nullopt;
}

} // namespace

Preferences Preferences::load(const QSettings& settings)
{
    const Preferences usual;
    Preferences loaded;
    loaded.theme = static_cast<ThemeChoice>(
        numberIn(settings, themeKey, static_cast<int>(usual.theme), static_cast<int>(ThemeChoice::Light)));
    loaded.language = static_cast<Language>(numberIn(settings, languageKey, static_cast<int>(usual.language),
                                                     static_cast<int>(Language::SimplifiedChinese)));
    loaded.holdLimit = std::chrono::minutes(numberIn(settings, holdKey, static_cast<int>(usual.holdLimit.count())));
    loaded.waitLimit = std::chrono::minutes(numberIn(settings, waitKey, static_cast<int>(usual.waitLimit.count())));
    loaded.revocationTimeout =
        std::chrono::seconds(numberIn(settings, waitLimitKey, static_cast<int>(usual.revocationTimeout.count())));
    loaded.requestsPerSecond = numberIn(settings, rateKey, usual.requestsPerSecond);
    loaded.watchBudget = numberIn(settings, watchesKey, usual.watchBudget);
    loaded.locksAsTree = numberIn(settings, treeKey, 0, 1) == 1;
    loaded.notifiesOfFindings = numberIn(settings, notifyKey, 0, 1) == 1;
    for (const auto& [text, id, placeholders] : commandTemplates()) {
        const auto kept = settings.value(keyOf(id)).toString();
        if (templateFault(kept, placeholders).isEmpty())
            loaded.commands.*text = kept;
    }
    return loaded;
}

bool Preferences::save(QSettings& settings, const Preferences& before) const
{
    write(settings, themeKey, theme, before.theme);
    write(settings, languageKey, language, before.language);
    write(settings, holdKey, holdLimit.count(), before.holdLimit.count());
    write(settings, waitKey, waitLimit.count(), before.waitLimit.count());
    write(settings, waitLimitKey, revocationTimeout.count(), before.revocationTimeout.count());
    write(settings, rateKey, requestsPerSecond, before.requestsPerSecond);
    write(settings, watchesKey, watchBudget, before.watchBudget);
    write(settings, treeKey, locksAsTree, before.locksAsTree);
    write(settings, notifyKey, notifiesOfFindings, before.notifiesOfFindings);
    for (const auto& [text, id, placeholders] : commandTemplates()) {
        if (commands.*text != before.commands.*text)
            settings.setValue(keyOf(id), commands.*text);
    }
    return savePrivately(settings);
}

inspect::FindingSettings Preferences::findings() const
{
    inspect::FindingSettings settings;
    settings.holdLimit = limitOf(holdLimit);
    settings.waitLimit = limitOf(waitLimit);
    settings.revocationTimeout = revocationTimeout;
    return settings;
}

void Preferences::applyTo(connect::Profile& profile) const
{
    if (!profile.name.empty())
        return;
    profile.requestsPerSecond = requestsPerSecond;
    profile.watchBudget = watchBudget;
}

} // namespace lockscope::ui
