// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderSelector;
import org.apache.curator.framework.recipes.leader.LeaderSelectorListenerAdapter;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.framework.recipes.locks.InterProcessMultiLock;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreMutex;
import org.apache.curator.framework.recipes.locks.InterProcessSemaphoreV2;
import org.apache.curator.framework.recipes.locks.Lease;
import org.apache.curator.framework.recipes.shared.SharedCount;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * Curator's locks on one session, all alike to whoever takes turns with them. They are stock in all that they do; the
 * subclasses here only let out the name of the own node. Used by one thread, which is the owner of what is held.
 *
 * <pre>
 * mutex:PATH                      InterProcessMutex
 * semaphore-mutex:PATH            InterProcessSemaphoreMutex
 * read:PATH  write:PATH           the two sides of one InterProcessReadWriteLock
 * semaphore:PATH:N[:TAKE]         InterProcessSemaphoreV2 of N leases; takes TAKE of them at a time, 1 without
 * counted:PATH:COUNT_PATH[:TAKE]  the same, whose number of leases is a SharedCount
 * latch:PATH:PARTICIPANT          LeaderLatch: leads, or has left
 * selector:PATH                   LeaderSelector: leads, or has left
 * multi:PATH,PATH…                InterProcessMultiLock of mutexes, taken in this order
 * none:PATH                       no lock at all
 * </pre>
 */
final class CuratorLocks {
    /** Something that can be held. */
    interface Lock {
        /** Full path of the node by which it holds (of the last, where it takes several); null when time is up. */
        String acquire(long millis) throws Exception;

        void release() throws Exception;

        /** What the recipe itself believes; what has no state of its own believes until it is released. */
        boolean holds();
    }

    static final class OpenMutex extends InterProcessMutex {
        OpenMutex(CuratorFramework client, String path) {
            super(client, path);
        }

        String node() {
            return getLockPath();
        }
    }

    private static final class OpenRead extends InterProcessReadWriteLock.ReadLock {
        OpenRead(CuratorFramework client, String path, InterProcessReadWriteLock.WriteLock writeLock) {
            super(client, path, null, writeLock);
        }

        String node() {
            return getLockPath();
        }
    }

    private static final class OpenWrite extends InterProcessReadWriteLock.WriteLock {
        OpenWrite(CuratorFramework client, String path) {
            super(client, path, null);
        }

        String node() {
            return getLockPath();
        }
    }

    private interface NodeOf {
        String node() throws Exception;
    }

    private final CuratorFramework client;
    private final Map<String, Lock> locks = new HashMap<>();
    private final Map<String, OpenMutex> mutexes = new HashMap<>();
    private final Map<String, OpenWrite> writeLocks = new HashMap<>();
    private final Map<String, SharedCount> counts = new HashMap<>();

    CuratorLocks(CuratorFramework client) {
        this.client = client;
    }

    /** The same lock each time that it is asked for. */
    Lock lock(String spec) throws Exception {
        Lock lock = locks.get(spec);
        if (lock == null) {
            lock = make(spec.split(":"));
            locks.put(spec, lock);
        }
        return lock;
    }

    /** The one behind mutex:PATH. */
    OpenMutex mutex(String path) {
        return mutexes.computeIfAbsent(path, key -> new OpenMutex(client, key));
    }

    SharedCount count(String path, int seed) throws Exception {
        SharedCount count = counts.get(path);
        if (count == null) {
            count = new SharedCount(client, path, seed);
            count.start();
            counts.put(path, count);
        }
        return count;
    }

    private Lock make(String[] words) throws Exception {
        String path = words[1];
        int take = words.length > 3 ? Integer.parseInt(words[3]) : 1;
        return switch (words[0]) {
            case "mutex" -> of(mutex(path), mutex(path)::node);
            case "semaphore-mutex" ->
                of(new InterProcessSemaphoreMutex(client, path), () -> ownChild(path + "/leases"));
            case "read" -> {
                OpenRead read = new OpenRead(client, path, writeLock(path));
                yield of(read, read::node);
            }
            case "write" -> of(writeLock(path), writeLock(path)::node);
            case "semaphore" ->
                leases(new InterProcessSemaphoreV2(client, path, Integer.parseInt(words[2])), path, take);
            case "counted" -> leases(new InterProcessSemaphoreV2(client, path, count(words[2], 1)), path, take);
            case "latch" -> latch(path, words[2]);
            case "selector" -> selector(path);
            case "multi" -> multi(path.split(","));
            case "none" -> nothing(path);
            default -> throw new IllegalArgumentException("no recipe: " + words[0]);
        };
    }

    private OpenWrite writeLock(String path) {
        return writeLocks.computeIfAbsent(path, key -> new OpenWrite(client, key));
    }

    private static Lock of(InterProcessLock lock, NodeOf own) {
        return new Lock() {
            @Override
            public String acquire(long millis) throws Exception {
                return lock.acquire(millis, TimeUnit.MILLISECONDS) ? own.node() : null;
            }

            @Override
            public void release() throws Exception {
                lock.release();
            }

            @Override
            public boolean holds() {
                return lock.isAcquiredInThisProcess();
            }
        };
    }

    private Lock multi(String[] paths) {
        List<InterProcessLock> parts = new ArrayList<>(Arrays.stream(paths).map(this::mutex).toList());
        return of(new InterProcessMultiLock(parts), mutex(paths[paths.length - 1])::node);
    }

    private static Lock leases(InterProcessSemaphoreV2 semaphore, String path, int take) {
        return new Lock() {
            private Collection<Lease> held = List.of();

            @Override
            public String acquire(long millis) throws Exception {
                Collection<Lease> taken = semaphore.acquire(take, millis, TimeUnit.MILLISECONDS);
                if (taken == null) {
                    return null;
                }
                held = taken;
                String last = null;
                for (Lease lease : taken) {
                    last = path + "/leases/" + lease.getNodeName();
                }
                return last;
            }

            @Override
            public void release() {
                semaphore.returnAll(held);
                held = List.of();
            }

            @Override
            public boolean holds() {
                return !held.isEmpty();
            }
        };
    }

    private Lock latch(String path, String participant) {
        return new Lock() {
            private LeaderLatch latch;

            @Override
            public String acquire(long millis) throws Exception {
                latch = new LeaderLatch(client, path, participant);
                latch.start();
                if (latch.await(millis, TimeUnit.MILLISECONDS)) {
                    return latch.getOurPath();
                }
                release();
                return null;
            }

            @Override
            public void release() throws IOException {
                latch.close();
            }

            @Override
            public boolean holds() {
                return latch.hasLeadership();
            }
        };
    }

    private Lock selector(String path) {
        return new Lock() {
            private LeaderSelector selector;
            private CountDownLatch elected;
            private CountDownLatch done;

            @Override
            public String acquire(long millis) throws Exception {
                CountDownLatch leads = new CountDownLatch(1);
                CountDownLatch ends = new CountDownLatch(1);
                elected = leads;
                done = ends;
                selector = new LeaderSelector(client, path, new LeaderSelectorListenerAdapter() {
                    @Override
                    public void takeLeadership(CuratorFramework framework) throws InterruptedException {
                        leads.countDown();
                        ends.await();
                    }
                });
                selector.start();
                if (elected.await(millis, TimeUnit.MILLISECONDS)) {
                    return ownChild(path);
                }
                release();
                return null;
            }

            @Override
            public void release() {
                done.countDown();
                selector.close();
            }

            @Override
            public boolean holds() {
                return selector.hasLeadership();
            }
        };
    }

    private static Lock nothing(String path) {
        return new Lock() {
            @Override
            public String acquire(long millis) {
                return path;
            }

            @Override
            public void release() {}

            @Override
            public boolean holds() {
                return true;
            }
        };
    }

    /** Our only child of `parent`, for a lock that does not tell. */
    private String ownChild(String parent) throws Exception {
        long session = client.getZookeeperClient().getZooKeeper().getSessionId();
        for (String child : client.getChildren().forPath(parent)) {
            Stat stat = client.checkExists().forPath(parent + "/" + child);
            if (stat != null && stat.getEphemeralOwner() == session) {
                return parent + "/" + child;
            }
        }
        throw new KeeperException.NoNodeException(parent);
    }
}
