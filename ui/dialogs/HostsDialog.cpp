// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/HostsDialog.h"

#include "core/base/Executor.h"
#include "core/sources/LockSource.h"
#include "ui/models/text/Formatting.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

HostsDialog::HostsDialog(QWidget* parent)
    : QDialog(parent)
{
    const auto duration = formatRound(inspect::LockSource::longestSample);
    setObjectName(u"hostsDialog"_s);
    setWindowTitle(tr("Find Hosts"));
    setMinimumWidth(460);
    auto* sentence = new QLabel(
        inTurn({tr("Redis stores no addresses. Lockscope reads the commands that the servers execute, for %1 "
                   "(MONITOR). A client is found when it renews, acquires or releases a lock.")
                    .arg(duration),
                tr("Each lock operation takes about 150 % more of the servers' CPU in this time. The commands "
                   "may contain secrets: Lockscope keeps only the addresses.")}),
        this);
    sentence->setObjectName(u"hostsSentence"_s);
    sentence->setTextFormat(Qt::PlainText);
    sentence->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto* accept = buttons->addButton(tr("Sample for %1").arg(duration), QDialogButtonBox::AcceptRole);
    accept->setObjectName(u"hostsAccept"_s);
    accept->setAutoDefault(false);
    buttons->button(QDialogButtonBox::Cancel)->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addWidget(sentence);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

} // namespace lockscope::ui

#include "moc_HostsDialog.cpp"
