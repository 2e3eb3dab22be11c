// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.utils.ZKPaths;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * A stock Curator client that a test drives: CuratorPeer CONNECT SESSION_TIMEOUT_MS NAME. Reads commands, one a line,
 * answers each with one JSON object a line, and ends in good order when its standard input does.
 *
 * <pre>
 * acquire PATH MILLIS       granted (with its node) or timedOut
 * release                   released
 * turns PATH REGISTER N     a line "granted" for each turn with the node, then "done" with the turns without overlap
 * pass REGISTER             passes through the register with no lock at all: "passed" or "overlap"
 * </pre>
 */
public final class CuratorPeer {
    /** Stock in all that it does; only the name of its own node is let out. */
    private static final class OpenMutex extends InterProcessMutex {
        OpenMutex(CuratorFramework client, String path) {
            super(client, path);
        }

        String node() {
            return ZKPaths.getNodeFromPath(getLockPath());
        }
    }

    /** The fencing register; FencingRegister.h tells its protocol. */
    private static final class Register {
        private final CuratorFramework client;
        private final String path;
        private final String name;

        Register(CuratorFramework client, String path, String name) {
            this.client = client;
            this.path = path;
            this.name = name;
        }

        /** False: somebody else was inside. */
        boolean pass(String number) throws Exception {
            Stat stat = new Stat();
            String found = read(stat);
            if (!found.startsWith("free\n")) {
                return false;
            }
            String log = found.substring("free\n".length()) + number + " " + name + "\n";
            String held = "held by " + name + "\n" + log;
            if (!write(held, stat.getVersion())) {
                return false;
            }
            int written = stat.getVersion() + 1;
            return read(stat).equals(held) && stat.getVersion() == written && write("free\n" + log, written);
        }

        private String read(Stat stat) throws Exception {
            return new String(client.getData().storingStatIn(stat).forPath(path), StandardCharsets.UTF_8);
        }

        private boolean write(String text, int version) throws Exception {
            try {
                client.setData().withVersion(version).forPath(path, text.getBytes(StandardCharsets.UTF_8));
                return true;
            } catch (KeeperException.BadVersionException changed) {
                return false;
            }
        }
    }

    private final CuratorFramework client;
    private final String name;
    private OpenMutex held;

    private CuratorPeer(CuratorFramework client, String name) {
        this.client = client;
        this.name = name;
    }

    private void obey(String[] words) throws Exception {
        switch (words[0]) {
            case "acquire" -> acquire(words[1], Long.parseLong(words[2]));
            case "release" -> {
                held.release();
                held = null;
                say("released", "");
            }
            case "turns" -> takeTurns(words[1], words[2], Integer.parseInt(words[3]));
            case "pass" -> say(new Register(client, words[1], name).pass("0") ? "passed" : "overlap", "");
            default -> throw new IllegalArgumentException("no command: " + words[0]);
        }
    }

    private void acquire(String path, long millis) throws Exception {
        OpenMutex mutex = new OpenMutex(client, path);
        if (mutex.acquire(millis, TimeUnit.MILLISECONDS)) {
            held = mutex;
            say("granted", ",\"node\":\"" + mutex.node() + "\"");
        } else {
            say("timedOut", "");
        }
    }

    private void takeTurns(String path, String registerPath, int wanted) throws Exception {
        OpenMutex mutex = new OpenMutex(client, path);
        Register register = new Register(client, registerPath, name);
        int turns = 0;
        boolean alone = true;
        while (alone && turns < wanted) {
            mutex.acquire();
            String node = mutex.node();
            say("granted", ",\"node\":\"" + node + "\"");
            alone = register.pass(node.substring(node.length() - 10));
            mutex.release();
            turns += alone ? 1 : 0;
        }
        say("done", ",\"turns\":" + turns);
    }

    private static void say(String event, String members) {
        System.out.println("{\"event\":\"" + event + "\"" + members + "}");
    }

    public static void main(String[] arguments) throws Exception {
        int sessionTimeout = Integer.parseInt(arguments[1]);
        try (CuratorFramework client =
                CuratorFrameworkFactory.newClient(arguments[0], sessionTimeout, 10_000, new RetryOneTime(100))) {
            client.start();
            if (!client.blockUntilConnected(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("no connection to " + arguments[0]);
            }
            say("connected", ",\"sessionTimeoutMs\":" + client.getZookeeperClient().getZooKeeper().getSessionTimeout());
            CuratorPeer peer = new CuratorPeer(client, arguments[2]);
            BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                peer.obey(line.split(" "));
            }
        }
    }
}
