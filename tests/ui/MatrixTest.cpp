// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The window at each size and with each size of the font: no text is cut, nothing overlaps, and the queue has its
/// rows. No text is elided beside free width, and each can be read on its background.

#include "tests/support/Test.h"
#include "tests/ui/RedisLocks.h"
#include "tests/ui/WindowTest.h"
#include "ui/models/ActivityModel.h"
#include "ui/models/LocksModel.h"
#include "ui/models/QueueModel.h"
#include "ui/models/Roles.h"
#include "ui/panels/ReplayBar.h"
#include "ui/shell/Language.h"
#include "ui/theme/Sizes.h"
#include "ui/theme/Style.h"
#include "ui/views/Chip.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/FindingStrip.h"
#include "ui/views/lane/QueueLane.h"
#include "ui/views/timeline/TimelineView.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QComboBox>
#include <QHash>
#include <QHeaderView>
#include <QImage>
#include <QLayout>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <tuple>

namespace lockscope::matrixTest {

using namespace Qt::StringLiterals;

class MatrixTest final : public test::WindowTest {
    Q_OBJECT
    QFont m_font;

    void openAt(int points, const QSize& size)
    {
        auto font = m_font;
        font.setPointSize(points);
        QApplication::setFont(font);
        openWindow();
        m_window->resize(size);
        QTRY_COMPARE(m_window->size(), size);
    }

    static inspect::SnapshotPtr zooKeeper(bool hasFinding = false)
    {
        auto snapshot = std::make_shared<inspect::Snapshot>(
            *test::snapshot({test::mutexLock("/shop/locks/orders-7", 8), test::mutexLock("/shop/locks/stock-9", 2),
                             test::readWriteLock("/shop/locks/inventory-2", "RRRW")}));
        if (hasFinding) {
            auto& finding = snapshot->findings.emplace_back();
            finding.kind = inspect::FindingKind::LongHold;
            finding.severity = inspect::Severity::Warning;
            finding.path = "/shop/locks/orders-7";
            finding.nodes = {"/shop/locks/orders-7/lock-0000000101"};
            finding.text = "4 m 12 s, the usual p99 is 58 s.";
        }
        return snapshot;
    }
    static inspect::SnapshotPtr redis()
    {
        auto snapshot = std::make_shared<inspect::Snapshot>(
            *test::snapshot({test::fairLock({}, std::chrono::seconds(20), true), test::plainRedisLock("coupon-4", 3)}));
        snapshot->backend = inspect::Backend::Redis;
        return snapshot;
    }
    static ui::ViewState viewStateOf(const QString& source, bool hasFinding = false)
    {
        auto viewState = test::liveViewState(source == u"redis"_s ? redis() : zooKeeper(hasFinding));
        if (source == u"replay"_s) {
            viewState.source = ui::SourceState::Replay;
            viewState.recording = u"incident.rec"_s;
        }
        return viewState;
    }
    /// With the replay bar, if it is a recording.
    void showSource(const QString& source, bool hasFinding = false)
    {
        if (source == u"replay"_s) {
            auto facts = std::make_shared<ui::RecordingFacts>();
            facts->name = u"incident.rec"_s;
            facts->from = test::snapshotTime - std::chrono::hours(30);
            facts->to = test::snapshotTime + std::chrono::hours(30);
            ui::ReplayView replay;
            replay.facts = std::move(facts);
            replay.now = test::snapshotTime;
            m_window->setReplay(replay);
        }
        show(viewStateOf(source, hasFinding));
    }
    void logSomeActivity()
    {
        const auto at = test::snapshotTime;
        m_window->log({{at, u"joined"_s, ui::Tone::Muted, u"/shop/locks/orders-7"_s, u"worker-108"_s, {}},
                       {at, u"acquired"_s, ui::Tone::Good, u"/payments/production/eu-west-1/locks/settlement-2026-11"_s,
                        u"payment-service-worker-3"_s, u"after 4 m 12 s"_s}});
    }

    static QString named(const QWidget& widget)
    {
        QStringList names;
        for (const auto* each = &widget; each; each = each->parentWidget())
            names << (each->objectName().isEmpty() ? QString::fromLatin1(each->metaObject()->className())
                                                   : each->objectName());
        return u"%1 (%2x%3)"_s.arg(names.join(u" in "_s)).arg(widget.width()).arg(widget.height());
    }
    static bool isInScrollArea(const QWidget& widget)
    {
        for (const auto* each = widget.parentWidget(); each; each = each->parentWidget())
            if (qobject_cast<const QAbstractScrollArea*>(each))
                return true;
        return false;
    }

    /// Labels that neither wrap nor elide, and buttons, that are smaller than their text.
    QStringList cutTexts() const
    {
        QStringList cut;
        for (const auto* each : m_window->findChildren<QWidget*>()) {
            if (!each->isVisible() || isInScrollArea(*each))
                continue;
            const auto* label = qobject_cast<const QLabel*>(each);
            const bool isFixed = label && !label->wordWrap() && !qobject_cast<const ui::ElidedLabel*>(each);
            const bool isButton = qobject_cast<const QPushButton*>(each) || qobject_cast<const QToolButton*>(each);
            if (!isFixed && !isButton)
                continue;
            const auto metrics = each->fontMetrics();
            const auto* chip = qobject_cast<const ui::Chip*>(each); // may show a shorter text
            if (chip && chip->shownText().contains(u'…'))
                cut << named(*each) + u": "_s + chip->text();
            const auto text = chip    ? QString()
                              : label ? label->text()
                                      : static_cast<const QAbstractButton*>(each)->text();
            const bool isIconOnly = isButton && each->property("toolButtonStyle").toInt() == Qt::ToolButtonIconOnly;
            const auto width = isIconOnly || text.isEmpty() ? 0 : metrics.size(Qt::TextShowMnemonic, text).width();
            const auto isRail = each->objectName().startsWith(u"drawer"_s); // its text is turned
            const auto room = isRail ? each->height() : each->width();
            if (room < width || (width > 0 && !isRail && each->height() < metrics.ascent()))
                cut << named(*each) + u": "_s + text;
            if (each->visibleRegion().boundingRect() != each->rect())
                cut << named(*each) + u" is covered or outside"_s;
        }
        return cut;
    }

    /// Widgets of one layout that lie on each other.
    QStringList overlaps() const
    {
        QStringList found;
        for (const auto* parent : m_window->findChildren<QWidget*>()) {
            if (!parent->isVisible() || !parent->layout() || parent->layout()->inherits("QStackedLayout") ||
                parent->inherits("QMainWindow"))
                continue;
            QList<const QWidget*> siblings;
            for (const auto* each : parent->findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
                if (each->isVisible() && !each->isWindow() && !each->visibleRegion().isEmpty() &&
                    parent->layout()->indexOf(each) >= 0)
                    siblings << each;
            for (auto i = 0; i < siblings.size(); ++i)
                for (auto j = i + 1; j < siblings.size(); ++j)
                    if (siblings[i]->geometry().intersects(siblings[j]->geometry()))
                        found << named(*siblings[i]) + u" on "_s + named(*siblings[j]);
        }
        return found;
    }

    static QList<QModelIndex> rowsOf(const QAbstractItemView& view)
    {
        constexpr auto most = 200;
        QList<QModelIndex> rows;
        const auto* tree = qobject_cast<const QTreeView*>(&view);
        for (auto index = view.model()->index(0, 0, view.rootIndex()); index.isValid() && rows.size() < most;
             index = tree ? tree->indexBelow(index) : index.siblingAtRow(index.row() + 1))
            rows << index;
        return rows;
    }
    /// The width that a cell needs beyond its own; below 0: free.
    static int lackingIn(const QAbstractItemView& view, const QModelIndex& cell)
    {
        if (cell.data(ui::MarksRole).isValid()) // a cell without text, as wide as its marks
            return 0;
        return view.sizeHintForIndex(cell).width() - view.visualRect(cell).width();
    }
    /// Cells that are cut while another column, or the view, has the width that they lack.
    static QStringList cutCellsOf(const QAbstractItemView& view, const QHeaderView& header)
    {
        constexpr auto leastFree = 12; // pixels: less is a margin, or rounded
        const auto rows = rowsOf(view);
        QHash<int, int> free; // by column
        for (auto column = 0; column < header.count(); ++column) {
            if (header.isSectionHidden(column))
                continue;
            auto left = header.sectionSize(column) - (header.isVisible() ? header.sectionSizeHint(column) : 0);
            for (const auto& row : rows)
                left = std::min(left, -lackingIn(view, row.siblingAtColumn(column)));
            free[column] = left;
        }
        free[-1] = view.viewport()->width() - header.length();
        QStringList cut;
        for (const auto& row : rows) {
            for (const auto column : free.keys()) {
                const auto cell = row.siblingAtColumn(column);
                const auto lacking = column < 0 ? 0 : lackingIn(view, cell);
                if (lacking <= 1)
                    continue;
                const auto other = std::find_if(free.keyValueBegin(), free.keyValueEnd(), [&](const auto& each) {
                    return each.first != column && each.second >= std::max(lacking, leastFree);
                });
                if (other != free.keyValueEnd())
                    cut << u"%1: \"%2\" in column %3 lacks %4 px, column %5 has %6"_s.arg(
                        named(view), cell.data().toString(), QString::number(column), QString::number(lacking),
                        QString::number((*other).first), QString::number((*other).second));
            }
        }
        return cut;
    }
    static QLayout* layoutWith(const QWidget& widget, QLayout* in)
    {
        if (!in || in->indexOf(&widget) >= 0)
            return in;
        for (auto i = 0; i < in->count(); ++i) {
            if (auto* found = in->itemAt(i)->layout() ? layoutWith(widget, in->itemAt(i)->layout()) : nullptr)
                return found;
        }
        return nullptr;
    }
    /// Labels that are elided while another part of their row has the width that they lack.
    QStringList elidedLabels() const
    {
        QStringList elided;
        for (const auto* label : m_window->findChildren<ui::ElidedLabel*>()) {
            const auto wanted = label->fontMetrics().horizontalAdvance(label->fullText());
            const auto lacking = wanted - label->contentsRect().width();
            const auto* row = qobject_cast<QBoxLayout*>(layoutWith(*label, label->parentWidget()->layout()));
            const bool isInRow =
                row && (row->direction() == QBoxLayout::LeftToRight || row->direction() == QBoxLayout::RightToLeft);
            if (!label->isVisible() || label->hasHeightForWidth() || lacking <= 0 || !isInRow)
                continue;
            for (auto i = 0; i < row->count(); ++i) {
                auto* item = row->itemAt(i);
                const auto* widget = item->widget();
                const auto free = item->geometry().width() - item->sizeHint().width();
                if (widget != label && (!widget || widget->isVisible()) && free >= lacking)
                    elided << u"%1: \"%2\" lacks %3 px, %4 has %5"_s.arg(
                        named(*label), label->fullText(), QString::number(lacking),
                        widget ? named(*widget) : u"a space"_s, QString::number(free));
            }
        }
        return elided;
    }
    QStringList cutBesideFreeWidth() const
    {
        auto cut = elidedLabels();
        for (const auto* view : m_window->findChildren<QAbstractItemView*>()) {
            const auto* table = qobject_cast<const QTableView*>(view);
            const auto* tree = qobject_cast<const QTreeView*>(view);
            const auto* header = table ? table->horizontalHeader() : tree ? tree->header() : nullptr;
            if (header && view->isVisible() && view->model())
                cut << cutCellsOf(*view, *header);
        }
        return cut;
    }

    /// Strokes of small texts have their full colour only in a larger image.
    static constexpr int zoom = 3;
    QImage windowImage() const
    {
        QImage image(m_window->size() * zoom, QImage::Format_RGB32);
        image.setDevicePixelRatio(zoom);
        m_window->render(&image);
        return image;
    }
    /// The background of a text is its most frequent colour; the text has the greatest contrast to it, except in a few
    /// pixels.
    static double contrastIn(const QImage& image, const QRect& part)
    {
        constexpr auto leastPixels = 6;
        QHash<QRgb, int> counts;
        const auto area = QRect(part.topLeft() * zoom, part.size() * zoom) & image.rect();
        for (auto y = area.top(); y <= area.bottom(); ++y) {
            const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
            for (auto x = area.left(); x <= area.right();) {
                const auto begin = x;
                while (x <= area.right() && line[x] == line[begin])
                    ++x;
                counts[line[begin]] += x - begin;
            }
        }
        if (counts.isEmpty())
            return 1;
        const auto ground = std::max_element(counts.cbegin(), counts.cend()).key();
        auto most = 1.0;
        for (auto each = counts.cbegin(); each != counts.cend(); ++each) {
            if (each.value() >= leastPixels)
                most = std::max(most, ui::contrastRatio(QColor(each.key()), QColor(ground)));
        }
        return most;
    }
    struct Text {
        const QWidget* widget;
        QRect part; ///< of the widget, without its frame
        QString text;
        bool isEnabled;
    };
    static constexpr int leastCell = 24; ///< pixels: nothing is drawn in a narrower one
    static QList<Text> cellsOf(const QAbstractItemView& view)
    {
        QList<Text> cells;
        const auto* viewport = view.viewport();
        for (const auto& row : rowsOf(view)) {
            for (auto column = 0; column < view.model()->columnCount(view.rootIndex()); ++column) {
                const auto cell = row.siblingAtColumn(column);
                const auto part = view.visualRect(cell);
                const auto text = cell.data().toString().trimmed();
                if (part.width() >= leastCell && viewport->rect().contains(part) && !cell.data(ui::MarksRole).isValid())
                    cells << Text{viewport, part.adjusted(2, 2, -2, -2), text,
                                  cell.flags().testFlag(Qt::ItemIsEnabled)};
            }
        }
        return cells;
    }
    static QList<Text> sectionsOf(const QHeaderView& header)
    {
        QList<Text> sections;
        const auto* viewport = header.viewport();
        for (auto i = 0; header.orientation() == Qt::Horizontal && i < header.count(); ++i) {
            const QRect part(header.sectionViewportPosition(i), 0, header.sectionSize(i), header.height());
            const auto text = header.model()->headerData(i, Qt::Horizontal).toString().trimmed();
            if (part.width() >= leastCell && viewport->rect().contains(part))
                sections << Text{viewport, part.adjusted(2, 2, -2, -2), text, true};
        }
        return sections;
    }
    static QList<Text> tabsOf(const QTabBar& tabs)
    {
        QList<Text> all;
        for (auto i = 0; i < tabs.count(); ++i) {
            if (tabs.isTabVisible(i) && tabs.rect().contains(tabs.tabRect(i)))
                all << Text{&tabs, tabs.tabRect(i).adjusted(2, 2, -2, -2), tabs.tabText(i), tabs.isTabEnabled(i)};
        }
        return all;
    }
    static QList<Text> textsOf(const QWidget& widget)
    {
        const auto inside = widget.rect().adjusted(4, 3, -4, -3);
        if (const auto* header = qobject_cast<const QHeaderView*>(&widget))
            return header->model() ? sectionsOf(*header) : QList<Text>();
        if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget))
            return view->model() ? cellsOf(*view) : QList<Text>();
        if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
            return tabsOf(*tabs);
        if (widget.visibleRegion().boundingRect() != widget.rect())
            return {};
        if (const auto* label = qobject_cast<const QLabel*>(&widget))
            return {{label, label->rect(), label->text().trimmed(), label->isEnabled()}};
        if (const auto* combo = qobject_cast<const QComboBox*>(&widget))
            return {{combo, inside.adjusted(0, 0, -16, 0), combo->currentText().trimmed(), combo->isEnabled()}};
        if (const auto* line = qobject_cast<const QLineEdit*>(&widget))
            return {{line, inside, (line->text() + line->placeholderText()).trimmed(), line->isEnabled()}};
        const auto* button = qobject_cast<const QAbstractButton*>(&widget);
        const bool isIconOnly =
            widget.property("toolButtonStyle").toInt() == Qt::ToolButtonIconOnly && button && !button->icon().isNull();
        if (button && !isIconOnly)
            return {{button, inside, button->text().trimmed(), button->isEnabled()}};
        return {};
    }
    /// Texts whose colour is too close to their background.
    QStringList faintTexts() const
    {
        constexpr auto least = 4.5;
        constexpr auto leastDisabled = 3.0;
        const auto image = windowImage();
        QStringList faint;
        for (const auto* widget : m_window->findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->isWindow())
                continue;
            for (const auto& text : textsOf(*widget)) {
                if (text.text.isEmpty())
                    continue;
                const QRect part(text.widget->mapTo(m_window.get(), text.part.topLeft()), text.part.size());
                const auto contrast = contrastIn(image, part);
                if (contrast < (text.isEnabled ? least : leastDisabled))
                    faint << u"%1: \"%2\" has a contrast of %3"_s.arg(named(*widget), text.text.left(60),
                                                                      QString::number(contrast, 'f', 2));
            }
        }
        return faint;
    }
    void goToPanel(const QString& panel) { child<QAction>(panel + u"GoAction"_s)->trigger(); }

    int visibleRows()
    {
        const auto* table = child<QTableView>(u"queueTable"_s);
        return table->isVisible() ? table->viewport()->height() / std::max(table->rowHeight(0), 1) : 0;
    }
    int visibleLanes()
    {
        const auto* view = child<ui::TimelineView>(u"timelineView"_s);
        auto lanes = 0;
        while (view->isVisible() && view->heightOfLanes(lanes + 1) <= view->height())
            ++lanes;
        return lanes;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QApplication::setStyle(ui::makeStyle()); // as in the program
        m_font = QApplication::font();
    }
    void cleanup()
    {
        closeWindow();
        QApplication::setFont(m_font);
        ui::speak(ui::Language::English);
    }

    void everythingIsReadable_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("points");
        QTest::addColumn<QString>("source");
        QTest::addColumn<ui::Language>("language");
        const auto zooKeeper = u"zookeeper"_s;
        const auto redis = u"redis"_s;
        const auto replay = u"replay"_s;
        const auto english = ui::Language::English;
        const auto chinese = ui::Language::SimplifiedChinese;
        // Each size, font, source and language, the extremes together; not all combinations.
        const std::tuple<QSize, int, QString, ui::Language> rows[] = {
            {{960, 540}, 8, zooKeeper, english},   {{960, 540}, 10, replay, chinese},
            {{960, 540}, 14, zooKeeper, chinese},  {{960, 540}, 20, redis, english},
            {{1024, 640}, 10, redis, english},     {{1024, 640}, 20, replay, english},
            {{1366, 768}, 10, zooKeeper, english}, {{1366, 768}, 14, redis, chinese},
            {{1440, 900}, 8, redis, english},      {{1440, 900}, 10, zooKeeper, chinese},
            {{1440, 900}, 14, replay, english},    {{1440, 900}, 20, zooKeeper, english},
            {{2560, 1440}, 10, replay, english},   {{2560, 1440}, 20, redis, chinese},
        };
        for (const auto& [size, points, source, language] : rows)
            QTest::addRow("%dx%d %d pt %s%s", size.width(), size.height(), points, qPrintable(source),
                          language == chinese ? " zh_CN" : "")
                << size << points << source << language;
    }
    void everythingIsReadable()
    {
        QFETCH(QSize, size);
        QFETCH(int, points);
        QFETCH(QString, source);
        QFETCH(ui::Language, language);
        ui::speak(language);
        openAt(points, size);
        showSource(source);
        QTRY_COMPARE(m_window->size(), size);
        QTRY_VERIFY2(cutTexts().isEmpty(), qPrintable(cutTexts().join(u'\n')));
        QTRY_VERIFY2(overlaps().isEmpty(), qPrintable(overlaps().join(u'\n')));
        // Rows are as high as their text.
        for (const auto* table : m_window->findChildren<QTableView*>())
            QVERIFY2(table->verticalHeader()->defaultSectionSize() > table->fontMetrics().height(),
                     qPrintable(named(*table)));
        // The client has the free width; only names may be cut.
        using Queue = ui::QueueModel;
        const auto* table = child<QTableView>(u"queueTable"_s);
        for (auto column = 0; table->isVisible() && column < Queue::ColumnCount; ++column) {
            if (table->isColumnHidden(column) || column == Queue::Client || column == Queue::WaitsOn)
                continue;
            auto wanted = table->horizontalHeader()->sectionSizeHint(column);
            for (auto row = 0; row < table->model()->rowCount(); ++row)
                wanted = std::max(wanted, table->sizeHintForIndex(table->model()->index(row, column)).width());
            QVERIFY2(table->columnWidth(column) >= wanted, qPrintable(QString::number(column)));
        }
    }

    /// At each time: no column moves, and none is cut.
    void durationsAreNeverCut()
    {
        openAt(10, {1440, 900});
        auto state = viewStateOf(u"redis"_s);
        auto* table = child<QTableView>(u"queueTable"_s);
        QList<int> widths;
        for (const auto after : {std::chrono::seconds(0), std::chrono::seconds(9), std::chrono::seconds(59),
                                 std::chrono::seconds(3'599), std::chrono::seconds(86'399)}) {
            state.now = test::snapshotTime + after;
            show(state);
            if (after == std::chrono::seconds(0))
                m_window->selectLock(state.snapshot->locks.front()->path);
            QTRY_VERIFY(table->isVisible());
            using Queue = ui::QueueModel;
            QVERIFY(!table->isColumnHidden(Queue::Since) && !table->isColumnHidden(Queue::Lease));
            for (const auto column : {Queue::Since, Queue::Lease}) {
                for (auto row = 0; row < table->model()->rowCount(); ++row) {
                    const auto cell = table->model()->index(row, column);
                    QVERIFY2(table->columnWidth(column) >= table->sizeHintForIndex(cell).width(),
                             qPrintable(cell.data().toString()));
                }
            }
            const QList<int> now{table->columnWidth(Queue::Since), table->columnWidth(Queue::Lease)};
            QVERIFY(widths.isEmpty() || widths == now);
            widths = now;
        }
    }

    void nothingIsCutBesideFreeWidth_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("source");
        for (const auto& size : {QSize(960, 540), QSize(1024, 640), QSize(1440, 900), QSize(2560, 1440)}) {
            for (const auto& source : {u"zookeeper"_s, u"redis"_s, u"replay"_s})
                QTest::addRow("%dx%d %s", size.width(), size.height(), qPrintable(source)) << size << source;
        }
    }
    void nothingIsCutBesideFreeWidth()
    {
        QFETCH(QSize, size);
        QFETCH(QString, source);
        openAt(10, size);
        showSource(source, true);
        logSomeActivity();
        QTRY_VERIFY2(cutBesideFreeWidth().isEmpty(), qPrintable(cutBesideFreeWidth().join(u'\n')));
        for (const auto& panel : {u"sessionsPanel"_s, u"activityPanel"_s, u"simulationPanel"_s}) {
            goToPanel(panel);
            QTRY_VERIFY2(cutBesideFreeWidth().isEmpty(), qPrintable(cutBesideFreeWidth().join(u'\n')));
        }
    }

    void aTableSharesItsWidth()
    {
        openAt(10, {2560, 1440});
        showSource(u"zookeeper"_s);
        goToPanel(u"activityPanel"_s);
        logSomeActivity();
        const auto* table = child<QTableView>(u"activityTable"_s);
        const auto lacks = [&] {
            QStringList lacking;
            for (const auto& row : rowsOf(*table)) {
                for (auto column = 0; column < table->model()->columnCount(); ++column) {
                    if (const auto cell = row.siblingAtColumn(column); lackingIn(*table, cell) > 0)
                        lacking << cell.data().toString();
                }
            }
            return lacking;
        };
        QTRY_VERIFY(table->isVisible() && table->model()->rowCount() == 2);
        QTRY_VERIFY2(lacks().isEmpty(), qPrintable(lacks().join(u'\n'))); // there is room for all
        QTRY_VERIFY(table->horizontalHeader()->length() >= table->viewport()->width());
        // With less room than all need, the widest columns are cut to the same width.
        m_window->resize(1440, 900);
        QTRY_VERIFY(table->horizontalHeader()->length() <= table->viewport()->width());
        QVERIFY(!lacks().isEmpty());
        auto widest = 0;
        for (auto column = 0; column < table->model()->columnCount(); ++column)
            widest = std::max(widest, table->columnWidth(column));
        for (auto column = 0; column < table->model()->columnCount(); ++column) {
            const auto rows = rowsOf(*table);
            const bool isCut = std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
                return lackingIn(*table, row.siblingAtColumn(column)) > 0;
            });
            QVERIFY2(!isCut || widest - table->columnWidth(column) <= 1, qPrintable(QString::number(column)));
        }
    }

    void eachTextCanBeRead_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<ui::ThemeChoice>("theme");
        for (const auto& source : {u"zookeeper"_s, u"redis"_s, u"replay"_s}) {
            QTest::addRow("%s dark", qPrintable(source)) << source << ui::ThemeChoice::Dark;
            QTest::addRow("%s light", qPrintable(source)) << source << ui::ThemeChoice::Light;
        }
    }
    void eachTextCanBeRead()
    {
        QFETCH(QString, source);
        QFETCH(ui::ThemeChoice, theme);
        openAt(10, {1440, 900});
        m_window->setPreferences({theme});
        showSource(source, true);
        logSomeActivity();
        for (const auto& panel : {u"activityPanel"_s, u"sessionsPanel"_s, u"simulationPanel"_s, u"waitGraphPanel"_s}) {
            goToPanel(panel);
            QTRY_VERIFY2(faintTexts().isEmpty(), qPrintable(faintTexts().join(u'\n')));
        }
    }

    /// The check itself: it finds a text that is too faint.
    void aFaintTextIsFound()
    {
        openAt(10, {1440, 900});
        showSource(u"zookeeper"_s);
        QTRY_VERIFY2(faintTexts().isEmpty(), qPrintable(faintTexts().join(u'\n')));
        auto* label = child<QLabel>(u"statusConnection"_s);
        label->setStyleSheet(u"color: %1"_s.arg(m_window->theme().border.name()));
        QTRY_COMPARE(faintTexts().size(), 1);
        QVERIFY2(faintTexts().first().startsWith(u"statusConnection"_s), qPrintable(faintTexts().first()));
    }

    /// The votes, the sentence below them, and the timeline with a lane for each master.
    void aRedlockIsWhole()
    {
        openAt(10, {1440, 900});
        auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({test::heldRedlock()}));
        snapshot->backend = inspect::Backend::Redis;
        show(test::liveViewState(snapshot));
        m_window->selectLock(snapshot->locks.front()->path);
        const auto* table = child<QTableView>(u"votesTable"_s);
        QTRY_VERIFY(table->isVisible());
        QTRY_COMPARE(table->horizontalHeader()->length(), table->viewport()->width());
        QTRY_VERIFY(table->viewport()->height() >= table->model()->rowCount() * table->rowHeight(0));
        const auto* footer = child<ui::ElidedLabel>(u"votesFooter"_s);
        QCOMPARE(footer->text(), footer->fullText());
        QVERIFY2(visibleLanes() >= 6, qPrintable(QString::number(visibleLanes())));
    }

    void theQueueHasItsRows_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("lanes");
        QTest::newRow("smallest") << QSize(960, 540) << 6 << 3;
        QTest::newRow("small") << QSize(1024, 640) << 8 << 6;
        QTest::newRow("usual") << QSize(1440, 900) << 8 << 3;
        QTest::newRow("large") << QSize(2560, 1440) << 8 << 8;
    }
    void theQueueHasItsRows()
    {
        QFETCH(QSize, size);
        QFETCH(int, rows);
        QFETCH(int, lanes);
        openAt(10, size);
        show(test::liveViewState(zooKeeper(true)));
        m_window->selectLock("/shop/locks/orders-7");
        QTRY_VERIFY2(visibleRows() >= rows, qPrintable(QString::number(visibleRows())));
        QTRY_VERIFY2(visibleLanes() >= lanes, qPrintable(QString::number(visibleLanes())));
    }

    /// No source is cut, and the button that releases is in sight beside the title of its option.
    void theSidePanelIsReadable()
    {
        openAt(10, {1440, 900});
        show(test::liveViewState(zooKeeper(true)));
        m_window->selectLock("/shop/locks/orders-7");
        const auto cutSources = [this] {
            QStringList cut;
            for (const auto* label : child<QWidget>(u"detailsPanel"_s)->findChildren<ui::ElidedLabel*>())
                if (label->isVisible() && label->objectName().contains(u"Source"_s) &&
                    (label->text() != label->fullText() || label->height() < label->heightForWidth(label->width())))
                    cut << label->objectName() + u": "_s + label->fullText();
            return cut;
        };
        const auto isWhole = [this](const QString& name) {
            const auto* widget = child<QWidget>(name);
            return widget->visibleRegion().boundingRect() == widget->rect();
        };
        QTRY_VERIFY(child<QWidget>(u"contenderFactsSource2"_s)->isVisible());
        QTRY_VERIFY2(cutSources().isEmpty(), qPrintable(cutSources().join(u'\n')));
        for (const auto& name : {u"releaseRisk"_s, u"releaseRequest"_s, u"releaseNotifyMe"_s, u"releaseButton"_s})
            QTRY_VERIFY2(isWhole(name), qPrintable(name));
    }

    void aLargeFontFoldsTheTimelineFirst()
    {
        openAt(20, {960, 540});
        show({test::mutexLock("/shop/locks/orders-7", 8)});
        QTRY_VERIFY(!child<QWidget>(u"timelineView"_s)->isVisible());
        QTRY_VERIFY2(visibleRows() >= 2, qPrintable(QString::number(visibleRows())));
        QVERIFY(child<QWidget>(u"contenderBarRelease"_s)->isVisible());
    }

    void sizesFollowTheFont()
    {
        const auto heights = [this](int points) {
            openAt(points, {2560, 1440});
            show(test::liveViewState(zooKeeper(true)));
            m_window->selectLock("/shop/locks/orders-7");
            return QList<int>{child<QTableView>(u"queueTable"_s)->rowHeight(0),
                              ui::QueueLane().sizeHint().height(),
                              child<QWidget>(u"findingChip"_s)->sizeHint().height(),
                              child<QWidget>(u"statusLine"_s)->height(),
                              child<QWidget>(u"topBar"_s)->sizeHint().height(),
                              child<ui::TimelineView>(u"timelineView"_s)->heightOfLanes(3)};
        };
        const auto small = heights(10);
        closeWindow();
        const auto large = heights(20);
        for (auto i = 0; i < small.size(); ++i)
            QVERIFY2(large[i] >= small[i] * 4 / 3, qPrintable(u"%1: %2, %3"_s.arg(i).arg(small[i]).arg(large[i])));
    }

    /// Details and release options are in drawers, and a bar names the selected contender.
    void aNarrowWindowHasDrawers()
    {
        openAt(10, {1024, 640});
        show({test::mutexLock("/shop/locks/orders-7", 8)});
        auto* side = child<QWidget>(u"sidePanel"_s);
        QTRY_VERIFY(child<QWidget>(u"contenderBar"_s)->isVisible());
        QVERIFY(!side->isVisible());
        QCOMPARE(child<ui::ElidedLabel>(u"contenderBarName"_s)->fullText(), u"worker-101"_s);
        QVERIFY(child<QPushButton>(u"contenderBarRelease"_s)->isEnabled());
        QVERIFY(child<ui::QueueLane>(u"queueLane"_s)->isOneLine());
        auto* table = child<QTableView>(u"queueTable"_s);
        const auto tableBefore = table->geometry();
        table->setFocus();
        // By its key, and back.
        QTest::keyClick(m_window.get(), Qt::Key_I, Qt::ControlModifier);
        QTRY_VERIFY(side->isVisible());
        QVERIFY(side->isAncestorOf(m_window->focusWidget()));
        QCOMPARE(table->geometry(), tableBefore); // it lies over the others
        QTest::keyClick(m_window->focusWidget(), Qt::Key_Escape);
        QTRY_VERIFY(!side->isVisible());
        QCOMPARE(m_window->focusWidget(), table);
        // By its buttons: the release options have the height for themselves.
        QTest::mouseClick(child<QToolButton>(u"drawerRelease"_s), Qt::LeftButton);
        QTRY_VERIFY(child<QWidget>(u"releaseButton"_s)->isVisible());
        QVERIFY(!child<QWidget>(u"detailsPanel"_s)->isVisible());
        QVERIFY(m_window->focusWidget() != child<QWidget>(u"releaseButton"_s));
        QTest::mouseClick(child<QToolButton>(u"drawerDetails"_s), Qt::LeftButton);
        QTRY_VERIFY(child<QWidget>(u"detailsPanel"_s)->isVisible());
        QVERIFY(!child<QWidget>(u"releaseButton"_s)->isVisible());
        QTest::mouseClick(child<QToolButton>(u"drawerDetails"_s), Qt::LeftButton);
        QTRY_VERIFY(!side->isVisible());
        // A wide window has both again.
        m_window->resize(1440, 900);
        QTRY_VERIFY(side->isVisible() && side->width() >= 300);
        QVERIFY(child<QWidget>(u"detailsPanel"_s)->isVisible() && child<QWidget>(u"releaseButton"_s)->isVisible());
        QVERIFY(!child<QWidget>(u"contenderBar"_s)->isVisible());
    }

    /// What a wide window saved is used by a narrow one, and the other way round.
    void theLayoutOfANarrowWindowIsRestoredInAWideOne()
    {
        openAt(10, {1024, 640});
        const auto kept = m_window->arrangement();
        makeWindow();
        m_window->restore(kept);
        m_window->resize(1440, 900);
        showWindow();
        QTRY_VERIFY(child<QWidget>(u"sidePanel"_s)->isVisible() && child<QWidget>(u"sidePanel"_s)->width() >= 300);
    }

    void aLowWindowFoldsTheFindings()
    {
        openAt(10, {960, 540});
        show(test::liveViewState(zooKeeper(true)));
        m_window->selectLock("/shop/locks/orders-7");
        auto* list = child<QListView>(u"findingsList"_s);
        QTRY_VERIFY(!list->isVisible());
        QVERIFY(child<QToolButton>(u"findingsWarnings"_s)->isVisible());
        QVERIFY(!child<ui::FindingStrip>(u"findingStrip"_s)->isVisible());
        auto* chip = child<ui::Chip>(u"findingChip"_s);
        QVERIFY(chip->isVisible());
        // Where a finding stands, it leads to the list.
        QTest::mouseClick(chip, Qt::LeftButton);
        QTRY_VERIFY(list->isVisible() && list->hasFocus());
        child<QToolButton>(u"findingsUnfold"_s)->click();
        QTRY_VERIFY(!list->isVisible());
        m_window->resize(1440, 900);
        QTRY_VERIFY(list->isVisible());
        QVERIFY(child<ui::FindingStrip>(u"findingStrip"_s)->isVisible());
    }

    /// Columns give way to the names. The last element of a path is elided last.
    void locksAreNamedWhole()
    {
        openAt(10, {1440, 900});
        show(test::liveViewState(zooKeeper()));
        auto* tree = child<QTreeView>(u"locksTree"_s);
        auto font = tree->font();
        font.setWeight(QFont::DemiBold);
        const auto cut = [tree, metrics = QFontMetrics(font)](int column) {
            QStringList texts;
            for (auto row = 0; row < tree->model()->rowCount(); ++row) {
                const auto text = tree->model()->index(row, column).data().toString().section(u'/', -1);
                if (tree->isColumnHidden(column) || tree->columnWidth(column) < metrics.horizontalAdvance(text) + 6)
                    texts << text;
            }
            return texts;
        };
        QTRY_COMPARE(tree->header()->length(), tree->header()->viewport()->width());
        QTRY_COMPARE(cut(ui::LocksModel::Name), QStringList());
        QTRY_COMPARE(cut(ui::LocksModel::Holder), QStringList());
        QVERIFY(!tree->isColumnHidden(ui::LocksModel::Type));
        m_window->resize(1024, 640);
        QTRY_VERIFY(tree->isColumnHidden(ui::LocksModel::Holder));
        QVERIFY(!tree->isColumnHidden(ui::LocksModel::Waiting) && !tree->isColumnHidden(ui::LocksModel::LongestWait));
        QTRY_COMPARE(cut(ui::LocksModel::Name), QStringList());
        // The words of the switch give way to its icons, not its names for screen readers.
        const auto* asTree = child<QToolButton>(u"locksAsTree"_s);
        QTRY_COMPARE(asTree->toolButtonStyle(), Qt::ToolButtonIconOnly);
        QVERIFY(!asTree->accessibleName().isEmpty());
    }

    /// A wide window has the finder at the left, with its whole hint and the key, and the buttons at the right.
    void theFinderHasABoundedWidth()
    {
        for (const auto width : {1440, 1920}) {
            openAt(10, {width, 900});
            const auto* finder = child<QLineEdit>(u"finder"_s);
            const auto least = finder->fontMetrics().horizontalAdvance(finder->placeholderText() + u"Ctrl+K"_s);
            QTRY_VERIFY2(finder->width() > least, qPrintable(QString::number(finder->width())));
            QVERIFY2(finder->width() <= 360, qPrintable(QString::number(finder->width())));
            QTRY_VERIFY(child<QWidget>(u"liveButton"_s)->x() > finder->geometry().right() + 40);
            const auto* menu = child<QToolButton>(u"menuButton"_s);
            QTRY_VERIFY(menu->geometry().right() > m_window->width() - 20);
            closeWindow();
        }
    }
};

} // namespace lockscope::matrixTest

LOCKSCOPE_TEST(lockscope::matrixTest::MatrixTest)
#include "MatrixTest.moc"
