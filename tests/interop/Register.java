// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/** The fencing register of a test; README.md tells its protocol. Used by one thread. */
final class Register {
    private static final int NOT_ALONE = -1;

    private final CuratorFramework client;
    private final String path;
    private final String name;
    private int alone = NOT_ALONE; // the version that we wrote when we took all the room

    Register(CuratorFramework client, String path, String name) {
        this.client = client;
        this.path = path;
        this.name = name;
    }

    /** False: there is no room, or somebody else wrote while all of it was ours to take. */
    boolean enter(String node, int weight) throws Exception {
        alone = NOT_ALONE;
        while (true) {
            Stat stat = new Stat();
            List<String> lines = read(stat);
            int capacity = Integer.parseInt(lines.get(0).split(" ")[1]);
            if (used(lines) + weight > capacity) {
                putOutTheDead(lines);
                if (used(lines) + weight > capacity) {
                    return false;
                }
            }
            lines.add(1, "in " + weight + " " + node + " " + name);
            lines.add("did " + weight + " " + number(node) + " " + name);
            boolean takesAll = weight == capacity;
            if (write(lines, stat.getVersion())) {
                if (takesAll) {
                    alone = stat.getVersion() + 1;
                }
                return true;
            }
            if (takesAll) {
                return false;
            }
        }
    }

    /** False: somebody else put us out, or wrote although all the room was ours. */
    boolean leave() throws Exception {
        while (true) {
            Stat stat = new Stat();
            List<String> lines = read(stat);
            if (alone != NOT_ALONE && stat.getVersion() != alone) {
                return false;
            }
            if (!lines.removeIf(line -> line.startsWith("in ") && line.endsWith(" " + name))) {
                return false;
            }
            if (write(lines, stat.getVersion())) {
                return true;
            }
            if (alone != NOT_ALONE) {
                return false;
            }
        }
    }

    private static int used(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("in "))
                .mapToInt(line -> Integer.parseInt(line.split(" ")[1]))
                .sum();
    }

    private void putOutTheDead(List<String> lines) throws Exception {
        for (String line : List.copyOf(lines)) {
            if (line.startsWith("in ") && client.checkExists().forPath(line.split(" ")[2]) == null) {
                lines.remove(line);
            }
        }
    }

    /** The number that the server has given the node; 0 where it has none. */
    private static long number(String node) {
        String last = node.substring(Math.max(0, node.length() - 10));
        return last.matches("[0-9]{10}") ? Long.parseLong(last) : 0;
    }

    private List<String> read(Stat stat) throws Exception {
        byte[] data = client.getData().storingStatIn(stat).forPath(path);
        return new ArrayList<>(List.of(new String(data, StandardCharsets.UTF_8).split("\n")));
    }

    private boolean write(List<String> lines, int version) throws Exception {
        String text = String.join("\n", lines) + "\n";
        try {
            client.setData().withVersion(version).forPath(path, text.getBytes(StandardCharsets.UTF_8));
            return true;
        } catch (KeeperException.BadVersionException changed) {
            return false;
        }
    }
}
