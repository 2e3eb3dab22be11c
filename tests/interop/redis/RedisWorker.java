// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A worker with locks on Redis and registers; what depends on the version of Redisson is in its subclasses. */
abstract class RedisWorker extends Worker {
    /**
     * A hold: its owner or permit, its fencing token (0: none), and how a register sees that it exists (RegisterEnter.lua).
     */
    record Grant(String id, long token, String kind, String key, String member) {
        static Grant field(String name, String owner, long token) {
            return new Grant(owner, token, "field", name, owner);
        }
    }

    interface Lock {
        /** Null: timed out. 0 ms: one attempt. */
        Grant acquire(long millis) throws Exception;

        void release() throws Exception;
    }

    private static final String ENTER = script("RegisterEnter.lua");
    private static final String LEAVE = script("RegisterLeave.lua");

    private final String name;
    private final Map<String, Lock> locks = new HashMap<>();
    private final Map<String, Grant> grants = new HashMap<>();

    RedisWorker(String peer, String id) {
        super(id);
        name = peer + "-" + id;
    }

    /** Returns the version of the client. */
    abstract String start() throws Exception;

    abstract Lock make(String recipe, String name, String more);

    /** Runs a script with an integer reply. */
    abstract long eval(String script, List<Object> keys, Object... arguments);

    @Override
    void obey(String[] words) throws Exception {
        switch (words[1]) {
            case "start" -> say("connected", "client", start());
            case "acquire" -> acquire(words[2], Long.parseLong(words[3]));
            case "release" -> {
                long before = System.nanoTime();
                lock(words[2]).release();
                say("released", "at", "" + before);
            }
            case "enter" -> say(enter(grants.get(words[2]), words[3], words[4]) ? "inside" : "overlap");
            case "leave" -> say(leave(words[2]) ? "left" : "overlap");
            case "turns" -> takeTurns(lock(words[2]), words[3], words[4], Integer.parseInt(words[5]),
                    Long.parseLong(words[6]));
            default -> throw new IllegalArgumentException("no command: " + words[1]);
        }
    }

    private void acquire(String spec, long millis) throws Exception {
        Grant grant = lock(spec).acquire(millis);
        long after = System.nanoTime();
        if (grant == null) {
            say("timedOut");
            return;
        }
        grants.put(spec, grant);
        say("granted", "node", grant.id(), "token", "" + grant.token(), "at", "" + after);
    }

    private void takeTurns(Lock lock, String register, String weight, int wanted, long waitLimit) throws Exception {
        int turns = 0;
        int gaveUp = 0;
        int inARow = 0;
        while (turns < wanted) {
            Grant grant = lock.acquire(waitLimit << inARow);
            if (grant == null) {
                ++gaveUp;
                ++inARow;
                continue;
            }
            inARow = 0;
            boolean alone = enter(grant, register, weight) && leave(register);
            lock.release();
            if (!alone) {
                break;
            }
            ++turns;
        }
        say("done", "turns", "" + turns, "gaveUp", "" + gaveUp);
    }

    private boolean enter(Grant grant, String register, String weight) {
        return eval(ENTER, List.of(register, register + ":log", grant.key()), name, weight, "" + grant.token(),
                grant.kind(), grant.member()) == 1;
    }

    private boolean leave(String register) {
        return eval(LEAVE, List.of(register), name) == 1;
    }

    private Lock lock(String spec) {
        return locks.computeIfAbsent(spec, key -> {
            String[] words = key.split(":", 3);
            if (words[0].equals("none")) {
                return new NoLock(words[1]);
            }
            return make(words[0], words[1], words.length > 2 ? words[2] : "");
        });
    }

    /** For a register that shall detect overlaps. */
    private record NoLock(String key) implements Lock {
        @Override
        public Grant acquire(long millis) {
            return new Grant("none", 0, key.equals("no-proof") ? "none" : "value", key, "alive");
        }

        @Override
        public void release() {
        }
    }

    private static String script(String file) {
        try {
            return Files.readString(Path.of(System.getenv("LOCKSCOPE_REGISTER_SCRIPTS"), file));
        } catch (IOException failed) {
            throw new ExceptionInInitializerError(failed);
        }
    }
}
