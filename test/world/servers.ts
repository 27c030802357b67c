import { type PurchaseCode, parsePurchaseCode } from '../../src/base/purchase-code.js';

// Places, people and codes: two servers with their people and roles. Ids look like Discord's.

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const homeId = '900000000000000001';
const otherId = '900000004194304002';
export const guildIds = [homeId, otherId] as const;
export const userIds = ['900000000000000011', '900000000000000012', '900000000000000013'] as const;
/** A staff member who holds nothing. */
export const staffIds = ['900000000000000098', '900000000000000099'] as const;
export const auditChannelId = '900000000000000021';
/** The roles of both guilds, by short names. */
export const roles = {
	buyer: '900000000000000031',
	item: '900000000000000032',
	supported: '900000000000000033',
	endsSoon: '900000000000000034',
	category: '900000000000000035',
	early: '900000000000000036',
} as const;

/** The code of a purchase, by its number from 0 to 9. */
export function codeOf(index: number): PurchaseCode {
	const code = parsePurchaseCode(`aaaaaaaa-0000-4000-8000-00000000000${index}`);
	if (code === undefined) throw new Error('Not a code');
	return code;
}
