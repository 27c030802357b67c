import { beforeEach, describe, expect, it } from 'vitest';
import type { ProvenPurchase } from '../../../src/claims/record.js';
import type { PurchaseCheck } from '../../../src/marketplace/purchase-check.js';
import { itemSchema, purchaseSchema } from '../../../src/marketplace/schemas.js';
import { createGiving } from '../../../src/services/moderation/giving.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import { codeNumber, samplePurchase } from '../../claims/sample-claims.js';
import { samplePurchase as answered, sampleItem } from '../../marketplace/samples.js';
import { noRules } from '../../servers/no-rules.js';
import { onCommit } from '../../storage/on-commit.js';
import { floor } from '../../world/floor.js';
import { day, home, holder as maya, moderator, openCases } from './case-world.js';

const now = 1_000 * day;
const code = codeNumber(1);
const aurora = itemSchema.parse({ ...sampleItem, id: 17, name: 'Aurora', category: 'themes' });
const rules = {
	...noRules,
	buyerRoleId: 'buyer',
	itemRoles: { 17: 'item' },
	supportedRoleId: 'supported',
};
const gift = { itemId: 17, days: '', toUserId: maya, why: 'a prize', nonce: 'one' };

/** The shop's answer about a purchase with the sample's fields. */
function shopPurchase(changes: Partial<ProvenPurchase> = {}) {
	const parsed = purchaseSchema.parse(answered);
	const bought = samplePurchase(changes);
	return { ...parsed, ...bought, item: { ...parsed.item, ...bought.item } };
}

describe('giving and blocking by staff', () => {
	let world: Awaited<ReturnType<typeof openCases>>;
	let limits: Limits;
	let listState: 'ready' | 'loading';
	let giving: ReturnType<typeof createGiving>;
	let asked: string[];
	/** Set by each test before its action. */
	let answer: Awaited<ReturnType<PurchaseCheck['checkCode']>>;

	const givingOf = (claims = world.memory.claims) => {
		let ids = 0;
		return createGiving(
			floor({
				...{ claims, limits, moderation: world.moderation, store: world.memory.store },
				unguessable: { id: () => `lookup-number-${String(++ids)}` },
				catalog: {
					get: (id) => (id === aurora.id ? aurora : undefined),
					snapshot: () => ({ items: [], state: listState }),
				},
				guilds: { rulesOf: async () => rules },
				purchaseCheck: {
					checkCode: async (of, { priority } = {}) => {
						asked.push(`ask ${of} in the ${priority}`);
						return answer;
					},
				},
				clock: { now: () => world.memory.clock },
			}),
		);
	};

	beforeEach(async () => {
		world = await openCases();
		[asked, listState, answer] = [[], 'ready', { kind: 'valid', purchase: shopPurchase() }];
		limits = new Limits({ store: world.memory.store, clock: { now: () => now } });
		giving = givingOf();
	});
	const lookedUp = async (): Promise<string> => {
		const found = await giving.lookUpCode(code, moderator);
		return 'id' in found ? found.id : expect.unreachable(found.kind);
	};
	const held = async () => await world.memory.claims.claimsOf(maya);
	const given = async () => (await limits.look('give', moderator.userId)).times;

	describe('without a code', () => {
		it('records an item for a member, then reports it, within the moderator’s rights', async () => {
			expect(await giving.give(gift, moderator)).toMatchObject({ kind: 'done', event: { deed: 'gave' } });
			expect(world.roles).toEqual([`request ${maya}`]);
			const people = { memberId: undefined, toUserId: maya };
			const what = { why: 'a prize', codeEnd: undefined, itemName: 'Aurora' };
			expect(world.acts).toMatchObject([{ deed: 'gave', ...people, ...what }]);
			const item = { id: 17, name: 'Aurora', category: 'themes' };
			const purchase = { item, licenseType: '', supportedUntil: undefined, purchasedAt: undefined };
			expect(await held()).toMatchObject([purchase]);
		});

		it('gives support for 1 to 365 days', async () => {
			for (const days of ['0', '366', '-1', '1e2', '30.5', 'many'])
				expect(await giving.give({ ...gift, days }, moderator)).toEqual({ kind: 'not-days' });
			await giving.give({ ...gift, days: '365' }, moderator);
			expect(await held()).toMatchObject([{ supportedUntil: now + 365 * day }]);
		});

		it.each([
			['an item that is not for sale', { ...gift, itemId: 1 }, moderator, { kind: 'unknown-item' }],
			['an item that nothing is called', { ...gift, itemId: undefined }, moderator, { kind: 'unknown-item' }],
			[
				'who may not manage roles',
				gift,
				{ ...moderator, canManageRoles: false },
				{ kind: 'moderators-only' },
			],
			['to oneself', { ...gift, toUserId: moderator.userId }, moderator, { kind: 'own-case' }],
		])('is refused: %s', async (_, request, by, refused) => {
			expect(await giving.give(request, by)).toEqual(refused);
			expect([world.roles, world.acts, await held()]).toEqual([[], [], []]);
		});

		it('waits for the list of items, which may contain the item', async () => {
			listState = 'loading';
			expect(await giving.give({ ...gift, itemId: 1 }, moderator)).toEqual({ kind: 'uncheckable' });
		});

		it('is refused if a role that follows is not below the moderator’s highest one, except to administrators', async () => {
			const low = { ...moderator, rights: { isAbove: (roleId: string) => roleId === 'buyer' } };
			expect(await giving.give(gift, low)).toEqual({ kind: 'role-above', roleId: 'item' });
			expect(world.roles).toEqual([]);
			const lowest = { ...moderator, rights: { isAbove: (roleId: string) => roleId !== 'supported' } };
			const refused = { kind: 'role-above', roleId: 'supported' };
			expect(await giving.give({ ...gift, days: '1' }, lowest)).toEqual(refused);
			// Without support, that role isn't given.
			expect((await giving.give(gift, lowest)).kind).toBe('done');
			const administrator = { ...low, isAdministrator: true };
			expect((await giving.give({ ...gift, nonce: 'two' }, administrator)).kind).toBe('done');
		});

		it('is refused once the daily limit is reached, and says until when', async () => {
			const gifts = Array.from({ length: 12 }, (_, nonce) =>
				giving.give({ ...gift, nonce: `${nonce}` }, moderator),
			);
			const outcomes = await Promise.all(gifts);
			const refused = { kind: 'too-many', retryAt: now + day };
			expect(outcomes.filter(({ kind }) => kind !== 'done')).toEqual([refused, refused]);
			expect(await held()).toHaveLength(10);
			expect(world.acts).toHaveLength(10);
		});

		it('happens once, however often it is requested, and counts only then, whatever happens during the commit', async () => {
			const lost = (): never => {
				throw new Error('lost');
			};
			const { memory } = world;
			const before = givingOf(await memory.openWith((store) => onCommit(store, { before: lost })));
			await expect(before.give(gift, moderator)).rejects.toThrow('lost');
			expect([await given(), await held()]).toEqual([[], []]);
			const after = givingOf(await memory.openWith((store) => onCommit(store, { after: lost })));
			await expect(after.give(gift, moderator)).rejects.toThrow('lost');
			expect(await giving.give(gift, moderator)).toEqual({ kind: 'changed-since' });
			expect([await given(), await held()]).toMatchObject([[now], [{ holderId: maya }]]);
		});
	});

	describe('with a code that staff look up', () => {
		it('shows a code without a holder with the shop’s answer, and claims nothing', async () => {
			const { item, licenseType, supportedUntil, purchasedAt } = samplePurchase();
			expect(await giving.lookUpCode(` Code: ${code.toUpperCase()} `, moderator)).toMatchObject({
				kind: 'free',
				id: 'lookup-number-1',
				purchase: { item, licenseType, supportedUntil, purchasedAt },
				codeEnd: code.slice(-4),
			});
			const label = { itemName: item.name, codeEnd: code.slice(-4) };
			expect(await giving.lookedUp('lookup-number-1', moderator)).toEqual(label);
			expect(await giving.lookUpCode('no code at all', moderator)).toEqual({ kind: 'not-a-code' });
			expect(asked).toEqual([`ask ${code} in the background`]);
			expect(JSON.stringify(world.memory.rows.get('looked-up:lookup-number-1'))).not.toContain(code);
		});

		it('doesn’t find the code for another moderator, in another server, or after a quarter of an hour', async () => {
			const id = await lookedUp();
			const give = (of: string, by = moderator) => giving.giveLookedUp(of, { toUserId: maya, why: '' }, by);
			expect(await give(id, { ...moderator, userId: maya })).toEqual({ kind: 'expired' });
			expect(await give(id, { ...moderator, guildId: 'elsewhere' })).toEqual({ kind: 'expired' });
			expect(await give('lookup-number-9')).toEqual({ kind: 'expired' });
			expect(await giving.lookedUp('lookup-number-9', moderator)).toBeUndefined();
			world.memory.clock += 15 * 60_000;
			expect(await give(id)).toEqual({ kind: 'expired' });
		});

		it('attack 65: gives it to no one if no member was chosen', async () => {
			const given = await giving.giveLookedUp(await lookedUp(), { toUserId: undefined, why: '' }, moderator);
			expect([given, world.roles]).toEqual([{ kind: 'not-a-member' }, []]);
		});

		it('links it to a member’s account, with the shop’s current answer', async () => {
			const id = await lookedUp();
			answer = { kind: 'valid', purchase: shopPurchase({ licenseType: 'Extended' }) };
			const given = await giving.giveLookedUp(id, { toUserId: maya, why: 'lost the mail' }, moderator);
			expect(given).toMatchObject({ kind: 'done' });
			expect(world.acts).toMatchObject([
				{ deed: 'gave', memberId: undefined, toUserId: maya, why: 'lost the mail', codeEnd: code.slice(-4) },
			]);
			expect(asked).toEqual(Array(2).fill(`ask ${code} in the background`));
			expect(world.roles).toEqual([`request ${maya}`]);
			expect(await held()).toMatchObject([{ licenseType: 'Extended' }]);
		});

		it.each(['invalid', 'uncheckable'] as const)(
			'neither keeps nor gives nor blocks it if the shop now says %s',
			async (kind) => {
				const id = await lookedUp();
				answer = kind === 'invalid' ? { kind } : { kind, reason: 'unavailable' };
				expect(await giving.lookUpCode(code, moderator)).toEqual({ kind });
				expect(world.memory.rows.get('looked-up:lookup-number-2')).toBeUndefined();
				expect(await giving.giveLookedUp(id, { toUserId: maya, why: '' }, moderator)).toEqual({ kind });
				expect(await giving.blockLookedUp(id, '', moderator)).toEqual({ kind });
				expect([world.acts, await held()]).toEqual([[], []]);
			},
		);

		it('blocks it for everyone, which is reported', async () => {
			const id = await lookedUp();
			expect(await giving.blockLookedUp(id, 'leaked', moderator)).toMatchObject({ kind: 'done' });
			expect(world.acts).toMatchObject([
				{ deed: 'revoked', memberId: undefined, toUserId: undefined, why: 'leaked', codeEnd: code.slice(-4) },
			]);
		});

		it('doesn’t block it if a member has verified it meanwhile', async () => {
			const id = await lookedUp();
			await world.memory.claims.claim(code, { userId: maya, guildId: home, purchase: samplePurchase() });
			expect(await giving.blockLookedUp(id, 'leaked', moderator)).toEqual({ kind: 'changed-since' });
			expect([await held(), world.acts]).toMatchObject([[{ status: 'active' }], []]);
		});
	});
});
