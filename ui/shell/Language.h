// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <optional>

namespace lockscope::ui {

enum class Language {
    System, ///< the system's language, or English if the system's is not supported
    English,
    SimplifiedChinese
};

/// Sets the language of all new texts: the window's, the texts of core/ and Qt's own. Open windows receive
/// QEvent::LanguageChange. English too has to be set: a file has its plurals. Thread: UI.
void speak(Language language);

/// The current language, never System. Thread: UI.
[[nodiscard]] Language spokenLanguage();

/// The language's name in that language; for System, "System default" in the current language.
[[nodiscard]] QString nameOf(Language language);

/// From "en", "zh_CN" or "system"; nothing for other names.
[[nodiscard]] std::optional<Language> languageNamed(const QString& name);

} // namespace lockscope::ui
