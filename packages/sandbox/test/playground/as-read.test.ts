import { expect, it } from 'vitest';
import { asRead } from '../../src/playground/guide/story-run.js';
import { Stage } from '../../src/stage.js';

it('words are quoted as their readers see them: names, times, and no signs of markdown', async () => {
	const stage = await Stage.open();
	try {
		const { guild, people, roles, discord } = stage;
		guild.removeMember(people.friend.id);
		const seconds = Math.floor(discord.now() / 1_000) + 3 * 86_400 + 60;
		const words = `Tom reads: “### ⚖️ **In use** · <@${people.buyer.id}> · <@${people.friend.id}> · <@&${roles.buyer.id}> · -# <t:${seconds}:R>”`;
		expect(asRead(words, stage)).toBe('Tom reads: “⚖️ In use · @Maya · @Tom · @Buyer · in 3 days”');
	} finally {
		await stage.close();
	}
});
