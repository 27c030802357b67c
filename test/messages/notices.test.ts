import { beforeEach, describe, expect, it } from 'vitest';
import { type AddressedNotice, type Notice, Notices } from '../../src/messages/notices.js';
import { notify, PostOffice } from './post-office.js';

const userId = '200000000000000001';
const guildId = '100000000000000001';
const notice: Notice = { kind: 'lost', how: 'moved', purchase: { name: 'Aurora', ending: '3a8c' } };
const minute = 60_000;

describe('a notice', () => {
	let office: PostOffice;
	let served: boolean;

	beforeEach(() => {
		office = new PostOffice();
		office.hasFirstLine = true;
		served = true;
	});

	/** A process of the bot. `delay` is called between its passes. */
	const open = (delay = office.process().clock.delay) => {
		const parts = office.process();
		const clock = { ...parts.clock, delay };
		return new Notices({ ...parts, clock, served: { ids: [], serves: () => served } });
	};
	const say = (notices: Notices, name: string, to = userId) =>
		notify(office.store, notices, { userId: to, guildId, notice }, name);
	const live = async (notices = open()): Promise<void> => {
		notices.start();
		await office.quiet();
		await notices.stop();
	};
	const rows = () => Promise.all(office.store.keys().map((key) => office.store.get(key)));

	it('is sent as content, then as a page, and its row keeps none of the text', async () => {
		await say(open(), 'a');
		await live();
		expect(office.log).toEqual(['send', 'edit']);
		expect(office.shown).toEqual([`${userId}: ${JSON.stringify({ kind: 'notice', notice })}`]);
		// By then, its content can no longer be undone.
		office.now += 20 * minute;
		await live();
		expect(office.log).toEqual(['send', 'edit']);
		expect(JSON.stringify(await rows())).not.toContain('Aurora');
	});

	it('is edited if its content is undone, and never sent if it was undone before', async () => {
		const takeBack = (notices: Notices, name: string) =>
			office.store.transact((tx) => notices.takeBackIn(tx, userId, name, true));
		await say(open(), 'a');
		await live();
		const notices = open();
		await say(notices, 'b');
		for (const name of ['a', 'b', 'unknown']) await takeBack(notices, name);
		await live();
		const undone = { kind: 'undone', purchase: notice.purchase, isOpen: true };
		expect(office.shown).toEqual([`${userId}: ${JSON.stringify({ kind: 'notice', notice: undone })}`]);
	});

	it('is delivered once, however often it is stored', async () => {
		for (let n = 0; n < 2; n += 1) {
			await say(open(), 'a');
			await live();
		}
		expect(office.messages.size).toBe(1);
	});

	it('waits for the next reply to a member without direct messages, over a restart, until one has shown it', async () => {
		office.closed.add(userId);
		const notices = open();
		await say(notices, 'a');
		await live(notices);
		expect(notices.hasFor(userId)).toBe(true);
		const next = open();
		expect(next.hasFor(userId)).toBe(false);
		await live(next);
		// The reply that shows it fails.
		for await (const _ of next.takeFor(userId)) break;
		const last = open();
		await live(last);
		const seen: AddressedNotice[] = [];
		for (const each of [notices, last]) for await (const it of each.takeFor(userId)) seen.push(it);
		expect(seen).toEqual([{ userId, guildId, notice }]);
	});

	it('waits with all others while Discord won’t let the bot message new people, longer each time', async () => {
		const people = Array.from({ length: 20 }, (_, n) => `3000000000000000${10 + n}`);
		const begun = office.now;
		let [minutes, inFlight, maxInFlight, isAllowed]: [number[], number, number, boolean] = [[], 0, 0, false];
		office.onRequest = async (what) => {
			if (what !== 'send') return undefined;
			minutes.push(Math.floor((office.now - begun) / minute));
			inFlight += 1;
			maxInFlight = Math.max(maxInFlight, inFlight);
			await new Promise((resolve) => setImmediate(resolve));
			inFlight -= 1;
			return isAllowed ? undefined : 'later';
		};
		let wake = (): void => {};
		const notices = open((_, signal) => {
			return new Promise((resolve) => {
				wake = resolve;
				signal?.addEventListener('abort', () => resolve());
			});
		});
		const passMinutes = async (count: number): Promise<void> => {
			for (let n = 0; n < count; n += 1) {
				office.now += minute;
				wake();
				await office.quiet();
			}
		};
		for (const each of people) await say(notices, 'a', each);
		notices.start();
		await office.quiet();
		// They are sent and refused together, which counts as one refusal.
		expect(minutes).toHaveLength(20);
		expect(office.warned).toEqual(['Discord asks to wait: messages wait']);
		minutes = [];
		await passMinutes(20);
		expect(minutes).toEqual([1, 3, 7, 15]);
		await say(notices, 'a', '300000000000000099');
		[minutes, maxInFlight, isAllowed] = [[], 0, true];
		await passMinutes(12);
		expect([minutes, maxInFlight]).toEqual([Array(21).fill(31), 1]);
		// From here on, nothing is refused.
		await say(notices, 'a', '300000000000000098');
		await office.quiet();
		expect(office.messages.size).toBe(22);
		await notices.stop();
	});

	it('stays unsent if it is about a server that is no longer served', async () => {
		served = false;
		await say(open(), 'a');
		await live();
		expect(office.log).toEqual([]);
	});
});
