// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/measure/BenchPipeline.h"

#include "core/simulate/measure/BenchRun.h"

namespace lockscope::console {

namespace {

/// Confined to the executor.
class Pipeline final : public std::enable_shared_from_this<Pipeline> {
public:
    Pipeline(std::size_t count, std::size_t width, BenchStep step)
        : gate(std::make_shared<BenchGate>(count))
        , m_count(count)
        , m_width(width)
        , m_step(std::move(step))
    {
    }

    void pump()
    {
        while (!m_broken && m_open < m_width && m_next < m_count) {
            ++m_open;
            m_step(m_next++, [me = shared_from_this()](const Result<void>& answer) { me->answered(answer); });
        }
    }

    /// Begins no further step.
    void breakOff() { m_broken = true; }

    const std::shared_ptr<BenchGate> gate;

private:
    void answered(const Result<void>& answer)
    {
        --m_open;
        if (answer) {
            gate->pass();
        } else {
            m_broken = true;
            gate->fail(answer.error());
        }
        pump();
    }

    std::size_t m_count;
    std::size_t m_width;
    std::size_t m_next = 0;
    std::size_t m_open = 0;
    bool m_broken = false;
    BenchStep m_step;
};

} // namespace

Result<Duration> runPipeline(Executor& executor, std::size_t count, std::size_t width, BenchStep step, Duration limit)
{
    const auto pipeline = std::make_shared<Pipeline>(count, width, std::move(step));
    const SystemClock clock;
    const auto from = clock.now();
    executor.post([pipeline] { pipeline->pump(); });
    if (const auto answered = pipeline->gate->wait(limit); !answered) {
        // Replies may still arrive, and the objects that the steps refer to are about to be destroyed.
        executor.runAndWait([pipeline] { pipeline->breakOff(); });
        return failure(answered.error());
    }
    return clock.now() - from;
}

} // namespace lockscope::console
