import { REST } from 'discord.js';
import { expect, it } from 'vitest';
import { ownGuilds } from '../../../src/discord/guilds/own-account.js';

it('lists the bot’s servers beyond the 200 on Discord’s first page', async () => {
	const all = Array.from({ length: 450 }, (_, n) => ({
		id: String(10n ** 17n + BigInt(n)),
		name: `No. ${n}`,
	}));
	const rest = new REST({
		makeRequest: async (url) => {
			const query = new URL(url).searchParams;
			const page = all.filter(({ id }) => BigInt(id) > BigInt(query.get('after') ?? 0)).slice(0, 200);
			return new Response(JSON.stringify(page), { headers: { 'content-type': 'application/json' } });
		},
	}).setToken('a-token');
	expect(await ownGuilds(rest)).toEqual(all);
});
