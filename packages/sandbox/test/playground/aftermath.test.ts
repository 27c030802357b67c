import { expect, it } from 'vitest';
import { WorldClock } from '../../src/clock/world-clock.js';
import { Aftermath } from '../../src/playground/world/clock-part.js';
import { Stage } from '../../src/stage.js';

const day = 86_400_000;

it('the aftermath of a clock move lists the visible changes, until a person acts', async () => {
	const clock = new WorldClock();
	const stage = await Stage.open({ clock });
	try {
		const { discord, guild, marketplace, people, roles } = stage;
		guild.giveRole(people.buyer.id, roles.buyer.id);
		marketplace.addPurchase({ supportedUntil: discord.now() + day });
		const aftermath = new Aftermath(stage, () => undefined);
		aftermath.begin();
		clock.advance(2 * day);
		guild.takeRole(people.buyer.id, roles.buyer.id);
		guild.giveRole(people.friend.id, roles.buyer.id);
		const lines = ['the support of 1 purchase ended', 'Maya lost Buyer', 'Tom got Buyer'];
		await expect.poll(() => aftermath.lines).toEqual(lines);

		// Later changes are a person's doing.
		aftermath.close();
		guild.takeRole(people.friend.id, roles.buyer.id);
		expect(aftermath.lines).toEqual(lines);
	} finally {
		await stage.close();
	}
});
