import { expect, it } from 'vitest';
import { systemClock } from '../../../src/base/clock.js';
import { connectWith, type Manner } from './resume-address.js';

const silent: readonly Manner[] = ['accepts and says nothing', 'upgrades and says nothing'];

it('the bot identifies within 90 s if its resume address says nothing', { timeout: 120_000 }, async () => {
	const connected = await Promise.all(silent.map((manner) => connectWith(manner, systemClock)));
	for (const { discord } of connected) discord.gateway.drop(1006);
	const identified = connected.map(({ discord }) =>
		expect.poll(() => discord.gateway.identifyCount, { timeout: 90_000 }).toBe(2),
	);
	await Promise.all(identified);
});
