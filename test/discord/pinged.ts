import { once } from 'node:events';
import { DiscordAPIError, Events, type Interaction } from 'discord.js';
import { onTestFinished } from 'vitest';
import { loginClient, startDiscord } from '../../packages/local-discord/test/real-client.js';
import type { RestFloor } from '../../src/discord/connection/discord-http.js';
import type { Given } from '../world/floor.js';
import { quietRest } from './quiet-rest.js';

/** A member has sent `/ping`. Answers are sent by `calling`, on a clock that only waiting moves. */
export async function pinged(given: Given<RestFloor> = {}) {
	const discord = await startDiscord();
	const guild = discord.createGuild({ name: 'Aurora Support' });
	const client = await loginClient(discord, { rest: { retries: 0 } });
	await client.application.commands.set([{ name: 'ping', description: 'Answers' }]);
	const clock = { now: 0 };
	const { calling, close } = quietRest({
		...given,
		apiUrl: discord.apiUrl,
		clock: {
			now: () => clock.now,
			async delay(ms) {
				clock.now += ms;
			},
		},
	});
	onTestFinished(close);
	const arrived = once(client, Events.InteractionCreate) as Promise<[Interaction]>;
	const handle = discord.person(guild, { name: 'Noor' }).chatInput('ping');
	const [interaction] = await arrived;
	return { discord, client, clock, calling, handle, interaction };
}

/** Discord's refusal of a request. An HTML page has no number as its code. */
export function apiError(code: number | string, status: number): DiscordAPIError {
	return new DiscordAPIError({ code: 0, message: 'no' }, code, status, 'POST', 'https://discord.example', {
		body: undefined,
		files: undefined,
	});
}
