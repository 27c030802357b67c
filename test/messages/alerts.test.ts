import { beforeEach, describe, expect, it } from 'vitest';
import { type Alert, type AlertLetter, Alerts } from '../../src/messages/alerts.js';
import type { BotAccount } from '../../src/servers/guild-facts.js';
import type { GuildSettingsStore } from '../../src/servers/guild-settings.js';
import { ServedGuilds } from '../../src/servers/served-guilds.js';
import { floor } from '../world/floor.js';
import { PostOffice } from './post-office.js';

const home = '100000000000000001';
const guildId = '100000000000000002';
const ownerId = '200000000000000001';
const channelOf = (id: string): string => id.replace('1', '3');
const minute = 60_000;
const badKey: Alert = { kind: 'bad-key', problem: 'refused' };

function blocked(waiting: number): Alert {
	return { kind: 'roles-blocked', obstacle: 'role-too-high', roleId: '300000000000000009', waiting };
}
const subject = 'roles-blocked:role-too-high:300000000000000009';

describe('an alert', () => {
	let office: PostOffice;
	let errors: unknown[];
	/** The audit channel of every server, if it is not the first one. */
	let newChannelId: string | undefined;

	beforeEach(() => {
		newChannelId = undefined;
		office = new PostOffice();
		errors = [];
	});

	const create = () => {
		const parts = office.process();
		const logger = { error: ({ err }: { readonly err: unknown }) => void errors.push(err) };
		const alerts = new Alerts({ ...parts, logger });
		const start = async (): Promise<void> => {
			const task = await alerts.open({
				...parts,
				name: 'alerts',
				guilds: floor<GuildSettingsStore>({
					auditChannelOf: async (id = home) => ({ guildId: id, channelId: newChannelId ?? channelOf(id) }),
				}),
				served: new ServedGuilds([home]),
				account: floor<BotAccount>({ operatorIds: async () => [ownerId] }),
			});
			task.start();
			await office.quiet();
		};
		return Object.assign(alerts, { begin: start });
	};
	const started = async () => {
		const alerts = create();
		await alerts.begin();
		return alerts;
	};
	const places: Readonly<Record<string, string>> = {
		[channelOf(home)]: 'home',
		[channelOf(guildId)]: 'guild',
		[ownerId]: 'owner',
		'300000000000000007': 'new channel',
	};
	const shown = (): string[] =>
		[...office.messages.values()].map(({ to, letter }) => {
			const { alert, solvedAt } = letter as AlertLetter;
			const what = 'waiting' in alert ? `${alert.kind} ${alert.waiting}` : alert.kind;
			return `${places[to]}: ${what}${solvedAt === undefined ? '' : ' solved'}`;
		});

	it('is reported once while it lasts, and once more when it is solved', async () => {
		const alerts = await started();
		for (let n = 0; n < 5; n += 1) await alerts.raise(undefined, badKey);
		expect(shown()).toEqual(['home: bad-key']);
		for (let n = 0; n < 2; n += 1) await alerts.solve(undefined, 'bad-key');
		expect(shown()).toEqual(['home: bad-key solved', 'home: bad-key solved']);
		await alerts.raise(undefined, badKey);
		expect(shown().at(-1)).toBe('home: bad-key');
	});

	it('grows in its message, every half minute at most; in a server, its end isn’t posted as a new line', async () => {
		const alerts = await started();
		await alerts.raise(guildId, blocked(1));
		await alerts.raise(guildId, blocked(2));
		expect(shown()).toEqual(['guild: roles-blocked 1']);
		office.now += minute;
		await alerts.raise(guildId, blocked(3));
		await alerts.raise(guildId, blocked(4));
		expect(shown()).toEqual(['guild: roles-blocked 3']);
		await alerts.solve(guildId, subject);
		expect(shown()).toEqual(['guild: roles-blocked 3 solved']);
	});

	it('is posted once, over restarts, if it is mere news, and leaves nothing behind', async () => {
		const noMembers = { named: [], more: 0 };
		const news: Alert = { kind: 'restored', madeAt: 1, lost: noMembers, gained: noMembers, isComplete: true };
		await create().raise(undefined, news);
		for (let n = 0; n < 2; n += 1) await started();
		expect(shown()).toEqual(['home: restored']);
		expect(office.store.keys()).toEqual([]);
	});

	it.each([undefined, guildId])(
		'that reached no one is sent with the next alert or start: %s',
		async (place) => {
			for (const closed of [channelOf(home), channelOf(guildId), ownerId]) office.closed.add(closed);
			const alerts = await started();
			await alerts.raise(place, badKey);
			await (await started()).raise(place, badKey);
			office.closed.clear();
			office.now += minute;
			await alerts.raise(place, badKey);
			expect(office.messages.size).toBe(1);
		},
	);

	it('goes to the application’s owner, as does its end, if it is about the channel or refused there', async () => {
		const alerts = await started();
		await alerts.raise(undefined, { kind: 'audit-unwritable', channelId: channelOf(home) });
		office.closed.add(channelOf(home));
		await alerts.raise(undefined, badKey);
		expect(shown()).toEqual(['owner: audit-unwritable', 'owner: bad-key']);
		await alerts.solve(undefined, 'bad-key');
		expect(shown().slice(1)).toEqual(['owner: bad-key solved', 'owner: bad-key solved']);
	});

	it.each([
		['deleted', undefined, undefined, ['owner: bad-key']],
		['closed', undefined, undefined, []],
		['closed', guildId, undefined, []],
		['closed', guildId, '300000000000000007', ['new channel: bad-key']],
	] as const)('moves from a deleted or former channel: %s, %s, %s', async (how, place, id, anew) => {
		await (await started()).raise(place, badKey);
		office[how].add(channelOf(place ?? home));
		newChannelId = id;
		const next = await started();
		expect([...shown().slice(1), next.isLastingIn(place, 'bad-key')]).toEqual([...anew, true]);
		office.closed.clear();
		await next.solve(place, 'bad-key');
		expect(shown()[anew.length]).toContain('solved');
	});

	it.each([undefined, guildId])('is sent anew if its message was edited too often: %s', async (place) => {
		const alerts = await started();
		await alerts.raise(place, badKey);
		const [worn = ''] = office.messages.keys();
		office.worn.add(worn);
		await alerts.solve(place, 'bad-key');
		expect(shown().map((it) => it.split(': ')[1])).toEqual(['bad-key solved']);
		expect(office.messages.has(worn)).toBe(false);
	});

	it('is solved by a process that never raised it, and posted again when it returns', async () => {
		const [one, two] = [await started(), await started()];
		await one.raise(guildId, blocked(1));
		await two.solve(guildId, subject);
		for (let n = 0; n < 2; n += 1) await one.raise(guildId, blocked(1));
		expect(shown()).toEqual(['guild: roles-blocked 1 solved', 'guild: roles-blocked 1']);
		// It lasts if it returns while its end is being processed.
		await Promise.all([two.solve(guildId, subject), two.raise(guildId, blocked(1))]);
		expect(shown().at(-1)).toBe('guild: roles-blocked 1');
	});

	it('is shown as solved if it was solved before Discord could be reached', async () => {
		await (await started()).raise(guildId, blocked(1));
		const next = create();
		await next.solve(guildId, subject);
		expect(shown()).toEqual(['guild: roles-blocked 1']);
		await next.begin();
		expect(shown()).toEqual(['guild: roles-blocked 1 solved']);
		expect(office.store.keys()).toEqual([]);
	});

	it('lasts in its message if it returns before Discord can be reached', async () => {
		await (await started()).raise(undefined, badKey);
		const next = create();
		await next.solve(undefined, 'bad-key');
		await next.raise(undefined, badKey);
		await next.begin();
		expect(shown()).toEqual(['home: bad-key']);
		expect(next.isLastingIn(undefined, 'bad-key')).toBe(true);
	});

	it('leaves nothing behind if it was solved before the start and no one had been notified', async () => {
		const alerts = create();
		await alerts.raise(undefined, badKey);
		await alerts.solve(undefined, 'bad-key');
		expect(office.store.keys()).toEqual([]);
		await alerts.begin();
		expect(shown()).toEqual([]);
	});

	it.each<Alert>([{ kind: 'clock-off', minutes: 60 }, { kind: 'empty-store' }])(
		'is solved by a start that doesn’t detect it, if every start would: %j',
		async (alert) => {
			await (await started()).raise(undefined, alert);
			const same = create();
			await same.raise(undefined, alert);
			await same.begin();
			expect(shown()).toEqual([`home: ${alert.kind}`]);
			await started();
			expect(shown()[0]).toBe(`home: ${alert.kind} solved`);
		},
	);

	it.each<Alert>([{ kind: 'damaged' }, { kind: 'answered-elsewhere' }])(
		'is forgotten at the start, not called solved, if it is only detected again later: %j',
		async (alert) => {
			await (await started()).raise(undefined, alert);
			await (await started()).raise(undefined, alert);
			expect(shown()).toEqual([`home: ${alert.kind}`, `home: ${alert.kind}`]);
		},
	);

	it('never rejects', async () => {
		const alerts = await started();
		office.store.transact = async () => {
			throw new Error('The store is down');
		};
		await alerts.raise(undefined, badKey);
		expect(errors).toHaveLength(1);
	});
});
