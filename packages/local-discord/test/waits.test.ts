import { describe, expect, test } from 'vitest';
import type { Interaction } from '../src/interaction.js';
import type { LocalDiscord } from '../src/local-discord.js';
import { api } from './raw-api.js';
import { startDiscord } from './real-client.js';

/** A command of a bot that defers, requests something and forgets to reply. */
async function forgotten(waitTimeoutMs: number): Promise<{ discord: LocalDiscord; asked: Interaction }> {
	const discord = await startDiscord({ waitTimeoutMs });
	const guild = discord.createGuild({ name: 'Studio' });
	discord.commands.replace(guild.id, [{ name: 'hi', description: 'Greets' }]);
	const asked = discord.person(guild, { name: 'Ana' }).chatInput('hi');
	await api(discord, 'POST', `/interactions/${asked.id}/${asked.token}/callback`, { type: 5 });
	await api(discord, 'GET', '/users/100000000000000001');
	return { discord, asked };
}

describe('a wait for a bot that forgot to reply', () => {
	test('times out and lists the bot’s requests', async () => {
		const { asked } = await forgotten(5_000);
		const failure: unknown = await asked.answered(20).catch((error: unknown) => error);
		expect(failure).toMatchObject({ name: 'InteractionFailed', failure: 'timed-out' });
		expect(String(failure)).toMatch(
			/hi failed: timed-out\n +after \d+ ms: deferred\n +after \d+ ms: POST \/interactions\/\d+\/…\/callback\S* → 204\n +after \d+ ms: GET \/users\/100000000000000001 → 404 10013$/,
		);
	});

	test('times out by itself, whatever it waits for', async () => {
		const { discord, asked } = await forgotten(50);
		await asked.acknowledged();
		const waits = [
			asked.answered(),
			asked.edited(() => true),
			asked.followedUp(),
			asked.modalOpened(),
			asked.suggested(),
		];
		for (const wait of await Promise.allSettled(waits)) {
			expect(wait).toMatchObject({ status: 'rejected', reason: { failure: 'timed-out' } });
		}
		await expect(discord.events.waitFor('role-added')).rejects.toThrow(
			'No fitting role-added within 50 ms\n  The bot has made no request since.',
		);
		expect(asked.failure).toBeUndefined();
	});
});
