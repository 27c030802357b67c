import { beforeEach, describe, expect, it } from 'vitest';
import {
	type AddressedNotice,
	type Notice,
	type NoticeBoard,
	noticeKind,
} from '../../src/notifications/notice.js';
import { Notices } from '../../src/notifications/notices.js';
import { Table } from '../../src/storage/table.js';
import { memoryStore } from '../roles/memory-store.js';
import { onCommit } from '../storage/on-commit.js';

const userId = '200000000000000001';
const guildId = '100000000000000001';
const notice: Notice = { kind: 'lost', how: 'moved', purchase: { name: 'Aurora', ending: '3a8c' } };
const never = new Promise<never>(() => {});

describe('a notice', () => {
	let store: ReturnType<typeof memoryStore>;
	let log: string[];
	let clock: number;
	let find: NoticeBoard['find'];
	let send: NoticeBoard['send'];
	let dress: NoticeBoard['dress'];

	beforeEach(() => {
		store = memoryStore();
		log = [];
		clock = 1_000_000_000;
		find = async (_, since) => void log.push(`find ${since}`);
		send = async ({ notice: { kind } }, nonce) => {
			log.push(`send ${kind} ${nonce.length <= 25}`);
			return { kind: 'sent', channelId: '300000000000000001', messageId: '400000000000000001' };
		};
		dress = async (_, channelId, messageId) => void log.push(`dress ${channelId} ${messageId}`);
	});

	/** A process of the bot. `wakes`: how many of its waits end. */
	const open = (wakes = 0, serves = true) => {
		let left = wakes;
		return new Notices({
			store,
			board: { find: (...it) => find(...it), send: (...it) => send(...it), dress: (...it) => dress(...it) },
			served: { serves: () => serves },
			logger: { warn: () => log.push('warned') },
			clock: {
				now: () => clock,
				delay: async (ms, signal) => {
					if (signal?.aborted) return;
					if (left === 0) {
						await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
						return;
					}
					left -= 1;
					clock += ms;
				},
			},
		});
	};
	const lived = async (notices: Notices, until: () => boolean): Promise<void> => {
		notices.start();
		await expect.poll(until).toBe(true);
		await notices.stop();
	};
	/** When the call began in the middle of which a process of the bot was killed. */
	async function killedWhileSending(): Promise<number> {
		const killed = open();
		await killed.notify(userId, guildId, notice, 'a');
		const sent = send;
		send = async () => await never;
		killed.start();
		await expect.poll(row).toContain('sending');
		send = sent;
		return clock;
	}
	const finds: NoticeBoard['find'] = async (_, since) => {
		log.push(`find ${since}`);
		return { kind: 'sent', channelId: '300000000000000001', messageId: '400000000000000002' };
	};
	const isDone = () => log.some((line) => line.startsWith('dress'));
	const row = async () => JSON.stringify(await store.get(store.keys()[0] ?? ''));

	it('is sent as content, then dressed, and leaves nothing of what it said', async () => {
		const notices = open();
		await notices.notify(userId, guildId, notice, 'a');
		await lived(notices, isDone);
		expect(log).toEqual(['send lost true', 'dress 300000000000000001 400000000000000001']);
		expect(await row()).not.toContain('Aurora');
	});

	it('is delivered once, however often it is stored', async () => {
		const first = open();
		await first.notify(userId, guildId, notice, 'a');
		await lived(first, isDone);
		const second = open();
		await second.notify(userId, guildId, notice, 'a');
		second.start();
		await second.stop();
		expect(log).toHaveLength(2);
	});

	it('is looked for after a kill in the middle of the call, before it is sent again', async () => {
		const begun = await killedWhileSending();
		await lived(open(1), isDone);
		expect(log).toEqual([`find ${begun}`, 'send lost true', 'dress 300000000000000001 400000000000000001']);
	});

	it('is looked for from the first request on, even after failed searches', async () => {
		const begun = await killedWhileSending();
		find = async () => Promise.reject(new Error('away'));
		await lived(open(1), () => log.includes('warned'));
		find = finds;
		clock += 60 * 60_000;
		await lived(open(1), isDone);
		expect(log).toEqual(['warned', `find ${begun}`, 'dress 300000000000000001 400000000000000002']);
	});

	it('is found again where it could not be noted that it was found', async () => {
		const begun = await killedWhileSending();
		find = finds;
		const { transact } = store;
		store.transact = onCommit(
			{ ...store },
			{
				before(written) {
					if (JSON.stringify([...written]).includes('"sent"')) throw new Error('away');
				},
			},
		).transact;
		clock += 60 * 60_000;
		await lived(open(), () => log.includes('warned'));
		store.transact = transact;
		await lived(open(1), isDone);
		expect(log).toEqual([
			`find ${begun}`,
			'warned',
			`find ${begun}`,
			'dress 300000000000000001 400000000000000002',
		]);
	});

	it('is dressed after a kill between the message and its dress', async () => {
		const notices = open();
		await notices.notify(userId, guildId, notice, 'a');
		const worn = dress;
		dress = async () => await never;
		notices.start();
		await expect.poll(row).toContain('"sent"');
		dress = worn;
		await lived(open(), isDone);
		expect(log.filter((line) => line.startsWith('send'))).toHaveLength(1);
	});

	it('waits where Discord does not answer, and is sent later', async () => {
		const notices = open(2);
		await notices.notify(userId, guildId, notice, 'a');
		const sent = send;
		let isAway = true;
		send = async (...it) => {
			if (!isAway) return await sent(...it);
			isAway = false;
			throw new Error('away');
		};
		await lived(notices, () => log.includes('warned'));
		await lived(open(2), isDone);
	});

	it('waits for the next answer to a member without direct messages, over a restart, and is then dropped', async () => {
		send = async () => ({ kind: 'closed' });
		const notices = open();
		await notices.notify(userId, guildId, notice, 'a');
		await lived(notices, () => notices.hasFor(userId));
		const next = open();
		expect(next.hasFor(userId)).toBe(false);
		next.start();
		await expect.poll(() => next.hasFor(userId)).toBe(true);
		const addressed: AddressedNotice = { userId, guildId, notice };
		const [one, other] = await Promise.all([next.takeFor(userId), notices.takeFor(userId)]);
		expect([...one, ...other]).toEqual([addressed]);
		expect(await next.takeFor(userId)).toEqual([]);
		await next.stop();
	});

	it('waits with all others while Discord lets the bot message no one new, longer each time', async () => {
		const people = Array.from({ length: 20 }, (_, n) => `3000000000000000${10 + n}`);
		const begun = clock;
		let [minutes, allowed, inFlight, maxInFlight]: [number[], number, number, number] = [[], 0, 0, 0];
		let answer = () => {};
		const allSent = new Promise<void>((resolve) => {
			answer = resolve;
		});
		send = async () => {
			minutes.push((clock - begun) / 60_000);
			inFlight += 1;
			maxInFlight = Math.max(maxInFlight, inFlight);
			await allSent;
			inFlight -= 1;
			if (allowed === 0) return { kind: 'too-fast' };
			allowed -= 1;
			return { kind: 'sent', channelId: '300000000000000001', messageId: '400000000000000001' };
		};
		let wake: (() => void) | undefined;
		const notices = new Notices({
			store,
			board: { find, send: (...it) => send(...it), dress: (...it) => dress(...it) },
			served: { serves: () => true },
			logger: { warn: () => log.push('warned') },
			clock: {
				now: () => clock,
				delay: (_, signal) =>
					new Promise((resolve) => {
						wake = resolve;
						signal?.addEventListener('abort', () => resolve());
					}),
			},
		});
		const untilRows = (states: string) =>
			expect
				.poll(async () => {
					const rows = await Promise.all(store.keys().map((key) => store.get(key)));
					return rows.every((row) => states.includes((row as { state: string }).state));
				})
				.toBe(true);
		const passMinute = async () => {
			await expect.poll(() => wake).toBeDefined();
			const next = wake;
			wake = undefined;
			clock += 60_000;
			next?.();
			// It waits again once the pass is over.
			await expect.poll(() => wake).toBeDefined();
		};
		for (const each of people) await notices.notify(each, guildId, notice, 'a');
		notices.start();
		await expect.poll(() => minutes.length).toBe(20);
		answer();
		await untilRows('waiting');
		// Sent together they are refused together: that is one refusal.
		expect(log).toEqual(['warned']);
		minutes = [];
		for (let n = 0; n < 20; n += 1) await passMinute();
		expect(minutes).toEqual([1, 3, 7, 15]);
		await notices.notify('300000000000000099', guildId, notice, 'a');
		[minutes, maxInFlight, allowed] = [[], 0, 21];
		for (let n = 20; n < 32; n += 1) await passMinute();
		await untilRows('done');
		expect([minutes, maxInFlight]).toEqual([Array(21).fill(31), 1]);
		// Then as before.
		await notices.notify('300000000000000098', guildId, notice, 'a');
		await expect.poll(() => minutes.length).toBe(22);
		await notices.stop();
	});

	it('stays unsent about a server that is not served', async () => {
		const notices = open(0, false);
		await notices.notify(userId, guildId, notice, 'a');
		notices.start();
		await notices.stop();
		expect(log).toEqual([]);
	});

	it('goes with the data of its member', async () => {
		const notices = open();
		await notices.notify(userId, guildId, notice, 'a');
		await notices.notify('200000000000000002', guildId, notice, 'a');
		await new Table(noticeKind, store, { now: () => 0 }).forget({ userId, tag: '' });
		expect(store.keys()).toEqual(['notice:200000000000000002:a']);
	});
});
