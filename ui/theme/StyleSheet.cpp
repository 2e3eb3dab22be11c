// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/Theme.h"

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// @names are replaced by the theme's colours. Item colours come from the delegates. No rule reaches the margins of a
/// combo box's popup: see makeStyle().
const char16_t* const sheet = uR"(
QMainWindow { background: @window; }
QDialog { background: @panel; border: 1px solid @border; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QWidget { color: @text; }
QToolTip { background: @raised; color: @text; border: 1px solid @border; padding: 4px; }
QMenu { background: @panel; border: 1px solid @border; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 4px; }
QMenu::item:selected { background: @selection; }
QMenu::item:disabled { color: @muted; }
QMenu::separator { height: 1px; background: @border; margin: 4px 6px; }

QWidget#topBar, QWidget#statusLine, QWidget#locksPanel, QWidget#sidePanel, QMainWindow#workspace,
QWidget#simulationPanel, QWidget#activityPanel, QWidget#findingsPanel, QWidget#statisticsPanel, QWidget#sessionsPanel,
QWidget#waitGraphPanel, QWidget#auditPanel { background: @panel; }
QWidget#topBar { border-bottom: 1px solid @border; }
QWidget#statusLine { border-top: 1px solid @border; }
QWidget#statusLine QLabel[part="field"] { border-left: 1px solid @border; padding-left: 10px; }
QWidget#queuePanel, QWidget#welcomePanel, QWidget#queueContent, QWidget#centre { background: @window; }
QFrame#laneFrame, QFrame#timelineFrame, QFrame#guestFrame, QFrame#card { background: @panel; border: 1px solid @border; border-radius: 8px; }
QFrame#card { background: @raised; border-radius: 6px; }
QFrame#drawer { background: @panel; border: none; border-left: 1px solid @border; }
QFrame#drawer:focus { border-left: 2px solid @info; }
QFrame[box="bad"] { background: @badSoft; border: 1px solid @bad; border-radius: 6px; }
QFrame[box="warn"] { background: @warnSoft; border: 1px solid @warn; border-radius: 6px; }
QFrame[box="dashed"] { background: transparent; border: 1px dashed @muted; border-radius: 6px; }
QFrame[box="plain"] { background: @raised; border: 1px solid @border; border-radius: 6px; }
QFrame[box="info"] { background: @infoSoft; border: 1px solid @info; border-radius: 6px; }
QWidget#centre[replay="true"] { border: 2px solid @special; }
QWidget#openingRow { background: @infoSoft; border-bottom: 1px solid @info; }
QWidget#replayRow, QWidget#goToRow { background: @specialSoft; border-bottom: 1px solid @special; }
QLabel#replayChip { background: @special; color: @window; font-weight: 700; border-radius: 5px; padding: 3px 9px; }
QLabel[role="production"] { background: @badFill; color: @onFill; font-weight: 700; border-radius: 4px; padding: 2px 7px; }
QLabel#replayTime { font-weight: 600; }
QWidget#replayRow QToolButton:disabled { background: @specialSoft; }
QProgressBar { background: @field; border: 1px solid @border; border-radius: 4px; max-height: 8px; }
QProgressBar::chunk { background: @info; border-radius: 3px; }
QFrame#separator { background: @border; border: none; max-height: 1px; min-height: 1px; }

QFrame#notice QPushButton { padding: 0 8px; min-height: 16px; }
QLabel { background: transparent; }
QLabel[role="section"] { color: @muted; font-weight: 600; }
QLabel[role="muted"], QLabel[role="key"] { color: @muted; }
QLabel[role="title"] { font-weight: 600; }
QLabel[role="headline"] { font-size: 24px; font-weight: 600; }
QLabel[tone="good"] { color: @good; }
QLabel[tone="wait"] { color: @wait; }
QLabel[tone="warn"] { color: @warn; }
QLabel[tone="bad"] { color: @bad; }
QLabel[tone="info"] { color: @info; }
QLabel[tone="special"] { color: @special; }
QLabel[tone="muted"] { color: @muted; }

QPushButton, QToolButton, QComboBox, QSpinBox, QLineEdit, QPlainTextEdit {
  background: @raised; border: 1px solid @border; border-radius: 6px; padding: 4px 10px; min-height: 18px; }
QLineEdit, QPlainTextEdit, QSpinBox, QComboBox { background: @field; selection-background-color: @selection; selection-color: @text; }
QPushButton:hover, QToolButton:hover, QComboBox:hover { border-color: @muted; }
QPushButton:focus, QToolButton:focus, QComboBox:focus, QSpinBox:focus, QLineEdit:focus, QPlainTextEdit:focus,
QTreeView:focus, QTableView:focus, QListView:focus { border-color: @info; }
QLineEdit[fault="true"], QSpinBox[fault="true"] { border-color: @bad; }
QPushButton:disabled, QToolButton:disabled, QLineEdit:disabled, QSpinBox:disabled, QComboBox:disabled { color: @muted; }
QPushButton:pressed, QToolButton:pressed, QToolButton:checked { background: @selection; }
QPushButton:default { border-color: @info; }
QPushButton[tone="bad"], QToolButton[tone="bad"] { background: @badSoft; color: @bad; border-color: @bad; font-weight: 600; }
QPushButton[tone="good"] { background: @goodSoft; color: @good; border-color: @good; font-weight: 600; }
QPushButton[tone="bad"]:disabled, QToolButton[tone="bad"]:disabled, QPushButton[tone="good"]:disabled {
  background: @raised; color: @muted; border-color: @border; font-weight: 400; }
QPushButton::menu-indicator { subcontrol-origin: padding; subcontrol-position: right center; right: 5px; }
QToolButton[tint="red"] { border-left: 5px solid @bad; }
QToolButton[tint="orange"] { border-left: 5px solid @warn; }
QToolButton[tint="green"] { border-left: 5px solid @good; }
QToolButton[tint="blue"] { border-left: 5px solid @info; }
QToolButton[tint="violet"] { border-left: 5px solid @special; }
QToolButton[tint="grey"] { border-left: 5px solid @muted; }
QToolButton[role="severity"] { border-radius: 9px; padding: 1px 5px; min-height: 16px; font-weight: 600;
  background: transparent; color: @muted; border: 1px dashed @border; }
QToolButton[role="severity"][tone="bad"]:checked { color: @bad; border: 1px solid transparent; }
QToolButton[role="severity"][tone="warn"]:checked { color: @warn; border: 1px solid transparent; }
QToolButton[role="severity"][tone="info"]:checked { color: @info; border: 1px solid transparent; }
QToolButton[role="severity"]:focus, QToolButton[role="severity"]:checked:focus { border: 1px solid @info; }
QToolButton[role="flat"] { background: transparent; border: 1px solid transparent; color: @muted; padding: 0 3px; min-height: 16px; }
QToolButton[role="copy"] { background: transparent; border: 1px solid transparent; padding: 0; min-height: 14px; }
QToolButton[role="copy"]:hover, QToolButton[role="copy"]:focus { border-color: @info; }
QPushButton[compact="true"], QToolButton[compact="true"] { padding: 1px 8px; min-height: 16px; }
QPushButton[role="row"] { padding: 0 8px; min-height: 16px; margin: 1px 6px 1px 2px; }
QFrame#command { background: @field; border: 1px solid @border; border-radius: 4px; }
QToolButton[role="flat"]:checked { background: @selection; color: @text; border-radius: 4px; }
QToolButton[role="flat"]:hover { color: @text; }
QToolButton[role="flat"]:focus { border-color: @info; }
QToolButton[role="segment"] { background: transparent; border: 1px solid @border; border-radius: 0; color: @muted; padding: 1px 8px; min-height: 16px; }
QToolButton[role="segment"]:checked { background: @selection; color: @text; }
QToolButton[role="segment"]:hover { color: @text; }
QToolButton[role="segment"]:focus { border-color: @info; }
QToolButton#locksAsList { border-top-left-radius: 6px; border-bottom-left-radius: 6px; }
QToolButton#locksAsTree { border-top-right-radius: 6px; border-bottom-right-radius: 6px; }
QToolButton[role="link"] { background: transparent; border: 1px solid transparent; color: @info; padding: 0 4px; min-height: 16px; }
QToolButton[role="link"]:hover { text-decoration: underline; }
QToolButton[role="link"]:disabled { color: @muted; }
QToolButton[role="link"]:focus { border-color: @info; }
QToolButton::menu-indicator { image: none; }
QToolButton#centreQueue { border-top-left-radius: 6px; border-bottom-left-radius: 6px; }
QToolButton#centreGraph { border-top-right-radius: 6px; border-bottom-right-radius: 6px; }
QFileDialog QToolButton { padding: 0; min-height: 0; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: url(:/icons/branch-open.svg); width: 14px; height: 14px; }
QComboBox QAbstractItemView { background: @panel; border: 1px solid @border; selection-background-color: @selection; selection-color: @text; }
QComboBoxPrivateScroller { background: @panel; }
QSpinBox { padding-right: 4px; }
QCheckBox { background: transparent; spacing: 8px; }
QCheckBox:disabled { color: @muted; }
QCheckBox::indicator { width: 12px; height: 12px; border: 1px solid @muted; border-radius: 3px; background: @field; }
QCheckBox::indicator:checked { background: @info; border-color: @info; image: url(:/icons/@tick.svg); }
QCheckBox::indicator:focus { border: 2px solid @text; width: 10px; height: 10px; }

QTreeView, QTableView, QListView { background: transparent; border: 1px solid transparent; outline: none;
  selection-background-color: @selection; }
QTreeView::item, QTableView::item, QListView::item { border: none; padding: 0 6px; }
QTreeView#locksTree::item { padding: 0 2px; }
QTreeView::item:hover, QTableView::item:hover, QListView::item:hover { background: @raised; }
QTreeView::item:selected, QTableView::item:selected, QListView::item:selected { background: @selection; }
QListView#finderList { background: @panel; border: 1px solid @border; color: @text; }
QListView#finderList::item:selected { color: @text; }
QTreeView::branch { background: transparent; }
QTreeView::branch:has-children:closed { image: url(:/icons/branch-closed.svg); }
QTreeView::branch:has-children:open { image: url(:/icons/branch-open.svg); }
QTreeView::branch:selected { background: @selection; }
QHeaderView { background: transparent; border: none; }
QHeaderView::section { background: @raised; color: @muted; font-weight: 600; border: none; padding: 4px 9px; }
QTreeView#locksTree QHeaderView::section { padding: 2px 5px; }
QTableView#simulationTable QHeaderView::section, QTableView#activityTable QHeaderView::section,
QTableView#recordedActivityTable QHeaderView::section, QTableView#sessionsTable QHeaderView::section,
QTableView#auditTable QHeaderView::section { background: transparent; }
QTableView#simulationTable QHeaderView::section, QTableView#auditTable QHeaderView::section { padding: 4px 6px; }
QTableView#votesTable QHeaderView::section { padding: 4px 2px 4px 9px; }
QTableView#votesTable::item { padding: 0 0 0 6px; }

QTabWidget::pane { border: none; border-top: 1px solid @border; }
QTabWidget::tab-bar { left: 8px; }
QTabBar { background: transparent; }
QTabBar::tab { background: transparent; color: @muted; padding: 6px 2px 5px 2px; margin: 0 10px; border: none; border-bottom: 2px solid transparent; }
#detailsTabs QTabBar::tab { margin: 0 4px; }
QTabBar::tab:selected { color: @text; font-weight: 600; border-bottom: 2px solid @info; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:focus { border-bottom: 2px solid @text; }

QMainWindow::separator { background: @border; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @info; }
QDockWidget { background: @panel; titlebar-close-icon: url(:/icons/close.svg); titlebar-normal-icon: url(:/icons/float.svg); }
QDockWidget::title { background: @raised; color: @muted; padding: 5px 10px; border-bottom: 1px solid @border; }
QSplitter::handle { background: @border; }
QSplitter#queueSplitter::handle { background: transparent; }
QScrollArea, QScrollArea > QWidget > QWidget#scrolled { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @border; border-radius: 4px; margin: 1px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)";

} // namespace

QString styleSheetOf(const Theme& theme)
{
    // Longer names first: "@bad" is the beginning of "@badSoft".
    const std::pair<QString, QColor> colors[] = {
        {u"@goodSoft"_s, theme.goodSoft}, {u"@waitSoft"_s, theme.waitSoft},
        {u"@warnSoft"_s, theme.warnSoft}, {u"@badSoft"_s, theme.badSoft},
        {u"@badFill"_s, theme.badFill},   {u"@onFill"_s, theme.onFill},
        {u"@infoSoft"_s, theme.infoSoft}, {u"@specialSoft"_s, theme.specialSoft},
        {u"@window"_s, theme.window},     {u"@panel"_s, theme.panel},
        {u"@raised"_s, theme.raised},     {u"@field"_s, theme.field},
        {u"@border"_s, theme.border},     {u"@text"_s, theme.text},
        {u"@muted"_s, theme.muted},       {u"@good"_s, theme.good},
        {u"@wait"_s, theme.wait},         {u"@warn"_s, theme.warn},
        {u"@bad"_s, theme.bad},           {u"@info"_s, theme.info},
        {u"@special"_s, theme.special},   {u"@selection"_s, theme.selection},
    };
    auto text = QString::fromUtf16(sheet);
    for (const auto& [name, color] : colors)
        text.replace(name, color.name());
    text.replace(u"@tick"_s, theme.dark ? u"tick-dark"_s : u"tick-light"_s);
    return text;
}

} // namespace lockscope::ui
