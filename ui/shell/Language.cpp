// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/Language.h"

#include "core/base/Phrase.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

struct LanguageTexts {
    Q_DECLARE_TR_FUNCTIONS(Language)
};

/// The files, and the names by which a later call finds their translators, which belong to the application.
const auto englishPlurals = u"lockscope_en"_s;
const auto chineseTexts = u"lockscope_zh_CN"_s;
const auto chineseOfQt = u"qtbase_zh_CN"_s;

Language systemLanguage()
{
    const auto wanted = QLocale::system().uiLanguages();
    if (wanted.isEmpty())
        return Language::English;
    const QLocale first(wanted.front());
    const bool isSimplified = first.language() == QLocale::Chinese && first.script() == QLocale::SimplifiedHanScript;
    return isSimplified ? Language::SimplifiedChinese : Language::English;
}

std::string inSpokenLanguage(const char* pattern)
{
    return QCoreApplication::translate("core", pattern).toStdString();
}

QTranslator* installed(const QString& file)
{
    return qApp->findChild<QTranslator*>(file, Qt::FindDirectChildrenOnly);
}

bool install(const QString& file, const QString& folder)
{
    auto* translator = new QTranslator(qApp);
    translator->setObjectName(file);
    if (translator->load(file, folder) && QCoreApplication::installTranslator(translator))
        return true;
    delete translator;
    return false;
}

} // namespace

void speak(Language language)
{
    const auto wanted = language == Language::System ? systemLanguage() : language;
    const auto& own = wanted == Language::English ? englishPlurals : chineseTexts;
    if (installed(own))
        return;
    setTranslate(nullptr);
    for (const auto& file : {englishPlurals, chineseTexts, chineseOfQt})
        delete installed(file); // its destructor uninstalls it
    // Qt's own translation is optional: without it, Qt's buttons are in English.
    if (wanted != Language::English)
        install(chineseOfQt, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    if (install(own, u":/translations"_s) && wanted != Language::English)
        setTranslate(&inSpokenLanguage);
}

Language spokenLanguage()
{
    return installed(chineseTexts) ? Language::SimplifiedChinese : Language::English;
}

QString nameOf(Language language)
{
    switch (language) {
    case Language::English:
        return u"English"_s;
    case Language::SimplifiedChinese:
        return u"简体中文"_s;
    case Language::System:
        break;
    }
    return LanguageTexts::tr("System default");
}

std::optional<Language> languageNamed(const QString& name)
{
    if (name == u"system"_s)
        return Language::System;
    if (name == u"en"_s)
        return Language::English;
    if (name == u"zh_CN"_s)
        return Language::SimplifiedChinese;
    return std::nullopt;
}

} // namespace lockscope::ui
