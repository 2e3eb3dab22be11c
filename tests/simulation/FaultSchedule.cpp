// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/FaultSchedule.h"

#include "tests/simulation/SharedNumber.h"

#include <utility>

namespace lockscope::simulation {

using test::FakeOp;
using test::When;

FaultSchedule::FaultSchedule(World& world)
    : m_world(world)
{
    auto& random = world.random;
    for (std::size_t event = 0; event < ReleaseHold; ++event)
        m_weights[event] = random.chance(55) ? random.between(1, 10) : 0;
    for (std::size_t event = ReleaseHold; event < Events; ++event)
        m_weights[event] = random.between(3, 12);
    m_weights[Deny] = random.chance(20) ? random.between(1, 5) : 0;
    m_repeats = random.chance(30) ? 30 : 0;
    // Servers grant timeouts from two to twenty ticks.
    const auto tick = random.between(450, 4'500);
    world.ensemble.setTick(std::chrono::milliseconds(tick), std::chrono::milliseconds(random.between(0, tick / 2)));
    world.followers = random.chance(60) ? static_cast<std::size_t>(random.between(1, 2)) : 0;
    for (std::size_t i = 0; i < world.followers; ++i)
        (void)world.ensemble.addFollower();
}

Process& FaultSchedule::anyProcess()
{
    return *m_world.processes[m_world.random.below(m_world.processes.size())];
}

test::FakeFault FaultSchedule::anyFault(bool held)
{
    auto& random = m_world.random;
    constexpr std::array ops{FakeOp::Create, FakeOp::Create,   FakeOp::Remove, FakeOp::Exists, FakeOp::Exists,
                             FakeOp::Get,    FakeOp::Children, FakeOp::Multi,  FakeOp::Sync,   FakeOp::Any};
    test::FakeFault fault;
    fault.op = ops[random.below(ops.size())];
    fault.when = random.chance(50) ? When::AfterExecution : When::BeforeExecution;
    fault.nth = random.chance(70) ? 1 : random.between(2, 4);
    if (random.chance(70))
        fault.client = anyProcess().client.get();
    if (held)
        return fault;
    // A throttling server has executed nothing.
    constexpr std::array codes{ErrorCode::ConnectionLoss, ErrorCode::OperationTimeout, ErrorCode::System,
                               ErrorCode::Throttled, ErrorCode::SessionMoved};
    fault.code = codes[random.below(fault.when == When::AfterExecution ? 3 : codes.size())];
    return fault;
}

void FaultSchedule::strike()
{
    happen(static_cast<Event>(m_world.random.weighted(m_weights)));
}

void FaultSchedule::happen(Event event)
{
    auto& random = m_world.random;
    auto& ensemble = m_world.ensemble;
    auto& trace = m_world.trace;
    auto& process = anyProcess();
    if (!process.client)
        return;
    switch (event) {
    case FailRequest: {
        const auto fault = anyFault(false);
        trace.say("weather: will fail the ", fault.nth, ". ", operationName(fault.op),
                  fault.when == When::AfterExecution ? " after" : " before", " execution: ", toString(fault.code));
        ensemble.fail(fault);
        break;
    }
    case HoldRequest: {
        const auto fault = anyFault(true);
        m_holds.push_back(ensemble.hold(fault));
        trace.say("weather: hold ", m_holds.back(), " for the ", fault.nth, ". ", operationName(fault.op),
                  fault.when == When::AfterExecution ? "'s answer" : "");
        break;
    }
    case Disconnect:
        disconnect(process);
        break;
    case FailOver:
        disconnect(process);
        reconnect(process);
        break;
    case Cut:
        if (process.contact != Process::Contact::Up)
            break;
        trace.say("weather: ", process.name, " is cut off");
        ensemble.cut(*process.client);
        process.contact = Process::Contact::Silent;
        break;
    case Expire:
        trace.say("weather: an administrator ends the session of ", process.name);
        m_world.endedByOthers.insert(ensemble.expire(*process.client));
        break;
    case KeepVisible:
        trace.say("weather: the nodes of ", process.name, " will outlive its session");
        ensemble.keepEphemeralsVisible(*process.client);
        break;
    case ReadOnly:
        trace.say("weather: the server of ", process.name, " loses its quorum");
        ensemble.setReadOnly(*process.client, true);
        process.readOnly = true;
        break;
    case PauseExpiry:
        trace.say("weather: sessions do not expire");
        ensemble.pauseExpiry();
        break;
    case DeleteNode:
        deleteNode();
        break;
    case TouchNode:
        touchNode();
        break;
    case ForeignChild:
        foreignChild();
        break;
    case ReapContainers:
        trace.say("weather: containers are reaped");
        ensemble.reapContainers();
        break;
    case Deny:
        deny();
        break;
    case Partition:
        partition();
        break;
    case Suspend:
        if (process.suspended)
            break;
        trace.say("weather: ", process.name, " is suspended");
        process.suspended = true;
        break;
    case ReleaseHold:
        if (!m_holds.empty()) {
            const auto index = random.below(m_holds.size());
            trace.say("weather: hold ", m_holds[index], " ends");
            ensemble.release(m_holds[index]);
            m_holds.erase(m_holds.begin() + static_cast<std::ptrdiff_t>(index));
        }
        break;
    case Reconnect:
        if (process.contact != Process::Contact::Up)
            reconnect(process);
        break;
    case RemoveKept:
        ensemble.removeKeptEphemerals();
        break;
    case EndReadOnly:
        if (process.readOnly)
            endReadOnly(process);
        break;
    case ResumeExpiry:
        ensemble.resumeExpiry();
        break;
    case RemoveForeign:
        if (!m_foreign.empty()) {
            trace.say("weather: ", m_foreign.back(), " is removed");
            (void)ensemble.remove(m_foreign.back());
            m_foreign.pop_back();
        }
        break;
    case Allow:
        if (!m_world.denied.empty())
            allow(*m_world.denied.begin());
        break;
    case Heal:
        heal();
        break;
    case Resume:
        resume(process);
        break;
    case Events:
        break;
    }
}

void FaultSchedule::disconnect(Process& process)
{
    const auto pending = m_world.random.chance(50) ? When::AfterExecution : When::BeforeExecution;
    m_world.trace.say("weather: ", process.name, " is disconnected, what it sent ",
                      pending == When::AfterExecution ? "arrives" : "is lost");
    m_world.ensemble.disconnect(*process.client, pending);
    process.contact = Process::Contact::Down;
}

void FaultSchedule::reconnect(Process& process)
{
    const auto server = m_world.random.below(m_world.followers + 1);
    m_world.trace.say("weather: ", process.name, " may reconnect, to server ", server);
    m_world.ensemble.attach(*process.client, server);
    m_world.ensemble.reconnect(*process.client);
    process.contact = Process::Contact::Up;
}

void FaultSchedule::endReadOnly(Process& process)
{
    m_world.trace.say("weather: the server of ", process.name, " has a quorum again");
    m_world.ensemble.setReadOnly(*process.client, false);
    process.readOnly = false;
}

void FaultSchedule::onExecuting(SessionId session, const test::FakeRequest& request)
{
    const bool isSequential = !request.paths.empty() && request.paths.front().ends_with('-');
    if (request.op != FakeOp::Create || !isSequential || !request.failed || !m_world.random.chance(m_repeats))
        return;
    // Or another client that copies the name creates its node at that time.
    const bool isOther = m_world.random.chance(30);
    const auto mode = isOther ? zk::CreateMode::PersistentSequential : zk::CreateMode::EphemeralSequential;
    const auto made = m_world.ensemble.create(request.paths.front(), "", isOther ? 0 : session, mode);
    if (made)
        m_world.trace.say("weather: the next create ", isOther ? "has an impostor, " : "arrives twice, ", made->path);
    if (made && isOther)
        m_foreign.push_back(made->path);
}

const Queue& FaultSchedule::anyQueue()
{
    const auto& queues = m_world.recipe.queues;
    return queues.size() == 1 ? queues.front() : queues[m_world.random.below(queues.size())];
}

void FaultSchedule::deleteNode()
{
    if (const std::string number(m_world.recipe.number); !number.empty() && m_world.random.chance(20)) {
        m_world.trace.say("weather: an operator deletes the shared number");
        (void)m_world.ensemble.remove(number);
        return;
    }
    const auto& queue = anyQueue();
    const auto nodes = m_world.ensemble.children(std::string(queue.directory));
    if (nodes.empty() || queue.sparedByOperators)
        return;
    const auto& node = nodes[m_world.random.below(nodes.size())];
    m_world.trace.say("weather: an operator deletes ", node);
    (void)m_world.ensemble.remove(World::pathOf(queue, node));
}

void FaultSchedule::touchNode()
{
    if (const std::string number(m_world.recipe.number); !number.empty() && m_world.random.chance(50)) {
        const auto leases = m_world.random.between(0, leaseCount + 2);
        m_world.trace.say("weather: the shared number becomes ", leases);
        (void)m_world.ensemble.setData(number, leases > leaseCount + 1 ? "several" : SharedNumber::encoded(leases));
        return;
    }
    const auto& queue = anyQueue();
    const auto nodes = m_world.ensemble.children(std::string(queue.directory));
    if (nodes.empty())
        return;
    const auto& node = nodes[m_world.random.below(nodes.size())];
    constexpr std::array messages{"__REVOKE__", "unlock", "hello"};
    const auto* message = messages[m_world.random.below(messages.size())];
    m_world.trace.say("weather: another client writes ", message, " to ", node);
    m_world.written.push_back(World::pathOf(queue, node));
    (void)m_world.ensemble.setData(m_world.written.back(), message);
}

void FaultSchedule::foreignChild()
{
    // Another program's contender, a copied name, a node that is no contender, a similar name.
    const auto& queue = anyQueue();
    const std::string foreign(queue.foreign);
    std::array<std::string, 4> names{foreign, foreign, "readme", foreign + "abc"};
    const auto kind = m_world.random.below(names.size());
    const auto nodes = m_world.ensemble.children(std::string(queue.directory));
    if (kind == 1 && !nodes.empty()) {
        const auto& model = nodes[m_world.random.below(nodes.size())];
        if (model.size() > 10 && queue.placeOf(model))
            names[1] = model.substr(0, model.size() - 10);
    }
    const auto mode = kind <= 1 ? zk::CreateMode::PersistentSequential : zk::CreateMode::Persistent;
    if (const auto made = m_world.ensemble.create(World::pathOf(queue, names[kind]), "", 0, mode)) {
        m_world.trace.say("weather: another client creates ", made->path);
        m_foreign.push_back(made->path);
    }
}

void FaultSchedule::deny()
{
    using namespace zk;
    auto& random = m_world.random;
    constexpr std::array<std::int32_t, 6> permissions{Create, Delete, Read, Create | Delete, Read | Delete, All};
    const std::string directory(anyQueue().directory);
    const auto path = random.chance(80) ? directory : parentOf(directory);
    const auto lacking = permissions[random.below(permissions.size())];
    m_world.trace.say("weather: clients lack permissions ", lacking, " at ", path);
    m_world.ensemble.deny(path, lacking);
    m_world.denied.insert(path);
}

void FaultSchedule::allow(const std::string& path)
{
    m_world.trace.say("weather: clients have all permissions at ", path);
    m_world.ensemble.deny(path, 0);
    m_world.denied.erase(std::string(path));
    m_world.lastDenied = m_world.newestDenial = m_world.clock.now();
}

void FaultSchedule::partition()
{
    if (m_world.followers == 0 || m_partitioned != 0)
        return;
    m_partitioned = 1 + m_world.random.below(m_world.followers);
    m_world.trace.say("weather: server ", m_partitioned, " is cut off from its leader");
    m_world.ensemble.partition(m_partitioned);
}

void FaultSchedule::heal()
{
    if (m_partitioned == 0)
        return;
    m_world.trace.say("weather: server ", m_partitioned, " finds its leader");
    m_world.ensemble.heal(std::exchange(m_partitioned, 0));
}

void FaultSchedule::resume(Process& process)
{
    if (!std::exchange(process.suspended, false))
        return;
    m_world.trace.say("weather: ", process.name, " goes on");
}

void FaultSchedule::replicate()
{
    if (m_world.followers == 0)
        return;
    const auto follower = 1 + m_world.random.below(m_world.followers);
    const auto lag = m_world.ensemble.lag(follower);
    if (lag == 0)
        return;
    m_world.trace.say("server ", follower, " applies the next of ", lag, " transactions");
    m_world.ensemble.apply(follower);
}

void FaultSchedule::replicateAll()
{
    if (m_isOver)
        m_world.ensemble.removeKeptEphemerals();
    for (std::size_t follower = 1; follower <= m_world.followers; ++follower)
        m_world.ensemble.apply(follower, m_world.ensemble.lag(follower));
}

void FaultSchedule::settle()
{
    m_world.ensemble.clearFaults();
    heal();
    for (const auto& process : m_world.processes)
        resume(*process);
    for (const int hold : m_holds)
        m_world.ensemble.release(hold);
    m_holds.clear();
    replicateAll();
}

void FaultSchedule::clear()
{
    m_isOver = true;
    for (const auto& path : std::set(m_world.denied))
        allow(path);
    m_world.ensemble.resumeExpiry();
    settle();
    for (const auto& path : m_foreign)
        (void)m_world.ensemble.remove(path);
    m_foreign.clear();
    for (const auto& process : m_world.processes) {
        if (process->readOnly)
            endReadOnly(*process);
        if (process->contact != Process::Contact::Up)
            reconnect(*process);
    }
}

} // namespace lockscope::simulation
