import { setTimeout as delay } from 'node:timers/promises';
import { InteractionResponseType, Routes } from 'discord.js';
import { type Finding, outcomeOf } from './finding.js';
import type { Place } from './place.js';

/** As many as an address may send in a second if they are counted, and some more. */
const burst = 60;
const unknownId = '100000000000000000';

/**
 * Are requests without a token counted by address? 404 is no invalid request, and 10 of 429 in 10 minutes are harmless. A
 * bot that assumes they are counted (`src/discord/connection/answer-queue.ts`) is slower than it need be if they are not, and no worse.
 */
export async function* askTransport({ rest, apiUrl }: Place): AsyncGenerator<Finding> {
	// Earlier requests are forgotten after a second.
	await delay(1100);
	const body = JSON.stringify({ type: InteractionResponseType.DeferredChannelMessageWithSource });
	const base = apiUrl ?? rest.options.api;
	const responses = await Promise.all(
		Array.from({ length: burst }, async (_, at) => {
			const url = `${base}/v10${Routes.interactionCallback(unknownId, `unknown${at}`)}`;
			const response = await fetch(url, {
				method: 'POST',
				headers: { 'User-Agent': 'DiscordBot (smoke, 1)', 'Content-Type': 'application/json' },
				body,
			});
			return { response, text: await response.text() };
		}),
	);
	const refused = responses.find(({ response }) => response.status === 429);
	yield {
		question: `${burst} answers without a token within a second (\`counted\`: the bot’s assumption; \`not counted\`: it could be relaxed)`,
		expected: 'counted',
		found: verdictOf(responses.map(({ response }) => response)),
	};
	if (refused === undefined) return;
	yield { question: 'A 429 on such an answer', expected: undefined, found: shapeOf(refused) };
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

/**
 * The headers that distinguish one 429 from another, and the names of the members of its body: no value that could be
 * an id.
 */
function shapeOf({ response: { headers }, text }: { response: Response; text: string }): string {
	const shown = ['via', 'retry-after', 'x-ratelimit-scope', 'x-ratelimit-global', 'content-type'];
	const values = shown.map((name) => `${name}: ${headers.get(name) ?? '–'}`);
	const isJson = headers.get('content-type')?.includes('json') === true;
	const members = isJson ? Object.keys(JSON.parse(text) as object).join(', ') : 'no JSON';
	return [...values, `body: ${members}`].join('; ');
}

/** Accounts of the person who asks, each in one relation to the bot. */
export interface Accounts {
	/** In the server, and takes no direct messages from it. */
	readonly closed?: string | undefined;
	/** Has been in the server with the bot, and left. */
	readonly left?: string | undefined;
	/** Has never been in a server with the bot. */
	readonly stranger?: string | undefined;
}

/** Which codes a direct message gets. The bot (`src/discord/connection/api-errors.ts`) treats 50007 and 50278 alike, as final. */
export async function* askDirectMessages(place: Place, accounts: Accounts): AsyncGenerator<Finding> {
	const relations = [
		['closed', 'somebody in the server who takes none', 'refused 50007'],
		['left', 'somebody who has left the server', 'refused 50278'],
		['stranger', 'somebody who never shared a server with the bot', 'refused 50278'],
	] as const;
	for (const [account, who, expected] of relations) {
		const id = accounts[account];
		if (id === undefined) continue;
		yield {
			question: `A direct message to ${who}`,
			expected,
			found: await outcomeOf(writeTo(place, id)),
		};
	}
}

async function writeTo({ rest }: Place, userId: string): Promise<void> {
	const opened = (await rest.post(Routes.userChannels(), { body: { recipient_id: userId } })) as {
		id: string;
	};
	await rest.post(Routes.channelMessages(opened.id), { body: { content: 'Smoke' } });
}
