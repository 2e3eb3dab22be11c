// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <optional>

namespace lockscope::ui {

enum class Language {
    System, ///< English where the system's is not among the others
    English,
    SimplifiedChinese
};

/// From now on all texts are made in this language: the window's, those of core/ and Qt's own. Windows that are open
/// get QEvent::LanguageChange. Thread: UI.
void speak(Language language);

/// What is spoken: never System. Thread: UI.
[[nodiscard]] Language spokenLanguage();

/// As whoever speaks it calls it; "System default" in the language that is spoken.
[[nodiscard]] QString nameOf(Language language);

/// Of "en", "zh_CN" or "system".
[[nodiscard]] std::optional<Language> languageNamed(const QString& name);

} // namespace lockscope::ui
