import { beforeEach, describe, expect, it } from 'vitest';
import type { GuildSettings } from '../../src/guilds/guild-settings.js';
import type { ListedItem } from '../../src/marketplace/schemas.js';
import { type Announcement, Announcements, type UpdateBoard } from '../../src/updates/announcements.js';
import { recordList } from '../../src/updates/news-log.js';
import { sampleSettings } from '../guilds/checkup/fake-guild.js';
import { memoryStore } from '../roles/memory-store.js';

const guildId = '100000000000000001';
const other = '100000000000000002';
const channelId = '400000000000000001';
const hour = 60 * 60_000;
const never = new Promise<never>(() => {});

describe('an announcement', () => {
	let store: ReturnType<typeof memoryStore>;
	let now: number;
	let log: string[];
	let warned: string[];
	let updates: Record<string, NonNullable<GuildSettings['updates']>>;
	let post: UpdateBoard['post'];
	let find: UpdateBoard['find'];

	beforeEach(() => {
		store = memoryStore();
		now = 1_000_000_000;
		log = [];
		warned = [];
		updates = { [guildId]: { channelId, since: 0 } };
		post = async (announcement, nonce) => {
			log.push(shown(announcement));
			expect(nonce.length).toBeLessThanOrEqual(25);
			return 'posted';
		};
		find = async () => false;
	});

	const shown = ({ guildId: of, roleId, news }: Announcement) =>
		`${of === guildId ? 'here' : 'there'}${roleId === undefined ? '' : ` ${roleId}`}: ${news.map(({ item, version, isNew }) => `${item.id} ${isNew ? 'new' : version}`).join(', ')}`;

	/** A process of the bot, through `rounds` looks at the log. */
	async function live(
		rounds = 1,
		{
			serves = (_: string): boolean => true,
			loadedAt = Number.POSITIVE_INFINITY,
			isTrusted = (): boolean => true,
		} = {},
	): Promise<void> {
		let left = rounds - 1;
		let ended = () => {};
		const end = new Promise<void>((resolve) => {
			ended = resolve;
		});
		const announcements = new Announcements({
			store,
			catalog: {
				follow: () => {},
				snapshot: () => ({ items: [], state: 'ready', loadedAt }),
				get: (id) => (id < 90 ? itemOf(id) : undefined),
			},
			board: { post: (...it) => post(...it), find: (...it) => find(...it) },
			guilds: {
				async *all() {
					for (const [id, own] of Object.entries(updates)) {
						yield { guildId: id, settings: sampleSettings({ updates: own }) };
					}
				},
			},
			served: { serves },
			clockGuard: { isTrusted },
			logger: { info: () => {}, warn: (_: object, message?: string) => warned.push(String(message)) },
			clock: {
				now: () => now,
				delay: async (ms, signal) => {
					if (ms === 60_000 && left === 0) {
						ended();
						await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
						return;
					}
					if (ms === 60_000) left -= 1;
					now += ms;
				},
			},
		});
		announcements.start();
		await end;
		await announcements.stop();
	}

	const itemOf = (id: number) =>
		({ id, name: `Item ${id}`, category: id % 2 === 0 ? 'Themes' : 'Plugins' }) as ListedItem;
	const record = (...news: Parameters<typeof recordList>[2]) => recordList(store, 100, news, now);

	it('is one message for each list, in order, and once for all lives', async () => {
		await record({ id: 1, version: '1.1' }, { id: 2, isNew: true });
		await record({ id: 3, version: '2.0' });
		await live();
		await live(3);
		expect(log).toEqual(['here: 1 1.1, 2 new', 'here: 3 2.0']);
	});

	it('waits while the clock is not trusted', async () => {
		await record({ id: 1, version: '1.1' });
		now += 100 * 86_400_000;
		await live(2, { isTrusted: () => false });
		expect(log).toEqual([]);
		now -= 100 * 86_400_000;
		await live();
		expect(log).toEqual(['here: 1 1.1']);
	});

	it('leaves out what is older than the choice, of other categories, or not listed any more', async () => {
		await record({ id: 2, version: '1.1' });
		now += 1;
		updates = { [guildId]: { channelId, since: now, categories: ['Themes'], roleId: 'role' } };
		await record({ id: 3, version: '1.1' }, { id: 4, version: '1.1' }, { id: 92, isNew: true });
		await record({ id: 5, isNew: true });
		await live(2);
		expect(log).toEqual(['here role: 4 1.1']);
	});

	it('is left to the process that serves the server', async () => {
		updates = { ...updates, [other]: { channelId, since: 0 } };
		await record({ id: 1, version: '1.1' });
		await live(1, { serves: (id) => id === other });
		expect(log).toEqual(['there: 1 1.1']);
		await live(1, { serves: (id) => id === guildId });
		expect(log).toEqual(['there: 1 1.1', 'here: 1 1.1']);
	});

	it('is posted once by two processes that find it together', async () => {
		await record({ id: 1, version: '1.1' });
		await Promise.all([live(2), live(2)]);
		expect(log).toEqual(['here: 1 1.1']);
	});

	it('waits, with those after it, while this process has an older list, which lacks the item', async () => {
		await record({ id: 92, isNew: true });
		await record({ id: 1, version: '1.1' });
		await live(2, { loadedAt: now - 1 });
		expect(log).toEqual([]);
		await live(2, { loadedAt: now + 1 });
		expect(log).toEqual(['here: 1 1.1']);
	});

	it('is dropped if the channel was deleted, and the next one is tried again', async () => {
		const posts = post;
		post = async () => 'refused';
		await record({ id: 1, version: '1.1' });
		await live(3);
		expect(warned).toHaveLength(1);
		post = posts;
		await record({ id: 2, version: '1.1' });
		await live();
		expect(log).toEqual(['here: 2 1.1']);
	});

	it.each([
		[true, []],
		[false, ['here: 1 1.1']],
	])('that a killed process was sending is looked for; found: %s', async (isThere, posted) => {
		await record({ id: 1, version: '1.1' });
		const posts = post;
		const killedAt = now;
		const begun = new Promise<void>((resolve) => {
			post = async () => {
				resolve();
				return await never;
			};
		});
		void live();
		await begun;
		post = posts;
		find = async (_, since) => {
			expect(since).toBe(killedAt);
			return isThere;
		};
		await live(2);
		await live(2);
		expect(log).toEqual(posted);
	});

	it('waits for Discord with longer and longer pauses, for a day', async () => {
		await record({ id: 1, version: '1.1' });
		let tries = 0;
		const posts = post;
		post = async () => {
			tries += 1;
			throw new Error('Discord is down');
		};
		const startedAt = now;
		await live(10 * 60);
		expect(tries).toBeGreaterThan(8);
		expect(tries).toBeLessThan(20);
		post = posts;
		await live();
		expect(log).toEqual(['here: 1 1.1']);
		await record({ id: 2, version: '1.1' });
		now = startedAt + 40 * hour;
		await live();
		expect(log).toHaveLength(1);
	});

	it('in one server doesn’t wait for another in which Discord fails', async () => {
		updates = { [other]: { channelId, since: 0 }, ...updates };
		const posts = post;
		post = async (announcement, nonce) => {
			if (announcement.guildId === other) throw new Error('Discord is down');
			return await posts(announcement, nonce);
		};
		await record({ id: 1, version: '1.1' });
		await live();
		expect(log).toEqual(['here: 1 1.1']);
	});
});
