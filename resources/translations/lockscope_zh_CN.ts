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
            <source>%1.%2 s</source>
            <translation>%1.%2 秒</translation>
        </message>
        <message>
            <source>%1 s</source>
            <translation>%1 秒</translation>
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
            <source>the node's payload</source>
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
        <name>Options</name>
        <message>
            <source>Shows who holds a distributed lock, who waits, since when and why.</source>
            <translation>显示分布式锁由谁持有、谁在等待、从何时开始以及原因。</translation>
        </message>
        <message>
            <source>Connect at once; else $LOCKSCOPE_CONNECT.</source>
            <translation>立即连接；未指定时使用 $LOCKSCOPE_CONNECT。</translation>
        </message>
        <message>
            <source>Open the connection that is saved by this name.</source>
            <translation>打开以此名称保存的连接。</translation>
        </message>
        <message>
            <source>Look for locks below this path; may be repeated.</source>
            <translation>在此路径下查找锁；可重复指定。</translation>
        </message>
        <message>
            <source>dark, light or system.</source>
            <translation>dark、light 或 system。</translation>
        </message>
        <message>
            <source>Start a sandbox and eight clients that queue for a lock.</source>
            <translation>启动一个沙箱和八个排队争锁的客户端。</translation>
        </message>
        <message>
            <source>Save the window as a picture and end.</source>
            <translation>将窗口保存为图片后退出。</translation>
        </message>
        <message>
            <source>Seconds before the screenshot; default 10.</source>
            <translation>截图前等待的秒数；默认 10。</translation>
        </message>
        <message>
            <source>A recording or an audit log to look at.</source>
            <translation>要查看的录制文件或审计日志。</translation>
        </message>
        <message>
            <source>one file at a time: leave out %1</source>
            <translation>一次只能打开一个文件：请去掉 %1</translation>
        </message>
        <message>
            <source>--demo starts servers of its own; leave --connect out</source>
            <translation>--demo 会启动自己的服务器；请去掉 --connect</translation>
        </message>
        <message>
            <source>--profile says all of the connection; leave --connect, --root, --demo and a FILE out</source>
            <translation>--profile 已完整描述连接；请去掉 --connect、--root、--demo 和 FILE</translation>
        </message>
        <message>
            <source>--demo shows what happens now; leave it or %1 out</source>
            <translation>--demo 显示的是当前状况；请去掉它或 %1</translation>
        </message>
        <message>
            <source>there is no theme %1; choose dark, light or system</source>
            <translation>没有名为 %1 的主题；请选择 dark、light 或 system</translation>
        </message>
        <message>
            <source>--for takes seconds, 0 to 3600, not %1</source>
            <translation>--for 的取值为 0 到 3600 秒，不能是 %1</translation>
        </message>
        <message>
            <source>--screenshot needs --demo, --connect HOSTS, --profile NAME, or a FILE</source>
            <translation>--screenshot 需要 --demo、--connect HOSTS、--profile NAME 或 FILE</translation>
        </message>
        <message>
            <source>en, zh_CN or system.</source>
            <translation>en、zh_CN 或 system。</translation>
        </message>
        <message>
            <source>there is no language %1; choose en, zh_CN or system</source>
            <translation>没有名为 %1 的语言；请选择 en、zh_CN 或 system</translation>
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
            <source>Its session is in no server's list: it is dead.</source>
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
            <translation type="unfinished" />
        </message>
        <message>
            <source>the server did not answer in time; the request may have been executed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the session has moved to another server; try again</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the server is throttling requests; try again later</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the session is over</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the server refused the credentials</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the client was closed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>there is no such node</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the node exists already</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the node has been changed in between</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the node has children</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>an ephemeral node can't have children</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no permission</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the server does not accept this access list</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the connected server is read-only, it has no quorum</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the server does not offer this</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>another step of the transaction failed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the request is malformed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the time ran out</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>cancelled</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the lock is not held</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>refused</source>
            <translation>被拒绝</translation>
        </message>
        <message>
            <source>this is not a lock</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the server's numbers for this directory are nearly used up</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the answer would be too large</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no connection</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>something that is needed is missing</source>
            <translation type="unfinished" />
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
            <translation>%1 %2</translation>
        </message>
        <message>
            <source>%1, %2</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 session left out</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 sessions left out</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 has held for %2, longer than %3</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 has held for up to %2, longer than %3</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1, as have %2</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 other</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 others</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1.</source>
            <translation>%1。</translation>
        </message>
        <message>
            <source>It was seen to be let in.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Its node is that old; when it was let in was not seen, so it may have waited before.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 contender waits behind.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 contenders wait behind.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>See what it is doing. If such holds are right here, set a limit for this path.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 has waited for %2, longer than %3.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 contenders have waited for up to %2, longer than %3.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The oldest waiting node is %1, of %2.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Nobody holds: see what stands before the first one.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>See what holds it up: %1 holds.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 waits for %2, where %3 stands before it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 waits for %2, of which %3 has a lease, and all leases are taken by sessions that wait</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 waits for %2, which %3 holds</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1; %2</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 session</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 sessions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Deadlock: %1 wait for each other in a ring, and none of them can ever go on.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Perhaps a deadlock: %1 wait for each other in a ring.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>One session or more has other threads: it is a deadlock if the thread that holds is the one that waits.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Let one of them give way: end its program, or release %1. To keep it from coming back, let every program take these locks in the same order.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Clients of %1 do not wait for those of %2.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Clients of %1 fail on those of %2.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 (%2)</source>
            <translation>%1（%2）</translation>
        </message>
        <message>
            <source>%1 node</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 nodes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Clients that do not see each other share this path: several may hold at once.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Different kinds of clients share this path.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>There are nodes of %1.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Give each kind of clients a path of its own, or let all of them write Curator's names; Kazoo does so as a subclass of its Lock whose _NODE_NAME is "-lock-".</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The numbers of this directory have run out: new nodes get numbers twice, or below zero.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Numbers are running out: %1 are left of 2147483647.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>cversion %1 and %2 of the directory give %3 as the next number.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 child node</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 child nodes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The last node has the number %1.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>After that the order of the queue is undefined and several may hold. Let the clients stop for a moment, delete the empty directory and let it be made anew, or move the lock to another path.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The directory has %1, %2 % of what can be listed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A listing takes %1 bytes; servers and clients break the connection over a reply of more than %2, unless jute.maxbuffer is raised.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Beyond it no client can queue here any more. See why so many wait, or spread them over several locks.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The directory has too many child nodes to be listed; clients that list it lose their connection.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Find who fills it. A client with a raised jute.maxbuffer, on servers with the same, can list and tidy it up.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 directories in it had children once and have none now.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>One of them is %1.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Locks that nobody uses leave them behind, and each costs the servers memory. Let the clients make their parents as containers, which go by themselves, or delete the empty ones when nobody uses them.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>told by %1, %2 asked</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 server</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 servers</source>
            <translation>%1 台服务器</translation>
        </message>
        <message>
            <source>Held by %1 without a session: nothing will ever free it by itself.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 without a session in the queue: when its turn comes, the lock is held for ever.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The node's ephemeralOwner is 0: it is persistent, so it does not go with its client.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>It says that it belongs to %1.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>If nobody means to keep it, UNLOCK TABLE in Hive, or release the node.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Make sure that the program which made it is not at work, then release %1.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 holds, but its session is in no server's list.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 waits, but its session is in no server's list.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The servers listed %1, this one is not among them; its node was made before and stood there afterwards.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Nobody will free the node: release %1. Servers that keep nodes of ended sessions should be looked at.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 holds, but has no connection to any server</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 waits, but has no connection to any server</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1; its session ends in %2 unless it comes back</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1; its session ends at any moment</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No server has a connection of its session (%1).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Wait for the session to end, which frees the node; release it only if it does not. Until then its program may still believe that it holds.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Wait for the session to end, which frees the node; release it only if it does not. Until then its program may still believe that it waits.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 holds, and has not been heard of for %2, at a session timeout of %3.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 waits, and has not been heard of for %2, at a session timeout of %3.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Clients say something every third of the timeout; its server %1 has its connection from %2 (%3).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>See whether its program is paused (garbage collection, a debugger, a suspended machine) or its network is cut. If it stays silent its session ends and the node goes.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>So it is with %1 nodes of this queue.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 has %2 nodes of one attempt in this queue: one at most is known to it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The names differ in the server's number alone, and the session is the same: a create whose reply was lost was sent again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>If the client does not hold, as its own log tells, the first of these nodes is the orphan: release it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The orphan will stand in the way when its turn comes: ask the client which node is its own, and release the other.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>One session waits for itself: %1 holds, and has waited in the same queue for %2.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>It holds to read and waits to write. No recipe turns the one into the other: in one thread this never ends.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Both nodes have the same session. Two threads of a program may do so; in one thread, or with the orphan of a lost reply, it never ends.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>See whether the holding thread is at work. If it is the one that waits, release %1 and use a lock that may be taken twice.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 clients hold a lock of %2.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 lease</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 leases</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Each of these nodes is a lease that is held; the lock's own node says how many there are.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Either the number of leases was lowered while they were held, which mends itself, or clients were started with another number: let all have the same.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 was asked to let go %2 ago and has not.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The node's data are %1, written after it was made.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Many clients do not listen to revocation. If it must go: end its program, or release %1.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Kazoo with Curator's names</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>ZooKeeper's C recipe</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>ZooKeeper's Java recipe</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>clients with plain names</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Curator's read/write lock</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>clients of the documented recipe</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>others</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 waits and watches nothing: nobody will wake it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 waits and watches nothing, and so it is with %2: nobody will wake it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 waits and watches a node whose departure does not let it in.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 waits and watches a node whose departure does not let it in, and so it is with %2.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>When its turn comes it will not notice, and all behind it wait: restart its program, or release %1 so that it queues again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>It watches %1, which is gone or stands behind it (told by %2).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>It watches %1, which is gone or stands behind it; by its family's rule it waits for %2 (told by %3).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No server has a watch of its session on a node that stands before it. Every server told (%1).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 sessions watch one node: when it goes, all of them wake and ask at once.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Watches on %1 (told by %2).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A lock of sequential nodes wakes one client at a time: use a fair mutex for so many.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Readers wait for one writer, or clients of an older recipe watch more than they need.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>node %1</source>
            <translation type="unfinished" />
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
            <translation type="unfinished" />
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
            <source>%1 min</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 h %2 min</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 days</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>by another's delete: no session owned it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>by whom can't be told</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>by its own client or by another's delete: session %1 still lives</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>probably with its session %1: another node of that is gone too</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>with its session: %1 has ended</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>another node of this name stands there by now</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1; nobody was asked</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>write the audit trail</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1: %2. Without a record nothing is done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the folder can't be made</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the folder can't be flushed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>it can't be locked</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>another process keeps it locked</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>it can't be written</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>it can't be flushed to the disk</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>it can't be opened</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>it can't be looked at</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>it is no regular file. Without a record nothing is done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>others may read it, and that can't be changed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 server asked</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 servers asked</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The node is still being read.</source>
            <translation>节点仍在读取中。</translation>
        </message>
        <message>
            <source>No session owns the node.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Whether its program lives is unknown: no server told of its sessions.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Its session %1 is in no server's list, although its node was there before and after they were asked (%2).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Its session %1 is not in the servers' list, but may be younger than that (%2).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Whether its program lives is unknown: not every server tells of its sessions.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Its session %1 lives, but has no connection to any server (%2).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Its session %1 lives; whether it is connected is unknown, as not every server tells (%2).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Its session %1 is connected from %2 (%3).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Its session %1 is connected from %2, and was heard of %3 before, at a timeout of %4 (%5).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Its session %1 is connected from %2, but was not heard of for %3, at a timeout of %4 (%5).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>it is no contender of %1 any more</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>its name can be taken again at any moment, and to be sure to delete this very node takes the WRITE permission on it; nothing was deleted</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>its name can be taken again at any moment, and to be sure to delete this very node takes the CREATE permission on %1; nothing was deleted</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>deleting needs the DELETE permission on %1; nothing was deleted</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>something was created in %1 each of %2 times that it was tried; nothing was deleted. Try again when it is quieter</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1; it now carries the data of the one before it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>no connection came back to look</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the connection was lost while it was deleted, and the node still stands there: nothing was deleted</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the node is gone by now, by this delete or otherwise</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the answer to the delete was lost, so nobody knows whether it was executed; %1</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>it was gone already, nothing was deleted</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>nothing was deleted</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1; nothing was deleted</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The holder stays the same; those behind it move up.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Whoever is quickest gets the lock: its waiters have no node.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Nobody waits.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 is next, of %2.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 waiter</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1 waiters</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Writes "%1" into the holder's node.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Nobody, unless the holder follows.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A holder that listens is told, and lets go when it is ready; one that does not notices nothing.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Does not help: no session owns this node, so nothing will ever remove it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Does not help: the session has ended and its node still stands there.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Helps only if its program lets go by itself: its session lives, and does not end.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Is enough if it stays silent: the server ends its session, and its node goes.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Is enough if it stays silent: its session ends in %1 at the latest, and its node goes.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Is enough if it stays silent: its session ends at any moment, and its node goes.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>When its client falls silent, the server ends the session and removes the node.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Everything of that session goes with it, %1 other place in locks too.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Everything of that session goes with it, %1 other places in locks too.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Everything of that session goes with it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>When it is connected again, its session has expired: it knows that the lock is lost.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Deletes this one node, guarded by czxid and owner.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Nobody is told.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The holder is not told, and goes on believing that it holds the lock.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The waiter is not told that it was an operator; most clients queue again at the end.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>it is no contender's node: name the node itself, as `show` prints it, not the lock's directory</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Whether we may delete in %1 is hidden from us: its ACL may not be read.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Whether we may delete in %1 is unknown: %2.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The ACL of %1 lets %2 delete there, which we are.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The ACL of %1 lets %2 delete there; whether that is us can't be told.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The DELETE permission on %1 is missing: its ACL gives it to %2 alone, as whom we are not connected.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The DELETE permission on %1 is missing: its ACL gives it to nobody.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the holder stays the same</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>whoever is first: the waiters of this recipe have no node</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>nobody waits</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>unknown: no server told which nodes its session has</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>none</source>
            <translation>无</translation>
        </message>
        <message>
            <source>in %1</source>
            <translation type="unfinished" />
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
            <source>Affects: %1</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>holds the lock</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>waits for the lock</source>
            <translation type="unfinished" />
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
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1, shared</source>
            <translation type="unfinished" />
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
            <translation type="unfinished" />
        </message>
        <message>
            <source>Evidence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Created</source>
            <translation>创建时间</translation>
        </message>
        <message>
            <source>Guard</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Next in line</source>
            <translation type="unfinished" />
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
            <translation type="unfinished" />
        </message>
        <message>
            <source>Permission</source>
            <translation type="unfinished" />
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
            <translation type="unfinished" />
        </message>
        <message>
            <source>nothing was done. Wait until the ensemble has a quorum</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>nothing was done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the session is %1; nothing was done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>and this could not be noted: %1</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>%1; and this could not be noted: %2</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>deleted %1</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>already gone, %1; nothing was deleted</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the node is gone</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>the node still stands there</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No session owns this node, so nothing will ever free it but a delete. If a program still relies on it, it is not told.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The waiter loses its place. Most clients queue again at the end; some fail or hang.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The holder's session has ended, so its program is gone or has been told that it lost the lock. Work that it left half done stays so.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The holder's session has not ended. If its program runs, it still believes after a delete that it holds the lock, and so will the next one.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>sync %1, list it and read %2; go on only if it is the node with czxid %3 of %4 that holds %5</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>sync %1, list it and read %2; go on only if it is the node with czxid %3 of %4 that waits for %5</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>set %1 to the data that it has, at the version that was read, in a transaction that fails if anything was created in %2 since: this raises the version; go on only if its czxid is the same</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>delete %1 at exactly that version; nothing below or beside it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>read %1 to see that it is gone, and who holds %2 now</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>another node of this name stands there by now: created by transaction %1, not %2</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>its owner is session %1 by now, not %2</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>it belongs to another lock by now: %1 (%2), not %3 (%4)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>it holds the lock by now, while it waited when it was looked at</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>it waits for the lock by now, while it held it when it was looked at</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The clients of this family (%1) know no message by which they could be asked.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Only who holds the lock can be asked to let go of it; this one waits.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>No session owns the node, so nobody is there to be asked.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The holder's session has ended: nobody is there to be asked.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>It was asked already, and has not let go so far.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Its node carries data, which Curator leaves out where a lock is revocable: the holder probably does not listen.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The holder follows if its program asked to be told; nobody is forced.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Accumulo service lock</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>ClickHouse block numbers</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Curator leader latch</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Curator mutex</source>
            <translation>Curator 互斥锁</translation>
        </message>
        <message>
            <source>Curator protected nodes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Curator read/write lock</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Curator semaphore</source>
            <translation>Curator 信号量</translation>
        </message>
        <message>
            <source>Documented election recipe</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Documented lock recipe</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Documented shared lock recipe</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Hadoop active/standby elector</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>HBase table lock</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Hive lock</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Kafka controller</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Kazoo lock</source>
            <translation>Kazoo 锁</translation>
        </message>
        <message>
            <source>Kazoo party</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Kazoo queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Kazoo read/write lock</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Kazoo semaphore</source>
            <translation>Kazoo 信号量</translation>
        </message>
        <message>
            <source>Rust leader latch</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Sequential nodes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Single-node lock</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Solr leader election</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Tutorial read/write lock</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Twitter commons lock</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>zk-ruby lock</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>zk-ruby semaphore</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>ZooKeeper C recipe lock</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>ZooKeeper election support</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>ZooKeeper Java recipe lock</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Two hundred clients on one lock</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Leader cut off</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Cut link and the uncertain holder</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Deadlock by opposite order</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Downgrade</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Herd against queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Crash of a holder</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Leader change in mid-queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Mixed dialects</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Several locks without a deadlock</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Paused holder and fencing</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Revocation, followed and ignored</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Semaphore of three</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Paused holder without fencing</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Writer behind many readers</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Two hundred clients, each with its own session, queue for one lock. More than a third of them vanish at once, and everybody else still gets a turn.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The leader of three servers is cut off from the other two and from the clients. It steps down, the two elect another, and when it comes back it follows.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The network of a holder breaks: it does not know whether it still holds, and stops working until it knows. A short cut gives it its lock back, a long one costs it the session.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Two clients take the same two locks, each in the other's order, and wait for each other for ever. The inspector sees the ring; one of them has to give way.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A writer takes the read lock while it still writes, gives the write lock back, and reads on. No other writer comes in between, and readers come in at once.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Twelve clients wait for a lock of one node: each release wakes them all. Twelve others queue, and each release wakes one or two.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A holder is killed while it holds, and leaves its node behind. When its session has expired the servers remove the node, and the next in the queue gets the lock.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The leader of three servers is killed while four clients queue. The others elect a new one, the sessions live on, and the queue goes on in its order.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Clients of two libraries that name their nodes differently share one path. They do not see each other: two hold at the same time, and the inspector says so.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The same two locks and the same opposite orders, but taken by a MultiLock, which sorts them. Nobody ever waits in a ring.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A holder is stopped, as by a long garbage collection, until its session has expired and another holds the lock. When it goes on it still believes that it holds: its late write is rejected by the fencing token.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>A holder that listens lets go when it is asked to. Another hears it and goes on: nobody is forced.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Six clients share three leases. Three of them hold at a time, never four.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>The same pause of a client that ignores its loss, and a resource that does not check fencing tokens. Its late writes get through, in the middle of somebody else's turn.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <source>Ten readers share a lock and come again and again. A writer queues behind those that are there, and readers that come later queue behind it: it is not starved.</source>
            <translation type="unfinished" />
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
    </context>
    <context>
        <name>lockscope::ui::AuditModel</name>
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
        <name>lockscope::ui::AuditPanel</name>
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
            <source>The audit trail can't be read</source>
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
            <source>Remove from the system's keychain what is kept there for this connection</source>
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
            <source>%1 can't be written: %2. What was there is as it was; save it elsewhere.</source>
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
        <name>lockscope::ui::FindingsModel</name>
        <message>
            <source>Finding</source>
            <translation>问题</translation>
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
            <source>Asked to let go, and did not</source>
            <translation>被请求释放但未释放</translation>
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
            <source>in no server's list</source>
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
            <source>The audit trail can't be read: %1</source>
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
            <source>The client's next wait or hold</source>
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
            <source>Let the picture stand still (Ctrl+.)</source>
            <translation>冻结画面（Ctrl+.）</translation>
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
            <source>Save all that is known of this lock as a page to keep (Ctrl+Shift+R)</source>
            <translation>将此锁的全部已知信息保存为可留存的页面（Ctrl+Shift+R）</translation>
        </message>
        <message>
            <source>The incident report is saved to %1</source>
            <translation>事件报告已保存到 %1</translation>
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
        <message>
            <source>Go to</source>
            <translation>转到</translation>
        </message>
        <message>
            <source>Panels</source>
            <translation>面板</translation>
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
            <source>Nothing can be released in a replay</source>
            <translation>回放中无法释放锁</translation>
        </message>
        <message>
            <source>What is shown is over. Close the recording (Ctrl+W) to act on the locks as they are now.</source>
            <translation>所显示的内容已成过去。关闭录制文件（Ctrl+W）后才能操作当前的锁。</translation>
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
    </context>
    <context>
        <name>lockscope::ui::PictureActions</name>
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
    </context>
    <context>
        <name>lockscope::ui::PreferencesDialog</name>
        <message>
            <source> min</source>
            <translation> 分钟</translation>
        </message>
        <message>
            <source>any time</source>
            <translation>不限时长</translation>
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
            <source>Requests and watches count from the next connection on. Latches and leaders are never held or waited for too long.</source>
            <translation>请求速率和监视数上限从下一次连接起生效。选举（LeaderLatch 等）不会被视为持有或等待过久。</translation>
        </message>
        <message>
            <source>&amp;Language</source>
            <translation>语言(&amp;L)</translation>
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
            <source>PEM file; the system's</source>
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
            <source>Servers' na&amp;me</source>
            <translation>服务器名称(&amp;M)</translation>
        </message>
        <message>
            <source>As in the servers' address</source>
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
            <source>arrow = waits on, by the recipe's rule</source>
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
            <source>%1 (%2)</source>
            <translation>%1（%2）</translation>
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
            <source>holds</source>
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
            <source>The lock's name</source>
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
            <source>&amp;Lock's name</source>
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
            <source>%1 can't be released</source>
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
            <source>A recording is its user's alone: ask whoever made it.</source>
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
        <message>
            <source>%1 (%2)</source>
            <translation>%1（%2）</translation>
        </message>
    </context>
    <context>
        <name>lockscope::ui::SandboxHost</name>
        <message>
            <source>The sandbox's server has ended. Start the sandbox again for a fresh one.</source>
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
    </context>
    <context>
        <name>lockscope::ui::SecretsDialog</name>
        <message>
            <source>The system's keychain has not answered yet: perhaps it waits to be unlocked. What you type here works without it.</source>
            <translation>系统钥匙串尚未应答：可能正在等待解锁。在此输入密码无需钥匙串即可使用。</translation>
        </message>
        <message>
            <source> (%1)</source>
            <translation>（%1）</translation>
        </message>
        <message>
            <source>No keychain of this system answers%1, so nothing is kept, and you are asked each time.</source>
            <translation>系统中没有可用的钥匙串%1，因此不会保存任何内容，每次连接都会询问。</translation>
        </message>
        <message>
            <source>The system's keychain lets nobody in%1. Unlock it to have passwords kept.</source>
            <translation>系统钥匙串拒绝访问%1。解锁后才能保存密码。</translation>
        </message>
        <message>
            <source>Keep in the &amp;system's keychain</source>
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
            <source>What the keychain has is removed.</source>
            <translation>钥匙串中已有的密码将被移除。</translation>
        </message>
        <message>
            <source>Kept in memory until the connection is closed, and nowhere else.</source>
            <translation>仅保留在内存中，连接关闭后即清除。</translation>
        </message>
    </context>
    <context>
        <name>lockscope::ui::SecretsSource</name>
        <message>
            <source> (%1)</source>
            <translation>（%1）</translation>
        </message>
        <message>
            <source>Passwords of %1 that were kept still are: the system's keychain did not remove them%2.</source>
            <translation>%1 已保存的密码仍然存在：系统钥匙串未将其移除%2。</translation>
        </message>
        <message>
            <source>The passwords of %1 are not kept: the system's keychain did not take them%2.</source>
            <translation>%1 的密码未保存：系统钥匙串未接受%2。</translation>
        </message>
        <message>
            <source>The system's keychain has no passwords of %1 any more.</source>
            <translation>系统钥匙串中已没有 %1 的密码。</translation>
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
            <source>in no server's list</source>
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
        <name>lockscope::ui::SimulationFaults</name>
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
            <source>delay by %1</source>
            <translation>延迟 %1</translation>
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
            <source>start</source>
            <translation>启动</translation>
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
            <source>Curator mutex</source>
            <translation>Curator 互斥锁</translation>
        </message>
        <message>
            <source>Single node (herd)</source>
            <translation>单节点锁（惊群）</translation>
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
            <source>Curator semaphore</source>
            <translation>Curator 信号量</translation>
        </message>
        <message>
            <source>Multi-lock of two</source>
            <translation>多重锁（两个锁）</translation>
        </message>
        <message>
            <source>Leader latch</source>
            <translation>LeaderLatch 选举</translation>
        </message>
        <message>
            <source>Kazoo lock</source>
            <translation>Kazoo 锁</translation>
        </message>
        <message>
            <source>Kazoo semaphore</source>
            <translation>Kazoo 信号量</translation>
        </message>
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
            <source>an own sandbox</source>
            <translation>独立沙箱</translation>
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
            <source>Holds the script's next step back; the clients go on</source>
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
            <source>Hold the script's next step back</source>
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
            <source>%1: %2</source>
            <translation>%1：%2</translation>
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
            <source>The connection's name</source>
            <translation>连接的名称</translation>
        </message>
        <message>
            <source>Type %1</source>
            <translation>请输入 %1</translation>
        </message>
        <message>
            <source>&amp;Connection's name</source>
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
            <source>A throw-away ensemble on this machine, with simulated clients to break.</source>
            <translation>本机上的临时集群，配有可注入故障的模拟客户端。</translation>
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
            <source>%1 may not read %2 with the password that was given. If it is another by now, choose Passwords… in the connection's menu.</source>
            <translation>%1 无法用所提供的密码读取 %2。若密码已更改，请在连接菜单中选择“密码…”。</translation>
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
    </context>
</TS>
