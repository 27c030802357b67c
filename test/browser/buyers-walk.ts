import { describe, expect, it } from 'vitest';
import { Frame } from './frame.js';
import type { Walk } from './walk.js';
import { desktop, phone } from './watched-page.js';

export function buyersWalk(walk: () => Walk): void {
	describe('a buyer', () => {
		it('verifies with the panel’s form, which staff see in the other frame', async () => {
			const { playground, open } = walk();
			const { code } = playground.stage.marketplace.addPurchase();
			const watched = await open(desktop);
			const [maya, iris] = [new Frame(watched.page, 'Maya'), new Frame(watched.page, 'Iris')];
			await iris.open('staff-audit');
			await maya.open('verify');
			await watched.reach('buyer: verify from the panel', async () => {
				await maya.press('Verify your purchase', 'Verify purchase');
				await maya.form.waitFor();
				await watched.expectAccessible();
				await maya.fillIn({ 'Purchase code': code });
				await maya.message(/Purchase verified.*You now have @Buyer/s);
			});
			await iris.message(new RegExp(`@Maya \\(maya\\) verified .*••••${code.slice(-4)}`));
			// The shop's panel shows the code so that it can be copied; Discord doesn't show it.
			expect(await watched.page.locator('.device').getByText(code).count()).toBe(0);
			await watched.reach('buyer: see what was bought', async () => {
				await maya.press('Purchase verified', 'Show my purchases');
				await maya.message(/Bought .*verified|Your purchases/s);
			});
			await watched.expectAccessible();
		});

		it('reads on a phone what to do about a wrong code, and about a code in use', async () => {
			const { playground, open } = walk();
			const { marketplace, people } = playground.stage;
			const [mine, taken] = [marketplace.addPurchase(), marketplace.addPurchase()];
			await people.buyer.chatInput('verify', { code: taken.code }).answered();
			const watched = await open(phone);
			await new Frame(watched.page, 'Maya').actAs('Tom (friend)');
			const tom = new Frame(watched.page, 'Tom');
			await watched.reach(
				'buyer: read what to do about a wrong code, and verify with the right one',
				async () => {
					await tom.press('Verify your purchase', 'Verify purchase');
					await tom.fillIn({ 'Purchase code': '12345678-0000-4000-8000-000000000000' });
					await tom.press(/doesn’t recognize this code.*Copy the whole code/s, 'Try again');
					await tom.fillIn({ 'Purchase code': mine.code });
					await tom.message(/Purchase verified/);
				},
			);
			await tom.use('verify', { code: taken.code });
			await watched.reach('buyer: ask the staff for a purchase that another account has', async () => {
				await tom.press('This code is in use', 'This is my purchase');
				await tom.form.getByRole('textbox').fill('I lost my old account.');
				await tom.fillIn({});
				await tom.message('Staff will decide');
			});
			await watched.expectAccessible();
		});
	});
}

export function buyersFurtherWalk(walk: () => Walk): void {
	describe('a buyer', () => {
		it('gets back a role that was removed by hand', async () => {
			const { playground, open } = walk();
			const { stage } = playground;
			const { buyer } = stage.people;
			const { code } = stage.marketplace.addPurchase();
			// She may still have the role from the previous walk, with the bot's calls for it still queued.
			stage.guild.takeRole(buyer.id, stage.roles.buyer.id);
			const given = stage.discord.events.until(
				(event) => event.type === 'role-added' && event.userId === buyer.id,
				'Maya got no role',
				30_000,
			);
			await buyer.chatInput('verify', { code }).answered();
			await given;
			const watched = await open(phone);
			const maya = new Frame(watched.page, 'Maya');
			await maya.open('verify');
			stage.guild.takeRole(buyer.id, stage.roles.buyer.id);
			await watched.reach('buyer: get a lost role back', async () => {
				await maya.use('purchases');
				await maya.press(/Missing: .*@Buyer/s, 'Get my roles');
				await maya.message(/✅.*@Buyer/s);
			});
			await watched.expectAccessible();
		});

		it('without a code writes to the staff, who give the item, on a phone', async () => {
			const watched = await walk().open(phone);
			const maya = new Frame(watched.page, 'Maya');
			await maya.actAs('Tom (friend)');
			const [tom, iris] = [new Frame(watched.page, 'Tom'), new Frame(watched.page, 'Iris')];
			await tom.use('verify', { code: 'I have lost it' });
			await tom.message(/I can’t find my code/);
			await watched.reach('buyer: write to the staff without a code', async () => {
				await tom.press(/I can’t find my code/, 'I can’t find my code');
				await tom.press(/Staff of this server will see/, 'Write to staff');
				await tom.form.waitFor();
				await watched.expectAccessible();
				await tom.fillIn({ 'What did you buy, and when?': 'Aurora Admin, in May.' });
				await tom.message(/Sent to staff/);
			});
			await watched.page.getByRole('button', { name: 'Iris' }).click();
			await iris.open('staff-audit');
			await iris.message(/Requested by @Tom.*Aurora Admin, in May/s);
			await watched.expectAccessible();
			await watched.reach('moderator: give an item to a buyer without a code', async () => {
				await iris.press(/Aurora Admin, in May/, 'Give an item');
				await iris.form.waitFor();
				await watched.expectAccessible();
				await iris.fillIn({ Item: 'Aurora Admin – Dashboard Template', Reason: 'seen' });
				await iris.message(/Given by @Iris/);
			});
			await watched.expectAccessible();
		});

		it('browses the items for sale with their pictures, and views the stored data', async () => {
			const watched = await walk().open(desktop);
			const maya = new Frame(watched.page, 'Maya');
			await maya.begin('item');
			await maya.option('id').fill('auro');
			await maya.root
				.getByRole('button', { name: /Aurora/ })
				.first()
				.click();
			await maya.root.getByRole('button', { name: 'Send', exact: true }).click();
			await maya.press('Aurora Admin', 'Show more');
			const shots = await maya.message('1–8 of 8');
			const opened = watched.page.waitForEvent('popup');
			await shots
				.getByRole('link', { name: /picture/i })
				.first()
				.click();
			expect(await (await opened).evaluate('document.images[0].naturalWidth')).toBe(800);
			await (await opened).close();

			await maya.use('items');
			await maya.press(/page 1 of/, 'Next');
			await maya.choose(/page 2 of/, /\$/, 'Choose an item');
			await maya.press('Share here', 'Back');
			await maya.press(/page 2 of/, 'Search and filter');
			await watched.expectAccessible();
			await maya.pick('Category', /Themes/);
			await maya.fillIn({});
			await maya.message(/Items · \d+.*Themes.*page 1/s);
			await maya.use('privacy');
			await maya.message('Stored with your Discord user ID');
			await watched.expectAccessible();
		});

		it('gets replies in German from commands with German names', async () => {
			const watched = await walk().open(desktop);
			const maya = new Frame(watched.page, 'Maya');
			await maya.root.getByLabel('Language of Maya').selectOption('de');
			await maya.begin('käufe');
			await maya.root.getByRole('button', { name: 'Send', exact: true }).click();
			await maya.message(/Deine Käufe|Gekauft|Noch keine Käufe/);
			await maya.root.getByText('Nur du kannst dies sehen').first().waitFor();
			await maya.root.locator('.members-button').click();
			await maya.root.locator('.members').getByText('Mitglieder').first().waitFor();
			await watched.expectAccessible();
			await maya.root.getByLabel('Language of Maya').selectOption('en-US');
		});
	});
}
