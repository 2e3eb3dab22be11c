// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/ReleaseConnection.h"

#include "app/lockscopectl/Inspection.h"
#include "core/release/zookeeper/ZooKeeperReleaseActor.h"

namespace lockscope::ctl {

namespace {

constexpr std::chrono::milliseconds factsWaitLimit{3'000};

const QString reasonOption = QStringLiteral("reason");
const QString ticketOption = QStringLiteral("ticket");

} // namespace

struct ReleaseConnection::Planning {
    std::vector<std::string> nodePaths;
    std::function<void(Plans)> handler;
    release::Background background;
    Plans plans;
};

ReleaseConnection::ReleaseConnection(const Context& context)
    : m_context(context)
    , m_link(context)
{
}

ReleaseConnection::~ReleaseConnection()
{
    m_link.executor().runAndWait([this] {
        m_settling.reset();
        m_facts.reset();
    });
}

void ReleaseConnection::open()
{
    release::ReleaseSettings settings;
    settings.connect = m_context.connect.toStdString();
    settings.access.profile = m_context.profile.name;
    settings.access.accounts = release::accountNames(m_link.connection().accounts());
    settings.access.unlocked = m_context.unlocked;
    release::ActorSettings actorSettings;
    if (auto collector = m_link.collectorSettings()) {
        m_facts = std::make_shared<ensemble::FactsSource>(m_link.client(), *std::move(collector),
                                                          ensemble::FactsSource::Handlers());
        m_facts->start();
        actorSettings.freshFacts = [this](ensemble::FactsSource::Done done) {
            if (m_facts)
                m_facts->fresh(factsWaitLimit, std::move(done));
            else
                done(nullptr);
        };
    }
    m_service = std::make_unique<release::ReleaseService>(
        std::make_shared<release::ZooKeeperReleaseActor>(m_link.client(), knownDialects(), std::move(actorSettings)),
        std::move(settings));
}

void ReleaseConnection::plan(std::vector<std::string> nodePaths, std::function<void(Plans)> handler)
{
    const auto planning = std::make_shared<Planning>(Planning{std::move(nodePaths), std::move(handler), {}, {}});
    m_link.whenConnected([this, planning] {
        open();
        planning->background.identity.accounts = m_link.connection().accounts();
        if (!m_facts) {
            planNext(planning);
            return;
        }
        m_facts->fresh(factsWaitLimit, [this, planning](ensemble::FactsPtr facts) {
            planning->background.facts = std::move(facts);
            if (!planning->background.facts) {
                planNext(planning);
                return;
            }
            // A session that is missing in the servers' list has ended only if its node still exists a moment later.
            const auto settled = planning->background.facts->completeAt() + inspect::FindingSettings().settle;
            m_settling = m_link.executor().after(settled - m_link.executor().clock().wallNow(),
                                                 [this, planning] { planNext(planning); });
        });
    });
}

void ReleaseConnection::planNext(const std::shared_ptr<Planning>& planning)
{
    const auto done = planning->plans.size();
    if (done == planning->nodePaths.size() || (done > 0 && !planning->plans.back())) {
        onMainThread([planning] { planning->handler(std::move(planning->plans)); });
        return;
    }
    m_service->plan(release::keyOfNode(planning->nodePaths[done]), planning->background,
                    [this, planning](Result<release::ReleasePlan> plan) {
                        planning->plans.push_back(std::move(plan));
                        planNext(planning);
                    });
}

void ReleaseConnection::release(std::vector<release::ReleasePlan> plans, release::ChangeReason changeReason,
                                std::function<void(Outcomes)> handler)
{
    m_link.executor().post([this, plans = std::move(plans), changeReason = std::move(changeReason),
                            handler = std::move(handler)]() mutable {
        m_service->releaseEach(std::move(plans), std::move(changeReason), [handler](Outcomes outcomes) {
            onMainThread([handler, outcomes = std::move(outcomes)]() mutable { handler(std::move(outcomes)); });
        });
    });
}

void ReleaseConnection::ask(release::ReleasePlan plan, release::ChangeReason changeReason,
                            std::chrono::milliseconds wait, std::function<void(Result<release::AskOutcome>)> handler)
{
    m_link.executor().post([this, plan = std::move(plan), changeReason = std::move(changeReason), wait,
                            handler = std::move(handler)]() mutable {
        m_service->ask(std::move(plan), std::move(changeReason), wait, [handler](Result<release::AskOutcome> outcome) {
            onMainThread([handler, outcome = std::move(outcome)]() mutable { handler(std::move(outcome)); });
        });
    });
}

std::vector<OptionDescription> changeReasonOptionsWith(const QString& reasonText,
                                                       const std::vector<OptionDescription>& others)
{
    std::vector<OptionDescription> options{
        {{reasonOption}, reasonText, QStringLiteral("text")},
        {{ticketOption},
         QStringLiteral("Ticket where the change is discussed, such as OPS-1234; written to the action log."),
         QStringLiteral("id")},
    };
    options.insert(options.end(), others.begin(), others.end());
    return options;
}

release::ChangeReason changeReasonIn(const QCommandLineParser& parser)
{
    return {parser.value(reasonOption).trimmed().toStdString(), parser.value(ticketOption).trimmed().toStdString()};
}

} // namespace lockscope::ctl
