import { beforeEach, describe, expect, it } from 'vitest';
import { takeRevocation } from '../../../src/services/refunds/refunds.js';
import { memoryStore } from '../../roles/memory-store.js';

const today = 20_000;

describe('the budget of revocations', () => {
	let store: ReturnType<typeof memoryStore>;
	beforeEach(() => {
		store = memoryStore();
	});

	const take = async (times: number, day = today): Promise<string[]> => {
		const taken: string[] = [];
		for (let time = 0; time < times; time += 1) taken.push(await takeRevocation(store, day, 2));
		return taken;
	};

	it('begins anew with each day, and reports again when that is spent', async () => {
		await take(4);
		expect(await take(4, today + 1)).toEqual(['taken', 'taken', 'just-full', 'full']);
	});

	it('is one around midnight for processes that disagree about the day', async () => {
		const days = [today, today + 1, today, today + 1, today];
		const taken: string[] = [];
		for (const day of days) taken.push(...(await take(1, day)));
		expect(taken).toEqual(['taken', 'taken', 'taken', 'just-full', 'full']);
		expect(await take(1, today + 2)).toEqual(['taken']);
	});
});
