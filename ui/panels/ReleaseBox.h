// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/ReleaseService.h"
#include "ui/models/ClientPlaces.h"
#include "ui/models/text/ReleaseCommand.h"
#include "ui/panels/ContenderFacts.h"

#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

class QFrame;
class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace lockscope::ui {

class ElidedLabel;
class KeyPushButton;
class LockFindings;
class NumberBox;

/// The lock's findings, the risk of a release in a sentence, and the options, each on a card with its effect and its
/// own button: mildest first (core/release/ReleaseOptions.h), but the removal of a dead waiter at the head before all
/// others. The user may ask to be notified when the selected hold ends. For a semaphore without stored holders, the
/// number of permits to add instead. A disabled button has its reason
/// as its tooltip, and the deletion on its card, too.
class ReleaseBox final : public QWidget {
    Q_OBJECT
public:
    explicit ReleaseBox(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void show(const ViewState& viewState, const ContenderView& view);
    /// Empty if releases are allowed.
    [[nodiscard]] static QString whyNothingIsReleased(const ViewState& viewState);
    /// The connection is read-only until it is unlocked.
    [[nodiscard]] static QString whyLocked();
    /// The servers of an ended simulation were removed.
    [[nodiscard]] static QString whyEnded();
    /// How lockscopectl reaches the servers of this view.
    [[nodiscard]] static CommandTarget commandTarget(const ViewState& viewState);
    /// Why neither the selected contender can be released nor permits can be added, as a sentence; empty: it is
    /// possible.
    [[nodiscard]] const QString& whyNot() const { return m_whyNot; }
    [[nodiscard]] bool canRelease() const { return m_whyNot.isEmpty(); }
    /// For another button that releases, with less room.
    [[nodiscard]] QString buttonText() const;
    /// To be added to the shown semaphore; 0: the release is of the selected contender.
    [[nodiscard]] int permits() const;

Q_SIGNALS:
    void releaseWanted();
    /// To ask the holder to release the lock; nothing is deleted.
    void requestWanted();
    /// The user chose a finding of the lock; the parameter is its inspect::identityOf().
    void findingChosen(const std::string& identity);
    /// To remove this waiter, although another contender is selected.
    void deadHeadReleaseWanted(const inspect::ContenderKey& waiter);
    /// To be notified when this hold ends, or to be notified no longer.
    void noticeWanted(const inspect::ContenderKey& hold, bool isWanted);
    /// To unlock the read-only connection.
    void writesWanted();

private:
    struct Card {
        QFrame* frame;
        QLabel* title;
        QLabel* text;
    };
    void buildHeader(QVBoxLayout& layout);
    void buildPermits(QVBoxLayout& layout);
    void buildContent(QVBoxLayout& layout);
    void buildCopies(QVBoxLayout& layout);
    using Cards = std::vector<std::pair<const Card*, QString>>; ///< with their titles
    Card addCard(const QString& objectName, const char* tone, const std::vector<QWidget*>& besideTitle,
                 QPushButton* button = nullptr);
    void buildDelete();
    void showReason();
    void nameButton(const QString& text, const QString& shortText, const QString& accessibleName);
    void showOptions(const ViewState& viewState, const ContenderView& view);
    void showPermits();
    void showRisk(bool isSimulated);
    void showNotice(const ViewState& viewState, const ContenderView& view);
    void showDeadHead(const ViewState& viewState, const inspect::Lock& lock, const inspect::Contender& waiter);
    void arrange(const Cards& cards);
    void copyPlan() const;
    void copyCommand() const;
    [[nodiscard]] release::ReleasePlan planOf(const ViewState& viewState, const inspect::Lock& lock,
                                              const inspect::Contender& contender) const;
    [[nodiscard]] release::ReleasePlan planToCopy() const;

    ElidedLabel* m_targetName;
    LockFindings* m_findings;
    QWidget* m_content;
    QLabel* m_none;
    QWidget* m_permitsRow;
    NumberBox* m_permits;
    bool m_addsPermits = false;
    std::string m_shownLock; ///< its path
    bool m_isChosen = false;
    QString m_whyOutside; ///< as m_whyNot, whatever number of permits is typed
    QString m_whyNot;
    QString m_whyNotAsked; ///< why no request can be sent, whatever the connection allows; empty: it can
    QString m_shortText;   ///< of the button
    QWidget* m_reasonRow;
    QLabel* m_reason;
    QToolButton* m_allowWrites;
    QFrame* m_riskFrame;
    QLabel* m_risk;
    QVBoxLayout* m_cards;
    QPushButton* m_wakeNext;
    QPushButton* m_request;
    QToolButton* m_notice; ///< on the card of waiting
    inspect::ContenderKey m_noticeKey;
    bool m_isNoticed = false; ///< when the hold of m_noticeKey ends
    Card m_deadHead;          ///< of a queue of which another contender is selected
    Card m_ask;
    Card m_wait;
    Card m_delete;
    inspect::ContenderKey m_deadHeadKey;
    QWidget* m_copies;
    KeyPushButton* m_button;
    ClientPlaces m_clientPlaces;
    std::optional<release::ReleasePlan> m_plan; ///< predicted for what is shown
    WallTime m_now{};                           ///< of m_plan
    CommandTarget m_target;
    bool m_isQuiet = false; ///< m_riskFrame is without its colour
};

} // namespace lockscope::ui
