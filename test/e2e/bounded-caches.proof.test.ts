import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { sharedStage } from './own-stage.js';

const stage = await sharedStage();

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
