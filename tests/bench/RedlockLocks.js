// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

// Stock node-redlock with ioredis, measured: RedlockLocks.js NODE_MODULES PORT.... Its commands: RedisTally.h.
// Measures: cycle/setnx on the first server; cycle/redlock and handover/redlock on all, each client with connections of
// its own.

'use strict';

const path = require('path');
const readline = require('readline');

const [, , modules, ...ports] = process.argv;
const Redis = require(path.join(modules, 'ioredis'));
const { default: Redlock } = require(path.join(modules, 'redlock'));

const WARM_UP_MS = 1500;
const LEASE_MS = 10000;

const nowMs = () => Number(process.hrtime.bigint()) / 1e6;
const say = (event, members = {}) => console.log(JSON.stringify({ event, ...members }));
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

const percentile = (sorted, share) =>
    sorted.length === 0 ? 0 : sorted[Math.max(Math.ceil(share * sorted.length), 1) - 1] * 1e3;

/** The samples of one command; RedisTally.h has the same rules. */
class Tally {
    counts = false;
    ms = [];
    grants = 0;
    overlaps = 0;
    holder = -1;
    lastHolder = -1;
    releasedAt = 0;
    longestWaitMs = 0;

    cycle(from) {
        if (this.counts) {
            this.grants++;
            this.ms.push(nowMs() - from);
        }
    }

    granted(client, askedAt) {
        const now = nowMs();
        this.overlaps += this.holder === -1 ? 0 : 1;
        this.holder = client;
        if (this.counts) {
            this.grants++;
            this.longestWaitMs = Math.max(this.longestWaitMs, now - askedAt);
            if (this.lastHolder !== client && this.lastHolder !== -1) {
                this.ms.push(now - this.releasedAt);
            }
        }
        this.lastHolder = client;
    }

    releasing(client) {
        if (this.holder === client) {
            this.holder = -1;
        }
        this.releasedAt = nowMs();
    }

    report(seconds, isContended) {
        const sorted = this.ms.sort((a, b) => a - b);
        const contended = { grantsPerS: this.grants / seconds, longestWaitMs: this.longestWaitMs };
        say('ended', {
            count: this.grants, seconds, perS: sorted.length / seconds,
            us: { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }, overlaps: this.overlaps,
            ...(isContended ? contended : {}),
        });
    }
}

/** acquire() gives up after ten tries; the client then asks again, which counts as one wait. */
async function acquired(redlock, name) {
    for (;;) {
        try {
            return await redlock.acquire([name], LEASE_MS);
        } catch (error) {
            if (error.name !== 'ExecutionError') {
                throw error;
            }
        }
    }
}

async function contend(redlock, client, name, isAlone, tally, state) {
    while (!state.isOver) {
        const askedAt = nowMs();
        const lock = await acquired(redlock, name);
        if (!isAlone) {
            tally.granted(client, askedAt);
            tally.releasing(client);
        }
        await lock.release();
        if (isAlone) {
            tally.cycle(askedAt);
        }
    }
}

async function measure(how, clients, seconds, name) {
    const tally = new Tally();
    const state = { isOver: false };
    const connections = [];
    const isAlone = how.startsWith('cycle/');
    const running = [];
    for (let i = 0; i < clients; i++) {
        const own = (how === 'cycle/setnx' ? ports.slice(0, 1) : ports).map((port) => new Redis(Number(port)));
        connections.push(...own);
        const redlock = new Redlock(own);
        redlock.on('error', () => {}); // it reports each vote against it
        running.push(contend(redlock, i, name, isAlone, tally, state));
    }
    await sleep(WARM_UP_MS);
    say('began');
    tally.counts = true;
    const from = nowMs();
    await sleep(seconds * 1e3);
    tally.counts = false;
    const counted = (nowMs() - from) / 1e3;
    say('counted');
    state.isOver = true;
    await Promise.all(running);
    connections.forEach((one) => one.disconnect());
    tally.report(counted, !isAlone);
}

async function main() {
    let number = 0;
    for await (const line of readline.createInterface({ input: process.stdin })) {
        const [how, clients, seconds] = line.split(' ');
        try {
            if (!['cycle/setnx', 'cycle/redlock', 'handover/redlock'].includes(how)) {
                throw new Error(`no measure: ${how}`);
            }
            await measure(how, Number(clients), Number(seconds), `bench-node-${process.pid}-${++number}`);
        } catch (error) {
            say('failed', { why: String(error) });
        }
    }
}

main();
