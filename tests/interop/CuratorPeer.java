// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.Participant;
import org.apache.curator.framework.recipes.locks.Revoker;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.ZooKeeper;

/**
 * Stock Curator clients that a test drives: CuratorPeer CONNECT SESSION_TIMEOUT_MS NAME. README.md tells the protocol,
 * CuratorLocks.java the recipes. Ends in good order when its standard input does. Commands besides:
 *
 * <pre>
 * ID revocable PATH            listens: makes mutex:PATH tell, with the notice "revoked", when it is asked to let go
 * ID revoke NODE               asked: Revoker asked the holder of that node to let go
 * ID nodes PATH                nodes (all): who is in the queue of mutex:PATH, as InterProcessMutex tells it
 * ID participants PATH         participants (leader, all), as LeaderLatch tells them
 * ID count PATH SEED           count (value): of a SharedCount
 * ID setCount PATH VALUE       counted
 * </pre>
 */
public final class CuratorPeer {
    /** A thread with a session of its own: a holder to Curator. */
    private static final class CuratorWorker extends Worker {
        private final String name;
        private final CuratorFramework client;
        private final CuratorLocks locks;
        private final Map<String, String> nodes = new HashMap<>();
        private final Map<String, Register> registers = new HashMap<>();

        CuratorWorker(String connect, int sessionTimeout, String peer, String id) {
            super(id);
            name = peer + "-" + id;
            client = CuratorFrameworkFactory.newClient(connect, sessionTimeout, 10_000, new RetryOneTime(100));
            locks = new CuratorLocks(client);
        }

        @Override
        void close() {
            client.close();
        }

        @Override
        void obey(String[] words) throws Exception {
            switch (words[1]) {
                case "start" -> start();
                case "acquire" -> acquire(words[2], Long.parseLong(words[3]));
                case "release" -> {
                    locks.lock(words[2]).release();
                    nodes.remove(words[2]);
                    say("released");
                }
                case "holds" -> say("holds", "believes", "" + locks.lock(words[2]).holds());
                case "enter" -> {
                    boolean inside = register(words[3]).enter(nodes.get(words[2]), Integer.parseInt(words[4]));
                    say(inside ? "inside" : "overlap");
                }
                case "leave" -> say(register(words[2]).leave() ? "left" : "overlap");
                case "turns" -> takeTurns(locks.lock(words[2]), register(words[3]), Integer.parseInt(words[4]),
                        Integer.parseInt(words[5]), Long.parseLong(words[6]));
                case "revocable" -> {
                    locks.mutex(words[2]).makeRevocable(mutex -> notice("revoked", "node", words[2]));
                    say("listens");
                }
                case "revoke" -> {
                    Revoker.attemptRevoke(client, words[2]);
                    say("asked");
                }
                case "nodes" -> say("nodes", "all", String.join(" ", locks.mutex(words[2]).getParticipantNodes()));
                case "participants" -> participants(words[2]);
                case "count" -> {
                    int value = locks.count(words[2], Integer.parseInt(words[3])).getCount();
                    say("count", "value", "" + value);
                }
                case "setCount" -> {
                    locks.count(words[2], 1).setCount(Integer.parseInt(words[3]));
                    say("counted");
                }
                default -> throw new IllegalArgumentException("no command: " + words[1]);
            }
        }

        private void start() throws Exception {
            client.start();
            if (!client.blockUntilConnected(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("no connection");
            }
            say("connected", "sessionTimeoutMs", "" + client.getZookeeperClient().getZooKeeper().getSessionTimeout(),
                    "client", jarOf(CuratorFramework.class), "zookeeper", jarOf(ZooKeeper.class));
        }

        private void acquire(String spec, long millis) throws Exception {
            String node = locks.lock(spec).acquire(millis);
            if (node == null) {
                say("timedOut");
            } else {
                nodes.put(spec, node);
                say("granted", "node", node);
            }
        }

        private void takeTurns(CuratorLocks.Lock lock, Register register, int weight, int wanted, long patience)
                throws Exception {
            int turns = 0;
            int gaveUp = 0;
            int inARow = 0;
            while (turns < wanted) {
                String node = lock.acquire(patience << inARow);
                if (node == null) {
                    ++gaveUp;
                    ++inARow;
                    continue;
                }
                inARow = 0;
                boolean alone = register.enter(node, weight) && register.leave();
                lock.release();
                if (!alone) {
                    break;
                }
                ++turns;
            }
            say("done", "turns", "" + turns, "gaveUp", "" + gaveUp);
        }

        private void participants(String path) throws Exception {
            LeaderLatch latch = new LeaderLatch(client, path, "observer"); // looks on: never started
            Participant leader = latch.getLeader();
            String all = latch.getParticipants().stream().map(Participant::getId).collect(Collectors.joining(" "));
            say("participants", "leader", leader.getId(), "all", all);
        }

        private Register register(String path) {
            return registers.computeIfAbsent(path, key -> new Register(client, key, name));
        }
    }

    public static void main(String[] arguments) throws Exception {
        Worker.serve(id -> new CuratorWorker(arguments[0], Integer.parseInt(arguments[1]), arguments[2], id));
    }
}
