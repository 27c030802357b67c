import { once } from 'node:events';
import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { LocalDiscord } from '@claimcheck/local-discord';
import type { LocalMarketplace } from '@claimcheck/sandbox/marketplace/local-marketplace';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { apiKey, type InitPlace, openInitPlace, question, secretsIn, token } from './init-place.js';
import { savedIn } from './init-process.js';

let place: InitPlace;
let discord: LocalDiscord;
let shop: LocalMarketplace;

beforeEach(async () => {
	place = await openInitPlace();
	({ discord, shop } = place);
});
afterEach(() => place.close());

describe('npm run init', () => {
	it('leads from nothing to a running bot', async () => {
		const guild = discord.createGuild({ name: 'Maren’s Support' });
		const init = place.start();
		await place.answerAll(init);
		await init.printed('commands in Maren’s Support.');
		expect(discord.commands.list(guild.id).length).toBeGreaterThan(9);
		await init.answer('Start now?');
		await init.printed('type /setup server.');
		await init.printed('"msg":"Ready"');
		expect(discord.gateway.clientCount).toBe(1);
		// It has just created both the database and the commands.
		expect(init.output).not.toContain('The database is empty');

		const saved = await savedIn(place.folder);
		expect(saved).toMatchObject({
			DISCORD_TOKEN: token,
			DISCORD_GUILD_ID: guild.id,
			MARKETPLACE_URL: shop.baseUrl,
			MARKETPLACE_API_KEY: apiKey,
			DATABASE_URL: 'sqlite://data/claimcheck.sqlite',
		});
		expect(saved?.['CLAIM_SECRET']?.length).toBeGreaterThan(40);
		expect((await stat(join(place.folder, '.env'))).mode & 0o777).toBe(0o600);
		expect(await readFile(join(place.folder, '.env'), 'utf8')).toContain('# Keep `.env` to yourself');
		expect(init.output).not.toContain(saved?.['CLAIM_SECRET']);
		expect(secretsIn(init.output)).toEqual([]);
		init.signal('SIGTERM');
		expect(await init.exited).toEqual({ code: 0 });
	});

	it('asks again after each wrong answer, and says why', async () => {
		const init = place.start();
		await init.answer(question.token, 'a-token.of.nobody');
		await init.printed('no: Discord rejected this token. Copy the whole token, or reset it.');
		const asked = discord.calls.list().length;
		for (const other of [discord.applicationId, `${token}.more`, 'two. words.here']) {
			await init.answer(question.token, other);
			await init.printed('no: that isn’t a bot token: it has three parts with dots.');
		}
		await init.answer(question.token, '');
		await init.printed('no: nothing was pasted');
		expect(discord.calls.list()).toHaveLength(asked);
		discord.faults.add('GET /applications/@me', { kind: 'answer', status: 503, body: 'Down' });
		await init.answer(question.token, token);
		await init.printed('no: Discord isn’t responding');
		discord.faults.clear();
		// Copied together with its quotes and prefix.
		await init.answer(question.token, `"Bot ${token}"`);
		await init.printed('ok: Claimcheck');

		await init.answer(question.members, 'perhaps');
		await init.printed('no: it must be y or n');
		await init.answer(question.members, 'n');
		await init.answer(question.server);
		await init.printed('no: the bot isn’t in a server yet');
		discord.createGuild({ name: 'Maren’s Support' });
		await init.answer(question.server);
		await init.printed('ok: Maren’s Support');

		await init.answer(question.address, 'not an address');
		await init.printed('no: it must start with');
		await init.answer(question.address, 'http://market.example');
		await init.printed('no: it must start with https://');
		await init.answer(question.address, 'http://127.0.0.1:1');
		await init.printed('no: nothing responds there');
		// Discord responds, but it isn't a shop.
		await init.answer(question.address, new URL(discord.apiUrl).origin);
		await init.answer(question.key, apiKey);
		await init.printed('no: nothing responds there');
		const firewall = createServer((_, response) => response.writeHead(403).end('error code: 1010'));
		onTestFinished(() => void firewall.close());
		await once(firewall.listen(0, '127.0.0.1'), 'listening');
		const { port } = firewall.address() as AddressInfo;
		await init.answer(question.address, `http://127.0.0.1:${port}`);
		await init.answer(question.key, apiKey);
		await init.printed('no: something before the shop refused (HTTP 403)');
		await init.answer(question.address, `${shop.baseUrl}/api/`);
		await init.answer(question.key, '');
		await init.printed('no: nothing was pasted');
		await init.answer(question.key, 'two words');
		await init.printed('no: it must be one word without spaces');
		await init.answer(question.key, 'a-key-of-nobody');
		await init.printed('no: the shop rejected this key');
		shop.accountKind = 'regular';
		await init.answer(question.key, apiKey);
		await init.printed('no: this account has nothing for sale. Use the author’s key.');
		shop.accountKind = 'author';
		await init.answer(question.key, apiKey);
		await init.printed('ok: ');

		await init.answer(question.data, 'postgresql://bot:a-password-of-the-store@127.0.0.1:1/claims');
		await init.printed('no: nothing responds there');
		await init.answer(question.data, 'mysql://somewhere');
		await init.printed('no: it must start with sqlite://, postgresql:// or redis://');
		expect(await savedIn(place.folder)).toBeUndefined();
		await init.answer(question.data);
		await init.printed('Saved .env.');
		await init.answer('Start now?', 'n');
		await init.exited;
		expect(await savedIn(place.folder)).toMatchObject({
			DISCORD_TOKEN: token,
			MARKETPLACE_URL: shop.baseUrl,
		});
		expect(secretsIn(init.output)).toEqual([]);
		expect(init.output).not.toContain('a-password-of-the-store');
	});

	it('never chooses a stranger’s server as home by itself, even if it is the only one, and lets the user choose several', async () => {
		const stranger = discord.createGuild({ name: 'Lantern Den', owner: { name: 'Rook' } });
		const init = place.start();
		await init.answer(question.token, token);
		await init.answer(question.members);
		await init.answer(question.server);
		await init.printed(' 1 Lantern Den (someone else’s)');
		await init.answer('Press Enter to check again');
		const own = discord.createGuild({ name: 'Maren’s Support' });
		const second = discord.createGuild({ name: 'Maren’s Test' });
		await init.answer('Press Enter to check again');
		await init.printed(' 1 Maren’s Support\n 2 Maren’s Test\n 3 Lantern Den (someone else’s)');
		await init.answer('Which', '4');
		await init.printed('no: those aren’t all on the list');
		await init.answer('Which', `2, ${own.id}`);
		await init.printed('ok: Maren’s Test, Maren’s Support');
		await init.answer(question.address, shop.baseUrl);
		await init.answer(question.key, apiKey);
		await init.answer(question.data);
		await init.printed('commands in Maren’s Test, Maren’s Support.');
		await init.answer('Start now?', 'n');
		expect((await savedIn(place.folder))?.['DISCORD_GUILD_ID']).toBe(`${second.id},${own.id}`);
		expect(discord.commands.list(own.id).length).toBe(discord.commands.list(second.id).length);
		expect(discord.commands.list(stranger.id)).toEqual([]);
	});
});

describe('npm run init with an existing .env', () => {
	const written = (more = ''): string =>
		[
			'# my own note',
			`DISCORD_TOKEN=${token}`,
			`MARKETPLACE_URL=${shop.baseUrl}`,
			`MARKETPLACE_API_KEY_FILE=key.txt`,
			'CLAIM_SECRET="the secret of the first day, which stays # as it is"',
			'RECHECK_DAYS=7',
			more,
		].join('\n');

	beforeEach(async () => {
		discord.createGuild({ name: 'Maren’s Support' });
		await writeFile(join(place.folder, 'key.txt'), `${apiKey}\n`);
	});

	it('keeps each answer with Enter, every setting it doesn’t ask for, and a symbolic link', async () => {
		await writeFile(join(place.folder, 'kept-elsewhere'), written());
		await symlink('kept-elsewhere', join(place.folder, '.env'));
		const init = place.start();
		await init.printed('.env exists');
		for (const asked of Object.values(question)) await init.answer(asked);
		await init.printed('Saved .env.');
		await init.answer('Start now?', 'n');
		expect(await init.exited).toEqual({ code: 0 });
		expect(init.output.match(/Press Enter to keep it\./g)).toHaveLength(3);
		expect(init.keys).toBe(8);
		const text = await readFile(join(place.folder, 'kept-elsewhere'), 'utf8');
		for (const line of written().split('\n')) expect(text).toContain(line);
		expect(text).not.toMatch(/^MARKETPLACE_API_KEY=/m);
		expect(text).toMatch(/^DATABASE_URL=sqlite:/m);
		expect(secretsIn(init.output)).toEqual([]);
		expect(init.output).not.toContain('of the first day');
	});
});

it('npm run init from a pipe saves nothing if the input ends early, and accepts all answers in one piece', async () => {
	discord.createGuild({ name: 'Maren’s Support' });
	const input = `\n${token}\n\n\n${shop.baseUrl}\n`;
	const short = place.start();
	short.write(input);
	short.endInput();
	expect(await short.exited).toEqual({ code: 1 });
	expect(short.output).toContain('Nothing was saved.');
	expect(await readdir(place.folder)).toEqual(['.env.example']);
	const whole = place.start();
	whole.write(`${input}${apiKey}\n\n`);
	whole.endInput();
	expect(await whole.exited).toEqual({ code: 0 });
	expect(await savedIn(place.folder)).toMatchObject({ DISCORD_TOKEN: token, MARKETPLACE_API_KEY: apiKey });
	// It starts nothing without being asked.
	expect(discord.gateway.identifyCount).toBe(0);
});
