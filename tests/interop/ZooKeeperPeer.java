// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;

/**
 * Clients of ZooKeeper's own Java library that a test drives: ZooKeeperPeer CONNECT SESSION_TIMEOUT_MS NAME. README.md
 * tells the protocol, ZooKeeperLocks.java the recipes. Ends in good order when its standard input does.
 */
public final class ZooKeeperPeer {
    /** A thread with a session of its own. */
    private static final class ZooKeeperWorker extends Worker {
        private final String connect;
        private final int sessionTimeout;
        private final String name;
        private final Map<String, ZooKeeperLocks.Lock> locks = new HashMap<>();
        private ZooKeeper client;

        ZooKeeperWorker(String connect, int sessionTimeout, String peer, String id) {
            super(id);
            this.connect = connect;
            this.sessionTimeout = sessionTimeout;
            name = peer + "-" + id;
        }

        @Override
        void close() throws InterruptedException {
            if (client != null) {
                client.close();
            }
        }

        @Override
        void obey(String[] words) throws Exception {
            switch (words[1]) {
                case "start" -> start();
                case "acquire" -> {
                    String node = lock(words[2]).acquire(Long.parseLong(words[3]));
                    if (node == null) {
                        say("timedOut");
                    } else {
                        say("granted", "node", node);
                    }
                }
                case "release" -> {
                    lock(words[2]).release();
                    say("released");
                }
                case "holds" -> say("holds", "believes", "" + lock(words[2]).holds());
                default -> throw new IllegalArgumentException("no command: " + words[1]);
            }
        }

        private void start() throws Exception {
            CountDownLatch connected = new CountDownLatch(1);
            client = new ZooKeeper(connect, sessionTimeout, event -> {
                if (event.getState() == KeeperState.SyncConnected) {
                    connected.countDown();
                }
            });
            if (!connected.await(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("no connection");
            }
            say("connected", "sessionTimeoutMs", "" + client.getSessionTimeout(), "client", jarOf(ZooKeeper.class));
        }

        private ZooKeeperLocks.Lock lock(String spec) {
            return locks.computeIfAbsent(spec, key -> ZooKeeperLocks.make(client, name, key));
        }
    }

    public static void main(String[] arguments) throws Exception {
        Worker.serve(id -> new ZooKeeperWorker(arguments[0], Integer.parseInt(arguments[1]), arguments[2], id));
    }
}
