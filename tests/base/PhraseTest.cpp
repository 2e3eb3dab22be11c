// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/Phrase.h"
#include "tests/support/Test.h"

#include <QScopeGuard>

namespace lockscope::phraseTest {

class PhraseTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void putsValuesInTheirPlaces();
    void leavesValuesAsTheyAre();
    void countsInWords();
    void joins();
    void speaksAnotherLanguage();
};

void PhraseTest::putsValuesInTheirPlaces()
{
    QCOMPARE(phrase("nothing in it"), std::string("nothing in it"));
    QCOMPARE(phrase("%1 waits for %2", "a", std::string("/b")), std::string("a waits for /b"));
    QCOMPARE(phrase("%2 before %1, %1 after %2", 1, -2), std::string("-2 before 1, 1 after -2"));
    QCOMPARE(phrase("100 % of %1", std::size_t(7)), std::string("100 % of 7"));
    QCOMPARE(phrase("%1: %2", QStringLiteral("größer"), QByteArray("as it is")), std::string("größer: as it is"));
}

void PhraseTest::leavesValuesAsTheyAre()
{
    QCOMPARE(phrase("%1 and %2", "%2", "%1"), std::string("%2 and %1"));
    QCOMPARE(phrase("%1, %2, %", "one"), std::string("one, %2, %"));
}

void PhraseTest::countsInWords()
{
    QCOMPARE(counted(0, "%1 waiter", "%1 waiters"), std::string("0 waiters"));
    QCOMPARE(counted(1, "%1 waiter", "%1 waiters"), std::string("1 waiter"));
    QCOMPARE(counted(2, "%1 waiter", "%1 waiters"), std::string("2 waiters"));
}

void PhraseTest::joins()
{
    QCOMPARE(sentences("One.", "Two."), std::string("One. Two."));
    QCOMPARE(sentences("", "Two."), std::string("Two."));
    QCOMPARE(sentences("One.", ""), std::string("One."));
    QCOMPARE(listed({}), std::string());
    QCOMPARE(listed({"a"}), std::string("a"));
    QCOMPARE(listed({"a", "b", "c"}), std::string("a, b, c"));
}

void PhraseTest::speaksAnotherLanguage()
{
    const auto english = qScopeGuard([] { setTranslate(nullptr); });
    setTranslate([](const char* pattern) -> std::string {
        const std::string wanted = pattern;
        return wanted == "%1 waits for %2" ? "%2 is what %1 waits for" : wanted == "%1, %2" ? "%1/%2" : wanted;
    });
    QCOMPARE(phrase("%1 waits for %2", "a", "/b"), std::string("/b is what a waits for"));
    QCOMPARE(phrase("unknown to it"), std::string("unknown to it"));
    QCOMPARE(listed({"a", "b"}), std::string("a/b"));
}

} // namespace lockscope::phraseTest

LOCKSCOPE_TEST(lockscope::phraseTest::PhraseTest)
#include "PhraseTest.moc"
