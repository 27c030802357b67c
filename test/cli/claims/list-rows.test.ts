import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openClaimStore } from '../../../src/claims/claim-store.js';
import type { CsvRow } from '../../../src/cli/claims/csv-rows.js';
import { ListRows, type ListRowsOptions } from '../../../src/cli/claims/list-rows.js';
import { NoAnswerError, type ShopSays } from '../../../src/cli/claims/list-shop.js';
import type { Membership } from '../../../src/guilds/member-facts.js';
import { SyncRows } from '../../../src/roles/sync-rows.js';
import { type AdminPlace, backEnds, fillPlace, keys } from '../../claims/admin/admin-place.js';
import {
	claimSecret,
	codeNumber,
	guild,
	memberNumber,
	revoke,
	samplePurchase,
} from '../../claims/sample-claims.js';

const now = 1_000;
const staff = { by: memberNumber(99), guildId: guild, why: 'a reason', canManageRoles: true };
const item = samplePurchase().item;

describe.each(backEnds)('rows of a list on $name', (backEnd) => {
	let place: AdminPlace;
	let asked: string[];
	let shopSays: ShopSays;
	let membership: Membership;

	beforeEach(async () => {
		place = await fillPlace(await backEnd.makePlace());
		asked = [];
		shopSays = { kind: 'valid', purchase: samplePurchase() };
		membership = 'member';
	});
	afterEach(() => place.remove());

	const syncRows = () => new SyncRows(place.store, { now: () => now });
	const rows = (change: Partial<ListRowsOptions> = {}) =>
		new ListRows({
			claims: place.claims,
			keys,
			clock: { now: () => now },
			syncRows: syncRows(),
			shop: {
				itemOf: async (id) => (id === item.id ? item : undefined),
				check: async (code) => {
					asked.push(code);
					return shopSays;
				},
			},
			members: { membershipOf: async () => membership },
			guildIds: [guild],
			...change,
		});
	const rowOf = (change: Partial<CsvRow>): CsvRow => ({
		line: 2,
		code: codeNumber(1),
		member: memberNumber(1),
		item: '',
		until: '',
		...change,
	});
	const add = async (change: Partial<CsvRow> = {}, list = rows()) =>
		await list.add(await list.check(rowOf(change)));
	const claim = (n: number, userId: string, guildId = guild) =>
		place.claims.claim(codeNumber(n), { userId, guildId, purchase: samplePurchase() });
	const hashOf = (n: number) => keys.hash(codeNumber(n));
	const waiting = async () => {
		const targets: string[] = [];
		for await (const { target } of syncRows().due()) targets.push(`${target.guildId}:${target.userId}`);
		return targets;
	};

	it('are recorded as if the member had verified, with a request for the roles', async () => {
		expect(await add()).toEqual({ kind: 'added' });
		expect(await place.claims.claimsOf(memberNumber(1))).toMatchObject([{ status: 'active' }]);
		expect(await waiting()).toEqual([`${guild}:${memberNumber(1)}`]);
		expect(await add()).toEqual({ kind: 'held' });
		expect(asked).toEqual([codeNumber(1)]);
	});

	it.each([
		['absent', 'absent'],
		['bot', 'bot'],
	] as const)('of %s accounts record nothing, and the shop is not asked', async (is, refusal) => {
		membership = is;
		expect(await add()).toEqual({ kind: 'refused', refusal });
		expect(await add({ code: '', item: '17', until: '1970-06-01' })).toEqual({ kind: 'refused', refusal });
		expect(asked).toEqual([]);
		expect(await waiting()).toEqual([]);
		expect(await place.claims.claimsOf(memberNumber(1))).toEqual([]);
	});

	it('stay open while Discord does not respond', async () => {
		membership = 'unknown';
		await expect(add()).rejects.toBeInstanceOf(NoAnswerError);
	});

	it('with a code that the shop does not know record nothing', async () => {
		shopSays = { kind: 'invalid' };
		expect(await add()).toEqual({ kind: 'refused', refusal: 'invalid' });
		shopSays = { kind: 'unreadable' };
		expect(await add()).toEqual({ kind: 'refused', refusal: 'unreadable' });
		expect(await place.claims.claimsOf(memberNumber(1))).toEqual([]);
	});

	it('with a code of another member, a locked one or a revoked one are refused unasked', async () => {
		await claim(1, memberNumber(2));
		expect(await add()).toEqual({ kind: 'refused', refusal: 'other-holder' });
		await place.claims.moderated.lock(hashOf(1), staff);
		expect(await add()).toEqual({ kind: 'refused', refusal: 'locked' });
		await claim(3, memberNumber(2));
		await place.claims.moderated.revoke(hashOf(3), staff);
		expect(await add({ code: codeNumber(3) })).toEqual({ kind: 'refused', refusal: 'revoked' });
		expect(await add({ code: codeNumber(3), member: memberNumber(2) })).toEqual({
			kind: 'refused',
			refusal: 'revoked',
		});
		expect(asked).toEqual([]);
	});

	it('with a refunded purchase of the member are asked about again', async () => {
		await claim(1, memberNumber(1));
		await revoke(place.claims, hashOf(1));
		shopSays = { kind: 'invalid' };
		expect(await add()).toEqual({ kind: 'refused', refusal: 'refunded' });
		shopSays = { kind: 'valid', purchase: samplePurchase() };
		expect(await add()).toEqual({ kind: 'added' });
		expect(await place.claims.claimsOf(memberNumber(1))).toMatchObject([{ status: 'active' }]);
	});

	it('without a code are gifts, and equal rows are one', async () => {
		const gift = { code: ' ', item: '17', until: '1970-12-31', member: `<@${memberNumber(5)}>` };
		expect(await add(gift)).toEqual({ kind: 'added' });
		expect(await add(gift)).toEqual({ kind: 'held' });
		const given = await place.claims.claimsOf(memberNumber(5));
		expect(given).toMatchObject([{ isGiven: true, item: { id: 17 }, supportedUntil: Date.UTC(1971, 0, 1) }]);
		expect(asked).toEqual([]);
		await place.claims.moderated.release(given[0]?.hash ?? '', memberNumber(5), staff);
		expect(await add(gift)).toEqual({ kind: 'refused', refusal: 'revoked' });
		await place.claims.own.forget(memberNumber(5));
		expect(await add(gift)).toEqual({ kind: 'refused', refusal: 'revoked' });
	});

	it('give a gift again that its member has deleted', async () => {
		const gift = { code: '', item: '17', until: '1970-12-31', member: memberNumber(6) };
		const claims = await openClaimStore({
			store: place.store,
			claimSecret,
			clock: { now: () => now },
			report: { damaged: (key) => expect.unreachable(key) },
			follow: syncRows().follow({ ids: [guild] }),
		});
		const list = () => rows({ claims });
		for (let turn = 1; turn <= 3; turn += 1) {
			expect(await add(gift, list())).toEqual({ kind: 'added' });
			expect(await add(gift, list())).toEqual({ kind: 'held' });
			expect(await waiting()).toContain(`${guild}:${memberNumber(6)}`);
			await place.claims.own.forget(memberNumber(6));
		}
	});

	it.each([
		['1.23457E+17', {}, 'member-id'],
		['1234', {}, 'member-id'],
		['=HYPERLINK()', {}, 'member-id'],
		[memberNumber(1), { code: 'hello there' }, 'not-a-code'],
		[memberNumber(1), { code: '12345678' }, 'not-a-code'],
		[memberNumber(1), { code: '' }, 'item'],
		[memberNumber(1), { code: '', item: 'Aurora' }, 'item'],
		[memberNumber(1), { code: '', item: '18', until: '1970-06-01' }, 'unknown-item'],
		[memberNumber(1), { code: '', item: '17' }, 'until'],
		[memberNumber(1), { code: '', item: '17', until: '31.12.1970' }, 'until'],
		[memberNumber(1), { code: '', item: '17', until: '1970-02-31' }, 'until'],
		[memberNumber(1), { code: '', item: '17', until: '1969-12-31' }, 'until-range'],
		[memberNumber(1), { code: '', item: '17', until: '1971-01-01' }, 'until-range'],
	] as const)('are refused: member %s, %j', async (member, change, refusal) => {
		expect(await add({ member, ...change })).toEqual({ kind: 'refused', refusal });
	});

	it('are refused if an earlier line says the same', async () => {
		const check = rows();
		await check.check(rowOf({}));
		const again = { code: `Code: ${codeNumber(1).toUpperCase()}`, member: `<@!${memberNumber(1)}>` };
		expect(await check.check(rowOf(again))).toEqual({ kind: 'refused', refusal: 'doubled' });
		expect(await check.check(rowOf({ member: memberNumber(2) }))).toMatchObject({ kind: 'code' });
	});
});
