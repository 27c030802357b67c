import { startPage } from '@claimcheck/local-discord/page/page-server';
import { staffAlone } from '@claimcheck/sandbox/playground/set-up';
import { Stage } from '@claimcheck/sandbox/stage';
import { describe, it, onTestFinished } from 'vitest';
import { builtPage } from '../../packages/local-discord/test/browser/find-chromium.js';
import { Frame } from './frame.js';
import type { Walk } from './walk.js';
import { phone, WatchedPage } from './watched-page.js';

/** A shop author's goals: first in a server without any settings, then looking at the items for sale on a phone. */
export function authorsWalk(walk: () => Pick<Walk, 'browser'>): void {
	describe('an author', () => {
		it('sets up a server on one page, tries it as a buyer, and changes it', async () => {
			const watched = await WatchedPage.open(walk().browser, await openNewServer(300), phone);
			const noor = new Frame(watched.page, 'Noor');
			await watched.reach('author: set the server up', async () => {
				await noor.use('setup server');
				await noor.press('Set up this server', 'Choose');
				await noor.press('Everyone with a verified purchase gets it', 'Create @Buyer for me');
				await noor.message(/I created @Buyer and saved it/);
				await noor.press('Set up this server', 'Choose');
				await noor.choose('I post who verified what', 'staff-audit');
				await noor.press(/Audit channel #staff-audit/, 'Post');
				await noor.choose('The message buyers use to verify', /^verify/);
				await noor.message(/4 of 4.*Ready: buyers can verify in #verify/s);
			});
			await watched.expectAccessible();
			await watched.reach('author: try it as a buyer', async () => {
				await noor.press('4 of 4', 'Try it as a buyer');
				await noor.message(/Test.*Purchase verified.*@Buyer/s);
			});
			await noor.press(/Test.*@Buyer/s, 'Back');
			await watched.reach('author: write the words of the panel', async () => {
				// The buyer role and the audit channel come first.
				await noor.press('4 of 4', 'Change', 2);
				await noor.press('The message buyers use to verify', 'Edit text');
				await noor.fillIn({ Title: 'Northlight customers, this way' });
				await noor.message(/panel is in #verify|Saved/i);
			});
			await noor.use('setup server');
			await watched.reach('author: give a role for an item of 300', async () => {
				await noor.choose('4 of 4', /^Roles by purchase/, 'More settings');
				await noor.choose('Buyers get every matching role', 'Item', 'Add a role');
				await noor.press(/Item.*Choose.*Search/s, 'Search');
				await noor.form.getByRole('textbox').fill('aurora admin');
				await noor.fillIn({});
				await noor.choose(/Item.*Choose.*Search/s, /Aurora Admin/, 'Choose');
				await noor.choose(/Aurora/, 'Regulars', 'Choose a role');
				await noor.message(/Aurora.*→ @Regulars/s);
			});
			await watched.expectAccessible();
			await noor.open('verify');
			await noor.message('Northlight customers, this way');

			await new Frame(watched.page, 'Noor').actAs('Maya (member)');
			await goThroughItems(watched);
		});
	});
}

/** A server that the bot has just joined, with nothing set up, and the address of a page for two of its people. */
async function openNewServer(itemCount: number): Promise<string> {
	const stage = await Stage.open({ marketplace: { itemCount } });
	onTestFinished(() => stage.close());
	const { guild, channels, roles, people, discord } = stage;
	guild.setOverwrites(channels.audit, staffAlone(stage));
	// The name of a role that the bot creates.
	guild.renameRole(roles.buyer.id, 'Regulars');
	await stage.register();
	const bot = await stage.startBot({ BUYER_ROLE_ID: '', AUDIT_CHANNEL_ID: '' });
	await bot.logged('Loaded the items');
	const page = await startPage(discord, {
		title: 'A new server',
		people: [
			{ userId: people.admin.id, guildId: guild.id, alias: 'admin' },
			{ userId: people.buyer.id, guildId: guild.id, alias: 'member' },
		],
		mediaOrigins: [stage.marketplace.baseUrl],
		webRoot: builtPage,
	});
	onTestFinished(() => page.close());
	return page.address;
}

async function goThroughItems(watched: WatchedPage): Promise<void> {
	const maya = new Frame(watched.page, 'Maya');
	await watched.reach('buyer: find an item among 300 by its name', async () => {
		await maya.use('items');
		await maya.press(/page 1 of 30/, 'Search and filter');
		await maya.fillIn({ Words: 'kolibri' });
		await maya.press(/“kolibri”/, 'Open');
		await maya.message(/Kolibri.*Share here/s);
	});
	await watched.reach('buyer: see the last of 300 items', async () => {
		await maya.use('items');
		await maya.press(/page 1 of 30/, 'Search and filter');
		await maya.fillIn({ Page: '30' });
		await maya.message('page 30 of 30');
	});
	await watched.expectAccessible();
}
