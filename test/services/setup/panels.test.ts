import { describe, expect, it } from 'vitest';
import { StoreCorruptError } from '../../../src/base/errors.js';
import type { GuildFacts, PostedPanel } from '../../../src/servers/guild-facts.js';
import {
	type PanelContent,
	type PanelLetter,
	type PanelRequest,
	Panels,
	postedPanels,
} from '../../../src/services/setup/panels.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import { PostOffice } from '../../messages/post-office.js';
import { fakeGuild, ids, sampleSettings } from '../../servers/checkup/fake-guild.js';
import { compareAndSet } from '../../storage/compare-and-set.js';
import { floor } from '../../world/floor.js';

const request: PanelRequest = {
	guildId: '100000000000000001',
	channelId: '400000000000000001',
	userId: '200000000000000001',
};
const minute = 60_000;

function setUp() {
	const office = new PostOffice();
	const changes: unknown[] = [];
	const settings = { buyerRoleId: '300000000000000001' };
	const life = ({ auditChannelId, facts }: { auditChannelId?: string; facts?: GuildFacts } = {}) =>
		new Panels(
			floor({
				...office.process(),
				limits: new Limits({ store: office.store, clock: { now: () => office.now } }),
				guilds: { get: async () => sampleSettings({ ...settings, auditChannelId }) },
				served: { serves: () => true },
				discord: { factsOf: () => facts },
				audit: { write: (_, event) => changes.push('what' in event && event.what) },
			}),
		);
	/** The visible panels, and their messages. */
	const shown = () =>
		[...office.messages].map(([messageId, { letter }]) => {
			const { content } = letter as PanelLetter;
			return { messageId, content };
		});
	return { office, changes, settings, life, shown };
}

describe('a panel', () => {
	it('is limited to five posts or changes in ten minutes per server', async () => {
		const { life, office } = setUp();
		const panels = life();
		for (let count = 0; count < 5; count += 1) await panels.post(request);
		expect(await panels.post(request)).toMatchObject({ kind: 'limited' });
		const elsewhere = { ...request, guildId: '100000000000000002' };
		expect(await panels.post(elsewhere)).toMatchObject({ kind: 'posted' });
		office.now += 10 * minute;
		expect(await panels.post(request)).toMatchObject({ kind: 'posted' });
	});

	it('is never posted in the audit channel, even if that is confirmed', async () => {
		const { life, office } = setUp();
		const panels = life({ auditChannelId: request.channelId });
		expect(await panels.post(request, true)).toEqual({ kind: 'audit-channel' });
		expect(office.log).toEqual([]);
	});

	it('is posted only after confirmation if not everyone can see the channel, but is then edited without asking again', async () => {
		const { life, office } = setUp();
		const hidden = { ...request, channelId: ids.audit };
		const panels = life({ facts: fakeGuild() });
		expect(await panels.post(hidden)).toEqual({ kind: 'to-confirm' });
		expect(office.log).toEqual([]);
		expect(await panels.post(hidden, true)).toMatchObject({ kind: 'posted' });
		expect(await panels.post(hidden)).toMatchObject({ kind: 'posted' });
		expect(await panels.post({ ...request, channelId: ids.lobby })).toMatchObject({ kind: 'posted' });
	});

	it('is posted once per channel, and updated from then on, even after a restart', async () => {
		const { life, changes, office } = setUp();
		const posted = await life().post(request);
		expect(posted).toMatchObject({ kind: 'posted' });
		expect(await life().post(request)).toEqual(posted);
		expect(changes).toEqual(['posted', 'updated']);
		await life().post({ ...request, channelId: '400000000000000002' });
		expect(office.messages.size).toBe(2);
	});

	it('keeps its words when it is updated, and when it has to be posted again', async () => {
		const { life, office, shown } = setUp();
		const posted = await life().post(request);
		await life().rewrite(request, (content) => ({ ...content, title: 'Bought something?' }));
		await life().rewrite(request, (content) => ({ ...content, text: 'Come in.' }));
		const content = { title: 'Bought something?', text: 'Come in.' };
		expect(await life().post(request)).toEqual(posted);
		expect(shown()).toMatchObject([{ content }]);
		office.messages.clear();
		office.now += 10 * minute;
		expect(await life().post(request)).toMatchObject({ kind: 'posted' });
		expect(await life().post(request)).toMatchObject({ kind: 'posted' });
		expect(shown()).toMatchObject([{ content }]);
	});

	it('reports that Discord refuses the message, and leaves nothing behind', async () => {
		const { life, office, changes } = setUp();
		office.closed.add(request.channelId);
		expect(await life().post(request)).toEqual({ kind: 'refused' });
		expect(office.store.keys()).toEqual([`attempts:panel:${request.guildId}`]);
		expect(changes).toEqual([]);
	});

	it('is not posted again by a change of its words, which are kept for the next one', async () => {
		const { life, office, changes, shown } = setUp();
		await life().post(request);
		office.messages.clear();
		expect(await life().rewrite(request, () => ({ title: 'Hello' }))).toEqual({ kind: 'missing' });
		expect(changes).toHaveLength(1);
		expect(await life().post(request)).toMatchObject({ kind: 'posted' });
		expect(shown()).toMatchObject([{ content: { title: 'Hello' } }]);
	});

	it('shows the stored content after two managers changed it together, one of them with an outdated form', async () => {
		const { life, changes, shown } = setUp();
		await life().post(request);
		const [one, two] = [life(), life()];
		const rename = (title: string) => (former: PanelContent) =>
			former.title === undefined ? { title } : undefined;
		const outcomes = await Promise.all([
			one.rewrite(request, rename('One')),
			two.rewrite({ ...request, userId: '200000000000000002' }, rename('Two')),
		]);
		const content = { title: 'One' };
		expect(outcomes).toMatchObject([{ kind: 'posted' }, { kind: 'stale' }]);
		expect(shown()).toMatchObject([{ content }]);
		expect(await two.contentOf(request)).toEqual(content);
		expect(changes).toEqual(['posted', 'updated']);
	});

	it('follows its server’s settings, even after a kill, without another update later', async () => {
		const { life, office, settings, changes } = setUp();
		await life().post(request);
		settings.buyerRoleId = '300000000000000002';
		await life().pass();
		await office.quiet();
		expect(office.shown).toEqual([expect.stringContaining(settings.buyerRoleId)]);
		settings.buyerRoleId = '300000000000000003';
		const next = life();
		next.start();
		await office.quiet();
		await next.stop();
		expect(office.shown).toEqual([expect.stringContaining(settings.buyerRoleId)]);
		office.messages.clear();
		settings.buyerRoleId = '300000000000000004';
		await life().pass();
		await office.quiet();
		expect(office.messages.size).toBe(0);
		expect(changes).toHaveLength(1);
	});

	it('is not overwritten if its row is damaged', async () => {
		const { life, office } = setUp();
		await compareAndSet(office.store, `panel:${request.guildId}:${request.channelId}`, undefined, { v: 2 });
		await expect(life().post(request)).rejects.toThrow(StoreCorruptError);
	});
});

describe('the panels that are posted in a server', () => {
	it('exclude other servers’ panels and deleted messages, however many there are', async () => {
		const { life, office } = setUp();
		for (const channelId of Array.from({ length: 6 }, (_, n) => `30000000000000000${n}`)) {
			const row = { v: 1, content: {}, post: { state: 'sent', channelId, messageId: channelId } };
			await compareAndSet(office.store, `panel:${request.guildId}:${channelId}`, undefined, row);
		}
		const elsewhere = { ...request, guildId: '100000000000000002' };
		for (const each of [request, elsewhere]) await life().post(each);
		const asked: PostedPanel[] = [];
		const isPanelThere = async (panel: PostedPanel) =>
			asked.push(panel) > 0 && office.messages.has(panel.messageId);
		const postedNow = () => postedPanels(request.guildId, { store: office.store, discord: { isPanelThere } });
		const [messageId = ''] = office.messages.keys();
		const posted = [{ channelId: `4${request.channelId.slice(1)}`, messageId }];
		expect([await postedNow(), asked.length, asked[0]]).toEqual([posted, 5, posted[0]]);
		office.messages.delete(messageId);
		expect(await postedNow()).toEqual([]);
	});
});
