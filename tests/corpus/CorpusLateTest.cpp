// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/corpus/CorpusWorld.h"

namespace lockscope::corpusLateTest {

class CorpusLateTest final : public QObject {
    Q_OBJECT
    corpus::CorpusWorld m_world{corpus::StatusEndpoints::Closed, corpus::TreeIsCreated::AfterTheFirstSnapshot,
                                QStringLiteral("late")};
private Q_SLOTS:
    void initTestCase() { m_world.start(); }
    void theseLocksAndNoOthers_data() { m_world.addRows(); }
    void theseLocksAndNoOthers() { m_world.check(); }
};

} // namespace lockscope::corpusLateTest

LOCKSCOPE_TEST(lockscope::corpusLateTest::CorpusLateTest)
#include "CorpusLateTest.moc"
