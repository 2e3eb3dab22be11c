// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/HostNames.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <set>
#include <string>

namespace lockscope::ensemble {

/// Names for the clients' addresses: from a file, else by reverse lookup if that is wanted. An address is looked up
/// once. Thread: the one that created it, with an event loop.
class HostLookup final : public QObject {
public:
    using Names = std::shared_ptr<const inspect::HostNames>;

    /// `file` may be null.
    HostLookup(Names file, bool looksUp, QObject* parent = nullptr);

    /// `done` is called once with the names that are known when every lookup has ended, or after the limit; at once
    /// without a lookup. A further call replaces it. Null: no names are wanted.
    void find(const std::set<std::string>& addresses, std::function<void(const Names&)> done);

private:
    void look(const std::string& address);
    void end();

    Names m_names;
    bool m_looksUp;
    std::set<std::string> m_asked;
    std::size_t m_open = 0;
    std::function<void(const Names&)> m_done;
    QTimer m_limit;
};

} // namespace lockscope::ensemble
