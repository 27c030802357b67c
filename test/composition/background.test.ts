import { expect, it } from 'vitest';
import { Life } from '../world/life.js';
import { PeopledWorld } from '../world/peopled-world.js';

// The app and the simulation start what is in this list. Whatever is missing from it never runs.
it('the services name every task that goes on by itself', async () => {
	const world = new PeopledWorld();
	const life = new Life(world, 'a process', { isIdle: true });
	await Promise.all([life.start(), world.schedule.run(world.now + 60_000)]);
	expect(life.services?.background.map(({ name }) => name)).toEqual([
		'roles',
		'refund checks',
		'notices',
		'updates',
		'disputes',
		'pruning',
		'license types',
	]);
});
