import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalDiscord } from '@claimcheck/local-discord';
import type { LocalMarketplace } from '@claimcheck/sandbox/marketplace/local-marketplace';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, InitPlace, question, secretsIn, token } from './init-place.js';
import { savedIn } from './init-process.js';
import { byHand, byInit, initKeys, sumOf } from './setup-steps.js';

let place: InitPlace;
let discord: LocalDiscord;
let shop: LocalMarketplace;

beforeEach(async () => {
	place = await InitPlace.open();
	({ discord, shop } = place);
});
afterEach(() => place.close());

describe('npm run init', () => {
	it('leads from nothing to a bot that runs, with nine keys', async () => {
		const guild = discord.createGuild({ name: 'Maren’s Support' });
		const init = place.start();
		await place.answerAll(init);
		await init.printed('commands are in Maren’s Support.');
		expect(discord.commands.list(guild.id).length).toBeGreaterThan(9);
		await init.answer('Start now?');
		await init.printed('Next: /setup server');
		await init.printed('"msg":"Ready"');
		expect(discord.gateway.clientCount).toBe(1);
		// It has just made both the database and the commands.
		expect(init.output).not.toContain('The store is empty');
		// Five questions, of which three are pasted, and one key to start: what docs/walkthrough.md counts.
		expect(init.keys).toBe(initKeys);

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

	it('takes fewer steps, keys and clicks than by hand', () => {
		const [init, hand] = [sumOf(byInit), sumOf(byHand)];
		expect(init).toEqual({ steps: 14, keys: 54, clicks: 32 });
		expect(hand).toEqual({ steps: 18, keys: 78, clicks: 45 });
	});

	it('prints what it asks as it is drawn', async () => {
		discord.createGuild({ name: 'Maren’s Support' });
		const init = place.start();
		await place.answerAll(init);
		await init.answer('Start now?', 'n');
		expect(await init.exited).toEqual({ code: 0 });
		const { applicationId } = discord;
		expect(init.output.split('\n').map((line) => line.trimEnd())).toEqual([
			'5 questions; nothing is saved before the end.',
			'1/5 Bot token (hidden): discord.com/developers',
			' → your application → Bot → Reset Token',
			' >',
			' ok: Claimcheck',
			'2/5 Server: open this, add the bot, Enter',
			` https://discord.com/oauth2/authorize?client_id=${applicationId}&scope=bot+applications.commands&permissions=268454912`,
			' >',
			' ok: Maren’s Support',
			'3/5 Shop address (without /api)',
			' >',
			'4/5 Shop API key (hidden): the shop → workspace settings → API key',
			' >',
			expect.stringMatching(/^ ok: \S+, \d+ items$/),
			'5/5 Data: Enter = a file here, 2 = PostgreSQL,',
			' 3 = Redis',
			' >',
			'Saved .env. Back it up: it holds the secret',
			'that protects your buyers’ codes.',
			expect.stringMatching(/^\d+ commands are in Maren’s Support\.$/),
			'Start now? [Y/n]',
			'Start it with: npm start. Next: /setup server',
			'',
		]);
		expect(discord.gateway.identifyCount).toBe(0);
	});

	it('asks again after each answer that does not work, and says why', async () => {
		const init = place.start();
		await init.answer(question.token, 'a-token-of-nobody');
		await init.printed('no: Discord refused it. Copy it whole or reset it.');
		await init.answer(question.token, '');
		await init.printed('no: nothing was pasted');
		discord.faults.add('GET /applications/@me', { kind: 'answer', status: 503, body: 'Down' });
		await init.answer(question.token, token);
		await init.printed('no: Discord doesn’t answer');
		discord.faults.clear();
		// As it is copied from somewhere else.
		await init.answer(question.token, `"Bot ${token}"`);
		await init.printed('ok: Claimcheck');

		await init.answer(question.server);
		await init.printed('no: the bot is in no server yet');
		discord.createGuild({ name: 'Maren’s Support' });
		await init.answer(question.server);
		await init.printed('ok: Maren’s Support');

		await init.answer(question.address, 'not an address');
		await init.printed('no: it must start with');
		await init.answer(question.address, 'http://market.example');
		await init.printed('no: it must start with https://');
		await init.answer(question.address, 'http://127.0.0.1:1');
		await init.printed('no: nothing answers there');
		// Discord answers, and is no shop.
		await init.answer(question.address, new URL(discord.apiUrl).origin);
		await init.answer(question.key, apiKey);
		await init.printed('no: nothing answers there');
		await init.answer(question.address, `${shop.baseUrl}/api/`);
		await init.answer(question.key, 'a-key-of-nobody');
		await init.printed('no: the shop refused the key');
		shop.accountKind = 'regular';
		await init.answer(question.key, apiKey);
		await init.printed('no: this account sells nothing; use the author’s key');
		shop.accountKind = 'author';
		await init.answer(question.key, apiKey);
		await init.printed('ok: ');

		await init.answer(question.data, '4');
		await init.printed('no: it must be 1, 2 or 3');
		await init.answer(question.data, '2');
		await init.answer('Address (hidden)', 'postgresql://bot:a-password-of-the-store@127.0.0.1:1/claims');
		await init.printed('no: nothing answers there');
		await init.answer(question.data, '3');
		await init.answer('Address (hidden)', 'mysql://somewhere');
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

	it('never takes a stranger’s server for home by itself, even where it is the only one', async () => {
		const stranger = discord.createGuild({ name: 'Lantern Den', owner: { name: 'Rook' } });
		const init = place.start();
		await init.answer(question.token, token);
		await init.answer(question.server);
		await init.answer('Enter looks again');
		await init.answer(question.server);
		await init.printed(' 1 Lantern Den (somebody else’s)');
		const own = discord.createGuild({ name: 'Maren’s Support' });
		await init.answer('Enter looks again');
		await init.answer(question.server);
		await init.printed(' 1 Maren’s Support\n 2 Lantern Den (somebody else’s)');
		await init.answer('Which', '1');
		await init.answer(question.address, shop.baseUrl);
		await init.answer(question.key, apiKey);
		await init.answer(question.data);
		await init.printed('Saved .env.');
		await init.answer('Start now?', 'n');
		expect((await savedIn(place.folder))?.['DISCORD_GUILD_ID']).toBe(own.id);
		expect(discord.commands.list(stranger.id)).toEqual([]);
	});
});

describe('npm run init where .env exists', () => {
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

	it('keeps each answer with Enter, and everything that it does not ask for', async () => {
		await writeFile(join(place.folder, '.env'), written());
		const init = place.start();
		await init.printed('.env exists');
		for (const asked of Object.values(question)) await init.answer(asked);
		await init.printed('Saved .env.');
		await init.answer('Start now?', 'n');
		expect(await init.exited).toEqual({ code: 0 });
		expect(init.output.match(/Enter keeps it\./g)).toHaveLength(3);
		expect(init.keys).toBe(7);
		const text = await readFile(join(place.folder, '.env'), 'utf8');
		for (const line of written().split('\n')) expect(text).toContain(line);
		expect(text).not.toMatch(/^MARKETPLACE_API_KEY=/m);
		expect(text).toMatch(/^DATABASE_URL=sqlite:/m);
		expect(secretsIn(init.output)).toEqual([]);
		expect(init.output).not.toContain('of the first day');
	});

	it('makes no second secret for a database that has one', async () => {
		await writeFile(join(place.folder, '.env'), written('DATABASE_URL=sqlite://data/claimcheck.sqlite\n'));
		const first = place.start();
		for (const asked of Object.values(question)) await first.answer(asked);
		await first.answer('Start now?', 'y');
		await first.printed('"msg":"Ready"');
		await first.end();
		await writeFile(join(place.folder, '.env'), '');
		const again = place.start();
		await place.answerFour(again);
		await again.answer(question.data);
		await again.printed('no: its purchases were saved with another CLAIM_SECRET');
		await again.printed(question.data);
		expect(await readFile(join(place.folder, '.env'), 'utf8')).toBe('');
	});
});

describe('npm run init that is stopped', () => {
	const files = async (): Promise<string[]> => (await readdir(place.folder)).sort();

	beforeEach(() => {
		discord.createGuild({ name: 'Maren’s Support' });
	});

	it('saves nothing where the input ends before the last answer', async () => {
		const init = place.start();
		init.write(`${token}\n\n${shop.baseUrl}\n`);
		init.endInput();
		expect(await init.exited).toEqual({ code: 1 });
		expect(init.output).toContain('Nothing was saved.');
		expect(await files()).toEqual(['.env.example']);
	});

	it('takes all its answers from a pipe at once, and starts nothing that nobody asked for', async () => {
		const init = place.start();
		init.write(`${token}\n\n${shop.baseUrl}\n${apiKey}\n\n`);
		init.endInput();
		expect(await init.exited).toEqual({ code: 0 });
		expect(await savedIn(place.folder)).toMatchObject({ DISCORD_TOKEN: token, MARKETPLACE_API_KEY: apiKey });
		expect(discord.gateway.identifyCount).toBe(0);
	});
});

describe('npm run init on a terminal', () => {
	it('shows nothing of a secret, whatever is typed when, and brings none back by the arrow keys', async () => {
		discord.createGuild({ name: 'Maren’s Support' });
		const init = place.start({ isTerminal: true });
		await init.answer(question.token, token);
		await init.printed(question.server);
		await init.printed(' > ');
		// A paste of two lines, of which the second is a secret in the wrong place.
		init.write(`\n${apiKey}\n`);
		await init.printed(question.address);
		await init.printed(' > ');
		init.write('\x1b[A\x1b[A');
		init.write(`${shop.baseUrl}\n`);
		await init.printed(question.key);
		await init.printed(' > ');
		init.write(`${apiKey.slice(0, 5)}x\x7f${apiKey.slice(5)}\n`);
		await init.answer(question.data);
		await init.printed('Saved .env.');
		await init.answer('Start now?', 'n');
		await init.exited;
		expect(init.output).toContain(shop.baseUrl);
		expect(secretsIn(init.output)).toEqual([]);
		expect(init.output).not.toContain(apiKey.slice(0, 5));
		expect(await savedIn(place.folder)).toMatchObject({ DISCORD_TOKEN: token, MARKETPLACE_API_KEY: apiKey });
	});
});
