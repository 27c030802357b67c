import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { BotPart } from '../../src/playground/world/bot-part.js';
import { Stage } from '../../src/stage.js';

it('the bot is started once for all who ask, and again only after its process has ended', async () => {
	const stage = await Stage.open({ entry: join(import.meta.dirname, 'patient-bot.mjs') });
	onTestFinished(() => stage.close());
	const bot = new BotPart({ stage, page: () => undefined }, () => undefined);
	const starts = () => readFile(join(stage.folder, 'claims.sqlite'), 'utf8');
	await Promise.all([bot.start(), bot.start()]);
	await bot.start();
	expect(await starts()).toBe('x');
	const stopped = bot.stop();
	expect(bot.isRunning).toBe(false);
	const again = Promise.all([bot.start(), bot.start()]);
	await bot.kill();
	await Promise.all([stopped, again]);
	expect(bot.state().state).toBe('running');
	expect(await starts()).toBe('xx');
});
