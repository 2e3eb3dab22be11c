// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

import java.lang.reflect.Field;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.redisson.Config;
import org.redisson.Redisson;
import org.redisson.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.core.RLock;
import org.redisson.core.RScript;

/**
 * Stock clients of Redisson 2.2 that a test drives: Redisson2016Peer TARGET LEASE_MS NAME. README.md describes the
 * protocol and the recipes. Its watchdog has a fixed lease of 30 seconds, so the lease is given with each request.
 */
public final class Redisson2016Peer extends RedisWorker {
    private final RedissonClient client;
    private final long leaseMillis;

    private Redisson2016Peer(RedissonClient client, long leaseMillis, String peer, String id) {
        super(peer, id);
        this.client = client;
        this.leaseMillis = leaseMillis;
    }

    @Override
    String start() throws Exception {
        eval("return 1", List.of());
        return jarOf(Redisson.class);
    }

    @Override
    void close() {
    }

    @Override
    long eval(String script, List<Object> keys, Object... arguments) {
        Number reply = client.getScript().eval(RScript.Mode.READ_WRITE, StringCodec.INSTANCE, script,
                RScript.ReturnType.INTEGER, keys, arguments);
        return reply.longValue();
    }

    @Override
    Lock make(String recipe, String name, String more) {
        if (!recipe.equals("lock-2016")) {
            throw new IllegalArgumentException("no recipe: " + recipe);
        }
        RLock lock = client.getLock(name);
        String owner = instance() + ":" + Thread.currentThread().getId();
        return new Lock() {
            @Override
            public Grant acquire(long millis) throws InterruptedException {
                boolean acquired = lock.tryLock(millis, leaseMillis, TimeUnit.MILLISECONDS);
                return acquired ? Grant.field(name, owner, 0) : null;
            }

            @Override
            public void release() {
                lock.unlock();
            }
        };
    }

    /** This version has no public name for it. */
    private UUID instance() {
        try {
            Field id = client.getClass().getDeclaredField("id");
            id.setAccessible(true);
            return (UUID) id.get(client);
        } catch (ReflectiveOperationException failed) {
            throw new IllegalStateException(failed);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Config config = new Config();
        config.useSingleServer().setAddress(arguments[0].replace("redis://", ""));
        RedissonClient client = Redisson.create(config);
        serve(id -> new Redisson2016Peer(client, Long.parseLong(arguments[1]), arguments[2], id));
    }
}
