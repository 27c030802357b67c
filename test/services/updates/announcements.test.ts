import { beforeEach, describe, expect, it } from 'vitest';
import type { ListedItem } from '../../../src/marketplace/schemas.js';
import type { GuildSettings } from '../../../src/servers/guild-settings.js';
import { Announcements, type UpdateLetter } from '../../../src/services/updates/announcements.js';
import type { News } from '../../../src/services/updates/item-news.js';
import { PostOffice } from '../../messages/post-office.js';
import { sampleSettings } from '../../servers/checkup/fake-guild.js';
import { floor } from '../../world/floor.js';
import { putNews } from './put-news.js';

const guildId = '100000000000000001';
const other = '100000000000000002';
const [channelId, otherChannelId] = ['400000000000000001', '400000000000000002'];
const [minute, hour] = [60_000, 60 * 60_000];

describe('an announcement', () => {
	let office: PostOffice;
	let updates: Record<string, NonNullable<GuildSettings['updates']>>;

	beforeEach(() => {
		office = new PostOffice();
		updates = { [guildId]: { channelId, since: 0 } };
	});

	/** The announcements, in order. */
	const shown = (): string[] =>
		[...office.messages.values()].map(({ to, letter }) => {
			const { roleId, news } = letter as UpdateLetter;
			const lines = news.map(({ item, version, isNew }) => `${item.id} ${isNew ? 'new' : version}`);
			const place = to === channelId ? 'here' : 'there';
			return `${place}${roleId === undefined ? '' : ` ${roleId}`}: ${lines.join(', ')}`;
		});

	/** A process of the bot that reads the log `rounds` times, a minute apart. */
	async function live(
		rounds = 1,
		{
			serves = (_: string): boolean => true,
			loadedAt = Number.POSITIVE_INFINITY,
			isTrusted = (): boolean => true,
			isClockStill = false,
			/** Called after a letter was read, and before it is sent. */
			onRead = async (): Promise<void> => {},
		} = {},
	): Promise<void> {
		const parts = office.process();
		const { now: start } = office;
		let wake = (): void => {};
		const { mailbox } = parts;
		const announcements = new Announcements(
			floor({
				...parts,
				mailbox: {
					...mailbox,
					async markOf(place, letter) {
						await onRead();
						return await mailbox.markOf(place, letter);
					},
				},
				clock: {
					...parts.clock,
					isTrusted,
					...(isClockStill && { now: () => start }),
					delay: (ms, signal) =>
						ms < minute
							? parts.clock.delay(ms, signal)
							: new Promise((resolve) => {
									wake = resolve;
									signal?.addEventListener('abort', () => resolve());
								}),
				},
				catalog: {
					follow: () => {},
					snapshot: () => ({ items: [], state: 'ready', loadedAt }),
					get: (id) => (id < 90 ? itemOf(id) : undefined),
				},
				guilds: {
					get: async (id) => sampleSettings({ updates: updates[id] }),
					async *all() {
						for (const [id, own] of Object.entries(updates))
							yield { guildId: id, settings: sampleSettings({ updates: own }) };
					},
				},
				served: { serves },
			}),
		);
		announcements.start();
		await office.quiet();
		for (let round = 1; round < rounds; round += 1) {
			office.now += minute;
			wake();
			await office.quiet();
		}
		await announcements.stop();
	}

	const itemOf = (id: number) =>
		({ id, name: `Item ${id}`, category: id % 2 === 0 ? 'Themes' : 'Plugins' }) as ListedItem;
	const record = (...news: readonly News[]) => putNews(office.store, news, office.now);

	it('is one message for each list, in order, and once for all processes', async () => {
		await record({ id: 1, version: '1.1' }, { id: 2, isNew: true });
		await record({ id: 3, version: '2.0' });
		await live();
		await live(3);
		expect(shown()).toEqual(['here: 1 1.1, 2 new', 'here: 3 2.0']);
	});

	it('is separate from another one of the same millisecond: seed 1998 of the simulation', async () => {
		await record({ id: 1, version: '1.1' });
		await record({ id: 3, version: '2.0' });
		await live(1, { isClockStill: true });
		expect(shown()).toEqual(['here: 1 1.1', 'here: 3 2.0']);
	});

	it('is not repeated by a process that read it before another one sent it: seed 5000592', async () => {
		await record({ id: 1, version: '1.1' });
		let overtaken: Promise<void> | undefined;
		await live(3, {
			onRead: async () => {
				overtaken ??= live();
				await overtaken;
			},
		});
		expect(shown()).toEqual(['here: 1 1.1']);
	});

	it('waits while the clock is not trusted', async () => {
		await record({ id: 1, version: '1.1' });
		await live(2, { isTrusted: () => false });
		expect(shown()).toEqual([]);
		await live();
		expect(shown()).toEqual(['here: 1 1.1']);
	});

	it('leaves out items older than the choice, in other categories, or no longer listed', async () => {
		await record({ id: 2, version: '1.1' });
		office.now += 1;
		updates = { [guildId]: { channelId, since: office.now, categories: ['Themes'], roleId: 'role' } };
		await record({ id: 3, version: '1.1' }, { id: 4, version: '1.1' }, { id: 92, isNew: true });
		await record({ id: 5, isNew: true });
		await live(2);
		expect(shown()).toEqual(['here role: 4 1.1']);
	});

	it('waits in a server that is not served', async () => {
		updates = { ...updates, [other]: { channelId: otherChannelId, since: 0 } };
		await record({ id: 1, version: '1.1' });
		await live(1, { serves: (id) => id === other });
		expect(shown()).toEqual(['there: 1 1.1']);
		await live(1, { serves: (id) => id === guildId });
		expect(shown()).toEqual(['there: 1 1.1', 'here: 1 1.1']);
	});

	it('waits, with those after it, while this process has an older list without the item', async () => {
		await record({ id: 92, isNew: true });
		await record({ id: 1, version: '1.1' });
		await live(2, { loadedAt: 0 });
		expect(shown()).toEqual([]);
		await live(2);
		expect(shown()).toEqual(['here: 1 1.1']);
	});

	it('is dropped if the channel was deleted, and the next one is tried again', async () => {
		office.closed.add(channelId);
		await record({ id: 1, version: '1.1' });
		await live(3);
		expect(office.warned).toEqual(['The updates channel does not accept messages']);
		office.closed.clear();
		await record({ id: 2, version: '1.1' });
		await live();
		expect(shown()).toEqual(['here: 2 1.1']);
	});

	it('waits for Discord with growing pauses, for a day', async () => {
		await record({ id: 1, version: '1.1' });
		const startedAt = office.now;
		let tries = 0;
		office.onRequest = async () => {
			tries += 1;
			throw new Error('Discord is down');
		};
		await live(10 * 60);
		expect(tries).toBeGreaterThan(8);
		expect(tries).toBeLessThan(20);
		office.onRequest = async () => undefined;
		await live();
		expect(shown()).toEqual(['here: 1 1.1']);
		await record({ id: 2, version: '1.1' });
		office.now = startedAt + 40 * hour;
		await live();
		expect(shown()).toHaveLength(1);
	});

	it('doesn’t wait for another server in which Discord fails', async () => {
		updates = { [other]: { channelId: otherChannelId, since: 0 }, ...updates };
		let isFirst = true;
		office.onRequest = async () => {
			if (!isFirst) return undefined;
			isFirst = false;
			throw new Error('Discord is down');
		};
		await record({ id: 1, version: '1.1' });
		await live();
		expect(shown()).toEqual(['here: 1 1.1']);
	});
});
