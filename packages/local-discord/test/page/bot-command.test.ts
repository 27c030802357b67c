import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ClientRefusal } from '../../src/client-refusal.js';
import type { Cast } from '../../src/page/acts.js';
import { BotCommand } from '../../src/page/bot-command.js';
import type { BotLine, BotState } from '../../src/page/protocol.js';

let folder: string;
let lines: BotLine[];
let states: BotState[];
let printed: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'bot-command-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	lines = [];
	states = [];
	printed = '';
});

/** A bot that is this code; ended with the test. */
async function started(code: string): Promise<BotCommand> {
	const file = join(folder, 'bot.mjs');
	await writeFile(file, code);
	const bot = new BotCommand({
		file: process.execPath,
		args: [file],
		environment: { PATH: process.env['PATH'], TOKEN: 'the-token' },
		secret: 'the-token',
		output: { write: (text) => (printed += text) },
		onState: (state) => states.push(state),
		onLines: (added) => lines.push(...added),
	});
	onTestFinished(() => bot.end());
	bot.start();
	return bot;
}

const printedLines = () => lines.map(({ text }) => text);
const stays = 'setInterval(() => {}, 1e6);';
/** None of its acts asks who does it. */
const cast = {} as Cast;
const actOf = (bot: BotCommand, name: string) => bot.acts[name]?.({}, cast);

describe('a bot’s command', () => {
	it('is shown line by line, without colours and without its token', async () => {
		await started(`
			process.stdout.write('\\x1b[32mOne\\x1b[0m\\nTw');
			process.stdout.write('o\\nmy token: ' + process.env.TOKEN);
			process.stderr.write('oh\\n');`);
		await expect.poll(() => states.at(-1)?.ending).toBe('ended with code 0');
		expect(printedLines().toSorted()).toEqual(['One', 'Two', 'my token: …', 'oh']);
		expect(lines.find(({ text }) => text === 'oh')?.source).toBe('errors');
		// The terminal is the person's own, and shows it as it is.
		expect(printed).toContain('\x1b[32mOne');
	});

	it('that ends by itself says how, and can be started again', async () => {
		const bot = await started(`console.log('here'); process.exitCode = 3;`);
		await expect.poll(() => bot.state).toMatchObject({ isRunning: false, ending: 'ended with code 3' });
		expect(() => actOf(bot, 'kill-bot')).toThrow(ClientRefusal);
		await actOf(bot, 'restart-bot');
		await expect.poll(() => printedLines()).toEqual(['here', 'here']);
	});

	it('is started once, however often it is requested meanwhile', async () => {
		const bot = await started(`console.log('here'); ${stays}`);
		await expect.poll(() => printedLines()).toEqual(['here']);
		await Promise.all([actOf(bot, 'restart-bot'), actOf(bot, 'restart-bot')]);
		await expect.poll(() => printedLines()).toEqual(['here', 'here']);
		await bot.end();
		expect(printedLines()).toEqual(['here', 'here']);
	});

	it('is ended with everything that it has started itself, and is not started any more', async () => {
		const bot = await started(`
			import { spawn } from 'node:child_process';
			const child = spawn(process.execPath, ['-e', '${stays}']);
			console.log(child.pid);
			${stays}`);
		await expect.poll(() => printedLines().length).toBe(1);
		const pid = Number(printedLines()[0]);
		expect(isThere(pid)).toBe(true);
		await bot.end();
		await expect.poll(() => isThere(pid)).toBe(false);
		bot.start();
		expect(bot.state).toMatchObject({ isRunning: false, ending: 'ended by SIGTERM' });
	});

	it('keeps a thousand lines', async () => {
		const bot = await started(`for (let count = 1; count <= 5000; count += 1) console.log(count);`);
		await expect.poll(() => lines.length).toBe(5_000);
		expect(bot.log.length).toBe(1_000);
		expect(bot.log.at(-1)).toMatchObject({ number: 5_000, text: '5000' });
	});
});

function isThere(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
