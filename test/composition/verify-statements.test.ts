import { KeyvSqlite } from '@keyv/sqlite';
import { expect, it } from 'vitest';
import { type Backend, KeyvStore } from '../../src/storage/keyv-store.js';
import { startProcess } from '../world/peopled-process.js';
import { idOf, PeopledWorld } from '../world/peopled-world.js';
import { PressedInteraction } from '../world/pressed-interaction.js';

/** A back end in memory that says what it was asked: each line is a statement on every back end. */
function notedBackend(): { readonly backend: Backend; readonly asked: string[] } {
	const rows = new Map<string, string>();
	const asked: string[] = [];
	const note = (what: string, keys: readonly string[]): void => {
		asked.push([what, ...new Set(keys.map((key) => key.split(':')[1]))].join(' '));
	};
	const backend: Backend = {
		name: 'Memory',
		adapter: new KeyvSqlite('sqlite://:memory:'),
		deadlineMs: 60_000,
		maxInFlight: 1,
		async read(keys) {
			note('read', keys);
			return keys.flatMap((key) => (rows.has(key) ? [{ key, value: rows.get(key) }] : []));
		},
		async write(changes) {
			note(
				'write',
				changes.map(({ key }) => key),
			);
			const fitting = changes.filter(({ key, expected }) => rows.get(key) === expected);
			for (const { key, next } of fitting) next === undefined ? rows.delete(key) : rows.set(key, next);
			return fitting.map(({ key }) => key);
		},
		async *pages(prefix) {
			yield [...rows].flatMap(([key, value]) => (key.startsWith(prefix) ? [{ key, value }] : []));
			return undefined;
		},
		close: async () => {},
	};
	return { backend, asked };
}

it('a verify asks the store six times, and counts it once a second', async () => {
	const world = new PeopledWorld();
	const { backend, asked } = notedBackend();
	const bot = await startProcess(world, new KeyvStore(backend));
	const verify = async (by: 'buyer' | 'friend', index: number): Promise<readonly string[]> => {
		asked.length = 0;
		const options = { code: world.shop.sold[index]?.code ?? '' };
		const pressed = new PressedInteraction(world, { by, guildId: world.home.id, index, options });
		await bot.handle('verify', pressed);
		await expect.poll(() => asked).toContain('write grant');
		// Its statements come within some turns of the event loop, and would be found here.
		for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
		expect(world.home.members.get(idOf(by))?.roleIds).toContain(world.home.buyerRoleId);
		return [...asked];
	};
	// The first one after a start also looks for blocked roles.
	await verify('buyer', 0);
	expect(await verify('friend', 1)).toEqual([
		'read settings attempts meta claim policy',
		'read attempts grant meta claim member due',
		// Lists and requests before the claim: a kill in between loses nothing.
		'write attempts grant member due',
		'write claim',
		// The mark of the member's roles in the second server, too.
		'read member due meta claim refusals grant',
		'write grant',
	]);
});
