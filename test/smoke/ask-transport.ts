import { setTimeout as delay } from 'node:timers/promises';
import { InteractionResponseType, Routes } from 'discord.js';
import type { Finding } from './finding.js';
import type { Place } from './place.js';

/** Slightly more than an address may send in a second, if such requests are counted. */
const burst = 60;
const unknownId = '100000000000000000';

/**
 * Are requests without a token counted by address? A 404 doesn't count as an invalid request, and 10 responses with 429
 * in 10 minutes are harmless. A bot that assumes they are counted (`src/discord/connection/request-queue.ts`) is slower
 * than necessary if they are not, but no worse.
 */
export async function* askTransport({ rest, apiUrl }: Place): AsyncGenerator<Finding> {
	// Earlier requests expire after a second.
	await delay(1100);
	const body = JSON.stringify({ type: InteractionResponseType.DeferredChannelMessageWithSource });
	const base = apiUrl ?? rest.options.api;
	const responses = await Promise.all(
		Array.from({ length: burst }, async (_, at) => {
			const url = `${base}/v10${Routes.interactionCallback(unknownId, `unknown${at}`)}`;
			return await fetch(url, {
				method: 'POST',
				headers: { 'User-Agent': 'DiscordBot (smoke, 1)', 'Content-Type': 'application/json' },
				body,
			});
		}),
	);
	yield {
		question: `${burst} answers without a token within a second (\`counted\`: the bot’s assumption; \`not counted\`: it could be relaxed)`,
		expected: 'counted',
		found: verdictOf(responses),
	};
}

function verdictOf(responses: readonly Response[]): string {
	const statuses = new Set(responses.map(({ status }) => status));
	if (statuses.has(429)) {
		const isGlobal = responses.some(
			({ status, headers }) => status === 429 && headers.get('x-ratelimit-scope') === 'global',
		);
		return isGlobal ? 'counted' : 'refused by another limit';
	}
	return statuses.size === 1 && statuses.has(404) ? 'not counted' : `HTTP ${[...statuses].join(', ')}`;
}
