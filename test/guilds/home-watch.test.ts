import { beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/base/errors.js';
import type { OnlyGuild } from '../../src/guilds/bot-account.js';
import { HomeWatch } from '../../src/guilds/home-watch.js';
import type { ServedSettings } from '../../src/guilds/resolve-served-guilds.js';
import { SharedServedGuilds } from '../../src/guilds/served-guilds.js';
import { ServedGuildsStore } from '../../src/guilds/served-guilds-store.js';
import { memoryStore } from '../roles/memory-store.js';

const [home, other, third] = ['100000000000000001', '100000000000000002', '100000000000000003'] as const;

let notes: ServedGuildsStore;
let only: OnlyGuild;
/** The servers that the bot is in. */
let joined: Set<string>;
/** True if the store has claims. */
let isUsed: boolean;
/** The events in order: the list found, the error, the log lines. */
let events: unknown[];

beforeEach(() => {
	notes = new ServedGuildsStore(memoryStore());
	only = { kind: 'none' };
	joined = new Set([home, other, third]);
	isUsed = true;
	events = [];
});

const naming = (...ids: string[]): ServedSettings => ({ DISCORD_GUILD_ID: ids, SERVE_OTHER_GUILDS: false });
const namingNone: ServedSettings = { DISCORD_GUILD_ID: undefined, SERVE_OTHER_GUILDS: false };

function watching(settings: ServedSettings, account: { readonly onlyGuild?: () => Promise<OnlyGuild> } = {}) {
	const served = new SharedServedGuilds();
	const watch = new HomeWatch({
		notes,
		account: {
			onlyGuild: async () => only,
			isIn: async (guildId) => joined.has(guildId),
			...account,
		},
		store: {
			async *list(prefix) {
				if (isUsed) yield { key: `${prefix}a`, value: {} };
			},
		},
		settings,
		served,
		emptiness: {
			look: async ({ ids: [first] }) => void events.push(['found', first, await notes.home()]),
		},
		wrong: { report: (error) => void events.push(['wrong', 'problems' in error ? error.problems : error]) },
		logger: {
			info: () => {},
			warn: (first: object | string, message?: string) => void events.push(['warn', message ?? first]),
		},
		clock: { delay: async () => {} },
	});
	return { watch, served };
}

const servedOf = (served: SharedServedGuilds) => [home, other, third].filter((id) => served.serves(id));

describe('what a start serves', () => {
	it('is the list of the settings, with its first as home, which is noted for the other processes', async () => {
		const { watch, served } = watching(naming(home, other));
		await watch.begin();
		expect(watch.list).toEqual({ homeId: home, ids: [home, other], every: false });
		expect(servedOf(served)).toEqual([home, other]);
		expect(served.homeId).toBe(home);
		expect(await notes.home()).toMatchObject({ home });
		expect(await notes.served()).toMatchObject({ list: [home, other] });
	});

	it('waits where the bot is not in the first of the list, which may be mistyped: nothing is noted', async () => {
		joined.delete(home);
		const { watch, served } = watching(naming(home, other));
		await watch.begin();
		expect(watch.list).toBeUndefined();
		expect(servedOf(served)).toEqual([]);
		expect(await notes.home()).toBeUndefined();
		expect(events).toEqual([['warn', expect.stringContaining(`is not in the server ${home}`)]]);
		joined.add(home);
		await watch.look();
		expect(watch.list?.homeId).toBe(home);
		expect(await notes.home()).toMatchObject({ home });
	});

	it('keeps home where the bot has left it since it was noted', async () => {
		await watching(naming(home)).watch.begin();
		joined.delete(home);
		const { watch } = watching(naming(home));
		await watch.begin();
		expect(watch.list?.homeId).toBe(home);
	});

	it('follows the list while there are no claims, but not to a server that the bot is not in', async () => {
		isUsed = false;
		await watching(naming(home)).watch.begin();
		joined.delete(third);
		await watching(naming(third)).watch.begin();
		expect(await notes.home()).toMatchObject({ home, generation: 1 });
		const { watch } = watching(naming(other, home));
		await watch.begin();
		expect(watch.list?.homeId).toBe(other);
		expect(await notes.home()).toMatchObject({ home: other, generation: 2 });
		isUsed = true;
		await expect(watching(naming(home)).watch.begin()).rejects.toThrow(ConfigError);
		expect(await notes.home()).toMatchObject({ home: other });
	});

	it('is notified before anything is stored', async () => {
		const { watch } = watching(naming(home));
		await watch.begin();
		expect(events).toEqual([['found', home, undefined]]);
	});

	it('is the only server that the bot is in, where none is named and it is the author’s own', async () => {
		only = { kind: 'own', guild: { id: home, name: 'Northlight' } };
		const { watch, served } = watching(namingNone);
		await watch.begin();
		expect(servedOf(served)).toEqual([home]);
	});

	it.each(['several', 'foreign'] as const)(
		'is nothing where the bot is in %s servers and none is named',
		async (kind) => {
			only = { kind, guilds: [{ id: home, name: 'Northlight' }] };
			const { watch, served } = watching(namingNone);
			await expect(watch.begin()).rejects.toThrow(ConfigError);
			expect(servedOf(served)).toEqual([]);
			expect(await notes.home()).toBeUndefined();
		},
	);

	it('is nothing where the settings begin with another server than the noted home', async () => {
		await notes.noteHome(other);
		const { watch } = watching(naming(home, other));
		await expect(watch.begin()).rejects.toThrow(ConfigError);
		expect(await notes.home()).toMatchObject({ home: other });
	});
});

describe('a bot that is in no server yet', () => {
	it('waits, and serves the one that it is invited to', async () => {
		const { watch, served } = watching(namingNone);
		await watch.begin();
		expect(watch.list).toBeUndefined();
		expect(events).toEqual([['warn', expect.stringContaining('isn’t in any server yet')]]);

		only = { kind: 'own', guild: { id: home, name: 'Northlight' } };
		await watch.look();
		expect(servedOf(served)).toEqual([home]);
	});

	it('goes on waiting where Discord does not answer', async () => {
		const { watch } = watching(namingNone, {
			onlyGuild: async () => {
				throw new Error('Discord is away');
			},
		});
		await watch.look();
		expect(watch.list).toBeUndefined();
		expect(events).toEqual([['warn', expect.stringContaining('Retrying')]]);
	});

	it('says if it was invited to another owner’s server', async () => {
		const { watch } = watching(namingNone);
		await watch.begin();
		only = { kind: 'foreign', guilds: [{ id: third, name: 'Elsewhere' }] };
		await watch.look();
		expect(events).toContainEqual(['wrong', [expect.stringContaining('Elsewhere')]]);
	});
});

describe('a process that runs', () => {
	it('drops the servers that a later start no longer lists, and takes none that only the other lists', async () => {
		const { watch, served } = watching(naming(home, other));
		await watch.begin();
		await watching(naming(home, third)).watch.begin();
		await watch.look();
		expect(servedOf(served)).toEqual([home]);
		expect(served.isServedByAnother(third)).toBe(true);
	});

	it.each([
		[naming(home), 'Put it first in DISCORD_GUILD_ID'],
		[namingNone, 'Start the bot again'],
	])('says what to do once home has been moved', async (settings, cure) => {
		only = { kind: 'own', guild: { id: home, name: 'Northlight' } };
		const { watch } = watching(settings);
		await watch.begin();
		await notes.moveHome(other);
		await watch.look();
		expect(events).toContainEqual(['wrong', [`Home has been moved to ${other}. ${cure}`]]);
	});

	it('looks until it is stopped', async () => {
		let looks = 0;
		let reached = () => {};
		const thirdLook = new Promise<void>((resolve) => {
			reached = resolve;
		});
		const { watch } = watching(namingNone, {
			onlyGuild: async () => {
				looks += 1;
				if (looks === 3) reached();
				return { kind: 'none' };
			},
		});
		watch.follow();
		await thirdLook;
		await watch.stop();
		const seen = looks;
		await Promise.resolve();
		expect(looks).toBe(seen);
	});
});
