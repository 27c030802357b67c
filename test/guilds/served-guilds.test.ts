import { describe, expect, it } from 'vitest';
import { StoreCorruptError } from '../../src/base/errors.js';
import { SharedServedGuilds } from '../../src/guilds/served-guilds.js';
import { ServedGuildsStore } from '../../src/guilds/served-guilds-store.js';
import { memoryStore } from '../roles/memory-store.js';

const [home, other, stranger] = ['100000000000000001', '100000000000000002', '100000000000000003'] as const;
const list = (...ids: string[]) => ({ ids, every: false });
const every = { ids: [home], every: true };

describe('which servers a process serves', () => {
	it('is none before it is known', () => {
		const served = new SharedServedGuilds();
		expect(served.homeId).toBeUndefined();
		expect([served.serves(home), served.isHome(home), served.isServedByAnother(home)]).toEqual([
			false,
			false,
			false,
		]);
	});

	it.each([
		['what both list', list(home, other), list(home, other), [home, other], []],
		['no more than its own list', list(home), list(home, other), [home], [other]],
		['no more than the latest start lists', list(home, other), list(home), [home], []],
		['its own list, where the latest start serves every one', list(home), every, [home], [other, stranger]],
		['the list of the latest start, where it would serve every one', every, list(home), [home], []],
		['every one, where both do', every, every, [home, other, stranger], []],
	])('is %s', (_, own, noted, servedHere, servedByAnother) => {
		const served = new SharedServedGuilds();
		served.know(home, own, noted);
		const all = [home, other, stranger];
		expect(all.filter((id) => served.serves(id))).toEqual(servedHere);
		expect(all.filter((id) => served.isServedByAnother(id))).toEqual(servedByAnother);
		expect(all.filter((id) => served.isHome(id))).toEqual([home]);
	});
});

describe('the notes of what is served', () => {
	it('keep the first home until it is moved', async () => {
		const notes = new ServedGuildsStore(memoryStore());
		expect(await notes.home()).toBeUndefined();
		expect(await notes.noteHome(home)).toEqual({ v: 1, home, generation: 1 });
		expect((await notes.noteHome(other)).home).toBe(home);
		// As at each restart.
		expect(await notes.noteHome(home, home)).toEqual({ v: 1, home, generation: 1 });
		expect(await notes.moveHome(other)).toEqual({ v: 1, home: other, generation: 2 });
	});

	it('keep the list of the latest start', async () => {
		const notes = new ServedGuildsStore(memoryStore());
		await notes.noteServed(list(home, other));
		await notes.noteServed(list(home));
		expect(await notes.served()).toEqual({ v: 1, list: [home], generation: 2 });
	});

	it('are damage, and never "nothing is noted", where they have another shape', async () => {
		const store = memoryStore();
		await store.compareAndSet('meta:home', undefined, { v: 1, home: 'mine' });
		const notes = new ServedGuildsStore(store);
		await expect(notes.home()).rejects.toThrow(StoreCorruptError);
		await expect(notes.noteHome(home)).rejects.toThrow(StoreCorruptError);
	});
});
