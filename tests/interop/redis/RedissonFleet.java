// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RPermitExpirableSemaphore;
import org.redisson.api.RReadWriteLock;
import org.redisson.api.RSemaphore;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

/**
 * Locks of every type, made by one stock instance of Redisson 3 or 4 and kept until its standard input ends:
 * RedissonFleet TARGET WATCHDOG_MS PREFIX TIMES. For each lock it prints a line of JSON with what this client knows:
 * "lock" (its name), "type", "holds" (owner, count, mode, and when its lease ends: "from" to "to" in ms since 1970; 0:
 * its watchdog renews it), "waits" (the owners of the waiting threads in the order of their requests). Type "free": no
 * trace of a holder or waiter tells that there is a lock. The last line is {"event":"made"}.
 */
public final class RedissonFleet {
    private static final int OWNERS = 3; // threads that hold
    private static final int WAITING_FAIR_LOCKS = 20;
    private static final int WAITERS = 3; // of each of these
    private static final int WAITING_SEMAPHORES = 10;

    private final RedissonClient client;
    private final String prefix;
    private final List<ExecutorService> owners = new ArrayList<>();
    private int names = 0;

    private RedissonFleet(RedissonClient client, String prefix) {
        this.client = client;
        this.prefix = prefix;
        for (int i = 0; i < OWNERS; ++i) {
            owners.add(Executors.newSingleThreadExecutor(RedissonFleet::daemon));
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    /** One hold, as this client knows it. */
    private record Hold(String owner, long count, String mode, long from, long to) {
        String json() {
            return "{\"owner\":\"" + owner + "\",\"count\":" + count + ",\"mode\":\"" + mode + "\",\"from\":" + from
                    + ",\"to\":" + to + "}";
        }
    }

    private void print(String name, String type, List<Hold> holds, List<String> waits) {
        String held = String.join(",", holds.stream().map(Hold::json).toList());
        String waiting = String.join(",", waits.stream().map(owner -> '"' + owner + '"').toList());
        System.out.println("{\"lock\":\"" + name + "\",\"type\":\"" + type + "\",\"holds\":[" + held + "],\"waits\":["
                + waiting + "]}");
    }

    private String name(String type) {
        // Every fourth has a hash tag of its own, every fifth a blank.
        int number = ++names;
        return prefix + (number % 4 == 0 ? "{shop}:" : "") + type + (number % 5 == 0 ? " " : "-") + number;
    }

    private <T> T on(int owner, Callable<T> work) throws Exception {
        return owners.get(owner % OWNERS).submit(work).get();
    }

    private String self() {
        return client.getId() + ":" + Thread.currentThread().getId();
    }

    private static long now() {
        return System.currentTimeMillis();
    }

    /** Different for each lock, and far longer than the test takes. */
    private static long leaseOf(int number) {
        return 600_000 + 1_000L * (number % 600);
    }

    /** Every third is renewed by the watchdog, every second is held twice. */
    private Hold hold(RLock lock, int number) throws Exception {
        boolean renewed = number % 3 == 0;
        int count = number % 2 + 1;
        for (int i = 0; i < count; ++i) {
            if (renewed) {
                lock.lock();
            } else {
                lock.lock(leaseOf(number), TimeUnit.MILLISECONDS);
            }
        }
        long from = 0;
        long to = 0;
        if (!renewed) {
            from = now();
            long left = lock.remainTimeToLive();
            to = now() + left;
            from += left;
        }
        if (lock.getHoldCount() != count) {
            throw new IllegalStateException("held " + lock.getHoldCount() + " times");
        }
        return new Hold(self(), count, "exclusive", from, to);
    }

    private void exclusive(String type, String name, RLock lock, int number) throws Exception {
        print(name, type, List.of(on(number, () -> hold(lock, number))), List.of());
    }

    private void released(String name, RLock lock) throws Exception {
        on(0, () -> {
            lock.lock();
            lock.unlock();
            return null;
        });
        print(name, "free", List.of(), List.of());
    }

    private void fairWithWaiters(int number) throws Exception {
        String name = name("queue");
        RLock lock = client.getFairLock(name);
        Hold hold = on(number, () -> hold(lock, number));
        String tagged = name.contains("{") ? name : "{" + name + "}";
        List<String> queue = client.getList("redisson_lock_queue:" + tagged, StringCodec.INSTANCE);
        List<String> waits = new ArrayList<>();
        for (int i = 0; i < WAITERS; ++i) {
            Thread waiter = daemon(() -> {
                try {
                    lock.lockInterruptibly();
                } catch (InterruptedException ended) {
                    Thread.currentThread().interrupt();
                }
            });
            waiter.start();
            waits.add(client.getId() + ":" + waiter.getId());
            while (queue.size() <= i) {
                Thread.onSpinWait();
            }
        }
        print(name, "redisson-fair-lock", List.of(hold), waits);
    }

    /** A reader's lease is one of its own, which no call of this client tells. */
    private Hold read(RReadWriteLock lock, int number) throws Exception {
        long from = now() + leaseOf(number);
        int count = number % 2 + 1;
        for (int i = 0; i < count; ++i) {
            lock.readLock().lock(leaseOf(number), TimeUnit.MILLISECONDS);
        }
        return new Hold(self(), lock.readLock().getHoldCount(), "shared", from, now() + leaseOf(number));
    }

    private void readWrite(int number) throws Exception {
        String name = name("table");
        RReadWriteLock lock = client.getReadWriteLock(name);
        List<Hold> holds = new ArrayList<>();
        if (number % 3 == 0) {
            holds.add(on(number, () -> hold(lock.writeLock(), number)));
        } else {
            for (int i = 0; i < number % OWNERS + 1; ++i) {
                int reader = number + i;
                holds.add(on(reader, () -> read(lock, reader)));
            }
        }
        print(name, "redisson-read-write", holds, List.of());
    }

    private void fasterMulti(int number) throws Exception {
        String group = name("group");
        List<Hold> holds = new ArrayList<>();
        for (int i = 0; i < number % OWNERS + 1; ++i) {
            int owner = i;
            RLock lock = client.getMultiLock(group, Arrays.<Object>asList("value-" + 2 * i, "value-" + (2 * i + 1)));
            holds.addAll(on(owner, () -> {
                long from = now() + leaseOf(number);
                lock.lock(leaseOf(number), TimeUnit.MILLISECONDS);
                Hold each = new Hold(self(), 1, "exclusive", from, now() + leaseOf(number));
                return List.of(each, each);
            }));
        }
        print(group, "redisson-faster-multi-lock", holds, List.of());
    }

    private void multi(int number) throws Exception {
        String first = name("member");
        String second = name("member");
        RLock both = client.getMultiLock(client.getLock(first), client.getLock(second));
        String owner = on(number, () -> {
            both.lock();
            return self();
        });
        for (String member : List.of(first, second)) {
            print(member, "redisson-lock", List.of(new Hold(owner, 1, "exclusive", 0, 0)), List.of());
        }
    }

    private void permits(int number) throws Exception {
        String name = name("permits");
        RPermitExpirableSemaphore semaphore = client.getPermitExpirableSemaphore(name);
        semaphore.trySetPermits(4);
        List<Hold> holds = new ArrayList<>();
        for (int i = 0; i < number % OWNERS + 1; ++i) {
            long from = now() + leaseOf(number + i);
            String permit = semaphore.tryAcquire(0, leaseOf(number + i), TimeUnit.MILLISECONDS);
            holds.add(new Hold(permit, 1, "permit", from, now() + leaseOf(number + i)));
        }
        print(name, "redisson-permit-semaphore", holds, List.of());
    }

    /** Nothing tells a semaphore for which no client waits from any other number. */
    private void semaphore(int number) throws Exception {
        String name = name("semaphore");
        RSemaphore semaphore = client.getSemaphore(name);
        semaphore.trySetPermits(1);
        semaphore.acquire();
        if (number >= WAITING_SEMAPHORES) {
            print(name, "free", List.of(), List.of());
            return;
        }
        daemon(() -> {
            try {
                semaphore.acquire();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        }).start();
        print(name, "redisson-semaphore", List.of(), List.of());
    }

    private void make(int times) throws Exception {
        for (int i = 0; i < 4 * times; ++i) {
            String name = name("lock");
            exclusive("redisson-lock", name, client.getLock(name), i);
        }
        for (int i = 0; i < times; ++i) {
            String spin = name("spin");
            exclusive("redisson-lock", spin, client.getSpinLock(spin), i);
            String fair = name("fair");
            exclusive("redisson-lock", fair, client.getFairLock(fair), i); // without a queue it is a lock like others
            String fenced = name("fenced");
            exclusive("redisson-fenced-lock", fenced, client.getFencedLock(fenced), i);
            readWrite(i);
            permits(i);
        }
        for (int i = 0; i < times / 3; ++i) {
            multi(i);
            fasterMulti(i);
            String free = name("free");
            released(free, client.getLock(free));
            String token = name("free");
            released(token, client.getFencedLock(token));
            semaphore(i);
        }
        for (int i = 0; i < WAITING_FAIR_LOCKS; ++i) {
            fairWithWaiters(i);
        }
        System.out.println("{\"event\":\"made\"}");
    }

    public static void main(String[] arguments) throws Exception {
        Config config = new Config();
        config.setLockWatchdogTimeout(Long.parseLong(arguments[1]));
        config.setThreads(4).setNettyThreads(4);
        config.useSingleServer().setAddress(arguments[0]).setConnectionMinimumIdleSize(4)
                .setSubscriptionConnectionMinimumIdleSize(1);
        RedissonClient client = Redisson.create(config);
        new RedissonFleet(client, arguments[2]).make(Integer.parseInt(arguments[3]));
        while (System.in.read() >= 0) {
            continue;
        }
        System.exit(0); // the locks stay: their leases are long
    }
}
