import { describe, expect, it } from 'vitest';
import { StoreCorruptError, StoreUnavailableError } from '../../src/base/errors.js';
import type { GuildFacts } from '../../src/guilds/guild-facts.js';
import {
	type PanelBoard,
	type PanelRequest,
	type PanelShown,
	Panels,
	postedPanels,
} from '../../src/guilds/panels.js';
import { memoryStore } from '../roles/memory-store.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { fakeGuild, ids, sampleSettings } from './checkup/fake-guild.js';

const request: PanelRequest = {
	guildId: '100000000000000001',
	channelId: '400000000000000001',
	userId: '200000000000000001',
	nonce: '900000000000000001',
};

/** A board with the messages that are on it; `answer` is given instead where it is set. */
function setUp() {
	const store = memoryStore();
	const shown: Parameters<PanelBoard['show']>[0][] = [];
	const messages = new Set<string>();
	const changes: PanelRequest[] = [];
	const given: { answer?: PanelShown } = {};
	const board: PanelBoard = {
		async show(panel) {
			shown.push(panel);
			if (given.answer !== undefined) return given.answer;
			if (panel.messageId !== undefined && messages.has(panel.messageId)) {
				return { kind: 'changed', messageId: panel.messageId };
			}
			if (panel.nonce === undefined || !panel.mayPost) return { kind: 'gone' };
			const messageId = `50000000000000000${shown.length}`;
			messages.add(messageId);
			return { kind: 'posted', messageId };
		},
		async takeBack({ messageId }) {
			messages.delete(messageId);
		},
	};
	const clock = { now: 1_000_000 };
	const promise = { buyerRoleId: '300000000000000001', supportChannelId: undefined };
	const life = ({ auditChannelId, facts }: { auditChannelId?: string; facts?: GuildFacts } = {}) =>
		new Panels({
			store,
			guilds: {
				get: async () => sampleSettings({ buyerRoleId: promise.buyerRoleId, auditChannelId }),
			},
			discord: { factsOf: () => facts, isPanelThere: async () => true },
			board,
			clock: { now: () => clock.now },
			report: { panel: (it) => changes.push(it) },
			logger: { warn: () => expect.unreachable() },
		});
	return { clock, store, shown, messages, changes, given, life };
}

describe('a panel', () => {
	it('is posted or changed five times in ten minutes in a server, and then again', async () => {
		const { life, clock } = setUp();
		const panels = life();
		for (let count = 0; count < 5; count += 1) await panels.post(request);
		expect(await panels.post(request)).toEqual({ kind: 'limited', retryAt: 1_600_000 });
		expect(await panels.post({ ...request, guildId: '100000000000000002' })).not.toMatchObject({
			kind: 'limited',
		});
		clock.now = 1_600_000;
		expect(await panels.post(request)).toMatchObject({ kind: 'changed' });
	});

	it('is never posted in the audit channel, even if that is confirmed', async () => {
		const { life, shown } = setUp();
		const panels = life({ auditChannelId: request.channelId });
		expect(await panels.post(request, true)).toEqual({ kind: 'audit-channel' });
		expect(shown).toEqual([]);
	});

	it('is posted only after a question if not everyone can see the channel, and then changed without one', async () => {
		const { life, shown } = setUp();
		const hidden = { ...request, channelId: ids.audit };
		const panels = life({ facts: fakeGuild() });
		expect(await panels.post(hidden)).toEqual({ kind: 'to-confirm' });
		expect(shown).toEqual([]);
		expect(await panels.post(hidden, true)).toMatchObject({ kind: 'posted' });
		expect(await panels.post(hidden)).toMatchObject({ kind: 'changed' });
		expect(await panels.post({ ...request, channelId: ids.lobby })).toMatchObject({ kind: 'posted' });
	});

	it('is posted once in a channel, and brought up to date from then on, also after a restart', async () => {
		const { life, changes } = setUp();
		expect(await life().post(request)).toEqual({
			kind: 'posted',
			messageId: '500000000000000001',
			content: {},
		});
		expect(await life().post(request)).toEqual({
			kind: 'changed',
			messageId: '500000000000000001',
			content: {},
		});
		expect(changes).toEqual([request, request]);
	});

	it('is taken back where it can’t be recorded, so that there is one after another try', async () => {
		const { life, store, messages } = setUp();
		const panels = life();
		const { transact } = store;
		store.transact = async () => {
			throw new StoreUnavailableError('full');
		};
		await expect(panels.post(request)).rejects.toThrow('full');
		expect(messages.size).toBe(0);
		store.transact = transact;
		expect(await panels.post(request)).toMatchObject({ kind: 'posted' });
		expect(messages.size).toBe(1);
	});

	it('is another one in each channel', async () => {
		const { life, shown } = setUp();
		await life().post(request);
		await life().post({ ...request, channelId: '400000000000000002' });
		expect(shown.map(({ messageId }) => messageId)).toEqual([undefined, undefined]);
	});

	it('keeps its words when it is brought up to date, and when it has to be posted anew', async () => {
		const { life, messages } = setUp();
		await life().post(request);
		await life().rewrite(request, (content) => ({ ...content, title: 'Bought something?' }));
		await life().rewrite(request, (content) => ({ ...content, text: 'Come in.' }));
		const content = { title: 'Bought something?', text: 'Come in.' };
		expect(await life().post(request)).toEqual({ kind: 'changed', messageId: '500000000000000001', content });

		messages.clear();
		expect(await life().post(request)).toEqual({ kind: 'posted', messageId: '500000000000000005', content });
		expect(await life().post(request)).toMatchObject({ kind: 'changed', messageId: '500000000000000005' });
	});

	it('says why Discord refuses the message', async () => {
		const { life, given, store, changes } = setUp();
		given.answer = { kind: 'refused', obstacle: 'no-access' };
		expect(await life().post(request)).toEqual({ kind: 'refused', obstacle: 'no-access' });
		expect(store.keys()).toEqual([]);
		expect(changes).toEqual([]);
	});

	it('is not posted anew by a change of its words, which are kept for the next one', async () => {
		const { life, messages, changes } = setUp();
		await life().post(request);
		messages.clear();
		expect(await life().rewrite(request, () => ({ title: 'Hello' }))).toEqual({ kind: 'missing' });
		expect(changes).toHaveLength(1);
		expect(await life().post(request)).toMatchObject({ kind: 'posted', content: { title: 'Hello' } });
	});

	it('shows the stored content after two managers changed it together, and one of them has `stale`', async () => {
		const { life, shown, changes } = setUp();
		await life().post(request);
		const [one, two] = [life(), life()];
		const other = { ...request, userId: '200000000000000002' };
		const outcomes = await Promise.all([
			one.rewrite(request, () => ({ title: 'One' })),
			two.rewrite(other, () => ({ title: 'Two' })),
		]);
		const stored = await life().look(request);
		const content = { title: 'One' };
		expect(stored).toEqual({ kind: 'changed', messageId: '500000000000000001', content });
		expect(outcomes).toEqual([stored, { ...stored, kind: 'stale' }]);
		expect(shown.at(-1)).toMatchObject({ messageId: '500000000000000001', content });
		expect(two.known(request)).toEqual(content);
		expect(changes).toEqual([request, request]);
	});

	it('is known from memory once it was shown or looked at', async () => {
		const { life } = setUp();
		await life().post(request);
		const panels = life();
		expect(panels.known(request)).toBeUndefined();
		expect(await panels.look(request)).toMatchObject({ kind: 'changed', messageId: '500000000000000001' });
		expect(panels.known(request)).toEqual({});
		expect(await life().look({ ...request, channelId: '400000000000000002' })).toEqual({ kind: 'missing' });
	});

	it('follows what is chosen in its server, and is not made up for that', async () => {
		const { life, shown, messages, changes } = setUp();
		await life().post(request);
		await life().refresh(request.guildId);
		expect(shown.at(-1)).toMatchObject({ messageId: '500000000000000001', nonce: undefined });
		await life().refresh('100000000000000002');
		expect(shown).toHaveLength(2);
		messages.clear();
		await life().refresh(request.guildId);
		expect(messages.size).toBe(0);
		expect(changes).toHaveLength(1);
	});

	it('is not made up where there is none to rewrite', async () => {
		const { life, shown } = setUp();
		expect(await life().rewrite(request, () => ({ title: 'Hello' }))).toEqual({ kind: 'missing' });
		expect(shown).toEqual([]);
	});

	it('that is damaged in the store is not overwritten', async () => {
		const { life, store } = setUp();
		await compareAndSet(store, `panel:${request.guildId}:${request.channelId}`, undefined, { v: 2 });
		await expect(life().post(request)).rejects.toThrow(StoreCorruptError);
	});
});

const messageId = '600000000000000001';
const row = (guildId: string, channelId: string, value: unknown = { v: 1, messageId, content: {} }) => ({
	key: `panel:${guildId}:${channelId}`,
	value,
});

function panelsIn(rows: readonly { key: string; value: unknown }[], isThere = async () => true) {
	const store = {
		...memoryStore(),
		async *list(prefix: string) {
			yield* rows.filter(({ key }) => key.startsWith(prefix));
		},
	};
	return postedPanels(ids.guild, { store, discord: { isPanelThere: isThere } });
}

describe('the panels that are posted in a server', () => {
	it('are its own, and a row of another shape is none', async () => {
		const rows = [
			row(ids.guild, ids.lobby),
			row('100000000000000002', ids.audit),
			row(ids.guild, ids.hidden, { v: 2 }),
		];
		expect(await panelsIn(rows)).toEqual([{ channelId: ids.lobby, messageId }]);
	});

	it('are none of which the message was deleted', async () => {
		expect(await panelsIn([row(ids.guild, ids.lobby)], async () => false)).toEqual([]);
	});

	it('cost a handful of requests, however many are remembered', async () => {
		let asked = 0;
		const rows = Array.from({ length: 50 }, (_, index) =>
			row(ids.guild, String(400_000_000_000_000_000n + BigInt(index))),
		);
		await panelsIn(rows, async () => {
			asked += 1;
			return true;
		});
		expect(asked).toBe(5);
	});
});
