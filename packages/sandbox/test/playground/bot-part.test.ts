import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { BotPart } from '../../src/playground/world/bot-part.js';
import { Stage } from '../../src/stage.js';

/** Records its start, is ready, and finishes its work after a SIGTERM for as long as it likes. */
const patientBot = `
import { appendFileSync } from 'node:fs';
appendFileSync(import.meta.filename + '.starts', 'x');
process.on('SIGTERM', () => {});
setInterval(() => {}, 1000);
console.log(JSON.stringify({ level: 'info', msg: 'Ready' }));
`;

it('the bot is started once for all who ask, and again only after its process has ended', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'claimcheck-patient-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	const entry = join(folder, 'bot.mjs');
	await writeFile(entry, patientBot);
	const stage = await Stage.open({ entry });
	onTestFinished(() => stage.close());
	const bot = new BotPart({ stage, page: () => undefined }, () => undefined);
	const starts = async () => (await readFile(`${entry}.starts`, 'utf8')).length;
	await Promise.all([bot.start(), bot.start()]);
	await bot.start();
	expect(await starts()).toBe(1);
	const stopped = bot.stop();
	expect(bot.isRunning).toBe(false);
	const again = Promise.all([bot.start(), bot.start()]);
	await bot.kill();
	await Promise.all([stopped, again]);
	expect(bot.state().state).toBe('running');
	expect(await starts()).toBe(2);
});
