import { join } from 'node:path';
import type { Person } from '@claimcheck/local-discord/person';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/storage/sqlite.js';
import { put } from '../storage/put.js';
import { auditLine, check, freshCode, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { readable } from './reading.js';

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
		await stage.people.admin.chatInput('setup item', { item, role: role.id }).answered();
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
});
