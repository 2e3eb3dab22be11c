// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.RedissonShutdownException;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Stock Redisson, measured: RedissonLocks PORT.... Its commands: RedisTally.h. Measures: cycle/hash, handover/plain and
 * handover/fair, with a Redisson instance and a thread for each client; dead-head, with one waiting client. The JVM
 * runs all commands.
 */
public final class RedissonLocks {
    /** For the JIT compiler, and for the first turn of each client. */
    private static final long WARM_UP_NANOS = 2_500_000_000L;
    private static final long WARM_UP_NANOS_PER_CLIENT = 3_000_000L;
    /** Redisson serves the next client only when the dead one's place has expired, after some five minutes. */
    private static final long DEAD_HEAD_LIMIT_MILLIS = 10_000;

    /** The samples of one command; RedisTally.h has the same rules. */
    private static final class Tally {
        private boolean counts;
        private double[] us = new double[1 << 16];
        private int size;
        private long grants;
        private int overlaps;
        private int holder = -1;
        private int lastHolder = -1;
        private long releasedAt;
        private long longestWait;

        synchronized void setCounts(boolean now) {
            counts = now;
        }

        private void add(long nanos) {
            if (size == us.length) {
                us = Arrays.copyOf(us, 2 * size);
            }
            us[size++] = nanos / 1e3;
        }

        synchronized void cycle(long nanos) {
            if (counts) {
                grants++;
                add(nanos);
            }
        }

        synchronized void granted(int client, long askedAt) {
            long now = System.nanoTime();
            if (holder != -1) {
                overlaps++;
            }
            holder = client;
            if (counts) {
                grants++;
                longestWait = Math.max(longestWait, now - askedAt);
                if (lastHolder != client && lastHolder != -1) {
                    add(now - releasedAt);
                }
            }
            lastHolder = client;
        }

        synchronized void releasing(int client) {
            if (holder == client) {
                holder = -1;
            }
            releasedAt = System.nanoTime();
        }

        synchronized void report(double seconds) {
            double[] sorted = Arrays.copyOf(us, size);
            Arrays.sort(sorted);
            say("ended", String.format(Locale.ROOT, ",\"count\":%d,\"seconds\":%f,\"perS\":%f,\"grantsPerS\":%f,"
                    + "\"us\":{\"p50\":%f,\"p99\":%f},\"overlaps\":%d,\"longestWaitMs\":%f", grants, seconds,
                    size / seconds, grants / seconds, percentile(sorted, 0.50), percentile(sorted, 0.99), overlaps,
                    longestWait / 1e6));
        }

        private static double percentile(double[] sorted, double share) {
            return sorted.length == 0 ? 0 : sorted[(int) Math.max(Math.ceil(share * sorted.length), 1) - 1];
        }
    }

    private final String address;
    private volatile boolean isOver;
    private volatile Exception problem;
    private int number;

    private RedissonLocks(String port) {
        address = "redis://127.0.0.1:" + port;
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    private RedissonClient connected() {
        Config config = new Config();
        config.useSingleServer().setAddress(address).setConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionMinimumIdleSize(1);
        return Redisson.create(config);
    }

    private void contend(RLock lock, int client, boolean isAlone, Tally tally) {
        try {
            while (!isOver) {
                long askedAt = System.nanoTime();
                lock.lock();
                if (!isAlone) {
                    tally.granted(client, askedAt);
                    tally.releasing(client);
                }
                lock.unlock();
                if (isAlone) {
                    tally.cycle(System.nanoTime() - askedAt);
                }
            }
        } catch (Exception e) {
            if (!isOver) {
                problem = e;
            }
        }
    }

    private void measure(String how, int clients, double seconds, String name) throws Exception {
        Tally tally = new Tally();
        List<RedissonClient> instances = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        isOver = false;
        problem = null;
        try {
            for (int i = 0; i < clients; i++) {
                instances.add(connected());
                RedissonClient instance = instances.get(i);
                RLock lock = how.equals("handover/fair") ? instance.getFairLock(name) : instance.getLock(name);
                int client = i;
                threads.add(daemon(() -> contend(lock, client, how.equals("cycle/hash"), tally)));
            }
            threads.forEach(Thread::start);
            TimeUnit.NANOSECONDS.sleep(WARM_UP_NANOS + WARM_UP_NANOS_PER_CLIENT * clients);
            say("began", "");
            tally.setCounts(true);
            long from = System.nanoTime();
            TimeUnit.NANOSECONDS.sleep((long) (seconds * 1e9));
            tally.setCounts(false);
            double counted = (System.nanoTime() - from) / 1e9;
            say("counted", "");
            isOver = true;
            if (problem != null) {
                throw problem;
            }
            for (Thread thread : threads) {
                thread.join(5000);
            }
            tally.report(counted);
        } finally {
            isOver = true;
            instances.forEach(instance -> instance.shutdown(0, 2, TimeUnit.SECONDS));
        }
    }

    /** One client waits behind one whose process was killed; the server's reads count its requests. */
    private void deadHead(BufferedReader commands, double seconds, String name) throws Exception {
        RedissonClient holder = connected();
        RedissonClient waiting = connected();
        try {
            holder.getFairLock(name).lock();
            say("connected", ",\"lock\":\"" + name + "\"");
            commands.readLine();
            long[] servedAt = {0};
            Thread waiter = daemon(() -> {
                RLock lock = waiting.getFairLock(name);
                try {
                    lock.lock();
                    servedAt[0] = System.nanoTime();
                    lock.unlock();
                } catch (RedissonShutdownException e) {
                    // It is not waited for any longer.
                }
            });
            waiter.start();
            TimeUnit.NANOSECONDS.sleep((long) (seconds * 1e9));
            say("began", "");
            long from = System.nanoTime();
            holder.getFairLock(name).unlock();
            waiter.join(DEAD_HEAD_LIMIT_MILLIS);
            say("counted", "");
            boolean isServed = !waiter.isAlive();
            say("ended", String.format(Locale.ROOT, ",\"servedMs\":%s,\"limitMs\":%d",
                    isServed ? String.valueOf((servedAt[0] - from) / 1e6) : "null", DEAD_HEAD_LIMIT_MILLIS));
        } finally {
            waiting.shutdown(0, 2, TimeUnit.SECONDS);
            holder.shutdown(0, 2, TimeUnit.SECONDS);
        }
    }

    private void obey(BufferedReader commands, String[] words) throws Exception {
        String name = "bench-redisson-" + ProcessHandle.current().pid() + "-" + ++number;
        int clients = Integer.parseInt(words[1]);
        double seconds = Double.parseDouble(words[2]);
        switch (words[0]) {
            case "cycle/hash", "handover/plain", "handover/fair" -> measure(words[0], clients, seconds, name);
            case "dead-head" -> deadHead(commands, seconds, name);
            default -> throw new IllegalArgumentException("no measure: " + words[0]);
        }
    }

    private static void say(String event, String members) {
        System.out.println("{\"event\":\"" + event + "\"" + members + "}");
    }

    public static void main(String[] arguments) throws Exception {
        RedissonLocks locks = new RedissonLocks(arguments[0]);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            try {
                locks.obey(commands, line.split(" "));
            } catch (Exception e) {
                say("failed", ",\"why\":\"" + e.toString().replaceAll("[\"\\\\\n]", " ") + "\"");
            }
        }
    }
}
