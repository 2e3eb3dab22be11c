// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.RetryOneTime;

/**
 * Stock Curator, measured: CuratorLocks CONNECT. Its commands: Commands.h. Measures: "uncontended-blocking" and
 * "handover-blocking", with one CuratorFramework and one thread for each client. The JVM runs all commands; the
 * caller warms it up with a command whose figures are discarded.
 */
public final class CuratorLocks {
    /** For the first turn of each client, which costs more. */
    private static final long WARM_UP_NANOS = 300_000_000L;
    private static final long WARM_UP_NANOS_PER_CLIENT = 3_000_000L;

    /** One client: its session, its thread, its samples. */
    private static final class Contestant extends Thread {
        private final CuratorFramework client;
        private final String path;
        private final Contest contest;
        final List<Long> samples = new ArrayList<>();
        Exception problem;

        Contestant(CuratorFramework client, String path, Contest contest) {
            this.client = client;
            this.path = path;
            this.contest = contest;
        }

        @Override
        public void run() {
            try {
                InterProcessMutex mutex = new InterProcessMutex(client, path);
                while (!contest.over) {
                    if (contest.alone) {
                        cycle(mutex);
                    } else {
                        turn(mutex);
                    }
                }
            } catch (Exception e) {
                problem = e;
                contest.over = true;
            }
        }

        private void cycle(InterProcessMutex mutex) throws Exception {
            long from = System.nanoTime();
            mutex.acquire();
            mutex.release();
            if (contest.counts) {
                samples.add(System.nanoTime() - from);
            }
        }

        private void turn(InterProcessMutex mutex) throws Exception {
            mutex.acquire();
            long now = System.nanoTime();
            if (contest.holders.getAndIncrement() != 0) {
                contest.overlaps.incrementAndGet();
            }
            long gaveWayAt = contest.gaveWayAt.get();
            if (gaveWayAt != 0 && contest.counts) {
                samples.add(now - gaveWayAt);
            }
            contest.holders.decrementAndGet();
            contest.gaveWayAt.set(System.nanoTime());
            mutex.release();
        }
    }

    /** The shared state of the clients of one measurement. */
    private static final class Contest {
        final boolean alone;
        volatile boolean counts;
        volatile boolean over;
        final AtomicLong gaveWayAt = new AtomicLong();
        final AtomicInteger holders = new AtomicInteger();
        final AtomicInteger overlaps = new AtomicInteger();

        Contest(boolean alone) {
            this.alone = alone;
        }
    }

    private final String connect;
    private int number;

    private CuratorLocks(String connect) {
        this.connect = connect;
    }

    private CuratorFramework connected() throws Exception {
        CuratorFramework client = CuratorFrameworkFactory.newClient(connect, 10_000, 10_000, new RetryOneTime(100));
        client.start();
        if (!client.blockUntilConnected(20, TimeUnit.SECONDS)) {
            throw new IllegalStateException("no connection to " + connect);
        }
        return client;
    }

    private void obey(String measure, int clients, double seconds) throws Exception {
        if (!measure.equals("uncontended-blocking") && !measure.equals("handover-blocking")) {
            throw new IllegalArgumentException("no measure: " + measure);
        }
        String path = "/bench-curator-" + ProcessHandle.current().pid() + "-" + ++number;
        Contest contest = new Contest(measure.equals("uncontended-blocking"));
        List<CuratorFramework> frameworks = new ArrayList<>();
        List<Contestant> contestants = new ArrayList<>();
        try {
            for (int i = 0; i < clients; i++) {
                frameworks.add(connected());
                contestants.add(new Contestant(frameworks.get(i), path, contest));
            }
            contestants.forEach(Thread::start);
            TimeUnit.NANOSECONDS.sleep(WARM_UP_NANOS + WARM_UP_NANOS_PER_CLIENT * clients);
            say("began", "");
            long from = System.nanoTime();
            contest.counts = true;
            TimeUnit.NANOSECONDS.sleep((long) (seconds * 1e9));
            contest.counts = false;
            double counted = (System.nanoTime() - from) / 1e9;
            say("counted", "");
            contest.over = true;
            for (Contestant contestant : contestants) {
                contestant.join();
                if (contestant.problem != null) {
                    throw contestant.problem;
                }
            }
            report(contestants, contest, counted);
        } finally {
            contest.over = true;
            frameworks.forEach(CuratorFramework::close);
        }
    }

    private static void report(List<Contestant> contestants, Contest contest, double seconds) {
        long[] sorted = contestants.stream().flatMap(c -> c.samples.stream()).mapToLong(Long::longValue).sorted()
                .toArray();
        say("ended", String.format(Locale.ROOT,
                ",\"count\":%d,\"seconds\":%f,\"perS\":%f,\"us\":{\"p50\":%f,\"p99\":%f},\"overlaps\":%d", sorted.length,
                seconds, sorted.length / seconds, percentile(sorted, 0.50), percentile(sorted, 0.99),
                contest.overlaps.get()));
    }

    private static double percentile(long[] sorted, double share) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.max(Math.ceil(share * sorted.length), 1) - 1] / 1e3;
    }

    private static void say(String event, String members) {
        System.out.println("{\"event\":\"" + event + "\"" + members + "}");
    }

    public static void main(String[] arguments) throws Exception {
        CuratorLocks locks = new CuratorLocks(arguments[0]);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] words = line.split(" ");
            try {
                locks.obey(words[0], Integer.parseInt(words[1]), Double.parseDouble(words[2]));
            } catch (Exception e) {
                say("failed", ",\"why\":\"" + e.toString().replaceAll("[\"\\\\\n]", " ") + "\"");
            }
        }
    }
}
