// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.apache.zookeeper.recipes.leader.LeaderElectionSupport;
import org.apache.zookeeper.recipes.lock.LockListener;
import org.apache.zookeeper.recipes.lock.WriteLock;

/**
 * The recipes that come with ZooKeeper, and what its tutorials write, on one session.
 *
 * <pre>
 * write-lock:PATH    WriteLock of zookeeper-recipes-lock
 * election:PATH      LeaderElectionSupport of zookeeper-recipes-election; PATH must be there
 * herd:PATH          a tutorial's lock: all create PATH/lock, and all who come too late watch it
 * </pre>
 */
final class ZooKeeperLocks {
    /** Something that can be held. Used by one thread. */
    interface Lock {
        /** Full path of the node by which it holds; null when time is up: it has left then. */
        String acquire(long millis) throws Exception;

        void release() throws Exception;

        /** What the recipe itself believes. */
        boolean holds();
    }

    private ZooKeeperLocks() {}

    static Lock make(ZooKeeper client, String name, String spec) {
        String[] words = spec.split(":");
        return switch (words[0]) {
            case "write-lock" -> new RecipeLock(client, words[1]);
            case "election" -> new RecipeElection(client, words[1], name);
            case "herd" -> new Herd(client, words[1] + "/lock", name);
            default -> throw new IllegalArgumentException("no recipe: " + words[0]);
        };
    }

    private static final class RecipeLock implements Lock, LockListener {
        private final WriteLock lock;
        private volatile CountDownLatch acquired = new CountDownLatch(1);

        RecipeLock(ZooKeeper client, String path) {
            lock = new WriteLock(client, path, ZooDefs.Ids.OPEN_ACL_UNSAFE, this);
        }

        @Override
        public void lockAcquired() {
            acquired.countDown();
        }

        @Override
        public void lockReleased() {}

        @Override
        public String acquire(long millis) throws Exception {
            acquired = new CountDownLatch(1);
            lock.lock();
            if (acquired.await(millis, TimeUnit.MILLISECONDS)) {
                return lock.getId();
            }
            lock.unlock();
            return null;
        }

        @Override
        public void release() {
            lock.unlock();
        }

        @Override
        public boolean holds() {
            return lock.isOwner();
        }
    }

    private static final class RecipeElection implements Lock {
        private final ZooKeeper client;
        private final String path;
        private final String name;
        private LeaderElectionSupport election;
        private volatile boolean leads;

        RecipeElection(ZooKeeper client, String path, String name) {
            this.client = client;
            this.path = path;
            this.name = name;
        }

        @Override
        public String acquire(long millis) throws Exception {
            CountDownLatch elected = new CountDownLatch(1);
            leads = false;
            election = new LeaderElectionSupport();
            election.setZooKeeper(client);
            election.setRootNodeName(path);
            election.setHostName(name);
            election.addListener(event -> {
                switch (event) {
                    case ELECTED_COMPLETE -> {
                        leads = true;
                        elected.countDown();
                    }
                    case DETERMINE_START, FAILED, STOP_START -> leads = false;
                    default -> {}
                }
            });
            election.start();
            if (elected.await(millis, TimeUnit.MILLISECONDS)) {
                return ownChild();
            }
            election.stop();
            return null;
        }

        @Override
        public void release() {
            election.stop();
        }

        @Override
        public boolean holds() {
            return leads;
        }

        private String ownChild() throws Exception {
            for (String child : client.getChildren(path, false)) {
                Stat stat = client.exists(path + "/" + child, false);
                if (stat != null && stat.getEphemeralOwner() == client.getSessionId()) {
                    return path + "/" + child;
                }
            }
            throw new KeeperException.NoNodeException(path);
        }
    }

    /** As tutorials do: a watch of that one node by exists(), and another try when it was deleted. */
    private static final class Herd implements Lock {
        private final ZooKeeper client;
        private final String node;
        private final byte[] payload;
        private boolean held;

        Herd(ZooKeeper client, String node, String name) {
            this.client = client;
            this.node = node;
            payload = name.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String acquire(long millis) throws Exception {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            while (!tryOnce()) {
                CountDownLatch deleted = new CountDownLatch(1);
                Stat stat = client.exists(node, event -> {
                    if (event.getType() == EventType.NodeDeleted) {
                        deleted.countDown();
                    }
                });
                if (stat != null && !deleted.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    return null;
                }
            }
            held = true;
            return node;
        }

        private boolean tryOnce() throws Exception {
            try {
                client.create(node, payload, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL);
                return true;
            } catch (KeeperException.NodeExistsException another) {
                return false;
            }
        }

        @Override
        public void release() throws Exception {
            held = false;
            try {
                client.delete(node, -1);
            } catch (KeeperException.NoNodeException gone) {
                // It was deleted by somebody else.
            }
        }

        @Override
        public boolean holds() {
            return held;
        }
    }
}
