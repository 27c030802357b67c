import { expect, it } from 'vitest';
import { type Backend, KeyvStore } from '../../src/storage/keyv-store.js';
import { memoryBackEnd } from '../storage/memory-back-end.js';
import { startProcess } from '../world/peopled-process.js';
import { idOf, PeopledWorld } from '../world/peopled-world.js';
import { PressedInteraction } from '../world/pressed-interaction.js';

/** A back end in memory that says what it was asked: each line is a query or a commit on every back end. */
function notedBackend(): { readonly backend: Backend; readonly asked: string[] } {
	const rows = memoryBackEnd();
	const asked: string[] = [];
	const note = (what: string, keys: readonly string[]): void => {
		asked.push([what, ...new Set(keys.map((key) => key.split(':')[1]))].join(' '));
	};
	const backend: Backend = {
		...rows,
		deadlineMs: 60_000,
		async read(keys) {
			note('read', keys);
			return await rows.read(keys);
		},
		async commit(transactions) {
			for (const steps of transactions) {
				const changed = steps.filter(({ act }) => act !== 'check');
				note(
					'write',
					changed.map(({ key }) => key),
				);
			}
			return await rows.commit(transactions);
		},
	};
	return { backend, asked };
}

it('a verify is four queries and two commits, apart from the list of the member’s claims', async () => {
	const world = new PeopledWorld();
	const { backend, asked } = notedBackend();
	const bot = await startProcess(world, new KeyvStore(backend));
	const verify = async (by: 'buyer' | 'friend', index: number): Promise<readonly string[]> => {
		asked.length = 0;
		const options = { code: world.shop.sold[index]?.code ?? '' };
		const pressed = new PressedInteraction(world, { by, guildId: world.home.id, index, options });
		await bot.handle('verify', pressed);
		await expect.poll(() => asked.filter((line) => /^write .*sync/.test(line))).toHaveLength(2);
		// Its statements come within some turns of the event loop, and would be found here.
		for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
		expect(world.home.members.get(idOf(by))?.roleIds).toContain(world.home.buyerRoleId);
		return [...asked];
	};
	// The first one after a start also notes that no role is chosen there.
	await verify('buyer', 0);
	expect(await verify('friend', 1)).toEqual([
		'read settings attempts meta claim policy',
		'read meta claim policy sync attempts member due',
		'write claim sync attempts member due',
		// In the other server no role is chosen.
		'read blocked settings meta claim',
		// The roles are given.
		'read sync',
		'write sync',
	]);
});
