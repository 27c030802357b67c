import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalDiscord } from '@claimcheck/local-discord';
import type { LocalMarketplace } from '@claimcheck/sandbox/marketplace/local-marketplace';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, InitPlace, question, secretsIn, token } from './init-place.js';
import { savedIn } from './init-process.js';
import { initKeys } from './setup-steps.js';

const columns = 60;
const lengthOf = (secret: string): string => ` > (${secret.length} characters)`;

let place: InitPlace;
let discord: LocalDiscord;
let shop: LocalMarketplace;
let invite: string;

beforeEach(async () => {
	place = await InitPlace.open();
	({ discord, shop } = place);
	invite = `https://discord.com/oauth2/authorize?client_id=${discord.applicationId}&scope=bot+applications.commands&permissions=268454912`;
});
afterEach(() => place.close());

/** A desktop that has what a terminal needs, and opens addresses with this program. */
async function desktopWith(opener?: string): Promise<Readonly<Record<string, string>>> {
	const folder = join(place.folder, 'programs');
	await mkdir(folder);
	for (const name of ['script', 'stty']) {
		await symlink(execFileSync('which', [name], { encoding: 'utf8' }).trim(), join(folder, name));
	}
	if (opener !== undefined) await writeFile(join(folder, 'xdg-open'), opener, { mode: 0o755 });
	return { DISPLAY: ':0', PATH: folder };
}

describe('npm run init on a terminal', () => {
	it.each([60, 90])(
		'leaves each question, reason and confirmation on a screen of %i columns',
		async (width) => {
			const init = place.start({ columns: width });
			const expected = ['Five questions. Nothing is saved until the last answer.'];
			/** Waits for a question, checks the whole screen, and answers. */
			const answer = async (shown: readonly string[], text: string, isHidden = false): Promise<void> => {
				expected.push(...shown);
				await init.printed(shown.at(-1)?.trim() ?? '');
				await init.printed('> ');
				expect(await init.screen.lines()).toEqual([...expected, ' >']);
				init.write(`${text}\n`);
				expected.push(isHidden ? lengthOf(text) : ` > ${text}`.trimEnd());
			};
			const tokenAgain = [
				'1/5 Bot token (hidden): discord.com/developers',
				' → your application → Bot → Reset Token',
			];
			await answer(tokenAgain, 'a-token.of.nobody', true);
			const refused = ' no: Discord rejected this token. Copy the whole token, or reset it.';
			await answer([refused, ...tokenAgain], 'two words', true);
			discord.faults.add('GET /applications/@me', { kind: 'answer', status: 503, body: 'Down' });
			const noToken = ' no: that isn’t a bot token: it has three parts with dots.';
			await answer([noToken, ...tokenAgain], token, true);
			const silent = ' no: Discord isn’t responding. Check your connection, then try again.';
			await init.printed(silent);
			discord.faults.clear();
			await answer([silent, ...tokenAgain], token, true);

			const serverAgain = ['2/5 Server: add the bot with this link, then press Enter', invite];
			await answer([' ok: Claimcheck', ...serverAgain], '');
			await init.printed('no: the bot isn’t in a server yet');
			discord.createGuild({ name: 'Maren’s Support' });
			discord.createGuild({ name: 'Maren’s Test' });
			await answer([' no: the bot isn’t in a server yet', ...serverAgain], '');
			const which = [' Which ones are yours? Such as 1 or 2,1.', ' Press Enter to check again.'];
			await answer([' 1 Maren’s Support', ' 2 Maren’s Test', ...which], '3');
			await answer([' no: those aren’t all on the list', ...which], '2,1');

			const addressAgain = '3/5 Shop address (without /api)';
			await answer([' ok: Maren’s Test, Maren’s Support', addressAgain], 'not an address');
			await answer([' no: it must start with http:// or https://', addressAgain], 'http://market.example');
			const unsafe =
				' no: it must start with https://: over http:// anyone on the way can read the key and the codes';
			await answer([unsafe, addressAgain], 'http://127.0.0.1:1');
			const dead = ' no: nothing responds there';
			await answer([dead, addressAgain], shop.baseUrl);

			const keyAgain = ['4/5 Shop API key (hidden): in the shop,', ' workspace settings → API key'];
			await answer(keyAgain, 'a-key-of-nobody', true);
			shop.accountKind = 'regular';
			await answer([' no: the shop rejected this key', ...keyAgain], apiKey, true);
			const poor = ' no: this account has nothing for sale. Use the author’s key.';
			await init.printed(poor);
			shop.accountKind = 'author';
			await answer([poor, ...keyAgain], apiKey, true);

			await init.printed('ok: ');
			const dataAgain = [
				'5/5 Database: press Enter for a file in this folder,',
				' or type 2 for PostgreSQL, 3 for Redis',
			];
			await init.printed('> ');
			expected.push((await init.screen.lines())[expected.length] ?? '');
			expect(expected.at(-1)).toMatch(/^ ok: \S+, \d+ items$/);
			expect(await init.screen.lines()).toEqual([...expected, ...dataAgain, ' >']);
			init.write('4\n');
			expected.push(...dataAgain, ' > 4');
			await answer([' no: it must be 1, 2 or 3', ...dataAgain], '2');
			await answer(
				[' Address (hidden): postgresql://user:password@host/database'],
				'mysql://somewhere',
				true,
			);
			const unknown = ' no: it must start with sqlite://, postgresql:// or redis://';
			await answer([unknown, ...dataAgain], '3');
			await answer([' Address (hidden): redis://host'], 'redis://127.0.0.1:1', true);
			await answer([dead, ...dataAgain], '');
			await init.printed('Start now? [Y/n] ');
			init.write('n\n');
			expect(await init.exited).toEqual({ code: 0 });
			expect(await init.screen.lines()).toEqual([
				...expected,
				'Saved .env. Back it up: it holds the secret',
				'that protects your buyers’ codes.',
				'Saved emergency.md: what to do if this computer',
				'breaks. Print it, or keep a copy elsewhere.',
				expect.stringMatching(/^Registered \d+ commands in Maren’s Test, Maren’s Support\.$/),
				'Start now? [Y/n] n',
				'┌─ Next ─────────────────────────────────────────────────┐',
				'│ 1. Type npm start here. Ctrl+C stops the bot.          │',
				'│ 2. In your Discord server, type /setup server.         │',
				'│ 3. Choose the buyer role there, then post the panel:   │',
				'│    the message buyers use to verify.                   │',
				'└────────────────────────────────────────────────────────┘',
			]);
			expect(secretsIn(init.output)).toEqual([]);
		},
	);

	it('leads to a bot that runs and speaks in sentences, with eleven keys', async () => {
		const opened = join(place.folder, 'opened');
		const environment = await desktopWith(`#!/bin/sh\necho "$1" > ${opened}\n`);
		const init = place.start({ columns, environment });
		await init.answer(question.token, token);
		await init.answer('Press Enter to open it.');
		const shown = await init.screen.lines();
		const last = shown.indexOf(' Press Enter to open it.');
		expect(shown.slice(last - 2, last + 1)).toEqual([
			'2/5 Server: add the bot with this link',
			invite,
			' Press Enter to open it.',
		]);
		await init.printed('Have you added it?');
		await expect.poll(() => readFile(opened, 'utf8').catch(() => '')).toBe(`${invite}\n`);
		discord.createGuild({ name: 'Maren’s Support' });
		init.write('\n');
		init.keys += 1;
		await init.answer(question.address, shop.baseUrl);
		await init.answer(question.key, apiKey);
		await init.answer(question.data);
		await init.answer('Start now?');
		await init.printed('The panel isn’t posted');
		expect(init.keys).toBe(initKeys);
		const lines = await init.screen.lines();
		const box = lines.slice(lines.findIndex((line) => line.startsWith('┌')));
		expect(box.slice(0, 6)).toEqual([
			'┌─ Next ─────────────────────────────────────────────────┐',
			'│ 1. In your Discord server, type /setup server.         │',
			'│ 2. Choose the buyer role there, then post the panel:   │',
			'│    the message buyers use to verify.                   │',
			'│ Ctrl+C stops the bot. npm start starts it again.       │',
			'└────────────────────────────────────────────────────────┘',
		]);
		// A path isn't broken.
		expect(box.filter((line) => line.length > columns && line.trim().includes(' '))).toEqual([]);
		const log = box
			.slice(6)
			.join('\n')
			.replaceAll(/\n {9}/g, ' ');
		expect(log).toMatch(
			/^\d\d:\d\d:\d\d Warning: The panel isn’t posted\. Post it with \/setup server\. \(Maren’s Support\)$/m,
		);
		expect(log).not.toMatch(/[{}"[\]]/);
		init.write('\x03');
		expect(await init.exited).toEqual({ code: 0 });
	});

	it('goes on without a browser', async () => {
		const init = place.start({ columns, environment: await desktopWith() });
		await init.answer(question.token, token);
		await init.answer('Press Enter to open it.');
		await init.answer('Have you added it?');
		await init.printed('no: the bot isn’t in a server yet');
		await init.printed(invite);
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
		// Ctrl+U, and all of it again.
		init.write('\x15');
		await init.shows(/^ >$/);
		init.write(`${token}\n`);
		await init.answer(question.server);
		await init.printed(question.address);
		await init.shows(/^ >$/);
		init.write(`${shop.baseUrl}x`);
		await init.shows(/x$/);
		await init.resize(90);
		init.write('\x7f');
		await init.shows(/\d$/);
		expect(await init.screen.lines()).toEqual([
			'Five questions. Nothing is saved until the last answer.',
			'1/5 Bot token (hidden): discord.com/developers',
			' → your application → Bot → Reset Token',
			lengthOf(token),
			' ok: Claimcheck',
			'2/5 Server: add the bot with this link, then press Enter',
			invite,
			' >',
			' ok: Maren’s Support',
			'3/5 Shop address (without /api)',
			` > ${shop.baseUrl}`,
		]);
		init.write('\n');
		await init.printed(question.key);
		expect(secretsIn(init.output)).toEqual([]);
	});

	it('shows nothing of a secret, whatever is typed when, and brings none back by the arrow keys', async () => {
		discord.createGuild({ name: 'Maren’s Support' });
		const init = place.start({ columns });
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

	it('is stopped by Ctrl+C in the middle of a secret, and saves nothing', async () => {
		const init = place.start({ columns });
		await init.printed(question.token);
		await init.shows(/^ >$/);
		init.write('a-token');
		await init.shows(/\(7 characters\)$/);
		init.write('\x03');
		expect(await init.exited).toEqual({ code: 130 });
		expect(await init.screen.lines()).toEqual([
			'Five questions. Nothing is saved until the last answer.',
			'1/5 Bot token (hidden): discord.com/developers',
			' → your application → Bot → Reset Token',
			' > (7 characters)',
			'',
			'Nothing was saved.',
		]);
		expect(await savedIn(place.folder)).toBeUndefined();
	});

	it('is stopped by Ctrl+C while it waits for Discord, and saves nothing', async () => {
		discord.faults.add('GET /applications/@me', { kind: 'hang' });
		const init = place.start({ columns });
		await init.answer(question.token, token);
		await discord.events.waitFor('request', ({ call }) => call.route === 'GET /applications/@me');
		init.write('\x03');
		expect(await init.exited).toEqual({ code: 130 });
		expect(init.output).toContain('Nothing was saved.');
		expect(await savedIn(place.folder)).toBeUndefined();
	});
});
