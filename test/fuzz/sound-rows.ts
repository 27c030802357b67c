import { type PurchaseCode, parsePurchaseCode } from '../../src/base/purchase-code.js';
import { dueKey, memberEntryPrefix } from '../../src/claims/claim-indexes.js';
import { type ClaimKeys, holderTag } from '../../src/claims/claim-keys.js';
import { auditChannelId, dayMs, guildIds, homeId, roles, userIds } from '../world/servers.js';
import type { Json } from './edge.js';

// Rows of every kind that an export carries or a start reads, as this version and earlier ones have written them.

type Rows = Readonly<Record<string, Json>>;

const [, otherId] = guildIds;
const [anna, bert, cleo] = userIds;
/** When the simulation begins, or a little before. */
const rowsAt = Date.UTC(2026, 10, 2, 9);
const messageId = '900000000000000777';

/** The codes of the rows that a claim is made of: number 0 to 4. */
export function codeOf(index: number): PurchaseCode {
	const code = parsePurchaseCode(`aaaaaaaa-0000-4000-8000-00000000000${index}`);
	if (code === undefined) throw new Error('Not a code');
	return code;
}

function sealedWith(keys: ClaimKeys, index: number) {
	const hash = keys.hash(codeOf(index));
	return { hash, secret: keys.check, sealed: keys.seal(hash, codeOf(index)) };
}

const purchase = (index: number) => ({
	item: { id: index, name: `Item ${index}`, category: 'themes' },
	licenseType: index === 0 ? 'team' : 'regular',
	supportedUntil: rowsAt + (index + 1) * dayMs,
	purchasedAt: rowsAt - 20 * dayMs,
});

const holding = (...userIds: readonly string[]) => ({
	holders: userIds.map((userId) => ({ userId, claimedAt: rowsAt - 5 * dayMs })),
	reserved: [],
	locked: false,
});

const claimed = (by: string) => ({ at: rowsAt - 5 * dayMs, what: 'claimed', by, guildId: homeId });

/** The claims of the codes 0 to 3, by their hashes: for a team, moved and undoable, kept for a former holder, of version 1. */
export function soundClaims(keys: ClaimKeys): Readonly<Record<string, Json>> {
	const sealed = (index: number) => {
		const { hash: _, ...rest } = sealedWith(keys, index);
		return rest;
	};
	const records: readonly Json[] = [
		{
			...{ v: 2, revision: 2, ...holding(anna, bert), status: 'active', ...purchase(0), ...sealed(0) },
			history: [claimed(anna), claimed(bert)],
			check: { at: rowsAt - dayMs, misses: [] },
		},
		{
			...{ v: 2, revision: 2, ...holding(bert), status: 'active', ...purchase(1), ...sealed(1) },
			history: [
				claimed(anna),
				{
					at: rowsAt - dayMs,
					what: 'transferred',
					by: cleo,
					member: anna,
					to: bert,
					why: 'sold',
					guildId: homeId,
				},
			],
			undo: { revision: 2, until: rowsAt + dayMs, before: { ...holding(anna), status: 'active' } },
		},
		{
			...{ v: 2, revision: 3, ...holding(), status: 'active', ...purchase(2), ...sealed(2) },
			reserved: [{ tag: holderTag(codeOf(2), cleo), until: rowsAt + 9 * dayMs }],
			history: [claimed(cleo), { at: rowsAt - dayMs, what: 'unlinked', by: cleo, guildId: homeId }],
			skippedAt: rowsAt - 2 * dayMs,
		},
		{
			...{
				v: 1,
				holderId: cleo,
				guildIds: [homeId, otherId],
				status: 'active',
				...purchase(3),
				...sealed(3),
			},
			claimedAt: rowsAt - 90 * dayMs,
			check: { at: rowsAt - dayMs, misses: [rowsAt - dayMs] },
			history: [{ at: rowsAt - 90 * dayMs, what: 'claimed', by: cleo }],
		},
	];
	return Object.fromEntries(records.map((record, index) => [keys.hash(codeOf(index)), record]));
}

/** The rows besides the claims that an export carries. */
function carriedSample(keys: ClaimKeys): Rows {
	const hash = keys.hash(codeOf(1));
	const settings = {
		...{ v: 1, buyerRoleId: roles.buyer, supportedRoleId: roles.supported, auditChannelId },
		...{ itemRoles: { '0': roles.item }, categoryRoles: {}, licenceRoles: {} },
		confirmedPowers: { [roles.buyer]: '1024' },
		staffRoleIds: ['900000000000000041'],
		links: { supportChannelId: auditChannelId, renewUrl: 'https://shop.example/renew' },
		sharing: 'staff',
	};
	return {
		policy: { v: 1, unlinking: { kind: 'after-days', days: 2 }, seats: { team: 2 } },
		[`settings:${homeId}`]: settings,
		[`settings:${otherId}`]: {
			v: 1,
			itemRoles: {},
			categoryRoles: {},
			licenceRoles: {},
			buyerRoleId: roles.buyer,
		},
		[`panel:${homeId}:${auditChannelId}`]: {
			...{ v: 1, content: { title: 'Verify', text: 'Here' } },
			post: { state: 'sent', channelId: auditChannelId, messageId },
		},
		[`sync:${homeId}:${anna}`]: { v: 1, revision: 3, due: rowsAt + dayMs },
		[`sync:${homeId}:${bert}`]: { v: 1, revision: 4 },
		'ref:BCDFGH': {
			...{ v: 1, at: rowsAt, guildId: homeId, userId: cleo, why: 'taken', hash },
			item: { id: 1, name: 'Item 1' },
		},
		'dispute:BCDFGH': {
			...{ v: 1, at: rowsAt, hash, claimantId: cleo, guildId: homeId, note: 'Mine', state: 'open' },
			asked: { holderId: bert, at: rowsAt, answer: 'none' },
			post: { state: 'sent', guildId: homeId, channelId: auditChannelId, messageId, shown: 'x' },
		},
		[`notice:${anna}:yours-BCDFGH`]: {
			...{ v: 1, at: rowsAt, userId: anna, guildId: homeId, post: { state: 'closed' } },
			notice: { kind: 'yours', purchase: { name: 'Item 0', ending: '0000' }, roles: ['Buyer'] },
		},
		[`stats:${homeId}:2026-11-01`]: {
			...{ v: 1, items: [{ id: 1, name: 'Item 1', count: 2 }], others: 0 },
			refusals: { taken: 1 },
			refunds: 1,
		},
	};
}

/** Every row of a store that was in use, the entries of the claims included. */
export function soundRows(keys: ClaimKeys, format: number): Rows {
	const claims = soundClaims(keys);
	const holders = [[anna, bert], [anna, bert], [cleo], [cleo]];
	const entries = Object.keys(claims).flatMap((hash, index) => [
		dueKey(purchase(index).supportedUntil, hash),
		...(holders[index] ?? []).map((userId) => memberEntryPrefix(userId) + hash),
	]);
	return {
		'meta:format': { format },
		'meta:secret': { v: 1, check: keys.check },
		'meta:former-secrets': { v: 1, secrets: [{ check: 'ab'.repeat(32), changedAt: rowsAt }] },
		'meta:served': { v: 1, list: [...guildIds] },
		'meta:account': { v: 1, username: 'maren' },
		...Object.fromEntries(Object.entries(claims).map(([hash, record]) => [`claim:${hash}`, record])),
		...Object.fromEntries(entries.map((key) => [key, {}])),
		...carriedSample(keys),
		'attempts:900000000000000012': { v: 1, times: [rowsAt] },
		'attempts:unlink:900000000000000013': { v: 1, times: [rowsAt - dayMs] },
		'looked-up:one': {
			...{ v: 1, at: rowsAt, by: '900000000000000098', guildId: homeId },
			...{ hash: Object.keys(claims)[1] ?? '', sealed: 'sealed' },
		},
	};
}
