// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/ContendLink.h"
#include "core/simulate/clients/Contention.h"
#include "core/simulate/resource/ResourceLink.h"

#include <QString>

#include <memory>
#include <vector>

namespace lockscope::ctl {

/// One run of `contend`: its clients, the commands to them and their output. Created, run and destroyed on the main
/// thread; members marked "on the executor" are confined to the link's executor.
class ContendRun final {
public:
    /// `csv`: the file for the measurements; empty: none.
    ContendRun(const Context& context, console::ContendOptions options, QString csv);
    ~ContendRun();
    ContendRun(const ContendRun&) = delete;
    ContendRun& operator=(const ContendRun&) = delete;

    /// Runs until the clients have ended; returns the exit status.
    int run();

private:
    // On the executor.
    void prepare();
    void begin();
    void stop();
    void onEndOfOrders();
    void onLine(const Result<QByteArray>& line);
    void carryOut(const console::ClientCommand& order);
    void print(const console::ContendEvent& event) const;
    void finish(const console::Measurements& measurements);
    void exitSoon(int status) const;
    [[nodiscard]] bool writeCsv(const console::Measurements& measurements) const;

    const Context& m_context;
    console::ContendOptions m_options;
    QString m_csv;
    std::unique_ptr<ContendLink> m_link;
    std::unique_ptr<console::ResourceLink> m_resourceLink;
    console::ResourceWriter m_resource;
    std::unique_ptr<console::Contention> m_contention; ///< on the executor
    std::vector<Result<QByteArray>> m_waitingLines;    ///< on the executor: commands received before the connection
    bool m_isPreparing = false;                        ///< on the executor
    bool m_mustStop = false;                           ///< on the executor: as soon as the clients have begun
    std::shared_ptr<bool> m_isAlive = std::make_shared<bool>(true); ///< on the executor; null: being destroyed
};

} // namespace lockscope::ctl
