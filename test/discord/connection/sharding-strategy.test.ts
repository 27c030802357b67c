import { once } from 'node:events';
import { Events } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../manual-clock.js';
import { connectWith, isConnected, type Manner, resumeUrlOf } from './resume-address.js';

describe('a session whose resume address', () => {
	it.each<Manner>([
		'accepts and says nothing',
		'answers the upgrade with 502',
		'says hello and nothing else',
	])('%s is discarded after a while, and the bot identifies', async (manner) => {
		const clock = new ManualClock();
		const { discord, client, address } = await connectWith(manner, clock);
		discord.gateway.drop(1006);
		await address?.asked;
		await clock.advance(44_000);
		expect(resumeUrlOf(client)).toBe(address?.url);
		await clock.advance(1_000);
		// In place of the handshake's own time limit.
		if (manner === 'accepts and says nothing') address?.cut();
		await expect.poll(() => discord.gateway.identifyCount).toBe(2);
	});

	it('refuses connections is discarded immediately', async () => {
		const { discord } = await connectWith('refuses connections', new ManualClock());
		discord.gateway.drop(1006);
		await expect.poll(() => discord.gateway.identifyCount).toBe(2);
	});

	it('says nothing keeps no stop waiting, and is not connected to again', async () => {
		const { discord, client, address } = await connectWith('upgrades and says nothing', new ManualClock());
		discord.gateway.drop(1006);
		await address?.asked;
		await expect.poll(() => isConnected(client)).toBe(true);
		const stopped = client.destroy();
		address?.cut();
		await stopped;
		expect(isConnected(client)).toBe(false);
	});

	it('works is kept, however often the connection is lost', async () => {
		const clock = new ManualClock();
		const { discord, client } = await connectWith(undefined, clock);
		for (let times = 0; times < 3; times += 1) {
			const resumed = once(client, Events.ShardResume);
			discord.gateway.drop(1006);
			await resumed;
			await clock.advance(30_000);
		}
		expect(discord.gateway.identifyCount).toBe(1);
	});
});
