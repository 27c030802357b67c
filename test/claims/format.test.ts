import { describe, expect, it } from 'vitest';
import { StoreRefusedError } from '../../src/base/errors.js';
import type { Logger } from '../../src/base/logger.js';
import { checkReadable } from '../../src/claims/claim-store.js';
import { bringToFormat, currentFormat, refuseNewerFormat } from '../../src/claims/format.js';
import { memoryStore } from '../../src/storage/memory-store.js';
import type { Store } from '../../src/storage/store.js';
import { onCommit } from '../storage/on-commit.js';
import { checkedStore } from '../world/checked-store.js';
import { openClaims } from './sample-claims.js';
import { storeOfA3a65e2f } from './store-of-a3a65e2f.js';

const { claimSecret, ids, rows: oldRows } = storeOfA3a65e2f;

/** A store in memory with the rows of a3a65e2f, checked as in production. */
function oldStore(): { readonly rows: Map<string, unknown>; readonly store: Store } {
	const rows = new Map(oldRows.map(({ key, value }) => [key, structuredClone(value)] as const));
	return { rows, store: checkedStore(memoryStore(rows)) };
}

function noted() {
	const lines: unknown[] = [];
	const logger = { info: (...[fields]: readonly unknown[]) => void lines.push(fields) };
	return { lines, logger: logger as Pick<Logger, 'info'> };
}

async function migrated(): Promise<ReadonlyMap<string, unknown>> {
	const { rows, store } = oldStore();
	await bringToFormat(store);
	return rows;
}

describe('the format of a store', () => {
	it('is recorded in a new store, and doesn’t change', async () => {
		const store = memoryStore(new Map());
		await bringToFormat(store);
		expect(await store.get('meta:format')).toEqual({ format: currentFormat });
		const { lines, logger } = noted();
		await bringToFormat(store, { logger });
		expect(lines).toEqual([]);
	});

	it.each([
		[currentFormat + 1, 'start the version that wrote it, or a newer one'],
		[6, 'start the version of commit a3a65e2f once before'],
		[1, 'start the version of commit a3a65e2f once before'],
		['one', 'restore a backup'],
	])('%s is refused with an explanation, and nothing changes', async (format, says) => {
		const rows = new Map<string, unknown>([['meta:format', { format }]]);
		const store = memoryStore(rows);
		for (const start of [bringToFormat(store), checkReadable(store, claimSecret)]) {
			await expect(start).rejects.toThrow(StoreRefusedError);
			await expect(start).rejects.toThrow(says);
		}
		expect([...rows]).toEqual([['meta:format', { format }]]);
	});

	it('is rechecked by a running process, which stops only for a newer one', async () => {
		await refuseNewerFormat(memoryStore(new Map([['meta:format', { format: 7 }]])));
		const newer = memoryStore(new Map([['meta:format', { format: currentFormat + 1 }]]));
		await expect(refuseNewerFormat(newer)).rejects.toThrow(`up to ${currentFormat}`);
	});
});

describe('a store of an older format', () => {
	it('stays unchanged if it can’t be backed up', async () => {
		const { rows, store } = oldStore();
		const before = structuredClone([...rows]);
		const file = '/none/claims.sqlite';
		await expect(bringToFormat(store, { file })).rejects.toThrow('could not be backed up');
		expect([...rows]).toEqual(before);
	});

	it('is refused by read-only programs until it is converted', async () => {
		const { rows, store } = oldStore();
		await expect(checkReadable(store, claimSecret)).rejects.toThrow('start the bot');
		rows.set('meta:format', { format: currentFormat });
		rows.set('meta:migration', { v: 1, begunAt: 0 });
		await expect(checkReadable(store, claimSecret)).rejects.toThrow('start the bot');
		await bringToFormat(store);
		await checkReadable(store, claimSecret);
	});

	it('is converted except for damaged rows, which are reported once, and isn’t converted twice', async () => {
		const { rows, store } = oldStore();
		const damaged = { v: 1, holderId: 'nobody' };
		rows.set('claim:damaged', damaged);
		const { lines, logger } = noted();
		await bringToFormat(store, { logger });
		expect(rows.get('claim:damaged')).toEqual(damaged);
		expect(lines).toEqual([
			{ from: 7, to: currentFormat, backup: undefined },
			'Converting the database, once processes of older versions have ended',
			{ rows: oldRows.length + 2 },
			{ converted: 121, removed: 102, damaged: 1 },
		]);
		const after = structuredClone([...rows]);
		await bringToFormat(store, { logger });
		expect(lines).toHaveLength(4);
		expect([...rows]).toEqual(after);
	});

	it('gets its format number where older versions look for it, and the marker in a separate row', async () => {
		const { rows, store } = oldStore();
		let seen: unknown;
		const info = (line: unknown) => {
			if (typeof line === 'string') seen = structuredClone([...rows]);
		};
		await bringToFormat(store, { logger: { info } });
		const changed = (seen as [string, unknown][]).filter(
			([key, value]) =>
				JSON.stringify(value) !== JSON.stringify(oldRows.find((row) => row.key === key)?.value),
		);
		expect(changed).toEqual([
			['meta:format', { format: currentFormat }],
			['meta:migration', { v: 1, begunAt: 0 }],
		]);
		expect(rows.has('meta:migration')).toBe(false);
	});

	it('is repaired by the next start after a kill before or after any write', async () => {
		const expected = await migrated();
		let writes = 0;
		for (const isWritten of [false, true]) {
			for (let at = 0, isOver = false; !isOver; at += 1) {
				const { rows, store } = oldStore();
				let left = at;
				isOver = true;
				const dying = onCommit(store, {
					before() {
						left -= 1;
						isOver = left >= 0;
						// After a kill, pending writes are lost.
						if (!isOver && !(isWritten && left === -1)) throw new Error('killed');
					},
					after() {
						if (left < 0) throw new Error('killed');
					},
				});
				await bringToFormat(dying).catch(() => {});
				await bringToFormat(store);
				expect(rows).toEqual(expected);
				writes = at;
			}
		}
		expect(writes).toBeGreaterThan(6);
	});

	it('can be converted by two processes at the same time', async () => {
		const { rows, store } = oldStore();
		await Promise.all([bringToFormat(store), bringToFormat(store)]);
		expect(rows).toEqual(await migrated());
	});

	it('gets index entries in place of lists if it has format 8, whatever the lists had lost', async () => {
		const { rows, store } = oldStore();
		await bringToFormat(store);
		const expected = new Map(rows);
		for (const key of [...rows.keys()]) if (/^(?:member|due):/.test(key)) rows.delete(key);
		const [, name] = [...rows.keys()].find((key) => key.startsWith('claim:'))?.split(':') ?? [];
		rows.set('meta:format', { format: 8 });
		rows.set(`member:${ids.people['old']}`, { v: 1, hashes: [name, 'f'.repeat(64)] });
		rows.set('due:2026-09-01:07', { v: 1, hashes: [] });
		await bringToFormat(store);
		expect(new Map([...rows].toSorted())).toEqual(new Map([...expected].toSorted()));
	});

	it.each([
		['of another shape', false],
		['that isn’t even JSON', true],
	])('keeps a damaged claim %s on record for its member, whose roles must stay', async (_, isCorrupt) => {
		const { rows, store: sound } = oldStore();
		const holder = ids.people['holder'] ?? '';
		const { hashes } = rows.get(`member:${holder}`) as { hashes: string[] };
		const damaged = hashes[0] ?? '';
		rows.set(`claim:${damaged}`, { v: 2 });
		const store: Store = {
			...sound,
			async *list(prefix) {
				for await (const pair of sound.list(prefix))
					yield isCorrupt && pair.key === `claim:${damaged}` ? { key: pair.key, corrupt: true } : pair;
			},
		};
		const claims = await openClaims(store, { claimSecret });
		expect((await claims.readClaimsOf(holder)).isComplete).toBe(false);
	});

	it('waits until processes of the previous version have noticed and ended', async () => {
		const { rows, store } = oldStore();
		const [alive] = [...rows.keys()].filter((key) => key.startsWith('slice:'));
		let now = 1_000_000;
		const beat = () => rows.set(alive ?? '', { v: 1, slice: 'auto', startedAt: 0, seenAt: now });
		const delay = async (ms: number) => {
			expect(rows.has('offer:none') || [...rows.keys()].some((key) => key.startsWith('offer:'))).toBe(true);
			now += ms;
			if (now < 1_200_000) beat();
		};
		beat();
		await bringToFormat(store, { clock: { now: () => now, delay } });
		// 75 seconds after the last sign of life.
		expect(now).toBe(1_274_000);
		expect([...rows.keys()].some((key) => key.startsWith('offer:'))).toBe(false);
	});

	it('doesn’t wait for a crashed process, nor a second time after a kill', async () => {
		const { store } = oldStore();
		let waited = 0;
		let now = Date.now() + 90_000;
		const clock = {
			now: () => now,
			async delay(ms: number) {
				waited += ms;
				now += ms;
			},
		};
		const killed: Store = {
			...store,
			list: (prefix) => {
				if (prefix === '') throw new Error('killed');
				return store.list(prefix);
			},
		};
		await expect(bringToFormat(killed, { clock })).rejects.toThrow('killed');
		expect(waited).toBe(15_000);
		await bringToFormat(store, { clock });
		expect(waited).toBe(15_000);
	});
});
