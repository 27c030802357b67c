import { describe, expect, it } from 'vitest';
import { Frame } from './frame.js';
import type { Walk } from './walk.js';
import { desktop } from './watched-page.js';

/** Would run if any text were taken for markup. */
const markup = '<img src=x onerror="window.wasHere=1"><script>window.wasHere=1</script>';
const words = `${markup}<svg onload=alert(1)> [a](javascript:window.wasHere=1) {{constructor}} \u202e`;

/** A shop, a server and members that are called by the worst there is. */
export function hostileWalk(walk: () => Walk): void {
	describe('texts of strangers', () => {
		it('are text wherever they are shown: no script runs, nothing is asked for elsewhere', async () => {
			const { playground, open } = walk();
			const { stage, world } = playground;
			const { marketplace, guild, discord } = stage;
			const [sample, ...others] = marketplace.items;
			if (sample === undefined) throw new Error('The shop is empty');
			const hostile = {
				...sample,
				id: 99_001,
				name: `Zebra ${markup}`,
				description: words,
				category: words,
				subCategory: words,
				options: [words],
				tags: [words],
				version: markup,
			};
			marketplace.setItems([sample, hostile, ...others]);
			guild.addRole({ name: markup });
			guild.addChannel({ name: markup });
			discord.person(guild, { name: markup });
			const { code } = marketplace.addPurchase({ itemId: hostile.id });
			// The bot reads the catalogue when it starts.
			await world.bot.stop();
			await world.bot.start();

			const watched = await open(desktop);
			const maya = new Frame(watched.page, 'Maya');
			await maya.use('verify', { code });
			const verified = await maya.message(/Purchase verified.*Zebra/s);
			expect(await verified.innerText()).toContain('onerror');
			await maya.press(/Purchase verified.*Zebra/s, 'Show item');
			await maya.message(/Zebra.*regular/s);
			await maya.root.locator('.members-button').click();
			await maya.root.locator('.members').getByText('<img src=x').waitFor();
			await watched.page.keyboard.press('Escape');
			await maya.use('purchases');
			await maya.message(/Bought .*verified|Your purchases/s);

			expect(await watched.page.locator('article script, article img[src="x"]').count()).toBe(0);
			expect(await watched.page.locator('a[href^="javascript:"]').count()).toBe(0);
			expect(await watched.page.evaluate('window.wasHere')).toBeUndefined();
		});
	});
}
