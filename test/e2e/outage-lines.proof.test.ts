import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshCode, logged, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { readable } from './reading.js';

let stage: Stage;
let bot: RunningBot;

beforeAll(async () => {
	stage = await openStage();
	await register(stage);
});
beforeEach(async () => {
	bot = await stage.startBot();
});
afterAll(() => stage?.close());

const reference = /[A-Z]{3}-[A-Z]{3}/;
const newcomers = () => Array.from({ length: 6 }, (_, number) => stage.newPerson(`Member ${number}`));
const linesOf = (message: string) => logged(bot, 'error').filter(({ msg }) => msg === message);

describe('what fails in an outage', () => {
	it.skipIf(process.platform === 'win32')(
		'of the store has few lines, with every reference and the cause',
		async () => {
			const file = join(stage.folder, 'claims.sqlite');
			await rename(file, `${file}.away`);
			// The bot looks at the file from time to time.
			const isFailing = async () =>
				reference.test(readable(await verify(stage.newPerson('Scout'), freshCode(stage))));
			await expect.poll(isFailing).toBe(true);
			const answers = await Promise.all(newcomers().map((member) => verify(member, freshCode(stage))));
			await rename(`${file}.away`, file);
			await bot.stop();

			const lines = linesOf('An interaction failed');
			expect(lines).toHaveLength(2);
			for (const { reason } of lines) expect(reason).toMatch(/^The database file was deleted/);
			for (const answer of answers) {
				const [shown] = reference.exec(readable(answer)) ?? expect.fail('No reference');
				expect(JSON.stringify(lines)).toContain(shown);
			}
		},
	);

	it('of Discord has few lines, without a stack', async () => {
		for (const route of [
			'PATCH /webhooks/{application_id}/{interaction_token}/messages/{message_id}',
			'POST /webhooks/{application_id}/{interaction_token}',
		] as const)
			stage.discord.faults.add(route, { kind: 'answer', status: 503, body: '<h1>Unavailable</h1>' });
		const asked = newcomers().map((member) => member.chatInput('verify', { code: freshCode(stage) }));
		await Promise.all(asked.map((each) => each.acknowledged()));
		await bot.stop();
		stage.discord.faults.clear();

		const [first, gathered, ...others] = linesOf('A response could not be delivered');
		expect([first?.['reason'], gathered?.['reason'], others]).toEqual(['HTTP 503', 'HTTP 503', []]);
		expect(Number(gathered?.['count'])).toBeGreaterThanOrEqual(5);
		expect(bot.output()).not.toContain('"stack"');
	});
});
