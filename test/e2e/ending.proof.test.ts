import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buyerRoleGiven, freshCode, giveRole, verify } from './acts.js';
import { isAlive, repository } from './entry-process.js';
import { sharedStage } from './own-stage.js';
import { headline, readable } from './reading.js';

const entry = join(repository, 'dist/src/main.js');
const stage = await sharedStage();
const environment = () => ({ PATH: process.env['PATH'] ?? '', TERM: 'xterm', ...stage.environment({}) });

const connected = () => expect.poll(() => stage.discord.gateway.clientCount, { timeout: 20_000 }).toBe(1);
const ended = (pid: number) => expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);

/** Runs a shell command on a separate terminal; `$BOT` starts the bot and writes its process id. */
async function onTerminal(command: string) {
	const pidFile = join(stage.folder, 'bot.pid');
	const bot = `sh -c 'echo $$ > ${pidFile}; exec ${process.execPath} ${entry}'`;
	const [program, ...args] = ['script', '-qfec', command.replace('$BOT', () => bot), '/dev/null'] as const;
	const terminal = spawn(program, args, {
		cwd: stage.folder,
		env: environment(),
	});
	terminal.stdout.resume();
	await connected();
	const pid = Number(await readFile(pidFile, 'utf8'));
	onTestFinished(() => {
		if (isAlive(pid)) process.kill(pid, 'SIGKILL');
	});
	return {
		pid,
		close: async () => {
			terminal.kill('SIGKILL');
			await once(terminal, 'close');
		},
	};
}

describe('a bot that loses its output', () => {
	it('finishes a pending reply, then stops, if its terminal closes', async () => {
		const { pid, close } = await onTerminal('$BOT');
		stage.marketplace.faults.add('purchases/validation', { kind: 'delay', ms: 800 });
		const asked = stage.people.buyer.chatInput('verify', { code: freshCode(stage) });
		await asked.acknowledged();
		await close();
		stage.marketplace.faults.clear();
		expect(headline(await asked.answered())).toBe('✅ Purchase verified');
		await ended(pid);
	});

	it('keeps running in the background if the terminal that started it closes', async () => {
		const { pid, close } = await onTerminal('setsid -f $BOT; cat');
		await close();
		for (const member of [stage.people.buyer, stage.people.friend]) {
			expect(headline(await verify(member, freshCode(stage)))).toBe('✅ Purchase verified');
			await buyerRoleGiven(stage, member);
		}
		process.kill(pid, 'SIGTERM');
		await ended(pid);
	});

	it('keeps running if the disk with its log is full', async () => {
		const full = await open('/dev/full', 'w');
		const bot = spawn(process.execPath, [entry], {
			cwd: stage.folder,
			env: environment(),
			stdio: ['ignore', full.fd, full.fd],
		});
		onTestFinished(async () => {
			bot.kill('SIGKILL');
			await full.close();
		});
		await connected();
		expect(headline(await verify(stage.people.buyer, freshCode(stage)))).toBe('✅ Purchase verified');
		await buyerRoleGiven(stage, stage.people.buyer);
		bot.kill('SIGTERM');
		expect((await once(bot, 'exit'))[0]).toBe(0);
	});
});

it('a stop does not wait for a rate limit, and the role follows after the next start', async () => {
	const buyer = stage.newPerson('Pat');
	const bot = await stage.startProcess();
	// Longer than a stop may take.
	stage.discord.faults.add(giveRole, {
		kind: 'answer',
		status: 429,
		headers: { 'Retry-After': '15', 'X-RateLimit-Scope': 'shared' },
		body: { message: 'You are being rate limited.', retry_after: 15, global: false },
	});
	const asked = buyer.chatInput('verify', { code: freshCode(stage) });
	expect(readable(await asked.answered())).toContain('on the way');
	expect((await bot.stop()).code).toBe(0);
	expect(bot.output()).toContain('"msg":"Stopped"');
	expect(bot.output()).not.toContain('Some work did not finish in time');

	stage.discord.faults.clear();
	await stage.startBot();
	await buyerRoleGiven(stage, buyer);
});
