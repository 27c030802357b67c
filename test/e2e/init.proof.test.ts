import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalDiscord } from '@claimcheck/local-discord';
import type { LocalMarketplace } from '@claimcheck/sandbox/marketplace/local-marketplace';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, type InitPlace, openInitPlace, question, secretsIn, token } from './init-place.js';
import { savedIn } from './init-process.js';

const columns = 60;
const asksToken = [
	'1/6 Bot token (hidden): make an application at',
	' https://discord.com/developers/applications?new_application=true',
	' → Bot → Reset Token',
];
const asksMembers = [
	'2/6 Turn on Server Members Intent? Then members who',
	' leave and come back get their roles right away. [Y/n]',
];
const lengthOf = (secret: string): string => ` > (${secret.length} characters)`;

let place: InitPlace;
let discord: LocalDiscord;
let shop: LocalMarketplace;
let invite: string;

beforeEach(async () => {
	place = await openInitPlace();
	({ discord, shop } = place);
	invite = `https://discord.com/oauth2/authorize?client_id=${discord.applicationId}&scope=bot+applications.commands&permissions=268454912`;
});
afterEach(() => place.close());

describe('npm run init on a terminal', () => {
	it('leads to a running bot that logs in sentences, with seven questions and ten keys', async () => {
		discord.createGuild({ name: 'Maren’s Support' });
		const init = place.start({ columns });
		await place.answerAll(init);
		await init.answer('Start now?');
		await init.printed('Ready');
		expect(init).toMatchObject({ questions: 7, keys: 10 });
		const lines = await init.lines();
		const last = lines.slice(lines.indexOf('Next:'));
		expect(last.slice(0, 5)).toEqual([
			'Next:',
			'1. In your Discord server, type /setup server.',
			'2. Choose the buyer role there, then post the panel:',
			'   the message buyers use to verify.',
			'Ctrl+C stops the bot. npm start starts it again.',
		]);
		// A path isn't wrapped.
		expect(last.filter((line) => line.length > columns && line.trim().includes(' '))).toEqual([]);
		const log = last
			.slice(5)
			.join('\n')
			.replaceAll(/\n {9}/g, ' ');
		expect(log).toMatch(/^\d\d:\d\d:\d\d Ready \(bot: Claimcheck#0001, guilds: 1\)$/m);
		expect(log).not.toMatch(/[{}"[\]]/);
		init.write('\x03');
		expect(await init.exited).toEqual({ code: 0 });
	});

	it('shows how much was pasted, before Enter, after a correction and in a window of another size', async () => {
		discord.createGuild({ name: 'Maren’s Support' });
		const init = place.start({ columns });
		await init.printed(question.token);
		await init.shows(/^ >$/);
		init.write(token.slice(0, 1));
		await init.shows(/^ > \(1 character\)$/);
		init.write(token.slice(1));
		await init.shows(new RegExp(`\\(${token.length} characters\\)$`));
		init.write('\x7f\x7f');
		await init.shows(new RegExp(`\\(${token.length - 2} characters\\)$`));
		await init.resize(40);
		// Ctrl+U, then the whole token again.
		init.write('\x15');
		await init.shows(/^ >$/);
		init.write(`${token}\n`);
		await init.answer(question.members);
		await init.answer(question.server);
		await init.printed(question.address);
		await init.shows(/^ >$/);
		init.write(`${shop.baseUrl}x`);
		await init.shows(/x$/);
		await init.resize(90);
		init.write('\x7f');
		await init.shows(/\d$/);
		expect(await init.lines()).toEqual([
			'Six questions. Nothing is saved until the last answer.',
			...asksToken,
			lengthOf(token),
			' ok: Claimcheck',
			...asksMembers,
			' >',
			' ok: Server Members Intent is on',
			'3/6 Server: add the bot with this link, then press Enter',
			invite,
			' >',
			' ok: Maren’s Support',
			'4/6 Shop address (without /api)',
			` > ${shop.baseUrl}`,
		]);
		init.write('\n');
		await init.printed(question.key);
		expect(secretsIn(init.output)).toEqual([]);
	});

	it('shows nothing of a secret, whatever is typed and when, and the arrow keys bring none back', async () => {
		discord.createGuild({ name: 'Maren’s Support' });
		const init = place.start({ columns });
		await init.answer(question.token, token);
		await init.answer(question.members);
		await init.printed(question.server);
		await init.printed(' > ');
		// Pastes two lines, the second of which is a secret in the wrong place.
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

	it('is stopped by Ctrl+C in the middle of a secret, and saves nothing', async () => {
		const init = place.start({ columns });
		await init.printed(question.token);
		await init.shows(/^ >$/);
		init.write('a-token');
		await init.shows(/\(7 characters\)$/);
		init.write('\x03');
		expect(await init.exited).toEqual({ code: 130 });
		expect(await init.lines()).toEqual([
			'Six questions. Nothing is saved until the last answer.',
			...asksToken,
			' > (7 characters)',
			'',
			'Nothing was saved.',
		]);
		expect(await savedIn(place.folder)).toBeUndefined();
	});
});

describe('npm run init from a pipe', () => {
	it('says so if .env cannot be written', async () => {
		discord.createGuild({ name: 'Maren’s Support' });
		await mkdir(join(place.folder, '.env.setup.partial', 'in the way'), { recursive: true });
		const init = place.start();
		await place.answerBeforeData(init);
		await init.answer(question.data);
		expect(await init.exited).toEqual({ code: 73 });
		expect(init.output).toContain('Nothing was saved: .env can’t be written.');
	});

	it('continues, and explains the remaining steps, if the commands can’t be registered', async () => {
		discord.createGuild({ name: 'Maren’s Support' });
		discord.faults.add('PUT /applications/{application_id}/guilds/{guild_id}/commands', {
			kind: 'answer',
			status: 400,
			body: {
				code: 30034,
				message: 'Max number of daily application command creates has been reached (200)',
			},
		});
		discord.isPublic = true;
		const init = place.start();
		await init.answer(question.token, token);
		await init.printed('warning: Public Bot is on, so strangers can add your bot');
		await init.answer(question.members);
		await init.answer(question.server);
		await init.answer(question.address, shop.baseUrl);
		await init.answer(question.key, apiKey);
		await init.answer(question.data);
		await init.printed('no: the commands weren’t registered: Discord allows 200 new commands a day.');
		await init.answer('Start now?', 'n');
		await init.printed('1. Type npm run register here');
		expect(await init.exited).toEqual({ code: 0 });
	});
});

it('a first start on a terminal leads from nothing to a running bot, with six questions and nine keys', async () => {
	discord.createGuild({ name: 'Maren’s Support' });
	const bot = place.start({ program: 'main', columns, environment: { BROWSER: 'none' } });
	await place.answerAll(bot);
	await bot.printed('Ready (bot: Claimcheck');
	expect(bot).toMatchObject({ questions: 6, keys: 9 });
	expect(secretsIn(bot.output)).toEqual([]);
	bot.write('\x03');
	expect(await bot.exited).toEqual({ code: 0 });
});
