import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage, register } from './hosted-bot.js';

let stage: Awaited<ReturnType<typeof openStage>>;
beforeAll(async () => {
	stage = await openStage();
	await register(stage);
});
afterAll(() => stage?.close());

it('the bot starts every task', async () => {
	const bot = await stage.startProcess({ LOG_LEVEL: 'debug' });
	const started = () => bot.lines.flatMap((line) => /"task":"([^"]+)"/.exec(line)?.[1] ?? []);
	await expect
		.poll(() => started().sort(), { timeout: 20_000 })
		.toEqual([
			'alerts',
			'alerts',
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
			'served servers',
			'updates',
		]);
	await bot.stop();
});
