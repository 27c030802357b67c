import { expect, it } from 'vitest';
import { NewChannelBudget } from '../../src/notifications/new-channel-budget.js';
import { memoryStore } from '../roles/memory-store.js';

const day = 86_400_000;

it('is one for all processes and restarts on a UTC day, and full again on the next', async () => {
	const store = memoryStore();
	let now = 20_000 * day;
	const open = () => new NewChannelBudget(store, { now: () => now }, 2);
	const taken = await Promise.all([open().take(), open().take(), open().take()]);
	expect(taken.filter(Boolean)).toHaveLength(2);
	expect(await open().left()).toBe(0);
	now += day;
	expect(await open().left()).toBe(2);
});
