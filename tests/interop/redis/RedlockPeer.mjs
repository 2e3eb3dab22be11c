// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
//
// Stock clients of node-redlock that a test drives: RedlockPeer.mjs TARGET LEASE_MS NAME. README.md describes the protocol
// and the recipes. Ends in order when its standard input ends. The registers are on the first server.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const packages = createRequire(join(process.env.LOCKSCOPE_NODE_PACKAGES, 'package.json'));
const Redis = packages('ioredis');
const { default: Redlock } = packages('redlock');

const retryDelay = 20; // ms, ± retryJitter; 200 ± 100 by default
const retryJitter = 10;

const [target, lease, peer] = process.argv.slice(2);
const servers = target.replace(/^red(is|lock):\/\//, '').split(',').map((address) => {
    const [host, port] = address.split(':');
    return { host, port: Number(port) };
});
const version = JSON.parse(readFileSync(join(process.env.LOCKSCOPE_NODE_PACKAGES, 'node_modules/redlock/package.json')))
    .version;
const script = (name) => readFileSync(join(process.env.LOCKSCOPE_REGISTER_SCRIPTS, name), 'utf8');
const enterScript = script('RegisterEnter.lua');
const leaveScript = script('RegisterLeave.lua');
const now = () => process.hrtime.bigint();

/** Node-redlock with connections of its own. */
class RedlockLock {
    constructor(redlock, name) {
        this.redlock = redlock;
        this.name = name;
        this.proof = ['none', name, ''];
    }

    /**
     * True, or false: timed out. 0 ms: one attempt. A failed retry keeps its votes, so that two clients with two votes
     * each block each other; a failed acquire() gives them back. So it retries ten times, as by default, and starts again.
     */
    async acquire(millis) {
        const deadline = Date.now() + millis;
        do {
            try {
                const settings = millis > 0 ? {} : { retryCount: 0 };
                this.lock = await this.redlock.acquire([this.name], Number(lease), settings);
                this.id = this.lock.value;
                return true;
            } catch (refused) {
                if (refused.name !== 'ExecutionError') {
                    throw refused;
                }
            }
        } while (Date.now() < deadline);
        return false;
    }

    async release() {
        await this.lock.release();
    }
}

/** For a register that shall detect overlaps. */
class NoLock {
    constructor(key) {
        this.id = 'none';
        this.proof = [key === 'no-proof' ? 'none' : 'value', key, 'alive'];
    }

    async acquire() {
        return true;
    }

    async release() {
    }
}

class Worker {
    constructor(id) {
        this.id = id;
        this.name = `${peer}-${id}`;
        this.clients = servers.map((server) => new Redis({ ...server, lazyConnect: true }));
        this.redlock = new Redlock(this.clients, { retryDelay, retryJitter });
        this.locks = new Map();
        this.last = Promise.resolve();
    }

    post(words) {
        this.last = this.last.then(() => this.obey(words)).catch((failed) => {
            console.error(failed);
            this.say('failed', { why: String(failed) });
        });
    }

    async end() {
        await this.last;
        for (const client of this.clients) {
            client.disconnect();
        }
    }

    async obey([, command, ...words]) {
        if (command === 'start') {
            await Promise.all(this.clients.map((client) => client.connect()));
            this.say('connected', { client: version });
        } else if (command === 'acquire') {
            const lock = this.lock(words[0]);
            const granted = await lock.acquire(Number(words[1]));
            const at = String(now());
            if (granted) {
                this.say('granted', { node: lock.id, token: '0', at });
            } else {
                this.say('timedOut');
            }
        } else if (command === 'release') {
            const at = String(now());
            await this.lock(words[0]).release();
            this.say('released', { at });
        } else if (command === 'enter') {
            this.say(await this.enter(this.lock(words[0]), words[1], words[2]) ? 'inside' : 'overlap');
        } else if (command === 'leave') {
            this.say(await this.leave(words[0]) ? 'left' : 'overlap');
        } else if (command === 'turns') {
            await this.takeTurns(this.lock(words[0]), words[1], words[2], Number(words[3]), Number(words[4]));
        } else {
            throw new Error(`no command: ${command}`);
        }
    }

    async takeTurns(lock, register, weight, wanted, waitLimit) {
        let turns = 0;
        let gaveUp = 0;
        let inARow = 0;
        while (turns < wanted) {
            if (!await lock.acquire(waitLimit * 2 ** inARow)) {
                ++gaveUp;
                ++inARow;
                continue;
            }
            inARow = 0;
            const alone = await this.enter(lock, register, weight) && await this.leave(register);
            await lock.release();
            if (!alone) {
                break;
            }
            ++turns;
        }
        this.say('done', { turns: String(turns), gaveUp: String(gaveUp) });
    }

    async enter(lock, register, weight) {
        const [kind, key, member] = lock.proof;
        return await this.clients[0].eval(enterScript, 3, register, `${register}:log`, key, this.name, weight, 0, kind,
            member) === 1;
    }

    async leave(register) {
        return await this.clients[0].eval(leaveScript, 1, register, this.name) === 1;
    }

    /** The same lock object for each call. */
    lock(spec) {
        if (!this.locks.has(spec)) {
            const [recipe, name] = spec.split(':');
            if (recipe === 'redlock') {
                this.locks.set(spec, new RedlockLock(this.redlock, name));
            } else if (recipe === 'none') {
                this.locks.set(spec, new NoLock(name));
            } else {
                throw new Error(`no recipe: ${recipe}`);
            }
        }
        return this.locks.get(spec);
    }

    say(event, members = {}) {
        console.log(JSON.stringify({ id: this.id, event, ...members }));
    }
}

const workers = new Map();
for await (const line of createInterface({ input: process.stdin })) {
    const words = line.split(' ');
    if (!workers.has(words[0])) {
        workers.set(words[0], new Worker(words[0]));
    }
    workers.get(words[0]).post(words);
}
for (const worker of workers.values()) {
    await worker.end();
}
