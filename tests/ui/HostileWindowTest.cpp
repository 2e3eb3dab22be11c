// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The window on hostile node names and data: foreign text is shown as plain text, in one direction, in every view.

#include "core/sources/DialectFiles.h"
#include "core/zk/ZooKeeperClient.h"
#include "tests/support/HostileTree.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"
#include "tests/ui/Warnings.h"
#include "tests/ui/WholeWindow.h"

#include <QAbstractItemView>
#include <QDockWidget>
#include <QLabel>
#include <QTabBar>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>

namespace lockscope::hostileWindowTest {

using namespace Qt::StringLiterals;

namespace {

/// True without characters that change the direction of the surrounding text or control a terminal.
bool isSafe(const QString& text)
{
    return std::all_of(text.begin(), text.end(), [](QChar c) {
        return c == u'\n' || c == u'\t' ||
               (c.category() != QChar::Other_Control && c.category() != QChar::Other_Format);
    });
}

const auto markup = QString::fromUtf8(test::HostileTree::markup.data(), 7); // "<b>bold": the rest may be cut off

/// Every visible text, with its place; `mayBeMarkup`: the widget that shows it interprets markup.
template <typename Take> void visitTexts(const QWidget& window, const Take& take)
{
    for (const auto* widget : window.findChildren<QWidget*>()) {
        take(widget->objectName() + u" tool tip"_s, widget->toolTip(), true);
        if (const auto* label = qobject_cast<const QLabel*>(widget))
            take(widget->objectName(), label->text(), label->textFormat() != Qt::PlainText);
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            take(widget->objectName(), button->text(), false);
    }
    const std::function<void(const QAbstractItemModel&, const QString&, const QModelIndex&)> visitRows =
        [&](const QAbstractItemModel& model, const QString& name, const QModelIndex& parent) {
            for (int row = 0; row < std::min(model.rowCount(parent), 200); ++row) {
                for (int column = 0; column < model.columnCount(parent); ++column) {
                    const auto index = model.index(row, column, parent);
                    take(name, index.data().toString(), false);
                    take(name + u" tool tip"_s, index.data(Qt::ToolTipRole).toString(), true);
                }
                const auto below = model.index(row, 0, parent);
                if (model.rowCount(below) > 0)
                    visitRows(model, name, below);
            }
        };
    for (const auto* view : window.findChildren<QAbstractItemView*>()) {
        if (view->model() != nullptr)
            visitRows(*view->model(), view->objectName(), {});
    }
}

} // namespace

class HostileWindowTest final : public test::ServerTest {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::unique_ptr<test::HostileTree> m_tree;
    std::unique_ptr<test::WholeWindow> m_whole;
    QString m_root;

    void prepare() override
    {
        qputenv("XDG_DATA_HOME", m_folder.path().toLocal8Bit());
        m_root = m_servers.uniquePath();
        m_tree = std::make_unique<test::HostileTree>(*m_client, m_root.toStdString());
        const auto trouble = m_tree->plant();
        QVERIFY2(trouble.empty(), trouble.c_str());
        // Not readable: its path is part of a sentence.
        const auto closed = m_root.toStdString() + "/closed" + std::string(test::HostileTree::markup.substr(0, 7)) +
                            std::string(test::HostileTree::turning);
        QVERIFY(m_client->create(closed, {}, zk::CreateMode::Persistent, {{zk::Create, "world", "anyone"}}));
    }
    void checkAll(const char* when)
    {
        int foreign = 0;
        visitTexts(m_whole->window, [&](const QString& where, const QString& text, bool mayBeMarkup) {
            const auto reported = QStringLiteral("%1, %2: %3").arg(QString::fromLatin1(when), where, text.left(300));
            foreign += text.contains(u"bold"_s) ? 1 : 0;
            if (!isSafe(text))
                QFAIL(reported.toUtf8().toPercentEncoding(" <>/").constData());
            if (mayBeMarkup && text.contains(markup))
                QFAIL(qPrintable(reported));
        });
        QVERIFY2(foreign > 0, when);
    }

private Q_SLOTS:
    void init()
    {
        test::failOnAnyWarning();
        m_whole = std::make_unique<test::WholeWindow>(m_folder.path());
    }
    void cleanup()
    {
        QVERIFY(m_whole->end());
        m_whole.reset();
    }

    void foreignTextsAreTexts()
    {
        const auto target = ui::parseTarget(m_servers.connectString(), {m_root});
        QVERIFY(target);
        m_whole->controller.connectTo(*target);
        QTRY_COMPARE_WITH_TIMEOUT(m_whole->connection.source(), ui::SourceState::Live, test::longestWaitMs);
        for (const auto& path : m_tree->locks()) {
            m_whole->window.selectLock(path);
            QTRY_VERIFY(m_whole->window.shownLock() && m_whole->window.shownLock()->path == path);
            QTRY_VERIFY(!m_whole->window.shownLock()->queue.empty() &&
                        m_whole->window.shownLock()->queue.front().details);
            for (auto* bar : m_whole->window.findChildren<QTabBar*>()) {
                for (int tab = 0; tab < bar->count(); ++tab) {
                    bar->setCurrentIndex(tab);
                    checkAll(path.substr(0, 80).c_str());
                }
            }
            const auto* counts = m_whole->child<QWidget>(u"statisticsCounts"_s);
            QVERIFY(counts);
            m_whole->window.findChild<QDockWidget*>(u"statisticsPanelDock"_s)->raise();
            QTRY_VERIFY(counts->toolTip().contains(u"monitoring started"_s));
            checkAll(path.substr(0, 80).c_str());
        }
    }

    /// As long as the program runs: locks of that dialect can't be shown.
    void aBrokenFamilyIsSaid()
    {
        const QTemporaryDir families;
        const auto broken = families.filePath(u"<b>bold.json"_s);
        QFile file(broken);
        QVERIFY(file.open(QIODevice::WriteOnly) &&
                file.write(R"({"id": "ticket", "title": "Ticket", "kind": "spinlock"})") > 0);
        file.close();
        m_whole->connection.setDialects(inspect::loadDialects(families.path()));
        const auto target = ui::parseTarget(m_servers.connectString(), {m_root});
        QVERIFY(target);
        m_whole->controller.connectTo(*target);
        QTRY_COMPARE(m_whole->connection.source(), ui::SourceState::Live);
        const auto* notice = m_whole->child<QLabel>(u"noticeText"_s);
        QVERIFY(notice);
        QTRY_VERIFY(notice->isVisible());
        QCOMPARE(notice->textFormat(), Qt::PlainText);
        QVERIFY2(notice->text().contains(broken) && notice->text().contains(u"\"spinlock\" is not valid here"_s),
                 qPrintable(notice->text()));
    }

    /// No byte of a peer that is not a server reaches the screen, and the window stays usable.
    void whatIsNoServerIsSaidSo()
    {
        QTcpServer babbler;
        QVERIFY(babbler.listen(QHostAddress::LocalHost));
        int met = 0;
        connect(&babbler, &QTcpServer::newConnection, &babbler, [&] {
            while (auto* socket = babbler.nextPendingConnection()) {
                ++met;
                socket->write(QByteArray("\x7f\xff\xff\xff<b>bold<img src=x>\x1b[31m"));
                connect(socket, &QTcpSocket::readyRead, socket, &QTcpSocket::disconnectFromHost);
            }
        });
        const auto target = ui::parseTarget(u"127.0.0.1:%1"_s.arg(babbler.serverPort()), {});
        QVERIFY(target);
        m_whole->controller.connectTo(*target);
        QTRY_VERIFY(met >= 3); // it has read the answer and tried again
        QCOMPARE(m_whole->connection.source(), ui::SourceState::Connecting);
        visitTexts(m_whole->window, [&](const QString& where, const QString& text, bool) {
            if (!isSafe(text) || text.contains(u"bold"_s))
                QFAIL(qPrintable(where + u": "_s + text));
        });
    }
};

} // namespace lockscope::hostileWindowTest

LOCKSCOPE_TEST(lockscope::hostileWindowTest::HostileWindowTest)
#include "HostileWindowTest.moc"
