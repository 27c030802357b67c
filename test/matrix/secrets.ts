import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Interaction } from '@claimcheck/local-discord/interaction';
import type { World } from './world.js';

/** Places that must not contain a secret, by name: everything the bot has printed, shown, requested or stored. */
async function places(world: World): Promise<ReadonlyMap<string, string>> {
	const { discord, folder } = world.stage;
	const { events } = discord;
	const messages = [...events.all('message-created'), ...events.all('message-edited')];
	const found = new Map([
		['the log', world.bot.output()],
		['answers and messages', JSON.stringify(messages.map(({ message }) => message))],
		['requests to Discord', JSON.stringify(discord.calls.list())],
	]);
	for (const file of await readdir(folder)) {
		if (file.startsWith('claims.sqlite')) found.set(file, await readFile(join(folder, file), 'latin1'));
	}
	return found;
}

/** Interaction tokens, which allow replies in the bot's name. */
function interactionTokens({ stage: { discord } }: World): readonly string[] {
	return discord.events.all('interaction-dispatched').flatMap(({ interactionId }) => {
		const interaction = discord.interaction(interactionId);
		return interaction instanceof Interaction ? [interaction.token] : [];
	});
}

const bare = (code: string): string => code.replaceAll('-', '');
/** Codes with or without dashes, and tokens. Looked up in a set, since there are thousands. */
const codes = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/gi;
const tokens = /[\w-]{64,}/g;

/** Each kind of secret found in a wrong place, described without quoting it. */
export async function seenSecrets(world: World): Promise<readonly string[]> {
	const { discord, claimSecret, marketplace } = world.stage;
	const single = { 'the bot token': discord.token, 'the key': world.apiKey, 'the claim secret': claimSecret };
	const ofCodes = new Set(world.codes.map((code) => bare(code).toLowerCase()));
	const ofInteractions = new Set(interactionTokens(world));
	const seen: string[] = [];
	for (const [place, text] of await places(world)) {
		for (const [name, value] of Object.entries(single))
			if (text.includes(value)) seen.push(`${name} in ${place}`);
		const found = (text.match(codes) ?? []).filter((code) => ofCodes.has(bare(code).toLowerCase()));
		if (found.length > 0) seen.push(`a purchase code in ${place}`);
		if ((text.match(tokens) ?? []).some((token) => ofInteractions.has(token)))
			seen.push(`an interaction token in ${place}`);
	}
	if (marketplace.calls.some((call) => call.codeInUrl || call.credential === 'parameter'))
		seen.push('a purchase code or the key in an address');
	return seen;
}
