import { describe, expect, it } from 'vitest';
import type { LetterFile, Mailbox } from '../../../src/messages/mailbox.js';
import { noticeKind } from '../../../src/messages/notices.js';
import { appealKind } from '../../../src/services/moderation/appeal-rows.js';
import type { AppealDecision } from '../../../src/services/moderation/appeals.js';
import { Table } from '../../../src/storage/table.js';
import { memoryClaims } from '../../claims/memory-claims.js';
import { guild, memberNumber } from '../../claims/sample-claims.js';
import { appealParts } from './appeal-world.js';
import { administrator, day, moderator } from './disputes/dispute-world.js';

const [maya, tom] = [memberNumber(1), memberNumber(2)] as [string, string];
const minute = 60_000;
const png: LetterFile = { name: '1.png', attachment: Buffer.from('') };
const refuse: AppealDecision = { act: 'refuse', why: 'no' };
const gift = { itemId: 7, days: '', why: 'seen' };

/** The messages in the staff channel: the state of the card, and its files. */
type Card = readonly [state: string, files: readonly string[]];

async function open(download: () => Promise<readonly LetterFile[]> = async () => [png]) {
	const memory = await memoryClaims();
	memory.clock = 1_000 * day;
	const cards: Card[] = [];
	let letters = 0;
	const world = { membership: 'member', channel: { guildId: guild, channelId: '300000000000000001' } };
	const note = (letter: unknown, files: readonly string[] = []) =>
		void cards.push([(letter as { readonly facts: { readonly state: string } }).facts.state, files]);
	const mailbox: Mailbox<{ readonly kind: string }> = {
		markOf: async () => 'mark',
		find: async () => undefined,
		send: async (_, letter, __, files = []) => {
			const names = files.map(({ name }) => name);
			note(letter, names);
			return {
				channelId: '300000000000000001',
				messageId: '400000000000000001',
				isWhole: true,
				files: names,
			};
		},
		edit: async (_, { files }, letter) => {
			note(letter, files);
			return 'edited';
		},
		remove: async () => {},
	};
	const parts = appealParts({
		...memory,
		mailbox,
		download,
		served: { serves: () => true, ids: [guild] },
		clock: { now: () => memory.clock, delay: () => new Promise(() => {}) },
		logger: { warn: () => {} },
		audit: { write: () => {} },
		unguessable: {
			below: () => {
				letters += 1;
				return Math.floor(letters / 20 ** (5 - ((letters - 1) % 6))) % 20;
			},
		},
		guilds: { auditChannelOf: async () => world.channel },
		discord: { membershipOf: async () => world.membership as 'member' },
	});
	const send = async (userId: string, answered?: string, uploads: readonly string[] = []) =>
		await parts.appeals.send(
			{ userId, guildId: guild },
			{ note: 'I bought it.', uploads: uploads.map((address) => ({ address, size: 9 })), answered },
		);
	/** Sends a request, and returns its reference. */
	const sent = async (...request: Parameters<typeof send>) => {
		const outcome = await send(...request);
		if (outcome.kind !== 'sent') throw new Error(outcome.kind);
		return outcome.reference;
	};
	const pass = async () => {
		await parts.appealCards.pass();
		await parts.appealCards.stop();
	};
	return { ...parts, memory, cards, world, send, sent, pass };
}

describe('a request without a code', () => {
	it('is limited to twenty open ones per server, even if fifty are sent together', async () => {
		const { send } = await open();
		const outcomes = await Promise.all(Array.from({ length: 50 }, (_, at) => send(memberNumber(at + 10))));
		expect(outcomes.filter(({ kind }) => kind === 'sent')).toHaveLength(20);
		expect(outcomes.filter(({ kind }) => kind === 'server-full')).toHaveLength(30);
	});

	it('is limited to one open and two in 30 days per member, even after a deletion of data', async () => {
		const { appeals, appealRows, send, sent, memory } = await open();
		const three = await Promise.all([send(tom), send(tom), send(tom)]);
		expect(three.map(({ kind }) => kind).toSorted()).toEqual(['open', 'open', 'sent']);
		const [first] = await appealRows.all();
		await appeals.decide(first?.reference ?? '', tom, refuse, moderator);
		await sent(tom);
		const person = { userId: tom, tag: memory.claims.keys.memberTag(tom) };
		await new Table(appealKind, memory.store, { now: () => memory.clock }).forget(person);
		expect((await send(tom)).kind).toBe('too-many');
		memory.clock += 30 * day;
		expect((await send(tom)).kind).toBe('sent');
	});

	it('can be sent again without counting if staff asked for more, but only once and only by its member', async () => {
		const { appeals, send, sent } = await open();
		const reference = await sent(tom);
		expect((await send(tom, reference)).kind).toBe('gone');
		await appeals.decide(reference, tom, { act: 'ask', why: 'Which order?' }, moderator);
		expect((await send(maya, reference)).kind).toBe('gone');
		const again = await sent(tom, reference);
		expect((await send(tom, reference)).kind).toBe('gone');
		await appeals.decide(again, tom, refuse, moderator);
		expect((await send(tom)).kind).toBe('sent');
	});

	it('needs a member, and a channel in which staff read it', async () => {
		const { send, world } = await open();
		world.membership = 'absent';
		expect((await send(tom)).kind).toBe('not-a-member');
		Object.assign(world, { membership: 'member', channel: undefined });
		expect((await send(tom)).kind).toBe('no-channel');
	});

	it('contains no code and no readable address', async () => {
		const { appeals, memory } = await open();
		const note = 'AB12-CD34-EF56 is on the picture';
		const uploads = [{ address: 'https://cdn.discordapp.com/picture', size: 9 }];
		await appeals.send({ userId: tom, guildId: guild }, { note, uploads, answered: undefined });
		const rows: unknown[] = [];
		for await (const pair of memory.store.list('appeal:')) rows.push(pair);
		expect(JSON.stringify(rows)).toContain('sealed');
		expect(JSON.stringify(rows)).not.toMatch(/AB12|cdn\.discordapp/);
	});
});

describe('a decision about a request without a code', () => {
	it('is made once, and the member is notified once', async () => {
		const { appeals, sent, memory } = await open();
		const reference = await sent(tom);
		const acts = [refuse, { act: 'ask', why: 'more' }, { act: 'give', gift }] as const;
		const outcomes = await Promise.all(acts.map((act) => appeals.decide(reference, tom, act, moderator)));
		expect(outcomes.filter(({ kind }) => kind === 'expired')).toHaveLength(2);
		const notices = await new Table(noticeKind, memory.store, { now: () => memory.clock }).of(tom, 'whole');
		expect(notices.rows).toHaveLength(1);
	});

	it('to give can be undone, which opens the request again, and made otherwise', async () => {
		const { appeals, appealRows, moderation, appealCards, sent, cards, memory } = await open();
		const reference = await sent(tom);
		const give = () => appeals.decide(reference, tom, { act: 'give', gift }, moderator);
		await appealCards.pass();
		for (const _ of ['once', 'twice']) {
			const given = await give();
			if (given.kind !== 'done') throw new Error(given.kind);
			await appealCards.pass();
			memory.clock += minute;
			const { kind } = await moderation.undo(given.event.hash, given.undo?.revision ?? 0, moderator);
			expect(kind).toBe('done');
			await appealCards.pass();
			expect(await appealRows.get(reference)).toMatchObject({ state: 'open', decided: { why: '' } });
		}
		await appealCards.stop();
		expect(cards.map(([state]) => state)).toEqual(['open', 'given', 'open', 'given', 'open']);
		expect(await memory.claims.claimsOf(tom)).toEqual([]);
		expect((await appeals.decide(reference, tom, refuse, moderator)).kind).toBe('told');
	});

	it('to give can be undone while its member has another request, which stays the only open one', async () => {
		const { appeals, appealRows, moderation, sent } = await open();
		const reference = await sent(tom);
		const given = await appeals.decide(reference, tom, { act: 'give', gift }, moderator);
		if (given.kind !== 'done') throw new Error(given.kind);
		await sent(tom);
		await moderation.undo(given.event.hash, given.undo?.revision ?? 0, moderator);
		expect((await appealRows.all()).map(({ state }) => state).toSorted()).toEqual(['given', 'open']);
	});

	it('is refused for a member other than the one in the form, and to another server’s staff', async () => {
		const { appeals, sent } = await open();
		const reference = await sent(tom);
		const elsewhere = { ...moderator, guildId: '100000000000000009' };
		expect((await appeals.decide(reference, maya, { act: 'give', gift }, moderator)).kind).toBe('expired');
		expect((await appeals.decide(reference, tom, refuse, elsewhere)).kind).toBe('expired');
	});

	it('needs Manage Roles for giving, and can’t be made by the member, unless they are an administrator', async () => {
		const { appeals, sent } = await open();
		const [theirs, own] = [await sent(tom), await sent(moderator.userId)];
		const byRole = { ...moderator, canManageRoles: false };
		const give: AppealDecision = { act: 'give', gift };
		expect((await appeals.decide(theirs, tom, give, byRole)).kind).toBe('moderators-only');
		for (const act of [give, { act: 'ask', why: 'more' } as const, refuse])
			expect((await appeals.decide(own, moderator.userId, act, moderator)).kind).toBe('own-case');
		expect(await appeals.decide(own, moderator.userId, give, administrator)).toMatchObject({
			kind: 'done',
			event: { isOwnCase: true },
		});
		expect((await appeals.decide(theirs, tom, refuse, byRole)).kind).toBe('told');
	});

	it('comes too late once the member’s data was deleted', async () => {
		const { appeals, sent, memory } = await open();
		const reference = await sent(tom);
		const person = { userId: tom, tag: memory.claims.keys.memberTag(tom) };
		await new Table(appealKind, memory.store, { now: () => memory.clock }).forget(person);
		expect((await appeals.decide(reference, tom, { act: 'give', gift }, moderator)).kind).toBe('expired');
		expect(await memory.claims.claimsOf(tom)).toEqual([]);
	});
});

describe('the card of a request', () => {
	it('has the images that can still be loaded, and then forgets their addresses', async () => {
		const { sent, pass, cards, appealRows } = await open();
		const reference = await sent(tom, undefined, ['picture', 'no such']);
		await pass();
		expect(cards).toEqual([['open', ['1.png']]]);
		expect(await appealRows.get(reference)).toMatchObject({ pictures: 1, post: { files: ['1.png'] } });
		expect((await appealRows.get(reference))?.sealed).toBeUndefined();
	});

	it('waits for images while Discord doesn’t respond, and after ten minutes is posted without', async () => {
		const { sent, appealCards, appealRows, cards, memory } = await open(async () => {
			throw new Error('away');
		});
		await sent(tom, undefined, ['picture']);
		await appealCards.pass();
		expect(cards).toEqual([]);
		memory.clock += 11 * minute;
		await appealCards.pass();
		expect(cards).toEqual([['open', []]]);
		expect((await appealRows.all())[0]?.sealed).toBeUndefined();
		await appealCards.stop();
	});
});
