import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaultEffect } from '@claimcheck/local-discord';
import type { Interaction } from '@claimcheck/local-discord/interaction';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import type { APIMessage } from 'discord.js';
import { beforeAll, describe, expect, it } from 'vitest';
import {
	answerRoute,
	auditChannel,
	auditLine,
	change,
	customIdOf,
	editAnswer,
	fill,
	freshCode,
	giveRole,
	verify,
} from './acts.js';
import { sharedStage } from './own-stage.js';
import { button, headline, readable } from './reading.js';

describe('a session with every kind of success and failure, logged at trace', async () => {
	const stage = await sharedStage();
	const { discord, marketplace, people } = stage;
	let bot: BotProcess;
	/** The codes as they were typed. */
	const codes: string[] = [];
	const tokens: string[] = [];
	/** The texts that members and staff have read. */
	const answers: string[] = [];
	/** The database's files: names to bytes. */
	const database = new Map<string, string>();

	const spellings = [
		(code: string) => code,
		(code: string) => code.toUpperCase(),
		(code: string) => `"${code.replaceAll('-', '–')}"`,
	];

	/** Resolves once the bot has logged a failure for this interaction. */
	const failed = ({ id }: Interaction): Promise<void> =>
		new Promise((resolve) => {
			const end = bot.onLine((line) => {
				if (!line.includes(id) || !/"level":"(?:warn|error)"/.test(line)) return;
				end();
				resolve();
			});
		});

	/** Sends a code, each time in another spelling, and waits for a reply, which some faults make impossible. */
	async function send(code: string): Promise<void> {
		const typed = spellings[codes.length % spellings.length]?.(code) ?? code;
		codes.push(typed);
		const asked = stage.newPerson('Maya').chatInput('verify', { code: typed });
		tokens.push(asked.token);
		// Discord ends the wait for an interaction that was not acknowledged.
		await Promise.race([asked.answered().catch(() => undefined), failed(asked)]);
	}

	const refusal = (status: number, code: number, message: string): FaultEffect => ({
		kind: 'answer',
		status,
		body: { message, code },
	});
	const html: FaultEffect = { kind: 'answer', status: 500, body: '<html>Trouble</html>' };

	async function meetTroubles(): Promise<void> {
		const claimed = freshCode(stage);
		const wrong = ['00000000-0000-4000-8000-000000000009', marketplace.codes.refunded[0] ?? ''];
		for (const code of [claimed, claimed, claimed, ...wrong, ...wrong, ...wrong]) await send(code);
		await people.buyer.chatInput('item', { id: claimed }).answered();
		await people.admin.chatInput('account').answered();
		for (const fault of ['500', '200-html', 'wrong-shape', 'reset', 'hang', '401', 'redirect'] as const) {
			const end = marketplace.faults.add('purchases/validation', fault);
			await send(freshCode(stage));
			end();
		}
		const effects = [
			...[html, refusal(403, 50_013, 'Missing Permissions'), { kind: 'reset' } as const],
			// discord.js quotes the refused request in its error.
			...[refusal(404, 10_062, 'Unknown interaction'), refusal(400, 50_035, 'Invalid Form Body')],
		];
		for (const route of [answerRoute, editAnswer, giveRole] as const) {
			for (const effect of effects) discord.faults.add(route, effect, 1);
			await Promise.all(effects.map(() => send(freshCode(stage))));
			discord.faults.clear();
		}
		discord.gateway.drop(4000);
		await send(freshCode(stage));
	}

	/** An unused code in each text that people type. */
	async function typeCodes(): Promise<void> {
		const code = freshCode(stage);
		await verify(people.buyer, code);
		const spelled = [
			code,
			code.toUpperCase().replaceAll('-', '–'),
			code.replaceAll('-', ' '),
			`${code.slice(0, 10)}\u200b${code.slice(10)}`,
			'KX7Q-29ZT-M4VB',
		];
		codes.push(...spelled);
		const keep = (message: APIMessage) => void answers.push(readable(message));
		for (const spelling of spelled) {
			const reason = `refund for ${spelling} asked in ticket 4711`;
			keep(await change(people.moderator, 'lock', { code, reason }));
			keep(await change(people.moderator, 'unlock', { code, reason }));
			keep(await people.buyer.chatInput('items', { search: spelling }).answered());
			const policy = await people.admin.chatInput('setup policy').answered();
			const form = people.admin.selectMenu(policy, 'cc1:policy-seats-of', ['+']);
			await form.modalOpened();
			keep(await people.admin.submitModal(form, { license: spelling, seats: '3' }).answered());
		}
		expect(await auditLine(stage, 'refund for … asked in ticket 4711')).toContain(people.moderator.id);
		keep(await people.moderator.chatInput('whois', { code }).answered());
		const page = await people.admin.chatInput('panel', { channel: stage.channels.verify }).answered();
		const words = {
			title: `Yours: ${code}`,
			text: `Such as ${spelled[4]} or ${spelled[2]}`,
			picture: 'https://example.com/aurora.png',
			alt: `A receipt with ${code}`,
		};
		keep(await fill(people.admin, page, button(page, 'Edit panel'), words));
		const taken = await verify(people.friend, code);
		const note = `I bought it in May: ${spelled.join(', ')}`;
		keep(await fill(people.friend, taken, customIdOf(taken, 'dispute-ask'), { note }));
		// The card is first posted as a line, which is then edited into a card.
		const isShown = () => messages().includes('I bought it in May');
		if (!isShown()) await discord.events.until(isShown, 'The note is not shown');
	}

	/** Everything sent to channels, both as first sent and in its current state. */
	const messages = (): string =>
		JSON.stringify(
			discord.events
				.all('message-created')
				.flatMap(({ message }) => [message, discord.messages.get(message.id).current]),
		);

	beforeAll(async () => {
		bot = await stage.startProcess({ LOG_LEVEL: 'trace' });
		await meetTroubles();
		await typeCodes();
		marketplace.changeApiKey('a-new-key-that-the-bot-does-not-have');
		await send(freshCode(stage));
		await auditLine(stage, 'API key');
		// Read while it runs, so that the write-ahead log can be examined.
		for (const file of await readdir(stage.folder, { recursive: true, withFileTypes: true })) {
			if (file.isFile()) database.set(file.name, await readFile(join(file.parentPath, file.name), 'latin1'));
		}
		await bot.stop();
	});

	/** Texts that may appear nowhere, by name. */
	function secrets(): Map<string, string> {
		const found = new Map([
			['the bot token', discord.token],
			['the claim secret', stage.claimSecret],
			['the key', marketplace.apiKey],
		]);
		for (const [index, code] of codes.entries()) {
			found.set(`code ${index}`, code);
			found.set(`code ${index} without dashes`, code.replaceAll(/[^0-9a-z]/gi, ''));
		}
		for (const [index, token] of tokens.entries()) found.set(`interaction token ${index}`, token);
		return found;
	}

	const leaks = (text: string): string[] => {
		const lower = text.toLowerCase();
		return [...secrets()].filter(([, secret]) => lower.includes(secret.toLowerCase())).map(([name]) => name);
	};

	it('has really logged a lot, including failures', () => {
		expect(bot.lines.length).toBeGreaterThan(100);
		expect(bot.output()).toContain('"level":"error"');
		expect(bot.output()).toContain('"level":"trace"');
		expect(tokens.length).toBeGreaterThan(20);
		expect(codes.length).toBeGreaterThan(30);
		expect([...database.keys()]).toEqual(expect.arrayContaining(['claims.sqlite', 'claims.sqlite-wal']));
		expect([...database.values()].join('')).toContain('claim:');
		expect(auditChannel(stage)).not.toBe('');
	});

	it('attack 29: shows no secret in any output, store, message or request, however it is spelled', () => {
		const places = {
			output: bot.output(),
			database: [...database.values()].join('\n'),
			addresses: marketplace.calls.map(({ path }) => path).join('\n'),
			messages: messages(),
			answers: answers.join('\n'),
			reasons: discord.calls
				.list()
				.map(({ reason = '' }) => reason)
				.join('\n'),
		};
		for (const [place, text] of Object.entries(places)) expect(leaks(text), place).toEqual([]);
		for (const { codeInUrl, credential } of marketplace.calls)
			expect({ codeInUrl, credential }).toEqual({ codeInUrl: false, credential: 'header' });
	});

	it('has run every task once', () => {
		const started = bot.lines.flatMap((line) => /"task":"([^"]+)"/.exec(line)?.[1] ?? []);
		expect(started.toSorted()).toEqual([
			...['alerts', 'alerts about the store', 'backups', 'clock', 'disputes', 'items', 'license types'],
			...['looking at the database', 'notices', 'outage alerts', 'panels'],
			...['probes of database', 'probes of discord', 'probes of shop', 'pruning'],
			...['refund checks', 'requests', 'roles', 'roles of all members', 'served servers', 'updates'],
		]);
	});

	it('has redacted nothing that the bot needs: after a restart it recognizes the code again', async () => {
		await stage.startBot();
		const [code = ''] = codes;
		expect(headline(await verify(people.friend, code))).toBe('⛔ This code is in use');
	});
});
