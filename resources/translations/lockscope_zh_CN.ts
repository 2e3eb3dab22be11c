<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>CommandTemplates</name>
    <message>
        <source>The command is empty. Enter one with the placeholders %1.</source>
        <translation>命令为空。请输入带有占位符 %1 的命令。</translation>
    </message>
    <message>
        <source>Unknown placeholder %1. Placeholders of this command: %2.</source>
        <translation>未知的占位符 %1。此命令的占位符：%2。</translation>
    </message>
</context>
<context>
    <name>Details</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>Also holds</source>
        <translation>还持有</translation>
    </message>
    <message>
        <source>Also waits for</source>
        <translation>还等待</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>none: this persistent node never expires</source>
        <translation>无：此持久节点永不过期</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>Last heartbeat</source>
        <translation>最近心跳</translation>
    </message>
    <message>
        <source>Expires in</source>
        <translation>剩余有效期</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Acquired</source>
        <translation>获取时间</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Holders</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>unknown: waiters have no nodes here</source>
        <translation>未知：等待者在此没有节点</translation>
    </message>
    <message>
        <source>Longest wait</source>
        <translation>最长等待时间</translation>
    </message>
    <message>
        <source>Updated by</source>
        <translation>更新方式</translation>
    </message>
    <message>
        <source>polling: watch budget exceeded</source>
        <translation>轮询：超出监视配额</translation>
    </message>
    <message>
        <source>a watch</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>Last read</source>
        <translation>上次读取</translation>
    </message>
    <message>
        <source>Unrecognised</source>
        <translation>未识别</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Left the queue; last known values below</source>
        <translation>已离开队列；以下为最后已知的值</translation>
    </message>
    <message>
        <source>Holding, %1 (readers: %2)</source>
        <translation>持有，%1（读者：%2）</translation>
    </message>
    <message>
        <source>Waiting, %1 (%2)</source>
        <translation>等待，%1（%2）</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation>等待对象</translation>
    </message>
    <message>
        <source>Holding, %1 (holders %2/%3)</source>
        <translation>持有，%1（持有者：%2/%3）</translation>
    </message>
    <message>
        <source>Certainty</source>
        <translation>确定程度</translation>
    </message>
    <message>
        <source>possible: the form of a lock, but no known names</source>
        <translation>可能：具有锁的形式，但没有已知的名称</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Show its process</source>
        <translation>查看其进程</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>unknown: only the payload says it, and it is not known</source>
        <translation>未知：只有数据说明它，而数据未知</translation>
    </message>
    <message>
        <source>unknown: no permission to read it</source>
        <translation>未知：没有读取权限</translation>
    </message>
    <message>
        <source>Recognised</source>
        <translation>识别</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配</translation>
    </message>
    <message>
        <source>Does not match</source>
        <translation>不匹配</translation>
    </message>
    <message>
        <source>Server&apos;s counter</source>
        <translation>服务器的计数器</translation>
    </message>
    <message>
        <source>possibly a lock</source>
        <translation>可能是锁</translation>
    </message>
    <message>
        <source>Holds or waits for</source>
        <translation>持有或等待</translation>
    </message>
    <message>
        <source>Holding or waiting</source>
        <translation>持有或等待</translation>
    </message>
    <message>
        <source>%1 more; which of the two is unknown</source>
        <translation>另有 %1 个；是哪一种未知</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Renewal</source>
        <translation>续期</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>首次观察时间</translation>
    </message>
    <message numerus="yes">
        <source>%1 connections listen for a release; the order is unknown</source>
        <translation>
            <numerusform>%1 个连接在监听释放；顺序未知</numerusform>
        </translation>
    </message>
    <message>
        <source>Alive</source>
        <translation>存活</translation>
    </message>
    <message>
        <source>renewed %1 ago</source>
        <translation>%1前续期</translation>
    </message>
    <message>
        <source>due now</source>
        <translation>现应续期</translation>
    </message>
    <message>
        <source>none: a fixed lease</source>
        <translation>无：固定租约</translation>
    </message>
    <message>
        <source>inferred</source>
        <translation>推断</translation>
    </message>
    <message>
        <source>needs more readings</source>
        <translation>需要更多次读取</translation>
    </message>
    <message>
        <source>nothing renews the lease</source>
        <translation>没有对租约的续期</translation>
    </message>
    <message>
        <source>no end: stays until a client releases it</source>
        <translation>无期限：会一直保留，直到有客户端释放它</translation>
    </message>
    <message>
        <source>Lease left</source>
        <translation>租约剩余</translation>
    </message>
    <message>
        <source>Subscriber</source>
        <translation>订阅者</translation>
    </message>
    <message>
        <source>Keeps its place</source>
        <translation>位置保留</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>持续 %1</translation>
    </message>
    <message>
        <source>clients&apos; clocks</source>
        <translation>客户端的时钟</translation>
    </message>
    <message>
        <source>Instance</source>
        <translation>实例</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Client name</source>
        <translation>客户端名称</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>已持有</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>持有次数</translation>
    </message>
    <message>
        <source>queue order</source>
        <translation>队列顺序</translation>
    </message>
    <message>
        <source>Votes</source>
        <translation>选票</translation>
    </message>
    <message>
        <source>%1 of %2, quorum %3</source>
        <translation>%1/%2，法定多数 %3</translation>
    </message>
    <message>
        <source>Exclusive for</source>
        <translation>独占时长</translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>clients poll</source>
        <translation>客户端轮询</translation>
    </message>
    <message>
        <source>Owner also holds</source>
        <translation>所有者还持有</translation>
    </message>
    <message>
        <source>may be one multi-lock</source>
        <translation>可能是同一个多重锁</translation>
    </message>
    <message>
        <source>Usual hold</source>
        <translation>通常持有时长</translation>
    </message>
    <message>
        <source>Show its threads</source>
        <translation>查看其线程</translation>
    </message>
    <message>
        <source>If it is a Java process</source>
        <translation>若为 Java 进程</translation>
    </message>
    <message>
        <source>reported %1 ago</source>
        <translation>%1前报告</translation>
    </message>
    <message numerus="yes">
        <source>%1 holds</source>
        <comment>number of holds</comment>
        <translation>
            <numerusform>%1 次持有</numerusform>
        </translation>
    </message>
    <message>
        <source>Stat</source>
        <translation>Stat</translation>
    </message>
    <message>
        <source>node data</source>
        <translation>节点数据</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>java, pid %1</source>
        <translation>java，pid %1</translation>
    </message>
    <message>
        <source>pid %1</source>
        <translation>pid %1</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>上限 %1</translation>
    </message>
    <message>
        <source>The server reported the address in its reply to the four-letter command cons, which lists connections.</source>
        <translation>该地址由服务器在对四字命令 cons（列出连接）的应答中报告。</translation>
    </message>
    <message>
        <source>Host name</source>
        <translation>主机名</translation>
    </message>
    <message>
        <source>DNS</source>
        <translation>DNS</translation>
    </message>
    <message>
        <source>list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>watched</source>
        <translation>已观察</translation>
    </message>
    <message>
        <source>Fencing</source>
        <translation>围栏</translation>
    </message>
    <message>
        <source>The fencing token of this contender: the number of the transaction that created its node. The number grows with each acquisition, so a resource can refuse writes with an older number.</source>
        <translation>该竞争者的围栏令牌：创建其节点的事务编号。编号随每次获取而增大，因此资源可以拒绝编号较旧的写入。</translation>
    </message>
    <message>
        <source>not stored</source>
        <translation>未存储</translation>
    </message>
    <message>
        <source>no token in this type</source>
        <translation>该类型没有令牌</translation>
    </message>
    <message>
        <source>Show the owners</source>
        <translation>显示所有者</translation>
    </message>
    <message>
        <source>Show the type of the key</source>
        <translation>显示键的类型</translation>
    </message>
    <message>
        <source>Show the lease</source>
        <translation>显示租约</translation>
    </message>
    <message>
        <source>first seen</source>
        <translation>首次看到</translation>
    </message>
    <message>
        <source>At least this long: Redis does not store the start.</source>
        <translation>至少这么久：Redis 不存储开始时间。</translation>
    </message>
    <message>
        <source>%1 before the report</source>
        <translation>报告前 %1</translation>
    </message>
    <message>
        <source>not held by a quorum</source>
        <translation>未被法定多数持有</translation>
    </message>
    <message>
        <source>Renewed every %1 (%2 seen)</source>
        <translation>每 %1续期一次（观察到 %2 次）</translation>
    </message>
    <message>
        <source>Watchdog renews every %1 (%2 seen)</source>
        <translation>看门狗每 %1续期一次（观察到 %2 次）</translation>
    </message>
    <message>
        <source>next in %1</source>
        <translation>下次续期：%1后</translation>
    </message>
    <message>
        <source>The renewals and their period are inferred from the readings of the lease. The mark in the bar shows when the next one is due.</source>
        <translation>续期及其周期是根据租约的读数推断的。条形上的标记表示下次续期的时间。</translation>
    </message>
    <message numerus="yes">
        <source>by at least %n masters</source>
        <translation>
            <numerusform>至少 %n 个主节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>PTTL of %n masters</source>
        <translation>
            <numerusform>%n 个主节点的 PTTL</numerusform>
        </translation>
    </message>
    <message>
        <source>A quorum of the masters has the token at least until then.</source>
        <translation>至少在此之前，法定多数的主节点持有该令牌。</translation>
    </message>
</context>
<context>
    <name>DrawingWords</name>
    <message numerus="yes">
        <source>%1 more clients wait (not drawn)</source>
        <translation>
            <numerusform>另有 %1 个客户端在等待（未绘制）</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>%1 等待中</translation>
    </message>
    <message>
        <source>waiting clients: %1</source>
        <translation>等待的客户端：%1</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>waits %1</source>
        <comment>duration</comment>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>held</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>held %1</source>
        <comment>duration</comment>
        <translation>持有 %1</translation>
    </message>
    <message>
        <source>behind</source>
        <comment>another waiter</comment>
        <translation>排在其后</translation>
    </message>
    <message>
        <source>%1 holds %2</source>
        <translation>%1 持有 %2</translation>
    </message>
    <message>
        <source>held by node: %1</source>
        <translation>由节点持有：%1</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>自 %1 起</translation>
    </message>
    <message>
        <source>Deadlock of %1 clients</source>
        <translation>%1 个客户端的死锁</translation>
    </message>
    <message>
        <source>Possible deadlock of %1 clients</source>
        <translation>%1 个客户端的可能死锁</translation>
    </message>
    <message>
        <source>Deadlock of %1 sessions</source>
        <translation>%1 个会话的死锁</translation>
    </message>
    <message>
        <source>Possible deadlock of %1 sessions</source>
        <translation>%1 个会话的可能死锁</translation>
    </message>
    <message numerus="yes">
        <source>%1 more wait</source>
        <translation>
            <numerusform>另有 %1 个在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>since %1, %2</source>
        <comment>time of day, duration</comment>
        <translation>自 %1 起，%2</translation>
    </message>
    <message numerus="yes">
        <source>%1 cycles</source>
        <translation>
            <numerusform>%1 个循环</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 clients</source>
        <translation>%2 个客户端中的 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 sessions</source>
        <translation>%2 个会话中的 %1 个</translation>
    </message>
    <message numerus="yes">
        <source>%1 clients</source>
        <translation>
            <numerusform>%1 个客户端</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 sessions</source>
        <translation>
            <numerusform>%1 个会话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 locks</source>
        <translation>
            <numerusform>%1 个锁</numerusform>
        </translation>
    </message>
    <message>
        <source>+N: N more waiters.</source>
        <translation>+N：另有 N 个等待者。</translation>
    </message>
    <message>
        <source>Select a lock and press “Selected Lock” to see only its sessions.</source>
        <translation>选择一个锁并按“所选锁”可只查看其会话。</translation>
    </message>
    <message>
        <source>Dashed arrow: waits for. Solid arrow: held by.</source>
        <translation>虚线箭头：等待。实线箭头：被持有。</translation>
    </message>
</context>
<context>
    <name>Finder</name>
    <message>
        <source>holds %1</source>
        <translation>持有 %1</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>run · %1</source>
        <translation>执行 · %1</translation>
    </message>
    <message>
        <source>run</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>client %1</source>
        <translation>客户端 %1</translation>
    </message>
    <message>
        <source>host %1</source>
        <translation>主机 %1</translation>
    </message>
    <message>
        <source>session %1</source>
        <translation>会话 %1</translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>is in the queue of %1</source>
        <translation>在 %1 的队列中</translation>
    </message>
    <message>
        <source>owner %1</source>
        <translation>所有者 %1</translation>
    </message>
</context>
<context>
    <name>Formatting</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 微秒</translation>
    </message>
    <message>
        <source>Held by a persistent node. It has no session, so it never expires.</source>
        <translation>由持久节点持有。该节点没有会话，因此永不过期。</translation>
    </message>
    <message>
        <source>Waiting with a persistent node. It has no session, so it never expires.</source>
        <translation>通过持久节点等待。该节点没有会话，因此永不过期。</translation>
    </message>
    <message>
        <source>holder</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>%1 等待中</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 leases</source>
        <translation>
            <numerusform>租约 %1/%2</numerusform>
        </translation>
    </message>
    <message>
        <source>AdminServer</source>
        <translation>AdminServer</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message numerus="yes">
        <source>%1 bytes, not text</source>
        <translation>
            <numerusform>%1 字节，非文本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (JSON, %2 bytes)</source>
        <translation>
            <numerusform>%1（JSON，%2 字节）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (text, %2 bytes)</source>
        <translation>
            <numerusform>%1（文本，%2 字节）</numerusform>
        </translation>
    </message>
    <message>
        <source>mutex</source>
        <translation>互斥锁</translation>
    </message>
    <message>
        <source>read-write</source>
        <translation>读写锁</translation>
    </message>
    <message>
        <source>semaphore</source>
        <translation>信号量</translation>
    </message>
    <message>
        <source>latch</source>
        <translation>选举</translation>
    </message>
    <message>
        <source>single node</source>
        <translation>单节点锁</translation>
    </message>
    <message>
        <source>unrecognised</source>
        <translation>未识别</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>Suspended</source>
        <translation>连接中断</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>会话丢失</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Authentication failed</source>
        <translation>认证失败</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between two names</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between two parts of a sentence</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>the end of a sentence</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>two sentences</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>unknown; last report %1 ago</source>
        <translation>未知；上次报告在 %1前</translation>
    </message>
    <message>
        <source>payload</source>
        <translation>节点数据</translation>
    </message>
    <message>
        <source>Holding or waiting with a persistent node. It has no session, so it never expires.</source>
        <translation>通过持久节点持有或等待。该节点没有会话，因此永不过期。</translation>
    </message>
    <message>
        <source>≥ %1 waiting</source>
        <translation>≥ %1 等待中</translation>
    </message>
    <message>
        <source>multi-lock</source>
        <translation>多重锁</translation>
    </message>
    <message>
        <source>client tracking</source>
        <translation>客户端跟踪</translation>
    </message>
    <message>
        <source>keyspace events</source>
        <translation>键空间事件</translation>
    </message>
    <message>
        <source>the locks&apos; channels, and polling every %1</source>
        <translation>锁的频道，并每 %1轮询一次</translation>
    </message>
    <message>
        <source>polling every %1</source>
        <translation>每 %1轮询一次</translation>
    </message>
    <message>
        <source>client list</source>
        <translation>客户端列表</translation>
    </message>
    <message>
        <source>MONITOR sample</source>
        <translation>MONITOR 采样</translation>
    </message>
    <message>
        <source>%1 KB</source>
        <translation>%1 KB</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
    <message numerus="yes">
        <source>%n bytes</source>
        <translation>
            <numerusform>%n 字节</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n readers</source>
        <translation>
            <numerusform>%n 个读者</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n holders</source>
        <translation>
            <numerusform>%n 个持有者</numerusform>
        </translation>
    </message>
    <message>
        <source>0.%1 s</source>
        <translation>0.%1 秒</translation>
    </message>
    <message>
        <source>server (cons)</source>
        <translation>服务器（cons）</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>System default</source>
        <translation>跟随系统</translation>
    </message>
</context>
<context>
    <name>QueueWords</name>
    <message>
        <source>at gate lock</source>
        <translation>在入口锁处</translation>
    </message>
    <message>
        <source>holding</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>读取中</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>写入中</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>waiting to read</source>
        <translation>等待读取</translation>
    </message>
    <message>
        <source>waiting to write</source>
        <translation>等待写入</translation>
    </message>
    <message>
        <source>gate lock</source>
        <comment>on a card, after its place</comment>
        <translation>入口锁</translation>
    </message>
    <message>
        <source>read</source>
        <comment>on a card, after its place</comment>
        <translation>读</translation>
    </message>
    <message>
        <source>write</source>
        <comment>on a card, after its place</comment>
        <translation>写</translation>
    </message>
    <message>
        <source>The client waits at the gate lock. The gate lock admits one client at a time to the queue.</source>
        <translation>客户端正在入口锁处等待。入口锁每次只允许一个客户端进入队列。</translation>
    </message>
    <message>
        <source>A writer waits until all clients ahead of it have left the queue.</source>
        <translation>写者要等待排在其前面的所有客户端离开队列。</translation>
    </message>
    <message>
        <source>A reader waits while a writer is ahead of it: %1.</source>
        <translation>只要前面有写者，读者就要等待：%1。</translation>
    </message>
    <message>
        <source>A reader waits while a writer is ahead of it.</source>
        <translation>只要前面有写者，读者就要等待。</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>whether a client holds or waits</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>Whether the client holds or waits depends on data that Lockscope has not read or may not read.</source>
        <translation>客户端是持有还是等待取决于 Lockscope 尚未读取或没有权限读取的数据。</translation>
    </message>
    <message>
        <source>dead</source>
        <comment>a waiter that does not listen for its turn</comment>
        <translation>失活</translation>
    </message>
    <message>
        <source>#%1 · dead</source>
        <comment>on a card</comment>
        <translation>#%1 · 失活</translation>
    </message>
    <message>
        <source>yes</source>
        <comment>a subscriber: the client of a waiter listens</comment>
        <translation>是</translation>
    </message>
    <message>
        <source>none for %1</source>
        <comment>subscribers</comment>
        <translation>无，已持续 %1</translation>
    </message>
    <message>
        <source>none</source>
        <comment>subscribers</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Number of waiting clients unknown</source>
        <translation>等待的客户端数量未知</translation>
    </message>
    <message>
        <source>No waiting clients seen</source>
        <translation>未观察到等待的客户端</translation>
    </message>
    <message numerus="yes">
        <source>%1 clients waiting, order unknown</source>
        <translation>
            <numerusform>%1 个客户端在等待，顺序未知</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiters leave no trace on the server.</source>
        <translation>等待者在服务器上不留痕迹。</translation>
    </message>
    <message>
        <source>Redis counts subscribed clients, not threads. This lock type keeps no queue: any client may be next.</source>
        <translation>Redis 统计的是订阅的客户端，而不是线程。此锁类型没有队列：任何客户端都可能是下一个。</translation>
    </message>
    <message>
        <source>Redis stores no address. A MONITOR sample of 15 s shows the address at the next renewal. It adds about 150 % server CPU per lock operation.</source>
        <translation>Redis 不存储地址。一次 15 秒的 MONITOR 采样会在下次续期时显示地址。它使每次锁操作的服务器 CPU 开销增加约 150 %。</translation>
    </message>
    <message>
        <source>Holders unknown: Redis stores none for this lock type</source>
        <translation>持有者未知：Redis 不存储此类锁的持有者</translation>
    </message>
    <message>
        <source>No holder and no waiters</source>
        <translation>没有持有者，也没有等待者</translation>
    </message>
    <message>
        <source>No holder</source>
        <translation>没有持有者</translation>
    </message>
    <message>
        <source>Keep showing this client over its turns and sessions. It is recognised by its name, %1.</source>
        <translation>在该客户端多次排队和更换会话时持续显示它。按其名称 %1 识别。</translation>
    </message>
    <message>
        <source>Keep showing this client over its turns. It is recognised by its instance, %1.</source>
        <translation>在该客户端多次排队时持续显示它。按其实例 %1 识别。</translation>
    </message>
    <message>
        <source>Keep showing this client over its turns. It is recognised by its session, %1.</source>
        <translation>在该客户端多次排队时持续显示它。按其会话 %1 识别。</translation>
    </message>
    <message>
        <source>Keep showing this contender after it has left. Its client is unknown, so its next turn is not recognised.</source>
        <translation>在该竞争者离开后继续显示它。其客户端未知，因此无法识别它下一次排队。</translation>
    </message>
</context>
<context>
    <name>ReleaseWords</name>
    <message>
        <source>The lock has no holder now.</source>
        <translation>此锁现在没有持有者。</translation>
    </message>
    <message>
        <source>%1 holds the lock now. Other holders: %2.</source>
        <translation>现在由 %1 持有锁。其他持有者：%2 个。</translation>
    </message>
    <message>
        <source>%1 holds the lock now. The release took %2.</source>
        <translation>现在由 %1 持有锁。释放用时 %2。</translation>
    </message>
    <message>
        <source>The result could not be written to the action log.</source>
        <translation>结果无法写入操作日志。</translation>
    </message>
    <message>
        <source>Deleted node %1.</source>
        <translation>已删除节点 %1。</translation>
    </message>
    <message>
        <source>Deleted node %1 from the queue.</source>
        <translation>已从队列中删除节点 %1。</translation>
    </message>
    <message>
        <source>The deletion could not be verified.</source>
        <translation>无法核实此次删除。</translation>
    </message>
    <message>
        <source>Nothing was deleted: the node has changed since you reviewed it.</source>
        <translation>未删除任何内容：节点自您查看后已更改。</translation>
    </message>
    <message>
        <source>Nothing was deleted: the node no longer exists.</source>
        <translation>未删除任何内容：节点已不存在。</translation>
    </message>
    <message>
        <source>It is unknown whether the node was deleted. Check the queue again.</source>
        <translation>无法确定节点是否已删除。请重新查看队列。</translation>
    </message>
    <message>
        <source>Not deleted.</source>
        <translation>未删除。</translation>
    </message>
    <message>
        <source>The revocation request was not sent, or it is unknown whether it was sent.</source>
        <translation>释放请求未发出，或无法确定是否已发出。</translation>
    </message>
    <message>
        <source>Release requested. The holder did not release the lock within %1.</source>
        <translation>已请求释放。持有者在 %1内未释放锁。</translation>
    </message>
    <message>
        <source>Release requested. The node no longer exists, %1 after the request.</source>
        <translation>已请求释放。请求发出 %1后，该节点已不存在。</translation>
    </message>
    <message>
        <source>Nothing was released: the lock has changed since you reviewed it.</source>
        <translation>未释放任何内容：您查看之后，锁已更改。</translation>
    </message>
    <message>
        <source>Nothing was released: the client no longer holds or waits.</source>
        <translation>未释放任何内容：该客户端已不再持有或等待。</translation>
    </message>
    <message>
        <source>It is unknown whether the lock was released. Check the queue again.</source>
        <translation>不确定锁是否已释放。请重新检查队列。</translation>
    </message>
    <message>
        <source>Not released.</source>
        <translation>未释放。</translation>
    </message>
</context>
<context>
    <name>SimulationWords</name>
    <message>
        <source>connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>acquired</source>
        <translation>已获取</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>等待超时</translation>
    </message>
    <message>
        <source>suspended</source>
        <translation>连接中断</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>已丢失</translation>
    </message>
    <message>
        <source>note</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>fault</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>finding</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>%1: cleared</source>
        <translation>%1：已消除</translation>
    </message>
    <message>
        <source>%1: detected</source>
        <translation>%1：已检测到</translation>
    </message>
    <message>
        <source>joined</source>
        <translation>已加入</translation>
    </message>
    <message>
        <source>left</source>
        <translation>已离开</translation>
    </message>
</context>
<context>
    <name>TimelineWords</name>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>released by client</source>
        <translation>由客户端释放</translation>
    </message>
    <message>
        <source>gave up waiting</source>
        <translation>放弃等待</translation>
    </message>
    <message>
        <source>session ended</source>
        <translation>会话结束</translation>
    </message>
    <message>
        <source>released by an operator</source>
        <translation>由操作员释放</translation>
    </message>
    <message>
        <source>waited %1</source>
        <translation>等待了 %1</translation>
    </message>
    <message>
        <source>has waited for %1</source>
        <translation>已等待 %1</translation>
    </message>
    <message>
        <source>held for up to %1</source>
        <translation>最多持有了 %1</translation>
    </message>
    <message>
        <source>has held for up to %1</source>
        <translation>至今最多持有 %1</translation>
    </message>
    <message>
        <source>held for %1</source>
        <translation>持有了 %1</translation>
    </message>
    <message>
        <source>has held for %1</source>
        <translation>已持有 %1</translation>
    </message>
    <message>
        <source>was already in the queue at the first observation</source>
        <translation>首次观察时已在队列中</translation>
    </message>
    <message>
        <source>held the lock at the first observation; acquisition time unknown</source>
        <translation>首次观察时已持有锁；获取时间未知</translation>
    </message>
    <message>
        <source>joined the queue at %1</source>
        <translation>%1 加入队列</translation>
    </message>
    <message>
        <source>joined the queue at about %1</source>
        <translation>约 %1 加入队列</translation>
    </message>
    <message>
        <source>acquired the lock at %1</source>
        <translation>%1 获取锁</translation>
    </message>
    <message>
        <source>acquired the lock at about %1</source>
        <translation>约 %1 获取锁</translation>
    </message>
    <message>
        <source>release requested at %1</source>
        <translation>%1 请求释放</translation>
    </message>
    <message>
        <source>left the queue at %1</source>
        <translation>%1 离开队列</translation>
    </message>
    <message>
        <source>left the queue at about %1</source>
        <translation>约 %1 离开队列</translation>
    </message>
    <message>
        <source>node deleted by another client</source>
        <translation>节点由其他客户端删除</translation>
    </message>
    <message>
        <source>then not watched; how it ended is unknown</source>
        <translation>此后未监视；如何结束未知</translation>
    </message>
    <message>
        <source>last seen in the queue at %1</source>
        <translation>最后于 %1 在队列中观察到</translation>
    </message>
    <message>
        <source>not watched since %1</source>
        <translation>自 %1 起未监视</translation>
    </message>
    <message>
        <source>not watched from %1 to %2 (%3)</source>
        <translation>从 %1 到 %2 未监视（%3）</translation>
    </message>
    <message>
        <source>left; whether it acquired the lock is unknown</source>
        <translation>已离开；是否获取过锁未知</translation>
    </message>
    <message>
        <source>left</source>
        <translation>已离开</translation>
    </message>
    <message>
        <source>left without acquiring the lock</source>
        <translation>已离开，未获取锁</translation>
    </message>
    <message>
        <source>waited or held for %1</source>
        <translation>等待或持有了 %1</translation>
    </message>
    <message>
        <source>has waited or held for %1</source>
        <translation>已等待或持有 %1</translation>
    </message>
    <message>
        <source>%1 acted as holder without the lock for %2. The servers show that it had lost the lock.</source>
        <translation>%1 在未持锁的情况下作为持有者运行了 %2。服务器显示它已丢失该锁。</translation>
    </message>
    <message>
        <source>%1 has acted as holder without the lock for %2. The servers show that it has lost the lock.</source>
        <translation>%1 在未持锁的情况下作为持有者运行已达 %2。服务器显示它已丢失该锁。</translation>
    </message>
    <message>
        <source>writes: %1 accepted, %2 rejected</source>
        <translation>写入：接受 %1，拒绝 %2</translation>
    </message>
    <message>
        <source>writes with token %1: %2 accepted, %3 rejected</source>
        <translation>使用令牌 %1 的写入：接受 %2，拒绝 %3</translation>
    </message>
    <message>
        <source>write accepted at %1</source>
        <translation>写入于 %1 被接受</translation>
    </message>
    <message>
        <source>write rejected at %1</source>
        <translation>写入于 %1 被拒绝</translation>
    </message>
    <message>
        <source>write accepted at %1, token %2</source>
        <translation>写入于 %1 被接受，令牌 %2</translation>
    </message>
    <message>
        <source>write rejected at %1, token %2</source>
        <translation>写入于 %1 被拒绝，令牌 %2</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>rejected, token %1</source>
        <translation>被拒绝，令牌 %1</translation>
    </message>
</context>
<context>
    <name>VoteWords</name>
    <message>
        <source>has the token of the holder</source>
        <translation>拥有持有者的令牌</translation>
    </message>
    <message>
        <source>has the token with the most votes</source>
        <translation>拥有选票最多的令牌</translation>
    </message>
    <message>
        <source>has another token</source>
        <translation>拥有其他令牌</translation>
    </message>
    <message>
        <source>has no token</source>
        <translation>没有令牌</translation>
    </message>
    <message>
        <source>does not answer</source>
        <translation>没有应答</translation>
    </message>
    <message>
        <source>held %1 of %2</source>
        <comment>votes, masters</comment>
        <translation>持有 %1/%2</translation>
    </message>
    <message>
        <source>split %1</source>
        <comment>votes of each token, as in 1 : 1 : 1</comment>
        <translation>分散 %1</translation>
    </message>
    <message>
        <source>remnant %1 of %2</source>
        <comment>votes, masters</comment>
        <translation>残留 %1/%2</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>未定</translation>
    </message>
    <message>
        <source>Held by %1 of %2 (quorum %3), exclusive for %4</source>
        <translation>%2 个主节点中有 %1 个持有（法定多数 %3），独占时长 %4</translation>
    </message>
    <message>
        <source>Held by %1 of %2 (quorum %3), without an end</source>
        <translation>%2 个主节点中有 %1 个持有（法定多数 %3），无期限</translation>
    </message>
    <message>
        <source>Remnant: one token on %1 of %2, fewer than the quorum of %3</source>
        <translation>残留：一个令牌在 %2 个主节点中的 %1 个上，未达到 %3 的法定多数</translation>
    </message>
    <message>
        <source>Free: no master has a token</source>
        <translation>空闲：没有主节点拥有令牌</translation>
    </message>
    <message>
        <source>The clients of the lock and its waiters are unknown: a token is random, and waiters poll.</source>
        <translation>锁的客户端及其等待者未知：令牌是随机的，等待者采用轮询。</translation>
    </message>
    <message>
        <source>No client holds the lock. The attempts have failed, and their keys remain until they expire.</source>
        <translation>没有客户端持有锁。这些尝试已失败，其键会保留到过期为止。</translation>
    </message>
    <message>
        <source>No client holds the lock by this token. It is of a failed attempt, or it is partly expired.</source>
        <translation>没有客户端凭此令牌持有锁。它属于一次失败的尝试，或已部分过期。</translation>
    </message>
    <message>
        <source>The masters that do not answer may complete a quorum.</source>
        <translation>没有应答的主节点可能会凑成法定多数。</translation>
    </message>
    <message>
        <source>no end</source>
        <translation>无期限</translation>
    </message>
    <message numerus="yes">
        <source>Split: %n tokens, none has the quorum of %1</source>
        <translation>
            <numerusform>分裂：%n 个令牌，均未达到 %1 的法定数</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Undecided: %n of %1 masters do not answer (quorum %2)</source>
        <translation>
            <numerusform>未定：%1 个主节点中有 %n 个无应答（法定数 %2）</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 reads within %2.</source>
        <translation>%2内的 %1 次读取。</translation>
    </message>
</context>
<context>
    <name>WaitWords</name>
    <message>
        <source>%1 (session %2)</source>
        <translation>%1（会话 %2）</translation>
    </message>
    <message>
        <source>The node is persistent. It has no session, so it never expires.</source>
        <translation>该节点是持久节点。它没有会话，因此永不过期。</translation>
    </message>
    <message>
        <source>No server lists the session of the client: the session has ended.</source>
        <translation>没有服务器列出该客户端的会话：会话已结束。</translation>
    </message>
    <message>
        <source>The client has no connection to any server.</source>
        <translation>该客户端未连接到任何服务器。</translation>
    </message>
    <message>
        <source>The client is connected, but has sent no heartbeat for a long time.</source>
        <translation>该客户端已连接，但很久没有发送心跳。</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>deadlock</source>
        <translation>死锁</translation>
    </message>
    <message>
        <source>deadlock?</source>
        <translation>死锁？</translation>
    </message>
    <message>
        <source>no session</source>
        <translation>无会话</translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation>已断开</translation>
    </message>
    <message>
        <source>no heartbeat</source>
        <translation>无心跳</translation>
    </message>
    <message>
        <source>stuck</source>
        <translation>卡住</translation>
    </message>
    <message>
        <source>holding</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>holding, waiting</source>
        <translation>持有，等待</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>%1 waits for %2 at %3</source>
        <translation>%1 在 %3 等待 %2</translation>
    </message>
    <message>
        <source>%1 waits behind %2 at %3</source>
        <translation>%1 在 %3 排在 %2 之后</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>sentence, duration</comment>
        <translation>%1（%2）</translation>
    </message>
    <message numerus="yes">
        <source>then %1 more waits</source>
        <translation>
            <numerusform>然后还有 %1 个等待</numerusform>
        </translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>Deadlock: %1. Neither client can continue until one of them releases its lock.</source>
        <translation>死锁：%1。在其中一个客户端释放锁之前，双方都无法继续。</translation>
    </message>
    <message>
        <source>Deadlock: %1. None of these clients can continue until one of them releases its lock.</source>
        <translation>死锁：%1。在其中一个客户端释放锁之前，这些客户端都无法继续。</translation>
    </message>
    <message>
        <source>Deadlocks at other locks: %1. “All Locks” shows them.</source>
        <translation>其他锁上的死锁：%1 个。可在“所有锁”中查看。</translation>
    </message>
    <message>
        <source>More deadlocks: %1.</source>
        <translation>更多死锁：%1 个。</translation>
    </message>
    <message>
        <source>%1 holds %2</source>
        <translation>%1 持有 %2</translation>
    </message>
    <message>
        <source>%1 holds %2 and %3 more</source>
        <translation>%1 持有 %2 及另外 %3 个锁</translation>
    </message>
    <message>
        <source>The client is stuck: the clients that it waits for can never continue by themselves.</source>
        <translation>该客户端已卡住：它所等待的客户端永远无法自行继续。</translation>
    </message>
    <message>
        <source>%1 (source: %2)</source>
        <comment>host, who told</comment>
        <translation>%1（来源：%2）</translation>
    </message>
    <message>
        <source>session %1</source>
        <translation>会话 %1</translation>
    </message>
    <message>
        <source>session not known yet</source>
        <translation>会话尚未知</translation>
    </message>
    <message>
        <source>holds %1</source>
        <translation>持有 %1</translation>
    </message>
    <message>
        <source>holds nothing</source>
        <translation>未持有任何锁</translation>
    </message>
    <message>
        <source>The client is part of a cycle: each client waits for the next.</source>
        <translation>该客户端是循环的一部分：每个客户端都在等待下一个。</translation>
    </message>
    <message>
        <source>step %1 in a cycle of %2</source>
        <translation>循环中第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>waiting node: %1</source>
        <translation>等待的节点：%1</translation>
    </message>
    <message>
        <source>held by node: %1</source>
        <translation>持有锁的节点：%1</translation>
    </message>
    <message>
        <source>behind node: %1</source>
        <translation>前面的节点：%1</translation>
    </message>
    <message>
        <source>requests the shared lock (reader)</source>
        <translation>请求共享锁（读者）</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>自 %1 起</translation>
    </message>
    <message numerus="yes">
        <source>%1 more clients ahead at this lock not drawn</source>
        <translation>
            <numerusform>此锁前面还有 %1 个客户端未绘出</numerusform>
        </translation>
    </message>
    <message>
        <source>session ended</source>
        <translation>会话已结束</translation>
    </message>
    <message>
        <source>Possible deadlock: %1. At least one client uses several threads. It is a deadlock only if the same thread holds and waits.</source>
        <translation>可能的死锁：%1。至少有一个客户端使用多个线程。仅当持有锁的线程就是等待的线程时，才是死锁。</translation>
    </message>
    <message numerus="yes">
        <source>%1 more clients wait (not drawn)</source>
        <translation>
            <numerusform>还有 %1 个客户端在等待（未绘出）</numerusform>
        </translation>
    </message>
    <message>
        <source>Locks left out because it is unknown which clients hold: %1.</source>
        <translation>因持有者未知而略去的锁：%1。</translation>
    </message>
    <message>
        <source>holds %1 or waits for it</source>
        <translation>持有 %1 或在等待它</translation>
    </message>
    <message>
        <source>owner %1</source>
        <translation>所有者 %1</translation>
    </message>
    <message>
        <source>alive</source>
        <translation>存活</translation>
    </message>
    <message>
        <source>%1 · session %2</source>
        <translation>%1 · 会话 %2</translation>
    </message>
</context>
<context>
    <name>WaysModel</name>
    <message>
        <source>Other clients still hold the lock. The deadlock stays.</source>
        <translation>其他客户端仍持有该锁。死锁仍然存在。</translation>
    </message>
    <message>
        <source>%1 acquires the lock. The deadlock ends.</source>
        <translation>%1 获得锁。死锁结束。</translation>
    </message>
    <message>
        <source>%1 acquires the lock and also waits for another one. The deadlock may stay.</source>
        <translation>%1 获得锁，同时还在等待另一个锁。死锁可能仍然存在。</translation>
    </message>
    <message>
        <source>%1 acquires the lock. The deadlock ends when it is the turn of %2. Clients before it: %3.</source>
        <translation>%1 获得锁。轮到 %2 时死锁结束。排在其前面的客户端数：%3。</translation>
    </message>
</context>
<context>
    <name>WelcomePanel</name>
    <message>
        <source>production</source>
        <translation>生产环境</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>the connection was lost, but the server may have executed the request</source>
        <translation>连接已断开，但服务器可能已执行请求</translation>
    </message>
    <message>
        <source>the server did not respond in time, but may have executed the request</source>
        <translation>服务器未及时响应，但可能已执行请求</translation>
    </message>
    <message>
        <source>the session has moved to another server; try again</source>
        <translation>会话已转移到另一台服务器；请重试</translation>
    </message>
    <message>
        <source>the server is throttling requests; try again later</source>
        <translation>服务器正在限流；请稍后重试</translation>
    </message>
    <message>
        <source>the session has expired</source>
        <translation>会话已过期</translation>
    </message>
    <message>
        <source>the server refused the credentials</source>
        <translation>服务器拒绝了凭据</translation>
    </message>
    <message>
        <source>the client was closed</source>
        <translation>客户端已关闭</translation>
    </message>
    <message>
        <source>no such node</source>
        <translation>节点不存在</translation>
    </message>
    <message>
        <source>the node already exists</source>
        <translation>节点已存在</translation>
    </message>
    <message>
        <source>the node has changed in the meantime</source>
        <translation>节点在此期间已发生变化</translation>
    </message>
    <message>
        <source>the node has children</source>
        <translation>节点有子节点</translation>
    </message>
    <message>
        <source>an ephemeral node cannot have children</source>
        <translation>临时节点不能有子节点</translation>
    </message>
    <message>
        <source>no permission</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>the server does not accept this ACL</source>
        <translation>服务器不接受此 ACL</translation>
    </message>
    <message>
        <source>the connected server is read-only because it has no quorum</source>
        <translation>所连接的服务器未达到仲裁，因此为只读</translation>
    </message>
    <message>
        <source>the server does not support this operation</source>
        <translation>服务器不支持此操作</translation>
    </message>
    <message>
        <source>invalid argument</source>
        <translation>参数无效</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>the lock is not held</source>
        <translation>未持有该锁</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>this is not a lock</source>
        <translation>这不是锁</translation>
    </message>
    <message>
        <source>the sequence numbers of this directory are almost exhausted</source>
        <translation>此目录的序号即将用尽</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>没有连接</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 session not shown</source>
        <translation>%1 个会话未显示</translation>
    </message>
    <message>
        <source>%1 sessions not shown</source>
        <translation>%1 个会话未显示</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Lockscope observed the acquisition of the lock.</source>
        <translation>Lockscope 观察到了锁的获取。</translation>
    </message>
    <message>
        <source>%1 client waits for this lock.</source>
        <translation>有 %1 个客户端在等待此锁。</translation>
    </message>
    <message>
        <source>%1 clients wait for this lock.</source>
        <translation>有 %1 个客户端在等待此锁。</translation>
    </message>
    <message>
        <source>%1 has waited for %2, longer than the limit of %3.</source>
        <translation>%1 已等待 %2，超过限值 %3。</translation>
    </message>
    <message>
        <source>The oldest waiting node is %1. It belongs to %2.</source>
        <translation>等待最久的节点是 %1，属于 %2。</translation>
    </message>
    <message>
        <source>The holder is %1. Check why the holder does not release the lock.</source>
        <translation>持有者是 %1。请检查持有者为何不释放锁。</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>%1 session</source>
        <translation>%1 个会话</translation>
    </message>
    <message>
        <source>%1 sessions</source>
        <translation>%1 个会话</translation>
    </message>
    <message>
        <source>Deadlock: %1 wait for each other in a cycle, and none of them can continue.</source>
        <translation>死锁：%1互相等待，形成循环，都无法继续。</translation>
    </message>
    <message>
        <source>Possible deadlock: %1 wait for each other in a cycle.</source>
        <translation>可能是死锁：%1互相等待，形成循环。</translation>
    </message>
    <message>
        <source>Clients of type %1 do not wait for clients of type %2.</source>
        <translation>类型为“%1”的客户端不等待类型为“%2”的客户端。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 node</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>Clients that ignore each other share this path: several clients may hold the lock at once.</source>
        <translation>互相忽略的客户端共用此路径：可能有多个客户端同时持有锁。</translation>
    </message>
    <message>
        <source>Clients of different types share this path.</source>
        <translation>不同类型的客户端共用此路径。</translation>
    </message>
    <message>
        <source>Types of the nodes: %1.</source>
        <translation>节点的类型：%1。</translation>
    </message>
    <message>
        <source>Use a separate path for each type of client, or let all clients use Curator&apos;s node names. In Kazoo, subclass Lock and set its _NODE_NAME to &quot;-lock-&quot;.</source>
        <translation>请为每种类型的客户端使用单独的路径，或让所有客户端使用 Curator 的节点名称。在 Kazoo 中，请创建 Lock 的子类，并将其 _NODE_NAME 设为 &quot;-lock-&quot;。</translation>
    </message>
    <message>
        <source>The sequence numbers of this directory are exhausted: new nodes get duplicate or negative numbers.</source>
        <translation>此目录的序号已用尽：新节点会得到重复或负的序号。</translation>
    </message>
    <message>
        <source>Sequence numbers are running out: %1 of 2147483647 are left.</source>
        <translation>序号即将用尽：2147483647 个中还剩 %1 个。</translation>
    </message>
    <message>
        <source>%1 child node</source>
        <translation>%1 个子节点</translation>
    </message>
    <message>
        <source>%1 child nodes</source>
        <translation>%1 个子节点</translation>
    </message>
    <message>
        <source>The last node has the sequence number %1.</source>
        <translation>最后一个节点的序号是 %1。</translation>
    </message>
    <message>
        <source>One of them is %1.</source>
        <translation>其中之一是 %1。</translation>
    </message>
    <message>
        <source>Unused locks leave these directories, and each directory uses server memory. Let the clients create parents as container nodes, which are deleted automatically, or delete empty directories that no client uses.</source>
        <translation>这些目录由不再使用的锁遗留，每个目录都占用服务器内存。请让客户端将父节点创建为容器节点（会自动删除），或删除没有客户端使用的空目录。</translation>
    </message>
    <message>
        <source>The node&apos;s ephemeralOwner is 0. The node is persistent, so it stays when its client ends.</source>
        <translation>该节点的 ephemeralOwner 为 0。它是持久节点，客户端结束后仍会保留。</translation>
    </message>
    <message>
        <source>Check that the owning process has stopped, then release %1.</source>
        <translation>请确认所属进程已停止，然后释放 %1。</translation>
    </message>
    <message>
        <source>%1 holds the lock, but no server lists its session.</source>
        <translation>%1 持有锁，但没有服务器列出其会话。</translation>
    </message>
    <message>
        <source>%1 waits for the lock, but no server lists its session.</source>
        <translation>%1 在等待锁，但没有服务器列出其会话。</translation>
    </message>
    <message>
        <source>Check whether the client is paused (garbage collection, a debugger, a suspended machine) or its network is disconnected. Without a heartbeat, its session expires and its node is deleted.</source>
        <translation>请检查客户端是否已暂停（垃圾回收、调试器、计算机休眠），或其网络是否已断开。如果一直没有心跳，其会话将过期，节点随之删除。</translation>
    </message>
    <message>
        <source>This applies to %1 nodes of this queue.</source>
        <translation>此队列中有 %1 个节点属于这种情况。</translation>
    </message>
    <message>
        <source>One session waits for itself: %1 holds the lock and has waited in the same queue for %2.</source>
        <translation>一个会话在等待自己：%1 持有锁，并已在同一队列中等待 %2。</translation>
    </message>
    <message>
        <source>%1 lease</source>
        <translation>%1 个租约</translation>
    </message>
    <message>
        <source>%1 leases</source>
        <translation>%1 个租约</translation>
    </message>
    <message>
        <source>Each of these nodes is a held lease. The lock&apos;s own node defines the number of leases.</source>
        <translation>其中每个节点都是一个被持有的租约。租约的数量由锁自己的节点定义。</translation>
    </message>
    <message>
        <source>%1 has not released its node since the revocation request %2 ago.</source>
        <translation>%1 自 %2前的释放请求以来，尚未释放其节点。</translation>
    </message>
    <message>
        <source>Many clients do not support revocation requests. If the node must be removed, stop its client or release %1.</source>
        <translation>许多客户端不支持释放请求。如果必须移除该节点，请停止其客户端，或释放 %1。</translation>
    </message>
    <message>
        <source>Kazoo with Curator&apos;s names</source>
        <translation>使用 Curator 名称的 Kazoo</translation>
    </message>
    <message>
        <source>ZooKeeper C recipe</source>
        <translation>ZooKeeper C 锁实现</translation>
    </message>
    <message>
        <source>ZooKeeper Java recipe</source>
        <translation>ZooKeeper Java 锁实现</translation>
    </message>
    <message>
        <source>plain node names</source>
        <translation>简单节点名称</translation>
    </message>
    <message>
        <source>Curator read/write lock</source>
        <translation>Curator 读写锁</translation>
    </message>
    <message>
        <source>Documented lock recipe</source>
        <translation>官方文档锁实现</translation>
    </message>
    <message>
        <source>others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>%1 waits without a watch and will never be notified.</source>
        <translation>%1 在没有监视的情况下等待，永远不会收到通知。</translation>
    </message>
    <message>
        <source>%1 sessions watch one node. When the node is deleted, all sessions are notified and send requests at once.</source>
        <translation>%1 个会话监视同一个节点。该节点被删除时，所有会话会同时收到通知并发送请求。</translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>no session</source>
        <translation>无会话</translation>
    </message>
    <message>
        <source>session %1</source>
        <translation>会话 %1</translation>
    </message>
    <message>
        <source>%1 (%2, %3)</source>
        <translation>%1（%2，%3）</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1; no revocation request was sent</source>
        <translation>%1；未发送释放请求</translation>
    </message>
    <message>
        <source>write the action log</source>
        <translation>写入操作日志</translation>
    </message>
    <message>
        <source>cannot create the folder</source>
        <translation>无法创建该文件夹</translation>
    </message>
    <message>
        <source>cannot flush the folder to the disk</source>
        <translation>无法将文件夹刷写到磁盘</translation>
    </message>
    <message>
        <source>cannot lock the file</source>
        <translation>无法锁定文件</translation>
    </message>
    <message>
        <source>another process keeps the file locked</source>
        <translation>另一个进程一直锁定该文件</translation>
    </message>
    <message>
        <source>cannot write the file</source>
        <translation>无法写入文件</translation>
    </message>
    <message>
        <source>cannot flush the file to the disk</source>
        <translation>无法将文件刷写到磁盘</translation>
    </message>
    <message>
        <source>cannot open the file</source>
        <translation>无法打开文件</translation>
    </message>
    <message>
        <source>cannot read the status of the file</source>
        <translation>无法读取文件状态</translation>
    </message>
    <message>
        <source>other users can read the file, and its permissions cannot be changed</source>
        <translation>其他用户可以读取该文件，且无法更改其权限</translation>
    </message>
    <message>
        <source>%1 server queried</source>
        <translation>已查询 %1 台服务器</translation>
    </message>
    <message>
        <source>%1 servers queried</source>
        <translation>已查询 %1 台服务器</translation>
    </message>
    <message>
        <source>The node is still being read.</source>
        <translation>仍在读取该节点。</translation>
    </message>
    <message>
        <source>No session owns the node.</source>
        <translation>没有会话拥有该节点。</translation>
    </message>
    <message>
        <source>It is unknown whether the owning process is running: no server reported its sessions.</source>
        <translation>拥有该节点的进程是否在运行未知：没有服务器报告其会话。</translation>
    </message>
    <message>
        <source>The owner session %1 is in no server&apos;s session list, although its node existed before and after the query (%2).</source>
        <translation>所有者会话 %1 不在任何服务器的会话列表中，而其节点在查询前后都存在（%2）。</translation>
    </message>
    <message>
        <source>The owner session %1 is not in the servers&apos; session lists, but may be newer than the lists (%2).</source>
        <translation>所有者会话 %1 不在服务器的会话列表中，但可能晚于这些列表（%2）。</translation>
    </message>
    <message>
        <source>It is unknown whether the owning process is running: not every server reports its sessions.</source>
        <translation>拥有该节点的进程是否在运行未知：并非所有服务器都报告其会话。</translation>
    </message>
    <message>
        <source>The owner session %1 is alive, but has no connection to any server (%2).</source>
        <translation>所有者会话 %1 有效，但没有连接到任何服务器（%2）。</translation>
    </message>
    <message>
        <source>The owner session %1 is alive. It is unknown whether the session is connected, because not every server reports its connections (%2).</source>
        <translation>所有者会话 %1 有效。它是否已连接未知，因为并非所有服务器都报告其连接（%2）。</translation>
    </message>
    <message>
        <source>The owner session %1 is connected from %2, but has sent no heartbeat for %3, session timeout %4 (%5).</source>
        <translation>所有者会话 %1 从 %2 连接，但已有 %3没有心跳，会话超时 %4（%5）。</translation>
    </message>
    <message>
        <source>the connection was not restored, so the node could not be checked</source>
        <translation>连接未恢复，因此无法检查该节点</translation>
    </message>
    <message>
        <source>the connection was lost during the delete, and the node still exists: nothing was deleted</source>
        <translation>删除期间连接断开，而该节点仍然存在：未删除任何内容</translation>
    </message>
    <message>
        <source>the node no longer exists, because of this delete or for another reason</source>
        <translation>该节点已不存在，可能由于此次删除，也可能另有原因</translation>
    </message>
    <message>
        <source>the reply to the delete was lost, so it is unknown whether the delete was executed; %1</source>
        <translation>删除的应答已丢失，因此是否已执行删除未知；%1</translation>
    </message>
    <message>
        <source>the node no longer exists; nothing was deleted</source>
        <translation>该节点已不存在；未删除任何内容</translation>
    </message>
    <message>
        <source>nothing was deleted</source>
        <translation>未删除任何内容</translation>
    </message>
    <message>
        <source>%1; nothing was deleted</source>
        <translation>%1；未删除任何内容</translation>
    </message>
    <message>
        <source>The holder stays the same; waiters behind this node move up.</source>
        <translation>持有者不变；排在此节点之后的等待者前移。</translation>
    </message>
    <message>
        <source>The fastest waiting client acquires the lock: waiters of this lock have no node.</source>
        <translation>最快的等待者获取锁：此锁的等待者没有节点。</translation>
    </message>
    <message>
        <source>No client is waiting.</source>
        <translation>没有客户端在等待。</translation>
    </message>
    <message>
        <source>Does not help: no session owns this node, so the node never expires.</source>
        <translation>没有帮助：没有会话拥有此节点，因此该节点不会过期。</translation>
    </message>
    <message>
        <source>Does not help: the session has ended, but its node still exists.</source>
        <translation>没有帮助：会话已结束，但其节点仍然存在。</translation>
    </message>
    <message>
        <source>Is enough if the client sends no further heartbeat: the server ends its session and removes its node.</source>
        <translation>如果客户端不再发送心跳，等待即可：服务器会结束其会话并移除其节点。</translation>
    </message>
    <message>
        <source>Is enough if the client sends no further heartbeat: its session ends within %1, and its node is removed.</source>
        <translation>如果客户端不再发送心跳，等待即可：其会话会在 %1内结束，其节点随之移除。</translation>
    </message>
    <message>
        <source>Is enough if the client sends no further heartbeat: its session ends at any moment, and its node is removed.</source>
        <translation>如果客户端不再发送心跳，等待即可：其会话随时可能结束，其节点随之移除。</translation>
    </message>
    <message>
        <source>If the client stops sending heartbeats, the server ends the session and removes the node.</source>
        <translation>如果客户端停止发送心跳，服务器会结束会话并移除节点。</translation>
    </message>
    <message>
        <source>All nodes of the session are removed, including %1 other lock node.</source>
        <translation>该会话的所有节点都会被移除，包括另外 %1 个锁节点。</translation>
    </message>
    <message>
        <source>All nodes of the session are removed, including %1 other lock nodes.</source>
        <translation>该会话的所有节点都会被移除，包括另外 %1 个锁节点。</translation>
    </message>
    <message>
        <source>All nodes of the session are removed.</source>
        <translation>该会话的所有节点都会被移除。</translation>
    </message>
    <message>
        <source>When the client reconnects, its session has expired, and the client is notified that the lock is lost.</source>
        <translation>客户端重新连接时，其会话已过期，客户端会得知锁已丢失。</translation>
    </message>
    <message>
        <source>No client is notified.</source>
        <translation>不会通知任何客户端。</translation>
    </message>
    <message>
        <source>The holder is not notified, and still acts as the holder.</source>
        <translation>持有者不会收到通知，仍会以持有者身份继续操作。</translation>
    </message>
    <message>
        <source>The waiter is not notified that an operator removed it; most clients queue again at the end.</source>
        <translation>等待者不会得知是操作员移除了它；多数客户端会在队尾重新排队。</translation>
    </message>
    <message>
        <source>The DELETE permission on %1 is unknown: there is no permission to read its ACL.</source>
        <translation>%1 的 DELETE 权限未知：没有读取其 ACL 的权限。</translation>
    </message>
    <message>
        <source>The ACL of %1 grants the DELETE permission to %2, which includes this connection.</source>
        <translation>%1 的 ACL 将 DELETE 权限授予 %2，其中包括当前连接。</translation>
    </message>
    <message>
        <source>The ACL of %1 grants the DELETE permission to %2. It is unknown whether that includes this connection.</source>
        <translation>%1 的 ACL 将 DELETE 权限授予 %2。其中是否包括当前连接未知。</translation>
    </message>
    <message>
        <source>The DELETE permission on %1 is missing: its ACL grants it only to %2, which does not include this connection.</source>
        <translation>缺少 %1 的 DELETE 权限：其 ACL 只授予 %2，其中不包括当前连接。</translation>
    </message>
    <message>
        <source>The DELETE permission on %1 is missing: its ACL grants it to no user.</source>
        <translation>缺少 %1 的 DELETE 权限：其 ACL 未授予任何用户。</translation>
    </message>
    <message>
        <source>the holder stays the same</source>
        <translation>持有者不变</translation>
    </message>
    <message>
        <source>the fastest waiting client: waiters of this type have no node</source>
        <translation>最快的等待者：此类型的等待者没有节点</translation>
    </message>
    <message>
        <source>no waiters</source>
        <translation>没有等待者</translation>
    </message>
    <message>
        <source>unknown: no server reported the nodes of the session</source>
        <translation>未知：没有服务器报告该会话的节点</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>在 %1 中</translation>
    </message>
    <message>
        <source>holds %1</source>
        <translation>持有 %1</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>Effect: %1</source>
        <translation>影响：%1</translation>
    </message>
    <message>
        <source>holds the lock</source>
        <translation>持有锁</translation>
    </message>
    <message>
        <source>waits for the lock</source>
        <translation>等待锁</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>none: the node never expires</source>
        <translation>无：该节点不会过期</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Next holder</source>
        <translation>下一个持有者</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Other locks of the session</source>
        <translation>该会话的其他锁</translation>
    </message>
    <message>
        <source>Permission</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>Risk</source>
        <translation>风险</translation>
    </message>
    <message>
        <source>nothing was done. Wait until the ensemble has a quorum</source>
        <translation>未执行任何操作。请等待集群达到法定多数</translation>
    </message>
    <message>
        <source>nothing was done</source>
        <translation>未执行任何操作</translation>
    </message>
    <message>
        <source>deleted %1</source>
        <translation>已删除 %1</translation>
    </message>
    <message>
        <source>the node no longer exists</source>
        <translation>该节点已不存在</translation>
    </message>
    <message>
        <source>the node still exists</source>
        <translation>该节点仍然存在</translation>
    </message>
    <message>
        <source>sync %1, list it and read %2; continue only if the node has czxid %3, is owned by %4 and holds %5</source>
        <translation>同步 %1，列出其子节点并读取 %2；仅当该节点的 czxid 为 %3、所有者为 %4 且持有 %5 时才继续</translation>
    </message>
    <message>
        <source>sync %1, list it and read %2; continue only if the node has czxid %3, is owned by %4 and waits for %5</source>
        <translation>同步 %1，列出其子节点并读取 %2；仅当该节点的 czxid 为 %3、所有者为 %4 且等待 %5 时才继续</translation>
    </message>
    <message>
        <source>read %1 to verify that the node no longer exists, and find the current holder of %2</source>
        <translation>读取 %1 以确认该节点已不存在，并查找 %2 当前的持有者</translation>
    </message>
    <message>
        <source>another node with this name exists now, created by transaction %1, not %2</source>
        <translation>现在存在另一个同名节点，由事务 %1 创建，而不是 %2</translation>
    </message>
    <message>
        <source>the owner is now session %1, not %2</source>
        <translation>所有者现在是会话 %1，而不是 %2</translation>
    </message>
    <message>
        <source>the node now belongs to another lock: %1 (%2), not %3 (%4)</source>
        <translation>该节点现在属于另一个锁：%1（%2），而不是 %3（%4）</translation>
    </message>
    <message>
        <source>the node now holds the lock, but was waiting when you reviewed it</source>
        <translation>该节点现在持有锁，但您查看时它在等待</translation>
    </message>
    <message>
        <source>the node now waits for the lock, but held it when you reviewed it</source>
        <translation>该节点现在等待锁，但您查看时它持有锁</translation>
    </message>
    <message>
        <source>Clients of this type (%1) have no message for a revocation request.</source>
        <translation>此类型（%1）的客户端没有用于释放请求的消息。</translation>
    </message>
    <message>
        <source>A revocation request can only be sent to a holder; this client is waiting.</source>
        <translation>只能向持有者发送释放请求；该客户端在等待。</translation>
    </message>
    <message>
        <source>No session owns the node, so no client can receive a revocation request.</source>
        <translation>没有会话拥有该节点，因此没有客户端能收到释放请求。</translation>
    </message>
    <message>
        <source>The holder&apos;s session has ended, so no client can receive a revocation request.</source>
        <translation>持有者的会话已结束，因此没有客户端能收到释放请求。</translation>
    </message>
    <message>
        <source>A revocation request was already sent, but the holder has not released the lock.</source>
        <translation>已发送过释放请求，但持有者尚未释放锁。</translation>
    </message>
    <message>
        <source>The holder&apos;s node contains data. Curator writes no data for a revocable lock, so the holder probably does not listen for revocation requests.</source>
        <translation>持有者的节点带有数据。Curator 不为可撤销的锁写入数据，因此持有者很可能不监听释放请求。</translation>
    </message>
    <message>
        <source>Accumulo service lock</source>
        <translation>Accumulo 服务锁</translation>
    </message>
    <message>
        <source>ClickHouse block numbers</source>
        <translation>ClickHouse 块编号</translation>
    </message>
    <message>
        <source>Curator leader latch</source>
        <translation>Curator 选举</translation>
    </message>
    <message>
        <source>Curator mutex</source>
        <translation>Curator 互斥锁</translation>
    </message>
    <message>
        <source>Curator protected nodes</source>
        <translation>Curator 受保护节点</translation>
    </message>
    <message>
        <source>Curator semaphore</source>
        <translation>Curator 信号量</translation>
    </message>
    <message>
        <source>Documented election recipe</source>
        <translation>官方文档选举实现</translation>
    </message>
    <message>
        <source>Documented shared lock recipe</source>
        <translation>官方文档共享锁实现</translation>
    </message>
    <message>
        <source>Hadoop active/standby elector</source>
        <translation>Hadoop 主备选举</translation>
    </message>
    <message>
        <source>HBase table lock</source>
        <translation>HBase 表锁</translation>
    </message>
    <message>
        <source>Hive lock</source>
        <translation>Hive 锁</translation>
    </message>
    <message>
        <source>Kafka controller</source>
        <translation>Kafka 控制器</translation>
    </message>
    <message>
        <source>Kazoo lock</source>
        <translation>Kazoo 锁</translation>
    </message>
    <message>
        <source>Kazoo party</source>
        <translation>Kazoo 成员组</translation>
    </message>
    <message>
        <source>Kazoo queue</source>
        <translation>Kazoo 队列</translation>
    </message>
    <message>
        <source>Kazoo read/write lock</source>
        <translation>Kazoo 读写锁</translation>
    </message>
    <message>
        <source>Kazoo semaphore</source>
        <translation>Kazoo 信号量</translation>
    </message>
    <message>
        <source>Rust leader latch</source>
        <translation>Rust 选举</translation>
    </message>
    <message>
        <source>Sequential nodes</source>
        <translation>顺序节点</translation>
    </message>
    <message>
        <source>Single-node lock</source>
        <translation>单节点锁</translation>
    </message>
    <message>
        <source>Solr leader election</source>
        <translation>Solr 领导者选举</translation>
    </message>
    <message>
        <source>Tutorial read/write lock</source>
        <translation>教程读写锁</translation>
    </message>
    <message>
        <source>Twitter commons lock</source>
        <translation>Twitter commons 锁</translation>
    </message>
    <message>
        <source>zk-ruby lock</source>
        <translation>zk-ruby 锁</translation>
    </message>
    <message>
        <source>zk-ruby semaphore</source>
        <translation>zk-ruby 信号量</translation>
    </message>
    <message>
        <source>ZooKeeper C recipe lock</source>
        <translation>ZooKeeper C 锁实现</translation>
    </message>
    <message>
        <source>ZooKeeper election support</source>
        <translation>ZooKeeper 选举支持</translation>
    </message>
    <message>
        <source>ZooKeeper Java recipe lock</source>
        <translation>ZooKeeper Java 锁实现</translation>
    </message>
    <message>
        <source>Two hundred clients on one lock</source>
        <translation>一个锁上的两百个客户端</translation>
    </message>
    <message>
        <source>Disconnected leader</source>
        <translation>断开连接的领导者</translation>
    </message>
    <message>
        <source>Holder with an interrupted connection</source>
        <translation>连接中断的持有者</translation>
    </message>
    <message>
        <source>Deadlock by opposite lock order</source>
        <translation>相反的加锁顺序造成的死锁</translation>
    </message>
    <message>
        <source>Lock downgrade</source>
        <translation>锁降级</translation>
    </message>
    <message>
        <source>Thundering herd and queue</source>
        <translation>羊群效应与队列</translation>
    </message>
    <message>
        <source>Holder crash</source>
        <translation>持有者崩溃</translation>
    </message>
    <message>
        <source>Leader change while clients wait</source>
        <translation>客户端等待期间更换领导者</translation>
    </message>
    <message>
        <source>Mixed lock types</source>
        <translation>混用锁类型</translation>
    </message>
    <message>
        <source>Several locks without a deadlock</source>
        <translation>多个锁而没有死锁</translation>
    </message>
    <message>
        <source>Paused holder and fencing</source>
        <translation>暂停的持有者与围栏令牌</translation>
    </message>
    <message>
        <source>Revocation request, followed and ignored</source>
        <translation>被遵循和被忽略的释放请求</translation>
    </message>
    <message>
        <source>Semaphore with three leases</source>
        <translation>三个租约的信号量</translation>
    </message>
    <message>
        <source>Paused holder without fencing</source>
        <translation>没有围栏令牌的暂停持有者</translation>
    </message>
    <message>
        <source>Writer behind many readers</source>
        <translation>众多读者之后的写者</translation>
    </message>
    <message>
        <source>Two hundred clients, each with its own session, wait in the queue of one lock. More than a third of the clients are killed at the same time. Every remaining client still acquires the lock.</source>
        <translation>两百个客户端在同一个锁的队列中等待，每个客户端有自己的会话。超过三分之一的客户端同时被强制终止。其余每个客户端仍能获取锁。</translation>
    </message>
    <message>
        <source>The leader of three servers is disconnected from the other two servers and from the clients. The leader steps down, and the other two servers elect a new leader. After it reconnects, the old leader becomes a follower.</source>
        <translation>三台服务器中的领导者与另外两台服务器以及客户端断开连接。该领导者放弃领导权，另外两台服务器选出新的领导者。原领导者重新连接后成为跟随者。</translation>
    </message>
    <message>
        <source>The network connection of a holder breaks. It is then unknown whether the holder still holds the lock. The holder stops working until this is known. After a short interruption, the holder has the lock again. After a long interruption, the holder loses its session.</source>
        <translation>持有者的网络连接中断。此时无法确定持有者是否仍持有锁。在能够确定之前，持有者停止工作。短暂中断后，持有者重新拥有锁。长时间中断后，持有者失去会话。</translation>
    </message>
    <message>
        <source>Two clients acquire the same two locks in opposite order and wait for each other forever. Lockscope shows the cycle. One of the two clients must release its lock.</source>
        <translation>两个客户端以相反的顺序获取同样的两个锁，永远互相等待。Lockscope 会显示该循环。其中一个客户端必须释放自己的锁。</translation>
    </message>
    <message>
        <source>A writer acquires the read lock while it holds the write lock. It then releases the write lock and continues to read. No other writer acquires the lock in between, and readers acquire the lock immediately.</source>
        <translation>写者在持有写锁时获取读锁。随后它释放写锁并继续读取。其间没有其他写者获取锁，读者则立即获取锁。</translation>
    </message>
    <message>
        <source>Twelve clients wait for a single-node lock: each release wakes all twelve. Twelve other clients wait in a queue: each release wakes one or two of them.</source>
        <translation>十二个客户端等待一个单节点锁：每次释放都会唤醒全部十二个。另外十二个客户端在队列中等待：每次释放只唤醒其中一两个。</translation>
    </message>
    <message>
        <source>A holder is killed while it holds the lock, and its node remains. When the session of the holder has expired, the servers remove the node. The next client in the queue then acquires the lock.</source>
        <translation>持有者在持有锁期间被强制终止，其节点仍然存在。持有者的会话过期后，服务器移除该节点。随后队列中的下一个客户端获取锁。</translation>
    </message>
    <message>
        <source>The leader of three servers is killed while four clients wait in a queue. The other servers elect a new leader. The sessions stay alive, and the queue keeps its order.</source>
        <translation>四个客户端在队列中等待时，三台服务器中的领导者被强制终止。其余服务器选出新的领导者。会话保持有效，队列保持原有顺序。</translation>
    </message>
    <message>
        <source>Clients of two libraries that name their nodes differently share one path. The clients of one library ignore the nodes of the other library. Two clients hold the lock at the same time, and Lockscope reports it.</source>
        <translation>两个库的客户端共用同一路径，但节点命名方式不同。一个库的客户端会忽略另一个库的节点。有两个客户端同时持有锁，Lockscope 会报告这一问题。</translation>
    </message>
    <message>
        <source>Clients acquire the same two locks in the same opposite orders, but through a MultiLock, which sorts the locks. The clients never wait in a cycle.</source>
        <translation>客户端以同样相反的顺序获取同样的两个锁，但通过会对锁排序的 MultiLock 获取。客户端的等待永远不会形成循环。</translation>
    </message>
    <message>
        <source>A holder that handles revocation requests releases the lock after a request. Another holder receives a request and continues to hold the lock. A revocation request does not force a release.</source>
        <translation>处理释放请求的持有者在收到请求时释放锁。另一个持有者收到请求后继续持有锁。释放请求不会强制释放。</translation>
    </message>
    <message>
        <source>Six clients share three leases. Three clients hold a lease at the same time, never four.</source>
        <translation>六个客户端共用三个租约。同时有三个客户端持有租约，绝不会有四个。</translation>
    </message>
    <message>
        <source>The same pause, but the client ignores the loss of its session, and the resource does not check fencing tokens. The resource accepts the late writes of the client while another client holds the lock.</source>
        <translation>同样的暂停，但客户端忽略会话的丢失，资源也不检查围栏令牌。在另一个客户端持有锁期间，资源接受该客户端迟到的写入。</translation>
    </message>
    <message>
        <source>Ten readers share a lock and acquire it repeatedly. A writer joins the queue behind the readers that are already there, and later readers join behind the writer. The writer is not starved.</source>
        <translation>十个读者共享一个锁，并反复获取它。写者加入队列，排在已有读者之后，后来的读者排在写者之后。写者不会被饿死。</translation>
    </message>
    <message>
        <source>cannot use the socket of ssh: %1</source>
        <translation>无法使用 ssh 的套接字：%1</translation>
    </message>
    <message>
        <source>no such host. Correct the host name, or check the name service</source>
        <translation>没有这样的主机。请更正主机名，或检查名称解析服务</translation>
    </message>
    <message>
        <source>connection refused. Check that the server is running, and check its port</source>
        <translation>连接被拒绝。请检查服务器是否正在运行，并检查其端口</translation>
    </message>
    <message>
        <source>%1. Check the address, and the network between this machine and the server</source>
        <translation>%1。请检查地址，以及本机与服务器之间的网络</translation>
    </message>
    <message>
        <source>the server accepted the connection, but did not answer the TLS handshake. Check that this port uses TLS, as secureClientPort does</source>
        <translation>服务器接受了连接，但没有应答 TLS 握手。请检查该端口是否使用 TLS（如 secureClientPort）</translation>
    </message>
    <message>
        <source>the server does not respond. Check the address, and the network between this machine and the server</source>
        <translation>服务器没有响应。请检查地址，以及本机与服务器之间的网络</translation>
    </message>
    <message>
        <source>the client gave up after %1 ms: the server accepted the connection, but did not answer the TLS handshake. Check that the server is running, its port, and the network between</source>
        <translation>客户端在 %1 毫秒后放弃：服务器接受了连接，但没有应答 TLS 握手。请检查服务器是否正在运行、其端口以及两者之间的网络</translation>
    </message>
    <message>
        <source>the client gave up after %1 ms: the server did not respond. Check that the server is running, its port, and the network between</source>
        <translation>客户端在 %1 毫秒后放弃：服务器没有响应。请检查服务器是否正在运行、其端口以及两者之间的网络</translation>
    </message>
    <message>
        <source>the client gave up after %1 ms: the server accepted the connection, but did not respond. Check whether the server is busy or has stopped responding</source>
        <translation>客户端在 %1 毫秒后放弃：服务器接受了连接，但没有响应。请检查服务器是否繁忙或已停止响应</translation>
    </message>
    <message>
        <source>connect to</source>
        <translation>连接到</translation>
    </message>
    <message>
        <source>start the port forwarder</source>
        <translation>启动端口转发器</translation>
    </message>
    <message>
        <source>the connect string contains no server</source>
        <translation>连接串中没有服务器</translation>
    </message>
    <message>
        <source>HTTPS is enabled for the AdminServers, but no TLS settings are set. Set the TLS settings</source>
        <translation>已为 AdminServer 启用 HTTPS，但未设置 TLS。请配置 TLS 设置</translation>
    </message>
    <message>
        <source>a port of an AdminServer is a number from 1 to 65535, or 0 for none</source>
        <translation>AdminServer 的端口是 1 到 65535 之间的数字，0 表示没有</translation>
    </message>
    <message>
        <source>the connection is no longer needed</source>
        <translation>不再需要此连接</translation>
    </message>
    <message>
        <source>the port forwarder is already started</source>
        <translation>端口转发器已经启动</translation>
    </message>
    <message>
        <source>forward connections to</source>
        <translation>转发连接到</translation>
    </message>
    <message>
        <source>no free port on 127.0.0.1: %1</source>
        <translation>127.0.0.1 上没有空闲端口：%1</translation>
    </message>
    <message>
        <source>forward a connection</source>
        <translation>转发连接</translation>
    </message>
    <message>
        <source>the system does not report the owner of the connection, so the connection was refused. Make sure that /proc is mounted</source>
        <translation>系统未报告此连接的所有者，因此已拒绝该连接。请确保已挂载 /proc</translation>
    </message>
    <message>
        <source>find the saved connection</source>
        <translation>查找已保存的连接</translation>
    </message>
    <message>
        <source>there are no saved connections in %1</source>
        <translation>%1 中没有已保存的连接</translation>
    </message>
    <message>
        <source>saved connections in %2: %1</source>
        <translation>%2 中已保存的连接：%1</translation>
    </message>
    <message>
        <source>read the saved connections in</source>
        <translation>读取已保存连接的文件</translation>
    </message>
    <message>
        <source>the file has more than 4 MiB, so it is not a list of saved connections</source>
        <translation>文件超过 4 MiB，因此不是已保存连接的列表</translation>
    </message>
    <message>
        <source>save the connections in</source>
        <translation>保存连接到</translation>
    </message>
    <message>
        <source>another window is writing the file. Try again</source>
        <translation>另一个窗口正在写入该文件。请重试</translation>
    </message>
    <message>
        <source>cannot create a lock file in the same folder. Check that the folder is writable and that the disk is not full</source>
        <translation>无法在同一文件夹中创建锁文件。请检查文件夹是否可写，以及磁盘是否已满</translation>
    </message>
    <message>
        <source>%1. Nothing was changed</source>
        <translation>%1。未作任何更改</translation>
    </message>
    <message>
        <source>save the connection</source>
        <translation>保存连接</translation>
    </message>
    <message>
        <source>another saved connection has this name. Choose a different name</source>
        <translation>另一个已保存的连接使用了此名称。请选择其他名称</translation>
    </message>
    <message>
        <source>invalid value %1: the maximum is %2</source>
        <translation>无效的值 %1：最大值为 %2</translation>
    </message>
    <message>
        <source>this file must not contain a secret. Remove the secret. Lockscope asks for the secret, or reads the secret from the keychain, the environment or a file descriptor</source>
        <translation>此文件不得包含机密。请删除该机密。Lockscope 会询问，或从钥匙串、环境变量或文件描述符读取</translation>
    </message>
    <message>
        <source>not a list. Use [8080] for all servers, a list with one port for each server, or [] for none</source>
        <translation>不是列表。请使用 [8080]（用于所有服务器）、每台服务器一个端口的列表，或 []（没有）</translation>
    </message>
    <message>
        <source>a port is a number from 1 to %1</source>
        <translation>端口是 1 到 %1 之间的数字</translation>
    </message>
    <message>
        <source>%1 ports for %2 servers. Give one port for all servers, or one port for each server</source>
        <translation>%2 台服务器有 %1 个端口。请为所有服务器指定一个端口，或为每台服务器指定一个端口</translation>
    </message>
    <message>
        <source>missing. A certificate and its key must be set together</source>
        <translation>缺失。证书与其密钥必须同时设置</translation>
    </message>
    <message>
        <source>the destination starts with &quot;-&quot;, so ssh would read it as an option</source>
        <translation>目标以“-”开头，ssh 会将其视为选项</translation>
    </message>
    <message>
        <source>unknown colour &quot;%1&quot;. Colours: %2</source>
        <translation>未知颜色“%1”。可用颜色：%2</translation>
    </message>
    <message>
        <source>a user name must not contain &quot;:&quot;. Do not write the password here</source>
        <translation>用户名不得包含“:”。请勿在此处填写密码</translation>
    </message>
    <message>
        <source>requires &quot;tls&quot;, which sets the trusted certificate authorities</source>
        <translation>需要 &quot;tls&quot;，由其设置受信任的证书颁发机构</translation>
    </message>
    <message>
        <source>invalid JSON: %1</source>
        <translation>无效的 JSON：%1</translation>
    </message>
    <message>
        <source>the name &quot;%1&quot; is used twice. Give each saved connection a different name</source>
        <translation>名称“%1”使用了两次。请为每个已保存的连接使用不同的名称</translation>
    </message>
    <message>
        <source>connect through SSH to</source>
        <translation>通过 SSH 连接到</translation>
    </message>
    <message>
        <source>no SSH server is set. Use user@host, or a Host of your SSH configuration</source>
        <translation>未设置 SSH 服务器。请使用 user@host，或 SSH 配置中的 Host</translation>
    </message>
    <message>
        <source>not a valid SSH server. Use user@host, or a Host of your SSH configuration</source>
        <translation>SSH 服务器无效。请使用 user@host，或 SSH 配置中的 Host</translation>
    </message>
    <message>
        <source>the SSH configuration &quot;%1&quot; does not exist. Correct its path</source>
        <translation>SSH 配置“%1”不存在。请更正其路径</translation>
    </message>
    <message>
        <source>cannot forward the server name &quot;%1&quot;. Use a host name or an address</source>
        <translation>无法转发服务器名称“%1”。请使用主机名或地址</translation>
    </message>
    <message>
        <source>the SSH server cannot connect to this server (%1). Check that this server is running and that the SSH server can resolve its name. Check that the SSH server forwards connections</source>
        <translation>SSH 服务器无法连接到此服务器（%1）。请检查此服务器是否正在运行，以及 SSH 服务器能否解析其名称。请检查 SSH 服务器是否转发连接</translation>
    </message>
    <message>
        <source>cannot create a temporary folder for the sockets of ssh: %1</source>
        <translation>无法为 ssh 的套接字创建临时文件夹：%1</translation>
    </message>
    <message>
        <source>ssh is not installed on this machine. Install ssh (Debian: apt install openssh-client)</source>
        <translation>此计算机上未安装 ssh。请安装 ssh（Debian：apt install openssh-client）</translation>
    </message>
    <message>
        <source>ssh did not start: %1</source>
        <translation>ssh 未能启动：%1</translation>
    </message>
    <message>
        <source>ssh does not accept connections: %1</source>
        <translation>ssh 不接受连接：%1</translation>
    </message>
    <message>
        <source>no name</source>
        <translation>无名称</translation>
    </message>
    <message>
        <source>the system&apos;s CA certificates</source>
        <translation>系统的 CA 证书</translation>
    </message>
    <message>
        <source>the server&apos;s certificate</source>
        <translation>服务器证书</translation>
    </message>
    <message>
        <source>the certificate &quot;%1&quot; in the server&apos;s certificate chain</source>
        <translation>服务器证书链中的证书“%1”</translation>
    </message>
    <message>
        <source>%1 expired on %2. Renew the certificate</source>
        <translation>%1已于 %2 过期。请续期该证书</translation>
    </message>
    <message>
        <source>%1 is not valid before %2. Check the clocks of this machine and of the certificate authority</source>
        <translation>%1在 %2 之前无效。请检查本机和证书颁发机构的时钟</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is for %1 and not for %2. Connect with a name in the certificate. If this is the right server, you can also set the server name to one of these names</source>
        <translation>服务器证书用于 %1，而不是 %2。请使用证书中的名称连接。如果这是正确的服务器，也可以将服务器名称设为其中之一</translation>
    </message>
    <message>
        <source>%1 was issued by %2, which is not in %3. If you trust this issuer, set the CA file to its certificate</source>
        <translation>%1由 %2 签发，但该颁发机构不在 %3 中。如果信任该颁发机构，请将 CA 文件设为其证书</translation>
    </message>
    <message>
        <source>%1 names %2 as its issuer, but the CA with this name in %3 did not sign it. Another party uses the same name, or the CA file is outdated</source>
        <translation>%1声明由 %2 签发，但 %3 中同名的 CA 并未签署它。另一方使用了相同的名称，或 CA 文件已过时</translation>
    </message>
    <message>
        <source>the server sends no certificate. Set a certificate on the server: a server without a certificate cannot be trusted</source>
        <translation>服务器未发送证书。请在服务器上设置证书：没有证书的服务器不可信任</translation>
    </message>
    <message>
        <source>%1 was rejected (%2). Have a valid certificate issued</source>
        <translation>%1被拒绝（%2）。请重新签发有效的证书</translation>
    </message>
    <message>
        <source>%1. Also, %2</source>
        <translation>%1。此外，%2</translation>
    </message>
    <message>
        <source>the TLS handshake failed (%1). The server&apos;s log may show the cause</source>
        <translation>TLS 握手失败（%1）。服务器日志可能会显示原因</translation>
    </message>
    <message>
        <source>read the CA certificates</source>
        <translation>读取 CA 证书</translation>
    </message>
    <message>
        <source>read the client certificate</source>
        <translation>读取客户端证书</translation>
    </message>
    <message>
        <source>read the client key</source>
        <translation>读取客户端密钥</translation>
    </message>
    <message>
        <source>the file does not exist. Correct the path in the TLS settings</source>
        <translation>文件不存在。请在 TLS 设置中更正路径</translation>
    </message>
    <message>
        <source>this is not a file. Set a PEM file in the TLS settings</source>
        <translation>这不是文件。请在 TLS 设置中指定 PEM 文件</translation>
    </message>
    <message>
        <source>%1. Make the file readable for this user</source>
        <translation>%1。请使此用户可以读取该文件</translation>
    </message>
    <message>
        <source>the file contains no certificate. A PEM file with a line -----BEGIN CERTIFICATE----- is required</source>
        <translation>文件中没有证书。需要含有 -----BEGIN CERTIFICATE----- 行的 PEM 文件</translation>
    </message>
    <message>
        <source>this system has no CA certificates. Install the package ca-certificates, or set your own CA file</source>
        <translation>此系统没有 CA 证书。请安装软件包 ca-certificates，或设置自己的 CA 文件</translation>
    </message>
    <message>
        <source>the certificate expired on %1. Have a new certificate issued</source>
        <translation>证书已于 %1 过期。请重新签发证书</translation>
    </message>
    <message>
        <source>the certificate is not valid before %1. Check the clock of this machine</source>
        <translation>证书在 %1 之前无效。请检查本机的时钟</translation>
    </message>
    <message>
        <source>the key is encrypted, and no password was given. Give the password of the key</source>
        <translation>密钥已加密，但未提供密码。请提供密钥的密码</translation>
    </message>
    <message>
        <source>the file contains no private key. A PEM file with a line -----BEGIN PRIVATE KEY----- is required</source>
        <translation>文件中没有私钥。需要含有 -----BEGIN PRIVATE KEY----- 行的 PEM 文件</translation>
    </message>
    <message>
        <source>the password of the key is wrong. Give the correct password</source>
        <translation>密钥的密码错误。请提供正确的密码</translation>
    </message>
    <message>
        <source>the key cannot be read. An RSA or EC key in PEM format is required</source>
        <translation>无法读取密钥。需要 PEM 格式的 RSA 或 EC 密钥</translation>
    </message>
    <message>
        <source>the system has no free sockets</source>
        <translation>系统没有可用的套接字</translation>
    </message>
    <message>
        <source>the key cannot be used with the certificate %1 (%2). Set the key that belongs to this certificate</source>
        <translation>密钥无法与证书 %1 配合使用（%2）。请设置属于此证书的密钥</translation>
    </message>
    <message>
        <source>a key is set, but no certificate. Set the certificate file too, or neither file</source>
        <translation>已设置密钥，但未设置证书。请同时设置证书文件，或两个文件都不设置</translation>
    </message>
    <message>
        <source>a certificate is set, but no key. Set the key file too (this can be the same file)</source>
        <translation>已设置证书，但未设置密钥。请同时设置密钥文件（可以是同一个文件）</translation>
    </message>
    <message>
        <source>use TLS</source>
        <translation>使用 TLS</translation>
    </message>
    <message>
        <source>this Qt installation has no TLS library. Install OpenSSL 3 (Debian: apt install libssl3)</source>
        <translation>此 Qt 安装没有 TLS 库。请安装 OpenSSL 3（Debian：apt install libssl3）</translation>
    </message>
    <message>
        <source>%1 waits</source>
        <translation>%1 等待</translation>
    </message>
    <message>
        <source>%1 holds</source>
        <translation>%1 持有锁</translation>
    </message>
    <message>
        <source>%1 has ended</source>
        <translation>%1 已结束</translation>
    </message>
    <message>
        <source>%1, suspended</source>
        <translation>%1，连接中断</translation>
    </message>
    <message>
        <source>%1, paused</source>
        <translation>%1，已暂停</translation>
    </message>
    <message>
        <source>%1 actually not in the queue</source>
        <translation>%1 实际不在队列中</translation>
    </message>
    <message>
        <source>no such client</source>
        <translation>没有此客户端</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>Lockscope has not read the locks yet</source>
        <translation>Lockscope 尚未读取锁</translation>
    </message>
    <message>
        <source>reported now</source>
        <translation>当前已报告</translation>
    </message>
    <message>
        <source>reported earlier</source>
        <translation>曾经报告</translation>
    </message>
    <message>
        <source>never reported</source>
        <translation>从未报告</translation>
    </message>
    <message>
        <source>servers in the sandbox: %1</source>
        <translation>沙箱中的服务器数量：%1</translation>
    </message>
    <message>
        <source>%1 serving</source>
        <translation>%1 台提供服务</translation>
    </message>
    <message>
        <source>serving</source>
        <translation>提供服务</translation>
    </message>
    <message>
        <source>down</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>%1 reported the event %2 times</source>
        <translation>%1 报告了该事件 %2 次</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 或 %2</translation>
    </message>
    <message>
        <source>the path is missing: use a path such as /locks/orders</source>
        <translation>缺少路径：请使用类似 /locks/orders 的路径</translation>
    </message>
    <message>
        <source>the root node cannot be a lock</source>
        <translation>根节点不能作为锁</translation>
    </message>
    <message>
        <source>duplicate path &quot;%1&quot;: give each lock once</source>
        <translation>路径“%1”重复：每个锁只写一次</translation>
    </message>
    <message>
        <source>invalid value for --write-share: use 0% to 100%</source>
        <translation>--write-share 的值无效：请使用 0% 到 100%</translation>
    </message>
    <message>
        <source>--name must not be empty</source>
        <translation>--name 不能为空</translation>
    </message>
    <message>
        <source>invalid value &quot;%1&quot; for --clients: use a number from 1 to %2</source>
        <translation>--clients 的值“%1”无效：请使用 1 到 %2 之间的数字</translation>
    </message>
    <message>
        <source>--autostart needs --control: without it, clients start by themselves</source>
        <translation>--autostart 需要 --control：没有它时客户端会自行启动</translation>
    </message>
    <message>
        <source>invalid value for --session-timeout: use 1ms or more; the server has its own limits</source>
        <translation>--session-timeout 的值无效：请使用 1ms 或更长；服务器有自己的限制</translation>
    </message>
    <message>
        <source>%1 was started without --control</source>
        <translation>%1 启动时未带 --control</translation>
    </message>
    <message>
        <source>this process has no client named &quot;%1&quot;</source>
        <translation>此进程没有名为“%1”的客户端</translation>
    </message>
    <message>
        <source>the command is too long to be sent</source>
        <translation>命令过长，无法发送</translation>
    </message>
    <message>
        <source>killed</source>
        <translation>已被强制终止</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>killed by signal %1</source>
        <translation>被信号 %1 终止</translation>
    </message>
    <message>
        <source>exited without release</source>
        <translation>未释放锁即退出</translation>
    </message>
    <message>
        <source>ended with exit status %1</source>
        <translation>已结束，退出状态为 %1</translation>
    </message>
    <message>
        <source>%1 did not start: %2</source>
        <translation>%1 未能启动：%2</translation>
    </message>
    <message>
        <source>read the fault</source>
        <translation>读取故障</translation>
    </message>
    <message>
        <source>unknown action &quot;%1&quot;. Actions: %2</source>
        <translation>未知操作“%1”。可用操作：%2</translation>
    </message>
    <message>
        <source>%1 %2 ms</source>
        <translation>%1 %2 ms</translation>
    </message>
    <message>
        <source>%1, only requests pass</source>
        <translation>%1，仅请求可通过</translation>
    </message>
    <message>
        <source>%1, only replies pass</source>
        <translation>%1，仅应答可通过</translation>
    </message>
    <message>
        <source>%1 %2 bytes/s</source>
        <translation>%1 %2 字节/秒</translation>
    </message>
    <message>
        <source>apply the fault</source>
        <translation>应用故障</translation>
    </message>
    <message>
        <source>the leader</source>
        <translation>领导者</translation>
    </message>
    <message>
        <source>no server reports this role</source>
        <translation>没有服务器报告此角色</translation>
    </message>
    <message>
        <source>server %1</source>
        <translation>服务器 %1</translation>
    </message>
    <message>
        <source>no such server in a Lockscope sandbox</source>
        <translation>Lockscope 沙箱中没有此服务器</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be applied to a server</source>
        <translation>“%1”不能应用于服务器</translation>
    </message>
    <message>
        <source>the client has ended</source>
        <translation>客户端已结束</translation>
    </message>
    <message>
        <source>the client has no link for network faults</source>
        <translation>客户端没有可用于网络故障的链路</translation>
    </message>
    <message>
        <source>the client holds no lock for which release can be requested</source>
        <translation>客户端未持有可请求释放的锁</translation>
    </message>
    <message>
        <source>use the guarded resource</source>
        <translation>使用受保护的资源</translation>
    </message>
    <message>
        <source>cannot listen on 127.0.0.1: %1</source>
        <translation>无法在 127.0.0.1 上监听：%1</translation>
    </message>
    <message>
        <source>line %1, column %2</source>
        <translation>第 %1 行第 %2 列</translation>
    </message>
    <message>
        <source>open a link on</source>
        <translation>打开链路</translation>
    </message>
    <message>
        <source>cannot listen on this address: %1</source>
        <translation>无法在此地址上监听：%1</translation>
    </message>
    <message>
        <source>end the session</source>
        <translation>结束会话</translation>
    </message>
    <message>
        <source>no session has used this link yet</source>
        <translation>尚无会话使用过此链路</translation>
    </message>
    <message>
        <source>refused without a reason</source>
        <translation>被拒绝，未给出原因</translation>
    </message>
    <message>
        <source>%1 uses this lock with a different kind or number of leases than earlier clients</source>
        <translation>%1 使用此锁时的类型或租约数量与之前的客户端不同</translation>
    </message>
    <message>
        <source>%1 leaves the resource without entering first</source>
        <translation>%1 未先进入资源便离开</translation>
    </message>
    <message>
        <source>%1 writes to the resource without entering first</source>
        <translation>%1 未先进入资源便写入</translation>
    </message>
    <message>
        <source>the fencing token %1 of %2 is older than %3, the token of a later holder: the lock is lost</source>
        <translation>%2 的围栏令牌 %1 早于 %3（之后的持有者的令牌）：锁已丢失</translation>
    </message>
    <message>
        <source>%1 is not a string: put it in quotes</source>
        <translation>%1 不是字符串：请加上引号</translation>
    </message>
    <message>
        <source>invalid value %1: use true or false</source>
        <translation>值 %1 无效：请使用 true 或 false</translation>
    </message>
    <message>
        <source>%1 is not an object: use {…}</source>
        <translation>%1 不是对象：请使用 {…}</translation>
    </message>
    <message>
        <source>%1 is not a list: use [{…}, {…}]</source>
        <translation>%1 不是列表：请使用 [{…}, {…}]</translation>
    </message>
    <message>
        <source>read the scenario</source>
        <translation>读取场景</translation>
    </message>
    <message>
        <source>the file cannot be read: %1</source>
        <translation>无法读取文件：%1</translation>
    </message>
    <message>
        <source>the file is larger than %1 KiB, the limit for a scenario</source>
        <translation>文件超过 %1 KiB，即场景的大小上限</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>no such scenario. Use one of %1, or the path of a file</source>
        <translation>没有此场景。请使用 %1 之一，或文件路径</translation>
    </message>
    <message>
        <source>remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>the ensemble is not responding. The nodes created below this path remain until a user deletes them</source>
        <translation>集群没有响应。在此路径下创建的节点会保留，直到用户将其删除</translation>
    </message>
    <message>
        <source>no server answered within %1 ms. Check the address, and that a server is running there</source>
        <translation>%1 ms 内没有服务器应答。请检查地址，以及该处是否有服务器在运行</translation>
    </message>
    <message>
        <source>create %1 first: the scenario runs below this node</source>
        <translation>请先创建 %1：场景在此节点之下运行</translation>
    </message>
    <message>
        <source>a sandbox must have 1 or 3 servers</source>
        <translation>沙箱必须有 1 台或 3 台服务器</translation>
    </message>
    <message>
        <source>use 50ms to 10s</source>
        <translation>请使用 50ms 到 10s</translation>
    </message>
    <message>
        <source>use at least 2 ticks and at most 10m</source>
        <translation>请至少使用 2 个 tick，最多 10m</translation>
    </message>
    <message>
        <source>&quot;path&quot; is missing. Specify a lock such as &quot;/orders&quot;, or a list of locks</source>
        <translation>缺少 &quot;path&quot;。请指定一个锁，例如 &quot;/orders&quot;，或锁的列表</translation>
    </message>
    <message>
        <source>invalid lock path %1: use a path such as &quot;/orders&quot;</source>
        <translation>无效的锁路径 %1：请使用 &quot;/orders&quot; 这样的路径</translation>
    </message>
    <message>
        <source>this field applies only to &quot;%1&quot;</source>
        <translation>此字段仅适用于“%1”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; needs the field &quot;%2&quot;</source>
        <translation>“%1”需要字段“%2”</translation>
    </message>
    <message>
        <source>invalid value: use &quot;requests&quot; or &quot;answers&quot;</source>
        <translation>值无效：请使用 &quot;requests&quot; 或 &quot;answers&quot;</translation>
    </message>
    <message>
        <source>&quot;hold&quot; and &quot;think&quot; are only for &quot;set&quot;, and &quot;set&quot; needs one of the two fields</source>
        <translation>&quot;hold&quot; 和 &quot;think&quot; 仅用于 &quot;set&quot;，且 &quot;set&quot; 需要这两个字段之一</translation>
    </message>
    <message>
        <source>no client is given: give a list of clients</source>
        <translation>未给出客户端：请给出客户端列表</translation>
    </message>
    <message>
        <source>no expectation is given: a scenario that cannot fail proves nothing</source>
        <translation>未给出预期：不会失败的场景不能证明任何结果</translation>
    </message>
    <message>
        <source>the name &quot;%1&quot; is already used by another client or group</source>
        <translation>名称“%1”已被另一个客户端或组使用</translation>
    </message>
    <message>
        <source>a sandbox with one server has no follower</source>
        <translation>只有一台服务器的沙箱没有跟随者</translation>
    </message>
    <message>
        <source>no client or group &quot;%1&quot; in &quot;clients&quot;</source>
        <translation>&quot;clients&quot; 中没有客户端或组“%1”</translation>
    </message>
    <message>
        <source>the count is larger than the number of clients in &quot;%1&quot;</source>
        <translation>该数量超过“%1”中的客户端数量</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is measured by the guarded resource. Add &quot;resource&quot;: {}</source>
        <translation>“%1”由受保护的资源测量。请添加 &quot;resource&quot;: {}</translation>
    </message>
    <message>
        <source>this action cannot be applied to a server</source>
        <translation>此操作不能应用于服务器</translation>
    </message>
    <message>
        <source>a single server has no peers to disconnect from: disconnect the clients instead</source>
        <translation>单台服务器没有可断开的对等服务器：请改为断开客户端</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no link for network faults. Remove &quot;link&quot;: false from this client or group</source>
        <translation>“%1”没有可用于网络故障的链路。请从该客户端或组中删除 &quot;link&quot;: false</translation>
    </message>
    <message>
        <source>the scenario took longer than %1 ms: %2</source>
        <translation>场景用时超过 %1 ms：%2</translation>
    </message>
    <message>
        <source>step %1 (%2) failed: %3</source>
        <translation>第 %1 步（%2）失败：%3</translation>
    </message>
    <message>
        <source>the scenario was stopped</source>
        <translation>场景已停止</translation>
    </message>
    <message>
        <source>the scenario is not running at the moment</source>
        <translation>场景当前未在运行</translation>
    </message>
    <message>
        <source>no server closed the session in time</source>
        <translation>没有服务器及时关闭会话</translation>
    </message>
    <message>
        <source>no server took over the session: %1</source>
        <translation>没有服务器接管会话：%1</translation>
    </message>
    <message>
        <source>read the duration</source>
        <translation>读取时长</translation>
    </message>
    <message>
        <source>invalid mean in &quot;%1&quot;: use a duration such as exp:50ms</source>
        <translation>“%1”中的平均值无效：请使用 exp:50ms 这样的时长</translation>
    </message>
    <message>
        <source>invalid range &quot;%1&quot;: write the shorter duration first, such as 50ms..200ms</source>
        <translation>无效的范围“%1”：请先写较短的时长，例如 50ms..200ms</translation>
    </message>
    <message>
        <source>start the clients</source>
        <translation>启动客户端</translation>
    </message>
    <message>
        <source>clients that did not connect: %1</source>
        <translation>未能连接的客户端数量：%1</translation>
    </message>
    <message>
        <source>step %1 (%2)</source>
        <translation>第 %1 步（%2）</translation>
    </message>
    <message>
        <source>%1, waiting for &quot;%2&quot; (found: %3)</source>
        <translation>%1，等待“%2”（实际：%3）</translation>
    </message>
    <message>
        <source>select the client</source>
        <translation>选择客户端</translation>
    </message>
    <message>
        <source>%1: no such client at the moment</source>
        <translation>%1：目前没有此客户端</translation>
    </message>
    <message>
        <source>%1: no action is possible on this target</source>
        <translation>%1：无法对此目标执行操作</translation>
    </message>
    <message>
        <source>%1: no such client</source>
        <translation>%1：没有此客户端</translation>
    </message>
    <message>
        <source>%1: not enough clients (available: %2)</source>
        <translation>%1：客户端数量不足（可用：%2）</translation>
    </message>
    <message>
        <source>does not answer: %1</source>
        <translation>没有应答：%1</translation>
    </message>
    <message>
        <source>no answer within %1 ms</source>
        <translation>%1 ms 内没有应答</translation>
    </message>
    <message>
        <source>the answer is larger than %1 MiB</source>
        <translation>应答超过 %1 MiB</translation>
    </message>
    <message>
        <source>the server answered with HTTP status %1</source>
        <translation>服务器以 HTTP 状态码 %1 应答</translation>
    </message>
    <message>
        <source>connection refused</source>
        <translation>连接被拒绝</translation>
    </message>
    <message>
        <source>the command is not in the server&apos;s whitelist</source>
        <translation>该命令不在服务器的白名单中</translation>
    </message>
    <message>
        <source>the server is not serving requests</source>
        <translation>服务器未在处理请求</translation>
    </message>
    <message>
        <source>the server closed the connection without an answer</source>
        <translation>服务器未应答便关闭了连接</translation>
    </message>
    <message>
        <source>this AdminServer serves another ensemble: it does not report the session of Lockscope</source>
        <translation>此 AdminServer 服务于另一个集群：它不报告 Lockscope 的会话</translation>
    </message>
    <message>
        <source>not queried</source>
        <translation>未查询</translation>
    </message>
    <message>
        <source>start the sandbox</source>
        <translation>启动沙箱</translation>
    </message>
    <message>
        <source>a sandbox has 1 or 3 servers, not %1</source>
        <translation>沙箱有 1 台或 3 台服务器，而不是 %1 台</translation>
    </message>
    <message>
        <source>a tick must be at least 10 ms</source>
        <translation>tick 至少为 10 ms</translation>
    </message>
    <message>
        <source>a session timeout must not be negative</source>
        <translation>会话超时不能为负</translation>
    </message>
    <message>
        <source>cannot create a temporary folder: %1</source>
        <translation>无法创建临时文件夹：%1</translation>
    </message>
    <message>
        <source>server %1 has ended</source>
        <translation>服务器 %1 已结束</translation>
    </message>
    <message>
        <source>server %1 is not ready after 60 seconds</source>
        <translation>服务器 %1 在 60 秒后仍未就绪</translation>
    </message>
    <message>
        <source>%1. Server log: %2</source>
        <translation>%1。服务器日志：%2</translation>
    </message>
    <message>
        <source>find the ZooKeeper server</source>
        <translation>找到 ZooKeeper 服务器</translation>
    </message>
    <message>
        <source>%1. Install the packages zookeeper, libslf4j-java, libservlet-api-java and default-jre-headless (Debian: apt install zookeeper libslf4j-java libservlet-api-java default-jre-headless), or set LOCKSCOPE_ZOOKEEPER_HOME to an unpacked Apache ZooKeeper distribution</source>
        <translation>%1。请安装软件包 zookeeper、libslf4j-java、libservlet-api-java 和 default-jre-headless（Debian：apt install zookeeper libslf4j-java libservlet-api-java default-jre-headless），或将 LOCKSCOPE_ZOOKEEPER_HOME 设为解压后的 Apache ZooKeeper 发行包</translation>
    </message>
    <message>
        <source>no java in PATH, and JAVA_HOME is not set</source>
        <translation>PATH 中没有 java，且未设置 JAVA_HOME</translation>
    </message>
    <message>
        <source>no bin/java below JAVA_HOME, and no java in PATH</source>
        <translation>JAVA_HOME 下没有 bin/java，PATH 中也没有 java</translation>
    </message>
    <message>
        <source>LOCKSCOPE_ZOOKEEPER_HOME has no folder lib. Set LOCKSCOPE_ZOOKEEPER_HOME to an unpacked Apache ZooKeeper distribution (for example apache-zookeeper-3.8.0-bin), or unset it to use the installed packages</source>
        <translation>LOCKSCOPE_ZOOKEEPER_HOME 中没有 lib 文件夹。请将 LOCKSCOPE_ZOOKEEPER_HOME 设为解压后的 Apache ZooKeeper 发行包（例如 apache-zookeeper-3.8.0-bin），或取消设置以使用已安装的软件包</translation>
    </message>
    <message>
        <source>LOCKSCOPE_ZOOKEEPER_HOME does not contain lib/%1. Unpack the binary Apache ZooKeeper distribution (…-bin.tar.gz) again, or unset LOCKSCOPE_ZOOKEEPER_HOME to use the installed packages</source>
        <translation>LOCKSCOPE_ZOOKEEPER_HOME 缺少 lib/%1。请重新解压 Apache ZooKeeper 二进制发行包（…-bin.tar.gz），或取消设置 LOCKSCOPE_ZOOKEEPER_HOME 以使用已安装的软件包</translation>
    </message>
    <message>
        <source>no such file</source>
        <translation>没有此文件</translation>
    </message>
    <message>
        <source>%1 holds (shared)</source>
        <translation>%1 持有锁（共享）</translation>
    </message>
    <message>
        <source>%1 waits (shared)</source>
        <translation>%1 等待（共享）</translation>
    </message>
    <message>
        <source>the example expects &quot;%2&quot; at position %1, but this file gives &quot;%3&quot;. One of the two is wrong</source>
        <translation>示例在位置 %1 预期为“%2”，但按此文件为“%3”。两者之一有误</translation>
    </message>
    <message>
        <source>the file is larger than %1 KiB, the limit for a dialect</source>
        <translation>文件超过 %1 KiB，即方言文件的大小上限</translation>
    </message>
    <message>
        <source>%1: %2. The file is not used until it is corrected</source>
        <translation>%1：%2。更正之前不使用此文件</translation>
    </message>
    <message>
        <source>invalid location &quot;%1&quot;: use {lock}, {lock}/NAME for a child of the lock, or {lock}TEXT for a sibling node</source>
        <translation>无效的位置“%1”：请使用 {lock}；锁的子节点使用 {lock}/NAME；同级节点使用 {lock}TEXT</translation>
    </message>
    <message>
        <source>the separator must be one character, such as &quot;:&quot;</source>
        <translation>分隔符必须是一个字符，例如 &quot;:&quot;</translation>
    </message>
    <message>
        <source>no contender is given. Without this field, the marks are the contenders</source>
        <translation>未给出竞争者。没有此字段时，标记即为竞争者</translation>
    </message>
    <message>
        <source>text needs characters directly before {seq}, such as &quot;lock-{seq}&quot;</source>
        <translation>text 要求 {seq} 之前紧接着有字符，例如 &quot;lock-{seq}&quot;</translation>
    </message>
    <message>
        <source>unrecognised children have no number to queue by. Set order to text, or remove this field</source>
        <translation>未识别的子节点没有可用于排队的序号。请将 order 设为 text，或删除此字段</translation>
    </message>
    <message>
        <source>use a number, &quot;clients&quot;, or the node that contains the number: {&quot;at&quot;: &quot;{lock}&quot;, &quot;as&quot;: &quot;text&quot;}</source>
        <translation>请使用数字、&quot;clients&quot;，或包含该数字的节点：{&quot;at&quot;: &quot;{lock}&quot;, &quot;as&quot;: &quot;text&quot;}</translation>
    </message>
    <message>
        <source>invalid id &quot;%1&quot;: use only lower-case letters, digits and hyphens, such as &quot;our-lock&quot;</source>
        <translation>无效的 id“%1”：只能使用小写字母、数字和连字符，例如 &quot;our-lock&quot;</translation>
    </message>
    <message>
        <source>the field is missing or empty. Without this field, no directory is recognised</source>
        <translation>该字段缺失或为空。没有此字段，无法识别任何目录</translation>
    </message>
    <message>
        <source>&quot;gate&quot; needs a gate lock: describe the gate lock in the field gate</source>
        <translation>&quot;gate&quot; 需要一个入口锁：请在字段 gate 中描述入口锁</translation>
    </message>
    <message>
        <source>the gate lock and the queue are in the same directory: use two directories</source>
        <translation>入口锁与队列位于同一目录：请使用两个目录</translation>
    </message>
    <message>
        <source>missing or empty. Enter a value</source>
        <translation>缺失或为空。请填写一个值</translation>
    </message>
    <message>
        <source>%1 is not a list: use [&quot;…&quot;, &quot;…&quot;]</source>
        <translation>%1 不是列表：请使用 [&quot;…&quot;, &quot;…&quot;]</translation>
    </message>
    <message>
        <source>invalid name pattern %1: %2</source>
        <translation>名称模式 %1 无效：%2</translation>
    </message>
    <message>
        <source>invalid value %1: use an integer of at least %2</source>
        <translation>值 %1 无效：请使用不小于 %2 的整数</translation>
    </message>
    <message>
        <source>%1 is not valid here: use one of %2</source>
        <translation>%1 在此处无效：请使用 %2 之一</translation>
    </message>
    <message>
        <source>unknown field: use one of %1, or remove the field</source>
        <translation>未知字段：请使用 %1 之一，或删除该字段</translation>
    </message>
    <message>
        <source>open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>reading was stopped</source>
        <translation>读取已停止</translation>
    </message>
    <message>
        <source>the recording has no end: the recorder was killed, or is still running. All data before that point is available</source>
        <translation>录制文件没有结尾：录制程序被强行终止，或仍在运行。此前的数据全部可用</translation>
    </message>
    <message>
        <source>line %1 is damaged (%2): the data up to the next full snapshot is missing</source>
        <translation>第 %1 行已损坏（%2）：到下一个完整快照之前的数据缺失</translation>
    </message>
    <message>
        <source>create a temporary folder</source>
        <translation>创建临时文件夹</translation>
    </message>
    <message>
        <source>%1 lines are not audit log lines and were skipped</source>
        <translation>有 %1 行不是审计日志行，已跳过</translation>
    </message>
    <message>
        <source>%1 lines have no valid time (such as 2026-11-21 19:26:38,404): the time of the line before is used</source>
        <translation>有 %1 行没有有效的时间（如 2026-11-21 19:26:38,404）：使用前一行的时间</translation>
    </message>
    <message>
        <source>an audit log contains no payloads and no data from before its start. Times without a time zone are read as local time of this machine</source>
        <translation>审计日志不含节点数据，也不含其开始之前的数据。没有时区的时间按本机的本地时间读取</translation>
    </message>
    <message>
        <source>use the pattern</source>
        <translation>使用模式</translation>
    </message>
    <message>
        <source>a pattern is an absolute path. Use * for any text in a component and ** for any number of components, such as /app/*/locks or /**/leader</source>
        <translation>模式是绝对路径。用 * 表示一级中的任意文本，用 ** 表示任意多级，例如 /app/*/locks 或 /**/leader</translation>
    </message>
    <message>
        <source>not a Lockscope recording: the file is empty</source>
        <translation>不是 Lockscope 录制文件：文件为空</translation>
    </message>
    <message>
        <source>not a Lockscope recording. Create one with: lockscopectl record FILE</source>
        <translation>不是 Lockscope 录制文件。创建方法：lockscopectl record FILE</translation>
    </message>
    <message>
        <source>the recording has format %1, but this program reads format %2. Open it with the version of Lockscope that created it, or a newer version</source>
        <translation>录制文件的格式为 %1，而此程序读取格式 %2。请用创建它的 Lockscope 版本或更新的版本打开</translation>
    </message>
    <message>
        <source>the first line is damaged</source>
        <translation>第一行已损坏</translation>
    </message>
    <message>
        <source>the file can no longer be read at this position</source>
        <translation>此位置的文件内容已无法读取</translation>
    </message>
    <message>
        <source>the line is longer than any line of a recording</source>
        <translation>该行比录制文件的任何行都长</translation>
    </message>
    <message>
        <source>not a line of a recording</source>
        <translation>不是录制文件的行</translation>
    </message>
    <message>
        <source>not an event of a recording</source>
        <translation>不是录制文件的事件</translation>
    </message>
    <message>
        <source>the line belongs to no snapshot</source>
        <translation>该行不属于任何快照</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is damaged</source>
        <translation>“%1”已损坏</translation>
    </message>
    <message>
        <source>the previous snapshot is incomplete</source>
        <translation>之前的快照不完整</translation>
    </message>
    <message>
        <source>the beginning of a snapshot is damaged</source>
        <translation>快照的开头已损坏</translation>
    </message>
    <message>
        <source>not a regular file. The file was not changed; use another name</source>
        <translation>不是普通文件。该文件未被更改；请使用另一个名称</translation>
    </message>
    <message>
        <source>replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>the file exists and was not changed. Use another name, or replace the file with --force</source>
        <translation>文件已存在，未被更改。请使用另一个名称，或用 --force 替换该文件</translation>
    </message>
    <message>
        <source>%1. Use a file in a folder with write permission</source>
        <translation>%1。请使用有写权限的文件夹中的文件</translation>
    </message>
    <message>
        <source>%1. The data recorded until now can be opened</source>
        <translation>%1。到目前为止录制的数据可以打开</translation>
    </message>
    <message>
        <source>write to</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>the first snapshot alone takes %1 bytes. Raise --max-size, or record fewer locks with --root</source>
        <translation>仅第一个快照就占 %1 字节。请提高 --max-size，或用 --root 录制更少的锁</translation>
    </message>
    <message>
        <source>the recording contains no complete snapshot; line %1: %2</source>
        <translation>录制文件中没有完整的快照；第 %1 行：%2</translation>
    </message>
    <message>
        <source>the recording ended before its first snapshot was complete</source>
        <translation>录制在第一个快照完整之前就结束了</translation>
    </message>
    <message>
        <source>session unknown</source>
        <translation>会话未知</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>the client&apos;s executor has stopped</source>
        <translation>客户端的执行线程已停止</translation>
    </message>
    <message>
        <source>the client is not connected</source>
        <translation>客户端未连接</translation>
    </message>
    <message>
        <source>the connection was lost</source>
        <translation>连接已断开</translation>
    </message>
    <message>
        <source>the lock is still held by another client</source>
        <translation>锁仍被另一个客户端持有</translation>
    </message>
    <message>
        <source>the ensemble did not answer</source>
        <translation>集群没有应答</translation>
    </message>
    <message>
        <source>the node %1 no longer exists</source>
        <translation>节点 %1 已不存在</translation>
    </message>
    <message>
        <source>the timeout expired before all parts of the lock were requested</source>
        <translation>在请求锁的所有部分之前已超时</translation>
    </message>
    <message>
        <source>the semaphore has %1 leases, not %2. All its clients must use the same number</source>
        <translation>该信号量有 %1 个租约，而不是 %2 个。其所有客户端必须使用相同的数量</translation>
    </message>
    <message>
        <source>the latch was closed</source>
        <translation>此选举已关闭</translation>
    </message>
    <message>
        <source>the latch is already closed</source>
        <translation>此选举此前已关闭</translation>
    </message>
    <message>
        <source>the lock object was destroyed</source>
        <translation>锁对象已销毁</translation>
    </message>
    <message>
        <source>the lock was lost. Release it first</source>
        <translation>锁已丢失。请先释放它</translation>
    </message>
    <message>
        <source>this owner is already waiting for the lock</source>
        <translation>此所有者已在等待该锁</translation>
    </message>
    <message>
        <source>this owner already holds the lock, and the lock is not reentrant</source>
        <translation>此所有者已持有该锁，且该锁不可重入</translation>
    </message>
    <message>
        <source>this owner holds the lock more than once, so no other client could acquire it</source>
        <translation>此所有者多次持有该锁，因此其他客户端无法获取它</translation>
    </message>
    <message>
        <source>the node of this lock has the same name for every holder, so no check is possible. Let the resource check the fencing token</source>
        <translation>对于每个持有者，此锁的节点名称都相同，因此无法检查。请让资源检查围栏令牌</translation>
    </message>
    <message>
        <source>the node of the holder no longer exists</source>
        <translation>持有者的节点已不存在</translation>
    </message>
    <message>
        <source>the lock is not on ZooKeeper, so no transaction can check it</source>
        <translation>该锁不在 ZooKeeper 上，因此事务无法检查它</translation>
    </message>
    <message>
        <source>the list of paths is empty</source>
        <translation>路径列表为空</translation>
    </message>
    <message>
        <source>the path is listed twice, so the lock would wait for itself</source>
        <translation>路径列出了两次，锁会等待自己</translation>
    </message>
    <message>
        <source>the lock has an unrecognised child, &quot;%1&quot;. Its client and this client would not exclude each other</source>
        <translation>该锁有未识别的子节点“%1”。其客户端与本客户端不会互相排斥</translation>
    </message>
    <message>
        <source>the sequence number of the new node is %1. Above 2147483647, servers assign duplicate numbers, and two clients would hold the lock. Stop all clients of the lock briefly and delete its directory: the numbers then start again</source>
        <translation>新节点的序号为 %1。超过 2147483647 后，服务器会分配重复的序号，从而有两个客户端同时持有锁。请让该锁的所有客户端短暂停止，并删除其目录：序号随后重新开始</translation>
    </message>
    <message>
        <source>this owner holds the read lock and would wait for itself. Release the read lock first</source>
        <translation>此所有者持有读锁，会等待自己。请先释放读锁</translation>
    </message>
    <message>
        <source>a pattern can contain only one of {any} and {int}, and only once</source>
        <translation>一个模式中只能有 {any} 或 {int} 之一，且只能出现一次</translation>
    </message>
    <message>
        <source>read the name pattern</source>
        <translation>读取名称模式</translation>
    </message>
    <message>
        <source>{seq} must be the last part</source>
        <translation>{seq} 必须是最后一部分</translation>
    </message>
    <message>
        <source>a &quot;{&quot; has no matching &quot;}&quot;</source>
        <translation>有“{”但没有对应的“}”</translation>
    </message>
    <message>
        <source>the pattern is empty</source>
        <translation>模式为空</translation>
    </message>
    <message>
        <source>revoke</source>
        <translation>请求释放</translation>
    </message>
    <message>
        <source>release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>the client was destroyed</source>
        <translation>客户端已销毁</translation>
    </message>
    <message>
        <source>%1; next attempt in %2 s</source>
        <translation>%1；%2 秒后重试</translation>
    </message>
    <message>
        <source>no answer yet from %1</source>
        <translation>%1 尚未应答</translation>
    </message>
    <message>
        <source>no answer yet from %1: %2</source>
        <translation>%1 尚未应答：%2</translation>
    </message>
    <message>
        <source>the server has expired the session</source>
        <translation>服务器已使会话过期</translation>
    </message>
    <message>
        <source>the server refused the credentials. Create a new client with other credentials</source>
        <translation>服务器拒绝了凭据。请用其他凭据新建客户端</translation>
    </message>
    <message>
        <source>the read-only server&apos;s session has ended</source>
        <translation>只读服务器的会话已结束</translation>
    </message>
    <message>
        <source>connected to a server without quorum: read-only</source>
        <translation>已连接到没有仲裁的服务器：只读</translation>
    </message>
    <message>
        <source>the connection to the server is lost</source>
        <translation>与服务器的连接已丢失</translation>
    </message>
    <message>
        <source>the connection to %1 is lost</source>
        <translation>与 %1 的连接已丢失</translation>
    </message>
    <message>
        <source>the session was not renewed within the session timeout</source>
        <translation>会话未能在会话超时时间内续期</translation>
    </message>
    <message>
        <source>this connection is read-only. Unlock it first</source>
        <translation>此连接为只读。请先解锁</translation>
    </message>
    <message>
        <source>%1. Example: %2</source>
        <translation>%1。示例：%2</translation>
    </message>
    <message>
        <source>connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>a server name is missing between two commas, or at the start or end</source>
        <translation>两个逗号之间，或者开头或末尾，缺少服务器名称</translation>
    </message>
    <message>
        <source>invalid IPv6 address %1: use an address in brackets, such as [::1]:2181</source>
        <translation>无效的 IPv6 地址 %1：请使用方括号中的地址，例如 [::1]:2181</translation>
    </message>
    <message>
        <source>%1 has more than one colon: write an IPv6 address in brackets, such as [::1]:2181</source>
        <translation>%1 含有多个冒号：请将 IPv6 地址写在方括号中，例如 [::1]:2181</translation>
    </message>
    <message>
        <source>%1 in %2 is not a host name or address</source>
        <translation>%2 中的 %1 不是主机名或地址</translation>
    </message>
    <message>
        <source>invalid port in %1: use a number from 1 to 65535</source>
        <translation>%1 中的端口无效：请使用 1 到 65535 之间的数字</translation>
    </message>
    <message>
        <source>no server is given</source>
        <translation>未指定服务器</translation>
    </message>
    <message>
        <source>a URL is not accepted: remove %1</source>
        <translation>不接受 URL：请删除 %1</translation>
    </message>
    <message>
        <source>invalid chroot %1: %2</source>
        <translation>无效的 chroot %1：%2</translation>
    </message>
    <message>
        <source>the namespace could not be created: %1</source>
        <translation>无法创建命名空间：%1</translation>
    </message>
    <message>
        <source>the path is not valid UTF-8</source>
        <translation>路径不是有效的 UTF-8</translation>
    </message>
    <message>
        <source>the path contains a character above U+FFFF, which servers reject</source>
        <translation>路径包含 U+FFFF 以上的字符，服务器会拒绝</translation>
    </message>
    <message>
        <source>the path contains a control or private-use character, which servers reject</source>
        <translation>路径包含控制字符或私用区字符，服务器会拒绝</translation>
    </message>
    <message>
        <source>the path ends with &quot;/&quot;. Remove the trailing &quot;/&quot;</source>
        <translation>路径以“/”结尾。请删除末尾的“/”</translation>
    </message>
    <message>
        <source>the path contains an empty component (&quot;//&quot;)</source>
        <translation>路径包含空的组成部分（“//”）</translation>
    </message>
    <message>
        <source>the path contains &quot;%1&quot;. ZooKeeper does not support relative paths</source>
        <translation>路径包含“%1”。ZooKeeper 不支持相对路径</translation>
    </message>
    <message>
        <source>use the path</source>
        <translation>使用路径</translation>
    </message>
    <message>
        <source>the path is empty. A path starts with &quot;/&quot;, for example /locks/orders</source>
        <translation>路径为空。路径以“/”开头，例如 /locks/orders</translation>
    </message>
    <message>
        <source>the path does not start with &quot;/&quot;. Example: /locks/orders</source>
        <translation>路径不以“/”开头。示例：/locks/orders</translation>
    </message>
    <message>
        <source>a container node cannot be created in a multi request. Create it before the multi request</source>
        <translation>不能在 multi 请求中创建容器节点。请在 multi 请求之前创建</translation>
    </message>
    <message>
        <source>the scheme is empty. Use digest, the most common scheme</source>
        <translation>scheme 为空。请使用最常用的 scheme：digest</translation>
    </message>
    <message>
        <source>the Create permission on %1 is probably missing</source>
        <translation>很可能缺少 %1 的 Create 权限</translation>
    </message>
    <message>
        <source>the Delete permission on the parent %1 is probably missing</source>
        <translation>很可能缺少父节点 %1 的 Delete 权限</translation>
    </message>
    <message>
        <source>the Write permission on %1 is probably missing</source>
        <translation>很可能缺少 %1 的 Write 权限</translation>
    </message>
    <message>
        <source>the Read permission on %1 is probably missing</source>
        <translation>很可能缺少 %1 的 Read 权限</translation>
    </message>
    <message>
        <source>a permission is missing</source>
        <translation>缺少权限</translation>
    </message>
    <message>
        <source>the ZooKeeper client returned error %1, %2</source>
        <translation>ZooKeeper 客户端返回错误 %1，%2</translation>
    </message>
    <message>
        <source>host not found: %1 (%2)</source>
        <translation>找不到主机：%1（%2）</translation>
    </message>
    <message>
        <source>could not create a ZooKeeper client handle for %1 (%2)</source>
        <translation>无法为 %1 创建 ZooKeeper 客户端句柄（%2）</translation>
    </message>
    <message>
        <source>not a regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>%1. Without a record, no action is taken</source>
        <translation>%1。没有记录就不执行任何操作</translation>
    </message>
    <message>
        <source>a semaphore can have several holders: use lease, lease-in-order or presence</source>
        <translation>信号量可以有多个持有者：请使用 lease、lease-in-order 或 presence</translation>
    </message>
    <message>
        <source>unexpected end of the text</source>
        <translation>文本意外结束</translation>
    </message>
    <message>
        <source>a comma or } is missing</source>
        <translation>缺少逗号或 }</translation>
    </message>
    <message>
        <source>a comma or ] is missing</source>
        <translation>缺少逗号或 ]</translation>
    </message>
    <message>
        <source>a colon is missing</source>
        <translation>缺少冒号</translation>
    </message>
    <message>
        <source>not a JSON object: use %1</source>
        <translation>不是 JSON 对象：请使用 %1</translation>
    </message>
    <message>
        <source>not a valid value (put strings in quotes)</source>
        <translation>不是有效的值（字符串须加引号）</translation>
    </message>
    <message>
        <source>invalid duration &quot;%1&quot;: use 50ms, 10s or 2m, up to 24h</source>
        <translation>时长“%1”无效：请使用 50ms、10s 或 2m，最长 24h</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>过大</translation>
    </message>
    <message>
        <source>nested locks need two or more paths: the second lock is requested while the first is held</source>
        <translation>嵌套锁需要两个或更多路径：持有第一个锁时请求第二个</translation>
    </message>
    <message>
        <source>only the recipe multi can acquire its locks in the given order</source>
        <translation>只有 multi 配方可以按给定顺序获取锁</translation>
    </message>
    <message>
        <source>invalid number of leases &quot;%1&quot;: use a number from 1 to %2</source>
        <translation>无效的租约数“%1”：请使用 1 到 %2 之间的数字</translation>
    </message>
    <message>
        <source>revocation is not available for a latch: a latch does not support revocation requests</source>
        <translation>revocation 不适用于 latch：latch 不支持释放请求</translation>
    </message>
    <message>
        <source>with the think time forever a client never queues: remove the client</source>
        <translation>think 时间为 forever 的客户端永远不会排队：请删除该客户端</translation>
    </message>
    <message>
        <source>invalid time for each write: use 1ms or more</source>
        <translation>每次写入的时间无效：请使用 1ms 或更长</translation>
    </message>
    <message>
        <source>a line of more than %1 bytes was skipped</source>
        <translation>已跳过一行超过 %1 字节的内容</translation>
    </message>
    <message>
        <source>a latch does not support revocation requests</source>
        <translation>latch 不支持释放请求</translation>
    </message>
    <message>
        <source>the sandbox has only %1 server</source>
        <translation>沙箱只有 %1 台服务器</translation>
    </message>
    <message>
        <source>the sandbox has only %1 servers</source>
        <translation>沙箱只有 %1 台服务器</translation>
    </message>
    <message>
        <source>the scenario acts on servers, which is possible only in a sandbox. Run the scenario in its own sandbox</source>
        <translation>该场景会操作服务器，这仅可在沙箱中进行。请在场景自己的沙箱中运行</translation>
    </message>
    <message>
        <source>on your own ensemble, a scenario runs only below one existing node. Give the path of the node, such as /some/path</source>
        <translation>在自己的集群上，场景只能在一个已有节点之下运行。请给出该节点的路径，例如 /some/path</translation>
    </message>
    <message>
        <source>the AdminServer</source>
        <translation>AdminServer</translation>
    </message>
    <message>
        <source>four-letter commands</source>
        <translation>四字命令</translation>
    </message>
    <message>
        <source>the process that removes the temporary folder did not start: %1</source>
        <translation>删除临时文件夹的进程未能启动：%1</translation>
    </message>
    <message>
        <source>remove the comma before %1</source>
        <translation>请删除 %1 前的逗号</translation>
    </message>
    <message>
        <source>&quot;%1&quot; appears twice: remove one of them</source>
        <translation>“%1”出现了两次：请删除其中一个</translation>
    </message>
    <message>
        <source>&quot;%1&quot; matches no name in this file and is not listed as unrecognised. One of the two is wrong</source>
        <translation>“%1”不匹配此文件中的任何名称，也未列为未识别。两者之一有误</translation>
    </message>
    <message>
        <source>the example lists &quot;%1&quot; as unrecognised, but this file recognises the name. One of the two is wrong</source>
        <translation>示例将“%1”列为未识别，但此文件可以识别该名称。两者之一有误</translation>
    </message>
    <message>
        <source>the id &quot;%2&quot; is already used by %1 in the same folder. Lockscope uses that file because its name sorts first. Change one of the ids</source>
        <translation>id“%2”已被同一文件夹中的 %1 使用。Lockscope 使用该文件，因为其名称排序在前。请更改其中一个 id</translation>
    </message>
    <message>
        <source>no contender matches the mark &quot;%1&quot;. Add a contender for it, or remove the mark</source>
        <translation>没有竞争者匹配标记“%1”。请为它添加竞争者，或删除该标记</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no number to queue by. End the name with {seq}, or set &quot;order&quot; to &quot;creation&quot;</source>
        <translation>“%1”没有可用于排队的序号。请让名称以 {seq} 结尾，或将 &quot;order&quot; 设为 &quot;creation&quot;</translation>
    </message>
    <message>
        <source>the field is missing: list the names in the lock&apos;s directory</source>
        <translation>缺少该字段：请列出锁目录中的名称</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a word in lower case, without / and spaces. The word also matches upper case</source>
        <translation>“%1”必须是小写单词，不含 / 和空格。它也匹配大写形式</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be the name of one node above the lock, without /, or a full path such as &quot;/app/locks&quot;</source>
        <translation>“%1”必须是锁上方某个节点的名称（不含 /），或完整路径，例如 &quot;/app/locks&quot;</translation>
    </message>
    <message>
        <source>a read-write lock has shared contenders and other contenders. Set &quot;rule&quot;: &quot;read-write&quot;, and list contenders, some of them with &quot;mode&quot;: &quot;shared&quot;</source>
        <translation>读写锁既有共享的竞争者，也有非共享的竞争者。请设置 &quot;rule&quot;: &quot;read-write&quot;，并列出竞争者，其中一些带 &quot;mode&quot;: &quot;shared&quot;</translation>
    </message>
    <message>
        <source>a mutex or a latch has one holder at a time: use exclusive or exclusive-owner, or set &quot;kind&quot; to &quot;%1&quot;</source>
        <translation>互斥锁或 latch 同一时刻只有一个持有者：请使用 exclusive 或 exclusive-owner，或将 &quot;kind&quot; 设为 &quot;%1&quot;</translation>
    </message>
    <message>
        <source>only the rule read-write allows shared contenders</source>
        <translation>只有规则 read-write 允许共享的竞争者</translation>
    </message>
    <message>
        <source>the field is missing, but this rule needs it. Use a number, &quot;clients&quot;, or the node that contains the number: {&quot;at&quot;: &quot;{lock}&quot;, &quot;as&quot;: &quot;text&quot;}</source>
        <translation>缺少该字段，而此规则需要它。请使用数字、&quot;clients&quot;，或包含该数字的节点：{&quot;at&quot;: &quot;{lock}&quot;, &quot;as&quot;: &quot;text&quot;}</translation>
    </message>
    <message>
        <source>only the rules lease, lease-in-order and presence use this field</source>
        <translation>只有规则 lease、lease-in-order 和 presence 使用此字段</translation>
    </message>
    <message>
        <source>not a regular file. Use a file that can be read line by line</source>
        <translation>不是普通文件。请使用可逐行读取的文件</translation>
    </message>
    <message>
        <source>cannot store its snapshots in %1. Free some space there</source>
        <translation>无法在 %1 中保存其快照。请在那里腾出空间</translation>
    </message>
    <message>
        <source>the log is too large: changes after the first gigabyte are omitted. Open a part of the log, or select fewer locks</source>
        <translation>日志过大：第一个 GB 之后的变更已略去。请打开日志的一部分，或选择更少的锁</translation>
    </message>
    <message>
        <source>Each of these nodes is a held lease. The dialect file of this type of lock defines the number of leases.</source>
        <translation>其中每个节点都是一个被持有的租约。租约的数量由此类型锁的方言文件定义。</translation>
    </message>
    <message>
        <source>a blocking call on the client&apos;s own executor never returns. Use the Async call there</source>
        <translation>在客户端自己的执行线程上进行阻塞调用永远不会返回。请在那里使用 Async 调用</translation>
    </message>
    <message>
        <source>invalid number of leases %1: a semaphore has at least one lease</source>
        <translation>租约数量 %1 无效：信号量至少有一个租约</translation>
    </message>
    <message>
        <source>%1 leases were requested, but the semaphore has %2</source>
        <translation>请求了 %1 个租约，但信号量共有 %2 个</translation>
    </message>
    <message>
        <source>%1 leases were requested, but the minimum is one</source>
        <translation>请求了 %1 个租约，但至少应为一个</translation>
    </message>
    <message>
        <source>a node name cannot contain &quot;/&quot;</source>
        <translation>节点名称不能包含“/”</translation>
    </message>
    <message>
        <source>another node with this name exists now. The message was written to that node and removed again, but the owner may have read it</source>
        <translation>现在存在另一个同名节点。消息曾写入该节点并已撤回，但其所有者可能已读到</translation>
    </message>
    <message>
        <source>another node with this name exists now. The message was written to that node, and the owner may follow it</source>
        <translation>现在存在另一个同名节点。消息已写入该节点，其所有者可能会照办</translation>
    </message>
    <message>
        <source>the chroot of the connect string does not exist. Create it</source>
        <translation>连接字符串中的 chroot 不存在。请创建它</translation>
    </message>
    <message>
        <source>the request has %1 bytes. Servers accept up to %2 bytes, unless their jute.maxbuffer has another value</source>
        <translation>请求有 %1 字节。服务器最多接受 %2 字节，除非其 jute.maxbuffer 设为其他值</translation>
    </message>
    <message>
        <source>%1 (last known)</source>
        <translation>%1（最后已知）</translation>
    </message>
    <message>
        <source>Clients of type %1 sort every child of the directory into the queue by its name.</source>
        <translation>类型为“%1”的客户端按名称将目录中的每个子节点排入队列。</translation>
    </message>
    <message>
        <source>%1, last known name</source>
        <translation>%1，最后已知的名称</translation>
    </message>
    <message>
        <source>the node is no longer a contender of %1</source>
        <translation>该节点不再是 %1 的竞争者</translation>
    </message>
    <message>
        <source>the create counter of %1 is exhausted, so another node could get this name</source>
        <translation>%1 的创建计数器已用尽，因此另一个节点可能取得此名称</translation>
    </message>
    <message>
        <source>deleting needs the DELETE permission on %1</source>
        <translation>删除需要 %1 的 DELETE 权限</translation>
    </message>
    <message>
        <source>another node could get this name at any time. Without the CREATE permission on %1, a release could delete that node instead</source>
        <translation>随时可能有另一个节点取得此名称。没有 %1 的 CREATE 权限时，释放可能误删那个节点</translation>
    </message>
    <message>
        <source>children were created in %1 or in a directory above it in each of %2 attempts. Another node could get this name, so nothing was deleted. Try again when fewer clients use the directory</source>
        <translation>%2 次尝试中每次都有子节点在 %1 或其上级目录中被创建。另一个节点可能取得此名称，因此未删除任何内容。请在使用该目录的客户端较少时重试</translation>
    </message>
    <message>
        <source>The name contains a GUID, so no other node can get this name.</source>
        <translation>名称包含 GUID，因此其他节点不可能取得它。</translation>
    </message>
    <message>
        <source>The server does not assign this number again while the directory exists.</source>
        <translation>只要目录存在，服务器就不会再次分配此编号。</translation>
    </message>
    <message>
        <source>Another node could get this name at any time, and nothing can prevent the release from deleting that node instead. The release is refused.</source>
        <translation>随时可能有另一个节点取得此名称，无法排除误删它的可能。释放被拒绝。</translation>
    </message>
    <message>
        <source>The node is deleted by its version instead.</source>
        <translation>改为按版本删除该节点。</translation>
    </message>
    <message>
        <source>The create counter of %2 is exhausted. One case is therefore not excluded: %1 is deleted and created again at the same moment.</source>
        <translation>%2 的创建计数器已用尽。因此不能排除一种情况：%1 恰在同一时刻被删除并重新创建。</translation>
    </message>
    <message>
        <source>The CREATE and DELETE permissions on %2 are missing. One case is therefore not excluded: %1 is deleted and created again at the same moment.</source>
        <translation>缺少 %2 的 CREATE 和 DELETE 权限。因此不能排除一种情况：%1 恰在同一时刻被删除并重新创建。</translation>
    </message>
    <message>
        <source>It is unknown whether %1 may be written. If not, one case is not excluded: %2 is deleted and created again at the same moment.</source>
        <translation>%1 是否可写未知。如果不可写，则不能排除一种情况：%2 恰在同一时刻被删除并重新创建。</translation>
    </message>
    <message>
        <source>The create counter of %1 is exhausted, so it proves nothing.</source>
        <translation>%1 的创建计数器已用尽，因此不能证明什么。</translation>
    </message>
    <message>
        <source>The CREATE permission on %1 is missing, so no transaction can prove that no child was created since the node was verified.</source>
        <translation>缺少 %1 的 CREATE 权限，因此没有事务能证明节点核实之后没有创建过子节点。</translation>
    </message>
    <message>
        <source>One transaction deletes the node only if no child was created in %1 since the node was verified.</source>
        <translation>仅当节点核实之后 %1 中没有创建过子节点时，一个事务才会删除该节点。</translation>
    </message>
    <message>
        <source>This needs the CREATE permission, which is unknown. Without it the release is refused.</source>
        <translation>这需要 CREATE 权限，是否拥有它未知。没有该权限时释放被拒绝。</translation>
    </message>
    <message>
        <source>This needs the CREATE permission, which is unknown. Without it the node is deleted by its version.</source>
        <translation>这需要 CREATE 权限，是否拥有它未知。没有该权限时按版本删除节点。</translation>
    </message>
    <message>
        <source>If children are created in each of %1 attempts, nothing is deleted: another node could get this name.</source>
        <translation>如果 %1 次尝试中每次都有子节点被创建，则不删除任何节点：另一个节点可能取得此名称。</translation>
    </message>
    <message>
        <source>If children are created in each of %1 attempts, the node is deleted by its version.</source>
        <translation>如果 %1 次尝试中每次都有子节点被创建，则按版本删除该节点。</translation>
    </message>
    <message>
        <source>A program that uses the node is not notified.</source>
        <translation>使用该节点的程序不会收到通知。</translation>
    </message>
    <message>
        <source>the node has %1, and a release never deletes nodes below another node</source>
        <translation>该节点有 %1，而释放从不删除下级节点</translation>
    </message>
    <message>
        <source>deleted %1 by its version after %2</source>
        <translation>按版本删除了 %1，共 %2</translation>
    </message>
    <message>
        <source>%1 attempt</source>
        <translation>%1 次尝试</translation>
    </message>
    <message>
        <source>%1 attempts</source>
        <translation>%1 次尝试</translation>
    </message>
    <message>
        <source>in one transaction: create a sequential probe node in %1; check that it gets the name expected if no child was created there since the read; delete the probe node</source>
        <translation>在一个事务中：在 %1 中创建顺序探测节点；检查其名称是否等于读取之后没有创建过子节点时的预期名称；删除探测节点</translation>
    </message>
    <message>
        <source>in one transaction: create a sequential probe node in %1 and in each directory above it; check that each gets the name expected if no child was created there since the read; delete the probe nodes</source>
        <translation>在一个事务中：在 %1 及其每个上级目录中各创建一个顺序探测节点；检查每个名称是否等于读取之后没有创建过子节点时的预期名称；删除这些探测节点</translation>
    </message>
    <message>
        <source>in the same transaction: delete %1 at the version that was read, and no node below or beside it. If a check fails, nothing is changed, and everything is read again</source>
        <translation>在同一事务中：按读取到的版本删除 %1，不删除其下级或同级节点。如果检查失败，则不做任何更改，并重新读取全部内容</translation>
    </message>
    <message>
        <source>write the system log</source>
        <translation>写入系统日志</translation>
    </message>
    <message>
        <source>the socket path is too long</source>
        <translation>套接字路径过长</translation>
    </message>
    <message>
        <source>cannot open a socket</source>
        <translation>无法打开套接字</translation>
    </message>
    <message>
        <source>cannot send the message to the system log</source>
        <translation>无法将消息发送到系统日志</translation>
    </message>
    <message>
        <source>two nodes at the gate lock of %1 have the name %2</source>
        <translation>%1 的入口锁处有两个节点同名：%2</translation>
    </message>
    <message>
        <source>two nodes in the queue of %1 have the name %2</source>
        <translation>%1 的队列中有两个节点同名：%2</translation>
    </message>
    <message>
        <source>two locks of one snapshot have the path %1</source>
        <translation>同一快照中有两个锁的路径相同：%1</translation>
    </message>
    <message>
        <source>the session is not confirmed yet. Try again</source>
        <translation>会话尚未得到确认。请重试</translation>
    </message>
    <message>
        <source>it is unknown whether the lock is still held</source>
        <translation>不知道锁是否仍被持有</translation>
    </message>
    <message>
        <source>the hold was not confirmed in time: another client may have held the lock</source>
        <translation>此次持有未及时得到确认：期间可能有其他客户端持有过锁</translation>
    </message>
    <message>
        <source>the number of leases is still unknown</source>
        <translation>租约的数量仍未知</translation>
    </message>
    <message>
        <source>%1 is not a number</source>
        <translation>%1 不是数字</translation>
    </message>
    <message>
        <source>a field is missing: use one of %1</source>
        <translation>缺少一个字段：请使用 %1 之一</translation>
    </message>
    <message>
        <source>%1 cannot be used together: keep only one of them</source>
        <translation>%1 不能同时使用：只保留其中一个</translation>
    </message>
    <message>
        <source>%1 reported event %2</source>
        <translation>%1 报告了事件 %2</translation>
    </message>
    <message>
        <source>%1 reported event %2 %3 times</source>
        <translation>%1 报告了事件 %2 共 %3 次</translation>
    </message>
    <message>
        <source>all servers are serving</source>
        <translation>所有服务器都在提供服务</translation>
    </message>
    <message>
        <source>all servers are down</source>
        <translation>所有服务器都已停止</translation>
    </message>
    <message>
        <source>%1 is serving</source>
        <translation>%1 在提供服务</translation>
    </message>
    <message>
        <source>%1 is down</source>
        <translation>%1 已停止</translation>
    </message>
    <message>
        <source>the name is too long: use at most %1 characters</source>
        <translation>名称过长：最多使用 %1 个字符</translation>
    </message>
    <message>
        <source>Lockscope reports %1</source>
        <translation>Lockscope 报告 %1</translation>
    </message>
    <message>
        <source>Lockscope does not report %1</source>
        <translation>Lockscope 不报告 %1</translation>
    </message>
    <message>
        <source>Lockscope reported %1</source>
        <translation>Lockscope 报告过 %1</translation>
    </message>
    <message>
        <source>Lockscope never reported %1</source>
        <translation>Lockscope 从未报告 %1</translation>
    </message>
    <message>
        <source>a condition must be an object such as {&quot;who&quot;: &quot;worker-1&quot;, &quot;state&quot;: &quot;holding&quot;}. lockscopectl run --help shows where its fields are described</source>
        <translation>条件必须是对象，例如 {&quot;who&quot;: &quot;worker-1&quot;, &quot;state&quot;: &quot;holding&quot;}。lockscopectl run --help 会说明其字段的描述所在</translation>
    </message>
    <message>
        <source>a condition must be an object: write %1 instead of &quot;%2&quot;</source>
        <translation>条件必须是对象：请写 %1，而不是 &quot;%2&quot;</translation>
    </message>
    <message>
        <source>&quot;who&quot; takes only a name: write %1 instead of &quot;who&quot;: &quot;%2&quot;</source>
        <translation>&quot;who&quot; 只接受名称：请写 %1，而不是 &quot;who&quot;: &quot;%2&quot;</translation>
    </message>
    <message>
        <source>no step is given. Give at least a step that sets the duration: [{&quot;do&quot;: &quot;wait&quot;, &quot;when&quot;: {&quot;who&quot;: &quot;everybody&quot;, &quot;event&quot;: &quot;granted&quot;}}]</source>
        <translation>未给出步骤。请至少给出一个决定运行时长的步骤：[{&quot;do&quot;: &quot;wait&quot;, &quot;when&quot;: {&quot;who&quot;: &quot;everybody&quot;, &quot;event&quot;: &quot;granted&quot;}}]</translation>
    </message>
    <message>
        <source>1/%1 of %2</source>
        <translation>%2 的 1/%1</translation>
    </message>
    <message>
        <source>the holder</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>the first waiter</source>
        <translation>第一个等待者</translation>
    </message>
    <message>
        <source>a follower</source>
        <translation>一个跟随者</translation>
    </message>
    <message>
        <source>%1 starting</source>
        <translation>%1 正在启动</translation>
    </message>
    <message>
        <source>%1 idle</source>
        <translation>%1 空闲</translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>%1 等待中</translation>
    </message>
    <message>
        <source>%1 holding</source>
        <translation>%1 持有锁</translation>
    </message>
    <message>
        <source>%1 ended</source>
        <translation>%1 已结束</translation>
    </message>
    <message>
        <source>%1 started</source>
        <translation>%1 已启动</translation>
    </message>
    <message>
        <source>%1 suspended</source>
        <translation>%1 连接中断</translation>
    </message>
    <message>
        <source>%1 paused</source>
        <translation>%1 已暂停</translation>
    </message>
    <message>
        <source>%1 ignoring lock loss</source>
        <translation>%1 忽略锁丢失</translation>
    </message>
    <message>
        <source>%1 actually holding</source>
        <translation>%1 实际持有锁</translation>
    </message>
    <message>
        <source>%1 actually waiting</source>
        <translation>%1 实际在等待</translation>
    </message>
    <message>
        <source>%1 actually in the queue</source>
        <translation>%1 实际在队列中</translation>
    </message>
    <message>
        <source>Deadlock</source>
        <translation>死锁</translation>
    </message>
    <message>
        <source>Persistent node never expires</source>
        <translation>持久节点永不过期</translation>
    </message>
    <message>
        <source>Owner session has ended</source>
        <translation>所属会话已结束</translation>
    </message>
    <message>
        <source>Owner session has no connection</source>
        <translation>所属会话没有连接</translation>
    </message>
    <message>
        <source>No heartbeat from the holder</source>
        <translation>持有者没有心跳</translation>
    </message>
    <message>
        <source>One session queued twice</source>
        <translation>同一会话重复排队</translation>
    </message>
    <message>
        <source>Waiter without a watch</source>
        <translation>等待者没有监视</translation>
    </message>
    <message>
        <source>Waiter watches the wrong node</source>
        <translation>等待者监视了错误的节点</translation>
    </message>
    <message>
        <source>Clients ignore each other</source>
        <translation>客户端互相忽略</translation>
    </message>
    <message>
        <source>More holders than leases</source>
        <translation>持有者多于租约</translation>
    </message>
    <message>
        <source>Sequence numbers run out</source>
        <translation>序号即将用尽</translation>
    </message>
    <message>
        <source>Queue almost too long to list</source>
        <translation>队列过长，即将无法列举</translation>
    </message>
    <message>
        <source>Thundering herd on one node</source>
        <translation>单个节点的羊群效应</translation>
    </message>
    <message>
        <source>Held for too long</source>
        <translation>持有过久</translation>
    </message>
    <message>
        <source>Waited for too long</source>
        <translation>等待过久</translation>
    </message>
    <message>
        <source>Many empty directories</source>
        <translation>空目录过多</translation>
    </message>
    <message>
        <source>Unrecognised child blocks the queue</source>
        <translation>未识别的子节点阻塞队列</translation>
    </message>
    <message>
        <source>Revocation request ignored</source>
        <translation>释放请求未得到响应</translation>
    </message>
    <message>
        <source>Other finding</source>
        <translation>其他问题</translation>
    </message>
    <message>
        <source>the file has changed since it was opened</source>
        <translation>文件在打开后已更改</translation>
    </message>
    <message>
        <source>only a lock of the recipe %1 can be nested</source>
        <translation>只有 %1 配方的锁可以嵌套</translation>
    </message>
    <message>
        <source>several leases need the recipe %1</source>
        <translation>多个租约需要 %1 配方</translation>
    </message>
    <message>
        <source>Curator semaphore mutex</source>
        <translation>Curator 信号量互斥锁</translation>
    </message>
    <message>
        <source>Multi-lock (two locks)</source>
        <translation>多重锁（两个锁）</translation>
    </message>
    <message>
        <source>Single node (thundering herd)</source>
        <translation>单节点锁（羊群效应）</translation>
    </message>
    <message>
        <source>Leader latch</source>
        <translation>领导者选举（leader latch）</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Sends SIGSTOP. The effect is like a long garbage collection.</source>
        <translation>发送 SIGSTOP。效果类似于长时间的垃圾回收。</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Sends SIGCONT. The process continues where it was paused.</source>
        <translation>发送 SIGCONT。进程从暂停处继续运行。</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>强制终止</translation>
    </message>
    <message>
        <source>Sends SIGKILL. The effect is like a crash.</source>
        <translation>发送 SIGKILL。效果类似于崩溃。</translation>
    </message>
    <message>
        <source>start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>断开连接</translation>
    </message>
    <message>
        <source>Closes the connections and blocks new ones.</source>
        <translation>断开现有连接，并阻止新连接。</translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation>重新连接</translation>
    </message>
    <message>
        <source>Removes all network faults.</source>
        <translation>移除所有网络故障。</translation>
    </message>
    <message>
        <source>Drop All Traffic</source>
        <translation>丢弃所有流量</translation>
    </message>
    <message>
        <source>Keeps the connections open but transfers no data.</source>
        <translation>保持连接，但不传输任何数据。</translation>
    </message>
    <message>
        <source>Delay by 500 ms</source>
        <translation>延迟 500 ms</translation>
    </message>
    <message>
        <source>Delays all data by this time in each direction.</source>
        <translation>双向的所有数据均按此时长延迟。</translation>
    </message>
    <message>
        <source>Block Replies</source>
        <translation>阻断应答</translation>
    </message>
    <message>
        <source>Replies do not reach the client.</source>
        <translation>应答无法到达客户端。</translation>
    </message>
    <message>
        <source>Block Requests</source>
        <translation>阻断请求</translation>
    </message>
    <message>
        <source>Requests do not reach the server.</source>
        <translation>请求无法到达服务器。</translation>
    </message>
    <message>
        <source>Limit Bandwidth</source>
        <translation>限制带宽</translation>
    </message>
    <message>
        <source>Limits the traffic to 1,000 bytes per second.</source>
        <translation>将流量限制为每秒 1,000 字节。</translation>
    </message>
    <message>
        <source>Expire Session</source>
        <translation>使会话过期</translation>
    </message>
    <message>
        <source>Ends the session of the client on the servers.</source>
        <translation>在服务器上结束该客户端的会话。</translation>
    </message>
    <message>
        <source>Request Release</source>
        <translation>请求释放</translation>
    </message>
    <message>
        <source>Sends a revocation request. The client decides whether to release the lock.</source>
        <translation>发送释放请求。是否释放锁由客户端决定。</translation>
    </message>
    <message>
        <source>Release Now</source>
        <translation>立即释放</translation>
    </message>
    <message>
        <source>The client releases the locks that it holds.</source>
        <translation>客户端释放其持有的锁。</translation>
    </message>
    <message>
        <source>Hold Forever</source>
        <translation>永久持有</translation>
    </message>
    <message>
        <source>From now on, the client does not release the lock by itself.</source>
        <translation>从现在起，客户端不再自行释放锁。</translation>
    </message>
    <message>
        <source>Ignore Lock Loss</source>
        <translation>忽略锁丢失</translation>
    </message>
    <message>
        <source>After the loss of a lock, the client still acts as the holder.</source>
        <translation>丢失锁后，客户端仍按持有者的方式继续运行。</translation>
    </message>
    <message>
        <source>The client releases its locks, closes its session and ends.</source>
        <translation>客户端释放锁、关闭会话并结束。</translation>
    </message>
    <message>
        <source>Exit Without Release</source>
        <translation>不释放锁即退出</translation>
    </message>
    <message>
        <source>The process ends immediately. Its session stays open until it expires.</source>
        <translation>进程立即结束。其会话保留到过期为止。</translation>
    </message>
    <message>
        <source>%1.%2 s</source>
        <translation>%1.%2 秒</translation>
    </message>
    <message>
        <source>%1 m %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 m</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 小时</translation>
    </message>
    <message>
        <source>%1 m</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>system error</source>
        <translation>系统错误</translation>
    </message>
    <message>
        <source>check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>list the children of</source>
        <translation>列出子节点：</translation>
    </message>
    <message>
        <source>read the ACL of</source>
        <translation>读取 ACL：</translation>
    </message>
    <message>
        <source>authenticate</source>
        <translation>进行身份验证</translation>
    </message>
    <message>
        <source>remove the watches of</source>
        <translation>移除监视：</translation>
    </message>
    <message>
        <source>run the transaction</source>
        <translation>执行事务</translation>
    </message>
    <message>
        <source>change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: %2</source>
        <translation>“%1”：%2</translation>
    </message>
    <message>
        <source>Cannot %1: %2</source>
        <translation>无法%1：%2</translation>
    </message>
    <message>
        <source>Cannot %1 &quot;%2&quot;: %3</source>
        <translation>无法%1“%2”：%3</translation>
    </message>
    <message>
        <source>the server closed the connection without an answer. Check that this port works without TLS, as clientPort does. The server&apos;s log shows the cause</source>
        <translation>服务器未应答就关闭了连接。请检查该端口是否像 clientPort 一样不使用 TLS。服务器日志会显示原因</translation>
    </message>
    <message>
        <source>the server closed the connection without an answer. Check that this port uses TLS, as secureClientPort does. No client certificate is set: check whether the server requires one. The server&apos;s log shows the cause</source>
        <translation>服务器未应答就关闭了连接。请检查该端口是否像 secureClientPort 一样使用 TLS。未设置客户端证书：请检查服务器是否要求客户端证书。服务器日志会显示原因</translation>
    </message>
    <message>
        <source>the server closed the connection without an answer. Check that this port uses TLS, as secureClientPort does, and that the port accepts the client certificate. The server&apos;s log shows the cause</source>
        <translation>服务器未应答就关闭了连接。请检查该端口是否像 secureClientPort 一样使用 TLS，以及是否接受该客户端证书。服务器日志会显示原因</translation>
    </message>
    <message>
        <source>the server answers with TLS. Check that this port works without TLS, as clientPort does, or connect with TLS</source>
        <translation>服务器以 TLS 应答。请检查该端口是否像 clientPort 一样不使用 TLS，或使用 TLS 连接</translation>
    </message>
    <message>
        <source>connect through SSH</source>
        <translation>通过 SSH 连接</translation>
    </message>
    <message>
        <source>The SSH server accepts none of your keys. Load a key with ssh-add, or set IdentityFile in your SSH configuration (Lockscope asks for no password)</source>
        <translation>SSH 服务器不接受您的任何密钥。请用 ssh-add 加载密钥，或在 SSH 配置中设置 IdentityFile（Lockscope 不会询问密码）</translation>
    </message>
    <message>
        <source>Your SSH agent offers too many keys. Select the right key with IdentityFile and IdentitiesOnly in your SSH configuration</source>
        <translation>SSH 代理提供了过多的密钥。请在 SSH 配置中用 IdentityFile 和 IdentitiesOnly 选择正确的密钥</translation>
    </message>
    <message>
        <source>The host key of the SSH server is unknown or has changed. Connect once in a terminal</source>
        <translation>SSH 服务器的主机密钥未知或已更改。请先在终端中连接一次</translation>
    </message>
    <message>
        <source>The host key of the SSH server has changed. Find the cause before you continue</source>
        <translation>SSH 服务器的主机密钥已更改。继续之前请查明原因</translation>
    </message>
    <message>
        <source>No such host. Correct the host name</source>
        <translation>没有该主机。请更正主机名</translation>
    </message>
    <message>
        <source>No SSH server listens on this port. Check the host and the port, and that the SSH server is running</source>
        <translation>没有 SSH 服务器监听该端口。请检查主机和端口，并确认 SSH 服务器正在运行</translation>
    </message>
    <message>
        <source>The SSH server does not respond. Check the host, the port, and the network between</source>
        <translation>SSH 服务器没有响应。请检查主机、端口以及中间的网络</translation>
    </message>
    <message>
        <source>No route to the host. Check the address, or set ProxyJump</source>
        <translation>没有到该主机的路由。请检查地址，或设置 ProxyJump</translation>
    </message>
    <message>
        <source>ssh rejects a file that other users can write. Correct the permissions of the file</source>
        <translation>ssh 拒绝其他用户可写的文件。请更正该文件的权限</translation>
    </message>
    <message>
        <source>A forwarding in your SSH configuration uses a port that is already in use. Use a Host without LocalForward</source>
        <translation>SSH 配置中的某个转发使用了已被占用的端口。请使用没有 LocalForward 的 Host</translation>
    </message>
    <message>
        <source>A forwarding in your SSH configuration fails. Use a Host without LocalForward</source>
        <translation>SSH 配置中的某个转发失败。请使用没有 LocalForward 的 Host</translation>
    </message>
    <message>
        <source>Correct the SSH configuration</source>
        <translation>请更正 SSH 配置</translation>
    </message>
    <message>
        <source>The SSH server does not forward connections. Enable AllowTcpForwarding in its sshd_config</source>
        <translation>SSH 服务器不转发连接。请在其 sshd_config 中启用 AllowTcpForwarding</translation>
    </message>
    <message>
        <source>ssh ended without a message. To test the connection, run: ssh %1</source>
        <translation>ssh 没有任何消息就结束了。要测试连接，请运行：ssh %1</translation>
    </message>
    <message>
        <source>ssh reported: %1. To test the connection, run: ssh %2</source>
        <translation>ssh 报告：%1。要测试连接，请运行：ssh %2</translation>
    </message>
    <message>
        <source>ssh reported: %1. %2. To test the connection, run: ssh %3</source>
        <translation>ssh 报告：%1。%2。要测试连接，请运行：ssh %3</translation>
    </message>
    <message>
        <source>the SSH login did not finish within 30 seconds. %1</source>
        <translation>SSH 登录未在 30 秒内完成。%1</translation>
    </message>
    <message>
        <source>an unknown issuer</source>
        <translation>未知的颁发者</translation>
    </message>
    <message>
        <source>the server answers without TLS (%1). Use a port with TLS, like secureClientPort, or connect without TLS</source>
        <translation>服务器未以 TLS 应答（%1）。请使用支持 TLS 的端口，例如 secureClientPort，或不使用 TLS 连接</translation>
    </message>
    <message>
        <source>the server does not support TLS 1.2 or newer (%1). Update the server, or enable TLS 1.2 on the server</source>
        <translation>服务器不支持 TLS 1.2 或更高版本（%1）。请更新服务器，或在服务器上启用 TLS 1.2</translation>
    </message>
    <message>
        <source>the server does not know the CA that issued the client certificate (%1). Use a certificate from a CA in the server&apos;s trust store</source>
        <translation>服务器不认识颁发该客户端证书的 CA（%1）。请使用由服务器信任库中的 CA 颁发的证书</translation>
    </message>
    <message>
        <source>the server reports that the client certificate has expired (%1). Renew the certificate</source>
        <translation>服务器报告客户端证书已过期（%1）。请更新证书</translation>
    </message>
    <message>
        <source>the server requires a client certificate, or allows no cipher of this client (%1). Set a certificate and its key. The server&apos;s log shows the cause</source>
        <translation>服务器要求客户端证书，或不允许此客户端的任何加密套件（%1）。请设置证书及其密钥。服务器日志会显示原因</translation>
    </message>
    <message>
        <source>the server requires a client certificate, and none is set (%1). Set a certificate and its key</source>
        <translation>服务器要求客户端证书，但未设置（%1）。请设置证书及其密钥</translation>
    </message>
    <message>
        <source>the server rejects the client certificate, or allows no cipher of this client (%1). Use a certificate from a CA in the server&apos;s trust store. The server&apos;s log shows the cause</source>
        <translation>服务器拒绝该客户端证书，或不允许此客户端的任何加密套件（%1）。请使用由服务器信任库中的 CA 颁发的证书。服务器日志会显示原因</translation>
    </message>
    <message>
        <source>the server rejects the client certificate (%1). Use a certificate from a CA in the server&apos;s trust store</source>
        <translation>服务器拒绝该客户端证书（%1）。请使用由服务器信任库中的 CA 颁发的证书</translation>
    </message>
    <message>
        <source>%1 has held the lock for %2, longer than the limit of %3.</source>
        <translation>%1 已持有该锁 %2，超过了 %3 的限制。</translation>
    </message>
    <message>
        <source>%1 has held the lock for %2, longer than the limit of %3. The same applies to %4 other client.</source>
        <translation>%1 已持有该锁 %2，超过了 %3 的限制。另有 %4 个客户端也是如此。</translation>
    </message>
    <message>
        <source>%1 has held the lock for %2, longer than the limit of %3. The same applies to %4 other clients.</source>
        <translation>%1 已持有该锁 %2，超过了 %3 的限制。另有 %4 个客户端也是如此。</translation>
    </message>
    <message>
        <source>%1 waits for %2, which %3 holds.</source>
        <translation>%1 等待 %2，该锁由 %3 持有。</translation>
    </message>
    <message>
        <source>Held by a persistent node. It has no session, so it never expires.</source>
        <translation>由一个持久节点持有。该节点没有会话，因此永不过期。</translation>
    </message>
    <message>
        <source>Held by %1 persistent nodes. They have no session, so they never expire.</source>
        <translation>由 %1 个持久节点持有。这些节点没有会话，因此永不过期。</translation>
    </message>
    <message>
        <source>The queue contains a node without a session. Once the node acquires the lock, the lock is held forever.</source>
        <translation>队列中有一个没有会话的节点。该节点一旦获取锁，锁将被永久持有。</translation>
    </message>
    <message>
        <source>The queue contains %1 nodes without a session. Once one of them acquires the lock, the lock is held forever.</source>
        <translation>队列中有 %1 个没有会话的节点。其中任何一个一旦获取锁，锁将被永久持有。</translation>
    </message>
    <message>
        <source>%1 holds the lock, but has no connection to any server.</source>
        <translation>%1 持有该锁，但没有到任何服务器的连接。</translation>
    </message>
    <message>
        <source>%1 waits for the lock, but has no connection to any server.</source>
        <translation>%1 等待该锁，但没有到任何服务器的连接。</translation>
    </message>
    <message>
        <source>%1 holds the lock, but has no connection to any server. Its session can expire at any time.</source>
        <translation>%1 持有该锁，但没有到任何服务器的连接。其会话随时可能过期。</translation>
    </message>
    <message>
        <source>%1 waits for the lock, but has no connection to any server. Its session can expire at any time.</source>
        <translation>%1 等待该锁，但没有到任何服务器的连接。其会话随时可能过期。</translation>
    </message>
    <message>
        <source>%1 holds the lock, but has no connection to any server. Its session expires in %2 unless the client reconnects.</source>
        <translation>%1 持有该锁，但没有到任何服务器的连接。除非客户端重新连接，否则其会话将在 %2 后过期。</translation>
    </message>
    <message>
        <source>%1 waits for the lock, but has no connection to any server. Its session expires in %2 unless the client reconnects.</source>
        <translation>%1 等待该锁，但没有到任何服务器的连接。除非客户端重新连接，否则其会话将在 %2 后过期。</translation>
    </message>
    <message>
        <source>%1 and %2 other client wait without a watch and will never be notified.</source>
        <translation>%1 和另外 %2 个客户端在没有设置监视的情况下等待，永远不会收到通知。</translation>
    </message>
    <message>
        <source>%1 and %2 other clients wait without a watch and will never be notified.</source>
        <translation>%1 和另外 %2 个客户端在没有设置监视的情况下等待，永远不会收到通知。</translation>
    </message>
    <message>
        <source>%1 line is not an audit log line and was skipped</source>
        <translation>%1 行不是审计日志行，已跳过</translation>
    </message>
    <message>
        <source>%1 line has no valid time (such as 2026-11-21 19:26:38,404): the time of the line before is used</source>
        <translation>%1 行没有有效的时间（例如 2026-11-21 19:26:38,404）：使用前一行的时间</translation>
    </message>
    <message>
        <source>record to</source>
        <translation>录制到</translation>
    </message>
    <message>
        <source>the new node has no readable sequence number. Without it, the queue has no order, and two clients would hold the lock. Stop all clients of the lock briefly and delete its directory: the numbers then start again</source>
        <translation>新节点没有可读的序号。没有序号，队列就没有顺序，两个客户端会同时持有该锁。请短暂停止该锁的所有客户端并删除其目录，序号随后会重新开始</translation>
    </message>
    <message>
        <source>holds the lock (shared)</source>
        <translation>持有锁（共享）</translation>
    </message>
    <message>
        <source>waits for the lock (shared)</source>
        <translation>等待锁（共享）</translation>
    </message>
    <message>
        <source>the outcome could not be written to the action log. %1</source>
        <translation>无法将结果写入操作日志。%1</translation>
    </message>
    <message>
        <source>%1. The outcome could not be written to the action log. %2</source>
        <translation>%1。无法将结果写入操作日志。%2</translation>
    </message>
    <message>
        <source>the node no longer exists: its own client or another client deleted it, and its session %1 is still alive. Nothing was deleted</source>
        <translation>该节点已不存在：其自身的客户端或另一个客户端删除了该节点，其会话 %1 仍然存活。未删除任何内容</translation>
    </message>
    <message>
        <source>the node no longer exists, and the cause is unknown. Nothing was deleted</source>
        <translation>该节点已不存在，原因未知。未删除任何内容</translation>
    </message>
    <message>
        <source>the node no longer exists: another client deleted it, and no session owned it. Nothing was deleted</source>
        <translation>该节点已不存在：另一个客户端删除了该节点，且该节点不属于任何会话。未删除任何内容</translation>
    </message>
    <message>
        <source>the node no longer exists: its session %1 has probably ended, because another node of the session no longer exists either. Nothing was deleted</source>
        <translation>该节点已不存在：其会话 %1 可能已结束，因为该会话的另一个节点也已不存在。未删除任何内容</translation>
    </message>
    <message>
        <source>the node no longer exists: its session %1 has ended. Nothing was deleted</source>
        <translation>该节点已不存在：其会话 %1 已结束。未删除任何内容</translation>
    </message>
    <message>
        <source>The DELETE permission on %1 is unknown. %2.</source>
        <translation>%1 上的 DELETE 权限未知。%2。</translation>
    </message>
    <message>
        <source>the session has expired. Nothing was done</source>
        <translation>会话已过期。未执行任何操作</translation>
    </message>
    <message>
        <source>the client was closed. Nothing was done</source>
        <translation>客户端已关闭。未执行任何操作</translation>
    </message>
    <message>
        <source>the connection was lost. Nothing was done</source>
        <translation>连接已断开。未执行任何操作</translation>
    </message>
    <message>
        <source>the session does not exist yet. Nothing was done</source>
        <translation>会话尚未建立。未执行任何操作</translation>
    </message>
    <message>
        <source>start the sandbox in</source>
        <translation>在以下目录启动沙箱：</translation>
    </message>
    <message>
        <source>unknown mode &quot;%1&quot;: use %2</source>
        <translation>未知的模式“%1”：请使用 %2</translation>
    </message>
    <message>
        <source>unknown reaction to a revocation request &quot;%1&quot;: use %2</source>
        <translation>未知的释放请求响应方式“%1”：请使用 %2</translation>
    </message>
    <message>
        <source>send the command</source>
        <translation>发送命令</translation>
    </message>
    <message>
        <source>unknown recipe &quot;%1&quot;: use %2</source>
        <translation>未知的锁类型“%1”：请使用 %2</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>start the guarded resource</source>
        <translation>启动受保护的资源</translation>
    </message>
    <message>
        <source>no client</source>
        <translation>没有客户端</translation>
    </message>
    <message>
        <source>%1 holds and waits for %2</source>
        <translation>%1 持有，并等待 %2</translation>
    </message>
    <message>
        <source>%1 holds (shared) and waits for %2</source>
        <translation>%1 持有（共享），并等待 %2</translation>
    </message>
    <message>
        <source>%1 waits for %2</source>
        <translation>%1 等待 %2</translation>
    </message>
    <message>
        <source>%1 waits (shared) for %2</source>
        <translation>%1 等待（共享）%2</translation>
    </message>
    <message>
        <source>%1 waits at the gate lock</source>
        <translation>%1 在入口锁处等待</translation>
    </message>
    <message>
        <source>%1 waits (shared) at the gate lock</source>
        <translation>%1 在入口锁处等待（共享）</translation>
    </message>
    <message>
        <source>%1 waits at the gate lock for %2</source>
        <translation>%1 在入口锁处等待 %2</translation>
    </message>
    <message>
        <source>%1 waits (shared) at the gate lock for %2</source>
        <translation>%1 在入口锁处等待 %2（共享）</translation>
    </message>
    <message>
        <source>use the namespace</source>
        <translation>使用命名空间</translation>
    </message>
    <message>
        <source>a string is required</source>
        <translation>需要一个字符串</translation>
    </message>
    <message>
        <source>a name consists of letters, digits, &quot;-&quot;, &quot;_&quot; and &quot;.&quot;. Reserved names: &quot;everybody&quot;, &quot;somebody&quot; and &quot;nobody&quot;</source>
        <translation>名称由字母、数字、&quot;-&quot;、&quot;_&quot; 和 &quot;.&quot; 组成。保留名称：&quot;everybody&quot;、&quot;somebody&quot; 和 &quot;nobody&quot;</translation>
    </message>
    <message>
        <source>%1 clients have waited longer than the limit of %3, the longest for %2.</source>
        <translation>%1 个客户端的等待时间超过限值 %3，最长 %2。</translation>
    </message>
    <message>
        <source>%1 waits for %2. All leases of %2 are held by sessions that also wait; %3 is one of them.</source>
        <translation>%1 等待 %2。%2 的所有租约都由同样在等待的会话持有，%3 是其中之一。</translation>
    </message>
    <message>
        <source>At least one client uses several threads. It is a deadlock only if the same thread holds and waits.</source>
        <translation>至少有一个客户端使用多个线程。仅当持有锁的线程就是等待的线程时，才是死锁。</translation>
    </message>
    <message>
        <source>Stop one of these clients, or release %1. A holder whose node is released is not notified and continues to work. To prevent another deadlock, acquire these locks in the same order in every program.</source>
        <translation>请停止其中一个客户端，或释放 %1。节点被释放的持有者不会收到通知，会继续运行。为避免再次死锁，请在所有程序中以相同的顺序获取这些锁。</translation>
    </message>
    <message>
        <source>First check in a thread dump of each client whether the thread that waits is the thread that holds.</source>
        <translation>请先在每个客户端的线程转储中检查，等待的线程是否就是持有锁的线程。</translation>
    </message>
    <message>
        <source>Clients with plain node names, such as member_0000000001, do not wait for clients of type %2.</source>
        <translation>使用普通节点名称（如 member_0000000001）的客户端不会等待 %2 类型的客户端。</translation>
    </message>
    <message>
        <source>Clients with plain node names, such as member_0000000001, stop with an error at nodes of type %2.</source>
        <translation>使用普通节点名称（如 member_0000000001）的客户端遇到 %2 类型的节点时会出错停止。</translation>
    </message>
    <message>
        <source>Clients of type %1 do not wait for clients with plain node names, such as member_0000000001.</source>
        <translation>%1 类型的客户端不会等待使用普通节点名称（如 member_0000000001）的客户端。</translation>
    </message>
    <message>
        <source>Clients of type %1 stop with an error at nodes with plain names, such as member_0000000001.</source>
        <translation>%1 类型的客户端遇到使用普通名称（如 member_0000000001）的节点时会出错停止。</translation>
    </message>
    <message>
        <source>Clients of type %1 stop with an error at nodes of type %2.</source>
        <translation>%1 类型的客户端遇到 %2 类型的节点时会出错停止。</translation>
    </message>
    <message>
        <source>After the last number, the queue order is undefined and several clients may hold the lock. Stop the clients and delete the empty directory; the clients create it again. Or move the lock to another path.</source>
        <translation>最后一个序号之后，队列的顺序不确定，可能有多个客户端同时持有锁。请停止客户端并删除空目录，客户端会重新创建它；或将锁移到另一路径。</translation>
    </message>
    <message>
        <source>Client according to the payload: %1.</source>
        <translation>节点数据中的客户端：%1。</translation>
    </message>
    <message>
        <source>No server has a connection of this session. Source: %1. Queried servers: %2.</source>
        <translation>没有服务器拥有此会话的连接。来源：%1。已查询的服务器：%2。</translation>
    </message>
    <message>
        <source>Wait until the session expires, which deletes the node. Release the node only if the session does not expire. Before the session expires, the client may still act as the holder.</source>
        <translation>请等待会话过期，节点会随之删除。仅当会话未过期时才释放该节点。会话过期之前，客户端可能仍以持有者身份运行。</translation>
    </message>
    <message>
        <source>Wait until the session expires, which deletes the node. Release the node only if the session does not expire. Before the session expires, the client may still act as a waiter.</source>
        <translation>请等待会话过期，节点会随之删除。仅当会话未过期时才释放该节点。会话过期之前，客户端可能仍以等待者身份运行。</translation>
    </message>
    <message>
        <source>%1 created %2 nodes for one attempt to acquire the lock. The client uses at most one of them.</source>
        <translation>%1 在一次获取锁的尝试中创建了 %2 个节点。该客户端最多使用其中一个。</translation>
    </message>
    <message>
        <source>The node names differ only in the sequence number, and the session is the same. The client probably sent a create request again after the reply was lost.</source>
        <translation>节点名称只有序号不同，且会话相同。客户端可能在应答丢失后再次发送了创建请求。</translation>
    </message>
    <message>
        <source>The unused node blocks the queue when it reaches the front. Look for the names of the nodes in the client&apos;s log. Release the node that the client does not use.</source>
        <translation>未使用的节点到达队首时会阻塞队列。请在客户端的日志中查找这些节点的名称，并释放客户端未使用的节点。</translation>
    </message>
    <message>
        <source>The session holds the read lock and waits for the write lock. A read lock cannot become a write lock: in a single thread, the wait never ends.</source>
        <translation>该会话持有读锁并等待写锁。读锁不能升级为写锁：在同一线程中，等待永远不会结束。</translation>
    </message>
    <message>
        <source>Both nodes belong to the same session. Two threads of a program may cause this. In a single thread, or with an unused node after a lost reply, the wait never ends.</source>
        <translation>两个节点属于同一会话。一个程序的两个线程可能造成这种情况。如果在同一线程中，或其中一个是应答丢失后未使用的节点，等待永远不会结束。</translation>
    </message>
    <message>
        <source>Check whether the holding thread is running. If the same thread waits, restart the client: a release of %1 does not end the wait. The program must release the read lock before it requests the write lock.</source>
        <translation>请检查持有锁的线程是否在运行。如果等待的是同一线程，请重启客户端：释放 %1 不会结束等待。程序必须先释放读锁，再请求写锁。</translation>
    </message>
    <message>
        <source>Check whether the holding thread is running. If the same thread waits, restart the client and use a reentrant lock: a release of %1 does not end the wait.</source>
        <translation>请检查持有锁的线程是否在运行。如果等待的是同一线程，请重启客户端并使用可重入锁：释放 %1 不会结束等待。</translation>
    </message>
    <message>
        <source>%1 clients hold leases, but the lock has only %2.</source>
        <translation>有 %1 个客户端持有租约，但该锁只有 %2。</translation>
    </message>
    <message>
        <source>Either clients use different numbers of leases: set the same number for all clients. Or the dialect file is wrong: correct the field leases in the dialect file.</source>
        <translation>可能是客户端使用的租约数量不同：请为所有客户端设置相同的数量。也可能是方言文件有误：请更正方言文件中的 leases 字段。</translation>
    </message>
    <message>
        <source>If the number of leases was lowered while leases were held, wait until the holders release the extra leases. Otherwise, clients use different numbers of leases: set the same number for all clients.</source>
        <translation>如果在租约被持有期间减少了租约数量，请等待持有者释放多出的租约。否则是客户端使用的租约数量不同：请为所有客户端设置相同的数量。</translation>
    </message>
    <message>
        <source>The node&apos;s payload is %1, written after the node was created.</source>
        <translation>该节点的数据为 %1，在节点创建之后写入。</translation>
    </message>
    <message>
        <source>Find out which program created the node. If no program needs it, release %1: this deletes the node.</source>
        <translation>请查明是哪个程序创建了该节点。如果没有程序需要它，请释放 %1：这会删除该节点。</translation>
    </message>
    <message>
        <source>%1 watches the wrong node and is not notified when it reaches the front of the queue.</source>
        <translation>%1 监视了错误的节点，到达队首时不会收到通知。</translation>
    </message>
    <message>
        <source>%1 and %2 other client watch the wrong node and are not notified when they reach the front of the queue.</source>
        <translation>%1 和另外 %2 个客户端监视了错误的节点，到达队首时不会收到通知。</translation>
    </message>
    <message>
        <source>%1 and %2 other clients watch the wrong node and are not notified when they reach the front of the queue.</source>
        <translation>%1 和另外 %2 个客户端监视了错误的节点，到达队首时不会收到通知。</translation>
    </message>
    <message>
        <source>Restart the client. A release of %1 lets the clients behind it continue, but does not notify this client: the client keeps waiting.</source>
        <translation>请重启该客户端。释放 %1 可让其后的客户端继续，但不会通知该客户端：它会继续等待。</translation>
    </message>
    <message>
        <source>The client watches %1, which is deleted or behind it in the queue. Source: %2.</source>
        <translation>该客户端监视 %1，而该节点已删除，或在队列中排在它之后。来源：%2。</translation>
    </message>
    <message>
        <source>The client watches %1, which is deleted or behind it in the queue. By the rule of its type, the client waits for %2. Source: %3.</source>
        <translation>该客户端监视 %1，而该节点已删除，或在队列中排在它之后。按其类型的规则，该客户端等待 %2。来源：%3。</translation>
    </message>
    <message>
        <source>No server has a watch of this session on an earlier node in the queue. Every server reported its watches. Source: %1.</source>
        <translation>没有服务器上有此会话对队列中更靠前节点的监视。所有服务器都报告了监视。来源：%1。</translation>
    </message>
    <message>
        <source>Watched node: %1. Source: %2.</source>
        <translation>被监视的节点：%1。来源：%2。</translation>
    </message>
    <message>
        <source>For this number of clients, use a lock with sequential nodes, such as Curator&apos;s InterProcessMutex. It notifies one client at a time.</source>
        <translation>客户端数量这么多时，请使用带顺序节点的锁，例如 Curator 的 InterProcessMutex。它每次只通知一个客户端。</translation>
    </message>
    <message>
        <source>If readers wait for one writer, no action is needed. Otherwise, clients of an older type watch more nodes than necessary: update these clients.</source>
        <translation>如果是读者在等待一个写者，则无需处理。否则是旧版的客户端监视了不必要的节点：请更新这些客户端。</translation>
    </message>
    <message>
        <source>The owner session %1 is alive: connected from %2 (%3).</source>
        <translation>所有者会话 %1 有效：从 %2 连接（%3）。</translation>
    </message>
    <message>
        <source>The owner session %1 is alive: connected from %2, last heartbeat %3 ago, session timeout %4 (%5).</source>
        <translation>所有者会话 %1 有效：从 %2 连接，上次心跳在 %3前，会话超时 %4（%5）。</translation>
    </message>
    <message>
        <source>Guard (fencing token)</source>
        <translation>保护（围栏令牌）</translation>
    </message>
    <message>
        <source>1. Request release from the holder</source>
        <translation>1. 请求持有者释放</translation>
    </message>
    <message>
        <source>2. Wait</source>
        <translation>2. 等待</translation>
    </message>
    <message>
        <source>3. Delete the node</source>
        <translation>3. 删除节点</translation>
    </message>
    <message>
        <source>Next holder: %1. No other client is waiting.</source>
        <translation>下一个持有者：%1。没有其他客户端在等待。</translation>
    </message>
    <message>
        <source>The lock does not change until the holder releases it.</source>
        <translation>在持有者释放锁之前，锁没有变化。</translation>
    </message>
    <message>
        <source>A holder that listens for revocation requests is notified, and releases the lock when it is ready.</source>
        <translation>监听释放请求的持有者会收到通知，并在准备好时释放锁。</translation>
    </message>
    <message>
        <source>The session is alive, so ZooKeeper does not delete the node. Waiting helps only if the client releases the lock.</source>
        <translation>会话有效，因此 ZooKeeper 不会删除该节点。仅当客户端释放锁时，等待才有帮助。</translation>
    </message>
    <message>
        <source>Lockscope deletes the node only if it is still this node.</source>
        <translation>仅当仍是此节点时，Lockscope 才删除它。</translation>
    </message>
    <message>
        <source>Only a program that listens for revocation requests reacts. A request does not force a release.</source>
        <translation>只有监听释放请求的程序才会响应。请求不会强制释放。</translation>
    </message>
    <message>
        <source>AdminServer: not queried</source>
        <translation>AdminServer：未查询</translation>
    </message>
    <message>
        <source>AdminServer on port %1: %2</source>
        <translation>端口 %1 上的 AdminServer：%2</translation>
    </message>
    <message>
        <source>does not answer. Client port: %1. %2</source>
        <translation>没有应答。客户端端口：%1。%2</translation>
    </message>
    <message>
        <source>does not report its connections. %1. Four-letter command cons: %2</source>
        <translation>不报告其连接。%1。四字命令 cons：%2</translation>
    </message>
    <message>
        <source>does not report the ensemble&apos;s sessions. %1. Four-letter command dump: %2</source>
        <translation>不报告集群的会话。%1。四字命令 dump：%2</translation>
    </message>
    <message>
        <source>Only the leader&apos;s AdminServer reports the sessions</source>
        <translation>只有领导者的 AdminServer 报告会话</translation>
    </message>
    <message>
        <source>invalid answer</source>
        <translation>应答无效</translation>
    </message>
    <message>
        <source>%1 may have held the lock longer than the limit of %3: its node is %2 old.</source>
        <translation>%1 持有该锁的时间可能已超过限值 %3：其节点已存在 %2。</translation>
    </message>
    <message>
        <source>%1 may have held the lock longer than the limit of %3: its node is %2 old. The same applies to %4 other client.</source>
        <translation>%1 持有该锁的时间可能已超过限值 %3：其节点已存在 %2。另有 %4 个客户端也是如此。</translation>
    </message>
    <message>
        <source>%1 may have held the lock longer than the limit of %3: its node is %2 old. The same applies to %4 other clients.</source>
        <translation>%1 持有该锁的时间可能已超过限值 %3：其节点已存在 %2。另有 %4 个客户端也是如此。</translation>
    </message>
    <message>
        <source>Lockscope did not see the acquisition. The age of the node can include waiting.</source>
        <translation>Lockscope 没有观察到获取锁的过程。节点存在的时间可能包括等待时间。</translation>
    </message>
    <message>
        <source>The lock has no holder. List the children of %1, for example with &quot;ls %1&quot; in zkCli, and sort them by the number at the end. Check the node before %2.</source>
        <translation>该锁没有持有者。请列出 %1 的子节点（例如在 zkCli 中执行“ls %1”），并按名称末尾的编号排序。请检查排在 %2 之前的节点。</translation>
    </message>
    <message>
        <source>The directory has cversion %1 (the counter of child changes) and %2. The next sequence number is therefore %3.</source>
        <translation>该目录的 cversion（子节点变更计数）为 %1，有 %2。因此下一个序号是 %3。</translation>
    </message>
    <message>
        <source>The servers listed %1; the session of this node is not one of them. The node existed before and after the listing.</source>
        <translation>服务器列出了 %1，此节点的会话不在其中。该节点在列出之前和之后都存在。</translation>
    </message>
    <message>
        <source>The node is not deleted automatically. Check that the client has stopped, then release %1. Report the ended session to the administrator of the ensemble, with the logs of the servers.</source>
        <translation>该节点不会自动删除。请确认客户端已停止，然后释放 %1。请向集群管理员报告这个已结束的会话，并附上服务器日志。</translation>
    </message>
    <message>
        <source>%1 holds the lock, but has sent no heartbeat for %2 (session timeout %3).</source>
        <translation>%1 持有锁，但已有 %2没有发送心跳（会话超时 %3）。</translation>
    </message>
    <message>
        <source>%1 waits for the lock, but has sent no heartbeat for %2 (session timeout %3).</source>
        <translation>%1 在等待锁，但已有 %2没有发送心跳（会话超时 %3）。</translation>
    </message>
    <message>
        <source>Clients send a heartbeat every third of the session timeout. The client is connected to server %1; its address is %2. Source: %3. Queried servers: %4.</source>
        <translation>客户端每隔会话超时的三分之一发送一次心跳。该客户端已连接到服务器 %1；客户端地址为 %2。来源：%3。已查询的服务器：%4。</translation>
    </message>
    <message>
        <source>Check the client&apos;s log. If the client still waits, it does not use the first of these nodes: release that node. If the client holds the lock, keep that node: the other nodes are unused.</source>
        <translation>请检查客户端的日志。如果该客户端仍在等待，则它没有使用这些节点中的第一个：请释放该节点。如果该客户端持有锁，请保留该节点：其他节点未被使用。</translation>
    </message>
    <message>
        <source>Child %1 is not the node of a holder or waiter and blocks the queue.</source>
        <translation>子节点 %1 不是持有者或等待者的节点，并阻塞队列。</translation>
    </message>
    <message>
        <source>%1 children are not nodes of holders or waiters and block the queue, among them %2.</source>
        <translation>%1 个子节点不是持有者或等待者的节点，并阻塞队列，其中有 %2。</translation>
    </message>
    <message>
        <source>not a holder or waiter; blocks the queue</source>
        <translation>不是持有者或等待者；阻塞队列</translation>
    </message>
    <message>
        <source>Check before the deletion</source>
        <translation>删除前的检查</translation>
    </message>
    <message>
        <source>Next holder: %1. %2 client then waits behind %1.</source>
        <translation>下一个持有者：%1。之后有 %2 个客户端在 %1 之后等待。</translation>
    </message>
    <message>
        <source>Next holder: %1. %2 clients then wait behind %1.</source>
        <translation>下一个持有者：%1。之后有 %2 个客户端在 %1 之后等待。</translation>
    </message>
    <message>
        <source>If you delete the node, a program that uses it loses it and is not notified. The node belongs to no holder or waiter, but the queue waits for it.</source>
        <translation>如果删除该节点，使用它的程序会失去它，且不会收到通知。该节点不属于任何持有者或等待者，但队列在等待它。</translation>
    </message>
    <message>
        <source>If you delete the node, a program that still relies on it is not notified. No session owns this node, so it never expires: only a delete releases it.</source>
        <translation>如果删除该节点，仍依赖它的程序不会收到通知。没有会话拥有此节点，因此它不会过期：只有删除才能释放它。</translation>
    </message>
    <message>
        <source>If you delete the node, the waiter loses its position. Most clients queue again at the end; some fail or stop responding.</source>
        <translation>如果删除该节点，等待者会失去位置。多数客户端会在队尾重新排队；有些会失败或不再响应。</translation>
    </message>
    <message>
        <source>If you delete the node, the holder&apos;s unfinished work stays unfinished. The holder&apos;s session has ended, so its program has stopped or was notified that the lock is lost.</source>
        <translation>如果删除该节点，持有者未完成的工作会保持原状。持有者的会话已结束，因此其程序已停止，或已得知锁已丢失。</translation>
    </message>
    <message>
        <source>The node belongs to no holder, so no client reads a revocation request there.</source>
        <translation>该节点不属于任何持有者，因此没有客户端在那里读取释放请求。</translation>
    </message>
    <message>
        <source>Find out which client creates the nodes. To list and clean up the directory, raise jute.maxbuffer, for example to four times the current value. Set the same value on all servers and on one client, and restart them. Delete the nodes with that client.</source>
        <translation>请查明是哪个客户端创建了这些节点。要列出并清理该目录，请提高 jute.maxbuffer，例如提高到当前值的四倍。请在所有服务器和一个客户端上设置相同的值，并重启它们。然后用该客户端删除节点。</translation>
    </message>
    <message>
        <source>Overwrites the payload of the holder&apos;s node with &quot;%1&quot;. The payload cannot be restored. Lockscope shows the last known client name.</source>
        <translation>用“%1”覆盖持有者节点的数据。原数据无法恢复。Lockscope 显示最后已知的客户端名称。</translation>
    </message>
    <message>
        <source>If you delete the node, the holder may continue, because its session may be alive: two clients may then both believe they hold the lock.</source>
        <translation>如果删除该节点，持有者可能会继续运行，因为其会话可能仍然有效：之后可能有两个客户端都认为自己持有锁。</translation>
    </message>
    <message>
        <source>If you delete the node, the holder continues, because its session is alive: two clients may then both believe they hold the lock.</source>
        <translation>如果删除该节点，持有者会继续运行，因为其会话仍然有效：之后可能有两个客户端都认为自己持有锁。</translation>
    </message>
    <message>
        <source>the node is not a contender of a lock, and no lock waits for it. Use the path of a contender&apos;s node, such as /locks/orders/NAME, not the path of the lock&apos;s directory</source>
        <translation>该节点不是锁的竞争者，也没有锁在等待它。请使用竞争者节点的路径，例如 /locks/orders/NAME，而不是锁目录的路径</translation>
    </message>
    <message>
        <source>no answer from %1</source>
        <translation>%1 没有应答</translation>
    </message>
    <message>
        <source>unknown part {%1}: use {uuid}, {hex32}, {hex16}, {hex8}, {int}, {any} or {seq}</source>
        <translation>未知的部分 {%1}：请使用 {uuid}、{hex32}、{hex16}、{hex8}、{int}、{any} 或 {seq}</translation>
    </message>
    <message>
        <source>It is not certain that this node belongs to a lock: no known program uses such names. A program that uses it for another purpose may fail.</source>
        <translation>无法确定此节点属于某个锁：没有已知的程序使用这样的名称。将其用于其他目的的程序可能会出错。</translation>
    </message>
    <message>
        <source>a JSON pointer begins with a slash, such as &quot;/type&quot;</source>
        <translation>JSON 指针以斜杠开头，例如 &quot;/type&quot;</translation>
    </message>
    <message>
        <source>the field is missing: the value that the JSON pointer leads to</source>
        <translation>缺少该字段：JSON 指针所指向的值</translation>
    </message>
    <message>
        <source>invalid pattern &quot;%1&quot;: %2</source>
        <translation>无效的模式 &quot;%1&quot;：%2</translation>
    </message>
    <message>
        <source>the field is missing: the JSON pointer of the owner</source>
        <translation>缺少该字段：所有者的 JSON 指针</translation>
    </message>
    <message>
        <source>invalid path pattern &quot;%1&quot;: %2</source>
        <translation>无效的路径模式 &quot;%1&quot;：%2</translation>
    </message>
    <message>
        <source>read the path pattern</source>
        <translation>读取路径模式</translation>
    </message>
    <message>
        <source>the pattern has no names</source>
        <translation>该模式没有名称</translation>
    </message>
    <message>
        <source>Accumulo admin lock</source>
        <translation>Accumulo 管理锁</translation>
    </message>
    <message>
        <source>An accumulo admin fate command then loses its reservations.</source>
        <translation>accumulo admin fate 命令将因此失去其预留。</translation>
    </message>
    <message>
        <source>Accumulo FATE lock, version 4</source>
        <translation>Accumulo FATE 锁（第 4 版）</translation>
    </message>
    <message>
        <source>A FATE transaction then runs without its table lock and can corrupt the table: use the accumulo admin fate commands.</source>
        <translation>FATE 事务将因此在没有表锁的情况下运行，可能损坏该表：请使用 accumulo admin fate 命令。</translation>
    </message>
    <message>
        <source>Accumulo FATE lock</source>
        <translation>Accumulo FATE 锁</translation>
    </message>
    <message>
        <source>The server that loses this node halts at once.</source>
        <translation>失去此节点的服务器会立即停止。</translation>
    </message>
    <message>
        <source>Accumulo reservation</source>
        <translation>Accumulo 预留</translation>
    </message>
    <message>
        <source>Two bulk imports may then use the same directory.</source>
        <translation>两个批量导入可能因此使用同一目录。</translation>
    </message>
    <message>
        <source>Accumulo work lock</source>
        <translation>Accumulo 工作锁</translation>
    </message>
    <message>
        <source>Two servers may then do the same work.</source>
        <translation>两台服务器可能因此执行同一工作。</translation>
    </message>
    <message>
        <source>aiozk election</source>
        <translation>aiozk 选举</translation>
    </message>
    <message>
        <source>aiozk lock</source>
        <translation>aiozk 锁</translation>
    </message>
    <message>
        <source>aiozk members</source>
        <translation>aiozk 成员</translation>
    </message>
    <message>
        <source>aiozk read-write lock</source>
        <translation>aiozk 读写锁</translation>
    </message>
    <message>
        <source>Aurora scheduler</source>
        <translation>Aurora 调度器</translation>
    </message>
    <message>
        <source>Two schedulers may then act at once.</source>
        <translation>两个调度器可能因此同时工作。</translation>
    </message>
    <message>
        <source>BookKeeper auditor election</source>
        <translation>BookKeeper 审计器选举</translation>
    </message>
    <message>
        <source>Another bookie then becomes auditor.</source>
        <translation>另一个 bookie 将因此成为审计器。</translation>
    </message>
    <message>
        <source>BookKeeper identifiers</source>
        <translation>BookKeeper 标识符</translation>
    </message>
    <message>
        <source>BookKeeper replication lock</source>
        <translation>BookKeeper 复制锁</translation>
    </message>
    <message>
        <source>Two bookies may then replicate one ledger.</source>
        <translation>两个 bookie 可能因此复制同一个账本。</translation>
    </message>
    <message>
        <source>Camel master</source>
        <translation>Camel 主节点</translation>
    </message>
    <message>
        <source>Another consumer then starts.</source>
        <translation>另一个消费者将因此启动。</translation>
    </message>
    <message>
        <source>Canal running server</source>
        <translation>Canal 运行中的服务器</translation>
    </message>
    <message>
        <source>A binary log may then be read twice.</source>
        <translation>二进制日志可能因此被读取两次。</translation>
    </message>
    <message>
        <source>ClickHouse DDL lock</source>
        <translation>ClickHouse DDL 锁</translation>
    </message>
    <message>
        <source>The statement may then run twice in a shard.</source>
        <translation>该语句可能因此在一个分片中执行两次。</translation>
    </message>
    <message>
        <source>ClickHouse leader election</source>
        <translation>ClickHouse 领导者选举</translation>
    </message>
    <message>
        <source>The replica then leads no merges until it restarts.</source>
        <translation>该副本在重启之前将不再主导合并。</translation>
    </message>
    <message>
        <source>ClickHouse leaders</source>
        <translation>ClickHouse 领导者</translation>
    </message>
    <message>
        <source>ClickHouse part lock</source>
        <translation>ClickHouse 数据片段锁</translation>
    </message>
    <message>
        <source>A second replica may then merge the same part.</source>
        <translation>第二个副本可能因此合并同一数据片段。</translation>
    </message>
    <message>
        <source>ClickHouse temporary nodes</source>
        <translation>ClickHouse 临时节点</translation>
    </message>
    <message>
        <source>Codis dashboard</source>
        <translation>Codis 控制台</translation>
    </message>
    <message>
        <source>Two dashboards may then change slots.</source>
        <translation>两个控制台可能因此更改槽位。</translation>
    </message>
    <message>
        <source>Curator service discovery</source>
        <translation>Curator 服务发现</translation>
    </message>
    <message>
        <source>Curator leader selector</source>
        <translation>Curator LeaderSelector</translation>
    </message>
    <message>
        <source>Another candidate then leads while the leader still acts.</source>
        <translation>另一个候选者将因此成为领导者，而原领导者仍在工作。</translation>
    </message>
    <message>
        <source>Curator queue claim</source>
        <translation>Curator 队列占用</translation>
    </message>
    <message>
        <source>Documented queue</source>
        <translation>文档中的队列</translation>
    </message>
    <message>
        <source>Druid overlord</source>
        <translation>Druid overlord</translation>
    </message>
    <message>
        <source>Another overlord then leads.</source>
        <translation>另一个 overlord 将因此成为领导者。</translation>
    </message>
    <message>
        <source>Druid tasks and segments</source>
        <translation>Druid 任务和数据段</translation>
    </message>
    <message>
        <source>ElasticJob leader</source>
        <translation>ElasticJob 领导者</translation>
    </message>
    <message>
        <source>The job then elects another leader and shards again.</source>
        <translation>该作业将因此选举另一个领导者并重新分片。</translation>
    </message>
    <message>
        <source>Flink addresses</source>
        <translation>Flink 地址</translation>
    </message>
    <message>
        <source>Flink references</source>
        <translation>Flink 引用</translation>
    </message>
    <message>
        <source>HBase token key master</source>
        <translation>HBase 令牌密钥主节点</translation>
    </message>
    <message>
        <source>Two servers may then roll the token keys.</source>
        <translation>两台服务器可能因此轮换令牌密钥。</translation>
    </message>
    <message>
        <source>HBase active master</source>
        <translation>HBase 活动主节点</translation>
    </message>
    <message>
        <source>A backup master then takes over, and the active one stops.</source>
        <translation>备用主节点将因此接管，活动主节点停止。</translation>
    </message>
    <message>
        <source>HBase replication queue lock</source>
        <translation>HBase 复制队列锁</translation>
    </message>
    <message>
        <source>A second server may then copy the same write-ahead logs.</source>
        <translation>第二台服务器可能因此复制相同的预写日志。</translation>
    </message>
    <message>
        <source>HBase tasks</source>
        <translation>HBase 任务</translation>
    </message>
    <message>
        <source>Two changes of a table&apos;s schema may then run at once.</source>
        <translation>对一个表结构的两次更改可能因此同时运行。</translation>
    </message>
    <message>
        <source>Helix controller leader</source>
        <translation>Helix 控制器领导者</translation>
    </message>
    <message>
        <source>Another controller then leads.</source>
        <translation>另一个控制器将因此成为领导者。</translation>
    </message>
    <message>
        <source>Helix lock</source>
        <translation>Helix 锁</translation>
    </message>
    <message>
        <source>The owner then goes on without exclusion.</source>
        <translation>所有者将因此在没有互斥的情况下继续。</translation>
    </message>
    <message>
        <source>Ignite coordinator</source>
        <translation>Ignite 协调者</translation>
    </message>
    <message>
        <source>The node is then dropped from the cluster.</source>
        <translation>该节点将因此被移出集群。</translation>
    </message>
    <message>
        <source>Kazoo election</source>
        <translation>Kazoo 选举</translation>
    </message>
    <message>
        <source>Kazoo lease</source>
        <translation>Kazoo 租约</translation>
    </message>
    <message>
        <source>Another client can then take the lease before its end.</source>
        <translation>另一个客户端可能因此在租约结束之前取得租约。</translation>
    </message>
    <message>
        <source>Kazoo queue claim</source>
        <translation>Kazoo 队列占用</translation>
    </message>
    <message>
        <source>Another consumer can then process the same item.</source>
        <translation>另一个消费者可能因此处理同一项。</translation>
    </message>
    <message>
        <source>Kazoo shallow party</source>
        <translation>Kazoo ShallowParty</translation>
    </message>
    <message>
        <source>Kylin lock</source>
        <translation>Kylin 锁</translation>
    </message>
    <message>
        <source>Two jobs may then write one cube or dictionary.</source>
        <translation>两个作业可能因此写入同一个 Cube 或字典。</translation>
    </message>
    <message>
        <source>Member directory</source>
        <translation>成员目录</translation>
    </message>
    <message>
        <source>Mesos master election</source>
        <translation>Mesos 主节点选举</translation>
    </message>
    <message>
        <source>Another master then leads, and this one stops.</source>
        <translation>另一个主节点将因此成为领导者，此主节点停止。</translation>
    </message>
    <message>
        <source>Node in a lock directory</source>
        <translation>锁目录中的节点</translation>
    </message>
    <message>
        <source>Node shared lock</source>
        <translation>Node 共享锁</translation>
    </message>
    <message>
        <source>Nodepool node lock</source>
        <translation>Nodepool 节点锁</translation>
    </message>
    <message>
        <source>A machine that is in use may then be deleted.</source>
        <translation>正在使用的机器可能因此被删除。</translation>
    </message>
    <message>
        <source>Numbered members</source>
        <translation>带编号的成员</translation>
    </message>
    <message>
        <source>Patroni leader</source>
        <translation>Patroni 领导者</translation>
    </message>
    <message>
        <source>Patroni then promotes a replica.</source>
        <translation>Patroni 将因此提升一个副本。</translation>
    </message>
    <message>
        <source>Pulsar bundle ownership</source>
        <translation>Pulsar bundle 所有权</translation>
    </message>
    <message>
        <source>Two brokers may then serve one bundle.</source>
        <translation>两个 broker 可能因此服务同一个 bundle。</translation>
    </message>
    <message>
        <source>Pulsar counters</source>
        <translation>Pulsar 计数器</translation>
    </message>
    <message>
        <source>Pulsar leader broker</source>
        <translation>Pulsar 领导者 broker</translation>
    </message>
    <message>
        <source>Another broker then leads.</source>
        <translation>另一个 broker 将因此成为领导者。</translation>
    </message>
    <message>
        <source>Samza lock</source>
        <translation>Samza 锁</translation>
    </message>
    <message>
        <source>Two programs may then create the same streams.</source>
        <translation>两个程序可能因此创建相同的流。</translation>
    </message>
    <message>
        <source>Samza processors</source>
        <translation>Samza 处理器</translation>
    </message>
    <message>
        <source>The job then rebalances.</source>
        <translation>该作业将因此重新平衡。</translation>
    </message>
    <message>
        <source>Saturn leader</source>
        <translation>Saturn 领导者</translation>
    </message>
    <message>
        <source>The job then elects another leader.</source>
        <translation>该作业将因此选举另一个领导者。</translation>
    </message>
    <message>
        <source>Service registry</source>
        <translation>服务注册表</translation>
    </message>
    <message>
        <source>Leader node</source>
        <translation>领导者节点</translation>
    </message>
    <message>
        <source>Solr distributed lock</source>
        <translation>Solr 分布式锁</translation>
    </message>
    <message>
        <source>Two commands may then change one collection at once.</source>
        <translation>两个命令可能因此同时更改一个集合。</translation>
    </message>
    <message>
        <source>Solr records</source>
        <translation>Solr 记录</translation>
    </message>
    <message>
        <source>Solr lock node</source>
        <translation>Solr 锁节点</translation>
    </message>
    <message>
        <source>Two splits, upgrades or writes may then overlap.</source>
        <translation>两次拆分、升级或写入可能因此重叠。</translation>
    </message>
    <message>
        <source>TBSchedule factories</source>
        <translation>TBSchedule 工厂</translation>
    </message>
    <message>
        <source>TBSchedule server</source>
        <translation>TBSchedule 服务器</translation>
    </message>
    <message>
        <source>The server then registers again, and tasks are assigned again.</source>
        <translation>该服务器将因此重新注册，任务会重新分配。</translation>
    </message>
    <message>
        <source>Twitter server set</source>
        <translation>Twitter 服务器集</translation>
    </message>
    <message>
        <source>Twitter singleton service</source>
        <translation>Twitter 单例服务</translation>
    </message>
    <message>
        <source>The leader is then defeated at once.</source>
        <translation>领导者将因此立即失去领导权。</translation>
    </message>
    <message>
        <source>zoologist election</source>
        <translation>zoologist 选举</translation>
    </message>
    <message>
        <source>%1: the host name has no address (%2)</source>
        <translation>%1：此主机名没有地址（%2）</translation>
    </message>
    <message>
        <source>Check the name, or use an IP address</source>
        <translation>请检查名称，或使用 IP 地址</translation>
    </message>
    <message>
        <source>%1: connection refused, no program listens on this port</source>
        <translation>%1：连接被拒绝，没有程序监听此端口</translation>
    </message>
    <message>
        <source>Check the host and the port, and that the server is running. A server also stops when its disk is full: see its log</source>
        <translation>请检查主机和端口，以及服务器是否正在运行。磁盘已满时服务器也会停止：请查看其日志</translation>
    </message>
    <message>
        <source>%1: the server cannot be reached (%2)</source>
        <translation>%1：无法连接到服务器（%2）</translation>
    </message>
    <message>
        <source>Check the address and the network</source>
        <translation>请检查地址和网络</translation>
    </message>
    <message>
        <source>%1: connecting timed out, nothing replies at this address</source>
        <translation>%1：连接超时，此地址没有任何响应</translation>
    </message>
    <message>
        <source>Check the address, the network and the firewalls</source>
        <translation>请检查地址、网络和防火墙</translation>
    </message>
    <message>
        <source>%1: the server accepts connections and closes them at once. It probably has too many connections from this host</source>
        <translation>%1：服务器接受连接后立即关闭。来自此主机的连接可能过多</translation>
    </message>
    <message>
        <source>Close other clients on this host, or raise maxClientCnxns (default 60) in the server&apos;s zoo.cfg</source>
        <translation>请关闭此主机上的其他客户端，或在服务器的 zoo.cfg 中增大 maxClientCnxns（默认 60）</translation>
    </message>
    <message>
        <source>%1: the port accepts connections, but nothing is answered</source>
        <translation>%1：此端口接受连接，但没有任何响应</translation>
    </message>
    <message>
        <source>Check that it is the clientPort of a ZooKeeper server, and that the server is not suspended or overloaded</source>
        <translation>请检查它是否为 ZooKeeper 服务器的 clientPort，以及该服务器是否被挂起或过载</translation>
    </message>
    <message>
        <source>%1: a ZooKeeper server runs there, but does not serve requests: it is starting, or its ensemble has no quorum</source>
        <translation>%1：此处的 ZooKeeper 服务器在运行，但不处理请求：它正在启动，或其集群未达到法定多数</translation>
    </message>
    <message>
        <source>Wait, or start the other servers of the ensemble. The server&apos;s log shows the reason, such as a full disk</source>
        <translation>请等待，或启动集群的其他服务器。服务器的日志会显示原因，例如磁盘已满</translation>
    </message>
    <message>
        <source>%1: the ensemble has no quorum, and this server only answers reads with data that may be old</source>
        <translation>%1：集群未达到法定多数，此服务器只响应读请求，数据可能已过时</translation>
    </message>
    <message>
        <source>Start the other servers of the ensemble</source>
        <translation>请启动集群的其他服务器</translation>
    </message>
    <message>
        <source>%1: the ZooKeeper server serves requests, but opens no session</source>
        <translation>%1：ZooKeeper 服务器处理请求，但未建立会话</translation>
    </message>
    <message>
        <source>The server&apos;s log shows the reason</source>
        <translation>服务器的日志会显示原因</translation>
    </message>
    <message>
        <source>%1: a ZooKeeper server runs there, but opens no session. It may be starting, or have no quorum</source>
        <translation>%1：此处的 ZooKeeper 服务器在运行，但未建立会话。它可能正在启动，或未达到法定多数</translation>
    </message>
    <message>
        <source>%1: the port requires TLS</source>
        <translation>%1：此端口要求 TLS</translation>
    </message>
    <message>
        <source>Use a connection profile with TLS, or the server&apos;s clientPort</source>
        <translation>请使用带 TLS 的连接，或服务器的 clientPort</translation>
    </message>
    <message>
        <source>%1: an HTTP server answers there, not ZooKeeper</source>
        <translation>%1：此处响应的是 HTTP 服务器，而不是 ZooKeeper</translation>
    </message>
    <message>
        <source>Use the server&apos;s clientPort (default 2181), not the port of its AdminServer</source>
        <translation>请使用服务器的 clientPort（默认 2181），而不是其 AdminServer 的端口</translation>
    </message>
    <message>
        <source>%1: a Redis server answers there, not ZooKeeper</source>
        <translation>%1：此处响应的是 Redis 服务器，而不是 ZooKeeper</translation>
    </message>
    <message>
        <source>Use the clientPort of a ZooKeeper server (default 2181)</source>
        <translation>请使用 ZooKeeper 服务器的 clientPort（默认 2181）</translation>
    </message>
    <message>
        <source>%1: another program answers there, not ZooKeeper (&quot;%2&quot;)</source>
        <translation>%1：此处响应的是其他程序，而不是 ZooKeeper（“%2”）</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>every server runs, but none serves requests: the ensemble is starting, or elects its leader. Wait. If this lasts, check that the servers reach each other on the ports of their server lines in zoo.cfg</source>
        <translation>所有服务器都在运行，但都不处理请求：集群正在启动，或正在选举领导者。请等待。如果持续如此，请检查服务器之间能否通过 zoo.cfg 中 server 行的端口互相连接</translation>
    </message>
    <message>
        <source>%1 of %2 servers run, but do not serve requests: the ensemble probably has no quorum</source>
        <translation>%2 台服务器中有 %1 台在运行，但不处理请求：集群可能未达到法定多数</translation>
    </message>
    <message>
        <source>Start the missing servers</source>
        <translation>请启动缺少的服务器</translation>
    </message>
    <message>
        <source>%1. For reads from it, set localSessionsEnabled=true in its zoo.cfg</source>
        <translation>%1。如需从它读取，请在其 zoo.cfg 中设置 localSessionsEnabled=true</translation>
    </message>
    <message>
        <source>The limit is the p99 of the earlier holds of this lock, at least %1.</source>
        <translation>限值是此锁以往持有时长的 p99，至少为 %1。</translation>
    </message>
    <message>
        <source>Check what the client is doing. If long holds are normal here, raise the limit for this path in the limits file, or for all paths in Preferences or with --hold-limit.</source>
        <translation>请检查客户端在做什么。如果这里长时间持有属于正常，请在限值文件中提高此路径的限值，或在首选项中或用 --hold-limit 提高所有路径的限值。</translation>
    </message>
    <message>
        <source>The number of leases of %1 is derived from its nodes. It is a deadlock only if no lease is free.</source>
        <translation>%1 的租约数是由其节点推断的。只有在没有空闲租约时才是死锁。</translation>
    </message>
    <message>
        <source>read the limits in</source>
        <translation>读取限值文件</translation>
    </message>
    <message>
        <source>invalid limit &quot;%1&quot;: use 30s, 10m, 2h or off</source>
        <translation>无效的限值“%1”：请使用 30s、10m、2h 或 off</translation>
    </message>
    <message>
        <source>invalid time &quot;%1&quot;: use the end of the mute, such as 2026-12-31T18:00:00Z</source>
        <translation>无效的时间“%1”：请使用静音的结束时间，例如 2026-12-31T18:00:00Z</translation>
    </message>
    <message>
        <source>unknown kind &quot;%1&quot;: use the kinds in the output of findings, such as long-hold</source>
        <translation>未知的类型“%1”：请使用 findings 输出中的类型，例如 long-hold</translation>
    </message>
    <message>
        <source>kinds without &quot;mute&quot;: add the end of the mute, such as &quot;mute&quot;: &quot;2026-12-31T18:00:00Z&quot;</source>
        <translation>有 kinds 而没有“mute”：请添加静音的结束时间，例如 &quot;mute&quot;: &quot;2026-12-31T18:00:00Z&quot;</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>the file has more than 4 MiB, so it is not a limits file</source>
        <translation>文件超过 4 MiB，因此不是限值文件</translation>
    </message>
    <message>
        <source>The servers were not queried, or have not answered yet: owners without a session, a connection or a heartbeat are not found.</source>
        <translation>未查询服务器，或服务器尚未回答：无法发现没有会话、连接或心跳的所有者。</translation>
    </message>
    <message>
        <source>No server reports the sessions of the ensemble: owners whose session has ended are not found.</source>
        <translation>没有服务器报告集群的会话：无法发现会话已结束的所有者。</translation>
    </message>
    <message>
        <source>Several servers answer at one address: owners without a connection or a heartbeat are not found. Name each server in the connect string.</source>
        <translation>同一地址有多台服务器应答：无法发现没有连接或心跳的所有者。请在连接字符串中写明每台服务器。</translation>
    </message>
    <message>
        <source>The members of the ensemble are unknown: owners without a connection are not found. Allow the four-letter command conf, or name each server in the connect string.</source>
        <translation>集群的成员未知：无法发现没有连接的所有者。请允许四字命令 conf，或在连接字符串中写明每台服务器。</translation>
    </message>
    <message>
        <source>Not every server reports its connections: owners without a connection are not found.</source>
        <translation>并非每台服务器都报告其连接：无法发现没有连接的所有者。</translation>
    </message>
    <message>
        <source>Not every server reports its watches: waiters without a watch are not found.</source>
        <translation>并非每台服务器都报告其监视：无法发现没有监视的等待者。</translation>
    </message>
    <message>
        <source>A listing takes %1 bytes. Java clients close the connection if a reply exceeds %2 bytes, unless jute.maxbuffer is raised.</source>
        <translation>一次列出需要 %1 字节。除非调高 jute.maxbuffer，否则回复超过 %2 字节时 Java 客户端会关闭连接。</translation>
    </message>
    <message>
        <source>The directory has %1. This is %2 % of the limit above which Java clients cannot list it.</source>
        <translation>该目录有 %1，达到 Java 客户端无法列出的上限的 %2 %。</translation>
    </message>
    <message>
        <source>Above this limit, these clients can no longer queue here. Check why the queue is so long, or distribute the clients over several locks.</source>
        <translation>超过此上限后，这些客户端无法再在此排队。请检查队列为何这么长，或把客户端分布到多个锁。</translation>
    </message>
    <message>
        <source>Check whether a client lists this directory, and which client creates the nodes. Delete nodes that are not needed.</source>
        <translation>请检查是否有客户端列出此目录，以及哪个客户端创建这些节点。请删除不需要的节点。</translation>
    </message>
    <message>
        <source>The directory has too many child nodes. Lockscope does not list it.</source>
        <translation>该目录的子节点太多，Lockscope 不列出它。</translation>
    </message>
    <message>
        <source>%1 directories below this path once had children and are now empty.</source>
        <translation>此路径下有 %1 个目录曾有子节点，现在为空。</translation>
    </message>
    <message>
        <source>The server %1 %2.</source>
        <translation>服务器 %1 %2。</translation>
    </message>
    <message>
        <source>%1 of %2 servers do not answer: %3.</source>
        <translation>%2 台服务器中有 %1 台没有响应：%3。</translation>
    </message>
    <message>
        <source>Start the missing servers, or read their logs.</source>
        <translation>请启动缺少的服务器，或查看其日志。</translation>
    </message>
    <message>
        <source>If one more server stops, the ensemble may lose its quorum. Then no lock can be acquired or released.</source>
        <translation>如果再有一台服务器停止，集群可能失去法定多数，届时无法获取或释放任何锁。</translation>
    </message>
    <message>
        <source>%1 watches a node of this queue, but has no node in the queue.</source>
        <translation>%1 监视此队列的一个节点，但在队列中没有节点。</translation>
    </message>
    <message>
        <source>%1 and %2 other session watch nodes of this queue, but have no node in the queue.</source>
        <translation>%1 和另外 %2 个会话监视此队列的节点，但在队列中没有节点。</translation>
    </message>
    <message>
        <source>%1 and %2 other sessions watch nodes of this queue, but have no node in the queue.</source>
        <translation>%1 和另外 %2 个会话监视此队列的节点，但在队列中没有节点。</translation>
    </message>
    <message>
        <source>Watched node: %1. Source: %2. Either the client&apos;s own node was deleted while it waited, or the client no longer waits and left its watch.</source>
        <translation>被监视的节点：%1。来源：%2。可能是客户端等待时其节点被删除，也可能是客户端已不再等待而留下了监视。</translation>
    </message>
    <message>
        <source>Check whether the client still waits for this lock. If it does, restart it: without a node in the queue it never acquires the lock.</source>
        <translation>请检查客户端是否仍在等待此锁。如果是，请重启它：在队列中没有节点，它永远不会获得锁。</translation>
    </message>
    <message>
        <source>%1 node of a lock was deleted whose creation is in none of the logs</source>
        <translation>删除了 %1 个锁节点，其创建不在任何日志中</translation>
    </message>
    <message>
        <source>%1 nodes of locks were deleted whose creation is in none of the logs</source>
        <translation>有 %1 个锁节点被删除，但任何日志都没有其创建记录</translation>
    </message>
    <message>
        <source>sessions of server %1 end in these logs, but no request of them is logged: the log of that server is missing. Each server logs only its own clients. Times are inferred</source>
        <translation>这些日志中有服务器 %1 的会话结束，但没有其请求记录：缺少该服务器的日志。每台服务器只记录自己的客户端。时间为推断值</translation>
    </message>
    <message>
        <source>each server logs only the requests of its own clients. If the ensemble has other servers, open their logs together with this one</source>
        <translation>每台服务器只记录自己客户端的请求。如果集群还有其他服务器，请将它们的日志与此日志一起打开</translation>
    </message>
    <message>
        <source>Lockscope could not read the lock again, so the finding is not confirmed.</source>
        <translation>Lockscope 未能再次读取此锁，因此该发现未经确认。</translation>
    </message>
    <message>
        <source>Client without a place in the queue</source>
        <translation>客户端在队列中没有位置</translation>
    </message>
    <message>
        <source>Server is down</source>
        <translation>服务器已停止</translation>
    </message>
    <message>
        <source>read the host names</source>
        <translation>读取主机名</translation>
    </message>
    <message>
        <source>line %1 is invalid: use an IP address and a name, such as &quot;10.0.0.7 worker-7&quot;</source>
        <translation>第 %1 行无效：请使用 IP 地址和名称，例如 &quot;10.0.0.7 worker-7&quot;</translation>
    </message>
    <message>
        <source>unknown: depends on the data of other nodes. It may hold the lock</source>
        <translation>未知：取决于其他节点的数据。它可能持有锁</translation>
    </message>
    <message>
        <source>%1, field %2</source>
        <translation>%1，字段 %2</translation>
    </message>
    <message>
        <source>%1, mode unknown</source>
        <translation>%1，模式未知</translation>
    </message>
    <message>
        <source>only a dialect of kind single uses this field: a word in a name does not show that the node is in a queue. Use marks</source>
        <translation>只有 kind 为 single 的方言使用此字段：名称中的单词不能表明节点在队列中。请使用 marks</translation>
    </message>
    <message>
        <source>The number of %1 has more than ten digits, so the server did not make it.</source>
        <translation>%1 的编号超过十位，因此不是服务器生成的。</translation>
    </message>
    <message>
        <source>The number of %1 is %2, but the server has counted only %3 created children.</source>
        <translation>%1 的编号为 %2，但服务器只计数了 %3 个已创建的子节点。</translation>
    </message>
    <message>
        <source>%1 and %2 have the same number, which the server never gives twice.</source>
        <translation>%1 和 %2 的编号相同，而服务器从不重复分配编号。</translation>
    </message>
    <message>
        <source>The numbers of %1 and %2 contradict the order in which the nodes were created.</source>
        <translation>%1 和 %2 的编号与节点的创建顺序矛盾。</translation>
    </message>
    <message>
        <source>%1 is not shown as a lock: this depends on the data of child %2, which are unknown.</source>
        <translation>%1 未显示为锁：这取决于子节点 %2 的数据，而这些数据未知。</translation>
    </message>
    <message>
        <source>%1 is not a lock: the names match &quot;%2&quot;, but no contender is ephemeral.</source>
        <translation>%1 不是锁：名称与“%2”匹配，但没有竞争者是临时节点。</translation>
    </message>
    <message>
        <source>%1 is not a lock: the names match &quot;%2&quot;, but the gate lock does not exist.</source>
        <translation>%1 不是锁：名称与“%2”匹配，但入口锁不存在。</translation>
    </message>
    <message>
        <source>%1 is not a lock: no known type of lock matches.</source>
        <translation>%1 不是锁：没有匹配的已知锁类型。</translation>
    </message>
    <message>
        <source>%1 is not a lock: &quot;%2&quot; describes names that are no locks.</source>
        <translation>%1 不是锁：“%2”描述的名称不是锁。</translation>
    </message>
    <message>
        <source>%1 may be a lock: it has the form of &quot;%2&quot;, and no documented type matches.</source>
        <translation>%1 可能是锁：它具有“%2”的形式，且没有匹配的已记载类型。</translation>
    </message>
    <message>
        <source>%1 is a lock of type &quot;%2&quot;.</source>
        <translation>%1 是类型为“%2”的锁。</translation>
    </message>
    <message>
        <source>The dialect matches %1 of %2 children.</source>
        <translation>该方言匹配 %2 个子节点中的 %1 个。</translation>
    </message>
    <message>
        <source>The name, the place and the kind of the node match.</source>
        <translation>节点的名称、位置和种类均匹配。</translation>
    </message>
    <message>
        <source>Child %1 is a lock by itself.</source>
        <translation>子节点 %1 本身就是一个锁。</translation>
    </message>
    <message>
        <source>The directory keeps this type until another one matches more children.</source>
        <translation>在另一类型匹配更多子节点之前，该目录保持此类型。</translation>
    </message>
    <message>
        <source>The directory keeps its earlier type, which matches as many children.</source>
        <translation>该目录保持先前的类型，它匹配同样多的子节点。</translation>
    </message>
    <message>
        <source>Place: the path of the directory must end with %1 after the path of the lock.</source>
        <translation>位置：目录的路径必须是锁的路径后接 %1。</translation>
    </message>
    <message>
        <source>Place: the path must match %1.</source>
        <translation>位置：路径必须匹配 %1。</translation>
    </message>
    <message>
        <source>Place: the path must contain %1.</source>
        <translation>位置：路径必须包含 %1。</translation>
    </message>
    <message>
        <source>Place: the directory belongs to another lock.</source>
        <translation>位置：该目录属于另一个锁。</translation>
    </message>
    <message>
        <source>Name pattern: no child matches %1.</source>
        <translation>名称模式：没有子节点匹配 %1。</translation>
    </message>
    <message>
        <source>Payload: the data of %1 do not match &quot;%2&quot;.</source>
        <translation>数据：%1 的数据与“%2”不匹配。</translation>
    </message>
    <message>
        <source>Payload: the value %2 in the data of %1 does not match &quot;%3&quot;.</source>
        <translation>数据：%1 的数据中 %2 处的值与“%3”不匹配。</translation>
    </message>
    <message>
        <source>Payload: the data of %1 are not read yet.</source>
        <translation>数据：%1 的数据尚未读取。</translation>
    </message>
    <message>
        <source>Payload: Lockscope has no permission to read the data of %1.</source>
        <translation>数据：Lockscope 没有权限读取 %1 的数据。</translation>
    </message>
    <message>
        <source>Server&apos;s counter: %1</source>
        <translation>服务器的计数器：%1</translation>
    </message>
    <message>
        <source>It only has the form of a lock, and &quot;%1&quot; is documented.</source>
        <translation>它只具有锁的形式，而“%1”是已记载的类型。</translation>
    </message>
    <message>
        <source>The names of %1 children match, but &quot;%2&quot; comes first with %3.</source>
        <translation>%1 个子节点的名称匹配，但“%2”以 %3 个优先。</translation>
    </message>
    <message>
        <source>Name pattern: %1 is named like a contender of its directory.</source>
        <translation>名称模式：%1 的名称像其目录的竞争者。</translation>
    </message>
    <message>
        <source>%1 has a name that is known not to be a lock here.</source>
        <translation>已知 %1 的名称在此处不是锁。</translation>
    </message>
    <message>
        <source>The name is known as &quot;%1&quot; here, which is not a lock.</source>
        <translation>该名称在此处已知为“%1”，它不是锁。</translation>
    </message>
    <message>
        <source>The node is persistent, but holders of this type have ephemeral nodes.</source>
        <translation>该节点是持久节点，但此类型的持有者使用临时节点。</translation>
    </message>
    <message>
        <source>The names match, but &quot;%1&quot; matches more specifically.</source>
        <translation>名称匹配，但“%1”的匹配更具体。</translation>
    </message>
    <message>
        <source>%1 is a lock of type &quot;%2&quot; that no client holds, by the data of its node.</source>
        <translation>%1 是类型为“%2”的锁，根据其节点的数据，没有客户端持有它。</translation>
    </message>
    <message>
        <source>The tree was probably restored or copied.</source>
        <translation>该树可能是恢复或复制而来的。</translation>
    </message>
    <message>
        <source>Lockscope reads more than %1 nodes only after a confirmation</source>
        <translation>超过 %1 个节点时，Lockscope 只在确认后读取</translation>
    </message>
    <message>
        <source>%1 is the gate lock of %2.</source>
        <translation>%1 是 %2 的入口锁。</translation>
    </message>
    <message>
        <source>the connection was lost twice while its %1 children were listed. To try again, refresh</source>
        <translation>列出其 %1 个子节点时连接两次丢失。要重试，请刷新</translation>
    </message>
    <message>
        <source>it has %1 children, more than Lockscope lists. Remove nodes that are not needed, or distribute the nodes over several directories</source>
        <translation>它有 %1 个子节点，超过 Lockscope 列出的上限。请删除不需要的节点，或把节点分布到多个目录</translation>
    </message>
    <message>
        <source>several servers answer at this address, such as behind a load balancer. Sessions without a connection or a heartbeat are not found. Name each server in the connect string</source>
        <translation>此地址有多台服务器应答，例如在负载均衡器之后。无法发现没有连接或心跳的会话。请在连接字符串中写明每台服务器</translation>
    </message>
    <message>
        <source>%1 waits for %2, behind %3.</source>
        <translation>%1 等待 %2，排在 %3 之后。</translation>
    </message>
    <message>
        <source>%1 has waited %2 for %3, which %4 holds.</source>
        <translation>%1 已等待 %2，所等的锁 %3 由 %4 持有。</translation>
    </message>
    <message>
        <source>%1 has waited %2 for %3, behind %4.</source>
        <translation>%1 已等待 %2，所等的锁为 %3，排在 %4 之后。</translation>
    </message>
    <message>
        <source>Head of the chain, waits for no lock: %1.</source>
        <translation>等待链的头部，不等待任何锁：%1。</translation>
    </message>
    <message>
        <source>the server only serves authenticated clients (enforce.auth.enabled). Connect as a user of a scheme in its enforce.auth.schemes</source>
        <translation>服务器只处理已认证客户端的请求（enforce.auth.enabled）。请以其 enforce.auth.schemes 中某个方案的用户连接</translation>
    </message>
    <message>
        <source>It is unknown whether %1 further client holds the lock or waits.</source>
        <translation>另有 %1 个客户端，是持有锁还是等待锁未知。</translation>
    </message>
    <message>
        <source>It is unknown whether %1 further clients hold the lock or wait.</source>
        <translation>另有 %1 个客户端，是持有锁还是等待锁未知。</translation>
    </message>
    <message>
        <source>It is unknown which client holds the lock. Show the queue: it has the clients whose state is unknown.</source>
        <translation>哪个客户端持有锁未知。请查看队列：其中有状态未知的客户端。</translation>
    </message>
    <message>
        <source>The clock of the leader was not measured: the ages of nodes are lower limits, so long holds and waits may be found late. Enable the AdminServer of each server.</source>
        <translation>未测量领导者的时钟：节点的存在时间只是下限，因此长时间的持有和等待可能较晚才被发现。请启用每台服务器的 AdminServer。</translation>
    </message>
    <message>
        <source>%1 holds the lock or waits for it, but has no connection to any server.</source>
        <translation>%1 持有锁或在等待锁，但与任何服务器都没有连接。</translation>
    </message>
    <message>
        <source>%1 holds the lock or waits for it, but has no connection to any server. Its session can expire at any time.</source>
        <translation>%1 持有锁或在等待锁，但与任何服务器都没有连接。其会话随时可能过期。</translation>
    </message>
    <message>
        <source>%1 holds the lock or waits for it, but has no connection to any server. Its session expires in %2 unless the client reconnects.</source>
        <translation>%1 持有锁或在等待锁，但与任何服务器都没有连接。除非客户端重新连接，否则其会话将在 %2 后过期。</translation>
    </message>
    <message>
        <source>%1 holds the lock or waits for it, but no server lists its session.</source>
        <translation>%1 持有锁或在等待锁，但没有服务器列出其会话。</translation>
    </message>
    <message>
        <source>A client has queued for the lock.</source>
        <translation>一个客户端已排队等待该锁。</translation>
    </message>
    <message>
        <source>The client has acquired the lock.</source>
        <translation>该客户端已获取锁。</translation>
    </message>
    <message>
        <source>The node no longer exists. The client released the lock or stopped waiting, its session ended, or another client deleted the node.</source>
        <translation>该节点已不存在。客户端释放了锁或停止了等待，或其会话已结束，或另一个客户端删除了该节点。</translation>
    </message>
    <message>
        <source>The node no longer exists because the client&apos;s session ended. The servers reported a silent or disconnected session and then its end, or an audit log shows it.</source>
        <translation>该节点已不存在，因为客户端的会话已结束。服务器先报告会话无响应或已断开，随后报告其结束；或审计日志表明了这一点。</translation>
    </message>
    <message>
        <source>A revocation request was sent to the holder.</source>
        <translation>已向持有者发送释放请求。</translation>
    </message>
    <message>
        <source>An operator deleted the client&apos;s node with Lockscope.</source>
        <translation>操作员用 Lockscope 删除了该客户端的节点。</translation>
    </message>
    <message>
        <source>A request deleted the client&apos;s node. An audit log shows the session that sent it.</source>
        <translation>一个请求删除了该客户端的节点。审计日志显示发送该请求的会话。</translation>
    </message>
    <message>
        <source>Nothing was watched for some time: the connection was lost, a lock could not be read, updates were paused, or Lockscope did not run. Changes in that time have an unknown time.</source>
        <translation>有一段时间未监视：连接丢失、某个锁无法读取、更新已暂停，或 Lockscope 未运行。这段时间内的变化时间未知。</translation>
    </message>
    <message>
        <source>Acquisitions may be missing, because they began and ended between two readings.</source>
        <translation>可能缺少一些获取，因为它们在两次读取之间开始并结束。</translation>
    </message>
    <message>
        <source>a recording cannot be opened together with other files. Open it alone</source>
        <translation>录制文件不能与其他文件一起打开。请单独打开它</translation>
    </message>
    <message>
        <source>not an audit log. Only audit logs can be opened together</source>
        <translation>不是审计日志。只有审计日志可以一起打开</translation>
    </message>
    <message>
        <source>the same audit log was given twice. Open each log once</source>
        <translation>同一个审计日志被指定了两次。每个日志只打开一次</translation>
    </message>
    <message>
        <source>may hold or wait for %1</source>
        <translation>可能持有或等待 %1</translation>
    </message>
    <message>
        <source>Head of the known chain, may wait for another lock: %1.</source>
        <translation>已知链的头部，可能在等待另一个锁：%1。</translation>
    </message>
    <message>
        <source>Brooklin leader</source>
        <translation>Brooklin 领导者</translation>
    </message>
    <message>
        <source>The instance then leaves the cluster, and its tasks are assigned again.</source>
        <translation>该实例将因此离开集群，其任务会重新分配。</translation>
    </message>
    <message>
        <source>Brooklin task lock</source>
        <translation>Brooklin 任务锁</translation>
    </message>
    <message>
        <source>Two instances may then process one task.</source>
        <translation>两个实例可能因此处理同一任务。</translation>
    </message>
    <message>
        <source>DistributedLog lock</source>
        <translation>DistributedLog 锁</translation>
    </message>
    <message>
        <source>Another writer then takes the stream over.</source>
        <translation>另一个写入者将因此接管该流。</translation>
    </message>
    <message>
        <source>Fluo finders</source>
        <translation>Fluo finders</translation>
    </message>
    <message>
        <source>Giraph master</source>
        <translation>Giraph 主节点</translation>
    </message>
    <message>
        <source>Another master then continues the job.</source>
        <translation>另一个主节点将因此继续该作业。</translation>
    </message>
    <message>
        <source>JStorm Nimbus</source>
        <translation>JStorm Nimbus</translation>
    </message>
    <message>
        <source>Another Nimbus then leads.</source>
        <translation>另一个 Nimbus 将因此成为领导者。</translation>
    </message>
    <message>
        <source>Otter main stem</source>
        <translation>Otter 主干</translation>
    </message>
    <message>
        <source>Another node then runs the pipeline.</source>
        <translation>另一个节点将因此运行该管道。</translation>
    </message>
    <message>
        <source>Pegasus meta server</source>
        <translation>Pegasus 元数据服务器</translation>
    </message>
    <message>
        <source>The leader&apos;s process then exits.</source>
        <translation>领导者的进程将因此退出。</translation>
    </message>
    <message>
        <source>Schema Registry master</source>
        <translation>Schema Registry 主节点</translation>
    </message>
    <message>
        <source>Another registry then becomes master.</source>
        <translation>另一个注册表将因此成为主节点。</translation>
    </message>
    <message>
        <source>Vault active server</source>
        <translation>Vault 活动服务器</translation>
    </message>
    <message>
        <source>The active server is not notified: a second one then becomes active beside it.</source>
        <translation>活动服务器不会收到通知：第二台服务器将因此与其同时成为活动服务器。</translation>
    </message>
    <message>
        <source>Vitess election</source>
        <translation>Vitess 选举</translation>
    </message>
    <message>
        <source>Another process then leads.</source>
        <translation>另一个进程将因此成为领导者。</translation>
    </message>
    <message>
        <source>Vitess lock</source>
        <translation>Vitess 锁</translation>
    </message>
    <message>
        <source>Two changes of one keyspace may then run at once.</source>
        <translation>同一 keyspace 的两个变更可能因此同时运行。</translation>
    </message>
    <message>
        <source>the ensemble has %1 nodes, and Lockscope reads more than %2 only after a confirmation</source>
        <translation>该集群有 %1 个节点，Lockscope 仅在确认后才会读取超过 %2 个节点</translation>
    </message>
    <message>
        <source>Only locks in the servers&apos; lists of ephemeral nodes are shown</source>
        <translation>仅显示服务器临时节点列表中的锁</translation>
    </message>
    <message>
        <source>No server reported its ephemeral nodes, so locks may be missing</source>
        <translation>没有服务器报告其临时节点，因此可能缺少锁</translation>
    </message>
    <message>
        <source>Some nodes were not read. Their locks were not checked.</source>
        <translation>部分节点未被读取，其中的锁未被检查。</translation>
    </message>
    <message>
        <source>a member is named twice</source>
        <translation>一个成员被重复指定</translation>
    </message>
    <message>
        <source>the number of permits is below 1</source>
        <translation>许可数小于 1</translation>
    </message>
    <message>
        <source>the number of permits is below 0</source>
        <translation>许可数小于 0</translation>
    </message>
    <message>
        <source>a master is named twice</source>
        <translation>一个主节点被重复指定</translation>
    </message>
    <message>
        <source>only %1 of %2 replicas have the lock</source>
        <translation>%2 个副本中只有 %1 个拥有该锁</translation>
    </message>
    <message>
        <source>the server does not record the holders of this lock</source>
        <translation>服务器不记录此锁的持有者</translation>
    </message>
    <message>
        <source>the lease was not renewed in time: another client may have held the lock</source>
        <translation>租约未及时续期：另一个客户端可能已持有该锁</translation>
    </message>
    <message>
        <source>the lock&apos;s name is empty</source>
        <translation>锁的名称为空</translation>
    </message>
    <message>
        <source>the lease is shorter than 10 ms</source>
        <translation>租约短于 10 ms</translation>
    </message>
    <message>
        <source>the allowance for clock drift is not between 0 and the lease</source>
        <translation>时钟漂移余量不在 0 与租约之间</translation>
    </message>
    <message>
        <source>the lock has no servers</source>
        <translation>该锁没有服务器</translation>
    </message>
    <message>
        <source>a server has no client</source>
        <translation>有服务器没有对应的客户端</translation>
    </message>
    <message>
        <source>the clients are on different executors</source>
        <translation>各客户端位于不同的执行器上</translation>
    </message>
    <message>
        <source>no majority of the servers answered</source>
        <translation>没有多数服务器应答</translation>
    </message>
    <message>
        <source>the lease has ended on a majority of the servers</source>
        <translation>租约已在多数服务器上结束</translation>
    </message>
    <message>
        <source>the server sent an unexpected reply: %1</source>
        <translation>服务器发送了意外的应答：%1</translation>
    </message>
    <message>
        <source>the key has a value of another type. Use another name for the lock</source>
        <translation>该键的值是其他类型。请为锁使用其他名称</translation>
    </message>
    <message>
        <source>invalid user %1: write a name without spaces before &quot;@&quot;</source>
        <translation>无效的用户 %1：请在“@”之前写不含空格的名称</translation>
    </message>
    <message>
        <source>invalid socket %1: use the absolute path of a unix socket</source>
        <translation>无效的套接字 %1：请使用 unix 套接字的绝对路径</translation>
    </message>
    <message>
        <source>the socket path %1 is longer than %2 bytes</source>
        <translation>套接字路径 %1 超过 %2 字节</translation>
    </message>
    <message>
        <source>invalid option %1: only %2 is accepted</source>
        <translation>无效的选项 %1：只接受 %2</translation>
    </message>
    <message>
        <source>%1 takes one server: for several use redis+sentinel://, redis+cluster:// or redlock://</source>
        <translation>%1 只接受一台服务器：多台服务器请使用 redis+sentinel://、redis+cluster:// 或 redlock://</translation>
    </message>
    <message>
        <source>%1 needs at least two servers: for one server use redis://</source>
        <translation>%1 至少需要两台服务器：一台服务器请使用 redis://</translation>
    </message>
    <message>
        <source>a server name is missing</source>
        <translation>缺少服务器名称</translation>
    </message>
    <message>
        <source>invalid IPv6 address %1: use an address in brackets, such as [::1]:6379</source>
        <translation>无效的 IPv6 地址 %1：请使用带方括号的地址，例如 [::1]:6379</translation>
    </message>
    <message>
        <source>%1 has more than one colon: write an IPv6 address in brackets, such as [::1]:6379</source>
        <translation>%1 含有多个冒号：请将 IPv6 地址写在方括号中，例如 [::1]:6379</translation>
    </message>
    <message>
        <source>the server %1 is given twice</source>
        <translation>服务器 %1 被重复指定</translation>
    </message>
    <message>
        <source>the name of the master is missing after the Sentinels</source>
        <translation>Sentinel 之后缺少主节点的名称</translation>
    </message>
    <message>
        <source>invalid master %1: use letters, digits, &quot;.&quot;, &quot;-&quot; and &quot;_&quot;</source>
        <translation>无效的主节点名称 %1：请使用字母、数字、“.”、“-”和“_”</translation>
    </message>
    <message>
        <source>%1 after the servers: a cluster has only database 0</source>
        <translation>服务器之后的 %1：集群只有数据库 0</translation>
    </message>
    <message>
        <source>%1 after the servers: %2 always uses database 0</source>
        <translation>服务器之后的 %1：%2 始终使用数据库 0</translation>
    </message>
    <message>
        <source>invalid database %1: use a number, such as 0</source>
        <translation>无效的数据库 %1：请使用数字，例如 0</translation>
    </message>
    <message>
        <source>a target of Redis begins with %1. Example: %2</source>
        <translation>Redis 的目标以 %1 开头。示例：%2</translation>
    </message>
    <message>
        <source>a password in a target is visible in process lists and shell histories: remove it and give it separately. Example: %1</source>
        <translation>目标中的密码在进程列表和 shell 历史中可见：请将其移除并单独提供。示例：%1</translation>
    </message>
    <message>
        <source>run the command</source>
        <translation>执行命令</translation>
    </message>
    <message>
        <source>wait for replicas</source>
        <translation>等待副本</translation>
    </message>
    <message>
        <source>run the script</source>
        <translation>执行脚本</translation>
    </message>
    <message>
        <source>the command has no words</source>
        <translation>命令为空</translation>
    </message>
    <message>
        <source>too many redirections: %1</source>
        <translation>重定向次数过多：%1</translation>
    </message>
    <message>
        <source>the server did not answer the first commands</source>
        <translation>服务器未应答最初的命令</translation>
    </message>
    <message>
        <source>%1 requests are not answered yet</source>
        <translation>%1 个请求尚未得到应答</translation>
    </message>
    <message>
        <source>the server sent a reply without a request</source>
        <translation>服务器发送了没有对应请求的应答</translation>
    </message>
    <message>
        <source>the server did not confirm a subscription</source>
        <translation>服务器未确认订阅</translation>
    </message>
    <message>
        <source>the server has sent nothing for %1</source>
        <translation>服务器已有 %1 未发送任何数据</translation>
    </message>
    <message>
        <source>send a request to</source>
        <translation>向其发送请求</translation>
    </message>
    <message>
        <source>%1 is loading its data</source>
        <translation>%1 正在加载数据</translation>
    </message>
    <message>
        <source>the server sent an invalid reply (%1): check that it is a Redis server</source>
        <translation>服务器发送了无效的应答（%1）：请检查它是否为 Redis 服务器</translation>
    </message>
    <message>
        <source>a reply of the server is larger than the limit of %1 bytes</source>
        <translation>服务器的应答超过了 %1 字节的限制</translation>
    </message>
    <message>
        <source>the server is not used any more</source>
        <translation>该服务器已不再使用</translation>
    </message>
    <message>
        <source>the addresses of &quot;%1&quot; were not found within %2. Check the name servers</source>
        <translation>未在 %2 内找到“%1”的地址。请检查域名服务器</translation>
    </message>
    <message>
        <source>no answer within %1</source>
        <translation>%1 内没有应答</translation>
    </message>
    <message>
        <source>connection refused. Check that a server listens on this port</source>
        <translation>连接被拒绝。请检查此端口上是否有服务器监听</translation>
    </message>
    <message>
        <source>the host cannot be reached from this machine (%1)</source>
        <translation>无法从本机访问该主机（%1）</translation>
    </message>
    <message>
        <source>the host does not answer (%1)</source>
        <translation>主机没有应答（%1）</translation>
    </message>
    <message>
        <source>the server reset the connection</source>
        <translation>服务器重置了连接</translation>
    </message>
    <message>
        <source>no socket is left (%1). Raise the limit of open files</source>
        <translation>没有可用的套接字（%1）。请提高打开文件数的限制</translation>
    </message>
    <message>
        <source>the connection failed (%1)</source>
        <translation>连接失败（%1）</translation>
    </message>
    <message>
        <source>the unix socket does not exist. Check the path, and that the server runs</source>
        <translation>unix 套接字不存在。请检查路径以及服务器是否在运行</translation>
    </message>
    <message>
        <source>connection refused. No server listens on this unix socket</source>
        <translation>连接被拒绝。没有服务器在此 unix 套接字上监听</translation>
    </message>
    <message>
        <source>this user has no permission for the unix socket</source>
        <translation>此用户没有访问该 unix 套接字的权限</translation>
    </message>
    <message>
        <source>the path is too long for a unix socket</source>
        <translation>路径对于 unix 套接字过长</translation>
    </message>
    <message>
        <source>the server closed the connection</source>
        <translation>服务器关闭了连接</translation>
    </message>
    <message>
        <source>the server does not answer any more (%1)</source>
        <translation>服务器不再应答（%1）</translation>
    </message>
    <message>
        <source>TLS is not available on a unix socket, because there is no host name to check. Use a TCP address, or connect without TLS</source>
        <translation>unix 套接字上无法使用 TLS，因为没有可检查的主机名。请使用 TCP 地址，或不使用 TLS 连接</translation>
    </message>
    <message>
        <source>the TLS handshake failed: %1. Check that the server uses TLS on this port</source>
        <translation>TLS 握手失败：%1。请检查服务器在此端口上是否使用 TLS</translation>
    </message>
    <message>
        <source>the server did not complete the TLS handshake within %1. Check that the server uses TLS on this port</source>
        <translation>服务器未在 %1 内完成 TLS 握手。请检查服务器在此端口上是否使用 TLS</translation>
    </message>
    <message>
        <source>the TLS files were not read within %1</source>
        <translation>未在 %1 内读取 TLS 文件</translation>
    </message>
    <message>
        <source>the certificate cannot be used (%1). Set a valid PEM file</source>
        <translation>证书无法使用（%1）。请设置有效的 PEM 文件</translation>
    </message>
    <message>
        <source>the key is encrypted. Set a key file without a password, which only this user can read</source>
        <translation>密钥已加密。请设置不带密码且只有此用户可读的密钥文件</translation>
    </message>
    <message>
        <source>an unknown date</source>
        <translation>未知日期</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>错误 %1</translation>
    </message>
    <message>
        <source>the server answers without TLS (%1). Use the server&apos;s TLS port, or connect without TLS</source>
        <translation>服务器的应答未使用 TLS（%1）。请使用服务器的 TLS 端口，或不使用 TLS 连接</translation>
    </message>
    <message>
        <source>the TLS connection failed (%1). The server&apos;s log may show the cause</source>
        <translation>TLS 连接失败（%1）。服务器的日志可能显示原因</translation>
    </message>
    <message>
        <source>without a host name the server&apos;s certificate cannot be checked. Set the host name</source>
        <translation>没有主机名就无法检查服务器的证书。请设置主机名</translation>
    </message>
    <message>
        <source>there is not enough memory for a TLS connection</source>
        <translation>内存不足，无法建立 TLS 连接</translation>
    </message>
    <message>
        <source>no node is known</source>
        <translation>没有已知的节点</translation>
    </message>
    <message>
        <source>the server is not a master of the cluster any more</source>
        <translation>该服务器已不再是集群的主节点</translation>
    </message>
    <message>
        <source>%1 hash slot of the cluster has no master</source>
        <translation>集群的 %1 个哈希槽没有主节点</translation>
    </message>
    <message>
        <source>%1 hash slots of the cluster have no master</source>
        <translation>集群的 %1 个哈希槽没有主节点</translation>
    </message>
    <message>
        <source>the cluster is down: it reports cluster_state:fail</source>
        <translation>集群不可用：它报告 cluster_state:fail</translation>
    </message>
    <message>
        <source>read the slots of the cluster</source>
        <translation>读取集群的哈希槽</translation>
    </message>
    <message>
        <source>the server serves no cluster: no hash slot has a master</source>
        <translation>该服务器不属于任何集群：没有哈希槽拥有主节点</translation>
    </message>
    <message>
        <source>the server is not a Sentinel. The default port of Sentinels is 26379</source>
        <translation>该服务器不是 Sentinel。Sentinel 的默认端口是 26379</translation>
    </message>
    <message>
        <source>the reachable Sentinels name an old master, %1</source>
        <translation>可访问的 Sentinel 给出的是旧的主节点 %1</translation>
    </message>
    <message>
        <source>no Sentinel knows a master &quot;%1&quot;</source>
        <translation>没有 Sentinel 认识主节点“%1”</translation>
    </message>
    <message>
        <source>no Sentinel of %1 answered</source>
        <translation>%1 中没有 Sentinel 应答</translation>
    </message>
    <message>
        <source>no Sentinel of %1 answered: %2</source>
        <translation>%1 中没有 Sentinel 应答：%2</translation>
    </message>
    <message>
        <source>the server sent an unexpected reply</source>
        <translation>服务器发送了意外的应答</translation>
    </message>
    <message>
        <source>ask a Sentinel for the master</source>
        <translation>向 Sentinel 查询主节点</translation>
    </message>
    <message>
        <source>read the role of the server</source>
        <translation>读取服务器的角色</translation>
    </message>
    <message>
        <source>the server is a replica, not the master</source>
        <translation>该服务器是副本，不是主节点</translation>
    </message>
    <message>
        <source>the server is a Sentinel, not the master</source>
        <translation>该服务器是 Sentinel，不是主节点</translation>
    </message>
    <message>
        <source>the master is now %1</source>
        <translation>主节点现在是 %1</translation>
    </message>
    <message>
        <source>the server is not a master any more</source>
        <translation>该服务器已不再是主节点</translation>
    </message>
    <message>
        <source>the server is not in cluster mode. Use the form redis://HOST:PORT</source>
        <translation>该服务器未处于集群模式。请使用 redis://HOST:PORT 的形式</translation>
    </message>
    <message>
        <source>a sandbox has at least 1 master and 0 replicas, not %1 and %2</source>
        <translation>沙箱至少有 1 个主节点和 0 个副本，而不是 %1 和 %2</translation>
    </message>
    <message>
        <source>a server is regarded as down after at least 100 ms, not %1 ms</source>
        <translation>服务器至少在 100 ms 之后才被视为不可用，而不是 %1 ms</translation>
    </message>
    <message>
        <source>cannot create a link to %1</source>
        <translation>无法创建指向 %1 的链接</translation>
    </message>
    <message>
        <source>find the Redis server</source>
        <translation>查找 Redis 服务器</translation>
    </message>
    <message>
        <source>LOCKSCOPE_REDIS_SERVER is not an executable file. Set LOCKSCOPE_REDIS_SERVER to the path of a redis-server program, or unset it to use the installed package</source>
        <translation>LOCKSCOPE_REDIS_SERVER 不是可执行文件。请将 LOCKSCOPE_REDIS_SERVER 设置为 redis-server 程序的路径，或取消设置以使用已安装的软件包</translation>
    </message>
    <message>
        <source>no redis-server and no redis-check-rdb in PATH. Install the package redis-tools (Debian: apt install redis-tools), or set LOCKSCOPE_REDIS_SERVER to the path of a redis-server program</source>
        <translation>PATH 中没有 redis-server 和 redis-check-rdb。请安装软件包 redis-tools（Debian：apt install redis-tools），或将 LOCKSCOPE_REDIS_SERVER 设置为 redis-server 程序的路径</translation>
    </message>
    <message>
        <source>the name of the lock is empty: use a name such as orders</source>
        <translation>锁的名称为空：请使用类似 orders 的名称</translation>
    </message>
    <message>
        <source>no recipe of these servers can do this: independent masters have only %1</source>
        <translation>这些服务器上没有配方能做到这一点：相互独立的主节点只有 %1</translation>
    </message>
    <message>
        <source>the name of the lock is missing: use a name such as orders</source>
        <translation>缺少锁的名称：请使用类似 orders 的名称</translation>
    </message>
    <message>
        <source>duplicate name &quot;%1&quot;: give each lock once</source>
        <translation>名称“%1”重复：每个锁只给出一次</translation>
    </message>
    <message>
        <source>on independent masters, several locks must be nested</source>
        <translation>在相互独立的主节点上，多个锁必须嵌套</translation>
    </message>
    <message>
        <source>several locks need the recipe %1 or nested locks</source>
        <translation>多个锁需要配方 %1 或嵌套锁</translation>
    </message>
    <message>
        <source>the modes read, mix and downgrade need the recipe %1</source>
        <translation>模式 read、mix 和 downgrade 需要配方 %1</translation>
    </message>
    <message>
        <source>--revocation is for ZooKeeper: locks on Redis have no revocation requests. Remove the option</source>
        <translation>--revocation 用于 ZooKeeper：Redis 上的锁没有释放请求。请去掉该选项</translation>
    </message>
    <message>
        <source>--session-timeout is for ZooKeeper: Redis has no sessions. Use --lease or --watchdog-timeout</source>
        <translation>--session-timeout 用于 ZooKeeper：Redis 没有会话。请使用 --lease 或 --watchdog-timeout</translation>
    </message>
    <message>
        <source>%1 is for Redis: on ZooKeeper, the session of the client ends its lock. Use --session-timeout</source>
        <translation>%1 用于 Redis：在 ZooKeeper 上，锁随客户端的会话结束。请使用 --session-timeout</translation>
    </message>
    <message>
        <source>%1 does not apply to the recipe %2: its permits never expire. Use redisson-permit-semaphore</source>
        <translation>%1 不适用于配方 %2：其许可永不过期。请使用 redisson-permit-semaphore</translation>
    </message>
    <message>
        <source>invalid value for %1: use %2ms or more</source>
        <translation>%1 的值无效：请使用 %2ms 或更长</translation>
    </message>
    <message>
        <source>--lease and --watchdog-timeout exclude each other: a fixed lease is not renewed. Use one of them</source>
        <translation>--lease 与 --watchdog-timeout 不能同时使用：固定租约不会续期。请只用其中一个</translation>
    </message>
    <message>
        <source>%1 needs the recipe redlock on independent masters. Use a target such as redlock://r1:6379,r2:6379,r3:6379</source>
        <translation>%1 需要在相互独立的主节点上使用配方 redlock。请使用类似 redlock://r1:6379,r2:6379,r3:6379 的目标</translation>
    </message>
    <message>
        <source>invalid value for --node-timeout: use 1ms or more</source>
        <translation>--node-timeout 的值无效：请使用 1ms 或更长</translation>
    </message>
    <message>
        <source>Redisson lock</source>
        <translation>Redisson 锁</translation>
    </message>
    <message>
        <source>Redisson fair lock</source>
        <translation>Redisson 公平锁</translation>
    </message>
    <message>
        <source>Redisson read/write lock</source>
        <translation>Redisson 读写锁</translation>
    </message>
    <message>
        <source>Redisson fenced lock</source>
        <translation>Redisson 围栏令牌锁</translation>
    </message>
    <message>
        <source>Redisson spin lock</source>
        <translation>Redisson 自旋锁</translation>
    </message>
    <message>
        <source>Redisson semaphore</source>
        <translation>Redisson 信号量</translation>
    </message>
    <message>
        <source>Redisson permit semaphore</source>
        <translation>Redisson 许可信号量</translation>
    </message>
    <message>
        <source>Redisson multi-lock (two locks)</source>
        <translation>Redisson 多重锁（两个锁）</translation>
    </message>
    <message>
        <source>Redisson lock of 2016</source>
        <translation>2016 年的 Redisson 锁</translation>
    </message>
    <message>
        <source>JSON lock (Redisson before 2015)</source>
        <translation>JSON 锁（2015 年之前的 Redisson）</translation>
    </message>
    <message>
        <source>Redlock</source>
        <translation>Redlock</translation>
    </message>
    <message>
        <source>Token lock (redis-py)</source>
        <translation>令牌锁（redis-py）</translation>
    </message>
    <message>
        <source>independent Redis masters</source>
        <translation>相互独立的 Redis 主节点</translation>
    </message>
    <message>
        <source>the recipe %1 is for %2, not for %3: use %4</source>
        <translation>配方 %1 用于 %2，而不是 %3：请使用 %4</translation>
    </message>
    <message>
        <source>locks on Redis have no revocation requests</source>
        <translation>Redis 上的锁没有释放请求</translation>
    </message>
    <message>
        <source>an earlier release was not answered, and could end this acquisition</source>
        <translation>较早的释放请求未得到答复，可能会终止本次获取</translation>
    </message>
    <message>
        <source>a grant was not used, and its release was not answered</source>
        <translation>一次授予未被使用，且其释放请求未得到答复</translation>
    </message>
    <message>
        <source>scan the keys</source>
        <translation>扫描键</translation>
    </message>
    <message>
        <source>the server answered %1</source>
        <translation>服务器答复为 %1</translation>
    </message>
    <message>
        <source>differs from the user in &quot;servers&quot;. Use only one of them</source>
        <translation>与 &quot;servers&quot; 中的用户不同。请只使用其中一个</translation>
    </message>
    <message>
        <source>the servers are not encrypted. Use a target such as rediss://cache1:6379</source>
        <translation>服务器未加密。请使用类似 rediss://cache1:6379 的目标</translation>
    </message>
    <message>
        <source>Some locks were not read, and were not checked.</source>
        <translation>部分锁未读取，因此未检查。</translation>
    </message>
    <message>
        <source>The servers were not queried, or have not answered yet: their settings and replicas were not checked.</source>
        <translation>未查询服务器，或服务器尚未回答：未检查其设置和副本。</translation>
    </message>
    <message>
        <source>%1 did not answer all requests, so not everything was checked (%2).</source>
        <translation>%1 未答复所有请求，因此未能检查全部内容（%2）。</translation>
    </message>
    <message>
        <source>Clients may listen on other servers than the masters: a waiter that does not listen is found only if Lockscope has seen it listen before.</source>
        <translation>客户端可能在主节点以外的服务器上监听：只有 Lockscope 曾观察到某个等待者在监听，才能发现它不再监听。</translation>
    </message>
    <message>
        <source>In all readings for %2, the channel of %1 had no listener on the master.</source>
        <translation>在 %2内的所有读取中，%1 的频道在主节点上都没有监听者。</translation>
    </message>
    <message>
        <source>The waiter keeps its place for %1 more, by the clock of its client.</source>
        <translation>按其客户端的时钟，该等待者的位置还会保留 %1。</translation>
    </message>
    <message>
        <source>The entry has no deadline, so no client ever removes it.</source>
        <translation>该条目没有截止时间，因此不会有客户端移除它。</translation>
    </message>
    <message>
        <source>The next waiter, %1, does not listen for its turn: a release does not wake it.</source>
        <translation>下一个等待者 %1 没有监听轮到它的通知：释放不会唤醒它。</translation>
    </message>
    <message>
        <source>The lock is free, but the next waiter, %1, does not listen for its turn.</source>
        <translation>锁是空闲的，但下一个等待者 %1 没有监听轮到它的通知。</translation>
    </message>
    <message>
        <source>%1 client waits behind it.</source>
        <translation>有 %1 个客户端排在它之后等待。</translation>
    </message>
    <message>
        <source>%1 clients wait behind it.</source>
        <translation>有 %1 个客户端排在它之后等待。</translation>
    </message>
    <message>
        <source>Check whether this client runs. If it has stopped, remove it from the queue: then the next waiter does not wait until this deadline. If it runs, it may have too few connections for subscriptions: raise their number in its configuration.</source>
        <translation>请检查该客户端是否在运行。如果它已停止，请将其从队列中移除：这样下一个等待者就不必等到此截止时间。如果它在运行，可能是其订阅连接太少：请在其配置中增加订阅连接数。</translation>
    </message>
    <message>
        <source>The waiter %1 does not listen for its turn.</source>
        <translation>等待者 %1 没有监听轮到它的通知。</translation>
    </message>
    <message>
        <source>%1 waiters do not listen for their turn, among them %2.</source>
        <translation>%1 个等待者没有监听轮到它们的通知，其中包括 %2。</translation>
    </message>
    <message>
        <source>When such a waiter is the next one, a release wakes no client, and all others wait until its deadline. Check whether its client runs. If it has stopped, remove it from the queue.</source>
        <translation>当这样的等待者成为下一个时，释放不会唤醒任何客户端，其他等待者都要等到其截止时间。请检查其客户端是否在运行。如果它已停止，请将其从队列中移除。</translation>
    </message>
    <message>
        <source>The lock has no holder, but its queue has %1 that do not listen for their turn.</source>
        <translation>锁没有持有者，但其队列中有 %1没有监听轮到它们的通知。</translation>
    </message>
    <message>
        <source>%1 waiter</source>
        <translation>%1 个等待者</translation>
    </message>
    <message>
        <source>%1 waiters</source>
        <translation>%1 个等待者</translation>
    </message>
    <message>
        <source>The deadlines of all of them have passed.</source>
        <translation>它们的截止时间都已过。</translation>
    </message>
    <message>
        <source>The next client that requests the lock removes these entries. Nothing needs to be done.</source>
        <translation>下一个请求锁的客户端会移除这些条目。无需任何操作。</translation>
    </message>
    <message>
        <source>The last of their deadlines ends in %1.</source>
        <translation>其中最晚的截止时间在 %1后到期。</translation>
    </message>
    <message>
        <source>At least one entry has no deadline, so no client ever removes it.</source>
        <translation>至少有一个条目没有截止时间，因此不会有客户端移除它。</translation>
    </message>
    <message>
        <source>A client that requests the lock waits for these deadlines. Check that the clients have stopped, then remove the waiters from the queue.</source>
        <translation>请求锁的客户端要等到这些截止时间。请确认这些客户端已停止，然后将这些等待者从队列中移除。</translation>
    </message>
    <message>
        <source>%1 holds a lock that never expires.</source>
        <translation>%1 持有一个永不过期的锁。</translation>
    </message>
    <message>
        <source>The key of the lock has no TTL.</source>
        <translation>该锁的键没有 TTL。</translation>
    </message>
    <message>
        <source>Check whether the client of the holder runs. If it has stopped, release the lock: it does not become free by itself. Then find the program that sets the key without a TTL, or removes the TTL.</source>
        <translation>请检查持有者的客户端是否在运行。如果它已停止，请释放锁：锁不会自行变为空闲。然后查明是哪个程序在设置键时未设 TTL，或移除了 TTL。</translation>
    </message>
    <message>
        <source>Lockscope saw %1 renewals in a row, each when a third of the lease had passed.</source>
        <translation>Lockscope 连续观察到 %1 次续期，每次都在租约过去三分之一时。</translation>
    </message>
    <message>
        <source>%1 has not renewed its lease for at least %2.</source>
        <translation>%1 至少已有 %2未续期其租约。</translation>
    </message>
    <message>
        <source>The full lease is at least %1, and %2 are left.</source>
        <translation>完整租约至少为 %1，还剩 %2。</translation>
    </message>
    <message>
        <source>The client may have stopped, or is paused or disconnected. Without a renewal the lock becomes free when the lease ends. Check the client: if it still runs, it may continue to work without the lock.</source>
        <translation>该客户端可能已停止、已暂停或已断开。如果不续期，锁会在租约结束时变为空闲。请检查该客户端：如果它仍在运行，可能会在没有锁的情况下继续工作。</translation>
    </message>
    <message>
        <source>The lease of %1 has been renewed for at least %2, more than twice the limit of %3.</source>
        <translation>%1 的租约持续续期至少已有 %2，超过限值（%3）的两倍。</translation>
    </message>
    <message>
        <source>Owner and count were the same in all readings.</source>
        <translation>在所有读取中，所有者和持有次数都相同。</translation>
    </message>
    <message>
        <source>Check in a thread dump of the client whether the task still runs. A client can renew the lease of a task that has ended. If it has ended, release the lock: the renewals then end. If long holds are normal here, raise the limit for this lock in the limits file.</source>
        <translation>请在该客户端的线程转储中检查任务是否仍在运行。客户端可能会为已结束的任务续期租约。如果任务已结束，请释放锁：续期随之停止。如果这里长时间持有属于正常，请在限值文件中提高此锁的限值。</translation>
    </message>
    <message>
        <source>The lease of the reader %1 has ended, but it still counts as a holder.</source>
        <translation>读者 %1 的租约已结束，但它仍被计为持有者。</translation>
    </message>
    <message>
        <source>The timeout keys of the reader are gone. Other readers keep the key of the lock, and with it the entry of this reader.</source>
        <translation>该读者的超时键已不存在。其他读者使锁的键得以保留，该读者的条目也随之保留。</translation>
    </message>
    <message>
        <source>A writer waits until the leases of all readers end at the same time. Check whether the client of this reader runs. If it has stopped, release this reader.</source>
        <translation>写者要等到所有读者的租约同时处于结束状态。请检查该读者的客户端是否在运行。如果它已停止，请释放该读者。</translation>
    </message>
    <message>
        <source>%1 permit without a lease is taken for longer than the limit of %2.</source>
        <translation>有 %1 个没有租约的许可被占用，时间超过限值 %2。</translation>
    </message>
    <message>
        <source>%1 permits without a lease are taken for longer than the limit of %2.</source>
        <translation>有 %1 个没有租约的许可被占用，时间超过限值 %2。</translation>
    </message>
    <message>
        <source>Lockscope saw the first of them %1 ago. A permit without a lease never expires, and Redis does not record its holder.</source>
        <translation>Lockscope 在 %1前观察到其中的第一个。没有租约的许可永不过期，而且 Redis 不记录其持有者。</translation>
    </message>
    <message>
        <source>Check whether a client still uses the permit. If its client has stopped, release the permit. Acquire permits with a lease: then permits of stopped clients expire.</source>
        <translation>请检查是否仍有客户端在使用该许可。如果其客户端已停止，请释放该许可。获取许可时请使用租约：这样已停止的客户端的许可会过期。</translation>
    </message>
    <message>
        <source>The semaphore has %1 permits, free and taken. Before, it had %2.</source>
        <translation>该信号量有 %1 个许可（空闲的和被占用的）。之前有 %2 个。</translation>
    </message>
    <message>
        <source>Lockscope read the free permits and the taken permits at one moment, both times.</source>
        <translation>两次读取时，Lockscope 都是在同一时刻读取空闲的许可和被占用的许可。</translation>
    </message>
    <message>
        <source>Check whether a program has lowered the number of permits. If not, permits are lost: add the missing permits when no client uses the semaphore.</source>
        <translation>请检查是否有程序减少了许可数。如果没有，则许可已丢失：请在没有客户端使用该信号量时补足缺少的许可。</translation>
    </message>
    <message>
        <source>The fencing token is %1, but it was %2 before.</source>
        <translation>围栏令牌是 %1，但之前是 %2。</translation>
    </message>
    <message>
        <source>Lockscope read both values from the token&apos;s key. Fencing tokens only grow, unless the key is deleted or evicted, or a failover loses writes.</source>
        <translation>Lockscope 从令牌的键读取了这两个值。围栏令牌只会增大，除非键被删除或淘汰，或故障转移丢失了写入。</translation>
    </message>
    <message>
        <source>A resource that checks tokens refuses the holder until the token is above %1. Set the token&apos;s key to a higher number while the lock is free, and find out which program deleted the key.</source>
        <translation>检查令牌的资源会拒绝持有者，直到令牌大于 %1。请在锁空闲时将令牌的键设为更大的数字，并查明是哪个程序删除了该键。</translation>
    </message>
    <message>
        <source>On %1 notify-keyspace-events is &quot;%2&quot;.</source>
        <translation>%1 上的 notify-keyspace-events 为 &quot;%2&quot;。</translation>
    </message>
    <message>
        <source>Servers do not report changes of locks: %1. A lock that is held only between two readings is not seen.</source>
        <translation>服务器不报告锁的变化：%1。如果锁只在两次读取之间被持有，则观察不到。</translation>
    </message>
    <message>
        <source>Lockscope reads each lock every %1.</source>
        <translation>Lockscope 每 %1读取一次每个锁。</translation>
    </message>
    <message>
        <source>Allow CLIENT TRACKING for the user of Lockscope, or let the administrator of the server set notify-keyspace-events to &quot;Eghx&quot;. Lockscope changes no setting of a server.</source>
        <translation>请为 Lockscope 的用户允许 CLIENT TRACKING，或请服务器管理员将 notify-keyspace-events 设为 &quot;Eghx&quot;。Lockscope 不更改服务器的任何设置。</translation>
    </message>
    <message>
        <source>The replica %1 of %2 is not online: its first copy is not complete.</source>
        <translation>%2 的副本 %1 未联机：其首次复制尚未完成。</translation>
    </message>
    <message>
        <source>The last acknowledgement of the replica %1 of %2 was %3 ago.</source>
        <translation>%2 的副本 %1 最近一次确认是在 %3前。</translation>
    </message>
    <message>
        <source>%1 do not acknowledge the writes of their master.</source>
        <translation>%1未确认其主节点的写入。</translation>
    </message>
    <message>
        <source>%1 replica</source>
        <translation>%1 个副本</translation>
    </message>
    <message>
        <source>%1 replicas</source>
        <translation>%1 个副本</translation>
    </message>
    <message>
        <source>No replica acknowledges the writes of %1.</source>
        <translation>没有副本确认 %1 的写入。</translation>
    </message>
    <message>
        <source>After a failover to such a replica, a lock that is held may be free, and a second client can acquire it. Check the network and the load of the replica, and its log.</source>
        <translation>故障转移到这样的副本之后，被持有的锁可能变为空闲，第二个客户端可能获取它。请检查该副本的网络和负载，并查看其日志。</translation>
    </message>
    <message>
        <source>Clients that wait for an acknowledgement (WAIT) do not acquire locks in the meantime.</source>
        <translation>在此期间，等待确认（WAIT）的客户端不会获取锁。</translation>
    </message>
    <message>
        <source>On %1 maxmemory is %2 bytes and maxmemory-policy is %3.</source>
        <translation>%1 上的 maxmemory 为 %2 字节，maxmemory-policy 为 %3。</translation>
    </message>
    <message>
        <source>Servers may delete locks when their memory is full: %1.</source>
        <translation>内存已满时，服务器可能会删除锁：%1。</translation>
    </message>
    <message>
        <source>A deleted lock is free, while its holder continues to work. Set maxmemory-policy to noeviction, or keep the locks on a server of their own.</source>
        <translation>被删除的锁变为空闲，而其持有者继续工作。请将 maxmemory-policy 设为 noeviction，或将锁保存在专用的服务器上。</translation>
    </message>
    <message>
        <source>%1 of %2 masters have the token of the holder; a holder needs %3.</source>
        <translation>%2 个主节点中有 %1 个拥有持有者的令牌；持有者需要 %3 个。</translation>
    </message>
    <message>
        <source>If one more of these masters loses the key, another client can acquire the lock.</source>
        <translation>如果再有一个这样的主节点丢失该键，另一个客户端就可能获取锁。</translation>
    </message>
    <message>
        <source>Masters do not have the token of the holder: %1.</source>
        <translation>没有持有者令牌的主节点：%1。</translation>
    </message>
    <message>
        <source>Check whether these masters were slow or down when the lock was acquired, were restarted, or have evicted the key. The holder gets these votes again when it extends the lock or acquires it again.</source>
        <translation>请检查这些主节点在获取锁时是否缓慢或停机，之后是否重启过，或是否淘汰了该键。持有者延长锁或再次获取锁时，会重新获得这些选票。</translation>
    </message>
    <message>
        <source>Masters have another token than the holder: %1.</source>
        <translation>拥有与持有者不同的令牌的主节点：%1。</translation>
    </message>
    <message>
        <source>The other token is of an attempt that failed and was not removed there, or of a holder before. Check the log of the clients for releases that failed. The key expires by itself if it has a TTL.</source>
        <translation>另一个令牌属于一次失败且未在那里移除的尝试，或属于之前的持有者。请在客户端的日志中检查失败的释放。如果该键有 TTL，它会自行过期。</translation>
    </message>
    <message>
        <source>A token had a quorum of the masters, and has lost it before its lease ended.</source>
        <translation>一个令牌曾获得主节点的法定多数，但在其租约结束之前失去了法定多数。</translation>
    </message>
    <message>
        <source>The token is %1. %2 of %3 masters still have it; a holder needs %4.</source>
        <translation>令牌是 %1。%3 个主节点中仍有 %2 个拥有它；持有者需要 %4 个。</translation>
    </message>
    <message>
        <source>Its quorum was to last %1 more.</source>
        <translation>其法定多数本应再保持 %1。</translation>
    </message>
    <message>
        <source>Either the holder released the lock and some masters did not execute the release, or masters lost the key. Check the log of the holder. If it did not release the lock, two clients may hold it: check why the masters lost the key.</source>
        <translation>可能是持有者释放了锁，而部分主节点未执行释放；也可能是主节点丢失了该键。请检查持有者的日志。如果它没有释放锁，可能有两个客户端同时持有锁：请检查主节点为何丢失该键。</translation>
    </message>
    <message>
        <source>%1 tokens share the masters, and none of them has a quorum.</source>
        <translation>%1 个令牌分占主节点，都没有达到法定多数。</translation>
    </message>
    <message>
        <source>%1 (%2 of %3)</source>
        <translation>%1（%2/%3）</translation>
    </message>
    <message>
        <source>The tokens are %1. A holder needs %2 masters.</source>
        <translation>这些令牌是 %1。持有者需要 %2 个主节点。</translation>
    </message>
    <message>
        <source>These attempts have failed, but were not removed from the masters. The keys expire with their TTL. After a failed attempt, each client must release on all masters, and wait for a random time.</source>
        <translation>这些尝试已失败，但未从主节点上移除。这些键会随其 TTL 过期。尝试失败后，每个客户端都必须在所有主节点上释放，并等待一段随机时间。</translation>
    </message>
    <message>
        <source>The token %1 is on %2 of %3 masters, fewer than a quorum: no client holds the lock by it.</source>
        <translation>令牌 %1 存在于 %3 个主节点中的 %2 个上，未达到法定多数：没有客户端凭它持有锁。</translation>
    </message>
    <message>
        <source>All masters were read. The key is on %1.</source>
        <translation>已读取所有主节点。该键位于 %1 上。</translation>
    </message>
    <message>
        <source>The key has no TTL, so it never expires.</source>
        <translation>该键没有 TTL，因此永不过期。</translation>
    </message>
    <message>
        <source>The token is of an attempt that failed, of a late reply, or of an incomplete release. It makes the next acquisition less certain. If the key has no TTL, release the token.</source>
        <translation>该令牌来自一次失败的尝试、迟到的应答或未完成的释放。它会降低下次获取成功的把握。如果该键没有 TTL，请释放该令牌。</translation>
    </message>
    <message>
        <source>Masters were started later than a lease ago: %1.</source>
        <translation>启动后的运行时间短于一个租约的主节点：%1。</translation>
    </message>
    <message>
        <source>The lease of the lock lasts at least %1, and these masters have run for a shorter time.</source>
        <translation>锁的租约至少为 %1，而这些主节点的运行时间更短。</translation>
    </message>
    <message>
        <source>A master that loses a key at its restart can give its vote twice. Two clients may then hold the lock. Start a master only after the longest lease has passed, or persist each write (appendfsync always).</source>
        <translation>如果主节点在重启时丢失键，就可能投票两次。此时可能有两个客户端持有锁。请等最长的租约过去之后再启动主节点，或将每次写入持久化（appendfsync always）。</translation>
    </message>
    <message>
        <source>The clocks of the masters differ by at least %1.</source>
        <translation>各主节点的时钟至少相差 %1。</translation>
    </message>
    <message>
        <source>Lockscope compared the clocks with its own, less the round trip. Redlock allows for a drift of 1 % of the lease and 2 ms, here %1.</source>
        <translation>Lockscope 将这些时钟与自己的时钟比较，并减去往返时间。Redlock 允许的漂移为租约的 1 % 加 2 ms，此处为 %1。</translation>
    </message>
    <message>
        <source>Synchronise the clocks by NTP, and let NTP slew them: a step of a clock ends leases early or late. Two clients may then hold the lock.</source>
        <translation>请通过 NTP 同步时钟，并让 NTP 平滑调整（slew）：时钟跳变会使租约提前或推迟结束。此时可能有两个客户端持有锁。</translation>
    </message>
    <message>
        <source>the sessions in the logs were created by %1 servers, but at most %2 of the logs are of the same time: the log of a server may be missing. Times are inferred</source>
        <translation>日志中的会话由 %1 台服务器创建，但属于同一时间的日志最多只有 %2 份：可能缺少某台服务器的日志。时间为推断值</translation>
    </message>
    <message>
        <source>Next waiter does not listen</source>
        <translation>下一个等待者未监听</translation>
    </message>
    <message>
        <source>Waiters do not listen</source>
        <translation>等待者未监听</translation>
    </message>
    <message>
        <source>Queue without a lock</source>
        <translation>有队列但没有锁</translation>
    </message>
    <message>
        <source>Lock never expires</source>
        <translation>锁永不过期</translation>
    </message>
    <message>
        <source>Lease is no longer renewed</source>
        <translation>租约不再续期</translation>
    </message>
    <message>
        <source>Renewed for too long</source>
        <translation>续期时间过长</translation>
    </message>
    <message>
        <source>Reader without a lease</source>
        <translation>读者没有租约</translation>
    </message>
    <message>
        <source>Leaked permits</source>
        <translation>许可泄漏</translation>
    </message>
    <message>
        <source>Fencing token went back</source>
        <translation>围栏令牌倒退</translation>
    </message>
    <message>
        <source>Redlock token without a quorum</source>
        <translation>Redlock 令牌未达到法定多数</translation>
    </message>
    <message>
        <source>Redlock tokens split the votes</source>
        <translation>Redlock 令牌分散选票</translation>
    </message>
    <message>
        <source>Votes of a Redlock are missing</source>
        <translation>Redlock 缺少选票</translation>
    </message>
    <message>
        <source>Two tokens of a Redlock</source>
        <translation>Redlock 有两个令牌</translation>
    </message>
    <message>
        <source>Master restarted within the lease</source>
        <translation>主节点在租约内重启</translation>
    </message>
    <message>
        <source>Clocks of the masters differ</source>
        <translation>主节点的时钟不一致</translation>
    </message>
    <message>
        <source>Server settings hide changes</source>
        <translation>服务器设置隐藏变化</translation>
    </message>
    <message>
        <source>Replicas do not acknowledge</source>
        <translation>副本未确认</translation>
    </message>
    <message>
        <source>Server may evict locks</source>
        <translation>服务器可能淘汰锁</translation>
    </message>
    <message>
        <source>changes of the server&apos;s keys are not followed any more</source>
        <translation>不再跟踪服务器的键的变化</translation>
    </message>
    <message>
        <source>the server does not track changes: %1</source>
        <translation>服务器不跟踪变化：%1</translation>
    </message>
    <message>
        <source>the key has no lock of a known type</source>
        <translation>该键没有已知类型的锁</translation>
    </message>
    <message>
        <source>the key does not exist</source>
        <translation>该键不存在</translation>
    </message>
    <message>
        <source>the key has a value of the type %1, which no lock has</source>
        <translation>该键的值类型为 %1，没有锁使用此类型</translation>
    </message>
    <message>
        <source>No client listens on the channel of this waiter: its client has probably stopped.</source>
        <translation>没有客户端监听该等待者的频道：其客户端可能已停止。</translation>
    </message>
    <message>
        <source>A client listens on the channel of this waiter.</source>
        <translation>有客户端在监听该等待者的频道。</translation>
    </message>
    <message>
        <source>It is unknown whether the client runs: Redis does not record the connections of owners.</source>
        <translation>该客户端是否在运行未知：Redis 不记录所有者的连接。</translation>
    </message>
    <message>
        <source>This lock has no holder or waiter that Lockscope can release.</source>
        <translation>此锁没有 Lockscope 可以释放的持有者或等待者。</translation>
    </message>
    <message>
        <source>A script compares the id of the permit and releases it in one step. An id is never given twice.</source>
        <translation>脚本在一步内比对许可的 ID 并将其释放。同一个 ID 绝不会分配两次。</translation>
    </message>
    <message>
        <source>A script compares owner, count and fencing token, and releases in one step. The token shows whether the same owner acquired the lock again.</source>
        <translation>脚本在一步内比对所有者、持有次数和围栏令牌，并执行释放。围栏令牌表明同一所有者是否再次获取了锁。</translation>
    </message>
    <message>
        <source>A script compares owner and count, and releases in one step. The lease was not extended so far: a longer one shows that the owner acquired the lock again.</source>
        <translation>脚本在一步内比对所有者和持有次数，并执行释放。租约至今未延长过：如果租约变长，则表明所有者再次获取了锁。</translation>
    </message>
    <message>
        <source>A script compares owner and count, and releases in one step. It cannot detect that the same owner released the lock and acquired it again with the same count.</source>
        <translation>脚本在一步内比对所有者和持有次数，并执行释放。如果同一所有者释放锁后又以相同的持有次数再次获取，脚本无法发现。</translation>
    </message>
    <message>
        <source>in one script: continue only if %1 is the owner of %2 with %3 holds</source>
        <translation>在一个脚本中：仅当 %1 是 %2 的所有者且持有次数为 %3 时才继续</translation>
    </message>
    <message>
        <source>in the same script: remove the waiters that do not listen: %1</source>
        <translation>在同一脚本中：移除未监听的等待者：%1</translation>
    </message>
    <message>
        <source>in the same script: delete %1 and wake its waiters</source>
        <translation>在同一脚本中：删除 %1 并唤醒其等待者</translation>
    </message>
    <message>
        <source>in one script: continue only if %1 waits for %2; remove it from the queue</source>
        <translation>在一个脚本中：仅当 %1 等待 %2 时才继续；将其从队列中移除</translation>
    </message>
    <message>
        <source>in the same script: wake %1, the next waiter</source>
        <translation>在同一脚本中：唤醒下一个等待者 %1</translation>
    </message>
    <message>
        <source>in one script: continue only if %1 reads %2 with %3 holds; remove it and its leases</source>
        <translation>在一个脚本中：仅当 %1 是 %2 的读者且持有次数为 %3 时才继续；移除它及其租约</translation>
    </message>
    <message>
        <source>in the same script: without other owners, delete %1 and wake its waiters</source>
        <translation>在同一脚本中：如果没有其他所有者，则删除 %1 并唤醒其等待者</translation>
    </message>
    <message>
        <source>in one script: continue only if %1 writes %2 with %3 holds; remove it</source>
        <translation>在一个脚本中：仅当 %1 是 %2 的写者且持有次数为 %3 时才继续；移除它</translation>
    </message>
    <message>
        <source>in the same script: keep what the owner reads, else delete %1; wake the waiters</source>
        <translation>在同一脚本中：保留该所有者的读持有，没有则删除 %1；唤醒等待者</translation>
    </message>
    <message>
        <source>in one script: continue only if the permit %1 of %2 exists; return it and wake a waiter</source>
        <translation>在一个脚本中：仅当 %2 的许可 %1 存在时才继续；归还它并唤醒一个等待者</translation>
    </message>
    <message>
        <source>in one script: continue only if %1 holds the value %2 of %3 with %4 holds; remove it and wake the waiters</source>
        <translation>在一个脚本中：仅当 %1 持有 %3 的值 %2 且持有次数为 %4 时才继续；移除它并唤醒等待者</translation>
    </message>
    <message>
        <source>in one script: delete %1 if its value is %2</source>
        <translation>在一个脚本中：如果 %1 的值为 %2，则删除 %1</translation>
    </message>
    <message>
        <source>read %1 to find the present holders</source>
        <translation>读取 %1 以查找当前的持有者</translation>
    </message>
    <message>
        <source>the lock is now held by %1, not by %2</source>
        <translation>锁现在由 %1 持有，而不是 %2</translation>
    </message>
    <message>
        <source>%1 now holds the lock, but was waiting when you reviewed it</source>
        <translation>%1 现在持有锁，但您查看时它在等待</translation>
    </message>
    <message>
        <source>%1 now waits for the lock, but held it when you reviewed it</source>
        <translation>%1 现在等待锁，但您查看时它持有锁</translation>
    </message>
    <message>
        <source>the key now has a lock of another type</source>
        <translation>该键现在是另一种类型的锁</translation>
    </message>
    <message>
        <source>%1 now has %2 holds, not %3</source>
        <translation>%1 现在的持有次数为 %2，而不是 %3</translation>
    </message>
    <message>
        <source>the lock was acquired again: its fencing token is now %1, not %2</source>
        <translation>锁被再次获取：其围栏令牌现在是 %1，而不是 %2</translation>
    </message>
    <message>
        <source>the lease of the lock has no end any more</source>
        <translation>锁的租约现在没有期限了</translation>
    </message>
    <message>
        <source>the lease of the lock has an end now</source>
        <translation>锁的租约现在有期限了</translation>
    </message>
    <message>
        <source>%1 acquired the lock again: its lease was not extended before, and is longer now</source>
        <translation>%1 再次获取了锁：其租约之前未延长过，现在变长了</translation>
    </message>
    <message>
        <source>%1 left the queue and waits again</source>
        <translation>%1 离开了队列，现在再次等待</translation>
    </message>
    <message>
        <source>The holder stays the same; waiters behind this one move up.</source>
        <translation>持有者不变；排在此等待者之后的等待者前移。</translation>
    </message>
    <message>
        <source>The lock is free: the next waiter, %1, is woken.</source>
        <translation>锁是空闲的：会唤醒下一个等待者 %1。</translation>
    </message>
    <message>
        <source>Waiting clients ask again by themselves; the fastest one acquires the lock.</source>
        <translation>等待的客户端会自行再次请求；最快的客户端获取锁。</translation>
    </message>
    <message>
        <source>Other readers keep the lock. Without them, the waiting clients are woken.</source>
        <translation>其他读者继续持有锁。如果没有其他读者，会唤醒等待的客户端。</translation>
    </message>
    <message>
        <source>Next holder: %1.</source>
        <translation>下一个持有者：%1。</translation>
    </message>
    <message>
        <source>One more permit is free; a waiting client is woken.</source>
        <translation>空闲的许可增加一个；会唤醒一个等待的客户端。</translation>
    </message>
    <message>
        <source>No waiting client listens.</source>
        <translation>没有等待的客户端在监听。</translation>
    </message>
    <message>
        <source>The waiting clients are woken; the fastest one acquires the lock.</source>
        <translation>会唤醒等待的客户端；最快的客户端获取锁。</translation>
    </message>
    <message>
        <source>The waiter is not notified. It queues again at the end when it asks for the lock again.</source>
        <translation>等待者不会收到通知。它再次请求锁时，会在队尾重新排队。</translation>
    </message>
    <message>
        <source>The client is not notified. Its release of the permit fails later.</source>
        <translation>客户端不会收到通知。它之后释放该许可时会失败。</translation>
    </message>
    <message>
        <source>The holder is not notified. It notices at its next renewal or release.</source>
        <translation>持有者不会收到通知。它会在下次续期或释放时发现。</translation>
    </message>
    <message>
        <source>The holder is not notified. It notices at its next renewal, which stops silently, or at its unlock, which throws.</source>
        <translation>持有者不会收到通知。它会在下次续期时发现（续期会静默停止），或在解锁时发现（解锁会抛出异常）。</translation>
    </message>
    <message>
        <source>A holder that runs is not notified when its lease ends.</source>
        <translation>租约结束时，仍在运行的持有者不会收到通知。</translation>
    </message>
    <message>
        <source>A waiter that runs queues again at the end.</source>
        <translation>仍在运行的等待者会在队尾重新排队。</translation>
    </message>
    <message>
        <source>Does not help: the entry of this waiter has no end.</source>
        <translation>没有帮助：该等待者的条目没有期限。</translation>
    </message>
    <message>
        <source>The waiter keeps its place for %1 more.</source>
        <translation>该等待者的位置还会保留 %1。</translation>
    </message>
    <message>
        <source>Does not help: the lease has no end.</source>
        <translation>没有帮助：租约没有期限。</translation>
    </message>
    <message>
        <source>Is enough if no client renews the lease: it ends within %1.</source>
        <translation>如果没有客户端续期租约，等待即可：租约会在 %1内结束。</translation>
    </message>
    <message>
        <source>Releases only this owner, and only if owner and count are unchanged.</source>
        <translation>仅释放该所有者，并且仅当所有者和持有次数未变时。</translation>
    </message>
    <message>
        <source>Waiters at the head that do not listen are removed: %1.</source>
        <translation>队首未监听的等待者会被移除：%1。</translation>
    </message>
    <message>
        <source>waits for the lock, which is free</source>
        <translation>等待锁，而锁是空闲的</translation>
    </message>
    <message>
        <source>holds a permit</source>
        <translation>持有一个许可</translation>
    </message>
    <message>
        <source>the fastest waiting client: its waiters have no order</source>
        <translation>最快的等待者：其等待者没有顺序</translation>
    </message>
    <message>
        <source>none: no waiter listens</source>
        <translation>无：没有等待者在监听</translation>
    </message>
    <message>
        <source>%1 has no key</source>
        <translation>%1 没有该键</translation>
    </message>
    <message>
        <source>%1 has the token</source>
        <translation>%1 拥有该令牌</translation>
    </message>
    <message>
        <source>%1 has another value</source>
        <translation>%1 有其他值</translation>
    </message>
    <message>
        <source>%1, fencing token %2</source>
        <translation>%1，围栏令牌 %2</translation>
    </message>
    <message>
        <source>Clients of locks on Redis read no revocation requests.</source>
        <translation>Redis 上的锁的客户端不读取释放请求。</translation>
    </message>
    <message>
        <source>If the client of the waiter runs after all, it queues again at the end.</source>
        <translation>如果该等待者的客户端其实仍在运行，它会在队尾重新排队。</translation>
    </message>
    <message>
        <source>If you remove the waiter, it loses its position.</source>
        <translation>如果移除该等待者，它会失去其位置。</translation>
    </message>
    <message>
        <source>If you release the permit, its client may continue: more clients than permits may then work.</source>
        <translation>如果释放该许可，其客户端可能会继续运行：之后同时工作的客户端可能多于许可。</translation>
    </message>
    <message>
        <source>If you release the lock, the holder may continue: two clients may then both believe they hold the lock. Only a fencing token that the resource checks prevents its writes.</source>
        <translation>如果释放该锁，持有者可能会继续运行：之后可能有两个客户端都认为自己持有锁。只有由资源检查的围栏令牌才能阻止其写入。</translation>
    </message>
    <message>
        <source>It is not certain that this key is a lock. A program that uses it for another purpose may fail.</source>
        <translation>无法确定此键是锁。将其用于其他用途的程序可能会出错。</translation>
    </message>
    <message>
        <source>Waiter</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Permit</source>
        <translation>许可</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>none: it never ends</source>
        <translation>无：永不结束</translation>
    </message>
    <message>
        <source>Masters</source>
        <translation>主节点</translation>
    </message>
    <message>
        <source>Guard</source>
        <translation>保护</translation>
    </message>
    <message>
        <source>Other locks of the owner</source>
        <translation>该所有者的其他锁</translation>
    </message>
    <message>
        <source>3. Release</source>
        <translation>3. 释放</translation>
    </message>
    <message>
        <source>Check before the release</source>
        <translation>释放之前的检查</translation>
    </message>
    <message>
        <source>no client holds it now</source>
        <translation>现在没有客户端持有它</translation>
    </message>
    <message>
        <source>it is now held by %1</source>
        <translation>它现在由 %1 持有</translation>
    </message>
    <message>
        <source>no client holds it now. Nothing was changed</source>
        <translation>现在没有客户端持有它。未作任何更改</translation>
    </message>
    <message>
        <source>%1 neither holds it nor waits for it: %2. Nothing was changed</source>
        <translation>%1 既未持有也未等待它：%2。未作任何更改</translation>
    </message>
    <message>
        <source>it has several holders. Name one of them: %1</source>
        <translation>它有多个持有者。请指定其中一个：%1</translation>
    </message>
    <message>
        <source>%1 holds several of its entries. Name one of them: %2</source>
        <translation>%1 持有它的多个条目。请指定其中一个：%2</translation>
    </message>
    <message>
        <source>removed the waiter %1 of %2</source>
        <translation>已移除 %2 的等待者 %1</translation>
    </message>
    <message>
        <source>released %1 of %2</source>
        <translation>已释放 %2 的 %1</translation>
    </message>
    <message>
        <source>%1 waiting client was woken</source>
        <translation>已唤醒 %1 个等待的客户端</translation>
    </message>
    <message>
        <source>%1 waiting clients were woken</source>
        <translation>已唤醒 %1 个等待的客户端</translation>
    </message>
    <message>
        <source>no token is on a quorum of the masters. Name a token. Nothing was changed</source>
        <translation>没有令牌达到主节点的法定多数。请指定一个令牌。未作任何更改</translation>
    </message>
    <message>
        <source>no master has the token %1. Nothing was changed</source>
        <translation>没有主节点拥有令牌 %1。未作任何更改</translation>
    </message>
    <message>
        <source>no master has the token %1, but %2 of %3 have %4. Nothing was changed</source>
        <translation>没有主节点拥有令牌 %1，但 %3 个主节点中有 %2 个拥有 %4。未作任何更改</translation>
    </message>
    <message>
        <source>released</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>no key</source>
        <translation>没有该键</translation>
    </message>
    <message>
        <source>another value</source>
        <translation>其他值</translation>
    </message>
    <message>
        <source>released %1 of %2 on %3 of %4 masters: %5</source>
        <translation>已在 %4 个主节点中的 %3 个上释放 %2 的 %1：%5</translation>
    </message>
    <message>
        <source>no master is connected. Nothing was done</source>
        <translation>没有已连接的主节点。未执行任何操作</translation>
    </message>
    <message>
        <source>%1 no longer waits. Nothing was changed</source>
        <translation>%1 已不再等待。未作任何更改</translation>
    </message>
    <message>
        <source>%1 no longer holds it. Nothing was changed</source>
        <translation>%1 已不再持有它。未作任何更改</translation>
    </message>
    <message>
        <source>%1 no longer holds the lock, but another owner does</source>
        <translation>%1 已不再持有锁，现在由另一个所有者持有</translation>
    </message>
    <message>
        <source>the key has a value of another type now</source>
        <translation>该键现在的值是另一种类型</translation>
    </message>
    <message>
        <source>The server refuses the script: %1.</source>
        <translation>服务器拒绝执行该脚本：%1。</translation>
    </message>
    <message>
        <source>The user may not use the command %1 for this lock.</source>
        <translation>该用户无权对此锁使用命令 %1。</translation>
    </message>
    <message>
        <source>The user may run the script and use its commands.</source>
        <translation>该用户可以执行该脚本，并可以使用其中的命令。</translation>
    </message>
    <message>
        <source>The user may run the script. Servers before Redis 7 do not report whether it may use the commands in it.</source>
        <translation>该用户可以执行该脚本。Redis 7 之前的服务器不报告该用户是否可以使用其中的命令。</translation>
    </message>
    <message>
        <source>The rights are unknown: the server did not run the test script.</source>
        <translation>权限未知：服务器未执行测试脚本。</translation>
    </message>
    <message>
        <source>read the pattern</source>
        <translation>读取模式</translation>
    </message>
    <message>
        <source>the set that begins with [ has no ]</source>
        <translation>以 [ 开头的字符集没有 ]</translation>
    </message>
    <message>
        <source>the field is missing: the pattern of the keys, such as {&quot;glob&quot;: &quot;orders:*&quot;}</source>
        <translation>缺少该字段：键的模式，例如 {&quot;glob&quot;: &quot;orders:*&quot;}</translation>
    </message>
    <message>
        <source>companions make a possible lock certain: set &quot;certainty&quot; to &quot;possible&quot;</source>
        <translation>companions 用于使可能的锁变为确定：请将 &quot;certainty&quot; 设为 &quot;possible&quot;</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no {name}: every lock would have this companion</source>
        <translation>“%1”没有 {name}：每个锁都会有此伴随键</translation>
    </message>
    <message>
        <source>the key &quot;%1&quot; with this value does not fit, but the example expects it. One of the two is wrong</source>
        <translation>值为此值的键“%1”不匹配，但示例预期它匹配。两者之一有误</translation>
    </message>
    <message>
        <source>the key &quot;%1&quot; with this value fits, but the example does not expect it. One of the two is wrong</source>
        <translation>值为此值的键“%1”匹配，但示例预期它不匹配。两者之一有误</translation>
    </message>
    <message>
        <source>the example expects the name &quot;%1&quot;, but this file gives &quot;%2&quot;. One of the two is wrong</source>
        <translation>示例预期名称为“%1”，但按此文件为“%2”。两者之一有误</translation>
    </message>
    <message>
        <source>Tracking is not possible: %1.</source>
        <translation>无法跟踪：%1。</translation>
    </message>
    <message>
        <source>Whether keyspace events are on is unknown: %1.</source>
        <translation>键空间事件是否开启未知：%1。</translation>
    </message>
    <message>
        <source>Keyspace events for generic commands, hashes and expired keys are off.</source>
        <translation>通用命令、哈希和过期键的键空间事件已关闭。</translation>
    </message>
    <message>
        <source>Locks on this cluster use sharded channels, to which no pattern subscribes.</source>
        <translation>此集群上的锁使用分片频道，模式订阅无法订阅这种频道。</translation>
    </message>
    <message>
        <source>More than %1 keys changed per second, so their changes are not followed.</source>
        <translation>每秒有超过 %1 个键变化，因此不跟踪其变化。</translation>
    </message>
    <message>
        <source>The reports of changes have ended. Everything is read again.</source>
        <translation>变化报告已中断。将重新读取所有内容。</translation>
    </message>
    <message>
        <source>the server does not reply</source>
        <translation>服务器没有应答</translation>
    </message>
    <message>
        <source>held %1 time</source>
        <translation>持有 %1 次</translation>
    </message>
    <message>
        <source>held %1 times</source>
        <translation>持有 %1 次</translation>
    </message>
    <message>
        <source>only Redis has a second user for releases</source>
        <translation>只有 Redis 有用于释放的第二个用户</translation>
    </message>
    <message>
        <source>only Redis has a password without a user</source>
        <translation>只有 Redis 可以有密码而没有用户</translation>
    </message>
    <message>
        <source>a unix socket of this machine is not reached through SSH. Use a host name or an address, or remove the SSH server</source>
        <translation>无法通过 SSH 访问本机的 unix 套接字。请使用主机名或地址，或移除 SSH 服务器</translation>
    </message>
    <message>
        <source>the name has more than %1 bytes. Correct the name</source>
        <translation>名称超过 %1 字节。请更正名称</translation>
    </message>
    <message>
        <source>the SSH connection ended before the server was reached</source>
        <translation>在连接到服务器之前，SSH 连接已结束</translation>
    </message>
    <message>
        <source>the SSH login to &quot;%1&quot; is not finished</source>
        <translation>到“%1”的 SSH 登录尚未完成</translation>
    </message>
    <message>
        <source>the SSH server does not reach this server in time. Check that this server is running, and the network between</source>
        <translation>SSH 服务器未能及时连接到此服务器。请检查此服务器是否正在运行，以及两者之间的网络</translation>
    </message>
    <message>
        <source>No naming scheme names this key, so it may not be a lock.</source>
        <translation>没有命名规则与此键匹配，因此它可能不是锁。</translation>
    </message>
    <message>
        <source>the server belongs to a Redis Cluster, which has this key on another server (%1). Use the target %2</source>
        <translation>该服务器属于 Redis Cluster，此键位于集群的另一台服务器（%1）上。请使用目标 %2</translation>
    </message>
    <message>
        <source>the server did not answer MONITOR in time</source>
        <translation>服务器未及时应答 MONITOR</translation>
    </message>
    <message>
        <source>%1. The cluster announces this address</source>
        <translation>%1。此地址由集群公布</translation>
    </message>
    <message>
        <source>the server does not have the command CLUSTER (%1). To a proxy that hides the cluster, use the form redis://HOST:PORT</source>
        <translation>服务器没有 CLUSTER 命令（%1）。对于隐藏集群的代理，请使用 redis://HOST:PORT 形式</translation>
    </message>
    <message>
        <source>the dialect %1 says that such keys are no locks</source>
        <translation>按照方言 %1，这样的键不是锁</translation>
    </message>
    <message>
        <source>the key has a value that is no token: it is empty or longer than %1 bytes</source>
        <translation>该键的值不是令牌：值为空或长于 %1 字节</translation>
    </message>
    <message>
        <source>A script compares the token and deletes the key in one step. It cannot detect that the same client released the lock and acquired it again with the same token.</source>
        <translation>脚本在一步内比对令牌并删除键。如果同一客户端释放锁后又以相同的令牌再次获取，脚本无法发现。</translation>
    </message>
    <message>
        <source>A script compares the waiter and its time, and removes it in one step. A later time shows that the waiter left and queued again; an earlier one does not.</source>
        <translation>脚本在一步内比对等待者及其时间，并将其移除。如果时间变晚，则表明该等待者离开后又重新排队；时间变早则不能表明。</translation>
    </message>
    <message>
        <source>in the same script: replace the list %1 by one entry, which wakes a waiting client</source>
        <translation>在同一脚本中：将列表 %1 替换为一个条目，以唤醒一个等待的客户端</translation>
    </message>
    <message>
        <source>The lock is free, and the next waiter, %1, does not listen either. Remove it too if its client has stopped.</source>
        <translation>锁是空闲的，而下一个等待者 %1 也未监听。如果其客户端已停止，请将其一并移除。</translation>
    </message>
    <message>
        <source>A client that waits on the list %1 is woken; the fastest client acquires the lock.</source>
        <translation>会唤醒一个在列表 %1 上等待的客户端；最快的客户端获取锁。</translation>
    </message>
    <message>
        <source>The time of the permit has passed: the next client that asks for a permit returns it.</source>
        <translation>该许可的时间已过：下一个请求许可的客户端会归还它。</translation>
    </message>
    <message>
        <source>Removes only this waiter, and only if its time is not later than shown.</source>
        <translation>仅移除该等待者，并且仅当其时间不晚于所显示的时间。</translation>
    </message>
    <message>
        <source>Waiters at the head do not listen here, but may listen on another server: %1. They stay. Remove each of them if its client has stopped.</source>
        <translation>队首的等待者未在此监听，但可能在另一台服务器上监听：%1。它们会保留。如果其客户端已停止，请逐个移除。</translation>
    </message>
    <message>
        <source>%1 cannot be read</source>
        <translation>无法读取 %1</translation>
    </message>
    <message>
        <source>No client listens on this server for this waiter. It may listen on another server.</source>
        <translation>没有客户端在此服务器上为该等待者监听。它可能在另一台服务器上监听。</translation>
    </message>
    <message>
        <source>Read again: %1 is no longer there.</source>
        <translation>重新读取的结果：%1 已不在那里。</translation>
    </message>
    <message>
        <source>Read again: %1 still holds it, or holds it again.</source>
        <translation>重新读取的结果：%1 仍持有它，或再次持有它。</translation>
    </message>
    <message>
        <source>Read again: %1 still waits, or waits again.</source>
        <translation>重新读取的结果：%1 仍在等待，或再次等待。</translation>
    </message>
    <message>
        <source>released only a part of %1 of %2: %3. Check the lock</source>
        <translation>只释放了 %2 的 %1 的一部分：%3。请检查该锁</translation>
    </message>
    <message>
        <source>%1; the next waiter, %2, does not listen on this server: if its client has stopped, remove it</source>
        <translation>%1；下一个等待者 %2 未在此服务器上监听：如果其客户端已停止，请将其移除</translation>
    </message>
    <message>
        <source>On each master, a script compares the token and deletes the key in one step. Masters without the token are not changed. The script cannot detect that the same client released the lock and acquired it again with the same token.</source>
        <translation>在每个主节点上，脚本在一步内比对令牌并删除键。没有该令牌的主节点不会更改。如果同一客户端释放锁后又以相同的令牌再次获取，脚本无法发现。</translation>
    </message>
    <message>
        <source>%1. A quorum may still have the token</source>
        <translation>%1。可能仍有法定多数拥有该令牌</translation>
    </message>
    <message>
        <source>A user with ~* or &amp;* needs none of the words that begin with that character.</source>
        <translation>拥有 ~* 或 &amp;* 的用户不需要以该字符开头的任何项。</translation>
    </message>
    <message>
        <source>As an administrator, add the rights: %1</source>
        <translation>请以管理员身份添加权限：%1</translation>
    </message>
    <message>
        <source>the user may not use the command %1 for this lock. Nothing was changed.</source>
        <translation>该用户无权对此锁使用命令 %1。未作任何更改。</translation>
    </message>
    <message>
        <source>a client now listens on the channel of %1: it waits</source>
        <translation>现在有客户端在监听 %1 的频道：它在等待</translation>
    </message>
    <message>
        <source>%1. Nothing was changed.</source>
        <translation>%1。未作任何更改。</translation>
    </message>
    <message>
        <source>the command %1 failed: %2</source>
        <translation>命令 %1 失败：%2</translation>
    </message>
    <message>
        <source>move the clock of</source>
        <translation>调整时钟：</translation>
    </message>
    <message>
        <source>this sandbox was started without clocks that can be moved</source>
        <translation>此沙箱启动时未启用可调整的时钟</translation>
    </message>
    <message>
        <source>remove the keys of the run</source>
        <translation>移除本次运行的键</translation>
    </message>
    <message>
        <source>the servers are not responding. Keys that were created by the clients may remain</source>
        <translation>服务器没有响应。客户端创建的键可能会保留</translation>
    </message>
    <message>
        <source>this field applies only to network faults of clients</source>
        <translation>此字段仅适用于客户端的网络故障</translation>
    </message>
    <message>
        <source>use a list of numbers of servers, such as [1, 2]</source>
        <translation>请使用服务器编号的列表，例如 [1, 2]</translation>
    </message>
    <message>
        <source>Restart Without Data</source>
        <translation>不带数据重启</translation>
    </message>
    <message>
        <source>The effect is like a crash of a server without persistence.</source>
        <translation>效果类似于没有持久化的服务器崩溃。</translation>
    </message>
    <message>
        <source>Move Clock Forward by 30 s</source>
        <translation>将时钟向前拨 30 s</translation>
    </message>
    <message>
        <source>Keys expire 30 s earlier.</source>
        <translation>键会提前 30 s 过期。</translation>
    </message>
    <message>
        <source>%1 %2 ms forward</source>
        <translation>%1 向前 %2 ms</translation>
    </message>
    <message>
        <source>%1 (server %2)</source>
        <translation>%1（服务器 %2）</translation>
    </message>
    <message>
        <source>%1 (servers %2)</source>
        <translation>%1（服务器 %2）</translation>
    </message>
    <message>
        <source>no client of this run has a link</source>
        <translation>此次运行中没有客户端拥有链路</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be applied to a client</source>
        <translation>“%1”不能应用于客户端</translation>
    </message>
    <message>
        <source>the scenario is for ZooKeeper: give the address of an ensemble, such as zk1:2181</source>
        <translation>该场景用于 ZooKeeper：请给出集群的地址，例如 zk1:2181</translation>
    </message>
    <message>
        <source>the scenario is for Redis: give the address of a server, such as redis://cache1:6379</source>
        <translation>该场景用于 Redis：请给出服务器的地址，例如 redis://cache1:6379</translation>
    </message>
    <message>
        <source>use 1, &quot;sentinel&quot;, &quot;cluster&quot;, or 3 to %1 for the independent masters of a Redlock</source>
        <translation>请使用 1、&quot;sentinel&quot;、&quot;cluster&quot;，或用 3 到 %1 表示 Redlock 的相互独立的主节点</translation>
    </message>
    <message>
        <source>use 100ms to 1m</source>
        <translation>请使用 100ms 到 1m</translation>
    </message>
    <message>
        <source>clients of Sentinels and of a cluster have no link: the servers give them further addresses. Remove the field</source>
        <translation>Sentinel 和集群的客户端没有链路：服务器会向它们提供更多地址。请删除该字段</translation>
    </message>
    <message>
        <source>servers of Redis are neither leaders nor followers: use &quot;server&quot;</source>
        <translation>Redis 服务器既不是领导者也不是跟随者：请使用 &quot;server&quot;</translation>
    </message>
    <message>
        <source>this action is not possible on %1</source>
        <translation>无法对 %1 执行此操作</translation>
    </message>
    <message>
        <source>only independent masters can be disconnected: pause the server instead</source>
        <translation>只能断开相互独立的主节点：请改为暂停服务器</translation>
    </message>
    <message>
        <source>this action can be applied only to a server</source>
        <translation>此操作只能应用于服务器</translation>
    </message>
    <message>
        <source>move the clock</source>
        <translation>调整时钟</translation>
    </message>
    <message>
        <source>only the clocks of Redis servers can be moved</source>
        <translation>只能调整 Redis 服务器的时钟</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no {name}: all locks would have one list of waiting clients</source>
        <translation>“%1”没有 {name}：所有锁都会共用一个等待客户端的列表</translation>
    </message>
    <message>
        <source>This is tried again every %1 s.</source>
        <translation>每 %1 秒重试一次。</translation>
    </message>
    <message>
        <source>the pattern is empty. Use * for any text, such as orders:*</source>
        <translation>模式为空。请用 * 表示任意文本，例如 orders:*</translation>
    </message>
    <message>
        <source>[ has no ]. Write a set such as [abc] or [a-c], or \[ for the character itself</source>
        <translation>[ 没有对应的 ]。请写成字符集，例如 [abc] 或 [a-c]；要表示该字符本身，请写 \[</translation>
    </message>
    <message>
        <source>read all locks</source>
        <translation>读取所有锁</translation>
    </message>
    <message>
        <source>%1 is one server of a Redis Cluster, so only its locks are read. Use a target such as redis+cluster://%1</source>
        <translation>%1 是 Redis Cluster 中的一台服务器，因此只读取其上的锁。请使用类似 redis+cluster://%1 的目标</translation>
    </message>
    <message>
        <source>sample the commands of</source>
        <translation>对命令采样：</translation>
    </message>
    <message>
        <source>%1. Allow +monitor for this user, or search the logs of the applications for the instance</source>
        <translation>%1。请为此用户允许 +monitor，或在应用程序的日志中搜索该实例</translation>
    </message>
    <message>
        <source>%1. Some managed servers do not have MONITOR. Search the logs of the applications for the instance</source>
        <translation>%1。部分托管服务器没有 MONITOR。请在应用程序的日志中搜索该实例</translation>
    </message>
    <message>
        <source>a sample of the servers&apos; commands is being taken</source>
        <translation>正在对服务器的命令采样</translation>
    </message>
    <message>
        <source>no master is known</source>
        <translation>没有已知的主节点</translation>
    </message>
    <message>
        <source>Dead head of a fair queue</source>
        <translation>公平队列的队首失活</translation>
    </message>
    <message>
        <source>The next waiter of a fair lock is killed. Its entry stays in the queue, and a release does not wake it. The client that releases the lock removes this entry, so the waiter behind it gets the lock at once. Redisson lets it wait for five minutes.</source>
        <translation>公平锁的下一个等待者被强制终止。其条目保留在队列中，释放不会唤醒它。释放锁的客户端会移除此条目，因此排在其后的等待者会立即获得锁。而 Redisson 会让它等待五分钟。</translation>
    </message>
    <message>
        <source>Failover that loses a lock</source>
        <translation>丢失锁的故障转移</translation>
    </message>
    <message>
        <source>Replication is asynchronous. The replicas restart, and the master crashes before they have its data. Sentinel promotes a replica, which does not have the lock: a second client acquires it, while the first one still acts as the holder.</source>
        <translation>复制是异步的。副本重启，而主节点在副本取得其数据之前崩溃。Sentinel 提升一个没有该锁的副本：第二个客户端获取锁，而第一个客户端仍作为持有者工作。</translation>
    </message>
    <message>
        <source>Clock that jumps, with fencing (Kleppmann&apos;s A)</source>
        <translation>时钟跳变，有围栏令牌（Kleppmann 的 A）</translation>
    </message>
    <message>
        <source>The clock of the server jumps forward, so the lock of the holder expires early and another client acquires it. The first client still acts as the holder. The resource rejects its writes, because the fencing token of the new holder is newer.</source>
        <translation>服务器的时钟向前跳变，因此持有者的锁提前过期，另一个客户端获取锁。第一个客户端仍作为持有者工作。资源拒绝其写入，因为新持有者的围栏令牌更新。</translation>
    </message>
    <message>
        <source>Lease that ends in a pause, with fencing (Kleppmann&apos;s B)</source>
        <translation>租约在暂停期间结束，有围栏令牌（Kleppmann 的 B）</translation>
    </message>
    <message>
        <source>A holder is paused, for example by a long garbage collection, until its lease has ended and another client holds the lock. After the pause it still writes. The resource rejects the late write, because its fencing token is older than that of the new holder.</source>
        <translation>持有者被暂停，例如由于长时间的垃圾回收，直到其租约结束并且另一个客户端持有锁。暂停结束后它仍会写入。资源拒绝这次迟到的写入，因为其围栏令牌早于新持有者的围栏令牌。</translation>
    </message>
    <message>
        <source>Unlock by another&apos;s token is refused</source>
        <translation>以他人令牌解锁被拒绝</translation>
    </message>
    <message>
        <source>The network delays the release of a holder until its lease has ended and another client holds the lock. The server compares the tokens and deletes nothing: the lock of the other client stays.</source>
        <translation>网络使持有者的释放延迟，直到其租约结束并且另一个客户端持有锁。服务器比对令牌，不删除任何内容：另一个客户端的锁保留。</translation>
    </message>
    <message>
        <source>Readers that starve a writer</source>
        <translation>读者使写者饿死</translation>
    </message>
    <message>
        <source>Four readers share a Redisson lock and acquire it again and again, so that one of them always holds it. A writer has no place in a queue: it waits until its time limit. When the readers stop, it gets the lock.</source>
        <translation>四个读者共享一个 Redisson 锁，并反复获取它，使得始终有一个读者持有锁。写者在队列中没有位置：它会一直等到自己的时间限制。读者停止后，它获得锁。</translation>
    </message>
    <message>
        <source>Clock that jumps, without fencing (Kleppmann&apos;s A)</source>
        <translation>时钟跳变，没有围栏令牌（Kleppmann 的 A）</translation>
    </message>
    <message>
        <source>The first client has the votes of masters 1, 2 and 3. The clock of master 3 jumps forward, so its key expires early. The second client gets the votes of masters 3, 4 and 5, while the first one still acts as the holder. A Redlock has no fencing token by which the resource could reject it.</source>
        <translation>第一个客户端拥有主节点 1、2 和 3 的选票。主节点 3 的时钟向前跳变，因此其键提前过期。第二个客户端获得主节点 3、4 和 5 的选票，而第一个客户端仍作为持有者工作。Redlock 没有可让资源据以拒绝它的围栏令牌。</translation>
    </message>
    <message>
        <source>Redlock with a master that forgets</source>
        <translation>主节点丢失数据的 Redlock</translation>
    </message>
    <message>
        <source>The first client has the votes of masters 1, 2 and 3. Master 3 crashes and restarts without its data. The second client gets the votes of masters 3, 4 and 5, while the first one still acts as the holder. A master without persistence must stay down for longer than the longest lease.</source>
        <translation>第一个客户端拥有主节点 1、2 和 3 的选票。主节点 3 崩溃，并在没有数据的情况下重启。第二个客户端获得主节点 3、4 和 5 的选票，而第一个客户端仍作为持有者工作。没有持久化的主节点，停机时间必须长于最长的租约。</translation>
    </message>
    <message>
        <source>Redlock and a paused holder (Kleppmann&apos;s B)</source>
        <translation>Redlock 与暂停的持有者（Kleppmann 的 B）</translation>
    </message>
    <message>
        <source>A holder is paused until its lease has ended and another client holds the lock. A Redlock has no fencing token: although the resource checks tokens, it cannot tell the late write of the paused client from a write of the new holder.</source>
        <translation>持有者被暂停，直到其租约结束并且另一个客户端持有锁。Redlock 没有围栏令牌：尽管资源会检查令牌，也无法区分暂停的客户端迟到的写入与新持有者的写入。</translation>
    </message>
    <message>
        <source>Three contenders that split the votes</source>
        <translation>三个竞争者分散选票</translation>
    </message>
    <message>
        <source>Three clients ask five masters at the same time. Each reaches other masters first and gets their votes: two, two and one. None has a majority, so no client gets the lock. When all masters are reachable, the clients release, wait for random times, and get the lock one after another.</source>
        <translation>三个客户端同时请求五个主节点。每个客户端先到达不同的主节点并获得其选票：两票、两票和一票。没有客户端获得多数，因此没有客户端获得锁。当所有主节点都可访问时，客户端执行释放，等待随机的时间，然后相继获得锁。</translation>
    </message>
    <message>
        <source>Redlock with a stalled master</source>
        <translation>主节点停顿的 Redlock</translation>
    </message>
    <message>
        <source>One of five masters is paused. The clients ask all masters at once, so the votes of the other four decide without a wait. When the master continues, it executes the late requests, and also the releases behind them: nothing remains.</source>
        <translation>五个主节点中有一个被暂停。客户端同时请求所有主节点，因此其他四个主节点的选票无需等待即可决定结果。该主节点继续运行时，会执行迟到的请求，以及其后的释放：不会残留任何内容。</translation>
    </message>
    <message>
        <source>Lease that ends in a pause, without fencing (Kleppmann&apos;s B)</source>
        <translation>租约在暂停期间结束，没有围栏令牌（Kleppmann 的 B）</translation>
    </message>
    <message>
        <source>The same pause, but the resource does not check fencing tokens. It accepts the late write of the paused client while another client holds the lock.</source>
        <translation>同样的暂停，但资源不检查围栏令牌。在另一个客户端持有锁期间，资源接受暂停的客户端迟到的写入。</translation>
    </message>
    <message>
        <source>Watchdog of a paused holder</source>
        <translation>暂停的持有者的看门狗</translation>
    </message>
    <message>
        <source>The watchdog of a Redisson lock renews the lease while the process of the holder runs. When the process is paused, nothing renews the lease: it ends, and another client acquires the lock.</source>
        <translation>只要持有者的进程在运行，Redisson 锁的看门狗就会续期租约。进程被暂停时，没有对租约的续期：租约结束，另一个客户端获取锁。</translation>
    </message>
    <message>
        <source>Deadlock: %1 threads wait for each other in a cycle, and none of them can continue.</source>
        <translation>死锁：%1 个线程互相等待，形成循环，都无法继续。</translation>
    </message>
    <message>
        <source>Each waiter listens for its turn in the queue of a fair lock.</source>
        <translation>每个等待者都在监听自己在公平锁队列中的次序。</translation>
    </message>
    <message>
        <source>Stop one of these clients, or release %1. A holder whose lock is released is not notified and continues to work. To prevent another deadlock, acquire these locks in the same order in every program.</source>
        <translation>停止其中一个客户端，或释放 %1。锁被释放的持有者不会收到通知，并会继续工作。为防止再次死锁，请在每个程序中以相同顺序获取这些锁。</translation>
    </message>
    <message>
        <source>%1 also holds: %2.</source>
        <translation>%1 还持有：%2。</translation>
    </message>
    <message>
        <source>Together they may be one multi-lock.</source>
        <translation>它们合在一起可能是同一个多重锁。</translation>
    </message>
    <message>
        <source>The owner also holds 1 other lock, which stays held: %1.</source>
        <translation>该所有者还持有另外 1 个锁，该锁会继续被持有：%1。</translation>
    </message>
    <message>
        <source>The owner also holds %2 other locks, which stay held: %1.</source>
        <translation>该所有者还持有另外 %2 个锁，这些锁会继续被持有：%1。</translation>
    </message>
    <message>
        <source>permits can only be added to a semaphore without leases. Nothing was changed</source>
        <translation>只能向没有租约的信号量增加许可。未作任何更改</translation>
    </message>
    <message>
        <source>Read again: the number of free permits is %1.</source>
        <translation>再次读取：空闲的许可数为 %1。</translation>
    </message>
    <message>
        <source>Read again: the key no longer exists.</source>
        <translation>再次读取：该键已不存在。</translation>
    </message>
    <message>
        <source>released only a part of %1: %2. Check the lock</source>
        <translation>%1 只释放了一部分：%2。请检查该锁</translation>
    </message>
    <message>
        <source>the key no longer exists. Nothing was changed</source>
        <translation>该键已不存在。未作任何更改</translation>
    </message>
    <message>
        <source>%1 permit</source>
        <translation>%1 个许可</translation>
    </message>
    <message>
        <source>%1 permits</source>
        <translation>%1 个许可</translation>
    </message>
    <message>
        <source>a number without leases of permits is a semaphore: the server does not record its holders, so none can be released. To add permits, use lockscopectl release with --permits</source>
        <translation>没有许可租约的数字是信号量：服务器不记录其持有者，因此无法释放任何持有者。要增加许可，请使用 lockscopectl release 的 --permits</translation>
    </message>
    <message>
        <source>a semaphore has at most %1 free permits, and this one has %2 already. Nothing was changed</source>
        <translation>信号量最多有 %1 个空闲的许可，而此信号量已有 %2 个。未作任何更改</translation>
    </message>
    <message>
        <source>The server stores the number of free permits only. It is unknown which clients hold permits, and how many.</source>
        <translation>服务器只存储空闲的许可数。哪些客户端持有许可、持有多少，均未知。</translation>
    </message>
    <message>
        <source>A script compares the number of free permits and adds to it in one step. It cannot detect that permits were acquired and returned in between.</source>
        <translation>脚本在一步内比对空闲的许可数并增加该数。它无法发现其间有许可被获取后又归还。</translation>
    </message>
    <message>
        <source>in one script: continue only if the number of free permits of %1 is %2</source>
        <translation>在一个脚本中：仅当 %1 的空闲许可数为 %2 时才继续</translation>
    </message>
    <message>
        <source>in the same script: add %1 to them and wake waiting clients</source>
        <translation>在同一脚本中：将其增加 %1 并唤醒等待的客户端</translation>
    </message>
    <message>
        <source>read %1 to find the number of free permits</source>
        <translation>读取 %1 以确定空闲的许可数</translation>
    </message>
    <message>
        <source>The number of permits in use and their holders are unknown. If a holder returns its permit later, the semaphore has one permit too many. More clients than intended may then work at the same time.</source>
        <translation>使用中的许可数及其持有者未知。如果某个持有者之后归还其许可，信号量就会多出一个许可。之后同时工作的客户端可能多于预期。</translation>
    </message>
    <message>
        <source>It is not certain that this key is a semaphore: no client waits for it. A program that uses the number for another purpose may fail.</source>
        <translation>不确定此键是否是信号量：没有客户端等待它。将该数字用于其他用途的程序可能会失败。</translation>
    </message>
    <message>
        <source>Helps only if a holder returns its permit: permits of this semaphore have no lease.</source>
        <translation>仅当持有者归还其许可时才有用：此信号量的许可没有租约。</translation>
    </message>
    <message>
        <source>Adds %1, and only if the number of free permits is unchanged.</source>
        <translation>增加 %1，并且仅当空闲的许可数未变时。</translation>
    </message>
    <message>
        <source>The number of free permits is then %1. Waiting clients are woken.</source>
        <translation>之后空闲的许可数为 %1。会唤醒等待的客户端。</translation>
    </message>
    <message>
        <source>No holder is notified.</source>
        <translation>不会通知任何持有者。</translation>
    </message>
    <message>
        <source>Permits</source>
        <translation>许可</translation>
    </message>
    <message>
        <source>Free permits</source>
        <translation>空闲的许可</translation>
    </message>
    <message>
        <source>added %1 permit to %2</source>
        <translation>已向 %2 增加 %1 个许可</translation>
    </message>
    <message>
        <source>added %1 permits to %2</source>
        <translation>已向 %2 增加 %1 个许可</translation>
    </message>
    <message>
        <source>the number of free permits is now %1, not %2</source>
        <translation>空闲的许可数现在是 %1，而不是 %2</translation>
    </message>
    <message>
        <source>several servers report this role</source>
        <translation>有多台服务器报告此角色</translation>
    </message>
    <message>
        <source>&quot;master&quot; and &quot;replica&quot; are roles of Redis: use &quot;leader&quot; or &quot;follower&quot;</source>
        <translation>&quot;master&quot; 和 &quot;replica&quot; 是 Redis 的角色：请使用 &quot;leader&quot; 或 &quot;follower&quot;</translation>
    </message>
    <message>
        <source>the sandbox has no replicas: use &quot;server&quot;</source>
        <translation>沙箱没有副本：请使用 &quot;server&quot;</translation>
    </message>
    <message>
        <source>a cluster has %1 masters: add &quot;group&quot;, such as &quot;group&quot;: 1</source>
        <translation>集群有 %1 个主节点：请添加 &quot;group&quot;，例如 &quot;group&quot;: 1</translation>
    </message>
    <message>
        <source>only a cluster has groups: remove &quot;group&quot;</source>
        <translation>只有集群才有分组：请移除 &quot;group&quot;</translation>
    </message>
    <message>
        <source>a master has only %1 replica</source>
        <translation>一个主节点只有 %1 个副本</translation>
    </message>
    <message>
        <source>a master has only %1 replicas</source>
        <translation>一个主节点只有 %1 个副本</translation>
    </message>
    <message>
        <source>a server that is down or paused reports no role: use &quot;server&quot;</source>
        <translation>停止或暂停的服务器不报告角色：请使用 &quot;server&quot;</translation>
    </message>
    <message>
        <source>the master of group %1</source>
        <translation>分组 %1 的主节点</translation>
    </message>
    <message>
        <source>the master</source>
        <translation>主节点</translation>
    </message>
    <message>
        <source>replica %1 of group %2</source>
        <translation>分组 %2 的副本 %1</translation>
    </message>
    <message>
        <source>replica %1</source>
        <translation>副本 %1</translation>
    </message>
    <message>
        <source>Keys of other programs may have this form too.</source>
        <translation>其他程序的键也可能具有此形式。</translation>
    </message>
    <message>
        <source>Its keys, its channel or a dialect file show the type.</source>
        <translation>其键、其频道或方言文件表明了此类型。</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>the locks of the scenario do not work on independent masters. Give the address of a server, such as redis://cache1:6379</source>
        <translation>该场景的锁不能用于相互独立的主节点。请给出一台服务器的地址，例如 redis://cache1:6379</translation>
    </message>
    <message>
        <source>the locks of the scenario need independent masters. Give their addresses, such as redlock://r1:6379,r2:6379,r3:6379</source>
        <translation>该场景的锁需要相互独立的主节点。请给出它们的地址，例如 redlock://r1:6379,r2:6379,r3:6379</translation>
    </message>
    <message>
        <source>read all of</source>
        <translation>完整读取</translation>
    </message>
    <message>
        <source>only the first %1 are read of its waiters or permits. The others are not shown</source>
        <translation>只读取其前 %1 个等待者或许可。其余的不显示</translation>
    </message>
    <message>
        <source>The interruption was short: holder still has its session and the lock.</source>
        <translation>中断很短：holder 仍保有其会话和锁。</translation>
    </message>
    <message>
        <source>The interruption was long: the session of holder has expired, and worker holds the lock.</source>
        <translation>中断很长：holder 的会话已过期，worker 持有锁。</translation>
    </message>
    <message>
        <source>holder is connected again and knows that it has lost the lock.</source>
        <translation>holder 已重新连接，并知道自己已失去锁。</translation>
    </message>
    <message>
        <source>holder has released the lock and removed the entry of head, which was killed. So heir acquired the lock at once.</source>
        <translation>holder 释放了锁，并移除了已被终止的 head 的条目。因此 heir 立即获取了锁。</translation>
    </message>
    <message>
        <source>left holds /a and waits for /b. right holds /b and waits for /a. Neither can continue: the graph shows the cycle.</source>
        <translation>left 持有 /a 并等待 /b。right 持有 /b 并等待 /a。两者都无法继续：图中显示了这个环。</translation>
    </message>
    <message>
        <source>right was killed, and its session has expired. left has both locks: the deadlock has ended.</source>
        <translation>right 已被终止，其会话已过期。left 持有两个锁：死锁已结束。</translation>
    </message>
    <message>
        <source>sleeper is paused, and its lease has ended. worker holds the lock now.</source>
        <translation>sleeper 已暂停，其租约已结束。现在 worker 持有锁。</translation>
    </message>
    <message>
        <source>sleeper runs again. The resource has rejected its late write, because the fencing token of worker is newer.</source>
        <translation>sleeper 恢复运行。资源拒绝了它迟到的写入，因为 worker 的隔离令牌更新。</translation>
    </message>
    <message>
        <source>The late release of first compared the tokens and deleted nothing: second keeps the lock.</source>
        <translation>first 迟到的释放比对了令牌，没有删除任何内容：second 保有锁。</translation>
    </message>
    <message>
        <source>Each release of the single node wakes all twelve clients. Each release in the queue wakes one or two clients.</source>
        <translation>单节点锁的每次释放都会唤醒全部十二个客户端。队列中的每次释放只唤醒一两个客户端。</translation>
    </message>
    <message>
        <source>victim holds the lock. The workers wait in the queue.</source>
        <translation>victim 持有锁。各 worker 在队列中等待。</translation>
    </message>
    <message>
        <source>victim was killed. Its node stayed until its session expired. Then the next client acquired the lock.</source>
        <translation>victim 已被终止。其节点一直保留到会话过期。然后下一个客户端获取了锁。</translation>
    </message>
    <message>
        <source>The servers have elected a new leader. The sessions are alive, and the queue has kept its order.</source>
        <translation>服务器已选举出新的领导者。会话仍然存活，队列保持了原有顺序。</translation>
    </message>
    <message>
        <source>sleeper is paused, and its session has expired. worker holds the lock now, but sleeper still believes that it is the holder.</source>
        <translation>sleeper 已暂停，其会话已过期。现在 worker 持有锁，但 sleeper 仍认为自己是持有者。</translation>
    </message>
    <message>
        <source>All masters are reachable again. Each client has acquired the lock in turn.</source>
        <translation>所有主节点均可再次访问。每个客户端都依次获取了锁。</translation>
    </message>
    <message>
        <source>polite holds the lock. stubborn and worker wait.</source>
        <translation>polite 持有锁。stubborn 和 worker 在等待。</translation>
    </message>
    <message>
        <source>polite has followed the request and released the lock. stubborn is the holder now.</source>
        <translation>polite 遵从请求并释放了锁。现在 stubborn 是持有者。</translation>
    </message>
    <message>
        <source>stubborn has received a request and continues to hold the lock: a request does not force a release.</source>
        <translation>stubborn 收到了请求，但继续持有锁：请求不会强制释放。</translation>
    </message>
    <message>
        <source>sleeper runs again. The resource does not check fencing tokens: it has accepted a late write of sleeper while worker holds the lock.</source>
        <translation>sleeper 恢复运行。资源不检查隔离令牌：在 worker 持有锁时，它接受了 sleeper 迟到的写入。</translation>
    </message>
    <message>
        <source>The lease is two seconds, and sleeper has held the lock for more than four: its watchdog renews the lease.</source>
        <translation>租约为两秒，而 sleeper 已持有锁超过四秒：其看门狗会续租。</translation>
    </message>
    <message>
        <source>sleeper is paused, so its lease was not renewed. The lease has ended, and worker holds the lock. sleeper still believes that it is the holder.</source>
        <translation>sleeper 已暂停，因此没有人为其续租。租约已结束，worker 持有锁。sleeper 仍认为自己是持有者。</translation>
    </message>
    <message>
        <source>sleeper runs again and knows that it has lost the lock.</source>
        <translation>sleeper 恢复运行，并知道自己已失去锁。</translation>
    </message>
    <message>
        <source>%1: connections are accepted</source>
        <translation>%1：接受连接</translation>
    </message>
    <message>
        <source>the test was cancelled</source>
        <translation>测试已取消</translation>
    </message>
    <message>
        <source>Chroot %1</source>
        <translation>根路径（chroot）%1</translation>
    </message>
    <message>
        <source>Sentinel master %1</source>
        <translation>Sentinel 主节点 %1</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Database %1</source>
        <translation>数据库 %1</translation>
    </message>
    <message>
        <source>Host names</source>
        <translation>主机名</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>SSH tunnel</source>
        <translation>SSH 隧道</translation>
    </message>
    <message>
        <source>TLS certificate</source>
        <translation>TLS 证书</translation>
    </message>
    <message>
        <source>Answer of the server</source>
        <translation>服务器应答</translation>
    </message>
    <message>
        <source>User and password</source>
        <translation>用户与密码</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>running</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>通过</translation>
    </message>
    <message>
        <source>passed with a warning</source>
        <translation>通过，但有警告</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>not tested</source>
        <translation>未测试</translation>
    </message>
    <message>
        <source>logged in at %1</source>
        <translation>已登录 %1</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is valid, and is for its host name</source>
        <translation>服务器证书有效，且与其主机名相符</translation>
    </message>
    <message>
        <source>nothing was answered within %1. Check that it is the port of a Redis server, and that the server is not suspended or overloaded</source>
        <translation>%1内没有任何应答。请确认这是 Redis 服务器的端口，且服务器未被挂起或过载</translation>
    </message>
    <message>
        <source>a Redis server answers</source>
        <translation>Redis 服务器有应答</translation>
    </message>
    <message>
        <source>the server requires a password (%1). Enter the password, and the user if the password belongs to one</source>
        <translation>服务器要求密码（%1）。请输入密码；若密码属于某个用户，还需输入用户</translation>
    </message>
    <message>
        <source>the server refused the user or the password (%1). Check both</source>
        <translation>服务器拒绝了用户或密码（%1）。请检查两者</translation>
    </message>
    <message>
        <source>%1 server answers</source>
        <translation>%1 台服务器有应答</translation>
    </message>
    <message>
        <source>%1 servers answer</source>
        <translation>%1 台服务器有应答</translation>
    </message>
    <message>
        <source>logged in as user &quot;%1&quot;</source>
        <translation>已以用户“%1”登录</translation>
    </message>
    <message>
        <source>the server requires no password</source>
        <translation>服务器不要求密码</translation>
    </message>
    <message>
        <source>the password was accepted</source>
        <translation>密码已被接受</translation>
    </message>
    <message>
        <source>the server has no database %1 (%2). Use a lower number: by default the databases are 0 to 15</source>
        <translation>服务器没有数据库 %1（%2）。请使用更小的编号：默认的数据库为 0 到 15</translation>
    </message>
    <message>
        <source>the database %1 cannot be selected (%2). Ask for the permission SELECT, or use database 0</source>
        <translation>无法选择数据库 %1（%2）。请申请 SELECT 权限，或使用数据库 0</translation>
    </message>
    <message>
        <source>the database can be selected</source>
        <translation>可以选择该数据库</translation>
    </message>
    <message>
        <source>masters: %1</source>
        <translation>主节点：%1</translation>
    </message>
    <message>
        <source>SCAN and the other commands that read locks are permitted</source>
        <translation>允许执行 SCAN 及其他读取锁的命令</translation>
    </message>
    <message>
        <source>not permitted for this user: %1 (%2). An administrator can permit them with: %3</source>
        <translation>该用户无权执行：%1（%2）。管理员可用以下命令授权：%3</translation>
    </message>
    <message>
        <source>not permitted for this user: %1. Some facts stay unknown. An administrator can permit them with: %2</source>
        <translation>该用户无权执行：%1。部分信息将保持未知。管理员可用以下命令授权：%2</translation>
    </message>
    <message>
        <source>the servers refused the credentials (%1). Check the user and the password</source>
        <translation>服务器拒绝了凭据（%1）。请检查用户和密码</translation>
    </message>
    <message>
        <source>session %1 with a timeout of %2</source>
        <translation>会话 %1，超时为 %2</translation>
    </message>
    <message>
        <source>user &quot;%1&quot; and the password were sent. ZooKeeper does not check them: a wrong password appears as missing permissions</source>
        <translation>已发送用户“%1”和密码。ZooKeeper 不校验它们：密码错误会表现为缺少权限</translation>
    </message>
    <message>
        <source>no server opened a session within %1. Check that the servers run and have a quorum. The server&apos;s log shows the reason</source>
        <translation>%1内没有服务器建立会话。请确认服务器正在运行且达到法定人数。服务器日志中有原因</translation>
    </message>
    <message>
        <source>the node exists</source>
        <translation>节点存在</translation>
    </message>
    <message>
        <source>the node &quot;%1&quot; does not exist. Create it, or correct the end of the connect string</source>
        <translation>节点“%1”不存在。请创建它，或更正连接字符串的末尾</translation>
    </message>
    <message>
        <source>clients without a user may not list &quot;%1&quot;. Enter a user and a password, or ask for the permission Read on this node</source>
        <translation>没有用户的客户端无权列出“%1”。请输入用户和密码，或申请该节点的 Read 权限</translation>
    </message>
    <message>
        <source>user &quot;%1&quot; may not list &quot;%2&quot; with this password. Check both, or ask for the permission Read on this node</source>
        <translation>用户“%1”用此密码无权列出“%2”。请检查两者，或申请该节点的 Read 权限</translation>
    </message>
    <message>
        <source>the children of %1 may be listed</source>
        <translation>可以列出 %1 的子节点</translation>
    </message>
    <message>
        <source>no such node: %1. Check the path where locks are looked for</source>
        <translation>没有此节点：%1。请检查查找锁的路径</translation>
    </message>
    <message>
        <source>its node was deleted</source>
        <translation>其节点已被删除</translation>
    </message>
    <message>
        <source>its lease has expired</source>
        <translation>其租约已到期</translation>
    </message>
    <message>
        <source>its key was deleted or taken by another owner</source>
        <translation>其键已被删除或被其他所有者占用</translation>
    </message>
    <message>
        <source>no master is connected</source>
        <translation>没有已连接的主节点</translation>
    </message>
    <message>
        <source>If you delete the node, the holder may continue, because its session has not expired: two clients may then both believe they hold the lock. It sends no heartbeat, so its program may have stopped.</source>
        <translation>如果删除该节点，持有者可能会继续运行，因为其会话尚未过期：之后可能有两个客户端都认为自己持有锁。它没有发送心跳，因此其程序可能已停止。</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>The clock of the servers was not measured, so the real time may be longer. By the clock of this machine it is %1.</source>
        <translation>未测得服务器的时钟，因此实际时间可能更长。按本机时钟为 %1。</translation>
    </message>
    <message>
        <source>Deletes only this node, and only if neither the node nor its session was replaced.</source>
        <translation>只删除该节点，并且仅当该节点及其会话都未被替换时才删除。</translation>
    </message>
    <message>
        <source>waits for</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>behind</source>
        <translation>排在其后</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>A fencing token is a number that grows with each acquisition of a lock. A holder is paused until its session has expired and another client holds the lock. After the pause, it still acts as the holder. The resource rejects its late write, because its token is older.</source>
        <translation>围栏令牌是一个随每次获取锁而增大的数字。持有者被暂停，直到其会话过期、另一个客户端持有该锁。暂停结束后，它仍像持有者一样行动。资源拒绝它迟到的写入，因为它的令牌较旧。</translation>
    </message>
    <message>
        <source>sleeper holds the lock and writes to the resource with its fencing token. worker waits.</source>
        <translation>sleeper 持有锁，并带着其围栏令牌写入资源。worker 在等待。</translation>
    </message>
    <message>
        <source>sleeper runs again. Its late write had an older token than worker&apos;s, so the resource rejected it: the data is undamaged. sleeper knows now that it has lost the lock.</source>
        <translation>sleeper 恢复运行。它迟到的写入所带的令牌比 worker 的旧，因此资源拒绝了它：数据没有损坏。sleeper 现在知道自己已失去锁。</translation>
    </message>
    <message>
        <source>The session of sleeper has expired. worker holds the lock now, with a newer fencing token. sleeper cannot notice it while it is paused: two clients believe that they hold the lock.</source>
        <translation>sleeper 的会话已过期。现在 worker 持有锁，其围栏令牌较新。sleeper 在暂停期间无法察觉：两个客户端都认为自己持有锁。</translation>
    </message>
    <message>
        <source>sleeper is paused, for example by a garbage collection, and sends no heartbeats. After 4 s, the servers end its session, and worker acquires the lock.</source>
        <translation>sleeper 被暂停，例如由于垃圾回收，并且不发送心跳。4 秒后，服务器结束其会话，worker 获取锁。</translation>
    </message>
    <message>
        <source>The next waiter, %1, does not listen. It is removed only if its client has certainly stopped.</source>
        <translation>下一个等待者 %1 没有监听。只有在其客户端确实已停止时才会被移除。</translation>
    </message>
    <message>
        <source>move the clock of the server in</source>
        <translation>调整以下目录中服务器的时钟：</translation>
    </message>
    <message>
        <source>the server has not loaded the library clock.so from there. The directory may be on a file system that is mounted with noexec, or the server program linked statically. Set TMPDIR to another directory, or LOCKSCOPE_REDIS_SERVER to another program</source>
        <translation>服务器没有从该处加载库 clock.so。该目录所在的文件系统可能以 noexec 挂载，或者服务器程序是静态链接的。请将 TMPDIR 设为另一个目录，或将 LOCKSCOPE_REDIS_SERVER 设为另一个程序</translation>
    </message>
</context>
<context>
    <name>lockscope::app::Screenshot</name>
    <message>
        <source>the recording was not loaded in time. Set a longer time with --for</source>
        <translation>录制文件未能及时加载。请用 --for 设置更长的时间</translation>
    </message>
    <message>
        <source>not connected. Use --connect SERVERS or --demo</source>
        <translation>未连接。请使用 --connect SERVERS 或 --demo</translation>
    </message>
    <message>
        <source>cannot connect to %1. Check that the server is running and that the address is correct</source>
        <translation>无法连接到 %1。请检查服务器是否正在运行，以及地址是否正确</translation>
    </message>
    <message>
        <source>no queue with a holder and waiters was found at %1</source>
        <translation>在 %1 未找到同时有持有者和等待者的队列</translation>
    </message>
    <message>
        <source>cannot read the locks of %1 in time</source>
        <translation>无法及时读取 %1 的锁</translation>
    </message>
    <message>
        <source>cannot save the screenshot as %1. Check that the folder exists and that the file name ends with .png</source>
        <translation>无法将截图保存为 %1。请检查文件夹是否存在，以及文件名是否以 .png 结尾</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AboutDialog</name>
    <message>
        <source>About Lockscope</source>
        <translation>关于 Lockscope</translation>
    </message>
    <message>
        <source>Lockscope shows the holders and the waiters of distributed locks, and why they wait. It helps to release stuck locks safely.</source>
        <translation>Lockscope 显示分布式锁的持有者和等待者，以及等待的原因。它帮助安全地释放卡住的锁。</translation>
    </message>
    <message>
        <source>Copyright 2026 The Lockscope Authors. Licensed under the Apache License, Version 2.0, without any warranty:</source>
        <translation>版权所有 2026 The Lockscope Authors。依据 Apache License, Version 2.0 授权，不提供任何担保：</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Copy Versions</source>
        <translation>复制版本信息</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ActionLogModel</name>
    <message>
        <source>the program ended before it wrote the outcome</source>
        <translation>程序在写入结果之前已结束</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Ticket</source>
        <translation>工单</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Released</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>Not released by client</source>
        <translation>客户端未释放</translation>
    </message>
    <message>
        <source>Already gone</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Request release</source>
        <translation>请求释放</translation>
    </message>
    <message>
        <source>No outcome recorded</source>
        <translation>未记录结果</translation>
    </message>
    <message>
        <source>Gone after request</source>
        <translation>请求后已消失</translation>
    </message>
    <message>
        <source>Ticket: %1</source>
        <translation>工单：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ActionLogPanel</name>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Filter the action log</source>
        <translation>筛选操作日志</translation>
    </message>
    <message>
        <source>Filter by lock, client, user, reason, ticket…</source>
        <translation>按锁、客户端、用户、原因、工单等筛选…</translation>
    </message>
    <message>
        <source>Show only actions with this outcome</source>
        <translation>仅显示此结果的操作</translation>
    </message>
    <message>
        <source>Save the rows shown as CSV or JSON</source>
        <translation>将显示的行保存为 CSV 或 JSON</translation>
    </message>
    <message>
        <source>Action log</source>
        <translation>操作日志</translation>
    </message>
    <message>
        <source>The action log is unavailable</source>
        <translation>操作日志不可用</translation>
    </message>
    <message>
        <source>Unreadable lines: %1</source>
        <translation>无法读取的行数：%1</translation>
    </message>
    <message>
        <source>No actions match the filter</source>
        <translation>没有符合筛选条件的操作</translation>
    </message>
    <message>
        <source>All outcomes</source>
        <translation>全部结果</translation>
    </message>
    <message>
        <source>No actions yet</source>
        <translation>尚无操作</translation>
    </message>
    <message>
        <source>Each request and each deletion is written to %1, before and after it is done.</source>
        <translation>每次请求和每次删除都会在执行前后写入 %1。</translation>
    </message>
    <message>
        <source>There are no rows to save.</source>
        <translation>没有可保存的行。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ActivityModel</name>
    <message>
        <source>joined</source>
        <translation>入队</translation>
    </message>
    <message>
        <source>acquired</source>
        <translation>已获取</translation>
    </message>
    <message>
        <source>left</source>
        <translation>已离开</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>已丢失</translation>
    </message>
    <message>
        <source>release requested</source>
        <translation>已请求释放</translation>
    </message>
    <message>
        <source>released by operator</source>
        <translation>由操作员释放</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>other event</source>
        <translation>其他事件</translation>
    </message>
    <message>
        <source>node deleted</source>
        <translation>节点已删除</translation>
    </message>
    <message>
        <source>not watched</source>
        <translation>未监视</translation>
    </message>
    <message>
        <source>from %1 (%2)</source>
        <translation>自 %1（%2）</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>自 %1 起</translation>
    </message>
    <message>
        <source>problem ended</source>
        <translation>问题结束</translation>
    </message>
    <message>
        <source>problem began</source>
        <translation>问题出现</translation>
    </message>
    <message>
        <source>not observed</source>
        <translation>未观察到</translation>
    </message>
    <message numerus="yes">
        <source>up to %1 acquisitions, from %2 (%3)</source>
        <translation>
            <numerusform>最多 %1 次获取，自 %2 起（%3）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ActivityPanel</name>
    <message>
        <source>Filter the activity</source>
        <translation>筛选活动</translation>
    </message>
    <message>
        <source>Filter by lock, client, event…</source>
        <translation>按锁、客户端、事件等筛选…</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Activity in the recording</source>
        <translation>录制文件中的活动</translation>
    </message>
    <message>
        <source>No events in this recording</source>
        <translation>此录制文件中没有事件</translation>
    </message>
    <message>
        <source>No client joined a queue, acquired a lock or left while the recording was made.</source>
        <translation>录制期间，没有客户端加入队列、获取锁或离开。</translation>
    </message>
    <message>
        <source>No events yet</source>
        <translation>尚无事件</translation>
    </message>
    <message>
        <source>Events appear here when a client joins a queue, acquires a lock or leaves.</source>
        <translation>客户端加入队列、获取锁或离开时，事件会显示在此。</translation>
    </message>
    <message>
        <source>No events match the filter</source>
        <translation>没有符合筛选条件的事件</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AwaitedHolds</name>
    <message>
        <source>%1 has released %2.</source>
        <translation>%1 已释放 %2。</translation>
    </message>
    <message>
        <source>The lease of %1 for %2 has expired.</source>
        <translation>%1 对 %2 的租约已到期。</translation>
    </message>
    <message>
        <source>%1 no longer holds %2.</source>
        <translation>%1 不再持有 %2。</translation>
    </message>
    <message>
        <source>No client holds the lock now.</source>
        <translation>现在没有客户端持有该锁。</translation>
    </message>
    <message>
        <source>Held now by: %1.</source>
        <translation>当前持有者：%1。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::BellButton</name>
    <message>
        <source>No new findings</source>
        <translation>没有新问题</translation>
    </message>
    <message>
        <source>1 new finding</source>
        <translation>1 个新问题</translation>
    </message>
    <message>
        <source>%1 new findings</source>
        <translation>%1 个新问题</translation>
    </message>
    <message>
        <source>1 new finding, critical</source>
        <translation>1 个新问题，严重</translation>
    </message>
    <message>
        <source>%1 new findings, %2 critical</source>
        <translation>%1 个新问题，其中 %2 个严重</translation>
    </message>
    <message>
        <source>Warnings and critical findings that began since you last used Findings. Shows them.</source>
        <translation>自您上次使用“问题”面板以来开始的警告和严重问题。点击可显示它们。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::CentreSwitch</name>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Show the queue and the timeline in the middle</source>
        <translation>在中间显示队列和时间线</translation>
    </message>
    <message>
        <source>Wait-for Graph</source>
        <translation>等待图</translation>
    </message>
    <message>
        <source>Show the wait-for graph in the middle</source>
        <translation>在中间显示等待图</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ClosedStatusEndpoints</name>
    <message>
        <source>To enable the four-letter commands, add to the zoo.cfg of this server:
%1</source>
        <translation>要启用四字命令，请在此服务器的 zoo.cfg 中加入：
%1</translation>
    </message>
    <message>
        <source>To enable the AdminServer, add to the zoo.cfg of this server:
%1
Or, to enable the four-letter commands, add:
%2</source>
        <translation>要启用 AdminServer，请在此服务器的 zoo.cfg 中加入：
%1
或者，要启用四字命令，请加入：
%2</translation>
    </message>
    <message>
        <source>No server reported the session owners. Owners whose session has ended, or that send no heartbeat, cannot be detected.</source>
        <translation>没有服务器报告会话的所有者。无法发现会话已结束或不发送心跳的所有者。</translation>
    </message>
    <message>
        <source>Not every server reports the session owners. Some owners whose session has ended, or that send no heartbeat, cannot be detected.</source>
        <translation>并非每台服务器都报告会话的所有者。部分会话已结束或不发送心跳的所有者无法发现。</translation>
    </message>
    <message>
        <source>Some nodes were not read. Their locks were not checked.</source>
        <translation>部分节点未被读取，其中的锁未被检查。</translation>
    </message>
    <message>
        <source>addresses: none, no server reports its connections</source>
        <translation>地址来源：无，没有服务器报告其连接</translation>
    </message>
    <message>
        <source>addresses: %1</source>
        <translation>地址来源：%1</translation>
    </message>
    <message numerus="yes">
        <source>addresses: %1 on %2 of %n servers</source>
        <translation>
            <numerusform>地址来源：%n 台服务器中的 %2 台，%1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::CommandList</name>
    <message>
        <source>COMMANDS TO COPY</source>
        <translation>可复制的命令</translation>
    </message>
    <message>
        <source>never run by Lockscope</source>
        <translation>Lockscope 从不运行</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>复制“%1”</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ConnectDialog</name>
    <message>
        <source>Recent connections</source>
        <translation>最近的连接</translation>
    </message>
    <message>
        <source>RECENT</source>
        <translation>最近使用</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Opens a recording or an audit log. No server is needed.</source>
        <translation>打开录制文件或审计日志。无需服务器。</translation>
    </message>
    <message>
        <source>SAVED</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Saved connections</source>
        <translation>已保存的连接</translation>
    </message>
    <message>
        <source>Removes the passwords of this connection from the system&apos;s keychain.</source>
        <translation>从系统钥匙串中移除此连接的密码。</translation>
    </message>
    <message>
        <source>production</source>
        <translation>生产环境</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Start Sand&amp;box</source>
        <translation>启动沙箱(&amp;B)</translation>
    </message>
    <message>
        <source>Open Re&amp;cording…</source>
        <translation>打开录制文件(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;New…</source>
        <translation>新建(&amp;N)…</translation>
    </message>
    <message>
        <source>Chan&amp;ge…</source>
        <translation>修改(&amp;G)…</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>移除(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Forget Passwords</source>
        <translation>清除密码(&amp;F)</translation>
    </message>
    <message>
        <source>Removes the saved connection. The servers are not changed.</source>
        <translation>移除已保存的连接。服务器不会更改。</translation>
    </message>
    <message>
        <source>Starts temporary servers on this machine. They are removed when the main window closes.</source>
        <translation>在本机启动临时服务器。主窗口关闭时，这些服务器会被移除。</translation>
    </message>
    <message>
        <source>Select a saved connection.</source>
        <translation>请选择一个已保存的连接。</translation>
    </message>
    <message>
        <source>This connection uses no passwords.</source>
        <translation>此连接不使用密码。</translation>
    </message>
    <message>
        <source>Enter valid servers.</source>
        <translation>请输入有效的服务器。</translation>
    </message>
    <message>
        <source>T&amp;est Connection</source>
        <translation>测试连接(&amp;E)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Connection</name>
    <message>
        <source>the connection was closed before a reply arrived</source>
        <translation>在收到答复之前连接已关闭</translation>
    </message>
    <message>
        <source>only Redis has such samples</source>
        <translation>只有 Redis 有此类采样</translation>
    </message>
    <message>
        <source>connect to the servers first</source>
        <translation>请先连接到服务器</translation>
    </message>
    <message>
        <source>nothing was released. Connect to the servers first</source>
        <translation>未释放任何内容。请先连接到服务器</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ContenderBar</name>
    <message>
        <source>Allow Writes…</source>
        <translation>允许写入…</translation>
    </message>
    <message>
        <source>Unlocks the connection for a limited time.</source>
        <translation>在有限时间内解锁连接。</translation>
    </message>
    <message>
        <source>Release the selected contender</source>
        <translation>释放所选竞争者</translation>
    </message>
    <message>
        <source>No contender selected</source>
        <translation>未选择竞争者</translation>
    </message>
    <message>
        <source>has left the queue</source>
        <translation>已离开队列</translation>
    </message>
    <message>
        <source>Read-only.</source>
        <translation>只读。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ContenderMenu</name>
    <message>
        <source>Release…</source>
        <translation>释放…</translation>
    </message>
    <message>
        <source>Copy Host</source>
        <translation>复制主机</translation>
    </message>
    <message>
        <source>Copy Session</source>
        <translation>复制会话</translation>
    </message>
    <message>
        <source>Copy Path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Copy Command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Show in Graph</source>
        <translation>在图中显示</translation>
    </message>
    <message>
        <source>Show in Timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>Show in Activity</source>
        <translation>在活动中显示</translation>
    </message>
    <message>
        <source>Redis does not store the holders of this semaphore.</source>
        <translation>Redis 不存储此信号量的持有者。</translation>
    </message>
    <message>
        <source>No client holds this lock or waits for it.</source>
        <translation>没有客户端持有或等待此锁。</translation>
    </message>
    <message>
        <source>This client no longer holds the lock or waits for it.</source>
        <translation>此客户端不再持有或等待该锁。</translation>
    </message>
    <message>
        <source>Add Permits…</source>
        <translation>添加许可…</translation>
    </message>
    <message>
        <source>Copy Owner</source>
        <translation>复制所有者</translation>
    </message>
    <message>
        <source>Copy Lock Name</source>
        <translation>复制锁名称</translation>
    </message>
    <message>
        <source>The host of this client is unknown.</source>
        <translation>此客户端的主机未知。</translation>
    </message>
    <message>
        <source>This node has no session.</source>
        <translation>此节点没有会话。</translation>
    </message>
    <message>
        <source>The session of this client is unknown.</source>
        <translation>此客户端的会话未知。</translation>
    </message>
    <message>
        <source>There is no command for this lock.</source>
        <translation>此锁没有可用的命令。</translation>
    </message>
    <message>
        <source>The graph has no possible locks.</source>
        <translation>图中不包含可能的锁。</translation>
    </message>
    <message>
        <source>The graph has no elections.</source>
        <translation>图中不包含选举。</translation>
    </message>
    <message>
        <source>No waiting clients of this lock are known.</source>
        <translation>没有已知的客户端在等待此锁。</translation>
    </message>
    <message>
        <source>The timeline has nothing about this lock.</source>
        <translation>时间线中没有此锁的内容。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DeadlockWays</name>
    <message>
        <source>Release…</source>
        <translation>释放…</translation>
    </message>
    <message>
        <source>WAYS TO END THE DEADLOCK</source>
        <translation>结束死锁的方法</translation>
    </message>
    <message>
        <source>One release is enough. Nothing is released before you have reviewed the plan.</source>
        <translation>释放一个即可。在您查看计划之前不会释放任何锁。</translation>
    </message>
    <message>
        <source>Ways to end the deadlock</source>
        <translation>结束死锁的方法</translation>
    </message>
    <message>
        <source>Release %1, held by %2</source>
        <translation>释放 %1，持有者 %2</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DetailsPanel</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Contender</source>
        <translation>竞争者</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Nothing selected</source>
        <translation>未选择任何项</translation>
    </message>
    <message>
        <source>Select a contender to see its client, its host and its start time.</source>
        <translation>选择一个竞争者，即可查看其客户端、主机和开始时间。</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Find Hosts…</source>
        <translation>查找主机…</translation>
    </message>
    <message>
        <source>Find Hosts</source>
        <translation>查找主机</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FileWriter</name>
    <message>
        <source>Cannot write &quot;%1&quot;: %2. Any existing file is unchanged. Save to another location.</source>
        <translation>无法写入“%1”：%2。已有的文件未更改。请保存到其他位置。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FinderBox</name>
    <message>
        <source>Find a lock, node, session, host or action</source>
        <translation>查找锁、节点、会话、主机或操作</translation>
    </message>
    <message>
        <source>Find a lock, node, session, host, action…</source>
        <translation>查找锁、节点、会话、主机、操作…</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>查找结果</translation>
    </message>
    <message>
        <source>No lock, node, session, host or action matches.</source>
        <translation>没有匹配的锁、节点、会话、主机或操作。</translation>
    </message>
    <message>
        <source>No locks have been read yet, and no action matches.</source>
        <translation>尚未读取任何锁，也没有匹配的操作。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FindingStrip</name>
    <message>
        <source>No problems found</source>
        <translation>未发现问题</translation>
    </message>
    <message>
        <source>+%1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>No problems found, but some checks were not possible</source>
        <translation>未发现问题，但部分检查无法进行</translation>
    </message>
    <message>
        <source>Show Evidence</source>
        <translation>显示依据</translation>
    </message>
    <message>
        <source>The servers show that it has lost the lock. Seen in the simulation.</source>
        <translation>服务器显示它已失去该锁。由模拟观察到。</translation>
    </message>
    <message>
        <source>Muted · Unmute</source>
        <translation>已静音 · 取消静音</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>静音</translation>
    </message>
    <message>
        <source>Unmute the notifications of this finding</source>
        <translation>取消将此问题的通知静音</translation>
    </message>
    <message>
        <source>Mute the notifications of this finding</source>
        <translation>将此问题的通知静音</translation>
    </message>
    <message>
        <source>%1 acts as holder without the lock</source>
        <translation>%1 未持锁却作为持有者运行</translation>
    </message>
    <message>
        <source>Lockscope shows no notifications and no bell count for this kind of finding at this lock. Muting ends when Lockscope closes.</source>
        <translation>对于此锁的这类问题，Lockscope 不显示通知，铃铛也不计数。静音在 Lockscope 关闭时结束。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FindingsModel</name>
    <message>
        <source>Finding</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>严重</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>note</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Evidence: %1</source>
        <translation>依据：%1</translation>
    </message>
    <message>
        <source>Recommendation: %1</source>
        <translation>建议：%1</translation>
    </message>
    <message>
        <source>Node: %1</source>
        <translation>节点：%1</translation>
    </message>
    <message>
        <source>More nodes: %1</source>
        <translation>其他节点：%1 个</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>备注：%1</translation>
    </message>
    <message>
        <source>Owner: %1</source>
        <translation>负责人：%1</translation>
    </message>
    <message>
        <source>Waits when it began:</source>
        <translation>开始时的等待：</translation>
    </message>
    <message>
        <source>Began %1 ago</source>
        <translation>%1前开始</translation>
    </message>
    <message>
        <source>Occurrences at this lock: %1</source>
        <translation>在此锁上出现的次数：%1</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>ended %1 ago</source>
        <translation>%1前结束</translation>
    </message>
    <message>
        <source>duration unknown</source>
        <translation>时长未知</translation>
    </message>
    <message>
        <source>lasted %1</source>
        <translation>持续了 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FindingsPanel</name>
    <message>
        <source>Release…</source>
        <translation>释放…</translation>
    </message>
    <message>
        <source>Release %1…</source>
        <translation>释放 %1…</translation>
    </message>
    <message>
        <source>Release %1</source>
        <translation>释放 %1</translation>
    </message>
    <message>
        <source>Show All</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>FINDINGS</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Hide or show the findings of this severity.</source>
        <translation>隐藏或显示此严重级别的问题。</translation>
    </message>
    <message>
        <source>Selected finding</source>
        <translation>所选问题</translation>
    </message>
    <message>
        <source>Go to Lock</source>
        <translation>转到锁</translation>
    </message>
    <message>
        <source>Go to the lock of the finding</source>
        <translation>转到问题所在的锁</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the finding</source>
        <translation>复制问题</translation>
    </message>
    <message>
        <source>Show findings: %1</source>
        <translation>显示问题：%1</translation>
    </message>
    <message>
        <source>%1 critical</source>
        <translation>严重 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 warnings</source>
        <translation>
            <numerusform>%1 个警告</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 notes</source>
        <translation>
            <numerusform>%1 个提示</numerusform>
        </translation>
    </message>
    <message>
        <source>All findings are hidden</source>
        <translation>所有问题都已隐藏</translation>
    </message>
    <message>
        <source>The buttons above show which severities are hidden.</source>
        <translation>上方按钮显示已隐藏的严重级别。</translation>
    </message>
    <message>
        <source>No findings yet</source>
        <translation>尚无问题</translation>
    </message>
    <message>
        <source>Waiting for the first data…</source>
        <translation>正在等待首批数据…</translation>
    </message>
    <message>
        <source>No problems found at this time of the recording</source>
        <translation>录制文件的此刻未发现问题</translation>
    </message>
    <message>
        <source>Based only on the data in the recording.</source>
        <translation>仅以录制文件中的数据为依据。</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>No problems found so far. Not all data has been read yet.</source>
        <translation>目前未发现问题。尚未读完全部数据。</translation>
    </message>
    <message>
        <source>No problems found at the last update</source>
        <translation>上次更新时未发现问题</translation>
    </message>
    <message>
        <source>The current state is unknown.</source>
        <translation>当前状态未知。</translation>
    </message>
    <message>
        <source>No problems found</source>
        <translation>未发现问题</translation>
    </message>
    <message>
        <source>Evidence: %1</source>
        <translation>依据：%1</translation>
    </message>
    <message>
        <source>Recommendation: %1</source>
        <translation>建议：%1</translation>
    </message>
    <message>
        <source>Problems with the locks appear here: deadlocks, owners whose session has ended, clients that wait too long.</source>
        <translation>锁的问题会显示在此：死锁、会话已结束的所有者、等待过久的客户端。</translation>
    </message>
    <message>
        <source>Some checks were not possible</source>
        <translation>部分检查无法进行</translation>
    </message>
    <message>
        <source>The other checks found no problems.</source>
        <translation>其他检查未发现问题。</translation>
    </message>
    <message>
        <source>Checked: deadlocks, sessions, heartbeats, hold and wait times (limits in Preferences), blocked queues, node names and directory sizes. Not checked: watches; use lockscopectl findings --watches.</source>
        <translation>已检查：死锁、会话、心跳、持有和等待时间（限值见首选项）、被阻塞的队列、节点名称和目录大小。未检查：监视；请使用 lockscopectl findings --watches。</translation>
    </message>
    <message>
        <source>%1 muted</source>
        <translation>已静音 %1 个</translation>
    </message>
    <message>
        <source>Muted by the limits file:</source>
        <translation>由限值文件静音：</translation>
    </message>
    <message>
        <source>%1 at %2, until %3</source>
        <translation>%1，位于 %2，直到 %3</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>备注：%1</translation>
    </message>
    <message>
        <source>Owner: %1</source>
        <translation>负责人：%1</translation>
    </message>
    <message>
        <source>Checked: leases and their renewals, waiters without a subscriber, fencing tokens, votes of masters, hold and wait times (limits in Preferences), replicas and memory settings.</source>
        <translation>已检查：租约及其续期、没有订阅者的等待者、围栏令牌、主节点的选票、持有和等待时间（限值见首选项）、副本和内存设置。</translation>
    </message>
    <message>
        <source>none now</source>
        <translation>当前没有</translation>
    </message>
    <message>
        <source>Show findings that have ended: %1</source>
        <translation>显示已结束的问题：%1</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>Hide or show the findings that have ended.</source>
        <translation>隐藏或显示已结束的问题。</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Show or hide the list of findings</source>
        <translation>显示或隐藏发现列表</translation>
    </message>
    <message>
        <source>Notify on the desktop of new critical findings</source>
        <translation>出现新的严重问题时发送桌面通知</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Histogram</name>
    <message>
        <source>%1 to %2: count %3</source>
        <translation>%1 至 %2：%3 次</translation>
    </message>
    <message>
        <source>count %1 · p50 %2 · p99 %3 · max %4</source>
        <translation>次数 %1 · p50 %2 · p99 %3 · 最大 %4</translation>
    </message>
    <message>
        <source>%1 more not fully observed</source>
        <translation>另有 %1 次未完整观察</translation>
    </message>
    <message>
        <source>count</source>
        <translation>数量</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::HostsDialog</name>
    <message>
        <source>Find Hosts</source>
        <translation>查找主机</translation>
    </message>
    <message>
        <source>Redis stores no addresses. Lockscope reads the commands that the servers execute, for %1 (MONITOR). A client is found when it renews, acquires or releases a lock.</source>
        <translation>Redis 不存储地址。Lockscope 会读取服务器执行的命令，持续 %1（MONITOR）。客户端续期、获取或释放锁时，即可找到该客户端。</translation>
    </message>
    <message>
        <source>Each lock operation takes about 150 % more of the servers&apos; CPU in this time. The commands may contain secrets: Lockscope keeps only the addresses.</source>
        <translation>在此期间，每次锁操作会多占用服务器约 150 % 的 CPU。命令中可能包含机密：Lockscope 只保留地址。</translation>
    </message>
    <message>
        <source>Sample for %1</source>
        <translation>采样 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ImageActions</name>
    <message>
        <source>recording %1</source>
        <translation>录制文件 %1</translation>
    </message>
    <message>
        <source>last known state</source>
        <translation>最后已知状态</translation>
    </message>
    <message>
        <source>Save Image…</source>
        <translation>保存图像…</translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation>PNG (*.png)</translation>
    </message>
    <message>
        <source>SVG (*.svg)</source>
        <translation>SVG (*.svg)</translation>
    </message>
    <message>
        <source>DOT, for Graphviz (*.dot)</source>
        <translation>DOT，用于 Graphviz (*.dot)</translation>
    </message>
    <message>
        <source>Save Image</source>
        <translation>保存图像</translation>
    </message>
    <message>
        <source>the image is too large to draw. Save it as SVG</source>
        <translation>图像过大，无法绘制。请保存为 SVG</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::IncidentReport</name>
    <message>
        <source>From the recording %1. This report shows the state at %2, not the current state.</source>
        <translation>来自录制文件 %1。本报告显示的是 %2 的状态，不是当前状态。</translation>
    </message>
    <message>
        <source>There was no connection. This report shows the last known state, from %1.</source>
        <translation>当时没有连接。本报告显示的是最后已知的状态，时间为 %1。</translation>
    </message>
    <message>
        <source>Live updates were paused. This report shows the state at %1.</source>
        <translation>当时实时更新已暂停。本报告显示的是 %1 的状态。</translation>
    </message>
    <message>
        <source>Connection and time</source>
        <translation>连接与时间</translation>
    </message>
    <message>
        <source>Report created</source>
        <translation>报告创建时间</translation>
    </message>
    <message>
        <source>Time shown</source>
        <translation>显示的时间</translation>
    </message>
    <message>
        <source>Data as of</source>
        <translation>数据截至</translation>
    </message>
    <message>
        <source>Ensemble</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Saved connection</source>
        <translation>已保存的连接</translation>
    </message>
    <message>
        <source>Session of this window</source>
        <translation>此窗口的会话</translation>
    </message>
    <message>
        <source>%1 at %2, %3</source>
        <translation>%1，位于 %2，%3</translation>
    </message>
    <message>
        <source>Data read at</source>
        <translation>数据读取时间</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no: some data could not be read</source>
        <translation>否：部分数据无法读取</translation>
    </message>
    <message>
        <source>Servers queried</source>
        <translation>服务器查询时间</translation>
    </message>
    <message>
        <source>no: hosts come from node payloads</source>
        <translation>未查询：主机信息来自节点数据</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>There was no lock at %1 at this time.</source>
        <translation>此时 %1 处没有锁。</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Holder</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Hold time</source>
        <translation>持有时间</translation>
    </message>
    <message>
        <source>Maximum holders</source>
        <translation>最大持有者数</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Longest wait</source>
        <translation>最长等待时间</translation>
    </message>
    <message>
        <source>Unrecognised children</source>
        <translation>未识别的子节点</translation>
    </message>
    <message>
        <source>Last listed</source>
        <translation>上次列出时间</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>No problems found for this lock.</source>
        <translation>未发现此锁有问题。</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重级别</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Recommendation</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>%1… (%2 bytes)</source>
        <translation>%1…（%2 字节）</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>The lock had no holder and no waiters.</source>
        <translation>此锁当时没有持有者，也没有等待者。</translation>
    </message>
    <message>
        <source>holding</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>no session</source>
        <translation>无会话</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>持续时间</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>No client was observed waiting for or holding this lock.</source>
        <translation>未观察到任何客户端等待或持有此锁。</translation>
    </message>
    <message>
        <source>Thin bars show waiting, thick bars show holding. A cross marks a client that did not release the lock itself.</source>
        <translation>细条表示等待，粗条表示持有。叉号表示客户端没有自行释放锁。</translation>
    </message>
    <message>
        <source>The timeline shows the whole recording, including events after the time of this report.</source>
        <translation>时间线显示整个录制文件，包括本报告时间之后的事件。</translation>
    </message>
    <message>
        <source>Sessions involved</source>
        <translation>相关会话</translation>
    </message>
    <message>
        <source>not listed by any server</source>
        <translation>不在任何服务器的列表中</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
    <message>
        <source>No known session is in the queue of this lock.</source>
        <translation>此锁的队列中没有已知会话。</translation>
    </message>
    <message>
        <source>Host source</source>
        <translation>主机来源</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Last heartbeat</source>
        <translation>最近心跳</translation>
    </message>
    <message>
        <source>Expires in</source>
        <translation>剩余有效期</translation>
    </message>
    <message>
        <source>Locks held</source>
        <translation>持有的锁</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>No client was observed joining or leaving the queue.</source>
        <translation>未观察到任何客户端加入或离开队列。</translation>
    </message>
    <message>
        <source>Newest events shown: %1. Earlier events omitted: %2.</source>
        <translation>显示的最新事件：%1 个。省略的更早事件：%2 个。</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Ticket</source>
        <translation>工单</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>This user has performed no actions on this lock from this machine.</source>
        <translation>此用户未在本机对此锁执行过任何操作。</translation>
    </message>
    <message>
        <source>Actions at this path through other connections, which may lead to other ensembles:</source>
        <translation>通过其他连接在此路径上执行的操作，可能涉及其他集群：</translation>
    </message>
    <message>
        <source>Unreadable lines in the action log: %1.</source>
        <translation>操作日志中无法读取的行数：%1。</translation>
    </message>
    <message>
        <source>Incident report: %1</source>
        <translation>事件报告：%1</translation>
    </message>
    <message>
        <source>en</source>
        <comment>the code of the language of the translation</comment>
        <translation>zh-CN</translation>
    </message>
    <message>
        <source>The action log is unavailable.</source>
        <translation>操作日志不可用。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Request release</source>
        <translation>请求释放</translation>
    </message>
    <message>
        <source>No outcome recorded</source>
        <translation>未记录结果</translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation>等待对象</translation>
    </message>
    <message>
        <source>Locks waited for</source>
        <translation>等待的锁</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>possibly a lock</source>
        <translation>可能是锁</translation>
    </message>
    <message>
        <source>Locks held or waited for</source>
        <translation>持有或等待的锁</translation>
    </message>
    <message>
        <source>Period covered</source>
        <translation>涵盖的时间段</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>%1, holder of %2</source>
        <translation>%1，%2 的持有者</translation>
    </message>
    <message>
        <source>none: each holder waits for a lock of another one</source>
        <translation>无：每个持有者都在等待另一个持有者的锁</translation>
    </message>
    <message>
        <source>Head blocker</source>
        <translation>源头阻塞者</translation>
    </message>
    <message>
        <source>Problems that have ended:</source>
        <translation>已结束的问题：</translation>
    </message>
    <message>
        <source>before %1</source>
        <translation>%1 之前</translation>
    </message>
    <message>
        <source>Began</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Seen for</source>
        <translation>观察时长</translation>
    </message>
    <message>
        <source>This lock has no problem at this time.</source>
        <translation>此锁目前没有问题。</translation>
    </message>
    <message>
        <source>Waits by client</source>
        <translation>按客户端统计的等待</translation>
    </message>
    <message>
        <source>No wait was observed from its beginning to its end, and no client waits.</source>
        <translation>未观察到任何从开始到结束的等待，也没有客户端在等待。</translation>
    </message>
    <message>
        <source>Only waits and holds that were observed from their beginning to their end are counted, and the waits that have not ended.</source>
        <translation>只统计从开始到结束都被观察到的等待和持有，以及尚未结束的等待。</translation>
    </message>
    <message>
        <source>Waiting for</source>
        <translation>已等待</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>等待次数</translation>
    </message>
    <message>
        <source>All waits</source>
        <translation>等待总计</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>持有次数</translation>
    </message>
    <message>
        <source>Longest hold</source>
        <translation>最长持有</translation>
    </message>
    <message>
        <source>Wait-for graph</source>
        <translation>等待图</translation>
    </message>
    <message>
        <source>No client waits for another client at this lock, as far as is known.</source>
        <translation>就目前所知，此锁上没有客户端在等待其他客户端。</translation>
    </message>
    <message>
        <source>The graph is too large for an image. In words: %1</source>
        <translation>图太大，无法作为图像显示。文字说明：%1</translation>
    </message>
    <message>
        <source>Dashed arrows point from a waiting client to the lock that it waits for, solid ones from a lock to its holder.</source>
        <translation>虚线箭头从等待的客户端指向它所等待的锁，实线箭头从锁指向其持有者。</translation>
    </message>
    <message>
        <source>The simulation had ended, and its servers were removed. This report shows the last state, from %1.</source>
        <translation>模拟已结束，其服务器已被移除。本报告显示其最后的状态，时间为 %1。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::IncidentReporter</name>
    <message>
        <source>Save Incident Report for %1</source>
        <translation>保存 %1 的事件报告</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::KeyValueList</name>
    <message>
        <source>Copy %1</source>
        <translation>复制“%1”</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::KeysDialog</name>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Anywhere</source>
        <translation>任意位置</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Select the next or previous result</source>
        <translation>选择下一个或上一个查找结果</translation>
    </message>
    <message>
        <source>Go to the result, or run the action</source>
        <translation>转到查找结果，或执行操作</translation>
    </message>
    <message>
        <source>Cancel the search</source>
        <translation>取消查找</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Select the next or previous lock or directory</source>
        <translation>选择下一个或上一个锁或目录</translation>
    </message>
    <message>
        <source>Collapse or expand a directory</source>
        <translation>折叠或展开目录</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Go to the lock of the finding</source>
        <translation>转到问题所在的锁</translation>
    </message>
    <message>
        <source>Copy the finding</source>
        <translation>复制问题</translation>
    </message>
    <message>
        <source>Clear the selection</source>
        <translation>取消选择</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>In the table: select the next or previous contender</source>
        <translation>在表格中：选择下一个或上一个竞争者</translation>
    </message>
    <message>
        <source>In the queue diagram: select the next or previous contender</source>
        <translation>在队列图中：选择下一个或上一个竞争者</translation>
    </message>
    <message>
        <source>In the queue diagram: select the first or last contender</source>
        <translation>在队列图中：选择首个或末个竞争者</translation>
    </message>
    <message>
        <source>Follow the current holder again</source>
        <translation>重新跟随当前持有者</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Scroll to earlier or later times</source>
        <translation>滚动到更早或更晚的时间</translation>
    </message>
    <message>
        <source>Select the next or previous client</source>
        <translation>选择下一个或上一个客户端</translation>
    </message>
    <message>
        <source>Select the next or previous wait or hold of the client</source>
        <translation>选择该客户端的下一次或上一次等待或持有</translation>
    </message>
    <message>
        <source>Zoom in or out</source>
        <translation>放大或缩小</translation>
    </message>
    <message>
        <source>Show all, or follow the current time</source>
        <translation>显示全部，或跟随当前时间</translation>
    </message>
    <message>
        <source>Wait Graph</source>
        <translation>等待图</translation>
    </message>
    <message>
        <source>Follow an arrow backward or forward</source>
        <translation>沿箭头后退或前进</translation>
    </message>
    <message>
        <source>Select the neighbouring session or arrow</source>
        <translation>选择相邻的会话或箭头</translation>
    </message>
    <message>
        <source>Select the first session</source>
        <translation>选择第一个会话</translation>
    </message>
    <message>
        <source>Go to the lock of the selection</source>
        <translation>转到所选内容对应的锁</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Move the view</source>
        <translation>移动视图</translation>
    </message>
    <message>
        <source>Any table or view</source>
        <translation>任意表格或视图</translation>
    </message>
    <message>
        <source>In a table: copy the selected rows</source>
        <translation>在表格中：复制所选行</translation>
    </message>
    <message>
        <source>Save to a file</source>
        <translation>保存到文件</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>回放</translation>
    </message>
    <message>
        <source>On the replay slider: play or pause</source>
        <translation>在回放滑块上：播放或暂停</translation>
    </message>
    <message>
        <source>On the replay slider: go to an earlier or later time</source>
        <translation>在回放滑块上：转到更早或更晚的时间</translation>
    </message>
    <message>
        <source>Queue length</source>
        <translation>队列长度</translation>
    </message>
    <message>
        <source>Select another time</source>
        <translation>选择另一时刻</translation>
    </message>
    <message>
        <source>In a replay: go to the selected time</source>
        <translation>在回放中：转到所选时刻</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Go to the lock that the session holds or waits for</source>
        <translation>转到会话持有或等待的锁</translation>
    </message>
    <message>
        <source>Simulation</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>In a field: run the simulation</source>
        <translation>在输入框中：运行模拟</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>On the replay slider: go back or forward by a tenth</source>
        <translation>在回放滑块上：后退或前进十分之一</translation>
    </message>
    <message>
        <source>On the replay slider: go to the beginning or the end</source>
        <translation>在回放滑块上：转到开头或结尾</translation>
    </message>
    <message>
        <source>Notice in the status bar</source>
        <translation>状态栏中的通知</translation>
    </message>
    <message>
        <source>Close the notice</source>
        <translation>关闭通知</translation>
    </message>
    <message>
        <source>In the field of the time: go to that time</source>
        <translation>在时间输入框中：转到该时间</translation>
    </message>
    <message>
        <source>In the field of the time: close it</source>
        <translation>在时间输入框中：关闭输入框</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LeaseBar</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>of %1</source>
        <comment>length of a lease</comment>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <translation>复制%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LocksModel</name>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Holder</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待者</translation>
    </message>
    <message numerus="yes">
        <source>%1 locks</source>
        <translation>
            <numerusform>%1 个锁</numerusform>
        </translation>
    </message>
    <message>
        <source>no session</source>
        <translation>无会话</translation>
    </message>
    <message>
        <source>possibly a lock</source>
        <translation>可能是锁</translation>
    </message>
    <message>
        <source>Waiting caused so far, all clients together: %1</source>
        <translation>迄今造成的等待时间（所有客户端合计）：%1</translation>
    </message>
    <message>
        <source>fair lock</source>
        <translation>公平锁</translation>
    </message>
    <message>
        <source>lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>%1 with problems</source>
        <translation>%1 个有问题</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Lease left</source>
        <translation>剩余租约</translation>
    </message>
    <message>
        <source>held</source>
        <translation>已持有</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Held for %1</source>
        <translation>已持有 %1</translation>
    </message>
    <message>
        <source>no end</source>
        <translation>无期限</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>持有时长</translation>
    </message>
    <message>
        <source>How long the client has held the lock. On Redis: how long until its lease ends. ≤: at most.</source>
        <translation>客户端已持有该锁多久。在 Redis 上：距租约结束还有多久。≤：至多。</translation>
    </message>
    <message>
        <source>Longest wait</source>
        <translation>最长等待</translation>
    </message>
    <message>
        <source>How long the client that came first has waited. ≥: at least.</source>
        <translation>最先到达的客户端已等待多久。≥：至少。</translation>
    </message>
    <message>
        <source>Waiting caused</source>
        <translation>造成的等待</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>The worst finding. The order is by severity, then by waiting clients, then by the longest wait.</source>
        <translation>最严重的问题。依次按严重程度、等待的客户端数、最长等待排序。</translation>
    </message>
    <message numerus="yes">
        <source>%n findings, highest severity: %1</source>
        <translation>
            <numerusform>%n 个发现，最高严重程度：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Exclusive</source>
        <translation>独占</translation>
    </message>
    <message>
        <source>Votes</source>
        <translation>选票</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LocksPanel</name>
    <message>
        <source>LOCKS</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Filter the locks</source>
        <translation>筛选锁</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>正在连接 %1…</translation>
    </message>
    <message>
        <source>Reading the locks…</source>
        <translation>正在读取锁…</translation>
    </message>
    <message>
        <source>No locks found</source>
        <translation>未发现锁</translation>
    </message>
    <message>
        <source>No node below the root nodes looks like a lock. To see a lock, run a simulation below.</source>
        <translation>根节点之下没有看似锁的节点。要查看锁，请在下方运行模拟。</translation>
    </message>
    <message>
        <source>No node below the root nodes looks like a lock.</source>
        <translation>根节点之下没有看似锁的节点。</translation>
    </message>
    <message>
        <source>Cannot read any lock</source>
        <translation>无法读取任何锁</translation>
    </message>
    <message>
        <source>See the reasons below.</source>
        <translation>原因见下方。</translation>
    </message>
    <message>
        <source>Disconnected</source>
        <translation>连接已断开</translation>
    </message>
    <message>
        <source>No locks were found before. Lockscope continues automatically when the server is available again.</source>
        <translation>此前未发现锁。服务器恢复可用后，Lockscope 会自动继续。</translation>
    </message>
    <message>
        <source>No locks at this time</source>
        <translation>此刻没有锁</translation>
    </message>
    <message>
        <source>The recording contains no locks at this time. Press Ctrl+Right to go to the next event.</source>
        <translation>录制文件的此刻没有锁。按 Ctrl+Right 可转到下一个事件。</translation>
    </message>
    <message>
        <source>No locks match the filter</source>
        <translation>没有符合筛选条件的锁</translation>
    </message>
    <message>
        <source>Read All &amp;Nodes</source>
        <translation>读取所有节点(&amp;N)</translation>
    </message>
    <message>
        <source>Reads every node of the ensemble, within the limit of requests per second. This takes about one request per node.</source>
        <translation>读取集群的每个节点，遵守每秒请求数上限。每个节点大约需要一个请求。</translation>
    </message>
    <message>
        <source>Read All Nodes</source>
        <translation>读取所有节点</translation>
    </message>
    <message>
        <source>No key looks like a lock. To see a lock, run a simulation below.</source>
        <translation>没有看起来像锁的键。要查看锁，请在下方运行模拟。</translation>
    </message>
    <message>
        <source>No key looks like a lock.</source>
        <translation>没有看起来像锁的键。</translation>
    </message>
    <message>
        <source>The locks on the connected servers appear here.</source>
        <translation>所连接服务器上的锁会显示在此。</translation>
    </message>
    <message>
        <source>Only problems</source>
        <translation>仅有问题的</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>树</translation>
    </message>
    <message>
        <source>Show the locks as a tree of their paths</source>
        <translation>按路径以树形显示锁</translation>
    </message>
    <message>
        <source>Sort By</source>
        <translation>排序依据</translation>
    </message>
    <message>
        <source>Filter: lock, client, host or glob</source>
        <translation>筛选：锁、客户端、主机或通配符</translation>
    </message>
    <message>
        <source>A part of the lock&apos;s path, of a client or of a host. Or a glob: * is any text, ? is one character.</source>
        <translation>锁路径、客户端或主机的一部分。也可用通配符：* 表示任意文本，? 表示一个字符。</translation>
    </message>
    <message>
        <source>Only locks with problems</source>
        <translation>仅显示有问题的锁</translation>
    </message>
    <message>
        <source>Columns of the locks</source>
        <translation>锁列表的列</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 with problems</source>
        <translation>%1 个有问题</translation>
    </message>
    <message>
        <source>No locks with problems</source>
        <translation>没有有问题的锁</translation>
    </message>
    <message>
        <source>There are no locks to filter.</source>
        <translation>没有可筛选的锁。</translation>
    </message>
    <message>
        <source>Release Orphans Here and Below…</source>
        <translation>释放此处及以下的孤立节点…</translation>
    </message>
    <message>
        <source>The nodes without a session, which never expire, and the children that block a queue.</source>
        <translation>没有会话、永不过期的节点，以及阻塞队列的子节点。</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Show the locks as a list</source>
        <translation>以列表显示锁</translation>
    </message>
    <message>
        <source>Connect…</source>
        <translation>连接…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Next Event</source>
        <translation>下一个事件</translation>
    </message>
    <message>
        <source>Clear Filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Only locks with problems are shown.</source>
        <translation>仅显示有问题的锁。</translation>
    </message>
    <message>
        <source>The filter searches paths, clients, hosts, sessions and nodes.</source>
        <translation>筛选会在路径、客户端、主机、会话和节点中查找。</translation>
    </message>
    <message>
        <source>No locks at the end of the simulation</source>
        <translation>模拟结束时没有锁</translation>
    </message>
    <message>
        <source>Each lock appears here as soon as it is read.</source>
        <translation>每个锁读取后立即显示在此处。</translation>
    </message>
    <message>
        <source>Login refused by %1</source>
        <translation>登录被 %1 拒绝</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MainWindow</name>
    <message>
        <source>Lockscope</source>
        <translation>Lockscope</translation>
    </message>
    <message>
        <source>Replay of %1 – Lockscope</source>
        <translation>%1 的回放 – Lockscope</translation>
    </message>
    <message>
        <source>%1 – Lockscope</source>
        <translation>%1 – Lockscope</translation>
    </message>
    <message>
        <source>The incident report was saved to %1.</source>
        <translation>事件报告已保存到 %1。</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Queue and Timeline</source>
        <translation>队列与时间线</translation>
    </message>
    <message>
        <source>Details and Release</source>
        <translation>详情与释放</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Simulation</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Action Log</source>
        <translation>操作日志</translation>
    </message>
    <message>
        <source>The selected finding concerns no lock. Select the contender to release.</source>
        <translation>所选问题不涉及任何锁。请选择要释放的竞争者。</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Wait-for Graph</source>
        <translation>等待图</translation>
    </message>
    <message>
        <source>Select the lock of the report.</source>
        <translation>请选择要报告的锁。</translation>
    </message>
    <message>
        <source>A recording is shown. Close it first (Ctrl+W).</source>
        <translation>正在显示录制文件。请先关闭它（Ctrl+W）。</translation>
    </message>
    <message>
        <source>Not connected.</source>
        <translation>未连接。</translation>
    </message>
    <message>
        <source>The servers cannot be reached now.</source>
        <translation>现在无法访问服务器。</translation>
    </message>
    <message>
        <source>Select a contender to follow its client.</source>
        <translation>选择一个竞争者以跟随其客户端。</translation>
    </message>
    <message>
        <source>The client has left the queue. There is nothing to release.</source>
        <translation>该客户端已离开队列。没有可释放的内容。</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Show or hide the details</source>
        <translation>显示或隐藏详情</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Show or hide the release options</source>
        <translation>显示或隐藏释放选项</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Notice</name>
    <message>
        <source>Close the notice</source>
        <translation>关闭通知</translation>
    </message>
    <message>
        <source>Accept the offer of the notice</source>
        <translation>接受提示中的建议</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the notice</source>
        <translation>复制通知</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Notifier</name>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>静音</translation>
    </message>
    <message>
        <source>%1 new critical findings</source>
        <translation>%1 个新的严重问题</translation>
    </message>
    <message>
        <source>Hold ended</source>
        <translation>持有已结束</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::NumberBox</name>
    <message>
        <source>%1 is not possible. Enter a number from %2 to %3.</source>
        <translation>不能使用 %1。请输入 %2 到 %3 之间的数字。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::PayloadView</name>
    <message>
        <source>Payload format</source>
        <translation>数据格式</translation>
    </message>
    <message>
        <source>readable</source>
        <translation>可读形式</translation>
    </message>
    <message>
        <source>hex</source>
        <translation>十六进制</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the payload</source>
        <translation>复制数据</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message numerus="yes">
        <source>text, %1 bytes</source>
        <translation>
            <numerusform>文本，%1 字节</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>JSON, %1 bytes</source>
        <translation>
            <numerusform>JSON，%1 字节</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>binary, %1 bytes</source>
        <translation>
            <numerusform>二进制，%1 字节</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>text, %1 bytes; first %2 bytes shown</source>
        <translation>
            <numerusform>文本，%1 字节；显示前 %2 字节</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>JSON, %1 bytes; first %2 bytes shown</source>
        <translation>
            <numerusform>JSON，%1 字节；显示前 %2 字节</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>binary, %1 bytes; first %2 bytes shown</source>
        <translation>
            <numerusform>二进制，%1 字节；显示前 %2 字节</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::PreferencesDialog</name>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source> per second</source>
        <translation> 次/秒</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>System default</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>FINDING THRESHOLDS</source>
        <translation>问题阈值</translation>
    </message>
    <message>
        <source>Lock &amp;held longer than</source>
        <translation>锁被持有超过(&amp;H)</translation>
    </message>
    <message>
        <source>Lock &amp;waited for longer than</source>
        <translation>锁被等待超过(&amp;W)</translation>
    </message>
    <message>
        <source>Revocation request &amp;ignored longer than</source>
        <translation>释放请求被忽略超过(&amp;I)</translation>
    </message>
    <message>
        <source>Maximum &amp;requests</source>
        <translation>请求速率上限(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Maximum watches</source>
        <translation>监视数上限(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>The limits for requests and watches apply from the next connection. Latches and leader elections are never reported as held or waited for too long.</source>
        <translation>请求速率和监视数的上限从下一次连接起生效。LeaderLatch 和领导者选举不会被报告为持有或等待过久。</translation>
    </message>
    <message>
        <source>UNSAVED CONNECTIONS TO ZOOKEEPER</source>
        <translation>未保存的 ZOOKEEPER 连接</translation>
    </message>
    <message>
        <source>&amp;Notify on the desktop of new critical findings</source>
        <translation>出现新的严重问题时发送桌面通知(&amp;N)</translation>
    </message>
    <message>
        <source>Notify on the desktop of new critical findings</source>
        <translation>出现新的严重问题时发送桌面通知</translation>
    </message>
    <message>
        <source>Once for each lock and kind of finding. Not for simulations, sandboxes and recordings.</source>
        <translation>每个锁的每种问题只通知一次。不通知模拟、沙箱和录制中的问题。</translation>
    </message>
    <message>
        <source>NOTIFICATIONS</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>COMMANDS TO COPY</source>
        <translation>可复制的命令</translation>
    </message>
    <message>
        <source>Show a &amp;process</source>
        <translation>查看进程(&amp;P)</translation>
    </message>
    <message>
        <source>Find the process of a &amp;connection</source>
        <translation>查找连接的进程(&amp;C)</translation>
    </message>
    <message>
        <source>Threads of a &amp;Java process</source>
        <translation>Java 进程的线程(&amp;J)</translation>
    </message>
    <message>
        <source>Read a key of Re&amp;dis</source>
        <translation>读取 Redis 的键(&amp;D)</translation>
    </message>
    <message>
        <source>Shown in the details to be copied, never run. Placeholders: %1.</source>
        <translation>显示在详情中以供复制，从不运行。占位符：%1。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProductionDelegate</name>
    <message>
        <source>PRODUCTION</source>
        <translation>生产环境</translation>
    </message>
    <message>
        <source>A change affects production.</source>
        <translation>更改会影响生产环境。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProfileDialog</name>
    <message>
        <source>New Connection</source>
        <translation>新建连接</translation>
    </message>
    <message>
        <source>Connection %1</source>
        <translation>连接 %1</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Login, TLS, SSH</source>
        <translation>登录、TLS、SSH</translation>
    </message>
    <message>
        <source>Servers and Limits</source>
        <translation>服务器与限制</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>Name of the connection in Lockscope</source>
        <translation>此连接在 Lockscope 中的名称</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>red</source>
        <translation>红色</translation>
    </message>
    <message>
        <source>orange</source>
        <translation>橙色</translation>
    </message>
    <message>
        <source>green</source>
        <translation>绿色</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>violet</source>
        <translation>紫色</translation>
    </message>
    <message>
        <source>grey</source>
        <translation>灰色</translation>
    </message>
    <message>
        <source>&amp;Colour</source>
        <translation>颜色(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Production: read-only until you type the connection name to unlock it</source>
        <translation>生产环境：输入连接名称解锁前为只读(&amp;P)</translation>
    </message>
    <message>
        <source>Read-&amp;only until you unlock it with a click</source>
        <translation>只读：单击解锁前不可修改(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Unlock duration</source>
        <translation>解锁时长(&amp;U)</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>&amp;TLS (certificates and names are always verified)</source>
        <translation>TLS（始终校验证书和名称）(&amp;T)</translation>
    </message>
    <message>
        <source>C&amp;A file</source>
        <translation>CA 文件(&amp;A)</translation>
    </message>
    <message>
        <source>PEM file. Empty: the CA certificates of the system</source>
        <translation>PEM 文件。留空：系统的 CA 证书</translation>
    </message>
    <message>
        <source>Client &amp;certificate</source>
        <translation>客户端证书(&amp;C)</translation>
    </message>
    <message>
        <source>PEM file. Empty: no client certificate</source>
        <translation>PEM 文件。留空：无客户端证书</translation>
    </message>
    <message>
        <source>Client &amp;key</source>
        <translation>客户端私钥(&amp;K)</translation>
    </message>
    <message>
        <source>PEM file</source>
        <translation>PEM 文件</translation>
    </message>
    <message>
        <source>Server na&amp;me</source>
        <translation>服务器名称(&amp;M)</translation>
    </message>
    <message>
        <source>Empty: the host in the server address</source>
        <translation>留空：服务器地址中的主机名</translation>
    </message>
    <message>
        <source>&amp;SSH server</source>
        <translation>SSH 服务器(&amp;S)</translation>
    </message>
    <message>
        <source>user@host or a Host of your SSH configuration. Empty: none</source>
        <translation>user@host 或 SSH 配置中的 Host。留空：不使用</translation>
    </message>
    <message>
        <source>SSH con&amp;figuration</source>
        <translation>SSH 配置(&amp;F)</translation>
    </message>
    <message>
        <source>Empty: your own SSH configuration</source>
        <translation>留空：当前用户的 SSH 配置</translation>
    </message>
    <message>
        <source>Session &amp;timeout</source>
        <translation>会话超时(&amp;T)</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> 毫秒</translation>
    </message>
    <message>
        <source>&amp;AdminServer ports</source>
        <translation>AdminServer 端口(&amp;A)</translation>
    </message>
    <message>
        <source>One port for all servers, or one per server. Empty: not queried</source>
        <translation>所有服务器共用一个端口，或每台服务器一个。留空：不查询</translation>
    </message>
    <message>
        <source>AdminServers use &amp;HTTPS, verified with the TLS settings</source>
        <translation>AdminServer 使用 HTTPS，按 TLS 设置校验(&amp;H)</translation>
    </message>
    <message>
        <source>Maximum &amp;requests</source>
        <translation>请求速率上限(&amp;R)</translation>
    </message>
    <message>
        <source> per second</source>
        <translation> 次/秒</translation>
    </message>
    <message>
        <source>Maximum &amp;watches</source>
        <translation>监视数上限(&amp;W)</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>H&amp;ost names</source>
        <translation>主机名(&amp;O)</translation>
    </message>
    <message>
        <source>File with names for the clients&apos; addresses, like /etc/hosts</source>
        <translation>包含客户端地址名称的文件，格式同 /etc/hosts</translation>
    </message>
    <message>
        <source>&amp;Look up the other names (reverse DNS)</source>
        <translation>查询其他名称（反向 DNS）(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;User</source>
        <translation>用户(&amp;U)</translation>
    </message>
    <message>
        <source>Digest user of ZooKeeper, or ACL user of Redis. Empty: no user</source>
        <translation>ZooKeeper 的 digest 用户，或 Redis 的 ACL 用户。留空：无用户</translation>
    </message>
    <message>
        <source>The Redis servers ask for a &amp;password without a user (requirepass)</source>
        <translation>Redis 服务器只要求密码，不要求用户（requirepass）(&amp;P)</translation>
    </message>
    <message>
        <source>User for &amp;releases</source>
        <translation>用于释放的用户(&amp;R)</translation>
    </message>
    <message>
        <source>ACL user of Redis that may write. Empty: the user above</source>
        <translation>可以写入的 Redis ACL 用户。留空：上述用户</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Browse: %1</source>
        <translation>浏览：%1</translation>
    </message>
    <message>
        <source>There is no file &quot;%1&quot;. Choose an existing file.</source>
        <translation>文件“%1”不存在。请选择一个现有的文件。</translation>
    </message>
    <message>
        <source>Only with TLS.</source>
        <translation>仅在使用 TLS 时。</translation>
    </message>
    <message>
        <source>Only for Redis.</source>
        <translation>仅用于 Redis。</translation>
    </message>
    <message>
        <source>A user always has a password.</source>
        <translation>用户总是需要密码。</translation>
    </message>
    <message>
        <source>The connection is being saved.</source>
        <translation>正在保存连接。</translation>
    </message>
    <message>
        <source>Enter a name and valid servers.</source>
        <translation>请输入名称和有效的服务器。</translation>
    </message>
    <message>
        <source>A number is out of range.</source>
        <translation>有数字超出范围。</translation>
    </message>
    <message>
        <source>T&amp;est Connection</source>
        <translation>测试连接(&amp;E)</translation>
    </message>
    <message>
        <source>Query the servers with &amp;four-letter commands (srvr, cons, dump)</source>
        <translation>用四字命令（srvr、cons、dump）查询服务器(&amp;F)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueueHeader</name>
    <message>
        <source>Save Incident Report</source>
        <translation>保存事件报告</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>held %1</source>
        <translation>已持有 %1</translation>
    </message>
    <message>
        <source>waiting: unknown</source>
        <translation>等待数：未知</translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>%1 等待中</translation>
    </message>
    <message>
        <source>%1 unrecognised</source>
        <translation>%1 个未识别</translation>
    </message>
    <message>
        <source>polled</source>
        <translation>轮询</translation>
    </message>
    <message>
        <source>%1 reading, %2</source>
        <translation>%1 个读取中，%2</translation>
    </message>
    <message>
        <source>writing, %1</source>
        <translation>写入中，%1</translation>
    </message>
    <message>
        <source>possible: %1</source>
        <translation>可能：%1</translation>
    </message>
    <message>
        <source>holder: unknown</source>
        <translation>持有者：未知</translation>
    </message>
    <message>
        <source>≥ %1 waiting</source>
        <translation>≥ %1 等待中</translation>
    </message>
    <message>
        <source>%1 waiting, in order</source>
        <translation>%1 等待中，按顺序</translation>
    </message>
    <message>
        <source>exclusive for %1</source>
        <translation>独占时长 %1</translation>
    </message>
    <message>
        <source>lease %1</source>
        <translation>租约 %1</translation>
    </message>
    <message>
        <source>The longest wait of the waiting clients, or how long the lock is exclusive.</source>
        <translation>等待的客户端中最长的等待时间，或锁保持独占的时间。</translation>
    </message>
    <message>
        <source>longest %1</source>
        <translation>最长等待 %1</translation>
    </message>
    <message>
        <source>Facts of the lock</source>
        <translation>锁的信息</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n masters</source>
        <translation>
            <numerusform>%1，%n 个主节点</numerusform>
        </translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待者</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueueLane</name>
    <message>
        <source>Queue: no lock selected</source>
        <translation>队列：未选择锁</translation>
    </message>
    <message>
        <source>Queue of %1: %2, %3</source>
        <translation>%1 的队列：%2，%3</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>longest wait %1</source>
        <translation>最长等待 %1</translation>
    </message>
    <message>
        <source>The lock is free: no holder and no waiters.</source>
        <translation>锁处于空闲状态：没有持有者，也没有等待者。</translation>
    </message>
    <message>
        <source>Waiters have no node here: the number of waiters is unknown.</source>
        <translation>等待者在此没有节点：等待者数量未知。</translation>
    </message>
    <message>
        <source>No watch was observed on the node that this client waits for.</source>
        <translation>未观察到对此客户端所等待节点的监视。</translation>
    </message>
    <message>
        <source>A finding concerns this contender: %1.</source>
        <translation>有问题涉及此竞争者：%1。</translation>
    </message>
    <message>
        <source>Arrow: waits for (derived from the lock type).</source>
        <translation>箭头：等待对象（按锁类型推断）。</translation>
    </message>
    <message>
        <source>Arrow: waits for (derived from the lock type). Dashed: no such watch observed.</source>
        <translation>箭头：等待对象（按锁类型推断）。虚线：未观察到相应的监视。</translation>
    </message>
    <message>
        <source>lease %1</source>
        <translation>租约 %1</translation>
    </message>
    <message>
        <source>lease: no end</source>
        <translation>租约：无期限</translation>
    </message>
    <message>
        <source>count %1</source>
        <translation>次数 %1</translation>
    </message>
    <message>
        <source>subscribed</source>
        <translation>已订阅</translation>
    </message>
    <message>
        <source>no subscriber</source>
        <translation>无订阅者</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>持续 %1</translation>
    </message>
    <message>
        <source>subscriber: unknown</source>
        <translation>订阅者：未知</translation>
    </message>
    <message>
        <source>Arrow: queue order.</source>
        <translation>箭头：队列顺序。</translation>
    </message>
    <message>
        <source>Red: not notified.</source>
        <translation>红色：不会收到通知。</translation>
    </message>
    <message>
        <source>Mark in a bar: a renewal is due.</source>
        <translation>条中的标记：应续期的时间。</translation>
    </message>
    <message>
        <source>Marks on the holder: usual hold, p50 %1 and p99 %2.</source>
        <translation>持有者卡片上的标记：通常持有时长，p50 %1 和 p99 %2。</translation>
    </message>
    <message numerus="yes">
        <source>%n waiters without a subscriber</source>
        <translation>
            <numerusform>%n 个等待者没有订阅者</numerusform>
        </translation>
    </message>
    <message>
        <source>Shows the contenders without a card in the table.</source>
        <translation>在表格中显示没有卡片的竞争者。</translation>
    </message>
    <message>
        <source>+%1, show all</source>
        <translation>+%1，显示全部</translation>
    </message>
    <message>
        <source>show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>≥: since first seen.</source>
        <translation>≥：自首次看到起。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueueLengthChart</name>
    <message>
        <source>Queue length over time</source>
        <translation>队列长度随时间的变化</translation>
    </message>
    <message>
        <source>Maximum number of waiters: %1</source>
        <translation>等待者最大数量：%1</translation>
    </message>
    <message>
        <source>up to %1 waiting, from %2</source>
        <translation>最多 %1 个等待，自 %2 起</translation>
    </message>
    <message>
        <source>no client has queued since monitoring started</source>
        <translation>自监控开始以来没有客户端排队</translation>
    </message>
    <message>
        <source>maximum number of waiters: %1</source>
        <translation>等待者最大数量：%1</translation>
    </message>
    <message>
        <source>waiters</source>
        <translation>等待者</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueueModel</name>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>持续时间</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>no session</source>
        <translation>无会话</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>The place among the waiters: 1 is the next holder.</source>
        <translation>在等待者中的位置：1 是下一个持有者。</translation>
    </message>
    <message>
        <source>The client&apos;s address as a server reports it, or the host name from the payload.</source>
        <translation>服务器报告的客户端地址，或节点数据中的主机名。</translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation>等待对象</translation>
    </message>
    <message>
        <source>How long the client has held the lock, or has waited for it. ≤: at most. ≥: at least.</source>
        <translation>客户端已持有锁或等待锁的时间。≤：至多。≥：至少。</translation>
    </message>
    <message>
        <source>no end</source>
        <translation>无期限</translation>
    </message>
    <message>
        <source>Ends in</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>A holder: how long until its lease ends, if it is not renewed. A waiter of a fair lock: how long it keeps its place.</source>
        <translation>持有者：如果不续期，距租约结束的时间。公平锁的等待者：其位置保留的时间。</translation>
    </message>
    <message>
        <source>Subscriber</source>
        <translation>订阅者</translation>
    </message>
    <message>
        <source>Whether the client of a waiter is subscribed to the channel that announces its turn.</source>
        <translation>等待者的客户端是否订阅了通知轮到它的频道。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueuePanel</name>
    <message>
        <source>Contenders of the lock</source>
        <translation>锁的竞争者</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>正在连接 %1…</translation>
    </message>
    <message>
        <source>If this takes long, check that the server is running and that this machine can reach it.</source>
        <translation>如果耗时过长，请检查服务器是否正在运行，以及本机能否访问它。</translation>
    </message>
    <message>
        <source>Reading the locks…</source>
        <translation>正在读取锁…</translation>
    </message>
    <message>
        <source>%1 not found at this time</source>
        <translation>此刻未找到 %1</translation>
    </message>
    <message>
        <source>The recording contains no lock at this path at this time. Press Ctrl+Right or Ctrl+Left to go to the next or previous event.</source>
        <translation>录制文件的此刻，该路径上没有锁。按 Ctrl+Right 或 Ctrl+Left 可转到下一个或上一个事件。</translation>
    </message>
    <message>
        <source>%1 not found</source>
        <translation>未找到 %1</translation>
    </message>
    <message>
        <source>There is no lock at this path now. A lock appears here when it is created.</source>
        <translation>该路径上目前没有锁。锁创建后会显示在此。</translation>
    </message>
    <message>
        <source>No locks at this time</source>
        <translation>此刻没有锁</translation>
    </message>
    <message>
        <source>The recording contains no locks at this time.</source>
        <translation>录制文件的此刻没有锁。</translation>
    </message>
    <message>
        <source>No locks found</source>
        <translation>未发现锁</translation>
    </message>
    <message>
        <source>To see clients queue for a lock, run a simulation below.</source>
        <translation>要观察客户端排队等待锁，请在下方运行模拟。</translation>
    </message>
    <message>
        <source>Locks appear here when they are created.</source>
        <translation>锁创建后会显示在此。</translation>
    </message>
    <message>
        <source>Select a lock</source>
        <translation>选择一个锁</translation>
    </message>
    <message>
        <source>The port must accept connections without TLS, as clientPort does. For a port with TLS, use a saved connection with TLS.</source>
        <translation>该端口必须接受不使用 TLS 的连接，如 clientPort。如果端口使用 TLS，请使用启用了 TLS 的已保存连接。</translation>
    </message>
    <message>
        <source>No locks found so far</source>
        <translation>目前未找到锁</translation>
    </message>
    <message>
        <source>Not all nodes have been read.</source>
        <translation>尚未读取所有节点。</translation>
    </message>
    <message>
        <source>The recording contains no lock with this name at this time. Press Ctrl+Right or Ctrl+Left to go to the next or previous event.</source>
        <translation>录制文件在此时刻没有此名称的锁。按 Ctrl+Right 或 Ctrl+Left 可转到下一个或上一个事件。</translation>
    </message>
    <message>
        <source>There is no lock with this name now. A lock appears here when it is created.</source>
        <translation>现在没有此名称的锁。锁创建后会显示在此。</translation>
    </message>
    <message>
        <source>Not all keys have been read.</source>
        <translation>尚未读取所有键。</translation>
    </message>
    <message>
        <source>Select a lock on the left, or press Ctrl+K and type a lock, client or host.</source>
        <translation>在左侧选择锁，或按 Ctrl+K 并输入锁、客户端或主机。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Release Selected…</source>
        <translation>释放所选…</translation>
    </message>
    <message>
        <source>Copy Error</source>
        <translation>复制错误</translation>
    </message>
    <message>
        <source>No permission to read the locks</source>
        <translation>没有读取锁的权限</translation>
    </message>
    <message>
        <source>Edit the connection to use another user, or ask for the permission.</source>
        <translation>请编辑连接以使用其他用户，或申请权限。</translation>
    </message>
    <message>
        <source>Too many nodes to read</source>
        <translation>要读取的节点过多</translation>
    </message>
    <message>
        <source>Edit the connection to look below another node, or select “Read All Nodes”.</source>
        <translation>请编辑连接以查看其他节点之下，或选择“读取所有节点”。</translation>
    </message>
    <message>
        <source>Select several rows, with Ctrl or Shift.</source>
        <translation>请用 Ctrl 或 Shift 选择多行。</translation>
    </message>
    <message>
        <source>Login refused by %1</source>
        <translation>%1 拒绝登录</translation>
    </message>
    <message>
        <source>Edit the connection to use another user or password.</source>
        <translation>请编辑连接以使用其他用户或密码。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RecordedEventsModel</name>
    <message>
        <source>waited %1 · %2</source>
        <translation>等待了 %1 · %2</translation>
    </message>
    <message>
        <source>held %1 · %2</source>
        <translation>持有了 %1 · %2</translation>
    </message>
    <message>
        <source>by %1 · %2</source>
        <translation>由 %1 · %2</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RecordingChoice</name>
    <message>
        <source>Recordings (*.rec)</source>
        <translation>录制文件 (*.rec)</translation>
    </message>
    <message>
        <source>Audit logs (*.log *.log.*)</source>
        <translation>审计日志 (*.log *.log.*)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Open Recording or Audit Logs</source>
        <translation>打开录制文件或审计日志</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RecordingFacts</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等（另有 %2 个）</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReleaseBox</name>
    <message>
        <source>RELEASE</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Select the contender to release.</source>
        <translation>请选择要释放的竞争者。</translation>
    </message>
    <message>
        <source>Release…</source>
        <translation>释放…</translation>
    </message>
    <message>
        <source>Release the selected contender</source>
        <translation>释放所选竞争者</translation>
    </message>
    <message>
        <source>The selected contender has left the queue. There is nothing to release.</source>
        <translation>所选竞争者已离开队列。没有可释放的节点。</translation>
    </message>
    <message>
        <source>The connected server is read-only: it has no quorum.</source>
        <translation>所连接的服务器为只读：没有仲裁。</translation>
    </message>
    <message>
        <source>This connection is read-only. Unlock it first (Ctrl+L).</source>
        <translation>此连接为只读。请先解锁（Ctrl+L）。</translation>
    </message>
    <message>
        <source>The node is still being read.</source>
        <translation>仍在读取该节点。</translation>
    </message>
    <message>
        <source>&amp;Permits to add:</source>
        <translation>要增加的许可数(&amp;P)：</translation>
    </message>
    <message>
        <source>Redis stores the number of free permits of this semaphore, not its holders. Permits that were not returned can be added.</source>
        <translation>Redis 存储此信号量的空闲许可数，而不存储其持有者。可以补足未归还的许可。</translation>
    </message>
    <message>
        <source>Add Permits…</source>
        <translation>增加许可…</translation>
    </message>
    <message>
        <source>Add permits to the semaphore</source>
        <translation>向信号量增加许可</translation>
    </message>
    <message>
        <source>Permits to add</source>
        <translation>要增加的许可数</translation>
    </message>
    <message>
        <source>Allow Writes…</source>
        <translation>允许写入…</translation>
    </message>
    <message>
        <source>Unlocks the connection for a limited time.</source>
        <translation>在有限时间内解锁连接。</translation>
    </message>
    <message>
        <source>Remove and Wake Next…</source>
        <translation>移除并唤醒下一个…</translation>
    </message>
    <message>
        <source>Remove the dead waiter and wake the next one</source>
        <translation>移除已失效的等待者并唤醒下一个</translation>
    </message>
    <message>
        <source>Copy Plan</source>
        <translation>复制计划</translation>
    </message>
    <message>
        <source>Copies the plan of this release.</source>
        <translation>复制此次释放的计划。</translation>
    </message>
    <message>
        <source>Copy Command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Copies the command line of lockscopectl for this release. Type the reason into it.</source>
        <translation>复制用于此次释放的 lockscopectl 命令行。请在其中填写原因。</translation>
    </message>
    <message>
        <source>Locks cannot be released in a replay. Close the recording first (Ctrl+W).</source>
        <translation>回放中不能释放锁。请先关闭录制文件（Ctrl+W）。</translation>
    </message>
    <message>
        <source>Not connected.</source>
        <translation>未连接。</translation>
    </message>
    <message>
        <source>Not connected yet.</source>
        <translation>尚未连接。</translation>
    </message>
    <message>
        <source>The connection to the servers is lost.</source>
        <translation>与服务器的连接已断开。</translation>
    </message>
    <message>
        <source>Request release from the holder</source>
        <translation>请求持有者释放</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Notify Me</source>
        <translation>通知我</translation>
    </message>
    <message>
        <source>Notifies you on the desktop when this hold ends. Does not change the lock.</source>
        <translation>此次持有结束时发送桌面通知。不会更改锁。</translation>
    </message>
    <message>
        <source>Cancel Notification</source>
        <translation>取消通知</translation>
    </message>
    <message>
        <source>Cancel the notification of the end of this hold</source>
        <translation>取消此次持有结束的通知</translation>
    </message>
    <message>
        <source>Notify me when this hold ends</source>
        <translation>此次持有结束时通知我</translation>
    </message>
    <message>
        <source>You are notified when this hold ends.</source>
        <translation>此次持有结束时会通知您。</translation>
    </message>
    <message>
        <source>Request…</source>
        <translation>请求…</translation>
    </message>
    <message>
        <source>The simulation has ended, and its servers were removed.</source>
        <translation>模拟已结束，其服务器已被移除。</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>Disabled: read-only connection.</source>
        <translation>已禁用：只读连接。</translation>
    </message>
    <message>
        <source>Add Permits</source>
        <translation>增加许可</translation>
    </message>
    <message>
        <source>Not available.</source>
        <translation>不可用。</translation>
    </message>
    <message>
        <source>Remove Dead Waiter</source>
        <translation>移除失效的等待者</translation>
    </message>
    <message>
        <source>Request Release</source>
        <translation>请求释放</translation>
    </message>
    <message>
        <source>Release Node</source>
        <translation>释放节点</translation>
    </message>
    <message>
        <source>Release Node…</source>
        <translation>释放节点…</translation>
    </message>
    <message>
        <source>Remove Waiter</source>
        <translation>移除等待者</translation>
    </message>
    <message>
        <source>Remove Waiter…</source>
        <translation>移除等待者…</translation>
    </message>
    <message>
        <source>Release Lock</source>
        <translation>释放锁</translation>
    </message>
    <message>
        <source>Release Lock…</source>
        <translation>释放锁…</translation>
    </message>
    <message>
        <source>Release Holder</source>
        <translation>释放持有者</translation>
    </message>
    <message>
        <source>Release Holder…</source>
        <translation>释放持有者…</translation>
    </message>
    <message>
        <source>Ends the notification. Does not change the lock.</source>
        <translation>结束通知。不改变锁。</translation>
    </message>
    <message>
        <source>Simulated clients</source>
        <translation>模拟客户端</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReleaseDialog</name>
    <message>
        <source>Reading %1 again…</source>
        <translation>正在重新读取 %1…</translation>
    </message>
    <message>
        <source>Release Lock</source>
        <translation>释放锁</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Ticket</source>
        <translation>工单</translation>
    </message>
    <message>
        <source>&amp;Reason</source>
        <translation>原因(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Ticket</source>
        <translation>工单(&amp;T)</translation>
    </message>
    <message>
        <source>Request Release</source>
        <translation>请求释放</translation>
    </message>
    <message>
        <source>Delete Node</source>
        <translation>删除节点</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Release requested. Waiting for the holder to release the lock…</source>
        <translation>已请求释放。正在等待持有者释放锁…</translation>
    </message>
    <message>
        <source>Deleting…</source>
        <translation>正在删除…</translation>
    </message>
    <message>
        <source>Cannot release %1</source>
        <translation>无法释放 %1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Release %1, held by %2?</source>
        <translation>释放由 %2 持有的 %1？</translation>
    </message>
    <message>
        <source>Remove %1 from the queue of %2?</source>
        <translation>将 %1 从 %2 的队列中移除？</translation>
    </message>
    <message>
        <source>The connection was closed or changed in the meantime. Nothing was deleted. No further action is possible from this dialog.</source>
        <translation>在此期间，连接已关闭或更改。未删除任何内容。此对话框无法再执行任何操作。</translation>
    </message>
    <message>
        <source>The node has changed since you opened this dialog: %1.</source>
        <translation>打开此对话框后，节点已更改：%1。</translation>
    </message>
    <message>
        <source>Values are %1 old: the connection is not responding.</source>
        <translation>显示的值是 %1前的：连接没有响应。</translation>
    </message>
    <message>
        <source>Finding (%1): %2</source>
        <translation>问题（%1）：%2</translation>
    </message>
    <message>
        <source>%1 — changed, was: %2</source>
        <translation>%1 — 已更改，原值：%2</translation>
    </message>
    <message>
        <source>The node has changed since you opened this dialog.</source>
        <translation>打开此对话框后，节点已更改。</translation>
    </message>
    <message>
        <source>Check the queue again.</source>
        <translation>请重新查看队列。</translation>
    </message>
    <message>
        <source>Ticket number, such as OPS-1234 (optional)</source>
        <translation>工单号，例如 OPS-1234（可选）</translation>
    </message>
    <message>
        <source>%1 no longer exists</source>
        <translation>%1 已不存在</translation>
    </message>
    <message>
        <source>Last known values:</source>
        <translation>最后已知的值：</translation>
    </message>
    <message>
        <source>%1 was deleted</source>
        <translation>%1 已删除</translation>
    </message>
    <message>
        <source>Lock name (required to delete)</source>
        <translation>锁名称（删除时必填）</translation>
    </message>
    <message>
        <source>&amp;Lock name (required to delete)</source>
        <translation>锁名称（删除时必填）(&amp;L)</translation>
    </message>
    <message>
        <source>Enter “%1”</source>
        <translation>请输入“%1”</translation>
    </message>
    <message>
        <source>This may not be a lock. Delete the node &amp;anyway</source>
        <translation>这可能不是锁。仍然删除该节点(&amp;A)</translation>
    </message>
    <message>
        <source>There is nothing to release.</source>
        <translation>没有可释放的内容。</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Remove from Queue</source>
        <translation>从队列中移除</translation>
    </message>
    <message>
        <source>This may not be a lock. Release it &amp;anyway</source>
        <translation>这可能不是锁。仍然释放(&amp;A)</translation>
    </message>
    <message>
        <source>Kept in the action log (required)</source>
        <translation>保存在操作日志中（必填）</translation>
    </message>
    <message>
        <source>Releasing…</source>
        <translation>正在释放…</translation>
    </message>
    <message>
        <source>Lock name (required to release)</source>
        <translation>锁名称（释放时必填）</translation>
    </message>
    <message>
        <source>&amp;Lock name (required to release)</source>
        <translation>锁名称（释放时必填）(&amp;L)</translation>
    </message>
    <message>
        <source>The lock has changed since you opened this dialog.</source>
        <translation>打开此对话框后，锁已更改。</translation>
    </message>
    <message>
        <source>The lock has changed since you opened this dialog: %1.</source>
        <translation>打开此对话框后，锁已更改：%1。</translation>
    </message>
    <message>
        <source>%1 was released</source>
        <translation>%1 已释放</translation>
    </message>
    <message>
        <source>The connection was closed or changed in the meantime. Nothing was released. No further action is possible from this dialog.</source>
        <translation>连接在此期间已关闭或更改。未释放任何内容。此对话框无法再执行任何操作。</translation>
    </message>
    <message>
        <source>Adding permits…</source>
        <translation>正在增加许可…</translation>
    </message>
    <message>
        <source>Add permits to %1?</source>
        <translation>要向 %1 增加许可吗？</translation>
    </message>
    <message>
        <source>Add Permits</source>
        <translation>增加许可</translation>
    </message>
    <message>
        <source>This may not be a semaphore. Add permits &amp;anyway</source>
        <translation>这可能不是信号量。仍然增加许可(&amp;A)</translation>
    </message>
    <message>
        <source>Copy Plan</source>
        <translation>复制计划</translation>
    </message>
    <message>
        <source>Review Again</source>
        <translation>重新审核</translation>
    </message>
    <message>
        <source>The node has been replaced since you reviewed it (czxid %1, not %2). Nothing was deleted.</source>
        <translation>自您审核以来，节点已被替换（czxid 为 %1，而不是 %2）。没有删除任何内容。</translation>
    </message>
    <message>
        <source>The connection was closed.</source>
        <translation>连接已关闭。</translation>
    </message>
    <message>
        <source>This dialog has sent its request.</source>
        <translation>此对话框已发送其请求。</translation>
    </message>
    <message>
        <source>The values are being read.</source>
        <translation>正在读取值。</translation>
    </message>
    <message>
        <source>Enter the name of the lock.</source>
        <translation>请输入锁的名称。</translation>
    </message>
    <message>
        <source>Enter the reason.</source>
        <translation>请输入原因。</translation>
    </message>
    <message>
        <source>Confirm that this may not be a lock.</source>
        <translation>请确认这可能不是锁。</translation>
    </message>
    <message>
        <source>Accepts the new values as reviewed. Nothing is released yet.</source>
        <translation>将新的值视为已审核。此时还不会释放任何内容。</translation>
    </message>
    <message>
        <source>Check the new values, then press Review Again.</source>
        <translation>请检查新的值，然后点击“重新审核”。</translation>
    </message>
    <message>
        <source>PLAN</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>WHAT HAPPENS THEN</source>
        <translation>随后的结果</translation>
    </message>
    <message>
        <source>CHECKS AND OTHER OPTIONS</source>
        <translation>检查与其他选项</translation>
    </message>
    <message>
        <source>SEMAPHORE</source>
        <translation>信号量</translation>
    </message>
    <message>
        <source>LOCK TO RELEASE</source>
        <translation>要释放的锁</translation>
    </message>
    <message>
        <source>NODE OF THE HOLDER</source>
        <translation>持有者的节点</translation>
    </message>
    <message>
        <source>NODE TO DELETE</source>
        <translation>要删除的节点</translation>
    </message>
    <message>
        <source>Request the release of %1 from %2?</source>
        <translation>请求 %2 释放 %1？</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
    <message>
        <source>The number of the transaction that created the node (czxid). Only this node is deleted, not a later one with the same name.</source>
        <translation>创建该节点的事务编号（czxid）。只删除这个节点，不会删除之后的同名节点。</translation>
    </message>
    <message>
        <source>Read the node again: it must have the same creation number (czxid) and the same session.</source>
        <translation>再次读取该节点：其创建编号（czxid）和会话必须相同。</translation>
    </message>
    <message>
        <source>Write the revocation request into it. The node stays.</source>
        <translation>向其中写入撤销请求。节点保留。</translation>
    </message>
    <message>
        <source>Wait until the holder releases the lock, and report the result.</source>
        <translation>等待持有者释放锁，并报告结果。</translation>
    </message>
    <message>
        <source>Read the queue again and report the new holder.</source>
        <translation>再次读取队列并报告新的持有者。</translation>
    </message>
    <message>
        <source>Live; review the changed target again</source>
        <translation>实时；请重新审查已变化的目标</translation>
    </message>
    <message>
        <source>Live; changes seen here are marked</source>
        <translation>实时；此处看到的变化已标出</translation>
    </message>
    <message>
        <source>Live; ✓ no change seen here</source>
        <translation>实时；✓ 此处未见变化</translation>
    </message>
    <message>
        <source>Delete it, only if it is still this node (see the checks). Nothing is written to it.</source>
        <translation>仅当仍是此节点时删除它（见检查项）。不向其写入任何内容。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReleaseListModel</name>
    <message>
        <source>Not read</source>
        <translation>未读取</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已改变</translation>
    </message>
    <message>
        <source>Releasing…</source>
        <translation>正在释放…</translation>
    </message>
    <message>
        <source>Released</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>已离开</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>holder or waiter</source>
        <translation>持有者或等待者</translation>
    </message>
    <message>
        <source>not a contender</source>
        <translation>不是竞争者</translation>
    </message>
    <message>
        <source>holder</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>waiter</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>The node has been replaced since you selected it (czxid %1, not %2).</source>
        <translation>该节点在您选择之后已被替换（czxid 为 %1，而不是 %2）。</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>存在时间</translation>
    </message>
    <message>
        <source>Guard</source>
        <translation>保护条件</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>影响</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReleaseSelection</name>
    <message>
        <source>There is nothing to release.</source>
        <translation>没有可释放的内容。</translation>
    </message>
    <message>
        <source>At most %1 nodes can be released together. These are %2.</source>
        <translation>一次最多可以释放 %1 个节点。现在选择了 %2 个。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReleaseSeveralDialog</name>
    <message>
        <source>Some of them may not be locks. Release them &amp;anyway</source>
        <translation>其中一些可能不是锁。仍然释放(&amp;A)</translation>
    </message>
    <message>
        <source>Release Several</source>
        <translation>释放多个</translation>
    </message>
    <message>
        <source>Release the checked contenders of %1?</source>
        <translation>释放 %1 的已勾选竞争者？</translation>
    </message>
    <message>
        <source>Release what may not be a lock</source>
        <translation>释放可能不是锁的内容</translation>
    </message>
    <message>
        <source>What they have in common (required to release)</source>
        <translation>它们的共同点（释放时必填）</translation>
    </message>
    <message>
        <source>Type “%1”</source>
        <translation>输入“%1”</translation>
    </message>
    <message>
        <source>Kept in the action log for each of them (required)</source>
        <translation>为每一项记录在操作日志中（必填）</translation>
    </message>
    <message>
        <source>Contenders to release</source>
        <translation>要释放的竞争者</translation>
    </message>
    <message>
        <source>Copy List</source>
        <translation>复制列表</translation>
    </message>
    <message>
        <source>Copies the list with the states and results.</source>
        <translation>复制列表及其状态和结果。</translation>
    </message>
    <message>
        <source>Review Again</source>
        <translation>重新审核</translation>
    </message>
    <message>
        <source>Accepts the new values as reviewed. Nothing is released yet.</source>
        <translation>将新的值视为已审核。此时还不会释放任何内容。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Ends after the present release.</source>
        <translation>在当前的释放完成后结束。</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Values are updated every second. What changes is not released until you review it again.</source>
        <translation>数值每秒更新。有变化的内容在您重新审核之前不会被释放。</translation>
    </message>
    <message>
        <source>Values are %1 old: the connection is not responding.</source>
        <translation>数值是 %1 前的：连接没有响应。</translation>
    </message>
    <message>
        <source>The connection was closed or changed in the meantime. Nothing was released.</source>
        <translation>连接在此期间已关闭或改变。没有释放任何内容。</translation>
    </message>
    <message>
        <source>Last known values:</source>
        <translation>最后已知的值：</translation>
    </message>
    <message>
        <source>The connection was closed.</source>
        <translation>连接已关闭。</translation>
    </message>
    <message>
        <source>The releases are running.</source>
        <translation>正在进行释放。</translation>
    </message>
    <message>
        <source>Check the new values, then press Review Again.</source>
        <translation>请检查新的值，然后按“重新审核”。</translation>
    </message>
    <message>
        <source>There is nothing to release.</source>
        <translation>没有可释放的内容。</translation>
    </message>
    <message>
        <source>The values are being read.</source>
        <translation>正在读取数值。</translation>
    </message>
    <message>
        <source>Type “%1”.</source>
        <translation>请输入“%1”。</translation>
    </message>
    <message>
        <source>Enter the reason.</source>
        <translation>请输入原因。</translation>
    </message>
    <message>
        <source>Confirm that some of them may not be locks.</source>
        <translation>请确认其中一些可能不是锁。</translation>
    </message>
    <message>
        <source>Stops after the present release. Not released: %1.</source>
        <translation>在当前的释放完成后停止。未释放：%1。</translation>
    </message>
    <message>
        <source>Releasing one after the other. Still to release: %1.</source>
        <translation>正在逐个释放。还要释放：%1。</translation>
    </message>
    <message>
        <source>Released: %1.</source>
        <translation>已释放：%1。</translation>
    </message>
    <message>
        <source>Changed: %1.</source>
        <translation>已改变：%1。</translation>
    </message>
    <message>
        <source>Gone: %1.</source>
        <translation>已离开：%1。</translation>
    </message>
    <message>
        <source>Refused: %1.</source>
        <translation>已拒绝：%1。</translation>
    </message>
    <message>
        <source>Unknown: %1.</source>
        <translation>未知：%1。</translation>
    </message>
    <message>
        <source>Not released: %1.</source>
        <translation>未释放：%1。</translation>
    </message>
    <message>
        <source>Release %1</source>
        <translation>释放 %1 个</translation>
    </message>
    <message>
        <source>The releases stop after the present one.</source>
        <translation>释放将在当前一项完成后停止。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Not read: %1.</source>
        <translation>未读取：%1。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReplayBar</name>
    <message>
        <source>Reading the recording</source>
        <translation>正在读取录制文件</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop reading the recording</source>
        <translation>停止读取录制文件</translation>
    </message>
    <message>
        <source>REPLAY</source>
        <translation>回放</translation>
    </message>
    <message>
        <source>Replay speed</source>
        <translation>回放速度</translation>
    </message>
    <message>
        <source>Seconds of the recording that are replayed per second.</source>
        <translation>每秒回放的录制文件秒数。</translation>
    </message>
    <message>
        <source>%1×</source>
        <translation>%1×</translation>
    </message>
    <message>
        <source>Pause Replay</source>
        <translation>暂停回放</translation>
    </message>
    <message>
        <source>Play Recording</source>
        <translation>播放录制文件</translation>
    </message>
    <message>
        <source>%1 (Ctrl+., or Space on the track)</source>
        <translation>%1（Ctrl+.，或在进度条上按 Space）</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>正在读取 %1…</translation>
    </message>
    <message>
        <source>Reading the audit log %1…   %2 of %3 MB</source>
        <translation>正在读取审计日志 %1…   %2/%3 MB</translation>
    </message>
    <message numerus="yes">
        <source>Reading %1…   %2 of %3 MB, %4 snapshots</source>
        <translation>
            <numerusform>正在读取 %1…   %2/%3 MB，%4 个快照</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, recorded from %2</source>
        <translation>%1，录制自 %2</translation>
    </message>
    <message>
        <source>0 s</source>
        <translation>0 秒</translation>
    </message>
    <message>
        <source>+%1 of %2</source>
        <translation>+%1 / %2</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Replay time: %1</source>
        <translation>回放时间：%1</translation>
    </message>
    <message>
        <source>No recording is open.</source>
        <translation>没有打开录制文件。</translation>
    </message>
    <message>
        <source>There is no later event.</source>
        <translation>没有更晚的事件。</translation>
    </message>
    <message>
        <source>There is no earlier event.</source>
        <translation>没有更早的事件。</translation>
    </message>
    <message>
        <source>Go to time</source>
        <translation>转到时间</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the field of the time</source>
        <translation>关闭时间输入框</translation>
    </message>
    <message>
        <source>A time such as %1. Return goes there.</source>
        <translation>一个时间，例如 %1。按回车键转到该时间。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReplayController</name>
    <message numerus="yes">
        <source>the Activity panel lists the last %1 events. The %2 earlier events are only marks on the replay track</source>
        <translation>
            <numerusform>“活动”面板列出最近 %1 个事件。更早的 %2 个事件仅作为回放轨道上的标记</numerusform>
        </translation>
    </message>
    <message>
        <source>Notes on %1</source>
        <translation>%1 的说明</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReplayPlayer</name>
    <message>
        <source>Cannot open &quot;%1&quot;: %2.</source>
        <translation>无法打开“%1”：%2。</translation>
    </message>
    <message>
        <source>Check whether the file was moved or deleted.</source>
        <translation>请检查该文件是否已被移动或删除。</translation>
    </message>
    <message>
        <source>Only the user who created the recording can read it. Contact that user.</source>
        <translation>只有创建该录制文件的用户可以读取它。请联系该用户。</translation>
    </message>
    <message>
        <source>%1 was changed by another process during the replay. Open it again.</source>
        <translation>%1 在回放期间被其他进程修改。请重新打开。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReplayTrack</name>
    <message>
        <source>Replay time</source>
        <translation>回放时间</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SandboxHost</name>
    <message>
        <source>Starting a sandbox with one ZooKeeper server…</source>
        <translation>正在启动有一台 ZooKeeper 服务器的沙箱…</translation>
    </message>
    <message>
        <source>Starting a sandbox with one Redis server…</source>
        <translation>正在启动有一台 Redis 服务器的沙箱…</translation>
    </message>
    <message>
        <source>Starting a sandbox with five independent Redis masters…</source>
        <translation>正在启动有五个相互独立的 Redis 主节点的沙箱…</translation>
    </message>
    <message>
        <source>Starting a sandbox with a Redis master, two replicas and three Sentinels…</source>
        <translation>正在启动有一个 Redis 主节点、两个副本和三个 Sentinel 的沙箱…</translation>
    </message>
    <message>
        <source>Starting a sandbox with a Redis Cluster of three masters and three replicas…</source>
        <translation>正在启动 Redis 集群沙箱（三个主节点和三个副本）…</translation>
    </message>
    <message>
        <source>Server %1 of the sandbox has stopped. The other servers run on.</source>
        <translation>沙盒的服务器 %1 已停止。其他服务器继续运行。</translation>
    </message>
    <message numerus="yes">
        <source>All %n servers of the sandbox have stopped. Start the sandbox again to get new servers.</source>
        <translation>
            <numerusform>沙箱的全部 %n 台服务器都已停止。请重新启动沙箱以获得新的服务器。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SaveLine</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel the save.</source>
        <translation>取消保存。</translation>
    </message>
    <message>
        <source>Hide this message.</source>
        <translation>隐藏此消息。</translation>
    </message>
    <message>
        <source>Saved to %1</source>
        <translation>已保存到 %1</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>正在写入 %1…</translation>
    </message>
    <message>
        <source>Cancelled: %1 was not written</source>
        <translation>已取消：未写入 %1</translation>
    </message>
    <message>
        <source>Reading %1 of %2 rows for %3…</source>
        <translation>正在为 %3 读取第 %1 行，共 %2 行…</translation>
    </message>
    <message>
        <source>Too late to cancel: %1 is being written</source>
        <translation>无法取消：正在写入 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SecretsDialog</name>
    <message>
        <source>The system keychain has not responded yet. It may be waiting to be unlocked. Passwords that you enter here work without the keychain.</source>
        <translation>系统钥匙串尚未响应，可能正在等待解锁。在此输入的密码无需钥匙串即可使用。</translation>
    </message>
    <message>
        <source>Save in the &amp;system keychain</source>
        <translation>保存到系统钥匙串(&amp;S)</translation>
    </message>
    <message>
        <source>Connect to %1</source>
        <translation>连接到 %1</translation>
    </message>
    <message>
        <source>Password for %1</source>
        <translation>%1 的密码</translation>
    </message>
    <message>
        <source>Key password</source>
        <translation>私钥密码</translation>
    </message>
    <message>
        <source>Empty if the key has no password</source>
        <translation>私钥没有密码时留空</translation>
    </message>
    <message>
        <source>&amp;Key password</source>
        <translation>私钥密码(&amp;K)</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Saved until you remove it, only for this user and these servers.</source>
        <translation>保存至您移除为止，仅用于此用户和这些服务器。</translation>
    </message>
    <message>
        <source>Kept only in memory until the connection is closed.</source>
        <translation>仅保留在内存中，直到连接关闭。</translation>
    </message>
    <message>
        <source>The saved passwords are removed from the keychain when you connect.</source>
        <translation>连接时，已保存的密码将从钥匙串中移除。</translation>
    </message>
    <message>
        <source>No system keychain responds. Passwords are not saved, and Lockscope asks for them each time.</source>
        <translation>没有系统钥匙串响应。密码不会保存，每次都需要重新输入。</translation>
    </message>
    <message>
        <source>No system keychain responds (%1). Passwords are not saved, and Lockscope asks for them each time.</source>
        <translation>没有系统钥匙串响应（%1）。密码不会保存，每次都需要重新输入。</translation>
    </message>
    <message>
        <source>The system keychain denies access. Unlock the keychain to save passwords.</source>
        <translation>系统钥匙串拒绝访问。请解锁钥匙串以保存密码。</translation>
    </message>
    <message>
        <source>The system keychain denies access (%1). Unlock the keychain to save passwords.</source>
        <translation>系统钥匙串拒绝访问（%1）。请解锁钥匙串以保存密码。</translation>
    </message>
    <message>
        <source>Password of the servers</source>
        <translation>服务器的密码</translation>
    </message>
    <message>
        <source>Password for %1 (releases)</source>
        <translation>%1 的密码（释放）</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Empty: the default user</source>
        <translation>留空：默认用户</translation>
    </message>
    <message>
        <source>&amp;User</source>
        <translation>用户(&amp;U)</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Enter the password.</source>
        <translation>请输入密码。</translation>
    </message>
    <message>
        <source>Enter a valid user name.</source>
        <translation>请输入有效的用户名。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SecretsSource</name>
    <message>
        <source>The system keychain no longer contains passwords for %1.</source>
        <translation>系统钥匙串中已没有 %1 的密码。</translation>
    </message>
    <message>
        <source>Cannot remove the passwords for %1 from the system keychain. The keychain still contains the passwords.</source>
        <translation>无法从系统钥匙串中移除 %1 的密码。钥匙串中仍保存着这些密码。</translation>
    </message>
    <message>
        <source>Cannot remove the passwords for %1 from the system keychain (%2). The keychain still contains the passwords.</source>
        <translation>无法从系统钥匙串中移除 %1 的密码（%2）。钥匙串中仍保存着这些密码。</translation>
    </message>
    <message>
        <source>Cannot save the passwords for %1 in the system keychain.</source>
        <translation>无法将 %1 的密码保存到系统钥匙串。</translation>
    </message>
    <message>
        <source>Cannot save the passwords for %1 in the system keychain (%2).</source>
        <translation>无法将 %1 的密码保存到系统钥匙串（%2）。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ServerHealth</name>
    <message>
        <source>down</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>does not answer</source>
        <translation>没有响应</translation>
    </message>
    <message>
        <source>starting, or without quorum</source>
        <translation>正在启动，或未达到法定多数</translation>
    </message>
    <message>
        <source>state unknown</source>
        <translation>状态未知</translation>
    </message>
    <message>
        <source>at least since %1</source>
        <translation>至少自 %1 起</translation>
    </message>
    <message>
        <source>latency %1 ms (max %2 ms)</source>
        <translation>延迟 %1 毫秒（最长 %2 毫秒）</translation>
    </message>
    <message>
        <source>open requests: %1</source>
        <translation>未完成的请求：%1</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>round trip %1</source>
        <translation>往返时间 %1</translation>
    </message>
    <message>
        <source>started %1 ago</source>
        <translation>%1前启动</translation>
    </message>
    <message>
        <source>connected replicas: %1</source>
        <translation>已连接的副本：%1</translation>
    </message>
    <message>
        <source>role unknown</source>
        <translation>角色未知</translation>
    </message>
    <message>
        <source>independent master</source>
        <translation>独立主节点</translation>
    </message>
    <message>
        <source>replica</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>replica, not in sync</source>
        <translation>副本，未同步</translation>
    </message>
    <message>
        <source>%1 behind</source>
        <translation>落后 %1</translation>
    </message>
    <message>
        <source>last acknowledgement %1 ago</source>
        <translation>上次确认在 %1前</translation>
    </message>
    <message numerus="yes">
        <source>behind the master: %1 bytes</source>
        <translation>
            <numerusform>落后于主节点：%1 字节</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n followers in sync</source>
        <translation>
            <numerusform>%n 个 follower 中有 %1 个已同步</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n servers</source>
        <translation>
            <numerusform>%n 台服务器中的 %1 台</numerusform>
        </translation>
    </message>
    <message>
        <source>connection refused</source>
        <translation>连接被拒绝</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>没有应答</translation>
    </message>
    <message>
        <source>timeout</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>connection lost</source>
        <translation>连接丢失</translation>
    </message>
    <message>
        <source>≥ %1</source>
        <translation>≥ %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 changes behind</source>
        <translation>
            <numerusform>落后 %1 个事务</numerusform>
        </translation>
    </message>
    <message>
        <source>restarted %1 ago</source>
        <translation>%1前重启</translation>
    </message>
    <message>
        <source>up %1</source>
        <translation>已运行 %1</translation>
    </message>
    <message>
        <source>not in sync</source>
        <translation>未同步</translation>
    </message>
    <message>
        <source>%1 down</source>
        <comment>a server</comment>
        <translation>%1 已停止</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>%1 · Redlock, quorum %2</source>
        <translation>%1 · Redlock，法定多数 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 changes behind the leader</source>
        <translation>
            <numerusform>落后领导者 %1 个事务</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ServersModel</name>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>leads other servers</source>
        <translation>有其他服务器跟随</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ServersPanel</name>
    <message>
        <source>Stop Server</source>
        <translation>停止服务器</translation>
    </message>
    <message>
        <source>Start Server</source>
        <translation>启动服务器</translation>
    </message>
    <message>
        <source>SERVERS</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Details of the servers</source>
        <translation>服务器的详细信息</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>%1 of %2 up</source>
        <translation>%1/%2 正常</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未录制</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>no report yet</source>
        <translation>尚无报告</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已移除</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SessionsModel</name>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>The client name from one of the session&apos;s nodes.</source>
        <translation>会话的某个节点中记录的客户端名称。</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>The source that reported the host.</source>
        <translation>报告主机信息的来源。</translation>
    </message>
    <message>
        <source>Host source</source>
        <translation>主机来源</translation>
    </message>
    <message>
        <source>Last heartbeat</source>
        <translation>最近心跳</translation>
    </message>
    <message>
        <source>Expires in</source>
        <translation>剩余有效期</translation>
    </message>
    <message>
        <source>Locks held</source>
        <translation>持有的锁</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>not listed by any server</source>
        <translation>不在任何服务器的列表中</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
    <message>
        <source>The client&apos;s address as a server reports it, or the host name from the payload.</source>
        <translation>服务器报告的客户端地址，或节点数据中的主机名。</translation>
    </message>
    <message>
        <source>The locks that the session waits for, with its place among the waiters.</source>
        <translation>该会话等待的锁，以及它在等待者中的位置。</translation>
    </message>
    <message>
        <source>Minimum time since the last heartbeat in the servers&apos; last report; later heartbeats are not included.</source>
        <translation>距服务器最近一次报告中最后一次心跳的最短时间；不包括之后的心跳。</translation>
    </message>
    <message>
        <source>Maximum time until the session expires and its nodes are deleted, if no heartbeat has arrived since the servers&apos; last report.</source>
        <translation>若自服务器最近一次报告以来没有心跳，距会话过期并删除其节点的最长时间。</translation>
    </message>
    <message>
        <source>Locks waited for</source>
        <translation>等待的锁</translation>
    </message>
    <message>
        <source>possibly a lock</source>
        <translation>可能是锁</translation>
    </message>
    <message>
        <source>Locks held or waited for</source>
        <translation>持有或等待的锁</translation>
    </message>
    <message>
        <source>The locks that the session holds or waits for; which of the two is unknown.</source>
        <translation>会话持有或等待的锁；是哪一种未知。</translation>
    </message>
    <message>
        <source>A client object, a token or a permit. Redis has no sessions.</source>
        <translation>一个客户端对象、令牌或许可。Redis 没有会话。</translation>
    </message>
    <message>
        <source>Client instance</source>
        <translation>客户端实例</translation>
    </message>
    <message>
        <source>Time since a sample of the servers&apos; commands showed the client.</source>
        <translation>自服务器命令采样中最后一次出现该客户端以来的时间。</translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>最后出现</translation>
    </message>
    <message>
        <source>How long until the first lease of the client ends, if it is not renewed.</source>
        <translation>如果不续租，该客户端的第一个租约还有多久结束。</translation>
    </message>
    <message>
        <source>Lease left</source>
        <translation>租约剩余</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SessionsPanel</name>
    <message>
        <source>Filter the sessions</source>
        <translation>筛选会话</translation>
    </message>
    <message>
        <source>Filter by client, host, session, lock…</source>
        <translation>按客户端、主机、会话、锁等筛选…</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>No sessions match the filter</source>
        <translation>没有符合筛选条件的会话</translation>
    </message>
    <message>
        <source>No sessions yet</source>
        <translation>尚无会话</translation>
    </message>
    <message>
        <source>Collecting the sessions…</source>
        <translation>正在汇总会话…</translation>
    </message>
    <message>
        <source>No holders or waiters at this time</source>
        <translation>此刻没有持有者或等待者</translation>
    </message>
    <message>
        <source>No holders or waiters</source>
        <translation>没有持有者或等待者</translation>
    </message>
    <message>
        <source>Clients that queue for a lock appear here with their hosts.</source>
        <translation>排队等待锁的客户端及其主机会显示在此。</translation>
    </message>
    <message>
        <source>Connect to ZooKeeper or Redis, or open a recording.</source>
        <translation>请连接到 ZooKeeper 或 Redis，或打开录制文件。</translation>
    </message>
    <message>
        <source>Release All of This Host…</source>
        <translation>释放此主机的全部…</translation>
    </message>
    <message>
        <source>Release All of This Client…</source>
        <translation>释放此客户端的全部…</translation>
    </message>
    <message>
        <source>Release All of This Session…</source>
        <translation>释放此会话的全部…</translation>
    </message>
    <message>
        <source>The host of this client is unknown.</source>
        <translation>此客户端的主机未知。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SidePanel</name>
    <message>
        <source>Locks cannot be released in a replay</source>
        <translation>回放中无法释放锁</translation>
    </message>
    <message>
        <source>The replay shows past data. Close the recording (Ctrl+W) to act on the locks as they are now.</source>
        <translation>回放显示的是过去的数据。关闭录制文件（Ctrl+W）后才能操作当前的锁。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SimulationFaults</name>
    <message>
        <source>Servers…</source>
        <translation>服务器…</translation>
    </message>
    <message>
        <source>Actions for the sandbox servers</source>
        <translation>可对沙箱服务器执行的操作</translation>
    </message>
    <message>
        <source>down</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation>已断开</translation>
    </message>
    <message>
        <source>serving</source>
        <translation>提供服务</translation>
    </message>
    <message>
        <source>Server %1 (%2)</source>
        <translation>服务器 %1（%2）</translation>
    </message>
    <message>
        <source>Faults…</source>
        <translation>故障…</translation>
    </message>
    <message>
        <source>Faults for the selected clients</source>
        <translation>对所选客户端注入的故障</translation>
    </message>
    <message>
        <source>Select a client that runs.</source>
        <translation>请选择一个正在运行的客户端。</translation>
    </message>
    <message>
        <source>Selected: %1</source>
        <translation>已选择：%1</translation>
    </message>
    <message numerus="yes">
        <source>Selected: %n clients</source>
        <translation>
            <numerusform>已选择：%n 个客户端</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SimulationForm</name>
    <message>
        <source>Custom scenario</source>
        <translation>自定义场景</translation>
    </message>
    <message>
        <source>How long each client holds the lock: 200ms, 50ms..200ms, exp:50ms or forever.</source>
        <translation>每个客户端持有锁的时长：200ms、50ms..200ms、exp:50ms 或 forever。</translation>
    </message>
    <message>
        <source>How long each client waits before it queues again. The format is the same as for “Hold”.</source>
        <translation>每个客户端再次排队前等待的时长。格式与“持有”相同。</translation>
    </message>
    <message>
        <source>/existing/node</source>
        <translation>/已有/节点</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Leases</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>Think</source>
        <translation>间隔</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Parent</source>
        <translation>父节点</translation>
    </message>
    <message>
        <source>The simulation runs at %1 in its own node and then removes this node. %2</source>
        <translation>模拟在 %1 的专用节点中运行，之后移除该节点。%2</translation>
    </message>
    <message>
        <source>a simulation runs only below one existing node of your ensemble. Enter a path such as /locks-test</source>
        <translation>模拟只能在您的集群中一个已有节点之下运行。请输入路径，例如 /locks-test</translation>
    </message>
    <message>
        <source>simulations cannot run in a replay. Close the recording first (Ctrl+W)</source>
        <translation>模拟无法在回放中运行。请先关闭录制文件（Ctrl+W）</translation>
    </message>
    <message>
        <source>New sandbox</source>
        <translation>新沙箱</translation>
    </message>
    <message>
        <source>The simulation runs at %1 with names of its own and then removes their keys. %2</source>
        <translation>模拟在 %1 使用自己的名称运行，之后移除相应的键。%2</translation>
    </message>
    <message>
        <source>Current servers</source>
        <translation>当前服务器</translation>
    </message>
    <message>
        <source>The servers where the simulation runs. The simulation creates its own locks and does not use existing ones.</source>
        <translation>模拟运行所在的服务器。模拟会创建自己的锁，不使用已有的锁。</translation>
    </message>
    <message>
        <source>The simulation is running.</source>
        <translation>模拟正在运行。</translation>
    </message>
    <message>
        <source>A recording is shown. Close it first (Ctrl+W).</source>
        <translation>正在显示录制文件。请先关闭它（Ctrl+W）。</translation>
    </message>
    <message>
        <source>No servers are connected where a simulation may run.</source>
        <translation>没有连接可以运行模拟的服务器。</translation>
    </message>
    <message>
        <source>This scenario needs a sandbox of its own.</source>
        <translation>此场景需要自己的沙盒。</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>自定义</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SimulationModel</name>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>holding</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation>连接断开</translation>
    </message>
    <message>
        <source>loss ignored</source>
        <translation>忽略锁丢失</translation>
    </message>
    <message>
        <source>%1 (waiting)</source>
        <translation>%1（等待）</translation>
    </message>
    <message>
        <source>not in queue</source>
        <translation>不在队列中</translation>
    </message>
    <message>
        <source>waiting #%1</source>
        <translation>等待中 #%1</translation>
    </message>
    <message>
        <source>%1; last event: %2</source>
        <translation>%1；最近事件：%2</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>The lock state that the client reports.</source>
        <translation>客户端报告的锁状态。</translation>
    </message>
    <message>
        <source>Client&apos;s view</source>
        <translation>客户端视角</translation>
    </message>
    <message>
        <source>The lock state of the client in the ensemble.</source>
        <translation>该客户端在集群中的锁状态。</translation>
    </message>
    <message>
        <source>Actual state</source>
        <translation>实际状态</translation>
    </message>
    <message>
        <source>Number of times that the client acquired the lock.</source>
        <translation>客户端获取锁的次数。</translation>
    </message>
    <message>
        <source>Time that the client waited for the lock: median (p50) and 99th percentile (p99).</source>
        <translation>客户端等待锁的时间：中位数（p50）和第 99 百分位数（p99）。</translation>
    </message>
    <message>
        <source>Wait p50 / p99</source>
        <translation>等待 p50 / p99</translation>
    </message>
    <message>
        <source>pid %1</source>
        <translation>pid %1</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>启动中</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>%1 (holding)</source>
        <translation>%1（持有）</translation>
    </message>
    <message>
        <source>Acquired</source>
        <translation>获取次数</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>The fencing token of the last acquisition: a number that grows with each acquisition.</source>
        <translation>最近一次获取的围栏令牌：一个随每次获取而增大的数字。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SimulationPanel</name>
    <message>
        <source>Pauses the scenario before its next step. The clients continue to run.</source>
        <translation>在下一步之前暂停场景。客户端继续运行。</translation>
    </message>
    <message>
        <source>Simulated clients</source>
        <translation>模拟客户端</translation>
    </message>
    <message>
        <source>Starting a sandbox and the clients…</source>
        <translation>正在启动沙箱和客户端…</translation>
    </message>
    <message>
        <source>Starting the clients…</source>
        <translation>正在启动客户端…</translation>
    </message>
    <message>
        <source>Stopping the clients and removing their remaining data…</source>
        <translation>正在停止客户端并清理其遗留数据…</translation>
    </message>
    <message>
        <source>The simulation runs until you stop it.</source>
        <translation>模拟将一直运行，直到您停止它。</translation>
    </message>
    <message>
        <source>Step %1 of %2: %3</source>
        <translation>第 %1/%2 步：%3</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Stop the simulation</source>
        <translation>停止模拟</translation>
    </message>
    <message>
        <source>Run the simulation</source>
        <translation>运行模拟</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Pause or resume the scenario steps</source>
        <translation>暂停或继续场景步骤</translation>
    </message>
    <message>
        <source>What happens at the turning points of a scenario</source>
        <translation>在情景的转折点处如何处理</translation>
    </message>
    <message>
        <source>Run Through</source>
        <translation>连续运行</translation>
    </message>
    <message>
        <source>%1 Next: %2</source>
        <translation>%1下一步：%2</translation>
    </message>
    <message>
        <source>The simulation is ending.</source>
        <translation>模拟正在结束。</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Continue with the next step of the scenario</source>
        <translation>继续情景的下一步</translation>
    </message>
    <message>
        <source>At a turning point of a scenario, one sentence explains what can be seen.</source>
        <translation>在情景的转折点处，用一句话说明可以看到什么。</translation>
    </message>
    <message>
        <source>Step %1 of %2: %3, after: %4</source>
        <translation>步骤 %1/%2：%3，条件：%4</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>已暂停。</translation>
    </message>
    <message>
        <source>Turning points</source>
        <translation>转折点</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Show the results in place of the clients</source>
        <translation>显示结果以代替客户端</translation>
    </message>
    <message>
        <source>Slow Down</source>
        <translation>放慢</translation>
    </message>
    <message>
        <source>Stop There</source>
        <translation>在该处停止</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SimulationResults</name>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>stopped before the end</source>
        <translation>提前停止</translation>
    </message>
    <message>
        <source>✓ as expected</source>
        <translation>✓ 符合预期</translation>
    </message>
    <message>
        <source>✗ not as expected</source>
        <translation>✗ 不符合预期</translation>
    </message>
    <message>
        <source>Handover latency</source>
        <translation>交接延迟</translation>
    </message>
    <message>
        <source>from the start of a release to the next acquisition</source>
        <translation>从开始释放到下一次获取</translation>
    </message>
    <message>
        <source>Simulation results</source>
        <translation>模拟结果</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>%1 handovers/s</source>
        <translation>%1 次交接/秒</translation>
    </message>
    <message>
        <source>Wait p50 / p99</source>
        <translation>等待 p50 / p99</translation>
    </message>
    <message>
        <source>Fairness (Jain)</source>
        <translation>公平性 (Jain)</translation>
    </message>
    <message>
        <source>Two holders overlapped</source>
        <translation>两个持有者重叠</translation>
    </message>
    <message>
        <source>Stale writes rejected</source>
        <translation>已拒绝的过期写入</translation>
    </message>
    <message>
        <source>Stale writes accepted</source>
        <translation>已接受的过期写入</translation>
    </message>
    <message>
        <source>Wake-ups per release</source>
        <translation>每次释放的唤醒数</translation>
    </message>
    <message>
        <source>Requests per acquisition</source>
        <translation>每次获取的请求数</translation>
    </message>
    <message>
        <source>✓ expected</source>
        <translation>✓ 预期</translation>
    </message>
    <message>
        <source>✗ expected</source>
        <translation>✗ 预期</translation>
    </message>
    <message>
        <source>%1 — actual: %2</source>
        <translation>%1 — 实际：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::StatisticsPanel</name>
    <message>
        <source>Wait time</source>
        <translation>等待时长</translation>
    </message>
    <message>
        <source>no complete wait observed</source>
        <translation>未观察到完整的等待过程</translation>
    </message>
    <message>
        <source>Hold time</source>
        <translation>持有时长</translation>
    </message>
    <message>
        <source>no complete hold observed</source>
        <translation>未观察到完整的持有过程</translation>
    </message>
    <message>
        <source>No statistics yet</source>
        <translation>尚无统计数据</translation>
    </message>
    <message>
        <source>Select a lock</source>
        <translation>选择一个锁</translation>
    </message>
    <message>
        <source>Wait times and hold times of the lock appear here.</source>
        <translation>锁的等待时长和持有时长会显示在此。</translation>
    </message>
    <message>
        <source>No events at %1</source>
        <translation>%1 没有事件</translation>
    </message>
    <message>
        <source>No client joined the queue, acquired the lock or left during the recording.</source>
        <translation>录制期间没有客户端加入队列、获取锁或离开。</translation>
    </message>
    <message>
        <source>No events at %1 since monitoring started</source>
        <translation>自监控开始以来，%1 没有事件</translation>
    </message>
    <message>
        <source>Only waits and holds with an observed start and end are counted.</source>
        <translation>只统计观察到开始和结束的等待与持有。</translation>
    </message>
    <message>
        <source>waiting now: %1 · p50 %2 · p99 %3</source>
        <translation>正在等待：%1 · p50 %2 · p99 %3</translation>
    </message>
    <message>
        <source>Not watched for %1: waits and holds in that time are not counted.</source>
        <translation>未监视 %1：该时段内的等待和持有不计入。</translation>
    </message>
    <message>
        <source>Percentiles are Kaplan-Meier estimates: a wait or hold that has not ended counts with the time it has lasted.</source>
        <translation>百分位数为 Kaplan-Meier 估计：尚未结束的等待或持有按已持续的时间计入。</translation>
    </message>
    <message numerus="yes">
        <source>Missing, between two readings: up to %1 acquisitions.</source>
        <translation>
            <numerusform>两次读取之间缺失：最多 %1 次获取。</numerusform>
        </translation>
    </message>
    <message>
        <source>unknown whether waiting: %1</source>
        <translation>是否等待未知：%1</translation>
    </message>
    <message>
        <source>%1 in the whole recording: joined %2 · acquired %3 · left %4 (of these: without acquiring %5, session ended %6) · revocation requests %7 · released by an operator %8. Clients in the queue at the start are not counted as joined.</source>
        <translation>%1（整个录制期间）：加入 %2 · 获取 %3 · 离开 %4（其中未获取锁 %5、会话结束 %6）· 释放请求 %7 · 由操作员释放 %8。开始时已在队列中的客户端不计入加入数。</translation>
    </message>
    <message>
        <source>%2 since monitoring started at %1: joined %3 · acquired %4 · left %5 (of these: without acquiring %6, session ended %7) · revocation requests %8 · released by an operator %9. Clients in the queue at the start are not counted as joined.</source>
        <translation>%2（自 %1 开始监控以来）：加入 %3 · 获取 %4 · 离开 %5（其中未获取锁 %6、会话结束 %7）· 释放请求 %8 · 由操作员释放 %9。开始时已在队列中的客户端不计入加入数。</translation>
    </message>
    <message>
        <source>Possibly a lock.</source>
        <translation>可能是锁。</translation>
    </message>
    <message>
        <source>Connect to ZooKeeper or Redis, or open a recording.</source>
        <translation>请连接到 ZooKeeper 或 Redis，或打开录制文件。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::StatusLine</name>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>%1. Reconnecting…</source>
        <translation>%1。正在重新连接…</translation>
    </message>
    <message>
        <source>the connection to %1 is lost</source>
        <translation>与 %1 的连接已丢失</translation>
    </message>
    <message>
        <source>Replay of %1: not live data</source>
        <translation>%1 的回放：非实时数据</translation>
    </message>
    <message>
        <source>Replay of %1, recorded from %2: not live data</source>
        <translation>%1 的回放，录制自 %2：非实时数据</translation>
    </message>
    <message>
        <source>%1 events/s</source>
        <translation>%1 个事件/秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>state at %1</source>
        <translation>%1 的状态</translation>
    </message>
    <message>
        <source>Connecting to %1</source>
        <translation>正在连接 %1</translation>
    </message>
    <message>
        <source>The session has ended. Requesting a new session from %1</source>
        <translation>会话已结束。正在向 %1 请求新会话</translation>
    </message>
    <message>
        <source>The session has ended (%2). Requesting a new session from %1</source>
        <translation>会话已结束（%2）。正在向 %1 请求新会话</translation>
    </message>
    <message>
        <source>Connected to %1</source>
        <translation>已连接到 %1</translation>
    </message>
    <message>
        <source>updates: %1</source>
        <translation>更新方式：%1</translation>
    </message>
    <message>
        <source>Connected to %1 of %2 masters</source>
        <translation>已连接到 %2 个主节点中的 %1 个</translation>
    </message>
    <message numerus="yes">
        <source>Paused · %1 changes behind · %2</source>
        <translation>
            <numerusform>已暂停 · 落后 %1 处变更 · %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 requests/s</source>
        <translation>%1 / %2 个请求/秒</translation>
    </message>
    <message>
        <source>%1 requests/s</source>
        <translation>%1 个请求/秒</translation>
    </message>
    <message>
        <source>The requests of Lockscope&apos;s connection to the servers, and their limit for reading</source>
        <translation>Lockscope 的连接向服务器发送的请求数，以及读取请求的上限</translation>
    </message>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n 个错误</numerusform>
        </translation>
    </message>
    <message>
        <source>Connected read-only (no quorum) to %1 · session %2 · timeout %3</source>
        <translation>已以只读方式连接（无仲裁）到 %1 · 会话 %2 · 超时 %3</translation>
    </message>
    <message>
        <source>Connected to %1 · session %2 · timeout %3</source>
        <translation>已连接到 %1 · 会话 %2 · 超时 %3</translation>
    </message>
    <message>
        <source>The simulation has ended. The view shows its last state</source>
        <translation>模拟已结束。视图显示其最后的状态</translation>
    </message>
    <message>
        <source>%1 of %2 watches</source>
        <translation>监视 %1 / %2</translation>
    </message>
    <message>
        <source>view %1 old</source>
        <translation>视图为 %1前</translation>
    </message>
    <message>
        <source>A server is down</source>
        <translation>有服务器停机</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TableActions</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Save Table…</source>
        <translation>保存表格…</translation>
    </message>
    <message>
        <source>Save Table</source>
        <translation>保存表格</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TargetForm</name>
    <message>
        <source>Kind of target</source>
        <translation>目标种类</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>种类(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Servers</source>
        <translation>服务器(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Master name</source>
        <translation>主节点名称(&amp;M)</translation>
    </message>
    <message>
        <source>The name that the Sentinels have for the master, such as mymaster</source>
        <translation>Sentinel 中主节点的名称，例如 mymaster</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>&amp;Database</source>
        <translation>数据库(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Roots</source>
        <translation>根路径(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;User</source>
        <translation>用户(&amp;U)</translation>
    </message>
    <message>
        <source>Empty: the default user</source>
        <translation>留空：默认用户</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>For this connection only. A saved connection can keep it in the keychain</source>
        <translation>仅用于此连接。已保存的连接可以将其保存在钥匙串中</translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation>密码(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;TLS (certificates and names are always verified)</source>
        <translation>TLS（始终校验证书和名称）(&amp;T)</translation>
    </message>
    <message>
        <source>ACL line of a read-only user</source>
        <translation>只读用户的 ACL 行</translation>
    </message>
    <message>
        <source>A command for an administrator of the servers. Its user can see all locks and change nothing.</source>
        <translation>供服务器管理员使用的命令。其用户可以查看所有锁，但不能更改任何内容。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the ACL line</source>
        <translation>复制 ACL 行</translation>
    </message>
    <message>
        <source>Read-only user</source>
        <translation>只读用户</translation>
    </message>
    <message>
        <source>/   (separate several paths with spaces)</source>
        <translation>/   （多个路径用空格分隔）</translation>
    </message>
    <message>
        <source>The name of the master is missing. Enter the name that the Sentinels have for it, such as mymaster.</source>
        <translation>缺少主节点的名称。请输入 Sentinel 中主节点的名称，例如 mymaster。</translation>
    </message>
    <message>
        <source>Invalid user. Use a name without spaces, such as lockscope.</source>
        <translation>用户无效。请使用不含空格的名称，例如 lockscope。</translation>
    </message>
    <message>
        <source>ZooKeeper ensemble</source>
        <translation>ZooKeeper 集群</translation>
    </message>
    <message>
        <source>Redis server</source>
        <translation>Redis 服务器</translation>
    </message>
    <message>
        <source>Redis with Sentinel</source>
        <translation>带 Sentinel 的 Redis</translation>
    </message>
    <message>
        <source>Redis Cluster</source>
        <translation>Redis 集群</translation>
    </message>
    <message>
        <source>Redlock: independent masters</source>
        <translation>Redlock：相互独立的主节点</translation>
    </message>
    <message>
        <source>Key p&amp;refixes</source>
        <translation>键前缀(&amp;R)</translation>
    </message>
    <message>
        <source>Beginnings of key names, such as lock:   (empty: all locks)</source>
        <translation>键名称的开头，例如 lock:   （留空：所有锁）</translation>
    </message>
    <message>
        <source>The server address already sets the kind.</source>
        <translation>服务器地址已指定类型。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TestDialog</name>
    <message>
        <source>Test of %1</source>
        <translation>测试 %1</translation>
    </message>
    <message>
        <source>&amp;Start Test</source>
        <translation>开始测试(&amp;S)</translation>
    </message>
    <message>
        <source>Cancel &amp;Test</source>
        <translation>取消测试(&amp;T)</translation>
    </message>
    <message>
        <source>Copy &amp;Results</source>
        <translation>复制结果(&amp;R)</translation>
    </message>
    <message>
        <source>No test is running.</source>
        <translation>没有正在进行的测试。</translation>
    </message>
    <message>
        <source>There are no results yet.</source>
        <translation>还没有结果。</translation>
    </message>
    <message>
        <source>&amp;Password</source>
        <translation>密码(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Key password</source>
        <translation>密钥密码(&amp;K)</translation>
    </message>
    <message>
        <source>Empty if the key has no password</source>
        <translation>密钥没有密码时留空</translation>
    </message>
    <message>
        <source>&amp;Start Test Again</source>
        <translation>再次测试(&amp;S)</translation>
    </message>
    <message>
        <source>The test is running.</source>
        <translation>测试正在进行。</translation>
    </message>
    <message>
        <source>Testing the connection…</source>
        <translation>正在测试连接…</translation>
    </message>
    <message>
        <source>The connection does not work. See the step that failed.</source>
        <translation>连接不可用。请查看失败的步骤。</translation>
    </message>
    <message>
        <source>The test was cancelled.</source>
        <translation>测试已取消。</translation>
    </message>
    <message>
        <source>The connection works, with warnings.</source>
        <translation>连接可用，但有警告。</translation>
    </message>
    <message>
        <source>The connection works.</source>
        <translation>连接可用。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TimelineLegend</name>
    <message>
        <source>hold</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>已丢失</translation>
    </message>
    <message>
        <source>not watched</source>
        <translation>未监视</translation>
    </message>
    <message>
        <source>hold or wait</source>
        <translation>持有或等待</translation>
    </message>
    <message>
        <source>lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>dead</source>
        <translation>失活</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>vote, renewed</source>
        <translation>选票，已续期</translation>
    </message>
    <message>
        <source>other token</source>
        <translation>其他令牌</translation>
    </message>
    <message>
        <source>readers</source>
        <translation>读者</translation>
    </message>
    <message>
        <source>usual hold, p50–p99</source>
        <translation>通常持有，p50–p99</translation>
    </message>
    <message>
        <source>over p99</source>
        <translation>超过 p99</translation>
    </message>
    <message>
        <source>release requested</source>
        <translation>已请求释放</translation>
    </message>
    <message>
        <source>released by an operator</source>
        <translation>由操作员释放</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>acts as holder without the lock</source>
        <translation>未持锁却作为持有者运行</translation>
    </message>
    <message>
        <source>write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>rejected write</source>
        <translation>被拒绝的写入</translation>
    </message>
    <message>
        <source>Thick bars show holds, thin bars show waits. A diamond shows a reader. A hatched bar shows that a client acts as holder without the lock. In a simulation, small ticks show writes to the resource that the lock protects, crossed lines show rejected writes. Dashed bars show times in which the client held or waited; which of the two is unknown. A cross shows the end of a session, or that another client deleted the node; a line shows a release by an operator, a circle the request for one. A hatched background shows a time in which nothing was watched. A band between dotted lines shows how long the lock is usually held; the part of a hold beyond it is hatched. On Redis, a saw-tooth shows what is left of a lease, and dashed lines show what ends when.</source>
        <translation>粗条表示持有，细条表示等待。菱形表示读者。带斜线的条表示客户端未持锁却作为持有者运行。在模拟中，小刻度表示对锁所保护资源的写入，带叉的竖线表示被拒绝的写入。虚线条表示客户端持有或等待的时间，具体是哪一种未知。叉号表示会话结束，或节点被另一个客户端删除；竖线表示由操作员释放，圆圈表示已请求释放。带斜线的背景表示未监视的时间。点线之间的区域表示该锁通常的持有时长；超出该区域的持有部分以斜线表示。在 Redis 上，锯齿表示租约的剩余时间，虚线表示各项将在何时结束。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TimelinePanel</name>
    <message>
        <source>Zoom out to a longer period (−, or Ctrl and the mouse wheel).</source>
        <translation>缩小以显示更长的时间段（−，或 Ctrl 加鼠标滚轮）。</translation>
    </message>
    <message>
        <source>Zoom in to a shorter period (+, or Ctrl and the mouse wheel).</source>
        <translation>放大以显示更短的时间段（+，或 Ctrl 加鼠标滚轮）。</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Show all known data (Home).</source>
        <translation>显示全部已知数据（Home）。</translation>
    </message>
    <message>
        <source>Go to the current time and follow it (End).</source>
        <translation>转到当前时间并跟随（End）。</translation>
    </message>
    <message>
        <source>TIMELINE</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>The type of this lock is unknown, so its holder is unknown.</source>
        <translation>此锁的类型未知，因此持有者未知。</translation>
    </message>
    <message>
        <source>No client waited for this lock or held it in the whole recording.</source>
        <translation>整个录制期间没有客户端等待或持有此锁。</translation>
    </message>
    <message>
        <source>No client has queued here since monitoring started. Waits and holds appear here as they happen.</source>
        <translation>自监控开始以来没有客户端在此排队。等待和持有发生时会显示在此。</translation>
    </message>
    <message>
        <source>Follow Now</source>
        <translation>跟随当前时间</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TimelineView</name>
    <message>
        <source>No client waited for this lock or held it in this period.</source>
        <translation>此时间段内没有客户端等待或持有此锁。</translation>
    </message>
    <message>
        <source>last update</source>
        <translation>最后更新</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Timeline of the lock</source>
        <translation>锁的时间线</translation>
    </message>
    <message>
        <source>last %1</source>
        <translation>最近 %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Lease left: %1</source>
        <translation>租约剩余：%1</translation>
    </message>
    <message>
        <source>lease left</source>
        <translation>租约剩余</translation>
    </message>
    <message>
        <source>ends in %1 if not renewed</source>
        <translation>如果不续期，%1后结束</translation>
    </message>
    <message>
        <source>ends in %1</source>
        <translation>%1后结束</translation>
    </message>
    <message>
        <source>keeps its place for %1</source>
        <translation>位置还会保留 %1</translation>
    </message>
    <message>
        <source>not watched %1</source>
        <translation>未监视 %1</translation>
    </message>
    <message>
        <source>over p99 for %1</source>
        <translation>超过 p99 %1</translation>
    </message>
    <message>
        <source>acts as holder without the lock</source>
        <translation>未持锁却作为持有者运行</translation>
    </message>
    <message>
        <source>acts as holder</source>
        <translation>作为持有者运行</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TopBar</name>
    <message>
        <source>Saved Connections</source>
        <translation>已保存的连接</translation>
    </message>
    <message>
        <source>Recent Connections</source>
        <translation>最近的连接</translation>
    </message>
    <message>
        <source>Menu: panels, theme, preferences, help</source>
        <translation>菜单：面板、主题、首选项、帮助</translation>
    </message>
    <message>
        <source>Writable %1:%2</source>
        <translation>可写 %1:%2</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>This window cannot change anything. Unlock the connection for a limited time (Ctrl+L).</source>
        <translation>此窗口无法修改任何内容。可限时解锁连接（Ctrl+L）。</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Connecting to %1</source>
        <translation>正在连接 %1</translation>
    </message>
    <message>
        <source>Sandbox  ·  %1</source>
        <translation>沙箱  ·  %1</translation>
    </message>
    <message>
        <source>%1  ·  %2</source>
        <translation>%1  ·  %2</translation>
    </message>
    <message>
        <source>Disconnected  ·  %1</source>
        <translation>连接已断开  ·  %1</translation>
    </message>
    <message>
        <source>Replay  ·  %1</source>
        <translation>回放  ·  %1</translation>
    </message>
    <message>
        <source>Connection: %1</source>
        <translation>连接：%1</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>This window can change the locks on the servers. Make the connection read-only again (Ctrl+L).</source>
        <translation>此窗口可以修改服务器上的锁。将连接恢复为只读（Ctrl+L）。</translation>
    </message>
    <message>
        <source>The open connection uses no passwords.</source>
        <translation>打开的连接不使用密码。</translation>
    </message>
    <message>
        <source>Stop  ·  %1, %2</source>
        <translation>停止  ·  %1，%2</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>Stop the recording, %1, %2</source>
        <translation>停止录制，%1，%2</translation>
    </message>
    <message>
        <source>A recording is shown. Close it first (Ctrl+W).</source>
        <translation>正在显示录制文件。请先关闭它（Ctrl+W）。</translation>
    </message>
    <message>
        <source>This connection is not read-only.</source>
        <translation>此连接不是只读的。</translation>
    </message>
    <message>
        <source>Production connection: %1</source>
        <translation>生产环境连接：%1</translation>
    </message>
    <message>
        <source>production</source>
        <translation>生产环境</translation>
    </message>
    <message numerus="yes">
        <source>%n servers</source>
        <translation>
            <numerusform>%n 台服务器</numerusform>
        </translation>
    </message>
    <message>
        <source>Simulation ended</source>
        <translation>模拟已结束</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TypedTime</name>
    <message>
        <source>The recording lasts from %1 to %2.</source>
        <translation>该录制文件的时间从 %1 到 %2。</translation>
    </message>
    <message>
        <source>%1 is outside the recording, which lasts from %2 to %3.</source>
        <translation>%1 不在该录制文件的时间范围内：从 %2 到 %3。</translation>
    </message>
    <message>
        <source>Invalid time &quot;%1&quot;: use %2.</source>
        <translation>时间“%1”无效：请使用 %2。</translation>
    </message>
    <message>
        <source>%1, %2 or %3</source>
        <translation>%1、%2 或 %3</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::UnlockDialog</name>
    <message>
        <source>Unlock %1</source>
        <translation>解锁 %1</translation>
    </message>
    <message>
        <source>Connection name</source>
        <translation>连接名称</translation>
    </message>
    <message>
        <source>&amp;Connection name</source>
        <translation>连接名称(&amp;C)</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>解锁</translation>
    </message>
    <message>
        <source>%1 is read-only: it is a production connection.</source>
        <translation>%1 为只读：它是生产环境连接。</translation>
    </message>
    <message>
        <source>%1 is read-only.</source>
        <translation>%1 为只读。</translation>
    </message>
    <message>
        <source>When the connection is unlocked, this window can request releases from holders and delete their nodes. The connection becomes read-only again after %1.</source>
        <translation>连接解锁后，此窗口可以向持有者发送释放请求，也可以删除其节点。%1后，连接恢复为只读。</translation>
    </message>
    <message>
        <source>Enter “%1”</source>
        <translation>请输入“%1”</translation>
    </message>
    <message>
        <source>When the connection is unlocked, this window can release locks and remove waiters from queues. The connection becomes read-only again after %1.</source>
        <translation>解锁连接后，此窗口可以释放锁，并从队列中移除等待者。%1 后连接恢复为只读。</translation>
    </message>
    <message>
        <source>Enter the name of the connection.</source>
        <translation>请输入连接的名称。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::VoteLane</name>
    <message>
        <source>Votes: no lock selected</source>
        <translation>选票：未选择锁</translation>
    </message>
    <message>
        <source>Votes for %1: %2. Quorum: %3. %4</source>
        <translation>%1 的选票：%2。法定多数：%3。%4</translation>
    </message>
    <message>
        <source>Token %1</source>
        <translation>令牌 %1</translation>
    </message>
    <message>
        <source>quorum %1</source>
        <translation>法定多数 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::VotesModel</name>
    <message>
        <source>The clock of the master compared with the clock of this machine, less half of the round trip.</source>
        <translation>主节点的时钟与本机时钟之差，减去往返时间的一半。</translation>
    </message>
    <message>
        <source>The master was started %1 ago. Votes from before are lost if it keeps no data.</source>
        <translation>主节点在 %1前启动。如果它不保存数据，之前的选票会丢失。</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>应答</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>没有应答</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>缓慢</translation>
    </message>
    <message>
        <source>token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>no token</source>
        <translation>没有令牌</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>Lease left</source>
        <translation>租约剩余</translation>
    </message>
    <message>
        <source>How long until the key on this master expires, if it is not renewed.</source>
        <translation>如果不续期，距此主节点上的键过期的时间。</translation>
    </message>
    <message>
        <source>Round trip</source>
        <translation>往返时间</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>The clock of the master compared with the clock of this machine.</source>
        <translation>主节点的时钟与本机时钟之差。</translation>
    </message>
    <message>
        <source>Uptime</source>
        <translation>运行时间</translation>
    </message>
    <message>
        <source>How long the master runs. A triangle: it was started recently.</source>
        <translation>主节点已运行的时间。三角形：它最近才启动。</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::VotesTable</name>
    <message>
        <source>Votes of the masters</source>
        <translation>主节点的选票</translation>
    </message>
    <message>
        <source>Exclusive for %1: then fewer than %2 masters have the token.</source>
        <translation>独占时长 %1：之后拥有该令牌的主节点少于 %2 个。</translation>
    </message>
    <message>
        <source>Lockscope asks all masters at once. Their answers are from different moments.</source>
        <translation>Lockscope 同时请求所有主节点，但各应答取自不同时刻。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WaitGraphPanel</name>
    <message>
        <source>All Locks</source>
        <translation>所有锁</translation>
    </message>
    <message>
        <source>Shows the deadlocks of all locks, then the longest wait chains.</source>
        <translation>先显示所有锁的死锁，再显示最长的等待链。</translation>
    </message>
    <message>
        <source>Selected Lock</source>
        <translation>所选锁</translation>
    </message>
    <message>
        <source>Shows the holders and waiters of the selected lock, and the clients that they wait for at other locks.</source>
        <translation>显示所选锁的持有者和等待者，以及它们在其他锁上等待的客户端。</translation>
    </message>
    <message>
        <source>Zoom out (−, or Ctrl and the mouse wheel).</source>
        <translation>缩小（−，或 Ctrl 加鼠标滚轮）。</translation>
    </message>
    <message>
        <source>Zoom in (+, or Ctrl and the mouse wheel).</source>
        <translation>放大（+，或 Ctrl 加鼠标滚轮）。</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应窗口</translation>
    </message>
    <message>
        <source>Save the graph as PNG, SVG or DOT.</source>
        <translation>将图保存为 PNG、SVG 或 DOT。</translation>
    </message>
    <message>
        <source>Reading the locks…</source>
        <translation>正在读取锁…</translation>
    </message>
    <message>
        <source>Select a lock</source>
        <translation>选择一个锁</translation>
    </message>
    <message>
        <source>The holders and waiters of the lock appear here, with the clients that they wait for.</source>
        <translation>锁的持有者和等待者会显示在此，并显示它们所等待的客户端。</translation>
    </message>
    <message>
        <source>Analyzing the waits…</source>
        <translation>正在分析等待关系…</translation>
    </message>
    <message>
        <source>No waiting clients at %1</source>
        <translation>%1 没有等待的客户端</translation>
    </message>
    <message>
        <source>“All Locks” shows the waiting clients of other locks.</source>
        <translation>“所有锁”显示其他锁的等待客户端。</translation>
    </message>
    <message>
        <source>No waiting clients at this time</source>
        <translation>此刻没有等待的客户端</translation>
    </message>
    <message>
        <source>Press Ctrl+Right or Ctrl+Left to go to the next or previous event.</source>
        <translation>按 Ctrl+Right 或 Ctrl+Left 可转到下一个或上一个事件。</translation>
    </message>
    <message>
        <source>No waiting clients</source>
        <translation>没有等待的客户端</translation>
    </message>
    <message>
        <source>Waiting clients appear here, with an arrow to the client they wait for. Run a simulation to see an example.</source>
        <translation>等待的客户端会显示在此，并以箭头指向其等待的客户端。运行模拟即可查看示例。</translation>
    </message>
    <message>
        <source>%1 is possibly a lock</source>
        <translation>%1 可能是锁</translation>
    </message>
    <message>
        <source>The graph has no possible locks.</source>
        <translation>图中没有可能的锁。</translation>
    </message>
    <message>
        <source>%1 is an election</source>
        <translation>%1 是选举</translation>
    </message>
    <message>
        <source>A candidate is not blocked by the leader.</source>
        <translation>候选者不会被领导者阻塞。</translation>
    </message>
    <message>
        <source>The waiting clients at %1 are unknown</source>
        <translation>%1 处等待的客户端未知</translation>
    </message>
    <message>
        <source>They have no nodes at this lock.</source>
        <translation>它们在此锁没有节点。</translation>
    </message>
    <message>
        <source>The waits at %1 are unknown</source>
        <translation>%1 处的等待未知</translation>
    </message>
    <message>
        <source>Which clients hold the lock depends on data that Lockscope has not read or may not read.</source>
        <translation>哪些客户端持有锁取决于 Lockscope 尚未读取或没有权限读取的数据。</translation>
    </message>
    <message>
        <source>No waiting clients known</source>
        <translation>没有已知的等待客户端</translation>
    </message>
    <message>
        <source>The clients poll. Redis has no list of them.</source>
        <translation>这些客户端以轮询方式等待。Redis 没有它们的列表。</translation>
    </message>
    <message>
        <source>No waiting clients yet</source>
        <translation>尚无等待的客户端</translation>
    </message>
    <message>
        <source>Connect to ZooKeeper or Redis, or open a recording.</source>
        <translation>请连接到 ZooKeeper 或 Redis，或打开录制文件。</translation>
    </message>
    <message>
        <source>No graph is shown.</source>
        <translation>没有显示图。</translation>
    </message>
    <message>
        <source>Select a lock first.</source>
        <translation>请先选择一个锁。</translation>
    </message>
    <message>
        <source>Fit the graph into the view, as far as it stays readable (0).</source>
        <translation>使图适应视图，但保持可读（0）。</translation>
    </message>
    <message>
        <source>Shows only the sessions and locks of deadlocks.</source>
        <translation>仅显示死锁中的会话和锁。</translation>
    </message>
    <message>
        <source>No deadlocks</source>
        <translation>没有死锁</translation>
    </message>
    <message>
        <source>Only cycles</source>
        <translation>仅循环</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Clear “Only cycles” to see the clients that wait.</source>
        <translation>取消选中“仅循环”可查看正在等待的客户端。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WaitGraphView</name>
    <message>
        <source>Wait Graph</source>
        <translation>等待图</translation>
    </message>
    <message>
        <source>deadlock</source>
        <translation>死锁</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WaitLegend</name>
    <message>
        <source>held by</source>
        <translation>被持有</translation>
    </message>
    <message>
        <source>waits for</source>
        <translation>等待</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WaysModel</name>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Holder</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Node to release</source>
        <translation>要释放的节点</translation>
    </message>
    <message>
        <source>The node that is deleted; on Redis the owner whose hold ends.</source>
        <translation>将被删除的节点；在 Redis 上为将结束持有的所有者。</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>已持有</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Next holder</source>
        <translation>下一个持有者</translation>
    </message>
    <message>
        <source>What happens then</source>
        <translation>之后的情况</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>释放</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WelcomePanel</name>
    <message>
        <source>Which client holds the lock?</source>
        <translation>锁由哪个客户端持有？</translation>
    </message>
    <message>
        <source>Connect…</source>
        <translation>连接…</translation>
    </message>
    <message>
        <source>Start Sandbox</source>
        <translation>启动沙箱</translation>
    </message>
    <message>
        <source>Open Recording…</source>
        <translation>打开录制文件…</translation>
    </message>
    <message>
        <source>Opens an earlier recording, or an audit log of ZooKeeper.</source>
        <translation>打开以前的录制文件，或 ZooKeeper 的审计日志。</translation>
    </message>
    <message>
        <source>SAVED</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>RECENT</source>
        <translation>最近使用</translation>
    </message>
    <message>
        <source>View live the holder and the waiters of each distributed lock in ZooKeeper or Redis, and why they wait. Release a stuck lock.</source>
        <translation>实时查看 ZooKeeper 或 Redis 中每个分布式锁的持有者和等待者，以及等待的原因。释放卡住的锁。</translation>
    </message>
    <message>
        <source>Connects to ZooKeeper or Redis: enter the servers, or use a connection that you save with a name.</source>
        <translation>连接到 ZooKeeper 或 Redis：输入服务器，或使用您命名保存的连接。</translation>
    </message>
    <message>
        <source>Starts temporary ZooKeeper or Redis servers on this machine for testing. You can run a simulation there.</source>
        <translation>在本机启动用于测试的临时 ZooKeeper 或 Redis 服务器。可以在其中运行模拟。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WindowActions</name>
    <message>
        <source>Connect…</source>
        <translation>连接…</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>断开连接</translation>
    </message>
    <message>
        <source>Start Sandbox</source>
        <translation>启动沙箱</translation>
    </message>
    <message>
        <source>Pause or resume live updates (%1).</source>
        <translation>暂停或恢复实时更新（%1）。</translation>
    </message>
    <message>
        <source>Pause or resume live updates</source>
        <translation>暂停或恢复实时更新</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Release…</source>
        <translation>释放…</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Unlock a read-only connection, or make it read-only again</source>
        <translation>解锁只读连接，或将其恢复为只读</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>System Theme</source>
        <translation>系统主题</translation>
    </message>
    <message>
        <source>Dark Theme</source>
        <translation>深色主题</translation>
    </message>
    <message>
        <source>Light Theme</source>
        <translation>浅色主题</translation>
    </message>
    <message>
        <source>Open Recording…</source>
        <translation>打开录制文件…</translation>
    </message>
    <message>
        <source>Close Recording</source>
        <translation>关闭录制文件</translation>
    </message>
    <message>
        <source>Play Recording</source>
        <translation>播放录制文件</translation>
    </message>
    <message>
        <source>Next Event</source>
        <translation>下一个事件</translation>
    </message>
    <message>
        <source>Previous Event</source>
        <translation>上一个事件</translation>
    </message>
    <message>
        <source>Save Incident Report…</source>
        <translation>保存事件报告…</translation>
    </message>
    <message>
        <source>Save all known data about this lock as a page (%1).</source>
        <translation>将此锁的全部已知数据保存为页面（%1）。</translation>
    </message>
    <message>
        <source>Preferences…</source>
        <translation>首选项…</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>About Lockscope</source>
        <translation>关于 Lockscope</translation>
    </message>
    <message>
        <source>Saved Passwords…</source>
        <translation>已保存的密码…</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>ZooKeeper (1 Server)</source>
        <translation>ZooKeeper（1 台服务器）</translation>
    </message>
    <message>
        <source>Start a ZooKeeper sandbox</source>
        <translation>启动 ZooKeeper 沙箱</translation>
    </message>
    <message>
        <source>Redis (1 Server)</source>
        <translation>Redis（1 台服务器）</translation>
    </message>
    <message>
        <source>Start a Redis sandbox</source>
        <translation>启动 Redis 沙箱</translation>
    </message>
    <message>
        <source>Redlock (5 Redis Masters)</source>
        <translation>Redlock（5 个 Redis 主节点）</translation>
    </message>
    <message>
        <source>Start a Redlock sandbox</source>
        <translation>启动 Redlock 沙箱</translation>
    </message>
    <message>
        <source>Redis with Sentinel (3 Servers, 3 Sentinels)</source>
        <translation>带 Sentinel 的 Redis（3 台服务器，3 个 Sentinel）</translation>
    </message>
    <message>
        <source>Start a Redis sandbox with Sentinel</source>
        <translation>启动带 Sentinel 的 Redis 沙箱</translation>
    </message>
    <message>
        <source>Redis Cluster (3 Masters, 3 Replicas)</source>
        <translation>Redis 集群（3 个主节点，3 个副本）</translation>
    </message>
    <message>
        <source>Start a Redis Cluster sandbox</source>
        <translation>启动 Redis 集群沙箱</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>Record all locks and their changes to a file (%1).</source>
        <translation>将所有锁及其变化录制到文件（%1）。</translation>
    </message>
    <message>
        <source>Start or stop a recording</source>
        <translation>开始或停止录制</translation>
    </message>
    <message>
        <source>Select the lock of the report.</source>
        <translation>请选择要报告的锁。</translation>
    </message>
    <message>
        <source>Follow Client</source>
        <translation>跟随客户端</translation>
    </message>
    <message>
        <source>Follow the selected client over its turns, or stop following it</source>
        <translation>在所选客户端多次排队时持续跟随它，或停止跟随</translation>
    </message>
    <message>
        <source>Go to Time…</source>
        <translation>转到时间…</translation>
    </message>
    <message>
        <source>Go to a time of the recording</source>
        <translation>转到录制文件中的某个时间</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WindowController</name>
    <message>
        <source>The simulation runs in its own sandbox. To see its locks, connect to %1.</source>
        <translation>模拟在其专用沙箱中运行。要查看其中的锁，请连接到 %1。</translation>
    </message>
    <message>
        <source>The simulation has ended and its sandbox was removed. The view keeps the last known state.</source>
        <translation>模拟已结束，其沙箱已移除。视图保留最后已知的状态。</translation>
    </message>
    <message>
        <source>more</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>waited %1</source>
        <translation>等待了 %1</translation>
    </message>
    <message>
        <source>fencing token %1</source>
        <translation>围栏令牌 %1</translation>
    </message>
    <message>
        <source>simulation: %1</source>
        <translation>模拟：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>The connection %1 was changed or removed after you opened it. Open it again, or save it again.</source>
        <translation>连接 %1 在打开后已被修改或移除。请重新打开，或再次保存。</translation>
    </message>
    <message>
        <source>User %1 has no permission to read %2 with this password. Enter the password again. If the password is correct and %1 is not meant to read there, select “Cancel”.</source>
        <translation>用户 %1 使用此密码没有读取 %2 的权限。请重新输入密码。如果密码正确，且 %1 本就不应读取该处，请选择“取消”。</translation>
    </message>
    <message>
        <source>%1 is read-only again</source>
        <translation>%1 已恢复只读</translation>
    </message>
    <message>
        <source>%1, for %2</source>
        <translation>%1，时长 %2</translation>
    </message>
    <message>
        <source>server %1 is serving</source>
        <translation>服务器 %1 在提供服务</translation>
    </message>
    <message>
        <source>server %1 is down</source>
        <translation>服务器 %1 已停止</translation>
    </message>
    <message>
        <source>The connection %1 is now read-only. Unlock it to make changes.</source>
        <translation>连接 %1 现在为只读。请先解锁，再进行更改。</translation>
    </message>
    <message>
        <source>The connection %1 was changed in the meantime and stays read-only. Unlock it again (Ctrl+L).</source>
        <translation>连接 %1 在此期间已更改，仍为只读。请再次解锁（Ctrl+L）。</translation>
    </message>
    <message>
        <source>Other files not loaded: %1.</source>
        <translation>其他未加载的文件数：%1。</translation>
    </message>
    <message>
        <source>Cannot write &quot;%1&quot;. The preferences apply only until Lockscope closes.</source>
        <translation>无法写入“%1”。首选项仅在 Lockscope 关闭前有效。</translation>
    </message>
    <message>
        <source>Reason: %1</source>
        <translation>原因：%1</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>writable</source>
        <translation>可写</translation>
    </message>
    <message>
        <source>client reports: %1</source>
        <translation>客户端报告：%1</translation>
    </message>
    <message>
        <source>User %1 has no permission to read %2 with this password. If the password has changed, select “Saved Passwords…” in the connection menu.</source>
        <translation>用户 %1 使用此密码没有读取 %2 的权限。如果密码已更改，请在连接菜单中选择“已保存的密码…”。</translation>
    </message>
    <message>
        <source>Show Old Data</source>
        <translation>显示旧数据</translation>
    </message>
    <message>
        <source>Looking for hosts in the commands of the servers for %1…</source>
        <translation>正在服务器的命令中查找主机，持续 %1…</translation>
    </message>
    <message>
        <source>The sample has ended. Clients without a lock operation in this time stay unknown.</source>
        <translation>采样已结束。在此期间没有锁操作的客户端仍为未知。</translation>
    </message>
    <message>
        <source>The servers require a password.</source>
        <translation>服务器要求密码。</translation>
    </message>
    <message>
        <source>The servers refused the user or the password. Check them, and connect again.</source>
        <translation>服务器拒绝了该用户或密码。请检查后重新连接。</translation>
    </message>
    <message>
        <source>Nothing was recorded. %1</source>
        <translation>未录制任何内容。%1</translation>
    </message>
    <message>
        <source>The recording has ended: %2 Recorded %1 to %3.</source>
        <translation>录制已结束：%2 已将 %1 录制到 %3。</translation>
    </message>
    <message>
        <source>The recording has ended because its file is full. Recorded %1, %2, to %3.</source>
        <translation>录制已结束，因为其文件已满。已将 %1（%2）录制到 %3。</translation>
    </message>
    <message>
        <source>Recorded %1, %2, to %3.</source>
        <translation>已将 %1（%2）录制到 %3。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message numerus="yes">
        <source>%n more changes</source>
        <translation>
            <numerusform>另外 %n 处变更</numerusform>
        </translation>
    </message>
    <message>
        <source>The release of &quot;%1&quot; was not answered within %2: its outcome is unknown. The action log shows that it was requested.</source>
        <translation>“%1”的释放请求在%2内没有应答：结果未知。操作日志显示已提出该请求。</translation>
    </message>
    <message>
        <source>The simulation did not end within %1. Its clients are killed: their nodes end with their sessions, their keys with their leases.</source>
        <translation>模拟未能在%1内结束。其客户端已被终止：节点随会话结束，键随租约结束。</translation>
    </message>
    <message>
        <source>The end of the recording was not written within %1.</source>
        <translation>录制的末尾未能在%1内写完。</translation>
    </message>
    <message>
        <source>A connection did not close within %1. Its session ends with its timeout.</source>
        <translation>有连接未能在%1内关闭。其会话将在超时后结束。</translation>
    </message>
    <message>
        <source>hold ended</source>
        <translation>持有结束</translation>
    </message>
    <message>
        <source>notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>The desktop shows no notifications: %1</source>
        <translation>桌面不显示通知：%1</translation>
    </message>
    <message>
        <source>This hold has already ended.</source>
        <translation>此次持有已经结束。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Workspace</name>
    <message>
        <source>Move Panels with Mouse</source>
        <translation>用鼠标移动面板</translation>
    </message>
    <message>
        <source>Reset Layout</source>
        <translation>重置布局</translation>
    </message>
    <message>
        <source>Show a title bar on each panel. Use the title bar to drag or close the panel.</source>
        <translation>在每个面板上显示标题栏。可通过标题栏拖动或关闭面板。</translation>
    </message>
    <message>
        <source>Move all panels to their initial positions.</source>
        <translation>将所有面板移回初始位置。</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到“%1”</translation>
    </message>
    <message>
        <source>Show Panel</source>
        <translation>显示面板</translation>
    </message>
    <message>
        <source>Dock on the Left</source>
        <translation>停靠到左侧</translation>
    </message>
    <message>
        <source>Dock on the Right</source>
        <translation>停靠到右侧</translation>
    </message>
    <message>
        <source>Dock at the Bottom</source>
        <translation>停靠到底部</translation>
    </message>
    <message>
        <source>Open in Separate Window</source>
        <translation>在独立窗口中打开</translation>
    </message>
    <message>
        <source>Tabbed panels</source>
        <translation>标签页面板</translation>
    </message>
    <message>
        <source>Go To</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>Go to Next Panel</source>
        <translation>转到下一个面板</translation>
    </message>
    <message>
        <source>Go to Previous Panel</source>
        <translation>转到上一个面板</translation>
    </message>
    <message>
        <source>Go to Bottom Panel</source>
        <translation>转到底部面板</translation>
    </message>
    <message>
        <source>Make Panel Wider</source>
        <translation>加宽面板</translation>
    </message>
    <message>
        <source>Make Panel Narrower</source>
        <translation>收窄面板</translation>
    </message>
    <message>
        <source>Make Panel Taller</source>
        <translation>加高面板</translation>
    </message>
    <message>
        <source>Make Panel Shorter</source>
        <translation>降低面板</translation>
    </message>
    <message>
        <source>This panel is in the middle. Double-click its tab to move it back.</source>
        <translation>此面板位于中间。双击其标签可将其移回。</translation>
    </message>
    <message>
        <source>Show in the Middle</source>
        <translation>显示在中间</translation>
    </message>
</context>
</TS>
