// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A timeline that is updated with every snapshot, and its text.

#include "core/history/History.h"
#include "core/history/Timeline.h"
#include "tests/history/World.h"

namespace lockscope::test {

using namespace lockscope::inspect;

inline std::string milliseconds(WallTime at, Confidence known = Confidence::Exact)
{
    return std::to_string((at - historyNoon).count()) + (known == Confidence::Exact      ? ""
                                                         : known == Confidence::Inferred ? "?"
                                                                                         : "??");
}

inline std::string textOf(const Stay& stay)
{
    auto text = milliseconds(stay.from, stay.fromKnown);
    if (stay.heldFrom)
        text += " holds " + milliseconds(*stay.heldFrom, stay.heldKnown);
    if (stay.askedAt)
        text += " asked " + milliseconds(*stay.askedAt);
    if (stay.to)
        text += " to " + milliseconds(*stay.to, stay.toKnown);
    switch (stay.end) {
    case Stay::End::Open:
        break;
    case Stay::End::Left:
        text += " left";
        break;
    case Stay::End::Own:
        text += " by itself";
        break;
    case Stay::End::Lost:
        text += " lost";
        break;
    case Stay::End::Released:
        text += " released";
        break;
    case Stay::End::Deleted:
        text += " deleted";
        break;
    case Stay::End::Unknown:
        text += " not known";
        break;
    }
    return text;
}

inline std::string textOf(const Timeline& timeline)
{
    std::string text;
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        text += timeline.row(i).name + ": ";
        for (const auto& stay : timeline.row(i).stays)
            text += textOf(stay) + ", ";
        text += "\n";
    }
    return text;
}

/// Updated as in the window: with every snapshot.
struct Watched {
    World world;
    History history;
    Timeline timeline{"/a"};

    explicit Watched(HistoryLimits limits = {})
        : history(limits)
    {
    }

    void look(const SnapshotPtr& snapshot)
    {
        history.see(snapshot);
        timeline.see(history);
    }
    void look(std::chrono::milliseconds sinceNoon) { look(world.at(sinceNoon)); }
};

} // namespace lockscope::test
