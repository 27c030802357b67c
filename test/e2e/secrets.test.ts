import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultEffect } from '@claimcheck/local-discord';
import { Interaction } from '@claimcheck/local-discord/interaction';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import type { APIMessage } from 'discord.js';
import { beforeAll, describe, expect, it } from 'vitest';
import {
	answerRoute,
	auditChannel,
	auditLine,
	change,
	customIdOf,
	freshCode,
	giveRole,
	verify,
} from './acts.js';
import { sharedStage } from './own-stage.js';
import { button, headline, readable } from './reading.js';

const edit = 'PATCH /webhooks/{application_id}/{interaction_token}/messages/{message_id}';

describe('a session with every kind of success and failure, logged at trace', async () => {
	const stage = await sharedStage();
	const { apiKey } = stage.marketplace;
	let bot: BotProcess;
	/** As they were typed. */
	const codes: string[] = [];
	const tokens: string[] = [];
	/** The database's files: names to bytes. */
	const database = new Map<string, string>();

	const spellings = [
		(code: string) => code,
		(code: string) => code.toUpperCase(),
		(code: string) => `"${code.replaceAll('-', '–')}"`,
	];

	/** Sends a code, each time in another spelling, and waits for an answer, which some troubles make impossible. */
	async function send(code: string): Promise<void> {
		const typed = spellings[codes.length % spellings.length]?.(code) ?? code;
		codes.push(typed);
		const asked = stage.newPerson('Maya').chatInput('verify', { code: typed });
		if (asked instanceof Interaction) tokens.push(asked.token);
		// Where no answer can come there is no event to wait for: past Discord's 3 s nothing more is sent.
		await Promise.race([asked.answered().catch(() => undefined), sleep(3_500)]);
	}

	const html: FaultEffect = { kind: 'answer', status: 500, body: '<html>Trouble</html>' };
	const refusal = (status: number, code: number, message: string): FaultEffect => ({
		kind: 'answer',
		status,
		body: { message, code },
	});

	beforeAll(async () => {
		bot = await stage.startProcess({ LOG_LEVEL: 'trace' });
		const { discord, marketplace, people } = stage;

		const claimed = freshCode(stage);
		const wrong = ['00000000-0000-4000-8000-000000000009', marketplace.codes.refunded[0] ?? ''];
		for (const code of [claimed, claimed, claimed, ...wrong, ...wrong, ...wrong]) await send(code);
		await people.buyer.chatInput('items').answered();
		await people.buyer.chatInput('item', { id: claimed }).answered();
		await people.admin.chatInput('account').answered();
		for (const fault of ['500', '200-html', 'wrong-shape', 'reset', 'hang', '401', 'redirect'] as const) {
			const end = marketplace.faults.add('purchases/validation', fault);
			await send(freshCode(stage));
			end();
		}
		const effects = [html, refusal(403, 50_013, 'Missing Permissions'), { kind: 'reset' } as const];
		// The last one: discord.js quotes in its error what was refused.
		const others = [refusal(404, 10_062, 'Unknown interaction'), refusal(400, 50_035, 'Invalid Form Body')];
		for (const route of [answerRoute, edit, giveRole] as const) {
			const all = [...effects, ...others];
			for (const effect of all) discord.faults.add(route, effect, 1);
			await Promise.all(all.map(() => send(freshCode(stage))));
			discord.faults.clear();
		}
		discord.gateway.drop(4000);
		await send(freshCode(stage));
		marketplace.changeApiKey('a-new-key-that-the-bot-does-not-have');
		await send(freshCode(stage));
		await auditLine(stage, 'API key');
		// While it runs, so that the write-ahead log is there to be looked into.
		for (const file of await readdir(stage.folder, { recursive: true, withFileTypes: true })) {
			if (file.isFile()) database.set(file.name, await readFile(join(file.parentPath, file.name), 'latin1'));
		}
		await bot.stop();
	});

	/** Texts that may appear nowhere, by name. */
	function secrets(): Map<string, string> {
		const found = new Map([
			['the bot token', stage.discord.token],
			['the claim secret', stage.claimSecret],
			['the key', apiKey],
		]);
		for (const [index, code] of codes.entries()) {
			found.set(`code ${index}`, code);
			found.set(`code ${index} without dashes`, code.replaceAll(/[^0-9a-z]/gi, ''));
		}
		for (const [index, token] of tokens.entries()) found.set(`interaction token ${index}`, token);
		return found;
	}

	/** The names of the secrets that occur in a text. */
	const leaks = (text: string): string[] => {
		const lower = text.toLowerCase();
		return [...secrets()].filter(([, secret]) => lower.includes(secret.toLowerCase())).map(([name]) => name);
	};

	it('has really logged a lot, failures included', () => {
		expect(bot.lines.length).toBeGreaterThan(100);
		expect(bot.output()).toContain('"level":"error"');
		expect(bot.output()).toContain('"level":"trace"');
		expect(tokens.length).toBeGreaterThan(20);
		expect(codes.length).toBeGreaterThan(30);
	});

	it('shows none of them on its output, in the database, an address, a message or the reason for a role', () => {
		expect([...database.keys()]).toEqual(expect.arrayContaining(['claims.sqlite', 'claims.sqlite-wal']));
		expect([...database.values()].join('')).toContain('claim:');
		expect(auditChannel(stage)).not.toBe('');
		const { discord, marketplace } = stage;
		const places = {
			output: [bot.output()],
			database: [...database.values()],
			addresses: marketplace.calls.map(({ path }) => path),
			messages: discord.events.all('message-created').map(({ message }) => JSON.stringify(message)),
			reasons: discord.calls.list().map(({ reason }) => reason ?? ''),
		};
		for (const [place, texts] of Object.entries(places)) expect(leaks(texts.join('\n')), place).toEqual([]);
		for (const { codeInUrl, credential } of marketplace.calls)
			expect({ codeInUrl, credential }).toEqual({ codeInUrl: false, credential: 'header' });
	});

	it('has started every task', () => {
		const started = bot.lines.flatMap((line) => /"task":"([^"]+)"/.exec(line)?.[1] ?? []);
		expect(started.toSorted()).toEqual([
			'alerts',
			'alerts about the store',
			'backups',
			'clock',
			'disputes',
			'items',
			'license types',
			'looking at the database',
			'notices',
			'outage alerts',
			'panels',
			'probes',
			'pruning',
			'refund checks',
			'roles',
			'roles of all members',
			'served servers',
			'updates',
		]);
	});

	it('has hidden from the bot itself nothing that it needs: after a restart it knows the code again', async () => {
		await stage.startBot();
		const [code = ''] = codes;
		expect(headline(await verify(stage.people.friend, code))).toBe('⛔ This code is in use');
	});
});

describe('a code in a free text', async () => {
	const stage = await sharedStage();
	const bot = await stage.startBot();

	/** Everything that is stored, was logged or was sent to Discord. */
	async function everything(): Promise<string> {
		const files = await readdir(stage.folder, { recursive: true, withFileTypes: true });
		const bytes = await Promise.all(
			files
				.filter((file) => file.isFile())
				.map((file) => readFile(join(file.parentPath, file.name), 'latin1')),
		);
		const sent = stage.discord.events
			.all('message-created')
			.flatMap(({ message }) => [message, stage.discord.messages.get(message.id).current]);
		return [...bytes, bot.output(), JSON.stringify(sent)].join('\n').toLowerCase();
	}

	it('attack 29: is in no row, message or log, however it is spelled', async () => {
		const { people } = stage;
		const code = freshCode(stage);
		await verify(people.buyer, code);
		const spellings = [
			code,
			code.toUpperCase().replaceAll('-', '–'),
			code.replaceAll('-', ' '),
			`${code.slice(0, 10)}\u200b${code.slice(10)}`,
			'KX7Q-29ZT-M4VB',
		];
		const seen = new Set<string>();
		const keep = (message: APIMessage) => seen.add(readable(message).toLowerCase());
		for (const spelling of spellings) {
			const reason = `refund for ${spelling} asked in ticket 4711`;
			keep(await change(people.moderator, 'lock', { code, reason }));
			keep(await change(people.moderator, 'unlock', { code, reason }));
			keep(await people.buyer.chatInput('items', { search: spelling }).answered());
			const policy = await people.admin.chatInput('setup policy').answered();
			const form = people.admin.clickButton(policy, button(policy, 'Set seats'));
			await form.acknowledged();
			keep(await people.admin.submitModal(form, { license: spelling, seats: '3' }).answered());
		}
		expect(await auditLine(stage, 'refund for … asked in ticket 4711')).toContain(people.moderator.id);
		keep(await people.moderator.chatInput('whois', { code }).answered());

		const page = await people.admin.chatInput('panel', { channel: stage.channels.verify }).answered();
		const opened = people.admin.clickButton(page, button(page, 'Edit panel'));
		await opened.acknowledged();
		const words = {
			title: `Yours: ${code}`,
			text: `Such as ${spellings[4]} or ${spellings[2]}`,
			picture: 'https://example.com/aurora.png',
			alt: `A receipt with ${code}`,
		};
		keep(await people.admin.submitModal(opened, words).answered());

		const taken = await verify(people.friend, code);
		const asked = people.friend.clickButton(taken, customIdOf(taken, 'dispute-ask'));
		await asked.acknowledged();
		const note = `I bought it in May: ${spellings.join(', ')}`;
		keep(await people.friend.submitModal(asked, { note }).answered());
		// The card begins as a line, which is then edited into it.
		await expect.poll(async () => (await everything()).includes('i bought it in may')).toBe(true);

		const stored = await everything();
		for (const secret of [...spellings, code.replaceAll('-', '')]) {
			expect({ secret, isStored: stored.includes(secret.toLowerCase()) }).toEqual({
				secret,
				isStored: false,
			});
			for (const answer of seen) expect(answer).not.toContain(secret.toLowerCase());
		}
	});
});
