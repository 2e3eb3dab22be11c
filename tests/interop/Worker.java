// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** One of a peer's workers: a thread that obeys commands, and its lines. README.md tells the protocol. */
abstract class Worker {
    private final String id;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();

    Worker(String id) {
        this.id = id;
    }

    /** On the worker's thread; what is thrown is told as `failed`. */
    abstract void obey(String[] words) throws Exception;

    /** Ends the session; after the last command. */
    abstract void close() throws Exception;

    final void say(String event, String... members) {
        tell("event", event, members);
    }

    final void notice(String notice, String... members) {
        tell("notice", notice, members);
    }

    /** The file name of the jar that this class comes from, which has its version in it. */
    static String jarOf(Class<?> type) throws IOException, URISyntaxException {
        Path jar = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        return jar.toRealPath().getFileName().toString();
    }

    /** Obeys standard input until it ends. */
    static void serve(Function<String, Worker> make) throws Exception {
        Map<String, Worker> workers = new HashMap<>();
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] words = line.split(" ");
            workers.computeIfAbsent(words[0], make).post(words);
        }
        boolean good = true;
        for (Worker worker : workers.values()) {
            good &= worker.end();
        }
        System.exit(good ? 0 : 1);
    }

    private void post(String[] words) {
        thread.execute(() -> {
            try {
                obey(words);
            } catch (Exception failed) {
                failed.printStackTrace();
                say("failed", "why", failed.toString());
            }
        });
    }

    private boolean end() throws Exception {
        thread.shutdown();
        boolean ended = thread.awaitTermination(20, TimeUnit.SECONDS);
        close();
        return ended;
    }

    /** One line; `members` are keys and values in turn. */
    private void tell(String kind, String word, String... members) {
        StringBuilder line = new StringBuilder("{\"id\":").append(quoted(id));
        line.append(',').append(quoted(kind)).append(':').append(quoted(word));
        for (int i = 0; i < members.length; i += 2) {
            line.append(',').append(quoted(members[i])).append(':').append(quoted(members[i + 1]));
        }
        synchronized (System.out) {
            System.out.println(line.append('}'));
        }
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + '"';
    }
}
