import { describe, expect, it } from 'vitest';
import { greetOnce } from '../../../src/services/setup/first-run.js';
import { memoryStore } from '../../roles/memory-store.js';
import { sampleSettings } from '../../servers/checkup/fake-guild.js';
import { floor } from '../../world/floor.js';

const guildId = '100000000000000001';

function setUp(buyerRoleId?: string) {
	const [greeted, warnings]: [string[], unknown[]] = [[], []];
	const ground = floor<Parameters<typeof greetOnce>[2]>({
		store: memoryStore(),
		guilds: { get: async () => sampleSettings({ buyerRoleId }) },
		logger: { warn: (...line: unknown[]) => void warnings.push(line) },
	});
	const look = async (isReached: () => boolean = () => true) =>
		await greetOnce(guildId, async (id) => isReached() && greeted.push(id) > 0, ground);
	return { look, greeted, warnings };
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
		const { look, greeted, warnings } = setUp();
		await look(() => {
			throw new Error('Discord is down');
		});
		expect(warnings).toHaveLength(1);
		await look(() => false);
		await look();
		expect(greeted).toEqual([guildId]);
	});
});
