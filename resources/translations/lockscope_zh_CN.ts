<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Details</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>left the queue; last seen as below</source>
        <translation>已离开队列；以下为最后所见</translation>
    </message>
    <message>
        <source>holds (%1 reading), %2</source>
        <translation>持有（共 %1 个读者），%2</translation>
    </message>
    <message>
        <source>holds (%1 of %2), %3</source>
        <translation>持有（%1/%2），%3</translation>
    </message>
    <message>
        <source>waits (%1), %2</source>
        <translation>等待（%1），%2</translation>
    </message>
    <message>
        <source>also holds</source>
        <translation>另外持有</translation>
    </message>
    <message>
        <source>also waits</source>
        <translation>另外等待</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>none: nothing will ever free this node</source>
        <translation>无：此节点永远不会自动释放</translation>
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
        <source>known from</source>
        <translation>来源</translation>
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
        <source>Last heard</source>
        <translation>最近通信</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
    <message>
        <source>Expires in</source>
        <translation>距过期</translation>
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
        <source>still being read…</source>
        <translation>仍在读取…</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>does not say</source>
        <translation>未注明</translation>
    </message>
    <message>
        <source>Waits on</source>
        <translation>等待对象</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Granted</source>
        <translation>获锁时间</translation>
    </message>
    <message>
        <source>Fencing</source>
        <translation>防护令牌</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Look out</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>锁实现</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
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
        <source>waiters have no node here: unknown</source>
        <translation>等待者在此没有节点：未知</translation>
    </message>
    <message>
        <source>Longest wait</source>
        <translation>最长等待</translation>
    </message>
    <message>
        <source>Kept true by</source>
        <translation>更新方式</translation>
    </message>
    <message>
        <source>re-reading: beyond the watch budget</source>
        <translation>定期重读：超出监视配额</translation>
    </message>
    <message>
        <source>a watch</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>Last listed</source>
        <translation>上次列出</translation>
    </message>
    <message>
        <source>Unrecognised</source>
        <translation>未识别</translation>
    </message>
    <message>
        <source>%1, %2 ago</source>
        <translation>%1，%2前</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>Finder</name>
    <message>
        <source>client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
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
        <source>do it</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>do it · %1</source>
        <translation>执行 · %1</translation>
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
        <source>Holds with a node that no session will ever free.</source>
        <translation>持有所用的节点不属于任何会话，永远不会自动释放。</translation>
    </message>
    <message>
        <source>Waits with a node that no session will ever remove.</source>
        <translation>等待所用的节点不属于任何会话，永远不会自动移除。</translation>
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
        <translation>%1 个等待</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>%1 of %2 leases</source>
        <translation>租约 %1/%2</translation>
    </message>
    <message>
        <source>%1 readers</source>
        <translation>%1 个读者</translation>
    </message>
    <message>
        <source>%1 holders</source>
        <translation>%1 个持有者</translation>
    </message>
    <message>
        <source>AdminServer</source>
        <translation>AdminServer</translation>
    </message>
    <message>
        <source>four-letter words</source>
        <translation>四字命令</translation>
    </message>
    <message>
        <source>the node&apos;s payload</source>
        <translation>节点数据</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 bytes, not text</source>
        <translation>%1 字节，非文本</translation>
    </message>
    <message>
        <source>%1 (JSON, %2 bytes)</source>
        <translation>%1（JSON，%2 字节）</translation>
    </message>
    <message>
        <source>%1 (text, %2 bytes)</source>
        <translation>%1（文本，%2 字节）</translation>
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
        <source>single</source>
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
        <translation>会话终止</translation>
    </message>
    <message>
        <source>ReadOnly</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>AuthFailed</source>
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
        <translation>，</translation>
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
        <translation>%1%2</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>As the system has it</source>
        <translation>跟随系统</translation>
    </message>
</context>
<context>
    <name>QueueWords</name>
    <message>
        <source>at the gate</source>
        <translation>在入口处</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>reads</source>
        <translation>读取中</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>写入中</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>waits to read</source>
        <translation>等待读取</translation>
    </message>
    <message>
        <source>waits to write</source>
        <translation>等待写入</translation>
    </message>
    <message>
        <source>gate</source>
        <comment>on a card, after its place</comment>
        <translation>入口</translation>
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
        <source>It stands at the gate: from there one at a time is let to the queue.</source>
        <translation>它停在入口处：每次只放一个进入队列。</translation>
    </message>
    <message>
        <source>A writer waits until all who are before it have gone.</source>
        <translation>写者要等到排在它前面的全部离开。</translation>
    </message>
    <message>
        <source>A reader waits as long as a writer is before it: %1.</source>
        <translation>只要前面有写者，读者就要等待：%1。</translation>
    </message>
    <message>
        <source>A reader waits as long as a writer is before it.</source>
        <translation>只要前面有写者，读者就要等待。</translation>
    </message>
</context>
<context>
    <name>SimulationWords</name>
    <message>
        <source>connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>已排队</translation>
    </message>
    <message>
        <source>granted</source>
        <translation>已获得</translation>
    </message>
    <message>
        <source>released</source>
        <translation>已释放</translation>
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
        <translation>会话终止</translation>
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
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>finding</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>%1: gone</source>
        <translation>%1：已消失</translation>
    </message>
    <message>
        <source>%1: shown</source>
        <translation>%1：已出现</translation>
    </message>
</context>
<context>
    <name>TimelineWords</name>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>let go</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>left without it</source>
        <translation>未获得锁即离开</translation>
    </message>
    <message>
        <source>its session ended</source>
        <translation>会话已结束</translation>
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
        <source>held it, for %1 at most</source>
        <translation>最多持有了 %1</translation>
    </message>
    <message>
        <source>has held it for %1 at most</source>
        <translation>至今最多持有 %1</translation>
    </message>
    <message>
        <source>held it for %1</source>
        <translation>持有了 %1</translation>
    </message>
    <message>
        <source>has held it for %1</source>
        <translation>已持有 %1</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 at about %2</source>
        <translation>%1：约 %2</translation>
    </message>
    <message>
        <source>it was there when we first looked</source>
        <translation>首次观察时已在队列中</translation>
    </message>
    <message>
        <source>came</source>
        <translation>入队</translation>
    </message>
    <message>
        <source>it held the lock when we first looked; since when, nobody saw</source>
        <translation>首次观察时已持有锁；起始时间未知</translation>
    </message>
    <message>
        <source>got the lock</source>
        <translation>获得锁</translation>
    </message>
    <message>
        <source>was asked to let go</source>
        <translation>被请求释放</translation>
    </message>
    <message>
        <source>was gone</source>
        <translation>离开</translation>
    </message>
    <message>
        <source>believed for %1 that it held the lock, which the ensemble had given on</source>
        <translation>曾自认为持有锁达 %1，而集群已将锁授予其他客户端</translation>
    </message>
    <message>
        <source>has believed for %1 that it holds the lock, which the ensemble has given on</source>
        <translation>自认为持有锁已达 %1，而集群已将锁授予其他客户端</translation>
    </message>
</context>
<context>
    <name>WaitWords</name>
    <message>
        <source>%1 (session %2)</source>
        <translation>%1（会话 %2）</translation>
    </message>
    <message>
        <source>Its node has no session: nobody will ever free it by itself.</source>
        <translation>其节点不属于任何会话：永远不会自动释放。</translation>
    </message>
    <message>
        <source>Its session is in no server&apos;s list: it is dead.</source>
        <translation>其会话不在任何服务器的列表中：已失效。</translation>
    </message>
    <message>
        <source>It has no connection to any server.</source>
        <translation>它与任何服务器都没有连接。</translation>
    </message>
    <message>
        <source>It is connected, but has not been heard of for long.</source>
        <translation>它仍连接着，但已很久没有通信。</translation>
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
        <source>dead</source>
        <translation>已失效</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>已断连</translation>
    </message>
    <message>
        <source>silent</source>
        <translation>静默</translation>
    </message>
    <message>
        <source>stuck</source>
        <translation>卡住</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>holds, waits</source>
        <translation>持有并等待</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>lock, duration</comment>
        <translation>%1 · %2</translation>
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
    <message>
        <source>and so on through %1 more</source>
        <translation>中间还有 %1 个，依此类推</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>Perhaps a deadlock: %1. Some of them do several things at a time: it is one if the thread that holds is the one that waits.</source>
        <translation>可能存在死锁：%1。其中某些客户端同时执行多项任务：若持有锁的线程正是等待的线程，即为死锁。</translation>
    </message>
    <message>
        <source>Deadlock: %1. Neither can go on until one of them lets go.</source>
        <translation>死锁：%1。其中一方释放之前，双方都无法继续。</translation>
    </message>
    <message>
        <source>Deadlock: %1. None of them can go on until one lets go.</source>
        <translation>死锁：%1。其中一方释放之前，各方都无法继续。</translation>
    </message>
    <message>
        <source>Deadlocks elsewhere: %1. “All locks” shows them.</source>
        <translation>其他位置的死锁：%1 个。可在“所有锁”中查看。</translation>
    </message>
    <message>
        <source>More deadlocks than these: %1.</source>
        <translation>除此之外还有 %1 个死锁。</translation>
    </message>
    <message>
        <source>%1 sessions; each arrow points to whom is waited for.</source>
        <translation>%1 个会话；箭头指向被等待的一方。</translation>
    </message>
    <message>
        <source>%1 of %2 sessions are drawn. “Chosen lock” shows those around one lock.</source>
        <translation>已绘出 %2 个会话中的 %1 个。“所选锁”仅显示与单个锁相关的会话。</translation>
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
        <source>It is stuck: those it waits for can never go on by themselves.</source>
        <translation>它已卡住：它所等待的各方永远无法自行继续。</translation>
    </message>
    <message>
        <source>%1, from %2</source>
        <comment>host, who told</comment>
        <translation>%1，来源：%2</translation>
    </message>
    <message>
        <source>session %1</source>
        <translation>会话 %1</translation>
    </message>
    <message>
        <source>its session is not known yet</source>
        <translation>会话尚未知晓</translation>
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
        <source>%1 more wait for it than are drawn</source>
        <translation>另有 %1 个等待它的会话未绘出</translation>
    </message>
    <message>
        <source>It is part of a ring: each waits for the next.</source>
        <translation>它是环的一部分：每个都在等待下一个。</translation>
    </message>
    <message>
        <source>step %1 of a ring of %2</source>
        <translation>环中第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>waits by %1</source>
        <translation>等待所用节点：%1</translation>
    </message>
    <message>
        <source>held by %1</source>
        <translation>持有者节点：%1</translation>
    </message>
    <message>
        <source>behind %1</source>
        <translation>前方节点：%1</translation>
    </message>
    <message>
        <source>it wants to share the lock (a reader)</source>
        <translation>它希望共享锁（读者）</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>自 %1 起</translation>
    </message>
    <message>
        <source>%1 more are in its way there than are drawn</source>
        <translation>在此处另有 %1 个挡在其前面的未绘出</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>the connection was lost; the request may or may not have been executed</source>
        <translation>连接已断开；请求可能已执行，也可能未执行</translation>
    </message>
    <message>
        <source>the server did not answer in time; the request may have been executed</source>
        <translation>服务器未及时应答；请求可能已执行</translation>
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
        <source>the session is over</source>
        <translation>会话已结束</translation>
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
        <source>there is no such node</source>
        <translation>没有这样的节点</translation>
    </message>
    <message>
        <source>the node exists already</source>
        <translation>节点已存在</translation>
    </message>
    <message>
        <source>the node has been changed in between</source>
        <translation>节点在此期间已被更改</translation>
    </message>
    <message>
        <source>the node has children</source>
        <translation>节点有子节点</translation>
    </message>
    <message>
        <source>an ephemeral node can&apos;t have children</source>
        <translation>临时节点不能有子节点</translation>
    </message>
    <message>
        <source>no permission</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>the server does not accept this access list</source>
        <translation>服务器不接受此访问控制列表</translation>
    </message>
    <message>
        <source>the connected server is read-only, it has no quorum</source>
        <translation>所连接的服务器只读，没有法定多数</translation>
    </message>
    <message>
        <source>the server does not offer this</source>
        <translation>服务器不提供此功能</translation>
    </message>
    <message>
        <source>the request is malformed</source>
        <translation>请求格式不正确</translation>
    </message>
    <message>
        <source>the time ran out</source>
        <translation>时间已用完</translation>
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
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>this is not a lock</source>
        <translation>这不是锁</translation>
    </message>
    <message>
        <source>the server&apos;s numbers for this directory are nearly used up</source>
        <translation>服务器为此目录分配的序号即将用尽</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>没有连接</translation>
    </message>
    <message>
        <source>something that is needed is missing</source>
        <translation>缺少必需的内容</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 session left out</source>
        <translation>略去 %1 个会话</translation>
    </message>
    <message>
        <source>%1 sessions left out</source>
        <translation>略去 %1 个会话</translation>
    </message>
    <message>
        <source>%1 has held for %2, longer than %3</source>
        <translation>%1 已持有 %2，超过 %3</translation>
    </message>
    <message>
        <source>%1 has held for up to %2, longer than %3</source>
        <translation>%1 已持有长达 %2，超过 %3</translation>
    </message>
    <message>
        <source>%1, as have %2</source>
        <translation>%1，%2也是如此</translation>
    </message>
    <message>
        <source>%1 other</source>
        <translation>另外 %1 个</translation>
    </message>
    <message>
        <source>%1 others</source>
        <translation>另外 %1 个</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>It was seen to be let in.</source>
        <translation>曾看到它获得锁。</translation>
    </message>
    <message>
        <source>Its node is that old; when it was let in was not seen, so it may have waited before.</source>
        <translation>其节点已有这么久；未看到它何时获得锁，因此此前可能在等待。</translation>
    </message>
    <message>
        <source>%1 contender waits behind.</source>
        <translation>后面有 %1 个竞争者在等待。</translation>
    </message>
    <message>
        <source>%1 contenders wait behind.</source>
        <translation>后面有 %1 个竞争者在等待。</translation>
    </message>
    <message>
        <source>See what it is doing. If such holds are right here, set a limit for this path.</source>
        <translation>请查看它在做什么。如果此处这样的持有是正常的，请为此路径设置限值。</translation>
    </message>
    <message>
        <source>%1 has waited for %2, longer than %3.</source>
        <translation>%1 已等待 %2，超过 %3。</translation>
    </message>
    <message>
        <source>%1 contenders have waited for up to %2, longer than %3.</source>
        <translation>%1 个竞争者已等待长达 %2，超过 %3。</translation>
    </message>
    <message>
        <source>The oldest waiting node is %1, of %2.</source>
        <translation>等待最久的节点是 %1，属于 %2。</translation>
    </message>
    <message>
        <source>Nobody holds: see what stands before the first one.</source>
        <translation>无人持有：请查看排在首位者之前的是什么。</translation>
    </message>
    <message>
        <source>See what holds it up: %1 holds.</source>
        <translation>请查看是什么阻碍了它：%1 持有。</translation>
    </message>
    <message>
        <source>%1 waits for %2, of which %3 has a lease, and all leases are taken by sessions that wait</source>
        <translation>%1 等待 %2，其中 %3 持有一个租约，而所有租约都被正在等待的会话占用</translation>
    </message>
    <message>
        <source>%1 waits for %2, which %3 holds</source>
        <translation>%1 等待 %2，而 %3 持有它</translation>
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
        <source>Deadlock: %1 wait for each other in a ring, and none of them can ever go on.</source>
        <translation>死锁：%1 互相等待，形成环，其中任何一个都无法继续。</translation>
    </message>
    <message>
        <source>Perhaps a deadlock: %1 wait for each other in a ring.</source>
        <translation>可能是死锁：%1 互相等待，形成环。</translation>
    </message>
    <message>
        <source>One session or more has other threads: it is a deadlock if the thread that holds is the one that waits.</source>
        <translation>有一个或多个会话还有其他线程：如果持有的线程就是等待的线程，则为死锁。</translation>
    </message>
    <message>
        <source>Let one of them give way: end its program, or release %1. To keep it from coming back, let every program take these locks in the same order.</source>
        <translation>请让其中一个让出：结束其程序，或释放 %1。为避免再次发生，请让所有程序以相同的顺序获取这些锁。</translation>
    </message>
    <message>
        <source>Clients of %1 do not wait for those of %2.</source>
        <translation>%1的客户端不等待%2的客户端。</translation>
    </message>
    <message>
        <source>Clients of %1 fail on those of %2.</source>
        <translation>%1的客户端遇到%2的客户端时会出错。</translation>
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
        <source>Clients that do not see each other share this path: several may hold at once.</source>
        <translation>互相看不见的客户端共用此路径：可能有多个同时持有。</translation>
    </message>
    <message>
        <source>Different kinds of clients share this path.</source>
        <translation>不同种类的客户端共用此路径。</translation>
    </message>
    <message>
        <source>There are nodes of %1.</source>
        <translation>有%1的节点。</translation>
    </message>
    <message>
        <source>Give each kind of clients a path of its own, or let all of them write Curator&apos;s names; Kazoo does so as a subclass of its Lock whose _NODE_NAME is &quot;-lock-&quot;.</source>
        <translation>请为每种客户端使用各自的路径，或让它们都写 Curator 的名称；Kazoo 可通过将其 Lock 的子类的 _NODE_NAME 设为 &quot;-lock-&quot; 做到这一点。</translation>
    </message>
    <message>
        <source>The numbers of this directory have run out: new nodes get numbers twice, or below zero.</source>
        <translation>此目录的序号已用尽：新节点的序号会重复，或小于零。</translation>
    </message>
    <message>
        <source>Numbers are running out: %1 are left of 2147483647.</source>
        <translation>序号即将用尽：2147483647 个中还剩 %1 个。</translation>
    </message>
    <message>
        <source>cversion %1 and %2 of the directory give %3 as the next number.</source>
        <translation>由该目录的 cversion %1 和 %2可知，下一个序号是 %3。</translation>
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
        <source>The last node has the number %1.</source>
        <translation>最后一个节点的序号是 %1。</translation>
    </message>
    <message>
        <source>After that the order of the queue is undefined and several may hold. Let the clients stop for a moment, delete the empty directory and let it be made anew, or move the lock to another path.</source>
        <translation>此后队列的顺序不确定，可能有多个同时持有。请让客户端暂停片刻，删除空目录并让其重新创建，或将锁移到另一路径。</translation>
    </message>
    <message>
        <source>The directory has %1, %2 % of what can be listed.</source>
        <translation>该目录有%1，达到可列举数量的 %2%。</translation>
    </message>
    <message>
        <source>A listing takes %1 bytes; servers and clients break the connection over a reply of more than %2, unless jute.maxbuffer is raised.</source>
        <translation>一次列举占 %1 字节；除非提高 jute.maxbuffer，应答超过 %2 字节时服务器和客户端会断开连接。</translation>
    </message>
    <message>
        <source>Beyond it no client can queue here any more. See why so many wait, or spread them over several locks.</source>
        <translation>超过此数，客户端无法再在此处排队。请查看为何有这么多在等待，或将其分散到多个锁。</translation>
    </message>
    <message>
        <source>The directory has too many child nodes to be listed; clients that list it lose their connection.</source>
        <translation>该目录的子节点过多，无法列举；列举它的客户端会断开连接。</translation>
    </message>
    <message>
        <source>Find who fills it. A client with a raised jute.maxbuffer, on servers with the same, can list and tidy it up.</source>
        <translation>请查明是谁填满了它。提高了 jute.maxbuffer 的客户端（服务器也设为相同值）可以列举并清理它。</translation>
    </message>
    <message>
        <source>%1 directories in it had children once and have none now.</source>
        <translation>其中有 %1 个目录曾有子节点，现在没有。</translation>
    </message>
    <message>
        <source>One of them is %1.</source>
        <translation>其中之一是 %1。</translation>
    </message>
    <message>
        <source>Locks that nobody uses leave them behind, and each costs the servers memory. Let the clients make their parents as containers, which go by themselves, or delete the empty ones when nobody uses them.</source>
        <translation>这些目录由无人使用的锁遗留，每个都占用服务器的内存。请让客户端将其父节点创建为容器（会自行消失），或在无人使用时删除空目录。</translation>
    </message>
    <message>
        <source>told by %1, %2 asked</source>
        <translation>由 %1 提供，已询问 %2</translation>
    </message>
    <message>
        <source>%1 server</source>
        <translation>%1 台服务器</translation>
    </message>
    <message>
        <source>%1 servers</source>
        <translation>%1 台服务器</translation>
    </message>
    <message>
        <source>Held by %1 without a session: nothing will ever free it by itself.</source>
        <translation>被 %1持有而没有会话：它永远不会自行释放。</translation>
    </message>
    <message>
        <source>%1 without a session in the queue: when its turn comes, the lock is held for ever.</source>
        <translation>队列中有 %1没有会话：轮到它时，锁将被永远持有。</translation>
    </message>
    <message>
        <source>The node&apos;s ephemeralOwner is 0: it is persistent, so it does not go with its client.</source>
        <translation>该节点的 ephemeralOwner 为 0：它是持久节点，不会随其客户端消失。</translation>
    </message>
    <message>
        <source>It says that it belongs to %1.</source>
        <translation>节点表明它属于 %1。</translation>
    </message>
    <message>
        <source>If nobody means to keep it, UNLOCK TABLE in Hive, or release the node.</source>
        <translation>如果无人打算保留它，请在 Hive 中执行 UNLOCK TABLE，或释放该节点。</translation>
    </message>
    <message>
        <source>Make sure that the program which made it is not at work, then release %1.</source>
        <translation>请确认创建它的程序没有在运行，然后释放 %1。</translation>
    </message>
    <message>
        <source>%1 holds, but its session is in no server&apos;s list.</source>
        <translation>%1 持有，但其会话不在任何服务器的列表中。</translation>
    </message>
    <message>
        <source>%1 waits, but its session is in no server&apos;s list.</source>
        <translation>%1 等待，但其会话不在任何服务器的列表中。</translation>
    </message>
    <message>
        <source>The servers listed %1, this one is not among them; its node was made before and stood there afterwards.</source>
        <translation>服务器列出了 %1，其中没有这一个；其节点在此之前创建，之后仍然存在。</translation>
    </message>
    <message>
        <source>Nobody will free the node: release %1. Servers that keep nodes of ended sessions should be looked at.</source>
        <translation>没有人会释放该节点：请释放 %1。应检查那些保留已结束会话的节点的服务器。</translation>
    </message>
    <message>
        <source>%1 holds, but has no connection to any server</source>
        <translation>%1 持有，但没有连接到任何服务器</translation>
    </message>
    <message>
        <source>%1 waits, but has no connection to any server</source>
        <translation>%1 等待，但没有连接到任何服务器</translation>
    </message>
    <message>
        <source>%1; its session ends in %2 unless it comes back</source>
        <translation>%1；除非它恢复连接，其会话将在 %2后结束</translation>
    </message>
    <message>
        <source>%1; its session ends at any moment</source>
        <translation>%1；其会话随时可能结束</translation>
    </message>
    <message>
        <source>No server has a connection of its session (%1).</source>
        <translation>没有服务器拥有其会话的连接（%1）。</translation>
    </message>
    <message>
        <source>Wait for the session to end, which frees the node; release it only if it does not. Until then its program may still believe that it holds.</source>
        <translation>请等待会话结束，节点随之释放；仅当它不结束时才释放该节点。在此之前，其程序可能仍认为自己持有锁。</translation>
    </message>
    <message>
        <source>Wait for the session to end, which frees the node; release it only if it does not. Until then its program may still believe that it waits.</source>
        <translation>请等待会话结束，节点随之释放；仅当它不结束时才释放该节点。在此之前，其程序可能仍认为自己在等待锁。</translation>
    </message>
    <message>
        <source>%1 holds, and has not been heard of for %2, at a session timeout of %3.</source>
        <translation>%1 持有，但已有 %2没有通信，而会话超时为 %3。</translation>
    </message>
    <message>
        <source>%1 waits, and has not been heard of for %2, at a session timeout of %3.</source>
        <translation>%1 等待，但已有 %2没有通信，而会话超时为 %3。</translation>
    </message>
    <message>
        <source>Clients say something every third of the timeout; its server %1 has its connection from %2 (%3).</source>
        <translation>客户端每隔超时的三分之一通信一次；服务器 %1 有来自 %2 的连接（%3）。</translation>
    </message>
    <message>
        <source>See whether its program is paused (garbage collection, a debugger, a suspended machine) or its network is cut. If it stays silent its session ends and the node goes.</source>
        <translation>请查看其程序是否已暂停（垃圾回收、调试器、计算机休眠）或网络已断开。如果它一直静默，其会话将结束，节点随之消失。</translation>
    </message>
    <message>
        <source>So it is with %1 nodes of this queue.</source>
        <translation>此队列中有 %1 个节点是这种情况。</translation>
    </message>
    <message>
        <source>%1 has %2 nodes of one attempt in this queue: one at most is known to it.</source>
        <translation>%1 在此队列中有同一次尝试的 %2 个节点：它最多知道其中一个。</translation>
    </message>
    <message>
        <source>The names differ in the server&apos;s number alone, and the session is the same: a create whose reply was lost was sent again.</source>
        <translation>名称只在服务器分配的序号上不同，且会话相同：应答丢失的创建请求被再次发送。</translation>
    </message>
    <message>
        <source>If the client does not hold, as its own log tells, the first of these nodes is the orphan: release it.</source>
        <translation>如果该客户端并未持有（见其自己的日志），则这些节点中的第一个是遗留的：请释放它。</translation>
    </message>
    <message>
        <source>The orphan will stand in the way when its turn comes: ask the client which node is its own, and release the other.</source>
        <translation>轮到遗留的节点时它会造成阻塞：请向客户端查明哪个节点是它自己的，并释放另一个。</translation>
    </message>
    <message>
        <source>One session waits for itself: %1 holds, and has waited in the same queue for %2.</source>
        <translation>一个会话在等待自己：%1 持有，并且已在同一队列中等待 %2。</translation>
    </message>
    <message>
        <source>It holds to read and waits to write. No recipe turns the one into the other: in one thread this never ends.</source>
        <translation>它持有读锁并等待写锁。没有锁实现能将前者变为后者：在同一线程中这永远不会结束。</translation>
    </message>
    <message>
        <source>Both nodes have the same session. Two threads of a program may do so; in one thread, or with the orphan of a lost reply, it never ends.</source>
        <translation>两个节点属于同一会话。一个程序的两个线程可能如此；如果在同一线程中，或其中之一是丢失应答遗留的节点，则永远不会结束。</translation>
    </message>
    <message>
        <source>See whether the holding thread is at work. If it is the one that waits, release %1 and use a lock that may be taken twice.</source>
        <translation>请查看持有的线程是否在工作。如果等待的就是它，请释放 %1，并使用可重入的锁。</translation>
    </message>
    <message>
        <source>%1 clients hold a lock of %2.</source>
        <translation>有 %1 个客户端持有一个共 %2的锁。</translation>
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
        <source>Each of these nodes is a lease that is held; the lock&apos;s own node says how many there are.</source>
        <translation>其中每个节点都是一个被持有的租约；租约的数量由锁自己的节点说明。</translation>
    </message>
    <message>
        <source>Either the number of leases was lowered while they were held, which mends itself, or clients were started with another number: let all have the same.</source>
        <translation>要么是在持有期间减少了租约数量，这会自行恢复；要么是客户端以不同的数量启动：请让它们使用相同的数量。</translation>
    </message>
    <message>
        <source>%1 was asked to let go %2 ago and has not.</source>
        <translation>%1 在 %2前被请求释放，但尚未释放。</translation>
    </message>
    <message>
        <source>The node&apos;s data are %1, written after it was made.</source>
        <translation>该节点的数据为 %1，在节点创建之后写入。</translation>
    </message>
    <message>
        <source>Many clients do not listen to revocation. If it must go: end its program, or release %1.</source>
        <translation>许多客户端不理会撤销请求。如果必须让出：请结束其程序，或释放 %1。</translation>
    </message>
    <message>
        <source>Kazoo with Curator&apos;s names</source>
        <translation>使用 Curator 名称的 Kazoo</translation>
    </message>
    <message>
        <source>ZooKeeper&apos;s C recipe</source>
        <translation>ZooKeeper 的 C 锁实现</translation>
    </message>
    <message>
        <source>ZooKeeper&apos;s Java recipe</source>
        <translation>ZooKeeper 的 Java 锁实现</translation>
    </message>
    <message>
        <source>clients with plain names</source>
        <translation>简单名称</translation>
    </message>
    <message>
        <source>Curator&apos;s read/write lock</source>
        <translation>Curator 读写锁</translation>
    </message>
    <message>
        <source>clients of the documented recipe</source>
        <translation>官方文档锁实现</translation>
    </message>
    <message>
        <source>others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>%1 waits and watches nothing: nobody will wake it.</source>
        <translation>%1 在等待，但未监视任何节点：没有什么会唤醒它。</translation>
    </message>
    <message>
        <source>%1 waits and watches nothing, and so it is with %2: nobody will wake it.</source>
        <translation>%1 在等待，但未监视任何节点，%2也是如此：没有什么会唤醒它。</translation>
    </message>
    <message>
        <source>%1 waits and watches a node whose departure does not let it in.</source>
        <translation>%1 在等待，但监视的节点离开后并不会轮到它。</translation>
    </message>
    <message>
        <source>%1 waits and watches a node whose departure does not let it in, and so it is with %2.</source>
        <translation>%1 在等待，但监视的节点离开后并不会轮到它，%2也是如此。</translation>
    </message>
    <message>
        <source>When its turn comes it will not notice, and all behind it wait: restart its program, or release %1 so that it queues again.</source>
        <translation>轮到它时它不会察觉，后面的都会等待：请重启其程序，或释放 %1 让其重新排队。</translation>
    </message>
    <message>
        <source>It watches %1, which is gone or stands behind it (told by %2).</source>
        <translation>它监视 %1，而该节点已消失或排在它之后（由 %2 提供）。</translation>
    </message>
    <message>
        <source>It watches %1, which is gone or stands behind it; by its family&apos;s rule it waits for %2 (told by %3).</source>
        <translation>它监视 %1，而该节点已消失或排在它之后；按其锁实现的规则，它等待 %2（由 %3 提供）。</translation>
    </message>
    <message>
        <source>No server has a watch of its session on a node that stands before it. Every server told (%1).</source>
        <translation>没有服务器上有其会话对排在它之前的节点的监视。所有服务器都已提供（%1）。</translation>
    </message>
    <message>
        <source>%1 sessions watch one node: when it goes, all of them wake and ask at once.</source>
        <translation>%1 个会话监视同一个节点：该节点消失时，它们会同时被唤醒并发出请求。</translation>
    </message>
    <message>
        <source>Watches on %1 (told by %2).</source>
        <translation>对 %1 的监视（由 %2 提供）。</translation>
    </message>
    <message>
        <source>A lock of sequential nodes wakes one client at a time: use a fair mutex for so many.</source>
        <translation>顺序节点的锁每次只唤醒一个客户端：竞争者这么多时请使用公平的互斥锁。</translation>
    </message>
    <message>
        <source>Readers wait for one writer, or clients of an older recipe watch more than they need.</source>
        <translation>读者在等待一个写者，或旧版锁实现的客户端监视了不必要的节点。</translation>
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
        <source>by another&apos;s delete: no session owned it</source>
        <translation>由他人删除：没有会话拥有它</translation>
    </message>
    <message>
        <source>by whom can&apos;t be told</source>
        <translation>无法得知由谁</translation>
    </message>
    <message>
        <source>by its own client or by another&apos;s delete: session %1 still lives</source>
        <translation>由其自己的客户端或他人删除：会话 %1 仍然有效</translation>
    </message>
    <message>
        <source>probably with its session %1: another node of that is gone too</source>
        <translation>很可能随其会话 %1：该会话的另一个节点也已消失</translation>
    </message>
    <message>
        <source>with its session: %1 has ended</source>
        <translation>随其会话：%1 已结束</translation>
    </message>
    <message>
        <source>%1; nobody was asked</source>
        <translation>%1；未请求任何对象</translation>
    </message>
    <message>
        <source>write the audit trail</source>
        <translation>写入审计记录</translation>
    </message>
    <message>
        <source>the folder can&apos;t be made</source>
        <translation>无法创建该文件夹</translation>
    </message>
    <message>
        <source>the folder can&apos;t be flushed</source>
        <translation>无法刷写该文件夹</translation>
    </message>
    <message>
        <source>it can&apos;t be locked</source>
        <translation>无法锁定</translation>
    </message>
    <message>
        <source>another process keeps it locked</source>
        <translation>另一个进程一直锁定着它</translation>
    </message>
    <message>
        <source>it can&apos;t be written</source>
        <translation>无法写入</translation>
    </message>
    <message>
        <source>it can&apos;t be flushed to the disk</source>
        <translation>无法将其刷写到磁盘</translation>
    </message>
    <message>
        <source>it can&apos;t be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <source>it can&apos;t be looked at</source>
        <translation>无法查看</translation>
    </message>
    <message>
        <source>others may read it, and that can&apos;t be changed</source>
        <translation>他人可以读取它，且无法更改</translation>
    </message>
    <message>
        <source>%1 server asked</source>
        <translation>已询问 %1 台服务器</translation>
    </message>
    <message>
        <source>%1 servers asked</source>
        <translation>已询问 %1 台服务器</translation>
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
        <source>Whether its program lives is unknown: no server told of its sessions.</source>
        <translation>其程序是否在运行尚不清楚：没有服务器提供其会话信息。</translation>
    </message>
    <message>
        <source>Its session %1 is in no server&apos;s list, although its node was there before and after they were asked (%2).</source>
        <translation>其会话 %1 不在任何服务器的列表中，而其节点在询问前后都存在（%2）。</translation>
    </message>
    <message>
        <source>Its session %1 is not in the servers&apos; list, but may be younger than that (%2).</source>
        <translation>其会话 %1 不在服务器的列表中，但可能晚于该列表（%2）。</translation>
    </message>
    <message>
        <source>Whether its program lives is unknown: not every server tells of its sessions.</source>
        <translation>其程序是否在运行尚不清楚：并非所有服务器都提供其会话信息。</translation>
    </message>
    <message>
        <source>Its session %1 lives, but has no connection to any server (%2).</source>
        <translation>其会话 %1 有效，但没有连接到任何服务器（%2）。</translation>
    </message>
    <message>
        <source>Its session %1 lives; whether it is connected is unknown, as not every server tells (%2).</source>
        <translation>其会话 %1 有效；是否已连接尚不清楚，因为并非所有服务器都提供（%2）。</translation>
    </message>
    <message>
        <source>Its session %1 is connected from %2 (%3).</source>
        <translation>其会话 %1 从 %2 连接（%3）。</translation>
    </message>
    <message>
        <source>Its session %1 is connected from %2, and was heard of %3 before, at a timeout of %4 (%5).</source>
        <translation>其会话 %1 从 %2 连接，%3前有通信，超时为 %4（%5）。</translation>
    </message>
    <message>
        <source>Its session %1 is connected from %2, but was not heard of for %3, at a timeout of %4 (%5).</source>
        <translation>其会话 %1 从 %2 连接，但已有 %3没有通信，超时为 %4（%5）。</translation>
    </message>
    <message>
        <source>no connection came back to look</source>
        <translation>连接未恢复，无法查看</translation>
    </message>
    <message>
        <source>the connection was lost while it was deleted, and the node still stands there: nothing was deleted</source>
        <translation>删除期间连接断开，而该节点仍然存在：未删除任何内容</translation>
    </message>
    <message>
        <source>the node is gone by now, by this delete or otherwise</source>
        <translation>该节点现已消失，可能由于此次删除，也可能另有原因</translation>
    </message>
    <message>
        <source>the answer to the delete was lost, so nobody knows whether it was executed; %1</source>
        <translation>删除的应答已丢失，因此无人知道是否已执行；%1</translation>
    </message>
    <message>
        <source>it was gone already, nothing was deleted</source>
        <translation>它已经消失，未删除任何内容</translation>
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
        <source>The holder stays the same; those behind it move up.</source>
        <translation>持有者不变；排在它后面的前移。</translation>
    </message>
    <message>
        <source>Whoever is quickest gets the lock: its waiters have no node.</source>
        <translation>最快者获得锁：等待者没有节点。</translation>
    </message>
    <message>
        <source>Nobody waits.</source>
        <translation>无人等待。</translation>
    </message>
    <message>
        <source>%1 is next, of %2.</source>
        <translation>下一个是 %1，共 %2。</translation>
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
        <source>Nobody, unless the holder follows.</source>
        <translation>除非持有者照办，否则不影响任何对象。</translation>
    </message>
    <message>
        <source>A holder that listens is told, and lets go when it is ready; one that does not notices nothing.</source>
        <translation>会听取请求的持有者将得到通知，并在准备好时释放；不听取的则毫无察觉。</translation>
    </message>
    <message>
        <source>Does not help: no session owns this node, so nothing will ever remove it.</source>
        <translation>没有帮助：没有会话拥有此节点，因此没有什么会移除它。</translation>
    </message>
    <message>
        <source>Does not help: the session has ended and its node still stands there.</source>
        <translation>没有帮助：会话已结束，而其节点仍然存在。</translation>
    </message>
    <message>
        <source>Helps only if its program lets go by itself: its session lives, and does not end.</source>
        <translation>仅当其程序自行释放时才有帮助：其会话有效，不会结束。</translation>
    </message>
    <message>
        <source>Is enough if it stays silent: the server ends its session, and its node goes.</source>
        <translation>如果它一直静默，这就足够：服务器结束其会话，节点随之消失。</translation>
    </message>
    <message>
        <source>Is enough if it stays silent: its session ends in %1 at the latest, and its node goes.</source>
        <translation>如果它一直静默，这就足够：其会话最迟在 %1后结束，节点随之消失。</translation>
    </message>
    <message>
        <source>Is enough if it stays silent: its session ends at any moment, and its node goes.</source>
        <translation>如果它一直静默，这就足够：其会话随时可能结束，节点随之消失。</translation>
    </message>
    <message>
        <source>When its client falls silent, the server ends the session and removes the node.</source>
        <translation>其客户端静默后，服务器会结束会话并移除节点。</translation>
    </message>
    <message>
        <source>Everything of that session goes with it, %1 other place in locks too.</source>
        <translation>该会话的一切都会随之消失，包括锁中的另外 %1 处。</translation>
    </message>
    <message>
        <source>Everything of that session goes with it, %1 other places in locks too.</source>
        <translation>该会话的一切都会随之消失，包括锁中的另外 %1 处。</translation>
    </message>
    <message>
        <source>Everything of that session goes with it.</source>
        <translation>该会话的一切都会随之消失。</translation>
    </message>
    <message>
        <source>When it is connected again, its session has expired: it knows that the lock is lost.</source>
        <translation>它重新连接时，其会话已过期：它会知道锁已丢失。</translation>
    </message>
    <message>
        <source>Deletes this one node, guarded by czxid and owner.</source>
        <translation>删除这一个节点，以 czxid 和所有者为保护。</translation>
    </message>
    <message>
        <source>Nobody is told.</source>
        <translation>不会通知任何对象。</translation>
    </message>
    <message>
        <source>The holder is not told, and goes on believing that it holds the lock.</source>
        <translation>持有者不会得到通知，仍会认为自己持有锁。</translation>
    </message>
    <message>
        <source>The waiter is not told that it was an operator; most clients queue again at the end.</source>
        <translation>等待者不会得知这是操作者所为；多数客户端会在队尾重新排队。</translation>
    </message>
    <message>
        <source>Whether we may delete in %1 is hidden from us: its ACL may not be read.</source>
        <translation>是否可以在 %1 中删除不可见：不允许读取其 ACL。</translation>
    </message>
    <message>
        <source>Whether we may delete in %1 is unknown: %2.</source>
        <translation>是否可以在 %1 中删除尚不清楚：%2。</translation>
    </message>
    <message>
        <source>The ACL of %1 lets %2 delete there, which we are.</source>
        <translation>%1 的 ACL 允许 %2 在该处删除，而当前连接即为此身份。</translation>
    </message>
    <message>
        <source>The ACL of %1 lets %2 delete there; whether that is us can&apos;t be told.</source>
        <translation>%1 的 ACL 允许 %2 在该处删除；当前连接是否为此身份无法得知。</translation>
    </message>
    <message>
        <source>The DELETE permission on %1 is missing: its ACL gives it to %2 alone, as whom we are not connected.</source>
        <translation>缺少 %1 的 DELETE 权限：其 ACL 只授予 %2，而当前连接不是此身份。</translation>
    </message>
    <message>
        <source>The DELETE permission on %1 is missing: its ACL gives it to nobody.</source>
        <translation>缺少 %1 的 DELETE 权限：其 ACL 未授予任何人。</translation>
    </message>
    <message>
        <source>the holder stays the same</source>
        <translation>持有者不变</translation>
    </message>
    <message>
        <source>whoever is first: the waiters of this recipe have no node</source>
        <translation>最快者：此锁实现的等待者没有节点</translation>
    </message>
    <message>
        <source>nobody waits</source>
        <translation>无人等待</translation>
    </message>
    <message>
        <source>unknown: no server told which nodes its session has</source>
        <translation>未知：没有服务器提供其会话拥有哪些节点</translation>
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
        <translation>%1，另有 %2 个</translation>
    </message>
    <message>
        <source>Affects: %1</source>
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
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>%1, shared</source>
        <translation>%1，共享</translation>
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
        <source>none: no session will ever free it</source>
        <translation>无：没有会话会释放它</translation>
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
        <source>Guard</source>
        <translation>保护</translation>
    </message>
    <message>
        <source>Next in line</source>
        <translation>下一个</translation>
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
        <source>Its other locks</source>
        <translation>其其他锁</translation>
    </message>
    <message>
        <source>Permission</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>1 Ask</source>
        <translation>1 请求</translation>
    </message>
    <message>
        <source>2 Wait</source>
        <translation>2 等待</translation>
    </message>
    <message>
        <source>3 Delete</source>
        <translation>3 删除</translation>
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
        <source>the session is %1; nothing was done</source>
        <translation>会话状态为 %1；未执行任何操作</translation>
    </message>
    <message>
        <source>and this could not be noted: %1</source>
        <translation>且无法记录：%1</translation>
    </message>
    <message>
        <source>%1; and this could not be noted: %2</source>
        <translation>%1；且无法记录：%2</translation>
    </message>
    <message>
        <source>deleted %1</source>
        <translation>已删除 %1</translation>
    </message>
    <message>
        <source>already gone, %1; nothing was deleted</source>
        <translation>已经消失，%1；未删除任何内容</translation>
    </message>
    <message>
        <source>the node is gone</source>
        <translation>该节点已消失</translation>
    </message>
    <message>
        <source>the node still stands there</source>
        <translation>该节点仍然存在</translation>
    </message>
    <message>
        <source>No session owns this node, so nothing will ever free it but a delete. If a program still relies on it, it is not told.</source>
        <translation>没有会话拥有此节点，因此只有删除才能释放它。如果仍有程序依赖它，不会得到通知。</translation>
    </message>
    <message>
        <source>The waiter loses its place. Most clients queue again at the end; some fail or hang.</source>
        <translation>等待者会失去位置。多数客户端会在队尾重新排队；有些会失败或卡住。</translation>
    </message>
    <message>
        <source>The holder&apos;s session has ended, so its program is gone or has been told that it lost the lock. Work that it left half done stays so.</source>
        <translation>持有者的会话已结束，因此其程序已消失，或已得知锁已丢失。它未完成的工作会保持原状。</translation>
    </message>
    <message>
        <source>The holder&apos;s session has not ended. If its program runs, it still believes after a delete that it holds the lock, and so will the next one.</source>
        <translation>持有者的会话尚未结束。如果其程序在运行，删除后它仍会认为自己持有锁，而下一个也会如此。</translation>
    </message>
    <message>
        <source>sync %1, list it and read %2; go on only if it is the node with czxid %3 of %4 that holds %5</source>
        <translation>同步 %1，列出并读取 %2；仅当它是 %4 的 czxid 为 %3 且持有 %5 的节点时才继续</translation>
    </message>
    <message>
        <source>sync %1, list it and read %2; go on only if it is the node with czxid %3 of %4 that waits for %5</source>
        <translation>同步 %1，列出并读取 %2；仅当它是 %4 的 czxid 为 %3 且等待 %5 的节点时才继续</translation>
    </message>
    <message>
        <source>read %1 to see that it is gone, and who holds %2 now</source>
        <translation>读取 %1，确认它已消失，并查看现在由谁持有 %2</translation>
    </message>
    <message>
        <source>another node of this name stands there by now: created by transaction %1, not %2</source>
        <translation>该处现在是另一个同名节点：由事务 %1 创建，而不是 %2</translation>
    </message>
    <message>
        <source>its owner is session %1 by now, not %2</source>
        <translation>其所有者现在是会话 %1，而不是 %2</translation>
    </message>
    <message>
        <source>it belongs to another lock by now: %1 (%2), not %3 (%4)</source>
        <translation>它现在属于另一个锁：%1（%2），而不是 %3（%4）</translation>
    </message>
    <message>
        <source>it holds the lock by now, while it waited when it was looked at</source>
        <translation>它现在持有锁，而查看时它在等待</translation>
    </message>
    <message>
        <source>it waits for the lock by now, while it held it when it was looked at</source>
        <translation>它现在等待锁，而查看时它持有锁</translation>
    </message>
    <message>
        <source>The clients of this family (%1) know no message by which they could be asked.</source>
        <translation>此锁实现（%1）的客户端没有可用于请求释放的消息。</translation>
    </message>
    <message>
        <source>Only who holds the lock can be asked to let go of it; this one waits.</source>
        <translation>只有持有锁的才能被请求释放；这一个在等待。</translation>
    </message>
    <message>
        <source>No session owns the node, so nobody is there to be asked.</source>
        <translation>没有会话拥有该节点，因此没有可以请求的对象。</translation>
    </message>
    <message>
        <source>The holder&apos;s session has ended: nobody is there to be asked.</source>
        <translation>持有者的会话已结束：没有可以请求的对象。</translation>
    </message>
    <message>
        <source>It was asked already, and has not let go so far.</source>
        <translation>已经请求过，但至今尚未释放。</translation>
    </message>
    <message>
        <source>Its node carries data, which Curator leaves out where a lock is revocable: the holder probably does not listen.</source>
        <translation>其节点带有数据，而 Curator 在锁可撤销时不写数据：持有者很可能不会听取。</translation>
    </message>
    <message>
        <source>The holder follows if its program asked to be told; nobody is forced.</source>
        <translation>如果其程序要求接收通知，持有者会照办；不会强制任何对象。</translation>
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
        <source>Curator read/write lock</source>
        <translation>Curator 读写锁</translation>
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
        <source>Documented lock recipe</source>
        <translation>官方文档锁实现</translation>
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
        <translation>Solr 主节点选举</translation>
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
        <source>Leader cut off</source>
        <translation>领导者被断网</translation>
    </message>
    <message>
        <source>Cut link and the uncertain holder</source>
        <translation>断开的链路与不确定的持有者</translation>
    </message>
    <message>
        <source>Deadlock by opposite order</source>
        <translation>相反顺序造成的死锁</translation>
    </message>
    <message>
        <source>Downgrade</source>
        <translation>锁降级</translation>
    </message>
    <message>
        <source>Herd against queue</source>
        <translation>惊群与排队</translation>
    </message>
    <message>
        <source>Crash of a holder</source>
        <translation>持有者崩溃</translation>
    </message>
    <message>
        <source>Leader change in mid-queue</source>
        <translation>排队期间更换领导者</translation>
    </message>
    <message>
        <source>Mixed dialects</source>
        <translation>混用方言</translation>
    </message>
    <message>
        <source>Several locks without a deadlock</source>
        <translation>多个锁而无死锁</translation>
    </message>
    <message>
        <source>Paused holder and fencing</source>
        <translation>暂停的持有者与防护</translation>
    </message>
    <message>
        <source>Revocation, followed and ignored</source>
        <translation>照办与忽略的撤销请求</translation>
    </message>
    <message>
        <source>Semaphore of three</source>
        <translation>三个租约的信号量</translation>
    </message>
    <message>
        <source>Paused holder without fencing</source>
        <translation>没有防护的暂停持有者</translation>
    </message>
    <message>
        <source>Writer behind many readers</source>
        <translation>众多读者之后的写者</translation>
    </message>
    <message>
        <source>Two hundred clients, each with its own session, queue for one lock. More than a third of them vanish at once, and everybody else still gets a turn.</source>
        <translation>两百个客户端，各有自己的会话，排队等待同一个锁。其中超过三分之一同时消失，其余的仍会轮到。</translation>
    </message>
    <message>
        <source>The leader of three servers is cut off from the other two and from the clients. It steps down, the two elect another, and when it comes back it follows.</source>
        <translation>三台服务器的领导者与另外两台以及客户端断开。它退位，另外两台选出新的领导者；它恢复后成为跟随者。</translation>
    </message>
    <message>
        <source>The network of a holder breaks: it does not know whether it still holds, and stops working until it knows. A short cut gives it its lock back, a long one costs it the session.</source>
        <translation>持有者的网络断开：它不知道自己是否仍持有，在确认之前停止工作。短暂的中断后它重新得到锁，长时间的中断使它失去会话。</translation>
    </message>
    <message>
        <source>Two clients take the same two locks, each in the other&apos;s order, and wait for each other for ever. The inspector sees the ring; one of them has to give way.</source>
        <translation>两个客户端以相反的顺序获取同样的两个锁，永远互相等待。检查器会看到这个环；其中一个必须让出。</translation>
    </message>
    <message>
        <source>A writer takes the read lock while it still writes, gives the write lock back, and reads on. No other writer comes in between, and readers come in at once.</source>
        <translation>写者在仍持有写锁时获取读锁，归还写锁后继续读取。其间没有其他写者进入，读者则立即进入。</translation>
    </message>
    <message>
        <source>Twelve clients wait for a lock of one node: each release wakes them all. Twelve others queue, and each release wakes one or two.</source>
        <translation>十二个客户端等待一个单节点锁：每次释放都会唤醒全部。另外十二个排队，每次释放只唤醒一两个。</translation>
    </message>
    <message>
        <source>A holder is killed while it holds, and leaves its node behind. When its session has expired the servers remove the node, and the next in the queue gets the lock.</source>
        <translation>持有者在持有期间被强制终止，遗留下节点。其会话过期后，服务器移除该节点，队列中的下一个获得锁。</translation>
    </message>
    <message>
        <source>The leader of three servers is killed while four clients queue. The others elect a new one, the sessions live on, and the queue goes on in its order.</source>
        <translation>四个客户端排队时，三台服务器的领导者被强制终止。其余服务器选出新的领导者，会话继续有效，队列按原顺序继续。</translation>
    </message>
    <message>
        <source>Clients of two libraries that name their nodes differently share one path. They do not see each other: two hold at the same time, and the inspector says so.</source>
        <translation>两个库的客户端以不同方式命名节点，却共用同一路径。它们互相看不见：有两个同时持有，检查器会指出这一点。</translation>
    </message>
    <message>
        <source>The same two locks and the same opposite orders, but taken by a MultiLock, which sorts them. Nobody ever waits in a ring.</source>
        <translation>同样的两个锁、同样相反的顺序，但由会对其排序的 MultiLock 获取。等待永远不会形成环。</translation>
    </message>
    <message>
        <source>A holder is stopped, as by a long garbage collection, until its session has expired and another holds the lock. When it goes on it still believes that it holds: its late write is rejected by the fencing token.</source>
        <translation>持有者被暂停（如同长时间的垃圾回收），直到其会话过期而另一个持有锁。它恢复后仍认为自己持有：其迟到的写入被防护令牌拒绝。</translation>
    </message>
    <message>
        <source>A holder that listens lets go when it is asked to. Another hears it and goes on: nobody is forced.</source>
        <translation>听取请求的持有者在被请求时释放。另一个听到后继续持有：不会强制任何对象。</translation>
    </message>
    <message>
        <source>Six clients share three leases. Three of them hold at a time, never four.</source>
        <translation>六个客户端共用三个租约。同时有三个持有，绝不会有四个。</translation>
    </message>
    <message>
        <source>The same pause of a client that ignores its loss, and a resource that does not check fencing tokens. Its late writes get through, in the middle of somebody else&apos;s turn.</source>
        <translation>同样的暂停，但客户端忽略锁的丢失，资源也不检查防护令牌。其迟到的写入在他人持有期间得以通过。</translation>
    </message>
    <message>
        <source>Ten readers share a lock and come again and again. A writer queues behind those that are there, and readers that come later queue behind it: it is not starved.</source>
        <translation>十个读者共享一个锁，并反复到来。写者排在已有读者之后，后来的读者排在它之后：它不会被饿死。</translation>
    </message>
    <message>
        <source>check that this port speaks without TLS, as clientPort does</source>
        <translation>请检查该端口是否不使用 TLS（如 clientPort）</translation>
    </message>
    <message>
        <source>check that this port speaks TLS, as secureClientPort does, and whether it demands a client certificate, as none is set</source>
        <translation>请检查该端口是否使用 TLS（如 secureClientPort），以及是否要求客户端证书，因为当前未设置</translation>
    </message>
    <message>
        <source>check that this port speaks TLS, as secureClientPort does, and that it takes the client&apos;s certificate</source>
        <translation>请检查该端口使用 TLS（如 secureClientPort），并且接受此客户端证书</translation>
    </message>
    <message>
        <source>ssh&apos;s socket can&apos;t be used: %1</source>
        <translation>无法使用 ssh 的套接字：%1</translation>
    </message>
    <message>
        <source>it closed the connection before it answered: %1; its log says why</source>
        <translation>对方在应答之前关闭了连接：%1；其日志会说明原因</translation>
    </message>
    <message>
        <source>there is no such host: correct the name, or check the name service</source>
        <translation>没有这样的主机：请更正名称，或检查域名服务</translation>
    </message>
    <message>
        <source>nobody listens there: check that the server runs, and its port</source>
        <translation>该处无人监听：请检查服务器是否在运行，以及端口是否正确</translation>
    </message>
    <message>
        <source>%1: check the address, and the network between</source>
        <translation>%1：请检查地址以及途经的网络</translation>
    </message>
    <message>
        <source>it took the connection and did not answer to TLS: check that this port speaks TLS, as secureClientPort does</source>
        <translation>对方接受了连接，但没有对 TLS 作出应答：请检查该端口是否使用 TLS（如 secureClientPort）</translation>
    </message>
    <message>
        <source>it does not answer: check the address, and the network between</source>
        <translation>没有应答：请检查地址以及途经的网络</translation>
    </message>
    <message>
        <source>it took the connection and had not answered to TLS after %1 ms, when the client gave up: check that it runs, its port, and the network between</source>
        <translation>客户端放弃时，对方已接受连接，但 %1 毫秒内未对 TLS 作出应答：请检查其是否在运行、端口以及途经的网络</translation>
    </message>
    <message>
        <source>it had not answered after %1 ms, when the client gave up: check that it runs, its port, and the network between</source>
        <translation>客户端放弃时，对方 %1 毫秒内未应答：请检查其是否在运行、端口以及途经的网络</translation>
    </message>
    <message>
        <source>it took the connection and had not answered after %1 ms, when the client gave up: look whether it is busy or hangs</source>
        <translation>客户端放弃时，对方已接受连接，但 %1 毫秒内未应答：请查看其是否繁忙或卡住</translation>
    </message>
    <message>
        <source>connect to</source>
        <translation>连接到</translation>
    </message>
    <message>
        <source>open the forwarder</source>
        <translation>打开转发器</translation>
    </message>
    <message>
        <source>the connect string names no server</source>
        <translation>连接串未指定任何服务器</translation>
    </message>
    <message>
        <source>the AdminServers are to be asked by HTTPS, and there are no TLS settings to trust them by: set them</source>
        <translation>需要通过 HTTPS 询问 AdminServer，但没有可用于信任它们的 TLS 设置：请设置</translation>
    </message>
    <message>
        <source>a port of an AdminServer is a number from 1 to 65535, or 0 for none</source>
        <translation>AdminServer 的端口是 1 到 65535 之间的数字，0 表示没有</translation>
    </message>
    <message>
        <source>it is not wanted any more</source>
        <translation>已不再需要</translation>
    </message>
    <message>
        <source>it is open already</source>
        <translation>已经打开</translation>
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
        <translation>转发一个连接</translation>
    </message>
    <message>
        <source>the system does not tell whose it is, so it was refused: /proc must be mounted</source>
        <translation>系统未说明该连接属于谁，因此已拒绝：必须挂载 /proc</translation>
    </message>
    <message>
        <source>find the connection</source>
        <translation>查找连接</translation>
    </message>
    <message>
        <source>no connections are kept in %1</source>
        <translation>%1 中没有已保存的连接</translation>
    </message>
    <message>
        <source>there are %1 in %2</source>
        <translation>%2 中有 %1</translation>
    </message>
    <message>
        <source>read connections</source>
        <translation>读取连接列表</translation>
    </message>
    <message>
        <source>it is no list of connections: it has more than 4 MiB</source>
        <translation>这不是连接列表：超过 4 MiB</translation>
    </message>
    <message>
        <source>keep connections</source>
        <translation>保存连接列表</translation>
    </message>
    <message>
        <source>another window is writing it; try again</source>
        <translation>另一个窗口正在写入；请重试</translation>
    </message>
    <message>
        <source>no lock file can be written beside it: is the folder read-only, or the disk full?</source>
        <translation>无法在其旁边写入锁文件：文件夹是否只读，或磁盘已满？</translation>
    </message>
    <message>
        <source>%1; nothing was changed</source>
        <translation>%1；未作任何更改</translation>
    </message>
    <message>
        <source>keep the connection</source>
        <translation>保存连接</translation>
    </message>
    <message>
        <source>another one has this name; choose a new one</source>
        <translation>已有另一个使用此名称；请选择新名称</translation>
    </message>
    <message>
        <source>%1 is too much: %2 is the most</source>
        <translation>%1 过大：最多为 %2</translation>
    </message>
    <message>
        <source>no secret belongs into this file: remove it; the program asks for it, or takes it from the keychain, the environment or a file descriptor</source>
        <translation>此文件中不应有机密：请删除；程序会询问，或从钥匙串、环境变量或文件描述符获取</translation>
    </message>
    <message>
        <source>it is no list: write [8080], one for each server, or [] for none</source>
        <translation>这不是列表：请写 [8080]、每台服务器一个，或用 [] 表示没有</translation>
    </message>
    <message>
        <source>a port is a number from 1 to %1</source>
        <translation>端口是 1 到 %1 之间的数字</translation>
    </message>
    <message>
        <source>%1 ports for %2 servers: give one for all, or one a server</source>
        <translation>%2 台服务器有 %1 个端口：请为全部给出一个，或每台一个</translation>
    </message>
    <message>
        <source>it is missing: a certificate and its key belong together</source>
        <translation>缺失：证书与其密钥必须成对出现</translation>
    </message>
    <message>
        <source>it begins with &apos;-&apos;, which ssh would take for an option</source>
        <translation>以“-”开头，ssh 会将其当作选项</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not known here: choose one of %2</source>
        <translation>此处不识别“%1”：请选择 %2 之一</translation>
    </message>
    <message>
        <source>a name has no &apos;:&apos;, and the password does not belong here</source>
        <translation>名称中不能有“:”，密码也不应写在这里</translation>
    </message>
    <message>
        <source>it needs &quot;tls&quot;, which says whom to trust</source>
        <translation>需要 &quot;tls&quot; 来说明信任谁</translation>
    </message>
    <message>
        <source>this is no JSON: %1</source>
        <translation>这不是 JSON：%1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is there twice: give each its own</source>
        <translation>“%1”出现了两次：请各用不同的名称</translation>
    </message>
    <message>
        <source>connect through SSH to</source>
        <translation>通过 SSH 连接到</translation>
    </message>
    <message>
        <source>no SSH server is named: write it like user@host, or a Host of your SSH configuration</source>
        <translation>未指定 SSH 服务器：请写成 user@host，或 SSH 配置中的 Host</translation>
    </message>
    <message>
        <source>this is no SSH server: write it like user@host, or a Host of your SSH configuration</source>
        <translation>这不是 SSH 服务器：请写成 user@host，或 SSH 配置中的 Host</translation>
    </message>
    <message>
        <source>there is no SSH configuration %1: correct its path</source>
        <translation>没有 SSH 配置 %1：请更正路径</translation>
    </message>
    <message>
        <source>the server&apos;s name &apos;%1&apos; can&apos;t be forwarded: write a host name or an address</source>
        <translation>无法转发服务器名称“%1”：请写主机名或地址</translation>
    </message>
    <message>
        <source>it accepts none of your keys: load one with ssh-add, or name one by IdentityFile in your SSH configuration; passwords are not asked for</source>
        <translation>它不接受任何可用的密钥：请用 ssh-add 加载密钥，或在 SSH 配置中用 IdentityFile 指定；不会询问密码</translation>
    </message>
    <message>
        <source>your agent offers too many keys: name the right one by IdentityFile with IdentitiesOnly in your SSH configuration</source>
        <translation>密钥代理提供的密钥过多：请在 SSH 配置中用 IdentityFile 和 IdentitiesOnly 指定正确的一个</translation>
    </message>
    <message>
        <source>its host key is not the known one, or not known yet: connect once in a terminal</source>
        <translation>其主机密钥与已知的不符，或尚未知晓：请先在终端中连接一次</translation>
    </message>
    <message>
        <source>its host key is not the known one: find out why before you go on</source>
        <translation>其主机密钥与已知的不符：请先查明原因再继续</translation>
    </message>
    <message>
        <source>there is no such host: correct the name</source>
        <translation>没有这样的主机：请更正名称</translation>
    </message>
    <message>
        <source>no SSH server listens there: check host and port, and whether it runs</source>
        <translation>该处没有 SSH 服务器监听：请检查主机和端口，以及它是否在运行</translation>
    </message>
    <message>
        <source>it does not answer: check host and port, and the network between</source>
        <translation>没有应答：请检查主机和端口，以及途经的网络</translation>
    </message>
    <message>
        <source>the network does not lead there: check the address, or set a ProxyJump</source>
        <translation>网络不通往该处：请检查地址，或设置 ProxyJump</translation>
    </message>
    <message>
        <source>ssh does not take a file that others can write: correct its permissions</source>
        <translation>ssh 不接受他人可写的文件：请更正其权限</translation>
    </message>
    <message>
        <source>a forwarding of your SSH configuration takes a port that is in use: name a Host without LocalForward</source>
        <translation>SSH 配置中的某个转发占用了已在使用的端口：请指定一个没有 LocalForward 的 Host</translation>
    </message>
    <message>
        <source>a forwarding of your SSH configuration fails: name a Host without LocalForward</source>
        <translation>SSH 配置中的某个转发失败：请指定一个没有 LocalForward 的 Host</translation>
    </message>
    <message>
        <source>correct the SSH configuration</source>
        <translation>请更正 SSH 配置</translation>
    </message>
    <message>
        <source>it does not forward connections: allow AllowTcpForwarding in its sshd_config</source>
        <translation>它不转发连接：请在其 sshd_config 中允许 AllowTcpForwarding</translation>
    </message>
    <message>
        <source>try: ssh %1</source>
        <translation>请尝试：ssh %1</translation>
    </message>
    <message>
        <source>ssh ended without a word</source>
        <translation>ssh 未作说明便结束</translation>
    </message>
    <message>
        <source>ssh says: %1</source>
        <translation>ssh 提示：%1</translation>
    </message>
    <message>
        <source>the SSH server can&apos;t reach it (%1): check that it runs, its name as the SSH server knows it, and whether the SSH server forwards connections</source>
        <translation>SSH 服务器无法连到它（%1）：请检查它是否在运行、SSH 服务器所知的名称，以及 SSH 服务器是否转发连接</translation>
    </message>
    <message>
        <source>it has not let us in within 30 seconds</source>
        <translation>30 秒内未能登录</translation>
    </message>
    <message>
        <source>no temporary folder can be made for its sockets: %1</source>
        <translation>无法为其套接字创建临时文件夹：%1</translation>
    </message>
    <message>
        <source>there is no ssh on this machine: install it (Debian: apt install openssh-client)</source>
        <translation>此计算机上没有 ssh：请安装（Debian：apt install openssh-client）</translation>
    </message>
    <message>
        <source>ssh did not start: %1</source>
        <translation>ssh 未能启动：%1</translation>
    </message>
    <message>
        <source>ssh does not take connections: %1</source>
        <translation>ssh 不接受连接：%1</translation>
    </message>
    <message>
        <source>no name</source>
        <translation>无名称</translation>
    </message>
    <message>
        <source>nobody</source>
        <translation>无人</translation>
    </message>
    <message>
        <source>the system&apos;s authorities</source>
        <translation>系统的颁发机构</translation>
    </message>
    <message>
        <source>the server&apos;s certificate</source>
        <translation>服务器证书</translation>
    </message>
    <message>
        <source>&apos;%1&apos;, above the server&apos;s certificate,</source>
        <translation>“%1”（位于服务器证书之上）</translation>
    </message>
    <message>
        <source>%1 expired on %2: have it renewed</source>
        <translation>%1已于 %2 过期：请续期</translation>
    </message>
    <message>
        <source>%1 is not valid before %2: check the clocks of this machine and of the authority</source>
        <translation>%1在 %2 之前无效：请检查本机和证书颁发机构的时钟</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is for %1 and not for %2: connect by a name that it carries, or set the server name to one of them if this is the server you mean</source>
        <translation>服务器证书用于 %1，而不是 %2：请用证书所含的名称连接；如果确是要连接的服务器，请将服务器名称设为其中之一</translation>
    </message>
    <message>
        <source>%1 was issued by %2, which is not among %3: name the file of the authority that issued it, if you trust that authority</source>
        <translation>%1由 %2 签发，而其不在 %3 之中：如果信任该颁发机构，请指定其证书文件</translation>
    </message>
    <message>
        <source>%1 names %2 as its issuer, but the authority of that name in %3 did not sign it: somebody else uses the name, or the file is an old one</source>
        <translation>%1声称由 %2 签发，但 %3 中同名的颁发机构并未签署它：有人冒用该名称，或文件已过时</translation>
    </message>
    <message>
        <source>the server shows no certificate: give it one, a server without can&apos;t be trusted</source>
        <translation>服务器未出示证书：请为其配置证书，没有证书的服务器不可信任</translation>
    </message>
    <message>
        <source>%1 is refused (%2): have a proper one issued</source>
        <translation>%1被拒绝（%2）：请重新签发合格的证书</translation>
    </message>
    <message>
        <source>%1; and %2</source>
        <translation>%1；并且 %2</translation>
    </message>
    <message>
        <source>it answers without TLS: name a port on which it speaks TLS, as secureClientPort is, or connect without TLS</source>
        <translation>对方不使用 TLS 应答：请指定使用 TLS 的端口（如 secureClientPort），或不使用 TLS 连接</translation>
    </message>
    <message>
        <source>the server offers no TLS 1.2 or newer: update it, or allow TLS 1.2 on it</source>
        <translation>服务器不提供 TLS 1.2 或更新版本：请更新服务器，或在其上允许 TLS 1.2</translation>
    </message>
    <message>
        <source>the server does not know the authority that issued the client&apos;s certificate: use a certificate of an authority in its trust store</source>
        <translation>服务器不认识签发此客户端证书的颁发机构：请使用其信任库中某个颁发机构签发的证书</translation>
    </message>
    <message>
        <source>the server says that the client&apos;s certificate expired: have it renewed</source>
        <translation>服务器表示此客户端证书已过期：请续期</translation>
    </message>
    <message>
        <source>the TLS handshake failed (%1): the server&apos;s log may say why</source>
        <translation>TLS 握手失败（%1）：服务器的日志可能会说明原因</translation>
    </message>
    <message>
        <source>read the certificate authorities</source>
        <translation>读取证书颁发机构</translation>
    </message>
    <message>
        <source>read the client certificate</source>
        <translation>读取客户端证书</translation>
    </message>
    <message>
        <source>read the client&apos;s key</source>
        <translation>读取客户端密钥</translation>
    </message>
    <message>
        <source>there is no such file: correct the path in the TLS settings</source>
        <translation>没有这样的文件：请在 TLS 设置中更正路径</translation>
    </message>
    <message>
        <source>this is not a file: name a PEM file in the TLS settings</source>
        <translation>这不是文件：请在 TLS 设置中指定 PEM 文件</translation>
    </message>
    <message>
        <source>%1: make it readable for this user</source>
        <translation>%1：请使当前用户可以读取</translation>
    </message>
    <message>
        <source>it holds no certificate: a PEM file is needed, with a line -----BEGIN CERTIFICATE-----</source>
        <translation>其中没有证书：需要 PEM 文件，含有 -----BEGIN CERTIFICATE----- 行</translation>
    </message>
    <message>
        <source>this system has none: install the package ca-certificates, or name the file of your own authority</source>
        <translation>此系统没有任何颁发机构：请安装软件包 ca-certificates，或指定自己的颁发机构文件</translation>
    </message>
    <message>
        <source>it expired on %1: have a new one issued</source>
        <translation>已于 %1 过期：请重新签发</translation>
    </message>
    <message>
        <source>it is not valid before %1: check this machine&apos;s clock</source>
        <translation>在 %1 之前无效：请检查本机的时钟</translation>
    </message>
    <message>
        <source>it is encrypted and no password was given: give its password</source>
        <translation>已加密，但未提供密码：请提供密码</translation>
    </message>
    <message>
        <source>it holds no private key: a PEM file is needed, with a line -----BEGIN PRIVATE KEY-----</source>
        <translation>其中没有私钥：需要 PEM 文件，含有 -----BEGIN PRIVATE KEY----- 行</translation>
    </message>
    <message>
        <source>the password does not open it: give the right one</source>
        <translation>密码无法打开它：请提供正确的密码</translation>
    </message>
    <message>
        <source>it can&apos;t be read: an RSA or EC key in PEM form is needed</source>
        <translation>无法读取：需要 PEM 格式的 RSA 或 EC 密钥</translation>
    </message>
    <message>
        <source>the system has no sockets left</source>
        <translation>系统没有可用的套接字</translation>
    </message>
    <message>
        <source>it can&apos;t serve with the certificate %1 (%2): name the key that this certificate was made for</source>
        <translation>无法与证书 %1 配合使用（%2）：请指定与此证书对应的密钥</translation>
    </message>
    <message>
        <source>there is a key and no certificate: name the certificate&apos;s file too, or neither</source>
        <translation>有密钥但没有证书：请同时指定证书文件，或都不指定</translation>
    </message>
    <message>
        <source>there is a certificate and no key: name the key&apos;s file too (it may be the same file)</source>
        <translation>有证书但没有密钥：请同时指定密钥文件（可以是同一个文件）</translation>
    </message>
    <message>
        <source>use TLS</source>
        <translation>使用 TLS</translation>
    </message>
    <message>
        <source>this installation of Qt has no TLS library: install OpenSSL 3 (Debian: apt install libssl3)</source>
        <translation>此 Qt 安装没有 TLS 库：请安装 OpenSSL 3（Debian：apt install libssl3）</translation>
    </message>
    <message>
        <source>%1 waits</source>
        <translation>%1 等待</translation>
    </message>
    <message>
        <source>%1 holds</source>
        <translation>%1 持有</translation>
    </message>
    <message>
        <source>%1 has ended</source>
        <translation>%1 已结束</translation>
    </message>
    <message>
        <source>%1, suspended</source>
        <translation>%1，已挂起</translation>
    </message>
    <message>
        <source>%1, paused</source>
        <translation>%1，已暂停</translation>
    </message>
    <message>
        <source>%1 really gone</source>
        <translation>%1 确已离开</translation>
    </message>
    <message>
        <source>there is none</source>
        <translation>没有</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 个中有 %1 个</translation>
    </message>
    <message>
        <source>the inspector has not looked yet</source>
        <translation>检查器尚未查看</translation>
    </message>
    <message>
        <source>it is shown</source>
        <translation>正在显示</translation>
    </message>
    <message>
        <source>it was shown</source>
        <translation>曾经显示</translation>
    </message>
    <message>
        <source>it was not shown</source>
        <translation>未显示过</translation>
    </message>
    <message>
        <source>there are %1 servers of the sandbox</source>
        <translation>沙箱有 %1 台服务器</translation>
    </message>
    <message>
        <source>%1 serve</source>
        <translation>%1 台在服务</translation>
    </message>
    <message>
        <source>it serves</source>
        <translation>在服务</translation>
    </message>
    <message>
        <source>it is down</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>%1 saw it %2 times</source>
        <translation>%1 看到了 %2 次</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未统计</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 或 %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is none: choose %2</source>
        <translation>“%1”不在其中：请选择 %2</translation>
    </message>
    <message>
        <source>give a path, such as /locks/orders</source>
        <translation>请给出路径，例如 /locks/orders</translation>
    </message>
    <message>
        <source>the root can&apos;t be a lock</source>
        <translation>根路径不能作为锁</translation>
    </message>
    <message>
        <source>%1 is given twice: each lock once</source>
        <translation>%1 出现了两次：每个锁只写一次</translation>
    </message>
    <message>
        <source>--write-share: give a share from 0% to 100%</source>
        <translation>--write-share：请给出 0% 到 100% 之间的比例</translation>
    </message>
    <message>
        <source>--name must not be empty</source>
        <translation>--name 不能为空</translation>
    </message>
    <message>
        <source>--clients %1: give a number from 1 to %2</source>
        <translation>--clients %1：请给出 1 到 %2 之间的数字</translation>
    </message>
    <message>
        <source>--autostart is for --control: without it clients start by themselves</source>
        <translation>--autostart 用于 --control：没有它时客户端会自行启动</translation>
    </message>
    <message>
        <source>--session-timeout: give 1ms or more; the server has its own limits</source>
        <translation>--session-timeout：请给出 1ms 或更长；服务器有自己的限制</translation>
    </message>
    <message>
        <source>%1 was started without --control</source>
        <translation>%1 启动时未带 --control</translation>
    </message>
    <message>
        <source>no client of this process is called %1</source>
        <translation>此进程中没有名为 %1 的客户端</translation>
    </message>
    <message>
        <source>the order is too long to be sent</source>
        <translation>命令过长，无法发送</translation>
    </message>
    <message>
        <source>killed</source>
        <translation>已强制终止</translation>
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
        <source>left without release</source>
        <translation>未释放即离开</translation>
    </message>
    <message>
        <source>ended with exit status %1</source>
        <translation>已结束，退出状态 %1</translation>
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
        <source>&quot;%1&quot; is nothing that can be done: choose one of %2</source>
        <translation>“%1”不是可以执行的操作：请选择 %2 之一</translation>
    </message>
    <message>
        <source>%1 %2 ms</source>
        <translation>%1 %2 毫秒</translation>
    </message>
    <message>
        <source>%1, only requests pass</source>
        <translation>%1，仅请求可通过</translation>
    </message>
    <message>
        <source>%1, only answers pass</source>
        <translation>%1，仅应答可通过</translation>
    </message>
    <message>
        <source>%1 %2 bytes/s</source>
        <translation>%1 %2 字节/秒</translation>
    </message>
    <message>
        <source>do it</source>
        <translation>执行操作</translation>
    </message>
    <message>
        <source>the leader</source>
        <translation>领导者</translation>
    </message>
    <message>
        <source>no server says that it is one</source>
        <translation>没有服务器声称是它</translation>
    </message>
    <message>
        <source>server %1</source>
        <translation>服务器 %1</translation>
    </message>
    <message>
        <source>there is no such server in a sandbox of ours</source>
        <translation>本程序的沙箱中没有这样的服务器</translation>
    </message>
    <message>
        <source>&quot;%1&quot; can&apos;t be done to a server</source>
        <translation>不能对服务器执行“%1”</translation>
    </message>
    <message>
        <source>it has ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>it has no link that could be broken</source>
        <translation>没有可以断开的链路</translation>
    </message>
    <message>
        <source>it holds nothing that it could be asked for</source>
        <translation>没有持有任何可以请求释放的锁</translation>
    </message>
    <message>
        <source>guarded resource</source>
        <translation>受保护的资源</translation>
    </message>
    <message>
        <source>it can&apos;t listen on 127.0.0.1: %1</source>
        <translation>无法在 127.0.0.1 上监听：%1</translation>
    </message>
    <message>
        <source>line %1, column %2</source>
        <translation>第 %1 行第 %2 列</translation>
    </message>
    <message>
        <source>open a link</source>
        <translation>打开链路</translation>
    </message>
    <message>
        <source>it can&apos;t listen there: %1</source>
        <translation>无法在该处监听：%1</translation>
    </message>
    <message>
        <source>end the session</source>
        <translation>结束会话</translation>
    </message>
    <message>
        <source>no session has gone through this link yet</source>
        <translation>尚无会话经过此链路</translation>
    </message>
    <message>
        <source>refused without a reason</source>
        <translation>被拒绝，未说明原因</translation>
    </message>
    <message>
        <source>%1 takes this lock for one of another kind or with another number of leases than those before</source>
        <translation>%1 认为此锁的类型或租约数量与之前的不同</translation>
    </message>
    <message>
        <source>%1 leaves without having entered</source>
        <translation>%1 未进入便离开</translation>
    </message>
    <message>
        <source>%1 writes without having entered</source>
        <translation>%1 未进入便写入</translation>
    </message>
    <message>
        <source>the token %1 of %2 is older than %3, which a later holder has brought: the lock is lost</source>
        <translation>%2 的令牌 %1 比 %3 旧，后者由之后的持有者带来：锁已丢失</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>%1 is no text: put it in quotes</source>
        <translation>%1 不是文本：请加上引号</translation>
    </message>
    <message>
        <source>%1 is neither true nor false</source>
        <translation>%1 既不是 true 也不是 false</translation>
    </message>
    <message>
        <source>%1 is no object: write {…}</source>
        <translation>%1 不是对象：请写 {…}</translation>
    </message>
    <message>
        <source>%1 is no list: write [{…}, {…}]</source>
        <translation>%1 不是列表：请写 [{…}, {…}]</translation>
    </message>
    <message>
        <source>read the scenario</source>
        <translation>读取场景</translation>
    </message>
    <message>
        <source>it can&apos;t be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>it is larger than %1 KiB, which no scenario needs</source>
        <translation>超过 %1 KiB，场景不需要这么大</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>there is no such scenario; choose one of %1, or give the path of a file</source>
        <translation>没有这样的场景；请选择 %1 之一，或给出文件路径</translation>
    </message>
    <message>
        <source>remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>the ensemble does not answer; what was made below stays until somebody deletes it</source>
        <translation>集群没有应答；已在其下创建的内容会保留，直到有人删除</translation>
    </message>
    <message>
        <source>nothing answered within %1 ms. Check the address, and that a server runs there</source>
        <translation>%1 毫秒内没有应答。请检查地址，以及该处是否有服务器在运行</translation>
    </message>
    <message>
        <source>make %1 first: everything happens below it</source>
        <translation>请先创建 %1：一切都在其下进行</translation>
    </message>
    <message>
        <source>a sandbox has 1 or 3 servers</source>
        <translation>沙箱有 1 台或 3 台服务器</translation>
    </message>
    <message>
        <source>give 50ms to 10s</source>
        <translation>请给出 50ms 到 10s</translation>
    </message>
    <message>
        <source>give 2 ticks at least, and 10m at most</source>
        <translation>请至少给出 2 个 tick，最多 10m</translation>
    </message>
    <message>
        <source>a name consists of letters, digits, &apos;-&apos;, &apos;_&apos; and &apos;.&apos;, and is not everybody, somebody or nobody</source>
        <translation>名称由字母、数字、“-”、“_”和“.”组成，且不能是 everybody、somebody 或 nobody</translation>
    </message>
    <message>
        <source>&quot;path&quot; is missing: give a lock such as &quot;/orders&quot;, or a list of them</source>
        <translation>缺少 &quot;path&quot;：请给出一个锁，例如 &quot;/orders&quot;，或锁的列表</translation>
    </message>
    <message>
        <source>%1 is no path of a lock: write &quot;/orders&quot;, say</source>
        <translation>%1 不是锁的路径：例如可写 &quot;/orders&quot;</translation>
    </message>
    <message>
        <source>it belongs to &quot;%1&quot; alone</source>
        <translation>它只属于“%1”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; needs a field &quot;%2&quot;</source>
        <translation>“%1”需要字段“%2”</translation>
    </message>
    <message>
        <source>choose &quot;requests&quot; or &quot;answers&quot;</source>
        <translation>请选择 &quot;requests&quot; 或 &quot;answers&quot;</translation>
    </message>
    <message>
        <source>&quot;hold&quot; and &quot;think&quot; belong to &quot;set&quot;, which needs one of them</source>
        <translation>&quot;hold&quot; 和 &quot;think&quot; 属于 &quot;set&quot;，后者需要其中之一</translation>
    </message>
    <message>
        <source>there are none: give a list of them</source>
        <translation>没有任何项：请给出列表</translation>
    </message>
    <message>
        <source>nothing is expected: a scenario that can&apos;t fail shows nothing</source>
        <translation>没有任何预期：不会失败的场景说明不了任何问题</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is the name of another client or group, too</source>
        <translation>“%1”也是另一个客户端或组的名称</translation>
    </message>
    <message>
        <source>a sandbox of one server has no follower</source>
        <translation>单服务器沙箱没有跟随者</translation>
    </message>
    <message>
        <source>there is no client or group &quot;%1&quot; in &quot;clients&quot;</source>
        <translation>&quot;clients&quot; 中没有客户端或组“%1”</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has fewer clients than that</source>
        <translation>“%1”的客户端没有那么多</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is what the guarded resource counts: add &quot;resource&quot;: {}</source>
        <translation>“%1”由受保护的资源统计：请添加 &quot;resource&quot;: {}</translation>
    </message>
    <message>
        <source>that can&apos;t be done to a server</source>
        <translation>不能对服务器这样做</translation>
    </message>
    <message>
        <source>a single server has no peers to be cut off from: cut the clients instead</source>
        <translation>单台服务器没有可以与之断开的同伴：请改为断开客户端</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no link that could be broken: remove &quot;link&quot;: false there</source>
        <translation>“%1”没有可以断开的链路：请删除该处的 &quot;link&quot;: false</translation>
    </message>
    <message>
        <source>it took longer than %1 ms: %2</source>
        <translation>用时超过 %1 毫秒：%2</translation>
    </message>
    <message>
        <source>step %1 (%2) failed: %3</source>
        <translation>第 %1 步（%2）失败：%3</translation>
    </message>
    <message>
        <source>it was stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>the scenario does not play at the moment</source>
        <translation>场景当前未在运行</translation>
    </message>
    <message>
        <source>no server has closed it in time</source>
        <translation>没有服务器及时关闭它</translation>
    </message>
    <message>
        <source>no server has taken it over: %1</source>
        <translation>没有服务器接管它：%1</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no mean: write it like exp:50ms</source>
        <translation>“%1”没有平均值：请写成 exp:50ms</translation>
    </message>
    <message>
        <source>&apos;%1&apos; runs backwards: write the shorter one first, like 50ms..200ms</source>
        <translation>“%1”前后颠倒：请先写较短的，如 50ms..200ms</translation>
    </message>
    <message>
        <source>start the clients</source>
        <translation>启动客户端</translation>
    </message>
    <message>
        <source>%1 of them did not connect</source>
        <translation>其中 %1 个未能连接</translation>
    </message>
    <message>
        <source>start %1</source>
        <translation>启动 %1</translation>
    </message>
    <message>
        <source>step %1 (%2)</source>
        <translation>第 %1 步（%2）</translation>
    </message>
    <message>
        <source>%1 waits for &quot;%2&quot;, and there is: %3</source>
        <translation>%1 等待“%2”，而目前是：%3</translation>
    </message>
    <message>
        <source>choose</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>%1: there is none at the moment</source>
        <translation>%1：目前没有</translation>
    </message>
    <message>
        <source>%1: nothing can be done to that</source>
        <translation>%1：无法对其执行操作</translation>
    </message>
    <message>
        <source>%1: there is no such client</source>
        <translation>%1：没有这样的客户端</translation>
    </message>
    <message>
        <source>%1: there are only %2 of them</source>
        <translation>%1：只有 %2 个</translation>
    </message>
    <message>
        <source>its AdminServer was not asked</source>
        <translation>未询问其 AdminServer</translation>
    </message>
    <message>
        <source>its AdminServer on port %1: %2</source>
        <translation>端口 %1 上的 AdminServer：%2</translation>
    </message>
    <message>
        <source>does not answer: its client port: %1; %2</source>
        <translation>没有应答：客户端端口：%1；%2</translation>
    </message>
    <message>
        <source>does not answer: %1</source>
        <translation>没有应答：%1</translation>
    </message>
    <message>
        <source>does not tell its connections: %1; the four-letter word cons: %2</source>
        <translation>不提供其连接：%1；四字命令 cons：%2</translation>
    </message>
    <message>
        <source>does not tell the ensemble&apos;s sessions: %1; the four-letter word dump: %2</source>
        <translation>不提供集群的会话：%1；四字命令 dump：%2</translation>
    </message>
    <message>
        <source>the AdminServer of the leader alone knows them</source>
        <translation>只有领导者的 AdminServer 知道会话</translation>
    </message>
    <message>
        <source>no answer within %1 ms</source>
        <translation>%1 毫秒内没有应答</translation>
    </message>
    <message>
        <source>its answer is bigger than %1 MiB</source>
        <translation>其应答超过 %1 MiB</translation>
    </message>
    <message>
        <source>it answered with HTTP status %1</source>
        <translation>以 HTTP 状态 %1 应答</translation>
    </message>
    <message>
        <source>connection refused</source>
        <translation>连接被拒绝</translation>
    </message>
    <message>
        <source>the word is not in its whitelist</source>
        <translation>该命令不在其白名单中</translation>
    </message>
    <message>
        <source>it is not serving requests</source>
        <translation>目前不提供服务</translation>
    </message>
    <message>
        <source>it closed the connection without a word</source>
        <translation>未作应答便关闭了连接</translation>
    </message>
    <message>
        <source>it serves another ensemble: it does not know our own session</source>
        <translation>它服务于另一个集群：不认识本程序自己的会话</translation>
    </message>
    <message>
        <source>its answer makes no sense</source>
        <translation>其应答无法理解</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>未询问</translation>
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
        <source>a tick is at least 10 ms</source>
        <translation>tick 至少为 10 毫秒</translation>
    </message>
    <message>
        <source>a session timeout is not negative</source>
        <translation>会话超时不能为负</translation>
    </message>
    <message>
        <source>no temporary folder can be made: %1</source>
        <translation>无法创建临时文件夹：%1</translation>
    </message>
    <message>
        <source>server %1 ended</source>
        <translation>服务器 %1 已结束</translation>
    </message>
    <message>
        <source>server %1 does not serve after 60 seconds</source>
        <translation>服务器 %1 在 60 秒后仍未提供服务</translation>
    </message>
    <message>
        <source>%1; its log says: %2</source>
        <translation>%1；其日志提示：%2</translation>
    </message>
    <message>
        <source>look for the ZooKeeper server</source>
        <translation>查找 ZooKeeper 服务器</translation>
    </message>
    <message>
        <source>%1: install the packages zookeeper, libslf4j-java, libservlet-api-java and default-jre-headless (Debian: apt install zookeeper libslf4j-java libservlet-api-java default-jre-headless), or set LOCKSCOPE_ZOOKEEPER_HOME to an unpacked Apache ZooKeeper distribution</source>
        <translation>%1：请安装软件包 zookeeper、libslf4j-java、libservlet-api-java 和 default-jre-headless（Debian：apt install zookeeper libslf4j-java libservlet-api-java default-jre-headless），或将 LOCKSCOPE_ZOOKEEPER_HOME 设为解压后的 Apache ZooKeeper 发行包</translation>
    </message>
    <message>
        <source>no java in PATH and JAVA_HOME is not set</source>
        <translation>PATH 中没有 java，且未设置 JAVA_HOME</translation>
    </message>
    <message>
        <source>no bin/java below JAVA_HOME, and no java in PATH</source>
        <translation>JAVA_HOME 下没有 bin/java，PATH 中也没有 java</translation>
    </message>
    <message>
        <source>LOCKSCOPE_ZOOKEEPER_HOME has no folder lib: set it to an unpacked Apache ZooKeeper distribution (apache-zookeeper-3.8.0-bin, say), or unset it to use the installed packages</source>
        <translation>LOCKSCOPE_ZOOKEEPER_HOME 中没有 lib 文件夹：请将其设为解压后的 Apache ZooKeeper 发行包（例如 apache-zookeeper-3.8.0-bin），或取消设置以使用已安装的软件包</translation>
    </message>
    <message>
        <source>LOCKSCOPE_ZOOKEEPER_HOME lacks lib/%1: unpack the binary Apache ZooKeeper distribution (…-bin.tar.gz) afresh, or unset it to use the installed packages</source>
        <translation>LOCKSCOPE_ZOOKEEPER_HOME 缺少 lib/%1：请重新解压 Apache ZooKeeper 二进制发行包（…-bin.tar.gz），或取消设置以使用已安装的软件包</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>没有这样的文件</translation>
    </message>
    <message>
        <source>%1 holds shared</source>
        <translation>%1 共享持有</translation>
    </message>
    <message>
        <source>%1 waits shared</source>
        <translation>%1 共享等待</translation>
    </message>
    <message>
        <source>%1 at the gate</source>
        <translation>%1（在入口处）</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>at position %1 it expects &quot;%2&quot;, and by this file it is &quot;%3&quot;: one of the two is wrong</source>
        <translation>在位置 %1 预期为“%2”，而按此文件为“%3”：两者之一有误</translation>
    </message>
    <message>
        <source>it is larger than %1 KiB, which no family needs</source>
        <translation>超过 %1 KiB，锁实现不需要这么大</translation>
    </message>
    <message>
        <source>field %1</source>
        <translation>字段 %1</translation>
    </message>
    <message>
        <source>%1: %2; the file is not used until it is mended</source>
        <translation>%1：%2；修正之前不会使用此文件</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no place: write {lock}, {lock}/NAME for a child of the lock or {lock}TEXT for a node beside it</source>
        <translation>“%1”不是位置：请写 {lock}；锁的子节点写 {lock}/NAME；旁边的节点写 {lock}TEXT</translation>
    </message>
    <message>
        <source>it must be one character, such as &quot;:&quot;</source>
        <translation>必须是一个字符，例如 &quot;:&quot;</translation>
    </message>
    <message>
        <source>it names nobody: without this field the marks are the contenders</source>
        <translation>未指定任何竞争者：没有此字段时，标记即为竞争者</translation>
    </message>
    <message>
        <source>text needs something to stand right before {seq}, such as &quot;lock-{seq}&quot;</source>
        <translation>text 需要 {seq} 之前紧挨着有内容，例如 &quot;lock-{seq}&quot;</translation>
    </message>
    <message>
        <source>strangers have no number to queue by: set order to text, or leave this out</source>
        <translation>未识别者没有可用于排队的序号：请将 order 设为 text，或去掉此项</translation>
    </message>
    <message>
        <source>give a number, &quot;clients&quot;, or the node that says it: {&quot;at&quot;: &quot;{lock}&quot;, &quot;as&quot;: &quot;text&quot;}</source>
        <translation>请给出数字、&quot;clients&quot;，或说明数量的节点：{&quot;at&quot;: &quot;{lock}&quot;, &quot;as&quot;: &quot;text&quot;}</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be of small letters, digits and dashes, such as &quot;our-lock&quot;</source>
        <translation>“%1”必须由小写字母、数字和连字符组成，例如 &quot;our-lock&quot;</translation>
    </message>
    <message>
        <source>it is missing or empty: without it no directory is recognised</source>
        <translation>缺失或为空：没有它就无法识别任何目录</translation>
    </message>
    <message>
        <source>&quot;gate&quot; needs a gate: describe it in the field gate</source>
        <translation>&quot;gate&quot; 需要一个入口：请在字段 gate 中说明</translation>
    </message>
    <message>
        <source>the gate lies where the queue lies: they must be two directories</source>
        <translation>入口与队列位于同一处：必须是两个目录</translation>
    </message>
    <message>
        <source>it is missing or empty: give one</source>
        <translation>缺失或为空：请给出</translation>
    </message>
    <message>
        <source>%1 is no list: write [&quot;…&quot;, &quot;…&quot;]</source>
        <translation>%1 不是列表：请写 [&quot;…&quot;, &quot;…&quot;]</translation>
    </message>
    <message>
        <source>%1 is no name pattern: %2</source>
        <translation>%1 不是名称模式：%2</translation>
    </message>
    <message>
        <source>%1 is no whole number of at least %2</source>
        <translation>%1 不是至少为 %2 的整数</translation>
    </message>
    <message>
        <source>%1 is not known here: choose one of %2</source>
        <translation>此处不识别 %1：请选择 %2 之一</translation>
    </message>
    <message>
        <source>there is no such field here: choose one of %1, or remove it</source>
        <translation>此处没有这样的字段：请选择 %1 之一，或将其删除</translation>
    </message>
    <message>
        <source>open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>its reading was stopped</source>
        <translation>读取已停止</translation>
    </message>
    <message>
        <source>the recording has no end: the recorder was stopped hard, or is still running. All before is there</source>
        <translation>录制文件没有结尾：录制被强行停止，或仍在进行。此前的内容都在</translation>
    </message>
    <message>
        <source>line %1 is damaged (%2): what lies between it and the next full picture is missing</source>
        <translation>第 %1 行已损坏（%2）：它与下一个完整画面之间的内容缺失</translation>
    </message>
    <message>
        <source>make a temporary folder</source>
        <translation>创建临时文件夹</translation>
    </message>
    <message>
        <source>%1 lines are of no audit log and were passed over</source>
        <translation>有 %1 行不属于审计日志，已跳过</translation>
    </message>
    <message>
        <source>%1 lines have no time that can be read (such as 2026-11-21 19:26:38,404): they count as those before them</source>
        <translation>有 %1 行没有可读取的时间（如 2026-11-21 19:26:38,404）：按其前一行计时</translation>
    </message>
    <message>
        <source>an audit log tells no payloads and nothing from before it began; times without a zone are taken for this machine&apos;s</source>
        <translation>审计日志不含数据，也不含其开始之前的内容；没有时区的时间按本机时区理解</translation>
    </message>
    <message>
        <source>pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>a pattern is an absolute path with * for any text in a component and ** for any number of components, such as /app/*/locks or /**/leader</source>
        <translation>模式是绝对路径，* 代表一级中的任意文本，** 代表任意多级，例如 /app/*/locks 或 /**/leader</translation>
    </message>
    <message>
        <source>the file is empty: it is no recording</source>
        <translation>文件为空：不是录制文件</translation>
    </message>
    <message>
        <source>it is no recording: make one with lockscopectl record FILE</source>
        <translation>这不是录制文件：请用 lockscopectl record FILE 录制</translation>
    </message>
    <message>
        <source>it is a recording of format %1, and this program reads format %2: open it with the version of Lockscope that made it, or a newer one</source>
        <translation>这是格式 %1 的录制文件，而此程序读取格式 %2：请用录制它的 Lockscope 版本或更新版本打开</translation>
    </message>
    <message>
        <source>its first line is damaged</source>
        <translation>其第一行已损坏</translation>
    </message>
    <message>
        <source>the file cannot be read there any more</source>
        <translation>该处的文件内容已无法读取</translation>
    </message>
    <message>
        <source>it is longer than any line of a recording</source>
        <translation>比录制文件的任何一行都长</translation>
    </message>
    <message>
        <source>it is no JSON: %1</source>
        <translation>不是 JSON：%1</translation>
    </message>
    <message>
        <source>it is no line of a recording</source>
        <translation>不是录制文件的行</translation>
    </message>
    <message>
        <source>it is no event of a recording</source>
        <translation>不是录制文件的事件</translation>
    </message>
    <message>
        <source>it belongs to no picture</source>
        <translation>不属于任何画面</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is damaged</source>
        <translation>“%1”已损坏</translation>
    </message>
    <message>
        <source>the picture before it is not whole</source>
        <translation>之前的画面不完整</translation>
    </message>
    <message>
        <source>the beginning of a picture is damaged</source>
        <translation>画面的开头已损坏</translation>
    </message>
    <message>
        <source>record</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>it is no plain file, and is left alone; name another</source>
        <translation>不是普通文件，未作改动；请另选一个</translation>
    </message>
    <message>
        <source>replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>it exists and is left alone; name another, or replace it with --force</source>
        <translation>已存在，未作改动；请另选一个，或用 --force 替换</translation>
    </message>
    <message>
        <source>%1; name a file in a folder that you may write to</source>
        <translation>%1；请指定可写文件夹中的文件</translation>
    </message>
    <message>
        <source>%1; what was recorded until now can be opened</source>
        <translation>%1；此前录制的内容可以打开</translation>
    </message>
    <message>
        <source>write to</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>the first picture alone takes %1 bytes: raise --max-size, or look at fewer locks with --root</source>
        <translation>仅第一个画面就占 %1 字节：请提高 --max-size，或用 --root 减少锁</translation>
    </message>
    <message>
        <source>there is not one whole picture in it; line %1: %2</source>
        <translation>其中没有一个完整的画面；第 %1 行：%2</translation>
    </message>
    <message>
        <source>the recorder ended before its first picture was whole</source>
        <translation>录制在第一个画面完整之前就结束了</translation>
    </message>
    <message>
        <source>session not known yet</source>
        <translation>会话尚不清楚</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 个</translation>
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
        <source>contact was lost</source>
        <translation>联系已中断</translation>
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
        <source>the node %1 is gone</source>
        <translation>节点 %1 已消失</translation>
    </message>
    <message>
        <source>the time ran out before all of it could be asked for</source>
        <translation>尚未全部请求，时间已用完</translation>
    </message>
    <message>
        <source>the semaphore there has %1 leases, not %2: all its users must agree</source>
        <translation>该处的信号量有 %1 个租约，而不是 %2 个：所有使用者必须一致</translation>
    </message>
    <message>
        <source>the latch was closed</source>
        <translation>此选举已关闭</translation>
    </message>
    <message>
        <source>the latch has been closed before</source>
        <translation>此选举此前已关闭</translation>
    </message>
    <message>
        <source>the lock object was destroyed</source>
        <translation>锁对象已销毁</translation>
    </message>
    <message>
        <source>the lock was lost, release it first</source>
        <translation>锁已丢失，请先释放它</translation>
    </message>
    <message>
        <source>this owner is waiting for the lock already</source>
        <translation>此所有者已在等待该锁</translation>
    </message>
    <message>
        <source>this owner holds the lock already, and it is not re-entrant</source>
        <translation>此所有者已持有该锁，而它不可重入</translation>
    </message>
    <message>
        <source>it is held more than once: nobody would be let in</source>
        <translation>它被多次持有：不会有其他人获得</translation>
    </message>
    <message>
        <source>the node of this lock has the same name whoever holds it, so no check can tell; let the resource check the fencing token</source>
        <translation>无论谁持有，此锁的节点名称都相同，因此无法检查；请让资源检查防护令牌</translation>
    </message>
    <message>
        <source>the node by which it was held is gone</source>
        <translation>持有锁所用的节点已消失</translation>
    </message>
    <message>
        <source>a lock over no path at all</source>
        <translation>锁未指定任何路径</translation>
    </message>
    <message>
        <source>named twice: it would wait for itself</source>
        <translation>指定了两次：会等待自己</translation>
    </message>
    <message>
        <source>it has a child of another kind, &quot;%1&quot;: its client and ours would not exclude each other</source>
        <translation>它有另一种子节点“%1”：其客户端与本客户端不会互相排斥</translation>
    </message>
    <message>
        <source>the number of our node was %1; past 2147483647 servers give the same one to several, and two would hold. Let nobody use the lock for a moment and delete its directory: numbers start anew with it</source>
        <translation>本程序节点的序号为 %1；超过 2147483647 后，服务器会将同一序号分给多个节点，从而有两个同时持有。请让所有人暂停使用该锁，并删除其目录：序号会随之重新开始</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>this owner holds the read lock, and would wait for itself: give that back first</source>
        <translation>此所有者持有读锁，会等待自己：请先归还读锁</translation>
    </message>
    <message>
        <source>of {any} and {int} only one may stand in a pattern, and once</source>
        <translation>一个模式中只能有 {any} 或 {int} 之一，且只能出现一次</translation>
    </message>
    <message>
        <source>{%1} is no part; there are {uuid}, {hex32}, {hex16}, {int}, {any} and {seq}</source>
        <translation>{%1} 不是有效部分；可用的有 {uuid}、{hex32}、{hex16}、{int}、{any} 和 {seq}</translation>
    </message>
    <message>
        <source>name pattern</source>
        <translation>名称模式</translation>
    </message>
    <message>
        <source>{seq} must be the last part</source>
        <translation>{seq} 必须是最后一部分</translation>
    </message>
    <message>
        <source>a &apos;{&apos; has no &apos;}&apos;</source>
        <translation>有 &apos;{&apos; 但没有 &apos;}&apos;</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>为空</translation>
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
        <source>%1; next try in %2 s</source>
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
        <source>the server refused the credentials; make a new client with others</source>
        <translation>服务器拒绝了凭据；请用其他凭据新建客户端</translation>
    </message>
    <message>
        <source>the read-only server&apos;s session has ended</source>
        <translation>只读服务器的会话已结束</translation>
    </message>
    <message>
        <source>connected to a server without quorum: reading only</source>
        <translation>已连接到没有法定多数的服务器：只能读取</translation>
    </message>
    <message>
        <source>contact with the server is lost</source>
        <translation>与服务器的联系已中断</translation>
    </message>
    <message>
        <source>contact with %1 is lost</source>
        <translation>与 %1 的联系已中断</translation>
    </message>
    <message>
        <source>no contact for the session timeout</source>
        <translation>会话超时期间没有联系</translation>
    </message>
    <message>
        <source>this connection is read-only; unlock it first</source>
        <translation>此连接为只读；请先解锁</translation>
    </message>
    <message>
        <source>%1; write it like %2</source>
        <translation>%1；请写成 %2</translation>
    </message>
    <message>
        <source>connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>a server&apos;s name is missing between two commas or at an end</source>
        <translation>两个逗号之间或末尾缺少服务器名称</translation>
    </message>
    <message>
        <source>%1 is not an IPv6 address in brackets; write it like [::1]:2181</source>
        <translation>%1 不是方括号中的 IPv6 地址；请写成 [::1]:2181</translation>
    </message>
    <message>
        <source>%1 has more than one colon; write an IPv6 address in brackets, like [::1]:2181</source>
        <translation>%1 含有多个冒号；请将 IPv6 地址写在方括号中，如 [::1]:2181</translation>
    </message>
    <message>
        <source>%1 in %2 is not a host name or address</source>
        <translation>%2 中的 %1 不是主机名或地址</translation>
    </message>
    <message>
        <source>%1 has no proper port: it is a number from 1 to 65535</source>
        <translation>%1 没有有效的端口：端口是 1 到 65535 之间的数字</translation>
    </message>
    <message>
        <source>no server is named</source>
        <translation>未指定服务器</translation>
    </message>
    <message>
        <source>it is no URL: leave %1 away</source>
        <translation>这不是 URL：请去掉 %1</translation>
    </message>
    <message>
        <source>the chroot %1 is not a path: %2</source>
        <translation>chroot %1 不是路径：%2</translation>
    </message>
    <message>
        <source>its namespace could not be made: %1</source>
        <translation>无法创建其命名空间：%1</translation>
    </message>
    <message>
        <source>it is not valid UTF-8</source>
        <translation>不是有效的 UTF-8</translation>
    </message>
    <message>
        <source>it holds a character beyond U+FFFF, which servers refuse</source>
        <translation>含有 U+FFFF 之后的字符，服务器会拒绝</translation>
    </message>
    <message>
        <source>it holds a control or private character, which servers refuse</source>
        <translation>含有控制字符或私用字符，服务器会拒绝</translation>
    </message>
    <message>
        <source>it ends in &apos;/&apos;: leave that away</source>
        <translation>以“/”结尾：请去掉</translation>
    </message>
    <message>
        <source>it holds an empty component, &apos;//&apos;</source>
        <translation>含有空的路径部分“//”</translation>
    </message>
    <message>
        <source>it holds a &apos;%1&apos;: ZooKeeper has no relative paths</source>
        <translation>含有“%1”：ZooKeeper 没有相对路径</translation>
    </message>
    <message>
        <source>path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>it is empty; a path starts with &apos;/&apos;, for example /locks/orders</source>
        <translation>为空；路径以“/”开头，例如 /locks/orders</translation>
    </message>
    <message>
        <source>it does not start with &apos;/&apos;, for example /locks/orders</source>
        <translation>不以“/”开头，例如 /locks/orders</translation>
    </message>
    <message>
        <source>a container can&apos;t be created inside a multi; create it before</source>
        <translation>不能在 multi 中创建容器；请事先创建</translation>
    </message>
    <message>
        <source>the scheme is empty; most use digest</source>
        <translation>scheme 为空；通常使用 digest</translation>
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
        <source>the ZooKeeper client says %1, %2</source>
        <translation>ZooKeeper 客户端返回 %1，%2</translation>
    </message>
    <message>
        <source>host not found: %1 (%2)</source>
        <translation>找不到主机：%1（%2）</translation>
    </message>
    <message>
        <source>no handle for %1 (%2)</source>
        <translation>没有用于 %1 的句柄（%2）</translation>
    </message>
    <message>
        <source>it answers by TLS: %1, or connect with TLS</source>
        <translation>它以 TLS 应答：%1，或使用 TLS 连接</translation>
    </message>
    <message>
        <source>it is no regular file</source>
        <translation>它不是普通文件</translation>
    </message>
    <message>
        <source>%1. Without a record nothing is done</source>
        <translation>%1。没有记录就不执行任何操作</translation>
    </message>
    <message>
        <source>of a semaphore several may hold: choose lease, lease-in-order or presence</source>
        <translation>信号量可由多个持有者同时持有：请选择 lease、lease-in-order 或 presence</translation>
    </message>
    <message>
        <source>it ends before it is whole</source>
        <translation>内容不完整就结束了</translation>
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
        <source>this is no JSON object: write %1</source>
        <translation>这不是 JSON 对象：请写 %1</translation>
    </message>
    <message>
        <source>no value stands here (a text stands in quotes)</source>
        <translation>此处没有值（文本须加引号）</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no duration: write it like 50ms, 10s or 2m, at most a day</source>
        <translation>“%1”不是时长：请写成 50ms、10s 或 2m，最长一天</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>过大</translation>
    </message>
    <message>
        <source>several paths are for the recipe multi, or for nested locks</source>
        <translation>多个路径用于 multi 配方或嵌套锁</translation>
    </message>
    <message>
        <source>nested locks need two paths or more: the second is asked for while the first is held</source>
        <translation>嵌套锁需要两个或更多路径：持有第一个时请求第二个</translation>
    </message>
    <message>
        <source>only the recipe multi can take its locks in the order as given</source>
        <translation>只有 multi 配方可以按给定顺序获取锁</translation>
    </message>
    <message>
        <source>the mode %1 is for the recipe read-write</source>
        <translation>模式 %1 用于 read-write 配方</translation>
    </message>
    <message>
        <source>%1 leases: give a number from 1 to %2</source>
        <translation>%1 个租约：请给出 1 到 %2 之间的数字</translation>
    </message>
    <message>
        <source>revocation is not for a latch, which can&apos;t be asked to let go</source>
        <translation>revocation 不适用于 latch，它不能被请求释放</translation>
    </message>
    <message>
        <source>to think forever is never to queue: leave the client away</source>
        <translation>think 为 forever 则永远不会排队：请去掉该客户端</translation>
    </message>
    <message>
        <source>the time for each write: give 1ms or more</source>
        <translation>每次写入的时间：请给出 1ms 或更长</translation>
    </message>
    <message>
        <source>a line of more than %1 bytes was skipped</source>
        <translation>跳过了超过 %1 字节的一行</translation>
    </message>
    <message>
        <source>a latch can&apos;t be asked to let go</source>
        <translation>latch 不能被请求释放</translation>
    </message>
    <message>
        <source>the sandbox has %1 server only</source>
        <translation>沙箱只有 %1 台服务器</translation>
    </message>
    <message>
        <source>the sandbox has %1 servers only</source>
        <translation>沙箱只有 %1 台服务器</translation>
    </message>
    <message>
        <source>it does something to servers, which is done to a sandbox alone: run it on one of its own</source>
        <translation>它会对服务器执行操作，这只能在沙箱中进行：请在它自己的沙箱上运行</translation>
    </message>
    <message>
        <source>on an ensemble of yours it works below one existing node alone: name it, such as /some/path</source>
        <translation>在自己的集群上，它只在一个已有节点之下进行：请指定该节点，例如 /some/path</translation>
    </message>
    <message>
        <source>the AdminServer</source>
        <translation>AdminServer</translation>
    </message>
    <message>
        <source>four-letter words</source>
        <translation>四字命令</translation>
    </message>
    <message>
        <source>the process that removes the temporary folder did not start: %1</source>
        <translation>负责移除临时文件夹的进程未能启动：%1</translation>
    </message>
    <message>
        <source>remove the comma before %1</source>
        <translation>请删除 %1 前的逗号</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is there twice: remove one of them</source>
        <translation>“%1”出现了两次：请删除其中一个</translation>
    </message>
    <message>
        <source>&quot;%1&quot; fits no name in this file, and is not listed as unrecognised: one of the two is wrong</source>
        <translation>“%1”不符合此文件中的任何名称，也未列为未识别：两者之一有误</translation>
    </message>
    <message>
        <source>it lists &quot;%1&quot; as unrecognised, and by this file it is not: one of the two is wrong</source>
        <translation>它把“%1”列为未识别，而按此文件并非如此：两者之一有误</translation>
    </message>
    <message>
        <source>%1 beside it has the id &quot;%2&quot; too, and counts, as the first by name: give one of them another</source>
        <translation>旁边的 %1 也使用 id“%2”，并因文件名在前而生效：请为其中之一换一个</translation>
    </message>
    <message>
        <source>none of them is named as the mark &quot;%1&quot; says: give a contender for it, or remove the mark</source>
        <translation>其中没有一个的名称符合标记“%1”：请为它给出竞争者，或删除该标记</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no number to queue by: let it end with {seq}, or set &quot;order&quot; to &quot;creation&quot;</source>
        <translation>“%1”没有可供排队的序号：请让它以 {seq} 结尾，或将 &quot;order&quot; 设为 &quot;creation&quot;</translation>
    </message>
    <message>
        <source>it is missing: list the names in the lock&apos;s directory</source>
        <translation>缺失：请列出锁目录中的名称</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a word in small letters, without / and blanks; it is found in capitals too</source>
        <translation>“%1”必须是不含 / 和空格的小写单词；大写形式也会匹配到</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be the name of one node above the lock, without /, or a whole path such as &quot;/app/locks&quot;</source>
        <translation>“%1”必须是锁上方某个节点的名称，不含 /，或是完整路径，例如 &quot;/app/locks&quot;</translation>
    </message>
    <message>
        <source>of a read-write lock some contenders are shared and others are not: give &quot;rule&quot;: &quot;read-write&quot;, and contenders, some of them with &quot;mode&quot;: &quot;shared&quot;</source>
        <translation>读写锁的竞争者有共享的，也有非共享的：请给出 &quot;rule&quot;: &quot;read-write&quot; 以及竞争者，其中一些带 &quot;mode&quot;: &quot;shared&quot;</translation>
    </message>
    <message>
        <source>of a mutex or a latch one holds at a time: choose exclusive or exclusive-owner, or set &quot;kind&quot; to &quot;%1&quot;</source>
        <translation>互斥锁或选举同一时刻只有一个持有者：请选择 exclusive 或 exclusive-owner，或将 &quot;kind&quot; 设为 &quot;%1&quot;</translation>
    </message>
    <message>
        <source>shared ones are for the rule read-write</source>
        <translation>共享的竞争者只用于规则 read-write</translation>
    </message>
    <message>
        <source>it is missing, and this rule needs it: give a number, &quot;clients&quot;, or the node that says it: {&quot;at&quot;: &quot;{lock}&quot;, &quot;as&quot;: &quot;text&quot;}</source>
        <translation>缺失，而此规则需要它：请给出数字、&quot;clients&quot;，或说明它的节点：{&quot;at&quot;: &quot;{lock}&quot;, &quot;as&quot;: &quot;text&quot;}</translation>
    </message>
    <message>
        <source>they are for the rules lease, lease-in-order and presence</source>
        <translation>只用于规则 lease、lease-in-order 和 presence</translation>
    </message>
    <message>
        <source>it is no plain file: name one that can be read line by line</source>
        <translation>这不是普通文件：请指定可逐行读取的文件</translation>
    </message>
    <message>
        <source>its pictures can&apos;t be kept in %1: make room there</source>
        <translation>其快照无法保存在 %1 中：请在那里腾出空间</translation>
    </message>
    <message>
        <source>the log is too large: what comes after the first gigabyte of changes is left out; open a part of it, or choose fewer locks to look at</source>
        <translation>日志过大：变更超过 1 GB 之后的部分已略去；请打开其中一部分，或选择查看更少的锁</translation>
    </message>
    <message>
        <source>%1 children: a listing would pass the server&apos;s packet limit; remove those that nobody needs, or spread them over several directories</source>
        <translation>%1 个子节点：列出会超过服务器的数据包限制；请移除无人需要的节点，或将其分散到多个目录</translation>
    </message>
    <message>
        <source>Each of these nodes is a lease that is held; the description of this family of locks says how many there are.</source>
        <translation>其中每个节点都是一个被持有的租约；租约的数量由该锁类型的描述文件说明。</translation>
    </message>
    <message>
        <source>Either clients were started with another number: let all have the same; or the description is wrong: correct its field leases.</source>
        <translation>要么是客户端以不同的数量启动：请让它们使用相同的数量；要么是描述文件有误：请更正其 leases 字段。</translation>
    </message>
    <message>
        <source>a blocking call on the client&apos;s own executor never ends; use the Async call there</source>
        <translation>在客户端自己的执行线程上进行阻塞调用永远不会结束；请在那里使用 Async 调用</translation>
    </message>
    <message>
        <source>a semaphore has at least one lease, not %1</source>
        <translation>信号量至少有一个租约，而不是 %1 个</translation>
    </message>
    <message>
        <source>%1 leases were asked for; there are %2</source>
        <translation>请求了 %1 个租约；共有 %2 个</translation>
    </message>
    <message>
        <source>%1 leases were asked for; the least is one</source>
        <translation>请求了 %1 个租约；至少应为一个</translation>
    </message>
    <message>
        <source>the name of a node has no &apos;/&apos;</source>
        <translation>节点名称不含“/”</translation>
    </message>
    <message>
        <source>another node of this name stands there by now; the message was written into that one and taken back, but its owner may have read it</source>
        <translation>该处现在是另一个同名节点；消息曾写入该节点并已撤回，但其所有者可能已读到</translation>
    </message>
    <message>
        <source>another node of this name stands there by now; the message stands in that one, and its owner may follow it</source>
        <translation>该处现在是另一个同名节点；消息留在该节点中，其所有者可能会照做</translation>
    </message>
    <message>
        <source>the chroot of the connect string does not exist; create it</source>
        <translation>连接字符串中的 chroot 不存在；请创建它</translation>
    </message>
    <message>
        <source>a request of %1 bytes; servers take %2, unless their jute.maxbuffer says otherwise</source>
        <translation>请求有 %1 字节；除非服务器的 jute.maxbuffer 另有设置，服务器只接受 %2 字节</translation>
    </message>
    <message>
        <source>the server demands a client certificate and none is set: set a certificate and its key</source>
        <translation>服务器要求客户端证书，但未设置：请设置证书及其密钥</translation>
    </message>
    <message>
        <source>the server refuses the client&apos;s certificate: use one of an authority in its trust store</source>
        <translation>服务器拒绝了此客户端证书：请使用其信任库中某个颁发机构签发的证书</translation>
    </message>
    <message>
        <source>%1; or it allows no cipher that this client has: its log says which (%2)</source>
        <translation>%1；或者服务器不允许此客户端具有的任何加密套件：其日志会说明是哪种情况（%2）</translation>
    </message>
    <message>
        <source>%1 (last known)</source>
        <translation>%1（最后已知）</translation>
    </message>
    <message>
        <source>Child %1 is not a contender and blocks the queue.</source>
        <translation>子节点 %1 不是竞争者，并阻塞队列。</translation>
    </message>
    <message>
        <source>%1 children are not contenders and block the queue, among them %2.</source>
        <translation>%1 个子节点不是竞争者并阻塞队列，其中有 %2。</translation>
    </message>
    <message>
        <source>Clients of %1 sort every child of the directory into the queue, by its name.</source>
        <translation>%1 的客户端按名称把目录中的每个子节点都排入队列。</translation>
    </message>
    <message>
        <source>Find out which program created it. If the node is not needed, release %1.</source>
        <translation>查明是哪个程序创建了它。如果不需要该节点，请释放 %1。</translation>
    </message>
    <message>
        <source>%1, last known name</source>
        <translation>%1，最后已知的名称</translation>
    </message>
    <message>
        <source>%1 has %2 children. Listing them would exceed the packet limit of %3 bytes and could break the connection. Delete unused children first</source>
        <translation>%1 有 %2 个子节点。列出它们会超过 %3 字节的数据包上限，并可能断开连接。请先删除不用的子节点</translation>
    </message>
    <message>
        <source>it is not a contender of %1 any more</source>
        <translation>它不再是 %1 的竞争者</translation>
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
        <source>another node could get this name at any time; to exclude that it is deleted instead needs the CREATE permission on %1</source>
        <translation>随时可能有另一个节点取得此名称；要排除误删它，需要 %1 的 CREATE 权限</translation>
    </message>
    <message>
        <source>children of %1 or of a directory above it were created in each of %2 attempts, and another node could get this name; nothing was deleted. Try again when fewer clients use the directory</source>
        <translation>%2 次尝试中每次都有子节点在 %1 或其上级目录中被创建，而另一个节点可能取得此名称；没有删除任何节点。请在使用该目录的客户端较少时重试</translation>
    </message>
    <message>
        <source>The name contains a GUID, so no other node can get it.</source>
        <translation>名称包含 GUID，因此其他节点不可能取得它。</translation>
    </message>
    <message>
        <source>The server does not assign this number again while the directory exists.</source>
        <translation>只要目录存在，服务器就不会再次分配此编号。</translation>
    </message>
    <message>
        <source>Another node could get this name at any time, and nothing can exclude that it is deleted instead. The release is refused.</source>
        <translation>随时可能有另一个节点取得此名称，无法排除误删它的可能。释放被拒绝。</translation>
    </message>
    <message>
        <source>The node is deleted by its version instead.</source>
        <translation>改为按版本删除该节点。</translation>
    </message>
    <message>
        <source>Not excluded: %1 is deleted and created again at the same moment, because the create counter of %2 is exhausted.</source>
        <translation>不能排除：%1 恰在同一时刻被删除并重新创建，因为 %2 的创建计数器已用尽。</translation>
    </message>
    <message>
        <source>Not excluded: %1 is deleted and created again at the same moment, because the CREATE and DELETE permissions on %2 are missing.</source>
        <translation>不能排除：%1 恰在同一时刻被删除并重新创建，因为缺少 %2 的 CREATE 和 DELETE 权限。</translation>
    </message>
    <message>
        <source>It is unknown whether %1 may be written. If not, one case is not excluded: %2 is deleted and created again at the same moment.</source>
        <translation>不知道 %1 是否可写。如果不可写，则不能排除一种情况：%2 恰在同一时刻被删除并重新创建。</translation>
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
        <source>Overwrites the payload of the holder&apos;s node with &quot;%1&quot;. The payload is lost; Lockscope keeps the holder&apos;s last known name.</source>
        <translation>用“%1”覆盖持有者节点的数据。原数据会丢失；Lockscope 保留持有者最后已知的名称。</translation>
    </message>
    <message>
        <source>A program that uses the node is not notified.</source>
        <translation>使用该节点的程序不会收到通知。</translation>
    </message>
    <message>
        <source>it has %1, and release never deletes what lies below a node</source>
        <translation>它有 %1，而释放从不删除节点之下的内容</translation>
    </message>
    <message>
        <source>it is not a contender of a lock, and no lock waits for it. Name the contender&apos;s node as `show` prints it, not the lock&apos;s directory</source>
        <translation>它不是锁的竞争者，也没有锁在等待它。请按 `show` 打印的写法给出竞争者的节点，而不是锁的目录</translation>
    </message>
    <message>
        <source>not a contender; blocks the queue</source>
        <translation>不是竞争者；阻塞队列</translation>
    </message>
    <message>
        <source>Proof</source>
        <translation>证明</translation>
    </message>
    <message>
        <source>deleted %1 by its version, after %2</source>
        <translation>已按版本删除 %1，经过 %2</translation>
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
        <source>This node is not a contender, but the queue waits for it. If another program uses the node, that program loses it and is not notified.</source>
        <translation>该节点不是竞争者，但队列在等待它。如果有其他程序使用该节点，该程序会失去它，且不会收到通知。</translation>
    </message>
    <message>
        <source>in one transaction: create a sequential probe in %1, check it by the name that it gets if no child was created there since the read, delete the probe</source>
        <translation>在一个事务中：在 %1 中创建顺序探测节点，按读取之后没有创建过子节点时应得的名称检查它，然后删除探测节点</translation>
    </message>
    <message>
        <source>in one transaction: create a sequential probe in %1 and in each directory above it, check each by the name that it gets if no child was created there since the read, delete the probes</source>
        <translation>在一个事务中：在 %1 及其每个上级目录中创建顺序探测节点，按读取之后没有创建过子节点时应得的名称逐一检查，然后删除探测节点</translation>
    </message>
    <message>
        <source>in the same transaction: delete %1 at the version that was read; nothing below or beside it. If a check fails, nothing happens, and all is read again</source>
        <translation>在同一事务中：按读取到的版本删除 %1；不删除其下或其旁的任何节点。如果检查失败，则什么也不发生，并重新读取全部</translation>
    </message>
    <message>
        <source>The node is not a contender, so no client reads a revocation request there.</source>
        <translation>该节点不是竞争者，因此没有客户端在那里读取撤销请求。</translation>
    </message>
    <message>
        <source>write the system log</source>
        <translation>写入系统日志</translation>
    </message>
    <message>
        <source>the socket&apos;s path is too long</source>
        <translation>套接字路径过长</translation>
    </message>
    <message>
        <source>no socket can be opened</source>
        <translation>无法打开套接字</translation>
    </message>
    <message>
        <source>no system log takes it</source>
        <translation>没有系统日志接收它</translation>
    </message>
    <message>
        <source>two nodes at the gate of %1 have the name %2</source>
        <translation>%1 的入口处有两个节点同名：%2</translation>
    </message>
    <message>
        <source>two nodes in the queue of %1 have the name %2</source>
        <translation>%1 的队列中有两个节点同名：%2</translation>
    </message>
    <message>
        <source>two locks of one picture have the path %1</source>
        <translation>同一画面中有两个锁的路径相同：%1</translation>
    </message>
    <message>
        <source>the session is not confirmed yet, ask again</source>
        <translation>会话尚未得到确认，请再次询问</translation>
    </message>
    <message>
        <source>it is not held</source>
        <translation>未持有锁</translation>
    </message>
    <message>
        <source>it is not known whether the lock is still held</source>
        <translation>不知道锁是否仍被持有</translation>
    </message>
    <message>
        <source>its session was not confirmed in time: others may have held the lock</source>
        <translation>其会话未及时得到确认：期间可能有其他客户端持有过锁</translation>
    </message>
    <message>
        <source>the number of leases is not known yet</source>
        <translation>尚不知道租约的数量</translation>
    </message>
    <message>
        <source>%1 is no number</source>
        <translation>%1 不是数字</translation>
    </message>
    <message>
        <source>a field is missing: one of %1</source>
        <translation>缺少一个字段：%1 之一</translation>
    </message>
    <message>
        <source>%1 do not go together: keep one of them</source>
        <translation>%1 不能同时使用：只保留其中一个</translation>
    </message>
    <message>
        <source>%1 saw %2</source>
        <translation>%1 看到了 %2</translation>
    </message>
    <message>
        <source>%1 saw %2 %3 times</source>
        <translation>%1 看到了 %3 次 %2</translation>
    </message>
    <message>
        <source>all servers serve</source>
        <translation>所有服务器都在服务</translation>
    </message>
    <message>
        <source>all servers are down</source>
        <translation>所有服务器都已停止</translation>
    </message>
    <message>
        <source>%1 serves</source>
        <translation>%1 在服务</translation>
    </message>
    <message>
        <source>%1 is down</source>
        <translation>%1 已停止</translation>
    </message>
    <message>
        <source>a name has %1 characters at most</source>
        <translation>名称最多 %1 个字符</translation>
    </message>
    <message>
        <source>inspector shows %1</source>
        <translation>检查器显示 %1</translation>
    </message>
    <message>
        <source>inspector shows no %1</source>
        <translation>检查器不显示 %1</translation>
    </message>
    <message>
        <source>inspector showed %1</source>
        <translation>检查器显示过 %1</translation>
    </message>
    <message>
        <source>inspector never showed %1</source>
        <translation>检查器从未显示 %1</translation>
    </message>
    <message>
        <source>a condition is an object such as {&quot;who&quot;: &quot;worker-1&quot;, &quot;state&quot;: &quot;holding&quot;}: lockscopectl run --help tells where its fields are described</source>
        <translation>条件是一个对象，例如 {&quot;who&quot;: &quot;worker-1&quot;, &quot;state&quot;: &quot;holding&quot;}：lockscopectl run --help 说明了字段的描述所在</translation>
    </message>
    <message>
        <source>a condition is an object: write %1 instead of &quot;%2&quot;</source>
        <translation>条件是一个对象：请写 %1，而不是 &quot;%2&quot;</translation>
    </message>
    <message>
        <source>it takes a name only: write %1 instead of &quot;who&quot;: &quot;%2&quot;</source>
        <translation>它只接受名称：请写 %1，而不是 &quot;who&quot;: &quot;%2&quot;</translation>
    </message>
    <message>
        <source>there are none: at least say how long it takes: [{&quot;do&quot;: &quot;wait&quot;, &quot;when&quot;: {&quot;who&quot;: &quot;everybody&quot;, &quot;event&quot;: &quot;granted&quot;}}]</source>
        <translation>没有步骤：至少说明需要多久：[{&quot;do&quot;: &quot;wait&quot;, &quot;when&quot;: {&quot;who&quot;: &quot;everybody&quot;, &quot;event&quot;: &quot;granted&quot;}}]</translation>
    </message>
    <message>
        <source>1 in %1 of %2</source>
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
        <translation>%1 等待</translation>
    </message>
    <message>
        <source>%1 holding</source>
        <translation>%1 持有</translation>
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
        <translation>%1 已挂起</translation>
    </message>
    <message>
        <source>%1 paused</source>
        <translation>%1 已暂停</translation>
    </message>
    <message>
        <source>%1 careless</source>
        <translation>%1 丢失锁后仍继续</translation>
    </message>
    <message>
        <source>%1 really holding</source>
        <translation>%1 确实持有</translation>
    </message>
    <message>
        <source>%1 really waiting</source>
        <translation>%1 确实等待</translation>
    </message>
    <message>
        <source>%1 really queueing</source>
        <translation>%1 确实在排队</translation>
    </message>
    <message>
        <source>Deadlock</source>
        <translation>死锁</translation>
    </message>
    <message>
        <source>No session will ever free this</source>
        <translation>永远不会自动释放</translation>
    </message>
    <message>
        <source>Owner is dead</source>
        <translation>所有者已失效</translation>
    </message>
    <message>
        <source>Owner has no connection</source>
        <translation>所有者没有连接</translation>
    </message>
    <message>
        <source>Holder is silent</source>
        <translation>持有者静默</translation>
    </message>
    <message>
        <source>One session queued twice</source>
        <translation>同一会话重复排队</translation>
    </message>
    <message>
        <source>Waiter watches nothing</source>
        <translation>等待者未监视任何节点</translation>
    </message>
    <message>
        <source>Waiter watches the wrong node</source>
        <translation>等待者监视了错误的节点</translation>
    </message>
    <message>
        <source>Clients do not see each other</source>
        <translation>客户端互不可见</translation>
    </message>
    <message>
        <source>More holders than leases</source>
        <translation>持有者多于租约</translation>
    </message>
    <message>
        <source>Numbers run out</source>
        <translation>序号即将耗尽</translation>
    </message>
    <message>
        <source>Queue almost too long to list</source>
        <translation>队列过长，即将无法列出</translation>
    </message>
    <message>
        <source>Herd on one node</source>
        <translation>单节点惊群</translation>
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
        <source>Empty directories pile up</source>
        <translation>空目录堆积</translation>
    </message>
    <message>
        <source>A stray child blocks the queue</source>
        <translation>多余的子节点阻塞队列</translation>
    </message>
    <message>
        <source>Asked to let go, and did not</source>
        <translation>被请求释放但未释放</translation>
    </message>
    <message>
        <source>Finding of another kind</source>
        <translation>其他类型的发现</translation>
    </message>
    <message>
        <source>the file was changed meanwhile</source>
        <translation>文件在此期间被更改了</translation>
    </message>
    <message>
        <source>only a lock of the recipe %1 can be nested</source>
        <translation>只有 %1 配方的锁可以嵌套</translation>
    </message>
    <message>
        <source>several leases are for the recipe %1</source>
        <translation>多个租约用于 %1 配方</translation>
    </message>
    <message>
        <source>Curator semaphore mutex</source>
        <translation>Curator 信号量互斥锁</translation>
    </message>
    <message>
        <source>Curator read/write</source>
        <translation>Curator 读写锁</translation>
    </message>
    <message>
        <source>Multi-lock of two</source>
        <translation>多重锁（两个锁）</translation>
    </message>
    <message>
        <source>Single node (herd)</source>
        <translation>单节点锁（惊群）</translation>
    </message>
    <message>
        <source>Leader latch</source>
        <translation>LeaderLatch 选举</translation>
    </message>
    <message>
        <source>pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>SIGSTOP, as a long garbage collection</source>
        <translation>SIGSTOP，相当于长时间垃圾回收</translation>
    </message>
    <message>
        <source>resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>SIGCONT: it goes on where it stood</source>
        <translation>SIGCONT：从停下之处继续</translation>
    </message>
    <message>
        <source>kill</source>
        <translation>强制终止</translation>
    </message>
    <message>
        <source>SIGKILL, as a crash</source>
        <translation>SIGKILL，相当于崩溃</translation>
    </message>
    <message>
        <source>start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>cut</source>
        <translation>断网</translation>
    </message>
    <message>
        <source>Its connections break, and no new ones are made</source>
        <translation>断开其连接，且不再建立新连接</translation>
    </message>
    <message>
        <source>heal</source>
        <translation>恢复网络</translation>
    </message>
    <message>
        <source>Whatever was done to its network is over</source>
        <translation>撤销对其网络所做的一切</translation>
    </message>
    <message>
        <source>silence</source>
        <translation>流量黑洞</translation>
    </message>
    <message>
        <source>Connections stay, and nothing passes</source>
        <translation>连接保持，但任何数据都不通过</translation>
    </message>
    <message>
        <source>delay by 500 ms</source>
        <translation>延迟 500 毫秒</translation>
    </message>
    <message>
        <source>Everything passes so much later, each way</source>
        <translation>双向数据均按此时长延迟</translation>
    </message>
    <message>
        <source>requests only</source>
        <translation>仅通请求</translation>
    </message>
    <message>
        <source>Answers do not come back</source>
        <translation>应答无法返回</translation>
    </message>
    <message>
        <source>answers only</source>
        <translation>仅通应答</translation>
    </message>
    <message>
        <source>Requests do not arrive</source>
        <translation>请求无法到达</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>限速</translation>
    </message>
    <message>
        <source>1,000 bytes a second</source>
        <translation>每秒 1,000 字节</translation>
    </message>
    <message>
        <source>expire the session</source>
        <translation>使会话过期</translation>
    </message>
    <message>
        <source>Its session is ended on the servers</source>
        <translation>在服务器上结束其会话</translation>
    </message>
    <message>
        <source>ask to let go</source>
        <translation>请求释放</translation>
    </message>
    <message>
        <source>Revocation: whether it does is its own affair</source>
        <translation>撤销请求：是否释放由其自行决定</translation>
    </message>
    <message>
        <source>let go now</source>
        <translation>立即释放</translation>
    </message>
    <message>
        <source>It releases what it holds</source>
        <translation>它释放所持有的锁</translation>
    </message>
    <message>
        <source>hold for ever</source>
        <translation>永久持有</translation>
    </message>
    <message>
        <source>From now on it does not let go by itself</source>
        <translation>从现在起不再自行释放</translation>
    </message>
    <message>
        <source>ignore losses</source>
        <translation>无视失锁</translation>
    </message>
    <message>
        <source>After a loss it goes on as if it held</source>
        <translation>失去锁后仍如同持有一样继续</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>It releases, closes its session and ends</source>
        <translation>释放锁、关闭会话并结束</translation>
    </message>
    <message>
        <source>leave without release</source>
        <translation>不释放即退出</translation>
    </message>
    <message>
        <source>Its process ends at once, its session is left to expire</source>
        <translation>进程立即结束，会话留待过期</translation>
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
</context>
<context>
    <name>lockscope::app::Screenshot</name>
    <message>
        <source>the recording could not be read in time: give more seconds with --for</source>
        <translation>未能及时读完录制文件：请用 --for 指定更长的时间</translation>
    </message>
    <message>
        <source>not connected: give --connect HOSTS or --demo</source>
        <translation>未连接：请指定 --connect HOSTS 或 --demo</translation>
    </message>
    <message>
        <source>could not connect to %1: is the server running, and is the address right?</source>
        <translation>无法连接到 %1：服务器是否在运行，地址是否正确？</translation>
    </message>
    <message>
        <source>no queue with a holder and waiters was seen at %1</source>
        <translation>在 %1 未发现既有持有者又有等待者的队列</translation>
    </message>
    <message>
        <source>the locks of %1 could not be read in time</source>
        <translation>未能及时读取 %1 的锁</translation>
    </message>
    <message>
        <source>could not save the picture as %1: is the folder there, and is the ending .png?</source>
        <translation>无法将图片保存为 %1：文件夹是否存在，扩展名是否为 .png？</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AboutDialog</name>
    <message>
        <source>About Lockscope</source>
        <translation>关于 Lockscope</translation>
    </message>
    <message>
        <source>Who holds a distributed lock, who waits for it, and why; and how to free one that is stuck, safely.</source>
        <translation>分布式锁由谁持有、谁在等待、为何等待，以及如何安全地释放卡住的锁。</translation>
    </message>
    <message>
        <source>Copyright 2026 The Lockscope Authors. Free under the terms of the Apache License, Version 2.0, and without any warranty:</source>
        <translation>版权所有 2026 The Lockscope Authors。依据 Apache License, Version 2.0 的条款自由使用，不提供任何担保：</translation>
    </message>
    <message>
        <source>The licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Copy versions</source>
        <translation>复制版本信息</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ActionLogModel</name>
    <message>
        <source>released</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>let go</source>
        <translation>已应请求释放</translation>
    </message>
    <message>
        <source>did not let go</source>
        <translation>未应请求释放</translation>
    </message>
    <message>
        <source>already gone</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>ask</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>no outcome written</source>
        <translation>未写入结果</translation>
    </message>
    <message>
        <source>the program ended before it could note what came of it</source>
        <translation>程序在记录结果之前已结束</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Act</source>
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
        <source>By</source>
        <translation>操作者</translation>
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
</context>
<context>
    <name>lockscope::ui::ActionLogPanel</name>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Filter the audit trail</source>
        <translation>筛选审计记录</translation>
    </message>
    <message>
        <source>Filter: a lock, client, user, reason, ticket…</source>
        <translation>筛选：锁、客户端、用户、原因、工单…</translation>
    </message>
    <message>
        <source>Only acts with this outcome</source>
        <translation>仅显示此结果的操作</translation>
    </message>
    <message>
        <source>every outcome</source>
        <translation>全部结果</translation>
    </message>
    <message>
        <source>Save what is shown as CSV or JSON</source>
        <translation>将显示的内容保存为 CSV 或 JSON</translation>
    </message>
    <message>
        <source>Audit trail</source>
        <translation>审计记录</translation>
    </message>
    <message>
        <source>The audit trail can&apos;t be read</source>
        <translation>无法读取审计记录</translation>
    </message>
    <message>
        <source>%1 lines could not be read</source>
        <translation>%1 行无法读取</translation>
    </message>
    <message>
        <source>Nothing was released yet</source>
        <translation>尚未释放过任何锁</translation>
    </message>
    <message>
        <source>Each release is noted in %1 before and after.</source>
        <translation>每次释放前后都会记录到 %1。</translation>
    </message>
    <message>
        <source>Nothing that was done fits the filter</source>
        <translation>没有符合筛选条件的操作</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ActivityModel</name>
    <message>
        <source>joined</source>
        <translation>入队</translation>
    </message>
    <message>
        <source>granted</source>
        <translation>获得锁</translation>
    </message>
    <message>
        <source>left</source>
        <translation>离开</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>会话终止</translation>
    </message>
    <message>
        <source>asked to let go</source>
        <translation>被请求释放</translation>
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
        <source>event of another kind</source>
        <translation>其他类型的事件</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ActivityPanel</name>
    <message>
        <source>Filter the activity</source>
        <translation>筛选活动</translation>
    </message>
    <message>
        <source>Filter: a lock, client, event…</source>
        <translation>筛选：锁、客户端、事件…</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Activity of the recording</source>
        <translation>录制文件中的活动</translation>
    </message>
    <message>
        <source>Nothing happened in this recording</source>
        <translation>此录制文件中没有发生任何事件</translation>
    </message>
    <message>
        <source>Nobody joined a queue, was granted a lock or left while it was made.</source>
        <translation>录制期间没有客户端加入队列、获得锁或离开。</translation>
    </message>
    <message>
        <source>Nothing happened yet</source>
        <translation>尚未发生任何事件</translation>
    </message>
    <message>
        <source>Who joins a queue, is granted a lock or leaves will be written here.</source>
        <translation>客户端加入队列、获得锁或离开时会记录在此。</translation>
    </message>
    <message>
        <source>Nothing that happened fits the filter</source>
        <translation>没有符合筛选条件的事件</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ClosedStatusEndpoints</name>
    <message>
        <source>To open it, add to its zoo.cfg:
%1</source>
        <translation>要开放它，请在其 zoo.cfg 中加入：
%1</translation>
    </message>
    <message>
        <source>To open one of them, add to its zoo.cfg:
%1
or:
%2</source>
        <translation>要开放其中之一，请在其 zoo.cfg 中加入：
%1
或：
%2</translation>
    </message>
    <message>
        <source>owner addresses: no server tells them</source>
        <translation>所有者地址：没有服务器提供</translation>
    </message>
    <message>
        <source>owner addresses: %1</source>
        <translation>所有者地址：%1</translation>
    </message>
    <message>
        <source>owner addresses: %1 on %2 of %3 servers</source>
        <translation>所有者地址：%1（%3 台服务器中的 %2 台）</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ConnectDialog</name>
    <message>
        <source>Connect to an ensemble</source>
        <translation>连接到集群</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Roots</source>
        <translation>根路径</translation>
    </message>
    <message>
        <source>/   (several: separated by blanks)</source>
        <translation>/   （多个路径用空格分隔）</translation>
    </message>
    <message>
        <source>Recent connections</source>
        <translation>最近的连接</translation>
    </message>
    <message>
        <source>&amp;Servers</source>
        <translation>服务器(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Roots</source>
        <translation>根路径(&amp;R)</translation>
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
        <source>Start sandbox</source>
        <translation>启动沙箱</translation>
    </message>
    <message>
        <source>A throw-away server on this machine, gone when this window closes</source>
        <translation>在本机启动一台临时服务器，窗口关闭后即销毁</translation>
    </message>
    <message>
        <source>Open recording…</source>
        <translation>打开录制文件…</translation>
    </message>
    <message>
        <source>Look at a recording or an audit log, without any server</source>
        <translation>查看录制文件或审计日志，无需任何服务器</translation>
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
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>New…</source>
        <translation>新建…</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>修改…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Forget the connection; nothing happens to the ensemble</source>
        <translation>仅移除此连接的记录，集群不受任何影响</translation>
    </message>
    <message>
        <source>Forget passwords</source>
        <translation>清除密码</translation>
    </message>
    <message>
        <source>Remove from the system&apos;s keychain what is kept there for this connection</source>
        <translation>从系统钥匙串中移除为此连接保存的内容</translation>
    </message>
    <message>
        <source>production</source>
        <translation>生产环境</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>只读</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Connection</name>
    <message>
        <source>connect to an ensemble first; nothing was deleted</source>
        <translation>请先连接到集群；没有删除任何内容</translation>
    </message>
    <message>
        <source>connect to an ensemble first</source>
        <translation>请先连接到集群</translation>
    </message>
    <message>
        <source>the connection was closed before there was an answer</source>
        <translation>在得到答复之前连接已关闭</translation>
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
        <source>Nobody chosen</source>
        <translation>未选择竞争者</translation>
    </message>
    <message>
        <source>Choose a contender to see who it is, on which host, since when.</source>
        <translation>选择一个竞争者，即可查看它是谁、在哪台主机上、从何时开始。</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>nobody holds it and nobody waits</source>
        <translation>无人持有，也无人等待</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FileWriter</name>
    <message>
        <source>%1 can&apos;t be written: %2. What was there is as it was; save it elsewhere.</source>
        <translation>无法写入 %1：%2。原有内容未变；请保存到其他位置。</translation>
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
        <source>What was found</source>
        <translation>查找结果</translation>
    </message>
    <message>
        <source>Nothing of that name is in the picture, and nothing can be done by it.</source>
        <translation>当前画面中没有此名称，也没有相应的操作。</translation>
    </message>
    <message>
        <source>There is no picture yet, and nothing can be done by that name.</source>
        <translation>尚无画面，也没有此名称的操作。</translation>
    </message>
    <message>
        <source>Ctrl K</source>
        <translation>Ctrl K</translation>
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
        <translation>提示</translation>
    </message>
    <message>
        <source>Seen: %1</source>
        <translation>依据：%1</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>建议：%1</translation>
    </message>
    <message>
        <source>Node: %1</source>
        <translation>节点：%1</translation>
    </message>
    <message>
        <source>and %1 more nodes</source>
        <translation>另有 %1 个节点</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%2 处的“%1”</translation>
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
        <source>Show all</source>
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
        <source>Press to hide these or show them again</source>
        <translation>按下可隐藏或重新显示此类问题</translation>
    </message>
    <message>
        <source>The chosen finding</source>
        <translation>所选问题</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>转到该处</translation>
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
        <source>Show %1</source>
        <translation>显示：%1</translation>
    </message>
    <message>
        <source>%1 critical</source>
        <translation>严重 %1</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>警告 1</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>警告 %1</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>提示 1</translation>
    </message>
    <message>
        <source>%1 notes</source>
        <translation>提示 %1</translation>
    </message>
    <message>
        <source>All findings are hidden</source>
        <translation>所有问题都已隐藏</translation>
    </message>
    <message>
        <source>The buttons above say which.</source>
        <translation>上方按钮标明了隐藏的类别。</translation>
    </message>
    <message>
        <source>Nothing to look at yet</source>
        <translation>尚无可查看的内容</translation>
    </message>
    <message>
        <source>What is wrong with the locks will stand here: deadlocks, dead owners, who waits too long.</source>
        <translation>锁的问题会显示在此：死锁、失效的所有者、等待过久的客户端。</translation>
    </message>
    <message>
        <source>Waiting for the first picture…</source>
        <translation>正在等待首个画面…</translation>
    </message>
    <message>
        <source>Nothing was wrong then</source>
        <translation>当时没有问题</translation>
    </message>
    <message>
        <source>As far as the recording tells.</source>
        <translation>以录制文件所记录的内容为限。</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Nothing is wrong so far; not everything is read yet.</source>
        <translation>目前没有发现问题；尚未读完全部内容。</translation>
    </message>
    <message>
        <source>Nothing was wrong</source>
        <translation>当时没有问题</translation>
    </message>
    <message>
        <source>When the picture was taken. Nobody knows how it is now.</source>
        <translation>以画面采集时为准，当前状况未知。</translation>
    </message>
    <message>
        <source>Nothing is wrong, as far as this looks</source>
        <translation>在可检查的范围内没有问题</translation>
    </message>
    <message>
        <source>The servers did not tell who owns the sessions: dead and silent owners would not be seen.</source>
        <translation>服务器未提供会话所有者的信息：无法发现失效或静默的所有者。</translation>
    </message>
    <message>
        <source>No deadlock, no dead or silent owner, nobody who holds or waits for too long.</source>
        <translation>没有死锁，没有失效或静默的所有者，也没有持有或等待过久的客户端。</translation>
    </message>
    <message>
        <source>Seen: %1</source>
        <translation>依据：%1</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>建议：%1</translation>
    </message>
    <message>
        <source>Not every server tells who owns the sessions: some dead or silent owners would not be seen.</source>
        <translation>并非每台服务器都提供会话所有者的信息：可能无法发现某些失效或静默的所有者。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Histogram</name>
    <message>
        <source>%1 to %2: %3 times</source>
        <translation>%1 至 %2：%3 次</translation>
    </message>
    <message>
        <source>%1 times · half ≤ %2 · 99 % ≤ %3 · longest %4</source>
        <translation>%1 次 · 50% ≤ %2 · 99% ≤ %3 · 最长 %4</translation>
    </message>
    <message>
        <source>%1 more not seen from beginning to end</source>
        <translation>另有 %1 次未观察到完整过程</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ImageActions</name>
    <message>
        <source>recording %1</source>
        <translation>录制文件 %1</translation>
    </message>
    <message>
        <source>as last seen</source>
        <translation>最后所见</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>保存图片…</translation>
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
        <source>Save the picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>the picture is too large to be drawn; save it as SVG</source>
        <translation>图片过大，无法绘制；请保存为 SVG</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::IncidentReport</name>
    <message>
        <source>From the recording %1: all of this is as it was at %2, and not as it is now.</source>
        <translation>来自录制文件 %1：全部内容均为 %2 时的状态，并非当前状态。</translation>
    </message>
    <message>
        <source>There was no connection: all of this is as it was last seen, at %1.</source>
        <translation>当时没有连接：全部内容均为最后所见的状态，时间 %1。</translation>
    </message>
    <message>
        <source>The picture stood still: all of this is as it was at %1.</source>
        <translation>当时画面已冻结：全部内容均为 %1 时的状态。</translation>
    </message>
    <message>
        <source>Connection and time</source>
        <translation>连接与时间</translation>
    </message>
    <message>
        <source>Report made</source>
        <translation>报告生成时间</translation>
    </message>
    <message>
        <source>Time shown</source>
        <translation>显示的时间</translation>
    </message>
    <message>
        <source>As of</source>
        <translation>截至</translation>
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
        <source>Picture taken</source>
        <translation>画面采集时间</translation>
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
        <source>no: not everything could be read</source>
        <translation>否：部分内容无法读取</translation>
    </message>
    <message>
        <source>Servers asked</source>
        <translation>服务器查询</translation>
    </message>
    <message>
        <source>no: hosts come from payloads</source>
        <translation>否：主机信息来自节点数据</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>No lock stood at %1 at this time.</source>
        <translation>此时 %1 处没有锁。</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>锁实现</translation>
    </message>
    <message>
        <source>Held by</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Held for</source>
        <translation>已持有</translation>
    </message>
    <message>
        <source>May hold at a time</source>
        <translation>可同时持有数</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Longest wait</source>
        <translation>最长等待</translation>
    </message>
    <message>
        <source>Unrecognised nodes</source>
        <translation>未识别的节点</translation>
    </message>
    <message>
        <source>Listed</source>
        <translation>列出时间</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Nothing was found to be wrong with this lock.</source>
        <translation>未发现此锁有任何问题。</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>What</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Next</source>
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
        <source>Nobody held it and nobody waited.</source>
        <translation>当时无人持有，也无人等待。</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>waits</source>
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
        <source>For</source>
        <translation>已持续</translation>
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
        <source>Waits on</source>
        <translation>等待对象</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Nobody was seen to wait for it or to hold it.</source>
        <translation>未观察到任何等待或持有。</translation>
    </message>
    <message>
        <source>Thin bars wait, thick bars hold; a cross ends what did not let go by itself.</source>
        <translation>细条表示等待，粗条表示持有；叉号表示并非自行释放的结束。</translation>
    </message>
    <message>
        <source>It shows all of the recording, also what came after the time of this report.</source>
        <translation>其中显示整个录制文件，也包括此报告时间之后的内容。</translation>
    </message>
    <message>
        <source>Sessions involved</source>
        <translation>相关会话</translation>
    </message>
    <message>
        <source>in no server&apos;s list</source>
        <translation>不在任何服务器的列表中</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
    <message>
        <source>No session is known to be in its queue.</source>
        <translation>其队列中没有已知的会话。</translation>
    </message>
    <message>
        <source>Known from</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Heard</source>
        <translation>最近通信</translation>
    </message>
    <message>
        <source>Expires in</source>
        <translation>距过期</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生的事件</translation>
    </message>
    <message>
        <source>Nobody was seen to come or go.</source>
        <translation>未观察到任何客户端进出。</translation>
    </message>
    <message>
        <source>The newest %1; %2 before them are left out.</source>
        <translation>最新的 %1 个事件；更早的 %2 个已省略。</translation>
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
        <source>After</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>已执行的操作</translation>
    </message>
    <message>
        <source>The audit trail can&apos;t be read: %1</source>
        <translation>无法读取审计记录：%1</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>ask</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>no outcome written</source>
        <translation>未写入结果</translation>
    </message>
    <message>
        <source>Act</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>By</source>
        <translation>操作者</translation>
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
        <source>Nothing was done to this lock from this machine, by this user.</source>
        <translation>此用户未从本机对此锁执行过任何操作。</translation>
    </message>
    <message>
        <source>At this path by other connections, which may lead to other ensembles:</source>
        <translation>以下操作经由其他连接在此路径执行，可能属于其他集群：</translation>
    </message>
    <message>
        <source>%1 lines of the trail could not be read.</source>
        <translation>审计记录中有 %1 行无法读取。</translation>
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
</context>
<context>
    <name>lockscope::ui::IncidentReporter</name>
    <message>
        <source>Save an incident report of %1</source>
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
</context>
<context>
    <name>lockscope::ui::KeysDialog</name>
    <message>
        <source>Keyboard</source>
        <translation>键盘</translation>
    </message>
    <message>
        <source>Keys and what they do</source>
        <translation>按键及其作用</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>作用</translation>
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
        <source>The next or the previous of what was found</source>
        <translation>下一个或上一个查找结果</translation>
    </message>
    <message>
        <source>Go there, or do it</source>
        <translation>转到该处，或执行操作</translation>
    </message>
    <message>
        <source>Give up</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>The next lock or directory</source>
        <translation>下一个锁或目录</translation>
    </message>
    <message>
        <source>Close or open a directory</source>
        <translation>折叠或展开目录</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Go to what it is about</source>
        <translation>转到问题所在之处</translation>
    </message>
    <message>
        <source>Copy it</source>
        <translation>复制问题</translation>
    </message>
    <message>
        <source>Choose none</source>
        <translation>取消选择</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>In the table: the next contender</source>
        <translation>在表格中：下一个竞争者</translation>
    </message>
    <message>
        <source>In the lane: the next contender</source>
        <translation>在队列图中：下一个竞争者</translation>
    </message>
    <message>
        <source>In the lane: the first or the last one</source>
        <translation>在队列图中：首个或末个竞争者</translation>
    </message>
    <message>
        <source>Follow the holder again, whoever it is</source>
        <translation>重新跟随持有者，无论是谁</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Earlier, later</source>
        <translation>更早、更晚</translation>
    </message>
    <message>
        <source>The next client</source>
        <translation>下一个客户端</translation>
    </message>
    <message>
        <source>The client&apos;s next wait or hold</source>
        <translation>该客户端的下一次等待或持有</translation>
    </message>
    <message>
        <source>Look closer, see more</source>
        <translation>放大、缩小</translation>
    </message>
    <message>
        <source>All of it, or follow the present</source>
        <translation>显示全部，或跟随当前</translation>
    </message>
    <message>
        <source>Wait-for graph</source>
        <translation>等待图</translation>
    </message>
    <message>
        <source>Along an arrow, back or ahead</source>
        <translation>沿箭头后退或前进</translation>
    </message>
    <message>
        <source>What lies beside it</source>
        <translation>相邻的会话</translation>
    </message>
    <message>
        <source>The first one</source>
        <translation>第一个</translation>
    </message>
    <message>
        <source>Go to its lock</source>
        <translation>转到对应的锁</translation>
    </message>
    <message>
        <source>All of it</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Move the picture</source>
        <translation>移动图形</translation>
    </message>
    <message>
        <source>Any table or picture</source>
        <translation>任意表格或图形</translation>
    </message>
    <message>
        <source>In a table: copy the chosen rows</source>
        <translation>在表格中：复制所选行</translation>
    </message>
    <message>
        <source>Save it as a file</source>
        <translation>保存为文件</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>回放</translation>
    </message>
    <message>
        <source>On the track: play or pause</source>
        <translation>在进度条上：播放或暂停</translation>
    </message>
    <message>
        <source>On the track: earlier, later</source>
        <translation>在进度条上：更早、更晚</translation>
    </message>
    <message>
        <source>Queue length</source>
        <translation>队列长度</translation>
    </message>
    <message>
        <source>Another moment</source>
        <translation>另一时刻</translation>
    </message>
    <message>
        <source>In a replay: go to that moment</source>
        <translation>在回放中：转到该时刻</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Go to what it holds, or waits for</source>
        <translation>转到其持有或等待的锁</translation>
    </message>
    <message>
        <source>Simulation</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>In a field: run it</source>
        <translation>在输入框中：运行</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>On the track: a tenth earlier, later</source>
        <translation>在进度条上：向前、向后十分之一</translation>
    </message>
    <message>
        <source>On the track: the beginning, the end</source>
        <translation>在进度条上：开头、结尾</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LocksModel</name>
    <message>
        <source>1 finding</source>
        <translation>1 个问题</translation>
    </message>
    <message>
        <source>%1 findings</source>
        <translation>%1 个问题</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>严重</translation>
    </message>
    <message>
        <source>a warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>a note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>%1, the worst is %2</source>
        <translation>%1，最严重级别：%2</translation>
    </message>
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
    <message>
        <source>1 lock</source>
        <translation>1 个锁</translation>
    </message>
    <message>
        <source>%1 locks</source>
        <translation>%1 个锁</translation>
    </message>
    <message>
        <source>no session!</source>
        <translation>无会话！</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LocksPanel</name>
    <message>
        <source>LOCKS</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Order of the locks</source>
        <translation>锁的排序方式</translation>
    </message>
    <message>
        <source>worst first</source>
        <translation>最严重优先</translation>
    </message>
    <message>
        <source>by name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>longest queue</source>
        <translation>队列最长优先</translation>
    </message>
    <message>
        <source>Filter the locks</source>
        <translation>筛选锁</translation>
    </message>
    <message>
        <source>Filter locks…</source>
        <translation>筛选锁…</translation>
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
        <source>The locks of an ensemble will be shown here.</source>
        <translation>集群中的锁会显示在此。</translation>
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
        <source>No locks here</source>
        <translation>此处没有锁</translation>
    </message>
    <message>
        <source>Nothing below the roots looks like a lock. Run a simulation below to see one.</source>
        <translation>根路径下没有看似锁的节点。可在下方运行模拟来查看。</translation>
    </message>
    <message>
        <source>Nothing below the roots looks like a lock.</source>
        <translation>根路径下没有看似锁的节点。</translation>
    </message>
    <message>
        <source>No locks could be read</source>
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
        <source>No locks were seen before. It goes on by itself when the server is back.</source>
        <translation>此前未发现任何锁。服务器恢复后会自动继续。</translation>
    </message>
    <message>
        <source>No locks then</source>
        <translation>当时没有锁</translation>
    </message>
    <message>
        <source>At this time of the recording there was none. Ctrl+Right goes to what happened next.</source>
        <translation>录制文件的此刻没有锁。按 Ctrl+Right 可转到下一个事件。</translation>
    </message>
    <message>
        <source>No lock fits the filter</source>
        <translation>没有符合筛选条件的锁</translation>
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
        <source>The incident report is saved to %1</source>
        <translation>事件报告已保存到 %1</translation>
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
        <source>Queue and timeline</source>
        <translation>队列与时间线</translation>
    </message>
    <message>
        <source>Details and release</source>
        <translation>详情与释放</translation>
    </message>
    <message>
        <source>Wait-for graph</source>
        <translation>等待图</translation>
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
        <source>Audit</source>
        <translation>审计</translation>
    </message>
    <message>
        <source>The selected finding concerns no lock. Select the contender to release.</source>
        <translation>所选的发现不涉及任何锁。请选择要释放的竞争者。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Notice</name>
    <message>
        <source>Close the notice</source>
        <translation>关闭通知</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::PayloadView</name>
    <message>
        <source>Form of the payload</source>
        <translation>数据的显示形式</translation>
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
    <message>
        <source>text, %1 bytes</source>
        <translation>文本，%1 字节</translation>
    </message>
    <message>
        <source>JSON, %1 bytes</source>
        <translation>JSON，%1 字节</translation>
    </message>
    <message>
        <source>not text, %1 bytes</source>
        <translation>非文本，%1 字节</translation>
    </message>
    <message>
        <source>%1; the first %2 are here</source>
        <translation>%1；此处为前 %2</translation>
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
        <source> a second</source>
        <translation> 次/秒</translation>
    </message>
    <message>
        <source>as many as are answered</source>
        <translation>不限，随应答速度而定</translation>
    </message>
    <message>
        <source>the usual number</source>
        <translation>默认数量</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>As the system has it</source>
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
        <source>A FINDING IS</source>
        <translation>以下情况视为问题</translation>
    </message>
    <message>
        <source>A lock &amp;held for more than</source>
        <translation>锁被持有超过(&amp;H)</translation>
    </message>
    <message>
        <source>A lock &amp;waited for, for more than</source>
        <translation>锁被等待超过(&amp;W)</translation>
    </message>
    <message>
        <source>A wish to let go &amp;ignored for more than</source>
        <translation>释放请求被忽略超过(&amp;I)</translation>
    </message>
    <message>
        <source>CONNECTIONS THAT ARE NOT SAVED</source>
        <translation>未保存的连接</translation>
    </message>
    <message>
        <source>&amp;Requests</source>
        <translation>请求速率(&amp;R)</translation>
    </message>
    <message>
        <source>Watches at &amp;most</source>
        <translation>监视数上限(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Requests and watches count from the next connection on. Latches and leader elections are never reported as held or waited for too long.</source>
        <translation>请求速率和监视数上限从下一次连接起生效。选举（LeaderLatch 等）不会被报告为持有或等待过久。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProfileDialog</name>
    <message>
        <source>New connection</source>
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
        <source>Servers and limits</source>
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
        <source>What it is called here</source>
        <translation>在此处显示的名称</translation>
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
        <source>&amp;Servers</source>
        <translation>服务器(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Roots</source>
        <translation>根路径(&amp;R)</translation>
    </message>
    <message>
        <source>/   (several: separated by blanks)</source>
        <translation>/   （多个路径用空格分隔）</translation>
    </message>
    <message>
        <source>&amp;Production: read-only until it is unlocked by its name</source>
        <translation>生产环境：输入名称解锁前为只读(&amp;P)</translation>
    </message>
    <message>
        <source>Read-&amp;only until it is unlocked by a click</source>
        <translation>只读：单击解锁前不可修改(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Unlocked for</source>
        <translation>解锁时长(&amp;U)</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>&amp;User (digest)</source>
        <translation>用户（digest）(&amp;U)</translation>
    </message>
    <message>
        <source>Nobody; the password is asked for when it connects</source>
        <translation>留空则匿名；密码在连接时询问</translation>
    </message>
    <message>
        <source>&amp;TLS; certificates and names are always checked</source>
        <translation>TLS；始终校验证书和名称(&amp;T)</translation>
    </message>
    <message>
        <source>Au&amp;thorities</source>
        <translation>CA 证书(&amp;T)</translation>
    </message>
    <message>
        <source>PEM file; the system&apos;s</source>
        <translation>PEM 文件；留空则使用系统证书</translation>
    </message>
    <message>
        <source>Our &amp;certificate</source>
        <translation>客户端证书(&amp;C)</translation>
    </message>
    <message>
        <source>PEM file; none</source>
        <translation>PEM 文件；留空则不使用</translation>
    </message>
    <message>
        <source>Its &amp;key</source>
        <translation>证书私钥(&amp;K)</translation>
    </message>
    <message>
        <source>PEM file</source>
        <translation>PEM 文件</translation>
    </message>
    <message>
        <source>Servers&apos; na&amp;me</source>
        <translation>服务器名称(&amp;M)</translation>
    </message>
    <message>
        <source>As in the servers&apos; address</source>
        <translation>默认与服务器地址一致</translation>
    </message>
    <message>
        <source>&amp;SSH server</source>
        <translation>SSH 服务器(&amp;S)</translation>
    </message>
    <message>
        <source>None; user@host, or a Host of yours</source>
        <translation>留空则不使用；user@host，或 SSH 配置中的 Host</translation>
    </message>
    <message>
        <source>SSH con&amp;figuration</source>
        <translation>SSH 配置(&amp;F)</translation>
    </message>
    <message>
        <source>Your own</source>
        <translation>默认使用当前用户的配置</translation>
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
        <source>One for all, or one a server; none: they are not asked</source>
        <translation>一个端口通用，或每台服务器一个；留空则不查询</translation>
    </message>
    <message>
        <source>AdminServers speak &amp;HTTPS, trusted as under TLS</source>
        <translation>AdminServer 使用 HTTPS，信任设置同 TLS(&amp;H)</translation>
    </message>
    <message>
        <source>Ask the servers by &amp;four-letter words</source>
        <translation>用四字命令查询服务器(&amp;F)</translation>
    </message>
    <message>
        <source>At most &amp;requests</source>
        <translation>请求速率上限(&amp;R)</translation>
    </message>
    <message>
        <source> a second</source>
        <translation> 次/秒</translation>
    </message>
    <message>
        <source>as many as are answered</source>
        <translation>不限，随应答速度而定</translation>
    </message>
    <message>
        <source>At most &amp;watches</source>
        <translation>监视数上限(&amp;W)</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>默认</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueueHeader</name>
    <message>
        <source>Incident report</source>
        <translation>事件报告</translation>
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
        <translation>等待数未知</translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>%1 个等待</translation>
    </message>
    <message>
        <source>longest wait %1</source>
        <translation>最长等待 %1</translation>
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
        <translation>%1 个在读，%2</translation>
    </message>
    <message>
        <source>writing, %1</source>
        <translation>写入中，%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueueLane</name>
    <message>
        <source>Queue: no lock is chosen</source>
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
        <source>too many to draw</source>
        <translation>数量过多，无法绘出</translation>
    </message>
    <message>
        <source>arrow = waits on, by the recipe&apos;s rule</source>
        <translation>箭头 = 等待对象，依锁实现的规则</translation>
    </message>
    <message>
        <source>Nobody holds it and nobody waits: the lock is free.</source>
        <translation>无人持有，也无人等待：锁处于空闲状态。</translation>
    </message>
    <message>
        <source>Waiters have no node here: how many wait is unknown.</source>
        <translation>等待者在此没有节点：等待数未知。</translation>
    </message>
    <message>
        <source>It was not seen to watch whom it waits for.</source>
        <translation>未见它监视所等待的对象。</translation>
    </message>
    <message>
        <source>arrow = waits on, by the recipe&apos;s rule; dashed = no such watch seen</source>
        <translation>箭头 = 按配方规则所等待的对象；虚线 = 未见相应监视</translation>
    </message>
    <message>
        <source>A finding names it: %1.</source>
        <translation>有一项发现涉及它：%1。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueueLengthChart</name>
    <message>
        <source>Queue length over time</source>
        <translation>队列长度随时间的变化</translation>
    </message>
    <message>
        <source>At most %1 waited at a time</source>
        <translation>同时等待数最多为 %1</translation>
    </message>
    <message>
        <source>%1 waiting at most, from %2 on</source>
        <translation>自 %2 起，最多 %1 个等待</translation>
    </message>
    <message>
        <source>nobody has queued since we look</source>
        <translation>开始观察以来无人排队</translation>
    </message>
    <message>
        <source>at most %1 waited at a time</source>
        <translation>同时等待数最多为 %1</translation>
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
        <source>Since</source>
        <translation>已持续</translation>
    </message>
    <message>
        <source>Waits on</source>
        <translation>等待对象</translation>
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
        <source>If it takes long: is the server running, and may this machine reach it?</source>
        <translation>若耗时过长：服务器是否在运行，本机能否访问它？</translation>
    </message>
    <message>
        <source>Reading the locks…</source>
        <translation>正在读取锁…</translation>
    </message>
    <message>
        <source>%1 was not there</source>
        <translation>%1 当时不存在</translation>
    </message>
    <message>
        <source>No lock stood at this path at this time of the recording. Ctrl+Right and Ctrl+Left go to what happened next and before.</source>
        <translation>录制文件的此刻，该路径上没有锁。按 Ctrl+Right 和 Ctrl+Left 可转到下一个和上一个事件。</translation>
    </message>
    <message>
        <source>%1 is not there</source>
        <translation>%1 不存在</translation>
    </message>
    <message>
        <source>No lock stands at this path now. It will be shown here when it appears.</source>
        <translation>该路径上目前没有锁，出现后会显示在此。</translation>
    </message>
    <message>
        <source>No locks then</source>
        <translation>当时没有锁</translation>
    </message>
    <message>
        <source>At this time of the recording there was none.</source>
        <translation>录制文件的此刻没有锁。</translation>
    </message>
    <message>
        <source>No locks here</source>
        <translation>此处没有锁</translation>
    </message>
    <message>
        <source>Run a simulation below to see clients queue for one.</source>
        <translation>可在下方运行模拟，观察客户端排队争锁。</translation>
    </message>
    <message>
        <source>They will be shown here when they appear.</source>
        <translation>锁出现后会显示在此。</translation>
    </message>
    <message>
        <source>Choose a lock</source>
        <translation>选择一个锁</translation>
    </message>
    <message>
        <source>Pick one on the left, or press Ctrl+K and type a lock, client, host or session.</source>
        <translation>在左侧选择，或按 Ctrl+K 并输入锁、客户端、主机或会话。</translation>
    </message>
    <message>
        <source>It has to speak without TLS there, as at its clientPort: for a port with TLS use a saved connection with TLS.</source>
        <translation>该端口须不使用 TLS，如服务器的 clientPort：若端口使用 TLS，请使用启用了 TLS 的已保存连接。</translation>
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
</context>
<context>
    <name>lockscope::ui::RecordingChoice</name>
    <message>
        <source>Open a recording or an audit log</source>
        <translation>打开录制文件或审计日志</translation>
    </message>
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
</context>
<context>
    <name>lockscope::ui::ReleaseBox</name>
    <message>
        <source>RELEASE</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Choose who shall let go of the lock.</source>
        <translation>选择要让谁释放锁。</translation>
    </message>
    <message>
        <source>1 Ask</source>
        <translation>1 请求</translation>
    </message>
    <message>
        <source>2 Wait</source>
        <translation>2 等待</translation>
    </message>
    <message>
        <source>3 Delete</source>
        <translation>3 删除</translation>
    </message>
    <message>
        <source>Release…</source>
        <translation>释放…</translation>
    </message>
    <message>
        <source>Release the chosen contender</source>
        <translation>释放所选竞争者</translation>
    </message>
    <message>
        <source>The chosen contender has left the queue: nothing to release.</source>
        <translation>所选竞争者已离开队列：没有可释放的对象。</translation>
    </message>
    <message>
        <source>The connected server is read-only: it has no quorum</source>
        <translation>所连接的服务器为只读：没有法定多数</translation>
    </message>
    <message>
        <source>This connection is read-only: unlock it first (Ctrl+L)</source>
        <translation>此连接为只读：请先解锁（Ctrl+L）</translation>
    </message>
    <message>
        <source>The node is still being read.</source>
        <translation>节点仍在读取中。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReleaseDialog</name>
    <message>
        <source>Deleted: %1 is gone.</source>
        <translation>已删除：%1 已消失。</translation>
    </message>
    <message>
        <source>Deleted: %1 has left the queue.</source>
        <translation>已删除：%1 已离开队列。</translation>
    </message>
    <message>
        <source>That could not be verified.</source>
        <translation>但无法核实。</translation>
    </message>
    <message>
        <source>Nobody holds the lock now.</source>
        <translation>现在无人持有此锁。</translation>
    </message>
    <message>
        <source>%1 holds the lock now, after %2.</source>
        <translation>%2后，此锁由 %1 持有。</translation>
    </message>
    <message>
        <source>This could not be noted: %1</source>
        <translation>此操作未能记录：%1</translation>
    </message>
    <message>
        <source>It is no longer what was shown, so nothing was deleted. %1</source>
        <translation>节点已与所示不符，因此未删除任何内容。%1</translation>
    </message>
    <message>
        <source>The node is gone already; nothing was deleted.</source>
        <translation>节点已不存在；未删除任何内容。</translation>
    </message>
    <message>
        <source>Nobody knows whether it was deleted: look at the queue again. %1</source>
        <translation>无法确定是否已删除：请重新查看队列。%1</translation>
    </message>
    <message>
        <source>Not deleted. %1</source>
        <translation>未删除。%1</translation>
    </message>
    <message>
        <source>Nobody was asked, or nobody knows. %1</source>
        <translation>未发出请求，或无法确定是否已发出。%1</translation>
    </message>
    <message>
        <source>It was asked, and has let go after %1.</source>
        <translation>已请求，并在 %1后释放。</translation>
    </message>
    <message>
        <source>It was asked, and has not let go within %1.</source>
        <translation>已请求，但 %1内仍未释放。</translation>
    </message>
    <message>
        <source>Reading %1 afresh…</source>
        <translation>正在重新读取 %1…</translation>
    </message>
    <message>
        <source>Release a lock</source>
        <translation>释放锁</translation>
    </message>
    <message>
        <source>The lock&apos;s name</source>
        <translation>锁的名称</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Why; it is kept in the audit trail</source>
        <translation>释放原因；会保留在审计记录中</translation>
    </message>
    <message>
        <source>Ticket</source>
        <translation>工单</translation>
    </message>
    <message>
        <source>Where it is discussed, if anywhere</source>
        <translation>讨论所在之处（如有）</translation>
    </message>
    <message>
        <source>&amp;Lock&apos;s name</source>
        <translation>锁的名称(&amp;L)</translation>
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
        <source>Ask it to let go</source>
        <translation>请求释放</translation>
    </message>
    <message>
        <source>Delete the node</source>
        <translation>删除节点</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Asked; waiting whether it lets go…</source>
        <translation>已发出请求；正在等待其释放…</translation>
    </message>
    <message>
        <source>Deleting…</source>
        <translation>正在删除…</translation>
    </message>
    <message>
        <source>%1 can&apos;t be released</source>
        <translation>无法释放 %1</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Take %1 away from %2?</source>
        <translation>从 %2 手中收回 %1？</translation>
    </message>
    <message>
        <source>Remove %1 from the queue of %2?</source>
        <translation>将 %1 移出 %2 的队列？</translation>
    </message>
    <message>
        <source>This is not the node that you looked at: it was replaced in the meantime (czxid %1, not %2). Nothing was deleted; look at the queue again.</source>
        <translation>这不是之前查看的节点：其间已被替换（czxid 为 %1，而非 %2）。未删除任何内容；请重新查看队列。</translation>
    </message>
    <message>
        <source>Type %1</source>
        <translation>请输入 %1</translation>
    </message>
    <message>
        <source>%1 holds the lock now, and %2 besides.</source>
        <translation>%1 现在持有锁，另有 %2 个持有者。</translation>
    </message>
    <message>
        <source>The connection was closed or changed meanwhile: nothing was deleted, and nothing can be done from here any more.</source>
        <translation>连接已在此期间关闭或更换：未删除任何内容，此处无法再进行任何操作。</translation>
    </message>
    <message>
        <source>The node is gone: it was deleted, or its session has ended. Nothing is left to release.</source>
        <translation>节点已消失：它已被删除，或其会话已结束。没有可释放的内容。</translation>
    </message>
    <message>
        <source>The node has changed since you opened this dialog. %1</source>
        <translation>自打开此对话框以来，节点已更改。%1</translation>
    </message>
    <message>
        <source>The node has changed since you opened this dialog: %1.</source>
        <translation>自打开此对话框以来，节点已更改：%1。</translation>
    </message>
    <message>
        <source>%1 Look at the queue again.</source>
        <translation>%1请重新查看队列。</translation>
    </message>
    <message>
        <source>Values are live; changes since this dialog was opened are marked.</source>
        <translation>显示的值是实时的；自打开此对话框以来的更改已标出。</translation>
    </message>
    <message>
        <source>Values are %1 old: the connection does not answer.</source>
        <translation>显示的值是 %1 之前的：连接没有应答。</translation>
    </message>
    <message>
        <source>Finding (%1): %2</source>
        <translation>问题（%1）：%2</translation>
    </message>
    <message>
        <source>%1 — changed, was: %2</source>
        <translation>%1 — 已更改，原为：%2</translation>
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
        <source>Speed of the replay</source>
        <translation>回放速度</translation>
    </message>
    <message>
        <source>So many seconds of the recording a second</source>
        <translation>每秒播放录制文件中的秒数</translation>
    </message>
    <message>
        <source>%1×</source>
        <translation>%1×</translation>
    </message>
    <message>
        <source>Pause the replay</source>
        <translation>暂停回放</translation>
    </message>
    <message>
        <source>Play the recording</source>
        <translation>播放录制文件</translation>
    </message>
    <message>
        <source>%1 (Ctrl+. or, on the track, Space)</source>
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
    <message>
        <source>Reading %1…   %2 of %3 MB, %4 pictures</source>
        <translation>正在读取 %1…   %2/%3 MB，%4 帧画面</translation>
    </message>
    <message>
        <source>%1, recorded at %2</source>
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
        <source>being read…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Replayed time: %1</source>
        <translation>回放时间：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReplayController</name>
    <message>
        <source>the activity lists the last %1 events; the %2 before them are marks on the line only</source>
        <translation>活动仅列出最近 %1 个事件；更早的 %2 个只在时间轴上以标记显示</translation>
    </message>
    <message>
        <source>About %1</source>
        <translation>关于 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReplayPlayer</name>
    <message>
        <source>%1 could not be opened: %2.</source>
        <translation>无法打开 %1：%2。</translation>
    </message>
    <message>
        <source>Was it moved, or removed?</source>
        <translation>它是否已被移动或删除？</translation>
    </message>
    <message>
        <source>A recording is its user&apos;s alone: ask whoever made it.</source>
        <translation>录制文件仅限其所属用户访问：请联系录制者。</translation>
    </message>
    <message>
        <source>%1 was changed by somebody while it was shown: open it again.</source>
        <translation>%1 在显示期间被他人修改：请重新打开。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReplayTrack</name>
    <message>
        <source>Time of the recording</source>
        <translation>录制文件的时间</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SandboxHost</name>
    <message>
        <source>The sandbox&apos;s server has ended. Start the sandbox again for a fresh one.</source>
        <translation>沙箱的服务器已结束。请重新启动沙箱。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SaveLine</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save nothing</source>
        <translation>不保存</translation>
    </message>
    <message>
        <source>Hide this line</source>
        <translation>隐藏此行</translation>
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
        <source>Cancelled: %1 is not written</source>
        <translation>已取消：未写入 %1</translation>
    </message>
    <message>
        <source>Reading %1 of %2 rows for %3…</source>
        <translation>正在为 %3 读取第 %1/%2 行…</translation>
    </message>
    <message>
        <source>Too late to cancel: %1 is being written</source>
        <translation>来不及取消：%1 正在写入</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SecretsDialog</name>
    <message>
        <source>The system&apos;s keychain has not answered yet: perhaps it waits to be unlocked. What you type here works without it.</source>
        <translation>系统钥匙串尚未应答：可能正在等待解锁。在此输入密码无需钥匙串即可使用。</translation>
    </message>
    <message>
        <source>No keychain of this system answers%1, so nothing is kept, and you are asked each time.</source>
        <translation>系统中没有可用的钥匙串%1，因此不会保存任何内容，每次连接都会询问。</translation>
    </message>
    <message>
        <source>The system&apos;s keychain lets nobody in%1. Unlock it to have passwords kept.</source>
        <translation>系统钥匙串拒绝访问%1。解锁后才能保存密码。</translation>
    </message>
    <message>
        <source>Keep in the &amp;system&apos;s keychain</source>
        <translation>保存到系统钥匙串(&amp;S)</translation>
    </message>
    <message>
        <source>Connect to %1</source>
        <translation>连接到 %1</translation>
    </message>
    <message>
        <source>Password of %1</source>
        <translation>%1 的密码</translation>
    </message>
    <message>
        <source>Password of the key</source>
        <translation>私钥的密码</translation>
    </message>
    <message>
        <source>Empty where the key has none</source>
        <translation>私钥无密码时留空</translation>
    </message>
    <message>
        <source>Password of the &amp;key</source>
        <translation>私钥的密码(&amp;K)</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Kept until you remove it, for this user and these servers alone.</source>
        <translation>保留至手动移除，仅用于此用户和这些服务器。</translation>
    </message>
    <message>
        <source>Kept in memory until the connection is closed, and nowhere else.</source>
        <translation>仅保留在内存中，连接关闭后即清除。</translation>
    </message>
    <message>
        <source>What the keychain has will be removed when you connect.</source>
        <translation>钥匙串中已有的密码将在您连接时移除。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SecretsSource</name>
    <message>
        <source>The passwords of %1 are not kept: the system&apos;s keychain did not take them%2.</source>
        <translation>%1 的密码未保存：系统钥匙串未接受%2。</translation>
    </message>
    <message>
        <source>The system&apos;s keychain has no passwords of %1 any more.</source>
        <translation>系统钥匙串中已没有 %1 的密码。</translation>
    </message>
    <message>
        <source>The passwords of %1 are still in the system&apos;s keychain: it did not remove them%2.</source>
        <translation>%1 的密码仍在系统钥匙串中：钥匙串未将其移除%2。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SessionsModel</name>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>Who one of its nodes says it is</source>
        <translation>由其某个节点声明的身份</translation>
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
        <source>Who told the host</source>
        <translation>主机信息的来源</translation>
    </message>
    <message>
        <source>Known from</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>When a server last heard of it, at the latest</source>
        <translation>服务器最近一次收到其消息的时间；实际可能更早</translation>
    </message>
    <message>
        <source>Heard</source>
        <translation>最近通信</translation>
    </message>
    <message>
        <source>When its nodes go if it stays silent, at the latest</source>
        <translation>若持续静默，其节点最迟在此时间后消失</translation>
    </message>
    <message>
        <source>Expires in</source>
        <translation>距过期</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>nobody told</source>
        <translation>无来源</translation>
    </message>
    <message>
        <source>in no server&apos;s list</source>
        <translation>不在任何服务器的列表中</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>%1前</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SessionsPanel</name>
    <message>
        <source>Filter the sessions</source>
        <translation>筛选会话</translation>
    </message>
    <message>
        <source>Filter: a client, host, session, lock…</source>
        <translation>筛选：客户端、主机、会话、锁…</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>No session fits the filter</source>
        <translation>没有符合筛选条件的会话</translation>
    </message>
    <message>
        <source>No sessions to see yet</source>
        <translation>尚无可查看的会话</translation>
    </message>
    <message>
        <source>Connect to an ensemble, or open a recording.</source>
        <translation>请连接到集群，或打开录制文件。</translation>
    </message>
    <message>
        <source>Summing up the sessions…</source>
        <translation>正在汇总会话…</translation>
    </message>
    <message>
        <source>Nobody held or waited then</source>
        <translation>当时无人持有或等待</translation>
    </message>
    <message>
        <source>Nobody holds or waits</source>
        <translation>无人持有或等待</translation>
    </message>
    <message>
        <source>Whoever queues for a lock will stand here with its host.</source>
        <translation>排队争锁的客户端及其主机会显示在此。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SidePanel</name>
    <message>
        <source>Nothing can be released in a replay</source>
        <translation>回放中无法释放锁</translation>
    </message>
    <message>
        <source>What is shown is over. Close the recording (Ctrl+W) to act on the locks as they are now.</source>
        <translation>所显示的内容已成过去。关闭录制文件（Ctrl+W）后才能操作当前的锁。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SimulationFaults</name>
    <message>
        <source>more…</source>
        <translation>更多…</translation>
    </message>
    <message>
        <source>All that can be done to the chosen clients</source>
        <translation>可对所选客户端执行的全部操作</translation>
    </message>
    <message>
        <source>servers…</source>
        <translation>服务器…</translation>
    </message>
    <message>
        <source>What can be done to the servers of the sandbox</source>
        <translation>可对沙箱服务器执行的操作</translation>
    </message>
    <message>
        <source>%1 the chosen clients</source>
        <translation>对所选客户端执行：%1</translation>
    </message>
    <message>
        <source>down</source>
        <translation>已停机</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>断网</translation>
    </message>
    <message>
        <source>serves</source>
        <translation>服务中</translation>
    </message>
    <message>
        <source>server %1 (%2)</source>
        <translation>服务器 %1（%2）</translation>
    </message>
    <message>
        <source>Choose a client to break it:</source>
        <translation>选择要注入故障的客户端：</translation>
    </message>
    <message>
        <source>%1:</source>
        <translation>%1：</translation>
    </message>
    <message>
        <source>%1 clients:</source>
        <translation>%1 个客户端：</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SimulationForm</name>
    <message>
        <source>A mix of your own</source>
        <translation>自定义组合</translation>
    </message>
    <message>
        <source>How long each client holds: 200ms, 50ms..200ms, exp:50ms, or forever</source>
        <translation>每个客户端持有多久：200ms、50ms..200ms、exp:50ms 或 forever</translation>
    </message>
    <message>
        <source>How long each client waits before it queues again: as for Hold</source>
        <translation>每个客户端再次排队前等待多久：格式同“持有”</translation>
    </message>
    <message>
        <source>here</source>
        <translation>当前集群</translation>
    </message>
    <message>
        <source>/an/existing/node</source>
        <translation>/已有节点/的路径</translation>
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
        <source>Recipe</source>
        <translation>锁实现</translation>
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
        <source>At</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Below</source>
        <translation>父路径</translation>
    </message>
    <message>
        <source>It works at %1, in a node of its own, which it removes. %2</source>
        <translation>它将在 %1 中的专用节点内运行，结束后移除该节点。%2</translation>
    </message>
    <message>
        <source>it works below one existing node of your ensemble alone, such as /locks-test</source>
        <translation>它只在您的集群中某一个已有节点之下工作，例如 /locks-test</translation>
    </message>
    <message>
        <source>not in a replay: close the recording first (Ctrl+W)</source>
        <translation>回放中不可用：请先关闭录制文件（Ctrl+W）</translation>
    </message>
    <message>
        <source>a sandbox of its own</source>
        <translation>独立沙箱</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SimulationModel</name>
    <message>
        <source>starting</source>
        <translation>启动中</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>holds</source>
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
        <source>no contact</source>
        <translation>失联</translation>
    </message>
    <message>
        <source>lost, goes on</source>
        <translation>已失锁，仍继续</translation>
    </message>
    <message>
        <source>%1 (believes it holds)</source>
        <translation>%1（自认为持有）</translation>
    </message>
    <message>
        <source>%1 (waits)</source>
        <translation>%1（等待）</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>不在队列中</translation>
    </message>
    <message>
        <source>waiting #%1</source>
        <translation>等待 #%1</translation>
    </message>
    <message>
        <source>%1; it told last: %2</source>
        <translation>%1；最近上报：%2</translation>
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
        <source>What the client believes of itself</source>
        <translation>客户端自认的状态</translation>
    </message>
    <message>
        <source>Believes</source>
        <translation>客户端视角</translation>
    </message>
    <message>
        <source>What the ensemble knows of it</source>
        <translation>集群所知的该客户端状态</translation>
    </message>
    <message>
        <source>Ensemble knows</source>
        <translation>集群视角</translation>
    </message>
    <message>
        <source>How often it has got the lock</source>
        <translation>获得锁的次数</translation>
    </message>
    <message>
        <source>Got</source>
        <translation>获锁次数</translation>
    </message>
    <message>
        <source>How long it waited for the lock: half of the times no longer, 99 in 100 no longer</source>
        <translation>等待锁的时长：50% 的情况不超过前者，99% 不超过后者</translation>
    </message>
    <message>
        <source>Wait p50 / p99</source>
        <translation>等待 p50 / p99</translation>
    </message>
    <message>
        <source>The fencing token of its last grant</source>
        <translation>最近一次获锁的防护令牌</translation>
    </message>
    <message>
        <source>Fence</source>
        <translation>防护令牌</translation>
    </message>
    <message>
        <source>pid %1</source>
        <translation>pid %1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SimulationPanel</name>
    <message>
        <source>Holds the script&apos;s next step back; the clients go on</source>
        <translation>暂缓脚本的下一步；客户端继续运行</translation>
    </message>
    <message>
        <source>Simulated clients</source>
        <translation>模拟的客户端</translation>
    </message>
    <message>
        <source>Starts a sandbox and the clients…</source>
        <translation>正在启动沙箱和客户端…</translation>
    </message>
    <message>
        <source>Starts the clients…</source>
        <translation>正在启动客户端…</translation>
    </message>
    <message>
        <source>Ends the clients and removes what they leave…</source>
        <translation>正在结束客户端并清理遗留内容…</translation>
    </message>
    <message>
        <source>Runs until you stop it.</source>
        <translation>将一直运行，直到手动停止。</translation>
    </message>
    <message>
        <source>%1, when %2</source>
        <translation>%1，条件：%2</translation>
    </message>
    <message>
        <source> and </source>
        <translation> 且 </translation>
    </message>
    <message>
        <source>Step %1 of %2: %3</source>
        <translation>第 %1/%2 步：%3</translation>
    </message>
    <message>
        <source>Held. %1</source>
        <translation>已暂缓。%1</translation>
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
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Hold the script&apos;s next step back</source>
        <translation>暂缓脚本的下一步</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SimulationResults</name>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>stopped before its end</source>
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
        <source>Hand-over latency</source>
        <translation>交接延迟</translation>
    </message>
    <message>
        <source>from asking for the release to the next grant</source>
        <translation>从请求释放到下一次授予</translation>
    </message>
    <message>
        <source>Results of the simulation</source>
        <translation>模拟结果</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>%1 hand-overs/s</source>
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
        <source>Two holders at once</source>
        <translation>同时有两个持有者</translation>
    </message>
    <message>
        <source>Stale writes fenced off</source>
        <translation>被令牌拦截的过期写入</translation>
    </message>
    <message>
        <source>Stale writes let through</source>
        <translation>未被拦截的过期写入</translation>
    </message>
    <message>
        <source>Wake-ups per release</source>
        <translation>每次释放的唤醒数</translation>
    </message>
    <message>
        <source>Requests per grant</source>
        <translation>每次授予的请求数</translation>
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
        <source>%1 — found: %2</source>
        <translation>%1 — 实际：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::StatisticsPanel</name>
    <message>
        <source>Waited</source>
        <translation>等待时长</translation>
    </message>
    <message>
        <source>no wait was seen from beginning to end</source>
        <translation>未观察到完整的等待过程</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>持有时长</translation>
    </message>
    <message>
        <source>no hold was seen from beginning to end</source>
        <translation>未观察到完整的持有过程</translation>
    </message>
    <message>
        <source>%1 %2: %3 joined · %4 granted · %5 left, of them %6 before their turn and %7 lost · %8 asked to let go · %9 released by an operator</source>
        <translation>%1（%2）：入队 %3 · 获得锁 %4 · 离开 %5，其中未轮到即离开 %6、会话终止 %7 · 被请求释放 %8 · 由操作员释放 %9</translation>
    </message>
    <message>
        <source>in all of the recording</source>
        <translation>整个录制期间</translation>
    </message>
    <message>
        <source>since we look</source>
        <translation>自开始观察以来</translation>
    </message>
    <message>
        <source>Nothing to count yet</source>
        <translation>尚无可统计的内容</translation>
    </message>
    <message>
        <source>Connect to an ensemble, or open a recording.</source>
        <translation>请连接到集群，或打开录制文件。</translation>
    </message>
    <message>
        <source>Choose a lock</source>
        <translation>选择一个锁</translation>
    </message>
    <message>
        <source>How long was waited for it and how long it was held will stand here.</source>
        <translation>锁的等待时长和持有时长会显示在此。</translation>
    </message>
    <message>
        <source>Nothing happened at %1</source>
        <translation>%1 没有发生任何事件</translation>
    </message>
    <message>
        <source>Nobody joined its queue, was granted it or left while the recording was made.</source>
        <translation>录制期间没有客户端加入其队列、获得锁或离开。</translation>
    </message>
    <message>
        <source>Nothing has happened at %1 since we look</source>
        <translation>自开始观察以来，%1 没有发生任何事件</translation>
    </message>
    <message>
        <source>Only what is seen to begin and to end is counted.</source>
        <translation>只统计观察到完整起止过程的事件。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::StatusLine</name>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Connected read-only (no quorum) to %1 · session %2 · %3</source>
        <translation>已以只读方式连接（无法定多数）到 %1 · 会话 %2 · %3</translation>
    </message>
    <message>
        <source>Connected to %1 · session %2 · %3</source>
        <translation>已连接到 %1 · 会话 %2 · %3</translation>
    </message>
    <message>
        <source>%1, trying again</source>
        <translation>%1，正在重试</translation>
    </message>
    <message>
        <source>contact with %1 is lost</source>
        <translation>与 %1 失去联系</translation>
    </message>
    <message>
        <source>Replay of %1: nothing here is now</source>
        <translation>%1 的回放：此处内容均非当前状态</translation>
    </message>
    <message>
        <source>Replay of %1, recorded at %2: nothing here is now</source>
        <translation>%1 的回放，录制自 %2：此处内容均非当前状态</translation>
    </message>
    <message>
        <source>watches %1 of %2</source>
        <translation>监视 %1/%2</translation>
    </message>
    <message>
        <source>%1 events/s</source>
        <translation>%1 个事件/秒</translation>
    </message>
    <message>
        <source>picture %1 old</source>
        <translation>画面更新于 %1前</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>picture of %1</source>
        <translation>%1 的画面</translation>
    </message>
    <message>
        <source>paused · %1</source>
        <translation>已暂停 · %1</translation>
    </message>
    <message>
        <source>1 problem</source>
        <translation>1 个错误</translation>
    </message>
    <message>
        <source>%1 problems</source>
        <translation>%1 个错误</translation>
    </message>
    <message>
        <source>The server refused the credentials</source>
        <translation>服务器拒绝了凭据</translation>
    </message>
    <message>
        <source>Connecting to %1</source>
        <translation>正在连接 %1</translation>
    </message>
    <message>
        <source>The session is over, asking %1 for a new one</source>
        <translation>会话已终止，正在向 %1 申请新会话</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TableActions</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Save table…</source>
        <translation>保存表格…</translation>
    </message>
    <message>
        <source>Save the table</source>
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
        <source>believes it holds</source>
        <translation>自认为持有</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>异常结束</translation>
    </message>
    <message>
        <source>Thick bars are holds, thin ones waits, hatched ones of clients which believe that they hold; a cross is a session that ended or a release by an operator</source>
        <translation>粗条表示持有，细条表示等待，阴影条表示客户端自认为持有；叉号表示会话结束或由操作员释放</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TimelinePanel</name>
    <message>
        <source>Show a longer time (−, or Ctrl and the wheel)</source>
        <translation>显示更长的时间（−，或 Ctrl 加滚轮）</translation>
    </message>
    <message>
        <source>Show a shorter time (+, or Ctrl and the wheel)</source>
        <translation>显示更短的时间（+，或 Ctrl 加滚轮）</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Show all that is known (Home)</source>
        <translation>显示全部已知内容（Home）</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Go back to the present, and follow it (End)</source>
        <translation>回到当前并跟随（End）</translation>
    </message>
    <message>
        <source>TIMELINE</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>No family of locks is known for this one, so nobody can tell who holds it.</source>
        <translation>无法识别此锁的锁实现，因此无法判断由谁持有。</translation>
    </message>
    <message>
        <source>Nobody waited for it or held it in all of the recording.</source>
        <translation>整个录制期间无人等待或持有此锁。</translation>
    </message>
    <message>
        <source>Nobody has queued here since we look. Waits and holds will be drawn as they happen.</source>
        <translation>开始观察以来无人在此排队。等待和持有发生时会实时绘出。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TimelineView</name>
    <message>
        <source>Nobody waited for it or held it in this time.</source>
        <translation>此时间段内无人等待或持有。</translation>
    </message>
    <message>
        <source>last seen</source>
        <translation>最后所见</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>believes it holds</source>
        <translation>自认为持有</translation>
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
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TopBar</name>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近使用</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Menu: panels, theme, preferences, help</source>
        <translation>菜单：面板、主题、首选项、帮助</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Writable %1:%2</source>
        <translation>可写 %1:%2</translation>
    </message>
    <message>
        <source>This window may change the ensemble. Lock it again (Ctrl+L)</source>
        <translation>此窗口可以修改集群。重新锁定（Ctrl+L）</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Nothing can be changed from here. Unlock it for a time (Ctrl+L)</source>
        <translation>此处无法修改任何内容。限时解锁（Ctrl+L）</translation>
    </message>
    <message>
        <source>1 server</source>
        <translation>1 台服务器</translation>
    </message>
    <message>
        <source>%1 servers</source>
        <translation>%1 台服务器</translation>
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
</context>
<context>
    <name>lockscope::ui::UnlockDialog</name>
    <message>
        <source>Unlock %1</source>
        <translation>解锁 %1</translation>
    </message>
    <message>
        <source>The connection&apos;s name</source>
        <translation>连接的名称</translation>
    </message>
    <message>
        <source>Type %1</source>
        <translation>请输入 %1</translation>
    </message>
    <message>
        <source>&amp;Connection&apos;s name</source>
        <translation>连接的名称(&amp;C)</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>解锁</translation>
    </message>
    <message>
        <source>%1 is read-only: it is a production connection.</source>
        <translation>%1 为只读：这是生产环境连接。</translation>
    </message>
    <message>
        <source>%1 is read-only.</source>
        <translation>%1 为只读。</translation>
    </message>
    <message>
        <source>Unlocked, this window can ask holders to let go and delete their nodes. It locks itself again after %1.</source>
        <translation>解锁后，此窗口可以请求持有者放手，也可以删除其节点。%1后将自动恢复只读。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WaitGraphPanel</name>
    <message>
        <source>All locks</source>
        <translation>所有锁</translation>
    </message>
    <message>
        <source>Deadlocks of all locks, then the longest chains</source>
        <translation>所有锁的死锁，其次是最长的等待链</translation>
    </message>
    <message>
        <source>Chosen lock</source>
        <translation>所选锁</translation>
    </message>
    <message>
        <source>Who holds the chosen lock or waits for it, and whom those wait for elsewhere</source>
        <translation>谁持有或等待所选锁，以及它们在其他位置等待谁</translation>
    </message>
    <message>
        <source>Show it smaller (−, or Ctrl and the wheel)</source>
        <translation>缩小（−，或 Ctrl 加滚轮）</translation>
    </message>
    <message>
        <source>Show it larger (+, or Ctrl and the wheel)</source>
        <translation>放大（+，或 Ctrl 加滚轮）</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应窗口</translation>
    </message>
    <message>
        <source>Show all of it (0)</source>
        <translation>显示全部（0）</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Save the graph as PNG, SVG or DOT</source>
        <translation>将等待图保存为 PNG、SVG 或 DOT</translation>
    </message>
    <message>
        <source>Nobody to see yet</source>
        <translation>尚无可查看的会话</translation>
    </message>
    <message>
        <source>Connect to an ensemble, or open a recording.</source>
        <translation>请连接到集群，或打开录制文件。</translation>
    </message>
    <message>
        <source>Reading the locks…</source>
        <translation>正在读取锁…</translation>
    </message>
    <message>
        <source>Choose a lock</source>
        <translation>选择一个锁</translation>
    </message>
    <message>
        <source>Who holds it, who waits for it and whom those wait for will stand here.</source>
        <translation>谁持有它、谁等待它，以及它们又在等待谁，会显示在此。</translation>
    </message>
    <message>
        <source>Looking who waits for whom…</source>
        <translation>正在分析等待关系…</translation>
    </message>
    <message>
        <source>Nobody waits for anybody at %1</source>
        <translation>在 %1 没有等待关系</translation>
    </message>
    <message>
        <source>“All locks” shows who waits elsewhere.</source>
        <translation>“所有锁”显示其他位置的等待。</translation>
    </message>
    <message>
        <source>Nobody waited for anybody then</source>
        <translation>当时没有等待关系</translation>
    </message>
    <message>
        <source>Ctrl+Right and Ctrl+Left go to what happened next and before.</source>
        <translation>按 Ctrl+Right 和 Ctrl+Left 可转到下一个和上一个事件。</translation>
    </message>
    <message>
        <source>Nobody waits for anybody</source>
        <translation>没有等待关系</translation>
    </message>
    <message>
        <source>Whoever waits for a lock will stand here with an arrow to who holds it. Run a simulation to see it happen.</source>
        <translation>等待锁的会话会显示在此，并以箭头指向锁的持有者。运行模拟即可观察。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WaitGraphView</name>
    <message>
        <source>Wait-for graph</source>
        <translation>等待图</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WelcomePanel</name>
    <message>
        <source>Who holds the lock?</source>
        <translation>锁由谁持有？</translation>
    </message>
    <message>
        <source>See live who holds each distributed lock of a ZooKeeper ensemble, who waits and why, and free one that is stuck.</source>
        <translation>实时查看 ZooKeeper 集群中每个分布式锁由谁持有、谁在等待以及原因，并释放卡住的锁。</translation>
    </message>
    <message>
        <source>Connect…</source>
        <translation>连接…</translation>
    </message>
    <message>
        <source>To an ensemble: its servers, or a connection that you save by a name.</source>
        <translation>连接到集群：输入服务器地址，或使用按名称保存的连接。</translation>
    </message>
    <message>
        <source>Start sandbox</source>
        <translation>启动沙箱</translation>
    </message>
    <message>
        <source>Open recording…</source>
        <translation>打开录制文件…</translation>
    </message>
    <message>
        <source>What was recorded on an earlier day, or an audit log of ZooKeeper.</source>
        <translation>此前录制的内容，或 ZooKeeper 的审计日志。</translation>
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
        <source>A throw-away ensemble on this machine, to try it on; run a simulation there.</source>
        <translation>本机上的临时集群，可供试用；可在其中运行模拟。</translation>
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
        <source>Passwords…</source>
        <translation>密码…</translation>
    </message>
    <message>
        <source>Start sandbox</source>
        <translation>启动沙箱</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Let the picture stand still (%1)</source>
        <translation>冻结画面（%1）</translation>
    </message>
    <message>
        <source>Let the picture stand still, or go on</source>
        <translation>冻结或恢复画面</translation>
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
        <source>Unlock a read-only connection, or lock it again</source>
        <translation>解锁只读连接，或重新锁定</translation>
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
        <source>Theme of the system</source>
        <translation>跟随系统主题</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>深色主题</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>浅色主题</translation>
    </message>
    <message>
        <source>Open recording…</source>
        <translation>打开录制文件…</translation>
    </message>
    <message>
        <source>Close recording</source>
        <translation>关闭录制文件</translation>
    </message>
    <message>
        <source>Play the recording</source>
        <translation>播放录制文件</translation>
    </message>
    <message>
        <source>Next event</source>
        <translation>下一个事件</translation>
    </message>
    <message>
        <source>Previous event</source>
        <translation>上一个事件</translation>
    </message>
    <message>
        <source>Incident report…</source>
        <translation>事件报告…</translation>
    </message>
    <message>
        <source>Save all that is known of this lock as a page to keep (%1)</source>
        <translation>将此锁的全部已知信息保存为可留存的页面（%1）</translation>
    </message>
    <message>
        <source>Preferences…</source>
        <translation>首选项…</translation>
    </message>
    <message>
        <source>Keyboard overview</source>
        <translation>快捷键一览</translation>
    </message>
    <message>
        <source>About Lockscope</source>
        <translation>关于 Lockscope</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WindowController</name>
    <message>
        <source>Starting a sandbox…</source>
        <translation>正在启动沙箱…</translation>
    </message>
    <message>
        <source>The simulation runs in a sandbox of its own. To see its locks, connect to %1.</source>
        <translation>模拟在独立的沙箱中运行。要查看其中的锁，请连接到 %1。</translation>
    </message>
    <message>
        <source>The simulation is over, and its sandbox is gone. The last picture stays.</source>
        <translation>模拟已结束，其沙箱已销毁。最后的画面会保留。</translation>
    </message>
    <message>
        <source>more</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>%1 more changes</source>
        <translation>另有 %1 项变更</translation>
    </message>
    <message>
        <source>waited %1</source>
        <translation>等待了 %1</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>令牌 %1</translation>
    </message>
    <message>
        <source>sim: %1</source>
        <translation>模拟：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 Reason: %2</source>
        <translation>%1 原因：%2</translation>
    </message>
    <message>
        <source>release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>%1 was changed or removed since it was opened: open it anew, or save it again.</source>
        <translation>%1 自打开后已被修改或移除：请重新打开，或再次保存。</translation>
    </message>
    <message>
        <source>%1 may not read %2 with the password that was given. Type it again, or Cancel where it is right and %1 is not meant to read there.</source>
        <translation>%1 无法用所提供的密码读取 %2。请重新输入密码；若密码无误且 %1 本就无权读取该处，请选择“取消”。</translation>
    </message>
    <message>
        <source>locked</source>
        <translation>已锁定</translation>
    </message>
    <message>
        <source>%1 is read-only again</source>
        <translation>%1 已恢复只读</translation>
    </message>
    <message>
        <source>unlocked</source>
        <translation>已解锁</translation>
    </message>
    <message>
        <source>%1, for %2</source>
        <translation>%1，时长 %2</translation>
    </message>
    <message>
        <source>server %1 serves</source>
        <translation>服务器 %1 正常服务</translation>
    </message>
    <message>
        <source>server %1 is down</source>
        <translation>服务器 %1 已停止</translation>
    </message>
    <message>
        <source>%1 is read-only from now on: unlock it to change anything.</source>
        <translation>%1 从现在起为只读：如需更改，请先解锁。</translation>
    </message>
    <message>
        <source>%1 was changed meanwhile and stays locked: unlock it once more (Ctrl+L).</source>
        <translation>%1 在此期间被更改，仍保持锁定：请再次解锁（Ctrl+L）。</translation>
    </message>
    <message>
        <source>Files left out besides: %1.</source>
        <translation>另外略去的文件数：%1。</translation>
    </message>
    <message>
        <source>The preferences hold until the end of the program: %1 can&apos;t be written.</source>
        <translation>首选项仅在程序结束前有效：无法写入 %1。</translation>
    </message>
    <message>
        <source>%1 may not read %2 with the password that was given. If it has changed since, choose Passwords… in the connection&apos;s menu.</source>
        <translation>%1 无法用所提供的密码读取 %2。若密码此后已更改，请在连接菜单中选择“密码…”。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Workspace</name>
    <message>
        <source>Move panels by mouse</source>
        <translation>用鼠标移动面板</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>重置布局</translation>
    </message>
    <message>
        <source>Give each panel a title that it can be dragged and closed by</source>
        <translation>为每个面板显示标题栏，以便拖动和关闭</translation>
    </message>
    <message>
        <source>Every panel where it was at first</source>
        <translation>所有面板恢复到初始位置</translation>
    </message>
    <message>
        <source>Go to: %1</source>
        <translation>转到：%1</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>To the left</source>
        <translation>停靠到左侧</translation>
    </message>
    <message>
        <source>To the right</source>
        <translation>停靠到右侧</translation>
    </message>
    <message>
        <source>To the bottom</source>
        <translation>停靠到底部</translation>
    </message>
    <message>
        <source>Into a window of its own</source>
        <translation>移到独立窗口</translation>
    </message>
    <message>
        <source>Panels that share a place</source>
        <translation>共用同一位置的面板</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
</context>
</TS>
