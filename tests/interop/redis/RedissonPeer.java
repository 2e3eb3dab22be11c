// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.redisson.Redisson;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RPermitExpirableSemaphore;
import org.redisson.api.RScript;
import org.redisson.api.RSemaphore;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/**
 * Stock clients of Redisson 3 and 4 that a test drives: RedissonPeer TARGET WATCHDOG_MS NAME. README.md describes the
 * protocol and the recipes. The workers are threads of one Redisson instance.
 */
public final class RedissonPeer extends RedisWorker {
    private final RedissonClient client;
    private final long watchdogMillis;

    private RedissonPeer(RedissonClient client, long watchdogMillis, String peer, String id) {
        super(peer, id);
        this.client = client;
        this.watchdogMillis = watchdogMillis;
    }

    @Override
    String start() throws Exception {
        client.getKeys().count(); // a reply proves the connection
        return jarOf(Redisson.class);
    }

    @Override
    void close() {
    }

    @Override
    long eval(String script, List<Object> keys, Object... arguments) {
        // Both versions have this type; they call that of an integer by different names.
        Number reply = client.getScript(StringCodec.INSTANCE)
                .eval(RScript.Mode.READ_WRITE, script, RScript.ReturnType.VALUE, keys, arguments);
        return reply.longValue();
    }

    @Override
    Lock make(String recipe, String name, String more) {
        return switch (recipe) {
            case "lock" -> new OwnedLock(client.getLock(name), name, "");
            case "fair" -> new OwnedLock(client.getFairLock(name), name, "");
            case "spin" -> new OwnedLock(client.getSpinLock(name), name, "");
            case "fenced" -> new OwnedLock(client.getFencedLock(name), name, "");
            case "read" -> new OwnedLock(client.getReadWriteLock(name).readLock(), name, "");
            case "write" -> new OwnedLock(client.getReadWriteLock(name).writeLock(), name, ":write");
            case "multi" -> {
                RLock[] members = Stream.of(name.split(",")).map(client::getLock).toArray(RLock[]::new);
                yield new OwnedLock(client.getMultiLock(members), name.split(",")[0], "");
            }
            case "semaphore" -> new Permits(client.getSemaphore(name), name, Integer.parseInt(more));
            case "permit" -> new LeasedPermits(client.getPermitExpirableSemaphore(name), name, Integer.parseInt(more));
            default -> throw new IllegalArgumentException("no recipe: " + recipe);
        };
    }

    /** A lock whose hash has a field of its owner, a thread of this instance. Renewed by the watchdog. */
    private final class OwnedLock implements Lock {
        private final RLock lock;
        private final String name;
        private final String owner;

        OwnedLock(RLock lock, String name, String suffix) {
            this.lock = lock;
            this.name = name;
            owner = client.getId() + ":" + Thread.currentThread().getId() + suffix;
        }

        @Override
        public Grant acquire(long millis) throws InterruptedException {
            boolean acquired = millis == 0 ? lock.tryLock() : lock.tryLock(millis, TimeUnit.MILLISECONDS);
            if (!acquired) {
                return null;
            }
            return Grant.field(name, owner, lock instanceof RFencedLock fenced ? fenced.getToken() : 0);
        }

        @Override
        public void release() {
            lock.unlock();
        }
    }

    /** No server knows the holder of these. */
    private static final class Permits implements Lock {
        private final RSemaphore semaphore;
        private final String name;

        Permits(RSemaphore semaphore, String name, int permits) {
            this.semaphore = semaphore;
            this.name = name;
            semaphore.trySetPermits(permits);
        }

        @Override
        public Grant acquire(long millis) throws InterruptedException {
            boolean acquired = semaphore.tryAcquire(Duration.ofMillis(millis));
            return acquired ? new Grant("permit", 0, "none", name, "") : null;
        }

        @Override
        public void release() {
            semaphore.release();
        }
    }

    /** Permits are not renewed: each has a lease of the watchdog's length. */
    private final class LeasedPermits implements Lock {
        private final RPermitExpirableSemaphore semaphore;
        private final String name;
        private String permit;

        LeasedPermits(RPermitExpirableSemaphore semaphore, String name, int permits) {
            this.semaphore = semaphore;
            this.name = name;
            semaphore.trySetPermits(permits);
        }

        @Override
        public Grant acquire(long millis) throws InterruptedException {
            permit = semaphore.tryAcquire(millis, watchdogMillis, TimeUnit.MILLISECONDS);
            return permit == null ? null : new Grant(permit, 0, "permit", "{" + name + "}:timeout", permit);
        }

        @Override
        public void release() {
            semaphore.release(permit);
        }
    }

    public static void main(String[] arguments) throws Exception {
        long watchdogMillis = Long.parseLong(arguments[1]);
        Config config = new Config();
        config.setLockWatchdogTimeout(watchdogMillis);
        config.setThreads(4).setNettyThreads(4);
        config.useSingleServer().setAddress(arguments[0]).setConnectionMinimumIdleSize(4)
                .setSubscriptionConnectionMinimumIdleSize(1);
        RedissonClient client = Redisson.create(config);
        serve(id -> new RedissonPeer(client, watchdogMillis, arguments[2], id));
    }
}
