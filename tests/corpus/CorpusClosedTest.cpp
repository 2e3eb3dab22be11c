// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/corpus/CorpusWorld.h"

namespace lockscope::corpusClosedTest {

class CorpusClosedTest final : public QObject {
    Q_OBJECT
    corpus::CorpusWorld m_world{corpus::StatusEndpoints::Closed, corpus::TreeIsCreated::BeforeTheInspection,
                                QStringLiteral("closed")};
private Q_SLOTS:
    void initTestCase() { m_world.start(); }
    void theseLocksAndNoOthers_data() { m_world.addRows(); }
    void theseLocksAndNoOthers() { m_world.check(); }
};

} // namespace lockscope::corpusClosedTest

LOCKSCOPE_TEST(lockscope::corpusClosedTest::CorpusClosedTest)
#include "CorpusClosedTest.moc"
