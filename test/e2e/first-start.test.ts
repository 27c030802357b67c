import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../free-port.js';
import { apiKey, type InitPlace, openInitPlace, question, secretsIn, token } from './init-place.js';
import { type InitProcess, savedIn } from './init-process.js';

let place: InitPlace;
/** Everything that was shown on pages. */
let seen: string;

beforeEach(async () => {
	place = await openInitPlace();
	seen = '';
});
afterEach(() => place.close());

const noScreen = { BROWSER: 'none', SETUP_PORT: '0' };

/** A bot without settings, whose page is used as in a browser. */
class Visit {
	readonly bot: InitProcess;
	readonly address: string;

	static async open(environment: Readonly<Record<string, string>> = {}): Promise<Visit> {
		const bot = place.start({ program: 'main', environment: { ...noScreen, ...environment } });
		await bot.printed('Set it up on this page:\n');
		await bot.printed('\n');
		return new Visit(bot, /http:\S+/.exec(bot.output)?.[0] ?? '');
	}

	private constructor(bot: InitProcess, address: string) {
		this.bot = bot;
		this.address = address;
	}

	async look(): Promise<string> {
		const text = await (await fetch(this.address)).text();
		seen += text;
		return text;
	}

	/** @returns the heading of the page that follows */
	async submit(fields: Readonly<Record<string, string>>): Promise<string> {
		const headers = { origin: new URL(this.address).origin };
		const body = new URLSearchParams(fields);
		const response = await fetch(this.address, { method: 'POST', headers, body });
		const text = await response.text();
		seen += text;
		return /<h1>(.*?)<\/h1>/.exec(text)?.[1] ?? text;
	}

	answer(step: string, answer: string): Promise<string> {
		return this.submit({ step, answer });
	}

	/** Kills the bot as a power failure would. */
	async kill(): Promise<void> {
		this.bot.signal('SIGKILL');
		await this.bot.exited;
	}
}

const mode = async (name: string) => (await stat(join(place.folder, name))).mode & 0o777;
const health = async (port: string) =>
	Promise.all(
		['healthz', 'readyz'].map(async (path) => (await fetch(`http://127.0.0.1:${port}/${path}`)).status),
	);

describe('a first start', () => {
	it('resumes after a kill at each step with the checked answers, and never appears again once the bot runs', async () => {
		const guild = place.discord.createGuild({ name: 'Maren’s Support' });
		const port = String(await freePort());
		const answers = [
			['token', token, 'Your bot', 'Claimcheck'],
			['members', 'y', 'Members who come back', 'Server Members Intent is on'],
			['server', '1', 'Your server', 'Maren’s Support'],
			['address', place.shop.baseUrl, 'Your shop', place.shop.baseUrl],
			['key', apiKey, 'Your shop’s key', '61 items'],
		] as const;
		const codes = new Set<string>();
		for (const [at, [step, answer, heading]] of answers.entries()) {
			const visit = await Visit.open();
			codes.add(visit.address);
			const text = await visit.look();
			// The bot's only server belongs to its owner, so it asks nothing.
			const asked = step === 'server' ? answers[3][2] : heading;
			expect(text).toContain(`<h1>${asked}</h1>`);
			for (const [, , , found] of answers.slice(0, at)) expect(text.replace(/&#39;/g, "'")).toContain(found);
			if (step !== 'server') await visit.answer(step, answer);
			await visit.kill();
			expect(await savedIn(place.folder)).toBeUndefined();
			expect(await mode('.env.setup')).toBe(0o600);
		}
		expect(codes.size).toBe(answers.length);

		const last = await Visit.open({ HEALTH_PORT: port });
		expect(await health(port)).toEqual([200, 503]);
		expect(await last.answer('database', '')).toBe('Starting');
		await last.bot.printed('"msg":"Ready"');
		await expect.poll(() => last.look().catch(() => 'closed')).toMatch(/<h1>Ready<|closed/);
		await expect.poll(() => last.look().catch(() => 'closed')).toBe('closed');
		await expect.poll(() => health(port)).toEqual([200, 200]);
		const saved = await savedIn(place.folder);
		expect(saved).toMatchObject({
			DISCORD_TOKEN: token,
			MEMBERS_INTENT: 'true',
			DISCORD_GUILD_ID: guild.id,
			MARKETPLACE_URL: place.shop.baseUrl,
			MARKETPLACE_API_KEY: apiKey,
		});
		expect(await mode('.env')).toBe(0o600);
		expect((await readdir(place.folder)).sort()).toEqual(['.env', '.env.example', 'data', 'emergency.md']);
		expect(place.discord.commands.list(guild.id).length).toBeGreaterThan(9);
		// The image is embedded in the page.
		expect(seen).toContain('src="data:image/png;base64,');
		for (const text of [seen, last.bot.output]) {
			expect(secretsIn(text)).toEqual([]);
			expect(text).not.toContain(saved?.['CLAIM_SECRET']);
		}
		await last.kill();

		await writeFile(join(place.folder, '.env'), `DISCORD_TOKEN=${token}\n`);
		const wrong = place.start({ program: 'main', environment: { ...noScreen, DISCORD_TOKEN: '' } });
		expect(await wrong.exited).toEqual({ code: 78 });
		expect(wrong.output).toContain('MARKETPLACE_URL is missing');
		// An empty variable doesn't hide the value in the file.
		expect(wrong.output).not.toContain('DISCORD_TOKEN is missing');
	});

	it('changes only one flag of the application, keeps the others, and continues if Discord refuses', async () => {
		place.discord.createGuild({ name: 'Maren’s Support' });
		const change = 'PATCH /applications/@me';
		const visit = await Visit.open();
		await visit.answer('token', token);
		place.discord.faults.add(change, {
			kind: 'answer',
			status: 403,
			body: { code: 50_001, message: 'Missing Access' },
		});
		expect(await visit.answer('members', 'y')).toBe('Your shop');
		expect(await visit.look()).toContain('not now. Discord says: Missing Access (50001).');
		place.discord.faults.clear();
		expect(await visit.submit({ change: 'members' })).toBe('Members who come back');
		await visit.answer('members', 'y');
		expect(await visit.look()).toContain('Server Members Intent is on');
		expect(place.discord.calls.list(change).at(-1)?.body).toEqual({ flags: 1 << 15 });
	});

	it('asks which servers belong to the person, and continues by itself once the bot has joined one', async () => {
		const visit = await Visit.open();
		await visit.answer('token', token);
		await visit.answer('members', 'n');
		expect(await visit.look()).toContain('Waiting until the bot is in a server');
		const stranger = place.discord.createGuild({ name: 'Lantern <Den>', owner: { name: 'Rook' } });
		await expect.poll(() => visit.look()).toContain('Lantern &#60;Den&#62; <small>(someone else’s)');
		expect(await visit.answer('server', '')).toBe('Your server');
		expect(await visit.answer('server', '1234')).toBe('Your server');
		place.discord.removeBot(stranger.id);
		place.discord.createGuild({ name: 'Maren’s Support' });
		await expect.poll(() => visit.look()).toContain('<h1>Your shop</h1>');
	});

	it('shows why the bot can’t run with the answers, and ends with its exit code', async () => {
		place.discord.createGuild({ name: 'Maren’s Support' });
		const visit = await Visit.open();
		await visit.answer('token', token);
		await visit.answer('members', 'n');
		await visit.look();
		await visit.answer('address', place.shop.baseUrl);
		await visit.answer('key', apiKey);
		const put = 'PUT /applications/{application_id}/guilds/{guild_id}/commands';
		place.discord.faults.add(put, {
			kind: 'answer',
			status: 400,
			body: { code: 30_034, message: 'Too many' },
		});
		expect(await visit.answer('database', '')).toBe('Save and start');
		expect(await visit.look()).toContain('Discord allows 200 new commands a day.');
		expect(await savedIn(place.folder)).toBeUndefined();
		place.discord.faults.clear();
		place.discord.gateway.refuseIdentify(4014, 9);
		expect(await visit.answer('finish', '')).toBe('Starting');
		await expect.poll(() => visit.look()).toContain('An intent is not turned on');
		expect(await visit.bot.exited).toEqual({ code: 78 });
	});

	it('opens the browser, uses settings from the environment, asks for the rest, and ends with 0 on a signal', async () => {
		const guild = place.discord.createGuild({ name: 'Maren’s Support' });
		await writeFile(join(place.folder, 'database.txt'), 'sqlite://elsewhere.sqlite\n');
		const outside = { DATABASE_URL_FILE: 'database.txt', DISCORD_GUILD_ID: guild.id };
		const browser = join(place.folder, 'browser.sh');
		await writeFile(browser, `#!/bin/sh\nprintf %s "$1" >${browser}.opened\n`, { mode: 0o700 });
		const first = await Visit.open({ ...outside, BROWSER: browser });
		await expect.poll(() => readFile(`${browser}.opened`, 'utf8').catch(() => '')).toBe(first.address);
		await first.answer('token', token);
		first.bot.signal('SIGTERM');
		expect(await first.bot.exited).toEqual({ code: 0 });
		const visit = await Visit.open(outside);
		expect(await visit.answer('members', 'n')).toBe('Your shop');
		await visit.answer('address', place.shop.baseUrl);
		expect(await visit.answer('key', apiKey)).toBe('Starting');
		await visit.bot.printed('"msg":"Ready"');
		expect((await readdir(place.folder)).includes('elsewhere.sqlite')).toBe(true);
	});

	it.each([
		['systemd', { NOTIFY_SOCKET: '/nowhere' }],
		['one setting', { CLAIM_SECRET_FILE: '/nowhere' }],
		['a wrong SETUP_PORT', { SETUP_PORT: 'many' }],
	])('ends with 78 immediately, and asks nothing: %s', async (_, environment) => {
		const bot = place.start({ program: 'main', environment: { ...noScreen, ...environment } });
		expect(await bot.exited).toEqual({ code: 78 });
		expect(bot.output).not.toContain('http://127');
	});
});

describe('a first start on a panel’s console', () => {
	const panel = { P_SERVER_UUID: 'a-server' };

	it('accepts piped answers in one piece, and the bot runs', async () => {
		place.discord.createGuild({ name: 'Maren’s Support' });
		const bot = place.start({ program: 'main', environment: panel });
		bot.write(`${token}\nn\n\n${place.shop.baseUrl}\n${apiKey}\n\n`);
		await bot.printed('Saved .env.');
		await bot.printed('"msg":"Ready"');
		expect(await savedIn(place.folder)).toMatchObject({ DISCORD_TOKEN: token, MEMBERS_INTENT: 'false' });
		expect(await readFile(join(place.folder, 'emergency.md'), 'utf8')).toContain('hosting panel');
		expect(secretsIn(bot.output)).toEqual([]);
	});

	it('resumes after its input has ended', async () => {
		place.discord.createGuild({ name: 'Maren’s Support' });
		const first = place.start({ program: 'main', environment: panel });
		await first.answer(question.token, token);
		await first.answer(question.members);
		await first.printed(question.server);
		first.endInput();
		expect(await first.exited).toEqual({ code: 1 });
		expect(first.output).toContain('Your answers so far are kept.');
		const second = place.start({ program: 'main', environment: panel });
		await second.printed('Your bot: Claimcheck');
		await second.answer(question.server);
		await second.answer(question.address, place.shop.baseUrl);
		await second.answer(question.key, apiKey);
		await second.answer(question.data);
		await second.printed('"msg":"Ready"');
		expect(await savedIn(place.folder)).toMatchObject({ MEMBERS_INTENT: 'true' });
	});
});
