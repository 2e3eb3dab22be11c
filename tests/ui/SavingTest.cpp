// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Files saved from the window: by its own actions, from its own widgets, read back.

#include "tests/ui/Saving.h"
#include "tests/support/Test.h"
#include "tests/ui/WindowTest.h"
#include "ui/files/TableReader.h"
#include "ui/models/Roles.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDeadlineTimer>
#include <QDir>
#include <QElapsedTimer>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QPainter>
#include <QRegularExpression>
#include <QSemaphore>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QStringListModel>
#include <QSvgRenderer>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QXmlStreamReader>

#include <memory>
#include <set>

namespace lockscope::savingTest {

using namespace Qt::StringLiterals;

namespace {

QStringList columnOf(const QJsonArray& rows, const QString& key)
{
    QStringList values;
    for (const auto& row : rows)
        values << row.toObject()[key].toVariant().toString();
    return values;
}

/// The number of distinct colours.
int coloursOf(const QImage& image)
{
    std::set<QRgb> colours;
    for (auto y = 0; y < image.height(); ++y)
        for (auto x = 0; x < image.width(); ++x)
            colours.insert(image.pixel(x, y));
    return static_cast<int>(colours.size());
}

} // namespace

class SavingTest final : public test::WindowTest {
    Q_OBJECT
    QTemporaryDir m_folder;

    QString path(const QString& name) const { return m_folder.filePath(name); }
    QString save(const QString& view, const QString& line, const QString& file)
    {
        return test::save(*m_window, view, line, path(file));
    }
    QJsonArray savedRows(const QString& view, const QString& line)
    {
        const auto reported = save(view, line, u"rows.json"_s);
        if (!reported.startsWith(u"Saved"_s))
            qFatal("%s", qPrintable(reported));
        return QJsonDocument::fromJson(test::bytesOf(path(u"rows.json"_s))).array();
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_DATA_HOME", m_folder.path().toUtf8());
        qputenv("XDG_CONFIG_HOME", m_folder.path().toUtf8());
    }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void locksAsTheyAreFilteredAndSorted()
    {
        show({test::mutexLock("/a/calm", 1), test::mutexLock("/a/orders", 3), test::mutexLock("/b/bills", 9)});
        auto rows = savedRows(u"locksTree"_s, u"locksSaveLine"_s);
        QCOMPARE(columnOf(rows, u"path"_s), QStringList({u"/b/bills"_s, u"/a/orders"_s, u"/a/calm"_s}));
        const auto worst = rows[0].toObject();
        QCOMPARE(worst[u"waiters"_s], QJsonValue(8));
        QCOMPARE(worst[u"dialect"_s], QJsonValue(u"curator-mutex"_s));
        QCOMPARE(worst[u"holders"_s], QJsonValue(QJsonArray{u"worker-101"_s}));
        QCOMPARE(worst[u"longestWaitSince"_s], QJsonValue(u"2026-11-20T16:45:12.000Z"_s));
        QVERIFY(rows[2].toObject()[u"longestWaitSince"_s].isNull());
        QVERIFY(worst.contains(u"openWaitMs"_s));
        child<QTreeView>(u"locksTree"_s)->collapseAll();
        QCOMPARE(savedRows(u"locksTree"_s, u"locksSaveLine"_s).size(), 3);
        child<QLineEdit>(u"locksFilter"_s)->setText(u"orders"_s);
        rows = savedRows(u"locksTree"_s, u"locksSaveLine"_s);
        QCOMPARE(columnOf(rows, u"path"_s), QStringList(u"/a/orders"_s));
    }

    void theQueueWithWholeValues()
    {
        auto lock = *test::mutexLock("/l", 3);
        lock.queue[1].details->payload = "=cmd|' /C calc'!A0";
        lock.queue[1].details->client = "<script>alert(\"1\")</script>, \xE2\x80\xAE\n";
        lock.queue[2].details->payload = std::string("\x00\xFF", 2);
        lock.queue[2].details->client = "a\xED\xA0\x80"
                                        "b"; // a lone surrogate, as bytes
        show({std::make_shared<inspect::Lock>(lock)});
        const auto rows = savedRows(u"queueTable"_s, u"queueSaveLine"_s);
        QCOMPARE(rows.size(), 3);
        const auto second = rows[1].toObject();
        QCOMPARE(second[u"node"_s].toString(), u"lock-0000000102"_s);
        QCOMPARE(second[u"path"_s].toString(), u"/l/lock-0000000102"_s);
        QCOMPARE(second[u"sequence"_s], QJsonValue(102));
        QCOMPARE(second[u"session"_s].toString(), u"0x166"_s);
        QCOMPARE(second[u"state"_s].toString(), u"waits"_s);
        QCOMPARE(second[u"waitsOn"_s], QJsonValue(QJsonArray{u"lock-0000000101"_s}));
        QCOMPARE(second[u"createdAt"_s].toString(), u"2026-11-20T16:45:18.000Z"_s);
        QVERIFY(second[u"grantedAt"_s].isNull());
        QCOMPARE(second[u"client"_s].toString(), u"<script>alert(\"1\")</script>, \u202E\n"_s);
        QCOMPARE(second[u"payload"_s].toString(), u"=cmd|' /C calc'!A0"_s);
        QCOMPARE(rows[2].toObject()[u"payload"_s].toString(), u"0x00ff"_s);
        QVERIFY(rows[2].toObject()[u"client"_s].toString().contains(QChar::ReplacementCharacter));
        QVERIFY(save(u"queueTable"_s, u"queueSaveLine"_s, u"queue.csv"_s).startsWith(u"Saved"_s));
        const auto csv = test::bytesOf(path(u"queue.csv"_s));
        QVERIFY(csv.contains("\"'=cmd|' /C calc'!A0\""));
        QVERIFY(csv.contains("\"<script>alert(\"\"1\"\")</script>, "));
        QCOMPARE(csv.count("\r\n"), 4);
    }

    void everyTableHasThem_data()
    {
        QTest::addColumn<QString>("view");
        for (const auto* name : {"locksTree", "queueTable", "findingsList", "sessionsTable", "simulationTable",
                                 "activityTable", "recordedActivityTable", "auditTable", "deadlockWaysTable"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void everyTableHasThem()
    {
        QFETCH(QString, view);
        auto* table = child<QAbstractItemView>(view);
        QCOMPARE(child<QAction>(view + u"Copy"_s)->shortcut(), QKeySequence(QKeySequence::Copy));
        QCOMPARE(child<QAction>(view + u"Save"_s)->shortcut(), QKeySequence(QKeySequence::Save));
        // The column descriptions match the cells, and each key is unique.
        const auto& model = *table->model();
        QStringList keys;
        for (auto column = 0; column < model.columnCount(); ++column) {
            const auto own = model.headerData(column, Qt::Horizontal, ui::ExportRole).toStringList();
            QVERIFY2(!own.isEmpty(), qPrintable(u"column %1"_s.arg(column)));
            keys << own;
        }
        QCOMPARE(QSet<QString>(keys.begin(), keys.end()).size(), keys.size());
        for (const auto& key : keys)
            QVERIFY2(QRegularExpression(u"^[a-z][A-Za-z0-9]*$"_s).match(key).hasMatch(), qPrintable(key));
    }

    void findingsAndActivity()
    {
        auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({test::mutexLock("/l", 2)}));
        snapshot->findings = {{inspect::FindingKind::LongHold,
                               {},
                               inspect::Severity::Warning,
                               "/l",
                               {"/l/lock-0000000101"},
                               {0x165},
                               "held \"long\"",
                               "seen,\nso",
                               "-ask"}};
        show(test::liveViewState(snapshot));
        const auto finding = savedRows(u"findingsList"_s, u"findingsSaveLine"_s)[0].toObject();
        QCOMPARE(finding[u"kind"_s].toString(), u"long-hold"_s);
        QCOMPARE(finding[u"sessions"_s], QJsonValue(QJsonArray{u"0x165"_s}));
        QCOMPARE(finding[u"evidence"_s].toString(), u"seen,\nso"_s);
        m_window->log({{test::snapshotTime, u"granted"_s, ui::Tone::Good, u"/l"_s, u"worker-101"_s, u"as it went"_s}});
        const auto entry = savedRows(u"activityTable"_s, u"activitySaveLine"_s)[0].toObject();
        QCOMPARE(entry[u"at"_s].toString(), u"2026-11-20T16:45:20.000Z"_s);
        QCOMPARE(entry[u"event"_s].toString(), u"granted"_s);
    }

    void chosenRowsAreCopied()
    {
        show({test::mutexLock("/l", 3)});
        auto* table = child<QTableView>(u"queueTable"_s);
        table->selectRow(1);
        child<QAction>(u"queueTableCopy"_s)->trigger();
        const auto cells = QGuiApplication::clipboard()->text().split(u'\t');
        QCOMPARE(cells.size(), 24);
        QVERIFY(cells.contains(u"/l/lock-0000000102"_s));
        QCOMPARE(cells.front(), u"1"_s);
    }

    void keysDoItToo()
    {
        show({test::mutexLock("/l", 3)});
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        auto* table = child<QTableView>(u"queueTable"_s);
        table->setFocus();
        QTest::keySequence(table, QKeySequence::Save);
        test::chooseFile(*m_window, u"queueTableSaveDialog"_s, path(u"by-key"_s));
        QVERIFY(test::reportedAfterwards(*m_window, u"queueSaveLine"_s).startsWith(u"Saved"_s));
        QVERIFY(QFile::exists(path(u"by-key.csv"_s))); // the default suffix
        QGuiApplication::clipboard()->clear();
        table->selectRow(0);
        table->setFocus();
        QTest::keySequence(table, QKeySequence::Copy);
        QVERIFY(QGuiApplication::clipboard()->text().contains(u"lock-0000000101\t"_s));
    }

    void tenThousandLocksAreReadInSlices()
    {
        std::vector<test::LockPtr> locks;
        for (auto i = 0; i < 10'000; ++i)
            locks.push_back(test::mutexLock("/locks/" + std::to_string(i % 100) + "/" + std::to_string(i), 3));
        show(std::move(locks));
        child<QAction>(u"locksTreeSave"_s)->trigger();
        QCoreApplication::processEvents();
        QElapsedTimer clock;
        clock.start();
        test::chooseFile(*m_window, u"locksTreeSaveDialog"_s, path(u"many.csv"_s));
        const auto begun = clock.restart();
        qint64 longest = 0;
        auto* line = child<ui::SaveLine>(u"locksSaveLine"_s);
        QVERIFY(child<QToolButton>(u"locksSaveLineCancel"_s)->isVisible());
        while (line->isBusy()) {
            clock.restart();
            QCoreApplication::processEvents();
            longest = std::max(longest, clock.elapsed());
        }
        qInfo("%lld ms until it had begun, %lld ms was the longest slice", begun, longest);
        QCOMPARE(test::bytesOf(path(u"many.csv"_s)).count("\r\n"), 10'001);
    }

    void aHundredThousandRowsDoNotStopTheWindow()
    {
        QStringList texts;
        for (auto i = 0; i < 100'000; ++i)
            texts << QString::number(i);
        QStringListModel model(texts);
        QSortFilterProxyModel proxy;
        proxy.setSourceModel(&model);
        QElapsedTimer clock;
        clock.start();
        auto reader = std::make_unique<ui::TableReader>(proxy);
        const auto settled = clock.restart();
        QSignalSpy finished(reader.get(), &ui::TableReader::finished);
        auto turns = 0;
        QTimer between;
        connect(&between, &QTimer::timeout, this, [&] { ++turns; });
        between.start(0);
        QVERIFY(finished.wait(30'000));
        QVERIFY2(turns >= 3, qPrintable(QString::number(turns))); // the event loop ran meanwhile
        clock.restart();
        const auto table = reader->take();
        reader.reset();
        qInfo("%lld ms to settle them, %lld ms to forget them", settled, clock.elapsed());
        QCOMPARE(table.rows.size(), 100'000U);
        QCOMPARE(table.rows.back().front().toString(), u"99999"_s);
        QCOMPARE(table.keys, QStringList(u"1"_s)); // as its header says: it has no information about files
    }

    void itCanBeCancelled()
    {
        std::vector<test::LockPtr> locks;
        for (auto i = 0; i < 5'000; ++i)
            locks.push_back(test::mutexLock("/locks/" + std::to_string(i), 3));
        show(std::move(locks));
        child<QAction>(u"locksTreeSave"_s)->trigger();
        test::chooseFile(*m_window, u"locksTreeSaveDialog"_s, path(u"cancelled.csv"_s));
        QTest::mouseClick(child<QToolButton>(u"locksSaveLineCancel"_s), Qt::LeftButton);
        const auto reported = test::reportedAfterwards(*m_window, u"locksSaveLine"_s);
        QVERIFY2(reported.startsWith(u"Cancelled"_s), qPrintable(reported));
        QVERIFY(!QFile::exists(path(u"cancelled.csv"_s)));
    }

    void cancelledIsWhatIsNotWritten()
    {
        QWidget window;
        auto* line = new ui::SaveLine(u"line"_s, &window);
        const QDir folder(m_folder.path());
        // While the content is made.
        QSemaphore goOn;
        line->save(path(u"early.bin"_s), [&goOn]() -> Result<QByteArray> {
            goOn.acquire();
            return QByteArray("early");
        });
        line->cancel();
        goOn.release();
        QVERIFY(!line->isBusy());
        const auto early = test::reportedAfterwards(window, u"line"_s);
        QVERIFY2(early.startsWith(u"Cancelled"_s) && early.contains(u"early.bin"_s), qPrintable(early));

        // While it is written: this thread receives no event while it polls.
        constexpr auto size = 40'000'000;
        line->save(path(u"late.bin"_s), []() -> Result<QByteArray> { return QByteArray(size, 'x'); });
        const QDeadlineTimer limit(20'000);
        while (folder.entryList({u"late.bin*"_s}, QDir::Files | QDir::Hidden).isEmpty())
            QVERIFY(!limit.hasExpired());
        line->cancel();
        QVERIFY(line->isBusy());
        const auto reported = line->findChild<ui::ElidedLabel*>(u"lineTold"_s)->fullText();
        QVERIFY2(reported.startsWith(u"Too late"_s) && reported.contains(u"late.bin"_s), qPrintable(reported));
        const auto late = test::reportedAfterwards(window, u"line"_s);
        QVERIFY2(late.startsWith(u"Saved"_s), qPrintable(late));
        QCOMPARE(QFileInfo(path(u"late.bin"_s)).size(), size);
        // In order: the first save has finished.
        QVERIFY(!QFile::exists(path(u"early.bin"_s)));
    }

    void rowsThatGoMeanwhileAreLeftOut()
    {
        std::vector<test::LockPtr> locks;
        for (auto i = 0; i < 5'000; ++i)
            locks.push_back(test::mutexLock("/locks/" + std::to_string(10'000 + i), 3));
        show(locks);
        child<QAction>(u"locksTreeSave"_s)->trigger();
        test::chooseFile(*m_window, u"locksTreeSaveDialog"_s, path(u"fewer.json"_s));
        locks.resize(100);
        show(locks);
        QVERIFY(test::reportedAfterwards(*m_window, u"locksSaveLine"_s).startsWith(u"Saved"_s));
        const auto rows = QJsonDocument::fromJson(test::bytesOf(path(u"fewer.json"_s))).array();
        QVERIFY(rows.size() >= 100 && rows.size() < 5'000);
        const auto paths = columnOf(rows, u"path"_s);
        QCOMPARE(QSet<QString>(paths.begin(), paths.end()).size(), paths.size());
    }

    void whatCanNotBeWrittenIsSaid()
    {
        show({test::mutexLock("/l", 3)});
        QFile before(path(u"kept.csv"_s));
        QVERIFY(before.open(QIODevice::WriteOnly) && before.write("as it was") > 0);
        before.close();
        const auto reported = save(u"queueTable"_s, u"queueSaveLine"_s, u"no/such/folder/l.csv"_s);
        QVERIFY2(reported.contains(u"no/such/folder/l.csv"_s) && !reported.startsWith(u"Saved"_s),
                 qPrintable(reported));
        auto* line = child<ui::SaveLine>(u"queueSaveLine"_s);
        QVERIFY(line->isVisible());
        const auto* reason = child<QLabel>(u"queueSaveLineReason"_s); // wrapped, not cut off
        QVERIFY(reason->isVisible() && reason->wordWrap());
        QCOMPARE(reason->text(), reported);
        QTest::mouseClick(child<QToolButton>(u"queueSaveLineClose"_s), Qt::LeftButton);
        QVERIFY(!line->isVisible());
        // A device without free space.
        const auto full = test::save(*m_window, u"queueTable"_s, u"queueSaveLine"_s, u"/dev/full/l.csv"_s);
        QVERIFY2(!full.startsWith(u"Saved"_s), qPrintable(full));
        QCOMPARE(test::bytesOf(path(u"kept.csv"_s)), QByteArray("as it was"));
    }

    void imagesAreSaved_data()
    {
        QTest::addColumn<QString>("view");
        QTest::addColumn<QString>("line");
        QTest::newRow("lane") << u"queueLane"_s << u"queueSaveLine"_s;
        QTest::newRow("timeline") << u"timelineView"_s << u"timelineSaveLine"_s;
        QTest::newRow("graph") << u"waitGraphView"_s << u"waitGraphSaveLine"_s;
    }
    void imagesAreSaved()
    {
        QFETCH(QString, view);
        QFETCH(QString, line);
        if (view == u"waitGraphView"_s) // in the place of the others
            child<QAction>(u"waitGraphPanelGoAction"_s)->trigger();
        auto history = std::make_shared<inspect::History>();
        auto lock = *test::mutexLock("/l/<b>&\"", 5);
        lock.queue[1].details->client = "<i>&\"'";
        auto viewState = test::liveViewState(test::snapshot({std::make_shared<inspect::Lock>(lock)}));
        history->see(viewState.snapshot);
        viewState.history = history;
        for (const auto choice : {ui::ThemeChoice::Dark, ui::ThemeChoice::Light}) {
            m_window->setPreferences({choice});
            show(viewState);
            QTRY_VERIFY_WITH_TIMEOUT(child<QWidget>(view)->visibleRegion().boundingRect().height() > 60, 30'000);
            QVERIFY(save(view, line, u"picture.svg"_s).startsWith(u"Saved"_s));
            QVERIFY(save(view, line, u"picture.png"_s).startsWith(u"Saved"_s));
            const QImage png(path(u"picture.png"_s));
            QVERIFY(png.width() >= 400 && coloursOf(png) > 8);
            QCOMPARE(png.pixelColor(1, png.height() - 2), m_window->theme().panel);

            QXmlStreamReader xml(test::bytesOf(path(u"picture.svg"_s)));
            QString texts;
            while (!xml.atEnd()) {
                if (xml.readNext() == QXmlStreamReader::Characters)
                    texts += xml.text();
            }
            QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
            if (view != u"waitGraphView"_s)
                QVERIFY2(texts.contains(u"/l/<b>&\""_s), qPrintable(texts));
            QVERIFY(texts.contains(u"16:45:20.000 UTC"_s));
            QVERIFY2(texts.contains(u"worker-101"_s), qPrintable(texts));
            // For the timeline, only the visible part.
            QVERIFY(view == u"timelineView"_s || texts.contains(u"<i>&\"'"_s));
            QSvgRenderer renderer(path(u"picture.svg"_s));
            QVERIFY(renderer.isValid());
            QImage drawn(png.size(), QImage::Format_RGB32);
            drawn.fill(Qt::black);
            QPainter painter(&drawn);
            renderer.render(&painter);
            painter.end();
            QVERIFY(coloursOf(drawn) > 8);
        }
    }
};

} // namespace lockscope::savingTest

LOCKSCOPE_TEST(lockscope::savingTest::SavingTest)
#include "SavingTest.moc"
