import { beforeEach, describe, expect, it } from 'vitest';
import { References } from '../../../src/moderation/references/references.js';
import { memoryStore } from '../../roles/memory-store.js';

const home = '100000000000000001';
const userId = '200000000000000001';
const mover = '200000000000000002';
const hash = 'ab'.repeat(32);
const day = 24 * 60 * 60_000;
const clock = 1_000 * day;

describe('the reference of a code that another member holds', () => {
	let store: ReturnType<typeof memoryStore>;
	let references: References;

	/** Stores a reference as another process may have, in any order of time. */
	const put = async (shown: string, row: object = {}) => {
		const whole = { v: 1, at: clock, guildId: home, userId, why: 'taken', ...row };
		await store.compareAndSet(`ref:${shown.replace('-', '')}`, undefined, whole);
		return whole;
	};

	beforeEach(() => {
		store = memoryStore();
		references = new References({
			store,
			served: { isHome: (guildId) => guildId === home },
			clock: { now: () => clock, delay: () => new Promise(() => {}) },
			unguessable: { below: () => 0 },
			logger: { warn: () => expect.unreachable() },
		});
	});

	it('opens a move for the account alone that it was given to', async () => {
		const reference = await references.issue({ guildId: home, userId, why: 'taken', hash });
		expect(await references.allowMove(reference, mover, clock + day)).toBeUndefined();
		expect(await references.allowMove(reference, userId, clock + day)).toMatchObject({ hash });
		expect(await references.byLetters(reference)).toMatchObject({ movableUntil: clock + day });
	});

	it('opens a move only of the code that was refused', async () => {
		const noHash = await put('BBB-BBB');
		const { v: _, ...found } = await put('CCC-CCC', { hash });
		expect(await references.allowMove('BBB-BBB', userId, clock + day)).toBeUndefined();
		expect(await store.get('ref:BBBBBB')).toStrictEqual(noHash);
		const movable = { ...found, movableUntil: clock + day };
		expect(await references.allowMove('ccc ccc', userId, clock + day)).toStrictEqual({
			...movable,
			reference: 'CCC-CCC',
		});
		expect(await store.get('ref:CCCCCC')).toStrictEqual({ v: 1, ...movable });
	});

	it('records who moves its purchase until that is announced', async () => {
		const second = await put('BBB-BBB', { at: clock - 1 });
		const { v: _, ...first } = await put('CCC-CCC', { at: clock - 2 });
		await put('DDD-DDD');
		await put('FFF-FFF', { v: 2, movedBy: mover });
		await references.noteMove('BBB-BBB', mover);
		await references.noteMove('ccc-ccc', mover);
		const shown = (await references.movesBegun()).map(({ reference }) => reference);
		expect(shown).toEqual(['CCC-CCC', 'BBB-BBB']);
		await references.noteMove('BBB-BBB', undefined);
		expect(await store.get('ref:BBBBBB')).toStrictEqual(second);
		expect(await references.movesBegun()).toStrictEqual([{ ...first, movedBy: mover, reference: 'CCC-CCC' }]);
	});
});
