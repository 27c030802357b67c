import { join } from 'node:path';
import type { Person } from '@claimcheck/local-discord/person';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/storage/sqlite.js';
import { put } from '../storage/put.js';
import { auditChannel, auditLine, change, check, freshCode, hasBuyerRole, press, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { button, headline, readable } from './reading.js';

const day = 86_400_000;

describe('refunds, with the production bot', () => {
	let stage: Stage;
	let bot: RunningBot;

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		bot = await stage.startBot();
	});
	afterAll(() => stage?.close());

	/** A member's claim, as days without any activity have left it. */
	async function afterDays(person: Person, change: object): Promise<void> {
		await bot.stop();
		const store = await openSqlite(join(stage.folder, 'claims.sqlite'), () => {});
		for await (const { key, value } of listOf(store, person)) {
			await put(store, key, Object.assign({}, value, change));
		}
		await store.close();
		bot = await stage.startBot();
	}
	async function* listOf(store: Awaited<ReturnType<typeof openSqlite>>, { id }: Person) {
		for await (const pair of store.list('claim:')) {
			if (!pair.corrupt && JSON.stringify(pair.value).includes(id)) yield pair;
		}
	}
	const recheck = (code: string) => check(stage.people.moderator, code).then(readable);
	const missesOf = (...daysAgo: number[]) => daysAgo.map((days) => Date.now() - days * day);

	it('a purchase that its buyer proves again starts anew: one more "invalid" takes nothing', async () => {
		const buyer = stage.newPerson('Maya');
		const code = freshCode(stage);
		await verify(buyer, code);
		const misses = missesOf(5, 4, 3);
		await afterDays(buyer, { status: 'revoked', check: { at: misses[2], misses } });
		expect(headline(await verify(buyer, code))).toContain('✅ Already verified');
		stage.marketplace.refund(code);
		expect(await recheck(code)).toContain('1 of 3');
		expect(auditChannel(stage)).not.toContain('no longer lists');
		await expect.poll(() => hasBuyerRole(stage, buyer), { timeout: 20_000 }).toBe(true);
	});

	it('the third "invalid" on different days revokes immediately, by whatever check', async () => {
		const buyer = stage.newPerson('Tom');
		const code = freshCode(stage);
		await verify(buyer, code);
		stage.marketplace.refund(code);
		const misses = missesOf(2, 1.5);
		await afterDays(buyer, { check: { at: misses[1], misses } });
		expect(await recheck(code)).toContain('No longer valid: the shop doesn’t list it');
		await auditLine(stage, 'the shop no longer lists', buyer.id);
		await stage.discord.events.waitFor(
			'role-removed',
			({ userId, roleId }) => userId === buyer.id && roleId === stage.roles.buyer.id,
		);
	});

	it('says which roles went with a purchase, and which another one keeps', async () => {
		const buyer = stage.newPerson('Noa');
		const role = stage.guild.addRole({ name: 'Aurora' });
		const [first, second] = [stage.marketplace.addPurchase(), stage.marketplace.addPurchase()];
		const item = String(first.item.id);
		const asked = await stage.people.admin.chatInput('setup item', { item, role: role.id }).answered();
		await press(stage.people.admin, asked, 'setup-use');
		for (const { code } of [first, second]) await verify(buyer, code);
		const misses = missesOf(5, 4);
		await afterDays(buyer, { check: { at: misses[1], misses } });

		stage.marketplace.refund(first.code);
		const page = await recheck(first.code);
		const went = `Lost <@&${role.id}>. Keeps <@&${stage.roles.buyer.id}> by another purchase.`;
		expect(page).toContain('The shop said no on three days');
		expect(page).toContain(went);
		expect(await auditLine(stage, 'no longer lists', first.code.slice(-4))).toMatch(new RegExp(`${went}$`));

		stage.marketplace.refund(second.code);
		await recheck(second.code);
		const line = await auditLine(stage, 'no longer lists', second.code.slice(-4));
		expect(line).toMatch(new RegExp(`Lost <@&${stage.roles.buyer.id}>\\.$`));
	});

	it('a check of what is no longer valid says so once, and counts nothing', async () => {
		const buyer = stage.newPerson('Robin');
		const code = freshCode(stage);
		await verify(buyer, code);
		await afterDays(buyer, { status: 'revoked', check: { at: Date.now() - day, misses: [] } });
		stage.marketplace.refund(code);
		const page = await recheck(code);
		expect(page.split('No longer valid: the shop doesn’t list it')).toHaveLength(2);
		expect(page).not.toContain('of 3, then');
		await auditLine(stage, 'checked', code.slice(-4), 'still invalid');
	});

	it('a member who held a purchase once finds in the file what names them in it, and no other member', async () => {
		const { moderator } = stage.people;
		const [former, next] = [stage.newPerson('Ana'), stage.newPerson('Kim')];
		const code = freshCode(stage);
		await verify(former, code);
		await change(moderator, 'move', { code, to: next.id, reason: `for <@${next.id}>` });
		const page = await former.chatInput('privacy').answered();
		expect(readable(page)).toContain('1 former purchase');
		const answer = await former.clickButton(page, button(page, 'Download my data')).answered();
		const file = await (await fetch(answer.attachments[0]?.url ?? '')).text();
		expect(file).toContain('"moved to another account"');
		for (const other of [next, moderator]) expect(file).not.toContain(other.id);
	});
});
