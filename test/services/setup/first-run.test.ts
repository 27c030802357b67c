import { describe, expect, it } from 'vitest';
import { greetOnce } from '../../../src/services/setup/first-run.js';
import { memoryStore } from '../../roles/memory-store.js';
import { sampleSettings } from '../../servers/checkup/fake-guild.js';
import { floor } from '../../world/floor.js';

const guildId = '100000000000000001';

function setUp(buyerRoleId?: string) {
	const store = memoryStore();
	const greeted: string[] = [];
	const state = { isReachable: true, isFailing: false };
	const warnings: unknown[] = [];
	const look = () =>
		greetOnce(
			guildId,
			async (id) => {
				if (state.isFailing) throw new Error('Discord is down');
				if (state.isReachable) greeted.push(id);
				return state.isReachable;
			},
			floor({
				store,
				guilds: { get: async () => sampleSettings({ buyerRoleId }) },
				logger: { warn: (...line: unknown[]) => void warnings.push(line) },
			}),
		);
	return { look, greeted, state, warnings };
}

describe('the first run', () => {
	it('greets the owner of a server once, over restarts too', async () => {
		const { look, greeted } = setUp();
		await look();
		await look();
		expect(greeted).toEqual([guildId]);
	});

	it('says nothing if the server is set up', async () => {
		const { look, greeted } = setUp('300000000000000001');
		await look();
		expect(greeted).toEqual([]);
	});

	it('tries again at the next look if no one was reached, and never fails', async () => {
		const { look, greeted, state, warnings } = setUp();
		state.isFailing = true;
		await look();
		expect(warnings).toHaveLength(1);
		state.isFailing = false;
		state.isReachable = false;
		await look();
		state.isReachable = true;
		await look();
		expect(greeted).toEqual([guildId]);
	});
});
