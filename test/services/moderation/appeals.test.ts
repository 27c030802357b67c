import { describe, expect, it } from 'vitest';
import type { LetterFile } from '../../../src/messages/mailbox.js';
import type { AppealDecision } from '../../../src/services/moderation/appeals.js';
import { guild, memberNumber, otherGuild } from '../../claims/sample-claims.js';
import { administrator, day, moderator, openCases } from './case-world.js';

const [maya, tom] = [memberNumber(1), memberNumber(2)] as [string, string];
const minute = 60_000;
const png: LetterFile = { name: '1.png', attachment: Buffer.from('') };
const refuse: AppealDecision = { act: 'refuse', why: 'no' };
const ask: AppealDecision = { act: 'ask', why: 'Which order?' };
const give: AppealDecision = { act: 'give', gift: { itemId: 7, days: '', why: 'seen' } };

async function open(download = async (): Promise<readonly LetterFile[]> => [png]) {
	const world = await openCases(download);
	const { appeals, appealCards } = world;
	const send = (userId: string, answered?: string, uploads: readonly string[] = []) =>
		appeals.send(
			{ userId, guildId: guild },
			{ note: 'I bought it.', uploads: uploads.map((address) => ({ address, size: 9 })), answered },
		);
	/** Sends a request, and returns its reference. */
	const sent = async (...request: Parameters<typeof send>) => {
		const outcome = await send(...request);
		return outcome.kind === 'sent' ? outcome.reference : expect.unreachable(outcome.kind);
	};
	const decide = async (reference: string, decision: AppealDecision, by = moderator, userId = tom) =>
		(await appeals.decide(reference, userId, decision, by)).kind;
	/** Gives the purchase, and returns its hash. */
	const given = async (reference: string) => {
		const carried = await appeals.decide(reference, tom, give, moderator);
		return carried.kind === 'done' ? carried.event.hash : expect.unreachable(carried.kind);
	};
	const pass = async () => {
		await appealCards.pass();
		await appealCards.stop();
	};
	/** The messages in the staff channel: the state of the card, and its files. */
	const cards = () => world.cards.map(({ facts, files }) => [facts.state, files]);
	return { ...world, world, cards, send, sent, decide, given, pass };
}

describe('a request without a code', () => {
	it('is limited to twenty open ones per server, even if fifty are sent together', async () => {
		const { send } = await open();
		const outcomes = await Promise.all(Array.from({ length: 50 }, (_, at) => send(memberNumber(at + 10))));
		expect(outcomes.filter(({ kind }) => kind === 'sent')).toHaveLength(20);
		expect(outcomes.filter(({ kind }) => kind === 'server-full')).toHaveLength(30);
	});

	it('is limited to one open and two in 30 days per member, even after a deletion of data', async () => {
		const { appealRows, send, sent, decide, world } = await open();
		const three = await Promise.all([send(tom), send(tom), send(tom)]);
		expect(three.map(({ kind }) => kind).toSorted()).toEqual(['open', 'open', 'sent']);
		const [first] = await appealRows.all();
		await decide(first?.reference ?? '', refuse);
		await sent(tom);
		await world.forget(tom);
		expect((await send(tom)).kind).toBe('too-many');
		world.memory.clock += 30 * day;
		expect((await send(tom)).kind).toBe('sent');
	});

	it('can be sent again without counting if staff asked for more, but only once and only by its member', async () => {
		const { send, sent, decide } = await open();
		const reference = await sent(tom);
		expect((await send(tom, reference)).kind).toBe('gone');
		await decide(reference, ask);
		expect((await send(maya, reference)).kind).toBe('gone');
		const again = await sent(tom, reference);
		expect((await send(tom, reference)).kind).toBe('gone');
		await decide(again, refuse);
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
		const { sent, decide, notices } = await open();
		const reference = await sent(tom);
		const kinds = await Promise.all([refuse, ask, give].map((act) => decide(reference, act)));
		expect(kinds.filter((kind) => kind === 'expired')).toHaveLength(2);
		expect(await notices()).toMatchObject([[tom, {}]]);
	});

	it('to give can be undone, which opens the request again, and made otherwise', async () => {
		const { appealRows, appealCards, sent, decide, given, cards, memory, undo } = await open();
		const reference = await sent(tom);
		await appealCards.pass();
		for (const _ of ['once', 'twice']) {
			const hash = await given(reference);
			await appealCards.pass();
			memory.clock += minute;
			expect((await undo(hash)).kind).toBe('done');
			await appealCards.pass();
			expect(await appealRows.get(reference)).toMatchObject({ state: 'open', decided: { why: '' } });
		}
		await appealCards.stop();
		expect(cards().map(([state]) => state)).toEqual(['open', 'given', 'open', 'given', 'open']);
		expect(await memory.claims.claimsOf(tom)).toEqual([]);
		expect(await decide(reference, refuse)).toBe('told');
	});

	it('to give can be undone while its member has another request, which stays the only open one', async () => {
		const { appealRows, sent, given, undo } = await open();
		const hash = await given(await sent(tom));
		await sent(tom);
		await undo(hash);
		expect((await appealRows.all()).map(({ state }) => state).toSorted()).toEqual(['given', 'open']);
	});

	it('is refused for a member other than the one in the form, and to another server’s staff', async () => {
		const { sent, decide } = await open();
		const reference = await sent(tom);
		expect(await decide(reference, give, moderator, maya)).toBe('expired');
		expect(await decide(reference, refuse, { ...moderator, guildId: otherGuild })).toBe('expired');
	});

	it('needs Manage Roles for giving, and can’t be made by the member, unless they are an administrator', async () => {
		const { appeals, sent, decide } = await open();
		const { userId } = moderator;
		const [theirs, own] = [await sent(tom), await sent(userId)];
		const byRole = { ...moderator, canManageRoles: false };
		expect(await decide(theirs, give, byRole)).toBe('moderators-only');
		for (const act of [give, ask, refuse]) expect(await decide(own, act, moderator, userId)).toBe('own-case');
		const done = { kind: 'done', event: { isOwnCase: true } };
		expect(await appeals.decide(own, userId, give, administrator)).toMatchObject(done);
		expect(await decide(theirs, refuse, byRole)).toBe('told');
	});

	it('comes too late once the member’s data was deleted', async () => {
		const { sent, decide, memory, forget } = await open();
		const reference = await sent(tom);
		await forget(tom);
		expect(await decide(reference, give)).toBe('expired');
		expect(await memory.claims.claimsOf(tom)).toEqual([]);
	});
});

describe('the card of a request', () => {
	it('has the images that can still be loaded, and then forgets their addresses', async () => {
		const { sent, pass, cards, appealRows } = await open();
		const reference = await sent(tom, undefined, ['picture', 'no such']);
		await pass();
		expect(cards()).toEqual([['open', ['1.png']]]);
		expect(await appealRows.get(reference)).toMatchObject({ pictures: 1, post: { files: ['1.png'] } });
		expect((await appealRows.get(reference))?.sealed).toBeUndefined();
	});

	it('waits for images while Discord doesn’t respond, and after ten minutes is posted without', async () => {
		const { sent, appealCards, appealRows, cards, memory } = await open(async () => {
			throw new Error('away');
		});
		await sent(tom, undefined, ['picture']);
		await appealCards.pass();
		expect(cards()).toEqual([]);
		memory.clock += 11 * minute;
		await appealCards.pass();
		expect(cards()).toEqual([['open', []]]);
		expect((await appealRows.all())[0]?.sealed).toBeUndefined();
		await appealCards.stop();
	});
});
