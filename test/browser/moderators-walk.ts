import { describe, expect, it } from 'vitest';
import { Frame } from './frame.js';
import type { Walk } from './walk.js';
import { desktop, type WatchedPage } from './watched-page.js';

/** The goals of moderators, in the right frame on a desktop. */
export function moderatorsWalk(walk: () => Walk): void {
	/** The page, with a purchase held by Maya. */
	async function openWithPurchase() {
		const { playground, open } = walk();
		const { stage } = playground;
		const { code } = stage.marketplace.addPurchase();
		await stage.people.buyer.chatInput('verify', { code }).answered();
		const watched = await open(desktop);
		const [maya, iris] = [new Frame(watched.page, 'Maya'), new Frame(watched.page, 'Iris')];
		return { watched, maya, iris, code };
	}

	describe('a moderator', () => {
		it('gets from a line of the audit channel to the purchase, revokes it, and undoes that', async () => {
			const { playground, open } = walk();
			const { stage } = playground;
			const { code } = stage.marketplace.addPurchase();
			const watched = await open(desktop);
			const iris = new Frame(watched.page, 'Iris');
			await iris.open('staff-audit');
			await stage.newPerson('Ada').chatInput('verify', { code }).answered();
			const end = `••••${code.slice(-4)}`;
			await watched.reach('moderator: open a purchase from its line in the audit channel', async () => {
				await iris.press(new RegExp(`@Ada .*verified .*${end}`), `Open ${end}`);
				await iris.message(/Linked to @Ada/);
			});
			await watched.reach('moderator: revoke a purchase', async () => {
				await iris.choose('Linked to @Ada', /^Revoke/, 'Change this purchase');
				expect(await iris.form.innerText()).toMatch(
					/@?Ada.* will lose .*@?Buyer.*The code stops working until staff lift the revocation/s,
				);
				await iris.fillIn({ Reason: 'a walk' });
				await iris.message(/revoked .*Undo expires/s);
			});
			await watched.expectAccessible();
			await watched.reach('moderator: undo it', async () => {
				await iris.press(/revoked .*Undo expires/s, 'Undo');
				await iris.message(/Undone by @Iris/);
			});
		});

		it('looks a member up from the member menu, locks a purchase, and reads how the shop is doing', async () => {
			const { playground, open } = walk();
			const { stage } = playground;
			const { code } = stage.marketplace.addPurchase();
			await stage.newPerson('Walker').chatInput('verify', { code }).answered();
			const watched = await open(desktop);
			const iris = new Frame(watched.page, 'Iris');
			await iris.open('staff-audit');
			await watched.reach('moderator: look a member up', async () => {
				await iris.openMember('Walker');
				await iris.root.getByRole('dialog', { name: 'Walker' }).getByText('Purchases').click();
				await iris.message(/@Walker.*Joined/s);
			});
			await watched.reach('moderator: lock a purchase', async () => {
				await iris.press(/@Walker.*Joined/s, 'Open');
				await iris.choose('Linked to', /^Lock/, 'Change this purchase');
				await iris.fillIn({ Reason: 'a walk' });
				await iris.message('locked');
			});
			await watched.expectAccessible();
			await watched.reach('moderator: look a code up', async () => {
				await iris.begin('whois');
				await iris.option('code').fill(code);
				await iris.root.getByRole('button', { name: 'Send', exact: true }).click();
				await iris.message(/Locked by staff.*Linked to/s);
			});

			await iris.actAs('Noor (admin)');
			const noor = new Frame(watched.page, 'Noor');
			await noor.use('stats');
			const stats = await noor.message('Last 30 days');
			expect(await stats.getByRole('img').count()).toBeGreaterThan(0);
			await noor.use('doctor');
			await noor.message(/Check-up|checks are fine/);
			await watched.expectAccessible();
		});

		it('decides a dispute on its card, and undoes the decision', async () => {
			const { watched, maya, iris, code } = await openWithPurchase();
			await iris.open('staff-audit');
			await maya.actAs('Tom (friend)');
			await openDispute(watched, code);
			await watched.reach('moderator: decide a dispute', async () => {
				await iris.press(/Holder @Maya.*Requested by @Tom/s, 'Move to Tom');
				await iris.fillIn({ Reason: 'Tom has shown the receipt.' });
				await iris.message(/Original holder @Maya.*Requested by @Tom.*Moved to @Tom/s);
			});
			await watched.expectAccessible();
			await watched.reach('moderator: undo the decision', async () => {
				await iris.press(/Moved to @Tom/, 'Undo');
				await iris.message(/Undone by @Iris/);
			});
			await watched.reach('moderator: rule the other way after an undo', async () => {
				await iris.press(/Requested by @Tom.*Undone by @Iris/s, 'Keep with Maya');
				await iris.fillIn({ Reason: 'Maya has shown the receipt.' });
				await iris.message(/Stays with @Maya/);
			});
		});

		it('doesn’t need to ask the holder of a disputed purchase, who can answer with one press', async () => {
			const { watched, maya, iris, code } = await openWithPurchase();
			await iris.actAs('Tom (friend)');
			await openDispute(watched, code);
			await maya.open('Claimcheck');
			await watched.reach('holder: answer a question about a purchase', async () => {
				await maya.press(/Is it yours\? Staff will decide/, 'Keep it on this account');
				await maya.message(/Noted\. Staff of .* will decide who gets/);
			});
		});

		it('sees who verified in a busy hour', async () => {
			const { playground, open } = walk();
			const { stage } = playground;
			const watched = await open(desktop);
			const iris = new Frame(watched.page, 'Iris');
			await iris.open('staff-audit');
			const people = Array.from({ length: 12 }, (_, n) => stage.newPerson(`Buyer ${n}`));
			for (const person of people) {
				await person.chatInput('verify', { code: stage.marketplace.addPurchase().code }).answered();
			}
			await watched.reach('moderator: see who verified in a busy hour', async () => {
				await iris.message(/purchases verified in \d+ minutes? · @Buyer \d+/);
			});
			await watched.expectAccessible();
		});
	});
}

/** Tom, whom a frame shows, claims a purchase that another account holds. */
async function openDispute({ page }: WatchedPage, code: string): Promise<void> {
	const tom = new Frame(page, 'Tom');
	await tom.use('verify', { code });
	await tom.press('This code is in use', 'This is my purchase');
	await tom.fillIn({});
}
