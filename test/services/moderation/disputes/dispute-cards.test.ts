import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { locked } from '../../../../src/claims/moderation-changes.js';
import { plainCommand, translatorFor } from '../../../../src/i18n/translator.js';
import type { DisputeFacts } from '../../../../src/services/moderation/dispute-cards.js';
import { disputeContent } from '../../../../src/ui/messages/dispute-card.js';
import { claimant, day, holder, home, openCases, other, staff } from '../case-world.js';

let world: Awaited<ReturnType<typeof openCases>>;
let hash: string;
let reference: string;

beforeEach(async () => {
	world = await openCases();
	hash = await world.memory.claim(holder, 1, home, { price: 29, currency: 'USD', downloaded: true });
	reference = await world.dispute(hash, claimant, 'My old account');
});
afterEach(() => world.cardsTask.stop());

const decide = (act: 'move' | 'leave') => world.decide(reference, act);
const pass = async () => {
	world.cardsTask.wake();
	await world.settled();
};
const kinds = () => world.cards.map(({ kind }) => kind);
const latest = (): DisputeFacts => world.cards.at(-1)?.facts ?? expect.unreachable();

describe('a dispute’s card', () => {
	it('begins with a text that never changes, by which it is found after a kill', async () => {
		const text = async () => {
			const facts = (await world.disputes.factsOf(reference)) ?? expect.unreachable();
			return disputeContent(translatorFor('en', plainCommand), facts);
		};
		const open = await text();
		await decide('leave');
		expect(await text()).toEqual(open);
	});

	it('is posted once, with the purchase, its holder and the note, and edited when something changes', async () => {
		await world.show();
		expect(kinds()).toEqual(['posted']);
		expect(latest()).toMatchObject({
			...{ reference, state: 'open', claimantId: claimant, guildId: home },
			...{ earlier: 0, note: 'My old account' },
			item: { id: 17, name: 'Aurora — a *fast* theme' },
			...{ ending: '0001', licenseType: 'Regular License', isLocked: false, isRevoked: false },
			payment: { price: 29, currency: 'USD', downloaded: true },
			holders: [{ userId: holder, since: world.memory.clock, purchases: 1 }],
			asked: { holderId: holder, answer: 'none' },
		});
		await pass();
		expect(kinds()).toEqual(['posted']);
		await world.memory.claims.moderated.change(hash, { by: other, guildId: home, why: '' }, locked);
		await pass();
		expect(kinds()).toEqual(['posted', 'shown']);
		expect(latest().isLocked).toBe(true);
	});

	it('shows a decision, keeps the holder’s statement, and doesn’t change afterwards', async () => {
		await world.show();
		await world.disputes.keep(reference, holder);
		await decide('move');
		await world.settled();
		expect(latest()).toMatchObject({ state: 'moved', asked: { answer: 'theirs' }, payment: undefined });
		expect(latest().undo).toBe((await world.fileOf(hash))?.revision);
		const { length } = world.cards;
		await world.memory.claims.moderated.change(hash, { by: other, guildId: home, why: '' }, locked);
		await pass();
		expect(world.cards).toHaveLength(length);
	});

	it('is edited once more when a member’s data is deleted', async () => {
		await world.show();
		await decide('move');
		await world.settled();
		await world.forget(holder);
		await world.settled();
		expect(latest()).toMatchObject({ state: 'moved', decided: { holderId: 'deleted', by: staff } });
		expect(JSON.stringify(latest())).not.toContain(holder);
	});

	it('is posted again if it was deleted', async () => {
		await world.show();
		world.isGone = true;
		await world.disputes.keep(reference, holder);
		await world.settled();
		expect(kinds()).toEqual(['posted', 'posted']);
	});

	it('waits for a channel that accepts messages', async () => {
		const { channel } = world;
		world.channel = undefined;
		await world.show();
		expect(world.cards).toEqual([]);
		Object.assign(world, { channel, isClosed: true });
		await pass();
		expect(world.cards).toEqual([]);
		world.isClosed = false;
		await pass();
		expect(kinds()).toEqual(['posted']);
	});

	it('is posted for other staff if its server is no longer served', async () => {
		await world.show();
		world.servedIds = ['100000000000000009'];
		world.channel = { guildId: '100000000000000009', channelId: '300000000000000002' };
		await pass();
		expect(kinds()).toEqual(['posted', 'posted']);
	});

	it('is posted again once, after three days', async () => {
		await world.show();
		world.memory.clock += 3 * day - 1;
		await pass();
		expect(kinds()).toEqual(['posted']);
		world.memory.clock += 1;
		await pass();
		await pass();
		expect(kinds()).toEqual(['posted', 'posted']);
	});

	it('counts the claimant’s earlier disputes, whatever they were about', async () => {
		world.memory.clock += day;
		reference = await world.dispute(await world.memory.claim(holder, 2));
		await world.show();
		expect(world.cards.find(({ facts }) => facts.reference === reference)?.facts.earlier).toBe(1);
	});
});
