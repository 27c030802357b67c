import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalDiscord } from '@claimcheck/local-discord';
import type { LocalMarketplace } from '@claimcheck/sandbox/marketplace/local-marketplace';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, InitPlace, question, token } from './init-place.js';
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
	it('warns of Public Bot, and looks again after it was switched off', async () => {
		discord.createGuild({ name: 'Maren’s Support' });
		discord.setPublic(true);
		const init = place.start();
		await init.answer(question.token, token);
		await init.printed('warning: Public Bot is on. Turn it off on\n the same page, then press Enter.');
		init.write('\n');
		await init.printed('warning: it’s still on, so strangers can add your bot');
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

	it('lets one choose among several servers', async () => {
		const own = discord.createGuild({ name: 'Maren’s Support' });
		const second = discord.createGuild({ name: 'Maren’s Test' });
		discord.createGuild({ name: 'Of a stranger', owner: { name: 'Sly' } });
		const init = place.start();
		await init.answer(question.token, token);
		await init.answer(question.server);
		await init.printed(' 3 Of a stranger (someone else’s)');
		await init.answer('Which ones are yours?', '4');
		await init.printed('no: those aren’t all on the list');
		await init.answer('Which ones are yours?', `2, ${own.id}`);
		await init.printed('ok: Maren’s Test, Maren’s Support');
		await init.answer(question.address, shop.baseUrl);
		await init.answer(question.key, apiKey);
		await init.answer(question.data);
		await init.printed('commands in Maren’s Test, Maren’s Support.');
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
		await init.printed('no: the shop rejected this key');
		await init.answer(question.key, newKey);
		await init.answer(question.data);
		await init.printed('Saved .env.');
		const text = await readFile(join(place.folder, '.env'), 'utf8');
		expect(text).toMatch(/^MARKETPLACE_API_KEY=a-key-of-this-year$/m);
		expect(text).not.toContain('MARKETPLACE_API_KEY_FILE');
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
	beforeEach(() => {
		discord.createGuild({ name: 'Maren’s Support' });
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
			body: {
				code: 30034,
				message: 'Max number of daily application command creates has been reached (200)',
			},
		});
		const init = place.start();
		await place.answerAll(init);
		await init.printed('no: the commands weren’t registered: Discord’s error 30034.');
		await init.answer('Start now?', 'n');
		await init.printed('1. Type npm run register here');
		expect(await init.exited).toEqual({ code: 0 });
	});
});
