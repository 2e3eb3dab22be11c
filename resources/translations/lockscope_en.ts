<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Details</name>
    <message numerus="yes">
        <source>%1 holds</source>
        <comment>number of holds</comment>
        <translation>
            <numerusform>%1 hold</numerusform>
            <numerusform>%1 holds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 connections listen for a release; the order is unknown</source>
        <translation>
            <numerusform>%1 connection listens for a release</numerusform>
            <numerusform>%1 connections listen for a release; the order is unknown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>by at least %n masters</source>
        <translation>
            <numerusform>by at least %n master</numerusform>
            <numerusform>by at least %n masters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>PTTL of %n masters</source>
        <translation>
            <numerusform>PTTL of %n master</numerusform>
            <numerusform>PTTL of %n masters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DrawingWords</name>
    <message numerus="yes">
        <source>%1 more clients wait (not drawn)</source>
        <translation>
            <numerusform>%1 more client waits (not drawn)</numerusform>
            <numerusform>%1 more clients wait (not drawn)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 more wait</source>
        <translation>
            <numerusform>%1 more waits</numerusform>
            <numerusform>%1 more wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 cycles</source>
        <translation>
            <numerusform>%1 cycle</numerusform>
            <numerusform>%1 cycles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 clients</source>
        <translation>
            <numerusform>%1 client</numerusform>
            <numerusform>%1 clients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 sessions</source>
        <translation>
            <numerusform>%1 session</numerusform>
            <numerusform>%1 sessions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 locks</source>
        <translation>
            <numerusform>%1 lock</numerusform>
            <numerusform>%1 locks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Formatting</name>
    <message numerus="yes">
        <source>%n bytes</source>
        <translation>
            <numerusform>%n byte</numerusform>
            <numerusform>%n bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 leases</source>
        <translation>
            <numerusform>%1 of %2 lease</numerusform>
            <numerusform>%1 of %2 leases</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n readers</source>
        <translation>
            <numerusform>%n reader</numerusform>
            <numerusform>%n readers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n holders</source>
        <translation>
            <numerusform>%n holder</numerusform>
            <numerusform>%n holders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 bytes, not text</source>
        <translation>
            <numerusform>%1 byte, not text</numerusform>
            <numerusform>%1 bytes, not text</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (JSON, %2 bytes)</source>
        <translation>
            <numerusform>%1 (JSON, %2 byte)</numerusform>
            <numerusform>%1 (JSON, %2 bytes)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (text, %2 bytes)</source>
        <translation>
            <numerusform>%1 (text, %2 byte)</numerusform>
            <numerusform>%1 (text, %2 bytes)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QueueWords</name>
    <message numerus="yes">
        <source>%1 clients waiting, order unknown</source>
        <translation>
            <numerusform>%1 client waiting, order unknown</numerusform>
            <numerusform>%1 clients waiting, order unknown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VoteWords</name>
    <message numerus="yes">
        <source>Split: %n tokens, none has the quorum of %1</source>
        <translation>
            <numerusform>Split: %n token, without the quorum of %1</numerusform>
            <numerusform>Split: %n tokens, none has the quorum of %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Undecided: %n of %1 masters do not answer (quorum %2)</source>
        <translation>
            <numerusform>Undecided: %n of %1 masters does not answer (quorum %2)</numerusform>
            <numerusform>Undecided: %n of %1 masters do not answer (quorum %2)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WaitWords</name>
    <message numerus="yes">
        <source>then %1 more waits</source>
        <translation>
            <numerusform>then %1 more wait</numerusform>
            <numerusform>then %1 more waits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 more clients wait (not drawn)</source>
        <translation>
            <numerusform>%1 more client waits (not drawn)</numerusform>
            <numerusform>%1 more clients wait (not drawn)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 more clients ahead at this lock not drawn</source>
        <translation>
            <numerusform>%1 more client ahead at this lock not drawn</numerusform>
            <numerusform>%1 more clients ahead at this lock not drawn</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ActivityModel</name>
    <message numerus="yes">
        <source>up to %1 acquisitions, from %2 (%3)</source>
        <translation>
            <numerusform>up to %1 acquisition, from %2 (%3)</numerusform>
            <numerusform>up to %1 acquisitions, from %2 (%3)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ClosedStatusEndpoints</name>
    <message numerus="yes">
        <source>addresses: %1 on %2 of %n servers</source>
        <translation>
            <numerusform>addresses: %1 on %2 of %n server</numerusform>
            <numerusform>addresses: %1 on %2 of %n servers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FindingsPanel</name>
    <message numerus="yes">
        <source>%1 warnings</source>
        <translation>
            <numerusform>%1 warning</numerusform>
            <numerusform>%1 warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 notes</source>
        <translation>
            <numerusform>%1 note</numerusform>
            <numerusform>%1 notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LocksModel</name>
    <message numerus="yes">
        <source>%n findings, highest severity: %1</source>
        <translation>
            <numerusform>%n finding, severity: %1</numerusform>
            <numerusform>%n findings, highest severity: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 locks</source>
        <translation>
            <numerusform>%1 lock</numerusform>
            <numerusform>%1 locks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::PayloadView</name>
    <message numerus="yes">
        <source>text, %1 bytes; first %2 bytes shown</source>
        <translation>
            <numerusform>text, %1 byte; first %2 bytes shown</numerusform>
            <numerusform>text, %1 bytes; first %2 bytes shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>text, %1 bytes</source>
        <translation>
            <numerusform>text, %1 byte</numerusform>
            <numerusform>text, %1 bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>JSON, %1 bytes; first %2 bytes shown</source>
        <translation>
            <numerusform>JSON, %1 byte; first %2 bytes shown</numerusform>
            <numerusform>JSON, %1 bytes; first %2 bytes shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>JSON, %1 bytes</source>
        <translation>
            <numerusform>JSON, %1 byte</numerusform>
            <numerusform>JSON, %1 bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>binary, %1 bytes; first %2 bytes shown</source>
        <translation>
            <numerusform>binary, %1 byte; first %2 bytes shown</numerusform>
            <numerusform>binary, %1 bytes; first %2 bytes shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>binary, %1 bytes</source>
        <translation>
            <numerusform>binary, %1 byte</numerusform>
            <numerusform>binary, %1 bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueueHeader</name>
    <message numerus="yes">
        <source>%1, %n masters</source>
        <translation>
            <numerusform>%1, %n master</numerusform>
            <numerusform>%1, %n masters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueueLane</name>
    <message numerus="yes">
        <source>%n waiters without a subscriber</source>
        <translation>
            <numerusform>%n waiter without a subscriber</numerusform>
            <numerusform>%n waiters without a subscriber</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReplayBar</name>
    <message numerus="yes">
        <source>Reading %1…   %2 of %3 MB, %4 snapshots</source>
        <translation>
            <numerusform>Reading %1…   %2 of %3 MB, %4 snapshot</numerusform>
            <numerusform>Reading %1…   %2 of %3 MB, %4 snapshots</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReplayController</name>
    <message numerus="yes">
        <source>the Activity panel lists the last %1 events. The %2 earlier events are only marks on the replay track</source>
        <translation>
            <numerusform>the Activity panel lists the last %1 events. The %2 earlier event is only a mark on the replay track</numerusform>
            <numerusform>the Activity panel lists the last %1 events. The %2 earlier events are only marks on the replay track</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SandboxHost</name>
    <message numerus="yes">
        <source>All %n servers of the sandbox have stopped. Start the sandbox again to get new servers.</source>
        <translation>
            <numerusform>The sandbox server has stopped. Start the sandbox again to get a new server.</numerusform>
            <numerusform>All %n servers of the sandbox have stopped. Start the sandbox again to get new servers.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ServerHealth</name>
    <message numerus="yes">
        <source>%1 of %n followers in sync</source>
        <translation>
            <numerusform>%1 of %n follower in sync</numerusform>
            <numerusform>%1 of %n followers in sync</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>behind the master: %1 bytes</source>
        <translation>
            <numerusform>behind the master: %1 byte</numerusform>
            <numerusform>behind the master: %1 bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n servers</source>
        <translation>
            <numerusform>%1 of %n server</numerusform>
            <numerusform>%1 of %n servers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 changes behind</source>
        <translation>
            <numerusform>%1 change behind</numerusform>
            <numerusform>%1 changes behind</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 changes behind the leader</source>
        <translation>
            <numerusform>%1 change behind the leader</numerusform>
            <numerusform>%1 changes behind the leader</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SimulationFaults</name>
    <message numerus="yes">
        <source>Selected: %n clients</source>
        <translation>
            <numerusform>Selected: %n client</numerusform>
            <numerusform>Selected: %n clients</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::StatisticsPanel</name>
    <message numerus="yes">
        <source>Missing, between two readings: up to %1 acquisitions.</source>
        <translation>
            <numerusform>Missing, between two readings: up to %1 acquisition.</numerusform>
            <numerusform>Missing, between two readings: up to %1 acquisitions.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::StatusLine</name>
    <message numerus="yes">
        <source>Paused · %1 changes behind · %2</source>
        <translation>
            <numerusform>Paused · %1 change behind · %2</numerusform>
            <numerusform>Paused · %1 changes behind · %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TopBar</name>
    <message numerus="yes">
        <source>%n servers</source>
        <translation>
            <numerusform>%n server</numerusform>
            <numerusform>%n servers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WindowController</name>
    <message numerus="yes">
        <source>%n more changes</source>
        <translation>
            <numerusform>%n more change</numerusform>
            <numerusform>%n more changes</numerusform>
        </translation>
    </message>
</context>
</TS>
