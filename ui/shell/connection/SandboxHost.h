// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/Sandbox.h"

#include <QObject>
#include <QString>

#include <memory>

namespace lockscope::ui {

/// The sandbox ensemble that the window may start, one at a time. Lives on the UI thread; the servers end with it.
class SandboxHost final : public QObject {
    Q_OBJECT
public:
    enum class State {
        None,
        Starting,
        Ready
    };

    explicit SandboxHost(QObject* parent = nullptr);
    ~SandboxHost() override;

    /// Does nothing while one is starting; emits ready() at once if one is running.
    void start();

    [[nodiscard]] State state() const { return m_state; }
    /// Empty until ready.
    [[nodiscard]] QString connectString() const;

Q_SIGNALS:
    void stateChanged();
    void ready(const QString& connectString);
    /// `sentence`: what is missing and what to do.
    void failed(const QString& sentence);

private:
    void setState(State state);

    State m_state = State::None;
    std::unique_ptr<ensemble::Sandbox> m_sandbox;
};

} // namespace lockscope::ui
