import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultEffect } from '@claimcheck/local-discord';
import { Interaction } from '@claimcheck/local-discord/interaction';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerRoute, auditChannel, auditLine, freshCode, giveRole, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

const edit = 'PATCH /webhooks/{application_id}/{interaction_token}/messages/{message_id}';

describe('a session with every kind of success and failure, logged at trace', () => {
	let stage: Stage;
	let bot: BotProcess;
	let apiKey: string;
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
		stage = await openStage();
		await register(stage);
		bot = await stage.startProcess({ LOG_LEVEL: 'trace' });
		const { discord, marketplace, people } = stage;
		({ apiKey } = marketplace);

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
			for (const effect of [...effects, ...others]) {
				const end = discord.faults.add(route, effect, 1);
				await send(freshCode(stage));
				end();
			}
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
	afterAll(() => stage?.close());

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

	it('shows none of them on stdout or stderr', () => {
		expect(leaks(bot.output())).toEqual([]);
	});

	it('shows none of them in the bytes of the database', () => {
		expect([...database.keys()]).toEqual(expect.arrayContaining(['claims.sqlite', 'claims.sqlite-wal']));
		expect([...database.values()].join('')).toContain('claim:');
		for (const [file, bytes] of database) expect(leaks(bytes), file).toEqual([]);
	});

	it('shows none of them in an address that the marketplace was asked under', () => {
		for (const { path, codeInUrl, credential } of stage.marketplace.calls) {
			expect(leaks(path)).toEqual([]);
			expect({ codeInUrl, credential }).toEqual({ codeInUrl: false, credential: 'header' });
		}
	});

	it('shows none of them in the audit channel', () => {
		expect(auditChannel(stage)).not.toBe('');
		expect(leaks(auditChannel(stage))).toEqual([]);
	});

	it('shows none of them in the reasons that the bot gives Discord for a role', () => {
		for (const { reason } of stage.discord.calls.list()) expect(leaks(reason ?? '')).toEqual([]);
	});

	it('shows none of them in any answer', () => {
		for (const { message } of stage.discord.events.all('message-created')) {
			expect(leaks(JSON.stringify(message))).toEqual([]);
		}
	});

	it('has hidden from the bot itself nothing that it needs: after a restart it knows the code again', async () => {
		await stage.startBot();
		const [code = ''] = codes;
		expect(headline(await verify(stage.people.friend, code))).toBe('⛔ This code is in use');
	});
});
