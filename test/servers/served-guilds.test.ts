import { beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, StoreCorruptError } from '../../src/base/errors.js';
import type { OnlyGuild } from '../../src/servers/guild-facts.js';
import {
	noteServed,
	readServed,
	ServedGuilds,
	type ServedSettings,
	watchServed,
} from '../../src/servers/served-guilds.js';
import { memoryStore } from '../roles/memory-store.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { floor } from '../world/floor.js';

const [first, other, third] = ['100000000000000001', '100000000000000002', '100000000000000003'] as const;

let store: ReturnType<typeof memoryStore>;
let only: OnlyGuild;
/** The servers that the bot is in. */
let joined: Set<string>;
/** The events in order: the resulting list, the error, the log lines. */
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
	const served = new ServedGuilds();
	const watch = watchServed(
		floor({
			store,
			claims: { scan: { async *all() {} } },
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
			fail: (error) => void events.push(['fatal', 'problems' in error ? error.problems : error]),
			logger: {
				info: () => {},
				warn: (line: object | string, message?: string) => void events.push(['warn', message ?? line]),
			},
			clock: { delay: async () => {} },
		}),
	);
	return { watch, served };
}

it('the record of the served servers counts as damaged, never as missing, if it has another shape', async () => {
	await compareAndSet(store, 'meta:served', undefined, { v: 1, list: 'mine' });
	await expect(readServed(store)).rejects.toThrow(StoreCorruptError);
});

describe('a start', () => {
	it('serves the servers in the settings, and records them for later starts', async () => {
		const { watch, served } = watching(naming(first, other));
		await watch.begin();
		expect(served.ids).toEqual([first, other]);
		expect(await readServed(store)).toEqual([first, other]);
		expect(events).toEqual([['found', [first, other], undefined]]);
	});

	const own = (id: string): OnlyGuild => ({ kind: 'own', guild: { id, name: 'Northlight' } });

	it.each<[string, { before?: string; left?: string; only?: OnlyGuild; settings?: ServedSettings }, string]>([
		['a changed list', { before: first, settings: naming(other) }, other],
		['the only server that the bot is in if it is the author’s own', { only: own(first) }, first],
		[
			'the server of the latest start when the bot is invited to another one',
			{ before: first, only: { kind: 'several', guilds: [] } },
			first,
		],
		[
			'another server if the bot isn’t in that of the latest start any more',
			{ before: first, left: first, only: own(other) },
			other,
		],
	])('serves %s', async (_, given, expected) => {
		if (given.before !== undefined) await noteServed(store, [given.before]);
		joined.delete(given.left ?? '');
		only = given.only ?? only;
		const { watch, served } = watching(given.settings ?? namingNone);
		await watch.begin();
		expect(served.ids).toEqual([expected]);
	});

	it.each(['several', 'foreign'] as const)('is refused in %s servers if none is named', async (kind) => {
		only = { kind, guilds: [{ id: first, name: 'Northlight' }] };
		const { watch, served } = watching(namingNone);
		await expect(watch.begin()).rejects.toThrow(ConfigError);
		expect([served.ids, await readServed(store)]).toEqual([[], undefined]);
	});
});

describe('a bot that is in no server yet', () => {
	it('keeps waiting if Discord does not respond', async () => {
		const { watch, served } = watching(namingNone, {
			onlyGuild: async () => {
				throw new Error('Discord is away');
			},
		});
		await expect(watch.look()).rejects.toThrow('away');
		expect(served.ids).toEqual([]);
	});

	it('reports that it was invited to another owner’s server', async () => {
		const { watch } = watching(namingNone);
		await watch.begin();
		only = { kind: 'foreign', guilds: [{ id: third, name: 'Elsewhere' }] };
		await watch.look();
		expect(events).toContainEqual(['fatal', [expect.stringContaining('Elsewhere')]]);
	});
});
