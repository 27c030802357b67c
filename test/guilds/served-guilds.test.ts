import { beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, StoreCorruptError } from '../../src/base/errors.js';
import type { OnlyGuild } from '../../src/guilds/bot-account.js';
import {
	noteServed,
	readServed,
	type ServedSettings,
	SharedServedGuilds,
} from '../../src/guilds/served-guilds.js';
import { ServedWatch } from '../../src/guilds/served-watch.js';
import { memoryStore } from '../roles/memory-store.js';
import { compareAndSet } from '../storage/compare-and-set.js';

const [first, other, third] = ['100000000000000001', '100000000000000002', '100000000000000003'] as const;

let store: ReturnType<typeof memoryStore>;
let only: OnlyGuild;
/** The servers that the bot is in. */
let joined: Set<string>;
/** The events in order: the list found, the error, the log lines. */
let events: unknown[];

beforeEach(() => {
	store = memoryStore();
	only = { kind: 'none' };
	joined = new Set([first, other, third]);
	events = [];
});

const naming = (...ids: string[]): ServedSettings => ({ DISCORD_GUILD_ID: ids });
const namingNone: ServedSettings = { DISCORD_GUILD_ID: undefined };

function watching(settings: ServedSettings, account: { readonly onlyGuild?: () => Promise<OnlyGuild> } = {}) {
	const served = new SharedServedGuilds();
	const watch = new ServedWatch({
		store,
		claims: { async *all() {} },
		account: {
			onlyGuild: async () => only,
			isIn: async (guildId) => joined.has(guildId),
			hasCommands: async (ids) => {
				events.push(['found', ids, await readServed(store)]);
				return false;
			},
			...account,
		},
		settings,
		served,
		wrong: { report: (error) => void events.push(['wrong', 'problems' in error ? error.problems : error]) },
		logger: {
			info: () => {},
			warn: (line: object | string, message?: string) => void events.push(['warn', message ?? line]),
		},
		clock: { delay: async () => {} },
	});
	return { watch, served };
}

describe('the note of the served servers', () => {
	it('keeps the list of the latest start', async () => {
		await noteServed(store, [first, other]);
		await noteServed(store, [first]);
		expect(await readServed(store)).toEqual([first]);
	});

	it('is damage, and never "nothing is noted", if it has another shape', async () => {
		await compareAndSet(store, 'meta:served', undefined, { v: 1, list: 'mine' });
		await expect(readServed(store)).rejects.toThrow(StoreCorruptError);
	});
});

describe('a start', () => {
	it('serves the list of the settings, and notes it for the other processes', async () => {
		const { watch, served } = watching(naming(first, other));
		await watch.begin();
		expect(served.ids).toEqual([first, other]);
		expect(await readServed(store)).toEqual([first, other]);
		expect(events).toEqual([['found', [first, other], undefined]]);
	});

	it('follows a changed list', async () => {
		await watching(naming(first)).watch.begin();
		const { watch, served } = watching(naming(other));
		await watch.begin();
		expect(served.ids).toEqual([other]);
	});

	it('serves the only server that the bot is in if none is named and it is the author’s own', async () => {
		only = { kind: 'own', guild: { id: first, name: 'Northlight' } };
		const { watch, served } = watching(namingNone);
		await watch.begin();
		expect(served.ids).toEqual([first]);
	});

	it.each(['several', 'foreign'] as const)('is refused in %s servers if none is named', async (kind) => {
		only = { kind, guilds: [{ id: first, name: 'Northlight' }] };
		const { watch, served } = watching(namingNone);
		await expect(watch.begin()).rejects.toThrow(ConfigError);
		expect(served.ids).toEqual([]);
		expect(await readServed(store)).toBeUndefined();
	});

	it('goes on with the server of the latest start when the bot is invited to another one', async () => {
		await noteServed(store, [first]);
		only = { kind: 'several', guilds: [] };
		const { watch, served } = watching(namingNone);
		await watch.begin();
		expect(served.ids).toEqual([first]);
	});

	it('leaves the server of the latest start if the bot isn’t in it any more', async () => {
		await noteServed(store, [first]);
		joined.delete(first);
		only = { kind: 'own', guild: { id: other, name: 'Northlight' } };
		const { watch, served } = watching(namingNone);
		await watch.begin();
		expect(served.ids).toEqual([other]);
	});
});

describe('a bot that is in no server yet', () => {
	it('waits, and serves the one that it is invited to', async () => {
		const { watch, served } = watching(namingNone);
		await watch.begin();
		expect(watch.list).toBeUndefined();
		expect(events).toEqual([['warn', expect.stringContaining('isn’t in any server yet')]]);

		only = { kind: 'own', guild: { id: first, name: 'Northlight' } };
		await watch.look();
		expect(served.ids).toEqual([first]);
	});

	it('goes on waiting if Discord does not answer', async () => {
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
	it('drops the servers that a later start no longer lists, and serves none that only the other lists', async () => {
		const { watch, served } = watching(naming(first, other));
		await watch.begin();
		await watching(naming(first, third)).watch.begin();
		await watch.look();
		expect(served.ids).toEqual([first]);
		expect(served.serves(other)).toBe(false);
		expect(served.isServedByAnother(third)).toBe(true);
	});
});
