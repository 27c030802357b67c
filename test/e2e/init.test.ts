import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LocalDiscord, startLocalDiscord } from '@claimcheck/local-discord';
import {
	type LocalMarketplace,
	startLocalMarketplace,
} from '@claimcheck/sandbox/marketplace/local-marketplace';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InitProcess, makeCheckout, removeCheckout, savedIn } from './init-process.js';
import { byHand, byInit, initKeys, sumOf } from './setup-steps.js';

const token = 'a-token.of-this-bot.and-no-other';
const apiKey = 'a-key-of-this-author';
const question = { token: '1/5', server: '2/5', address: '3/5', key: '4/5', data: '5/5' };

let folder: string;
let discord: LocalDiscord;
let shop: LocalMarketplace;
const running: InitProcess[] = [];

beforeEach(async () => {
	folder = await makeCheckout();
	discord = await startLocalDiscord({ token, botName: 'Claimcheck' });
	discord.setPublic(false);
	shop = await startLocalMarketplace({ apiKey });
});
afterEach(async () => {
	for (const init of running.splice(0)) await init.end();
	await Promise.all([discord.close(), shop.close(), removeCheckout(folder)]);
});

function start(options?: { readonly isTerminal: boolean }): InitProcess {
	const init = new InitProcess(folder, { DISCORD_API_URL: discord.apiUrl }, options);
	running.push(init);
	return init;
}

/** To the question about the data, with the answers that are right. */
async function answerFour(init: InitProcess): Promise<void> {
	await init.answer(question.token, token);
	await init.answer(question.server);
	await init.answer(question.address, shop.baseUrl);
	await init.answer(question.key, apiKey);
}

async function answerAll(init: InitProcess): Promise<void> {
	await answerFour(init);
	await init.answer(question.data);
	await init.printed('Saved .env.');
}

const secretsIn = (output: string): string[] => [token, apiKey].filter((secret) => output.includes(secret));

describe('npm run init', () => {
	it('leads from nothing to a bot that runs, with nine keys', async () => {
		const guild = discord.createGuild({ name: 'Maren’s Support' });
		const init = start();
		await answerAll(init);
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

		const saved = await savedIn(folder);
		expect(saved).toMatchObject({
			DISCORD_TOKEN: token,
			DISCORD_GUILD_ID: guild.id,
			MARKETPLACE_URL: shop.baseUrl,
			MARKETPLACE_API_KEY: apiKey,
			DATABASE_URL: 'sqlite://data/claimcheck.sqlite',
		});
		expect(saved?.['CLAIM_SECRET']?.length).toBeGreaterThan(40);
		expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600);
		expect(await readFile(join(folder, '.env'), 'utf8')).toContain('# Keep `.env` to yourself');
		expect(init.output).not.toContain(saved?.['CLAIM_SECRET']);
		expect(secretsIn(init.output)).toEqual([]);
		init.signal('SIGTERM');
		expect(await init.exited).toEqual({ code: 0 });
	});

	it('leaves the warning of a lost database where the bot had commands before', async () => {
		discord.createGuild({ name: 'Maren’s Support' });
		const first = start();
		await answerAll(first);
		await first.answer('Start now?', 'n');
		await first.exited;
		await removeCheckout(folder);
		folder = await makeCheckout();
		const again = start();
		await answerAll(again);
		await again.answer('Start now?');
		await again.printed('The store is empty, and commands are registered already');
	});

	it('takes fewer steps, keys and clicks than by hand', () => {
		const [init, hand] = [sumOf(byInit), sumOf(byHand)];
		expect(init).toEqual({ steps: 14, keys: 54, clicks: 32 });
		expect(hand).toEqual({ steps: 18, keys: 78, clicks: 45 });
	});

	it('prints what it asks as it is drawn', async () => {
		discord.createGuild({ name: 'Maren’s Support' });
		const init = start();
		await answerAll(init);
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
		const init = start();
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
		expect(await savedIn(folder)).toBeUndefined();
		await init.answer(question.data);
		await init.printed('Saved .env.');
		await init.answer('Start now?', 'n');
		await init.exited;
		expect(await savedIn(folder)).toMatchObject({ DISCORD_TOKEN: token, MARKETPLACE_URL: shop.baseUrl });
		expect(secretsIn(init.output)).toEqual([]);
		expect(init.output).not.toContain('a-password-of-the-store');
	});

	it('warns of Public Bot, and looks again after it was switched off', async () => {
		discord.createGuild({ name: 'Maren’s Support' });
		discord.setPublic(true);
		const init = start();
		await init.answer(question.token, token);
		await init.printed('warning: Public Bot is on. Switch it off on\n the same page, then press Enter.');
		init.write('\n');
		await init.printed('warning: it is still on: strangers can add your bot');
		await init.printed(question.server);
		await init.end();

		const again = start();
		await again.answer(question.token, token);
		await again.printed('Public Bot is on');
		discord.setPublic(false);
		again.write('\n');
		await again.printed(question.server);
		expect(again.output).not.toContain('still on');
	});

	it('lets one choose among several servers, the first of which is home', async () => {
		const own = discord.createGuild({ name: 'Maren’s Support' });
		const second = discord.createGuild({ name: 'Maren’s Test' });
		discord.createGuild({ name: 'Of a stranger', owner: { name: 'Sly' } });
		const init = start();
		await init.answer(question.token, token);
		await init.answer(question.server);
		await init.printed(' 3 Of a stranger (somebody else’s)');
		await init.answer('Which, your own one first', '4');
		await init.printed('no: those are not all on the list');
		await init.answer('Which, your own one first', `2, ${own.id}`);
		await init.printed('ok: Maren’s Test, Maren’s Support');
		await init.answer(question.address, shop.baseUrl);
		await init.answer(question.key, apiKey);
		await init.answer(question.data);
		await init.printed('commands are in Maren’s Test, Maren’s Support.');
		expect((await savedIn(folder))?.['DISCORD_GUILD_ID']).toBe(`${second.id},${own.id}`);
		expect(discord.commands.list(own.id).length).toBe(discord.commands.list(second.id).length);
	});

	it('never takes a stranger’s server for home by itself, even where it is the only one', async () => {
		const stranger = discord.createGuild({ name: 'Lantern Den', owner: { name: 'Rook' } });
		const init = start();
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
		expect((await savedIn(folder))?.['DISCORD_GUILD_ID']).toBe(own.id);
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
		await writeFile(join(folder, 'key.txt'), `${apiKey}\n`);
	});

	it('keeps each answer with Enter, and everything that it does not ask for', async () => {
		await writeFile(join(folder, '.env'), written());
		const init = start();
		await init.printed('.env exists');
		for (const asked of Object.values(question)) await init.answer(asked);
		await init.printed('Saved .env.');
		await init.answer('Start now?', 'n');
		expect(await init.exited).toEqual({ code: 0 });
		expect(init.output.match(/Enter keeps it\./g)).toHaveLength(3);
		expect(init.keys).toBe(7);
		const text = await readFile(join(folder, '.env'), 'utf8');
		for (const line of written().split('\n')) expect(text).toContain(line);
		expect(text).not.toMatch(/^MARKETPLACE_API_KEY=/m);
		expect(text).toMatch(/^DATABASE_URL=sqlite:/m);
		expect(secretsIn(init.output)).toEqual([]);
		expect(init.output).not.toContain('of the first day');
	});

	it('puts a new answer in the place of the old one, and of the file that held it', async () => {
		const newKey = 'a-key-of-this-year';
		shop.changeApiKey(newKey);
		await writeFile(join(folder, '.env'), written());
		const init = start();
		for (const asked of [question.token, question.server, question.address, question.key]) {
			await init.answer(asked);
		}
		await init.printed('no: the shop refused the key');
		await init.answer(question.key, newKey);
		await init.answer(question.data);
		await init.printed('Saved .env.');
		const text = await readFile(join(folder, '.env'), 'utf8');
		expect(text).toMatch(/^MARKETPLACE_API_KEY=a-key-of-this-year$/m);
		expect(text).not.toContain('MARKETPLACE_API_KEY_FILE');
	});

	it('says which of the other lines are wrong', async () => {
		await writeFile(join(folder, '.env'), written('LOG_LEVEL=loud\n'));
		const init = start();
		for (const asked of Object.values(question)) await init.answer(asked);
		await init.printed('warning: LOG_LEVEL must be trace');
	});

	it('makes no second secret for a database that has one', async () => {
		await writeFile(join(folder, '.env'), written('DATABASE_URL=sqlite://data/claimcheck.sqlite\n'));
		const first = start();
		for (const asked of Object.values(question)) await first.answer(asked);
		await first.answer('Start now?', 'y');
		await first.printed('"msg":"Ready"');
		await first.end();
		await writeFile(join(folder, '.env'), '');
		const again = start();
		await answerFour(again);
		await again.answer(question.data);
		await again.printed('no: its purchases were saved with another CLAIM_SECRET');
		await again.printed(question.data);
		expect(await readFile(join(folder, '.env'), 'utf8')).toBe('');
	});

	it('leaves a link a link', async () => {
		await writeFile(join(folder, 'kept-elsewhere'), written());
		await symlink('kept-elsewhere', join(folder, '.env'));
		const init = start();
		for (const asked of Object.values(question)) await init.answer(asked);
		await init.printed('Saved .env.');
		await init.answer('Start now?', 'n');
		await init.exited;
		expect(await readFile(join(folder, 'kept-elsewhere'), 'utf8')).toContain('DATABASE_URL=sqlite');
	});
});

describe('npm run init that is stopped', () => {
	const files = async (): Promise<string[]> => (await readdir(folder)).sort();

	beforeEach(() => {
		discord.createGuild({ name: 'Maren’s Support' });
	});

	it.each(Object.keys(question) as (keyof typeof question)[])(
		'saves nothing by a signal at the question about the %s',
		async (at) => {
			const init = start();
			const answers = { token, server: '', address: shop.baseUrl, key: apiKey, data: '' };
			for (const [name, text] of Object.entries(question)) {
				if (name === at) break;
				await init.answer(text, answers[name as keyof typeof answers]);
			}
			await init.printed(question[at]);
			init.signal('SIGINT');
			expect(await init.exited).toEqual({ code: 130 });
			expect(init.output).toContain('Nothing was saved.');
			expect(await files()).toEqual(['.env.example']);
			expect(discord.commands.list([...discord.guilds.keys()][0])).toEqual([]);
		},
	);

	it('saves nothing where the input ends before the last answer', async () => {
		const init = start();
		init.write(`${token}\n\n${shop.baseUrl}\n`);
		init.endInput();
		expect(await init.exited).toEqual({ code: 1 });
		expect(init.output).toContain('Nothing was saved.');
		expect(await files()).toEqual(['.env.example']);
	});

	it('takes all its answers from a pipe at once, and starts nothing that nobody asked for', async () => {
		const init = start();
		init.write(`${token}\n\n${shop.baseUrl}\n${apiKey}\n\n`);
		init.endInput();
		expect(await init.exited).toEqual({ code: 0 });
		expect(await savedIn(folder)).toMatchObject({ DISCORD_TOKEN: token, MARKETPLACE_API_KEY: apiKey });
		expect(discord.gateway.identifyCount).toBe(0);
	});

	it('has saved everything by the last question', async () => {
		const init = start();
		await answerAll(init);
		await init.printed('Start now?');
		init.signal('SIGINT');
		expect(await init.exited).toEqual({ code: 130 });
		expect(init.output).not.toContain('Nothing was saved.');
		expect(await savedIn(folder)).toMatchObject({ DISCORD_TOKEN: token });
	});

	it('says so where .env cannot be written', async () => {
		await mkdir(join(folder, '.env.partial', 'in the way'), { recursive: true });
		const init = start();
		await answerFour(init);
		await init.answer(question.data);
		expect(await init.exited).toEqual({ code: 73 });
		expect(init.output).toContain('Nothing was saved: .env can’t be written.');
	});

	it('goes on, with what to do later, where the commands can’t be registered', async () => {
		discord.faults.add('PUT /applications/{application_id}/guilds/{guild_id}/commands', {
			kind: 'answer',
			status: 400,
			body: '{"code":30034,"message":"Max number of daily application command creates has been reached (200)"}',
		});
		const init = start();
		await answerAll(init);
		await init.printed('no: the commands aren’t registered: ');
		await init.printed('Later: npm run register');
		await init.answer('Start now?', 'n');
		expect(await init.exited).toEqual({ code: 0 });
	});
});

describe('npm run init on a terminal', () => {
	it('leaves each question, each reason and each confirmation on the screen', async () => {
		const init = start({ isTerminal: true });
		const invite = ` https://discord.com/oauth2/authorize?client_id=${discord.applicationId}&scope=bot+applications.commands&permissions=268454912`;
		const expected = ['5 questions; nothing is saved before the end.'];
		/** Waits for a question, checks the whole screen, and answers. */
		const answer = async (shown: readonly string[], text: string, isHidden = false): Promise<void> => {
			expected.push(...shown);
			await init.printed(shown.at(-1)?.trim() ?? '');
			await init.printed('> ');
			expect(await init.screen.lines()).toEqual([...expected, ' >']);
			init.write(`${text}\n`);
			expected.push(isHidden ? ' >' : ` > ${text}`.trimEnd());
		};
		const tokenAgain = [
			'1/5 Bot token (hidden): discord.com/developers',
			' → your application → Bot → Reset Token',
		];
		await answer(tokenAgain, 'a-token-of-nobody', true);
		const refused = ' no: Discord refused it. Copy it whole or reset it.';
		await answer([refused, ...tokenAgain], 'two words', true);
		discord.faults.add('GET /applications/@me', { kind: 'answer', status: 503, body: 'Down' });
		await answer([refused, ...tokenAgain], token, true);
		const silent = ' no: Discord doesn’t answer. Check your connection, then try again.';
		await init.printed(silent);
		discord.faults.clear();
		await answer([silent, ...tokenAgain], token, true);

		const serverAgain = ['2/5 Server: open this, add the bot, Enter', invite];
		await answer([' ok: Claimcheck', ...serverAgain], '');
		await init.printed('no: the bot is in no server yet');
		discord.createGuild({ name: 'Maren’s Support' });
		discord.createGuild({ name: 'Maren’s Test' });
		await answer([' no: the bot is in no server yet', ...serverAgain], '');
		const which = ' Which, your own one first, such as 1 or 2,1? Enter looks again.';
		await answer([' 1 Maren’s Support', ' 2 Maren’s Test', which], '3');
		await answer([' no: those are not all on the list', which], '2,1');

		const addressAgain = '3/5 Shop address (without /api)';
		await answer([' ok: Maren’s Test, Maren’s Support', addressAgain], 'not an address');
		await answer([' no: it must start with http:// or https://', addressAgain], 'http://market.example');
		const unsafe =
			' no: it must start with https://: over http:// anybody on the way reads the key and the codes';
		await answer([unsafe, addressAgain], 'http://127.0.0.1:1');
		const dead = ' no: nothing answers there';
		await answer([dead, addressAgain], shop.baseUrl);

		const keyAgain = '4/5 Shop API key (hidden): the shop → workspace settings → API key';
		await answer([keyAgain], 'a-key-of-nobody', true);
		shop.accountKind = 'regular';
		await answer([' no: the shop refused the key', keyAgain], apiKey, true);
		await init.printed('no: this account sells nothing');
		shop.accountKind = 'author';
		await answer([' no: this account sells nothing; use the author’s key', keyAgain], apiKey, true);

		await init.printed('ok: ');
		const dataAgain = ['5/5 Data: Enter = a file here, 2 = PostgreSQL,', ' 3 = Redis'];
		await init.printed('> ');
		expected.push((await init.screen.lines())[expected.length] ?? '');
		expect(expected.at(-1)).toMatch(/^ ok: \S+, \d+ items$/);
		expect(await init.screen.lines()).toEqual([...expected, ...dataAgain, ' >']);
		init.write('4\n');
		expected.push(...dataAgain, ' > 4');
		await answer([' no: it must be 1, 2 or 3', ...dataAgain], '2');
		await answer([' Address (hidden): postgresql://user:password@host/database'], 'mysql://somewhere', true);
		const unknown = ' no: it must start with sqlite://, postgresql:// or redis://';
		await answer([unknown, ...dataAgain], '3');
		await answer([' Address (hidden): redis://host'], 'redis://127.0.0.1:1', true);
		await answer([dead, ...dataAgain], '');
		await init.printed('Start now? [Y/n] ');
		expect(await init.screen.lines()).toEqual([
			...expected,
			'Saved .env. Back it up: it holds the secret',
			'that protects your buyers’ codes.',
			expect.stringMatching(/^\d+ commands are in Maren’s Test, Maren’s Support\.$/),
			'Start now? [Y/n]',
		]);
		init.write('n\n');
		expect(await init.exited).toEqual({ code: 0 });
		expect(secretsIn(init.output)).toEqual([]);
	});

	it('shows nothing of a secret, whatever is typed when, and brings none back by the arrow keys', async () => {
		discord.createGuild({ name: 'Maren’s Support' });
		const init = start({ isTerminal: true });
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
		expect(await savedIn(folder)).toMatchObject({ DISCORD_TOKEN: token, MARKETPLACE_API_KEY: apiKey });
	});

	it('is stopped by Ctrl+C while it waits for Discord, and saves nothing', async () => {
		discord.faults.add('GET /applications/@me', { kind: 'hang' });
		const init = start({ isTerminal: true });
		await init.answer(question.token, token);
		await discord.events.waitFor('request', ({ call }) => call.route === 'GET /applications/@me');
		init.write('\x03');
		expect(await init.exited).toEqual({ code: 130 });
		expect(init.output).toContain('Nothing was saved.');
		expect(await savedIn(folder)).toBeUndefined();
	});
});
