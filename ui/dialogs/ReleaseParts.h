// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the dialogs of a release and of several releases have in common. Thread: UI.

#include "core/release/ReleaseService.h"

#include <QPointer>
#include <QRect>
#include <QWidget>

#include <optional>

class QDialog;
class QFormLayout;
class QFrame;
class QLabel;
class QLineEdit;

namespace lockscope::ui {

/// A wrapped label for a sentence, in a frame of its own.
[[nodiscard]] QLabel* sentenceIn(QFrame* frame, const QString& objectName);

/// The connection that the release goes to; red for production. Hidden without a name.
class ReleaseConnection final : public QWidget {
    Q_OBJECT
public:
    explicit ReleaseConnection(QWidget* parent);

    void setConnection(const QString& name, bool isProduction);

private:
    QLabel* m_production;
    QLabel* m_name;
};

/// The fields that the user fills in before a release.
struct ReleaseFields {
    QFormLayout* layout;
    QLineEdit* name;
    QLineEdit* reason;
    QLineEdit* ticket;

    [[nodiscard]] release::ChangeReason changeReason() const;
};
[[nodiscard]] ReleaseFields makeReleaseFields(QWidget* parent);

/// The place of a dialog: over the right of the window, and in a wide window never over the lane. As high as its
/// content within that room; there unless the user has moved it.
class ReleasePlace final {
public:
    explicit ReleasePlace(QDialog& dialog)
        : m_dialog(dialog)
    {
    }

    void keepClearOf(const QWidget* lane) { m_lane = lane; }
    void makeRoom();

private:
    [[nodiscard]] QRect room() const;

    QDialog& m_dialog;
    QPointer<const QWidget> m_lane;
    std::optional<QPoint> m_place; ///< where the dialog was moved to
};

} // namespace lockscope::ui
