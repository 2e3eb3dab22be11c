// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/ReleasePlan.h"

#include <QLabel>
#include <QStringList>
#include <QWidget>

namespace lockscope::test {

/// To release a lock that worker-101 holds; worker-102 is next.
[[nodiscard]] inline release::ReleasePlan somePlan(release::Life life = release::Life::Unknown)
{
    release::ReleasePlan plan;
    plan.lockPath = "/locks/orders";
    plan.node = "lock-0000000101";
    plan.nodePath = "/locks/orders/lock-0000000101";
    plan.holds = true;
    plan.creationId = 0x5065;
    plan.owner = 0x165;
    plan.client = "worker-101";
    plan.host = "10.20.4.101";
    plan.next = "lock-0000000102";
    plan.nextClient = "worker-102";
    plan.waiters = 7;
    plan.dialect = "curator-mutex";
    plan.evidence.life = life;
    plan.evidence.text = "The servers say so.";
    plan.permission = {release::Allowed::Yes, "We may."};
    return plan;
}

/// The names and values that the dialog shows.
[[nodiscard]] inline QStringList valuesOf(QWidget& dialog)
{
    QStringList values;
    for (const auto* label : dialog.findChildren<QLabel*>())
        if (label->objectName().startsWith(QStringLiteral("releaseFactsValue")))
            values << label->accessibleName();
    return values;
}

} // namespace lockscope::test
