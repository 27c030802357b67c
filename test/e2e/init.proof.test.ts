import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalDiscord } from '@claimcheck/local-discord';
import type { LocalMarketplace } from '@claimcheck/sandbox/marketplace/local-marketplace';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, InitPlace, question, secretsIn, token } from './init-place.js';
import { savedIn } from './init-process.js';

let place: InitPlace;
let discord: LocalDiscord;
let shop: LocalMarketplace;

beforeEach(async () => {
	place = await InitPlace.open();
	({ discord, shop } = place);
});
afterEach(() => place.close());

describe('npm run init', () => {
	it('leaves the warning of a lost database where the bot had commands before', async () => {
		discord.createGuild({ name: 'Maren’s Support' });
		const first = place.start();
		await place.answerAll(first);
		await first.answer('Start now?', 'n');
		await first.exited;
		await place.renew();
		const again = place.start();
		await place.answerAll(again);
		await again.answer('Start now?');
		await again.printed('The store is empty, and commands are registered already');
	});

	it('warns of Public Bot, and looks again after it was switched off', async () => {
		discord.createGuild({ name: 'Maren’s Support' });
		discord.setPublic(true);
		const init = place.start();
		await init.answer(question.token, token);
		await init.printed('warning: Public Bot is on. Switch it off on\n the same page, then press Enter.');
		init.write('\n');
		await init.printed('warning: it is still on: strangers can add your bot');
		await init.printed(question.server);
		await init.end();

		const again = place.start();
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
		const init = place.start();
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
		expect((await savedIn(place.folder))?.['DISCORD_GUILD_ID']).toBe(`${second.id},${own.id}`);
		expect(discord.commands.list(own.id).length).toBe(discord.commands.list(second.id).length);
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

	it('puts a new answer in the place of the old one, and of the file that held it', async () => {
		const newKey = 'a-key-of-this-year';
		shop.changeApiKey(newKey);
		await writeFile(join(place.folder, '.env'), written());
		const init = place.start();
		for (const asked of [question.token, question.server, question.address, question.key]) {
			await init.answer(asked);
		}
		await init.printed('no: the shop refused the key');
		await init.answer(question.key, newKey);
		await init.answer(question.data);
		await init.printed('Saved .env.');
		const text = await readFile(join(place.folder, '.env'), 'utf8');
		expect(text).toMatch(/^MARKETPLACE_API_KEY=a-key-of-this-year$/m);
		expect(text).not.toContain('MARKETPLACE_API_KEY_FILE');
	});

	it('says which of the other lines are wrong', async () => {
		await writeFile(join(place.folder, '.env'), written('LOG_LEVEL=loud\n'));
		const init = place.start();
		for (const asked of Object.values(question)) await init.answer(asked);
		await init.printed('warning: LOG_LEVEL must be trace');
	});

	it('leaves a link a link', async () => {
		await writeFile(join(place.folder, 'kept-elsewhere'), written());
		await symlink('kept-elsewhere', join(place.folder, '.env'));
		const init = place.start();
		for (const asked of Object.values(question)) await init.answer(asked);
		await init.printed('Saved .env.');
		await init.answer('Start now?', 'n');
		await init.exited;
		expect(await readFile(join(place.folder, 'kept-elsewhere'), 'utf8')).toContain('DATABASE_URL=sqlite');
	});
});

describe('npm run init that is stopped', () => {
	const files = async (): Promise<string[]> => (await readdir(place.folder)).sort();

	beforeEach(() => {
		discord.createGuild({ name: 'Maren’s Support' });
	});

	it.each(Object.keys(question) as (keyof typeof question)[])(
		'saves nothing by a signal at the question about the %s',
		async (at) => {
			const init = place.start();
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

	it('has saved everything by the last question', async () => {
		const init = place.start();
		await place.answerAll(init);
		await init.printed('Start now?');
		init.signal('SIGINT');
		expect(await init.exited).toEqual({ code: 130 });
		expect(init.output).not.toContain('Nothing was saved.');
		expect(await savedIn(place.folder)).toMatchObject({ DISCORD_TOKEN: token });
	});

	it('says so where .env cannot be written', async () => {
		await mkdir(join(place.folder, '.env.partial', 'in the way'), { recursive: true });
		const init = place.start();
		await place.answerFour(init);
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
		const init = place.start();
		await place.answerAll(init);
		await init.printed('no: the commands aren’t registered: ');
		await init.printed('Later: npm run register');
		await init.answer('Start now?', 'n');
		expect(await init.exited).toEqual({ code: 0 });
	});
});

describe('npm run init on a terminal', () => {
	it('leaves each question, each reason and each confirmation on the screen', async () => {
		const init = place.start({ isTerminal: true });
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
			' no: it must start with https://: over http:// anyone on the way can read the key and the codes';
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

	it('is stopped by Ctrl+C while it waits for Discord, and saves nothing', async () => {
		discord.faults.add('GET /applications/@me', { kind: 'hang' });
		const init = place.start({ isTerminal: true });
		await init.answer(question.token, token);
		await discord.events.waitFor('request', ({ call }) => call.route === 'GET /applications/@me');
		init.write('\x03');
		expect(await init.exited).toEqual({ code: 130 });
		expect(init.output).toContain('Nothing was saved.');
		expect(await savedIn(place.folder)).toBeUndefined();
	});
});
