import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStage, register } from './hosted-bot.js';

let stage: Stage;

beforeAll(async () => {
	stage = await openStage();
	await register(stage);
});
afterAll(() => stage?.close());

it('the built bot keeps nothing in memory for each member who has used it', async () => {
	const bot = await stage.startProcess({
		NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'watch-maps.mjs'))}`,
		WATCHED_MAPS: '300',
	});
	for (let round = 0; round < 20; round += 1) {
		const members = Array.from({ length: 20 }, (_, number) => stage.newPerson(`Member ${round}-${number}`));
		const asked = members.map((member) => member.chatInput('purchases'));
		for (const each of asked) await each.answered();
	}
	expect(bot.stderr).toBe('');
});
