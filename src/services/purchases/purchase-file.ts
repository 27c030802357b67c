import type { Claim } from '../../claims/claim.js';
import { wantedRoles } from '../../roles/role-plan.js';
import type { GuildFacts } from '../../servers/guild-facts.js';
import type { RoleRules } from '../../servers/guild-settings.js';

/** Spreadsheets read a file without it in an old encoding. */
const byteOrderMark = '\ufeff';

/** English in every language, because programs read them too. */
const columns = [
	'member',
	'item',
	'license',
	'bought',
	'verified',
	'support',
	'status',
	'price',
	'currency',
	'roles',
] as const;

// A spreadsheet runs a cell that begins with one of these, also in full width, as a formula. It may split a line at
// other separators than the comma, or ignore the quotes around a cell, so the start of any part of a cell counts.
const formulaStart = /(^|[,;|\t"'])(["'\s]*)([=+\-@＝＋－＠])/g;
const control = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
const invisible = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

export const purchaseListHeader = byteOrderMark + csvLine(columns);

interface PurchaseListOptions {
	/** Of one server. */
	readonly rules: RoleRules | undefined;
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** Source of role names; without it the list shows ids. */
	readonly facts?: Pick<GuildFacts, 'role'> | undefined;
}

/** A line below the header, for one holder of a purchase. Never a code. Dates are days in UTC. */
export function purchaseLine(claim: Claim, options: PurchaseListOptions): string {
	const { price, currency = '' } = claim.payment ?? {};
	return csvLine([
		// A spreadsheet rounds a plain id, which has more digits than its numbers.
		`<@${claim.holderId}>`,
		claim.item.name,
		claim.licenseType,
		day(claim.purchasedAt),
		day(claim.claimedAt),
		claim.supportedUntil === 'unknown' ? 'unknown' : day(claim.supportedUntil),
		claim.status === 'active' ? 'valid' : 'revoked',
		price === undefined ? '' : String(price),
		price === undefined ? '' : currency,
		rolesOf(claim, options).join(', '),
	]);
}

/** The roles that follow from this purchase in that server. Another one of the member may give more. */
function rolesOf(claim: Claim, { rules, now, facts }: PurchaseListOptions): string[] {
	if (rules === undefined) return [];
	return [...wantedRoles([claim], rules, now)].map((id) => facts?.role(id)?.name ?? `<@&${id}>`);
}

/** `2026-09-01`, in UTC. */
function day(at: number | undefined): string {
	return at === undefined ? '' : new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** A line by RFC 4180, with its ending. No text in it is run as a formula by a spreadsheet. */
export function csvLine(cells: readonly string[]): string {
	return `${cells.map((cell) => quoted(inert(cell))).join(',')}\r\n`;
}

/** The text on one line, with an apostrophe before whatever would start a formula. */
function inert(text: string): string {
	const line = text.replaceAll(invisible, '').replaceAll(control, ' ').trim();
	return line.replaceAll(formulaStart, "$1$2'$3");
}

function quoted(cell: string): string {
	return /[",;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Discord accepts attachments of up to 10 MiB in servers without boosts; the request has other parts too. */
const maxBytes = 10 * 1024 * 1024 - 64 * 1024;

export type PurchaseFile =
	| { readonly kind: 'file'; readonly content: Buffer; readonly count: number }
	/** More than Discord accepts in a message. */
	| { readonly kind: 'too-big' };

/** The list as one file. Reads no further than a message can hold. */
export async function purchaseFile(
	claims: AsyncIterable<Claim>,
	options: PurchaseListOptions,
	max = maxBytes,
): Promise<PurchaseFile> {
	const parts = [Buffer.from(purchaseListHeader)];
	let bytes = 0;
	for await (const claim of claims) {
		const part = Buffer.from(purchaseLine(claim, options));
		bytes += part.length;
		if (bytes > max) return { kind: 'too-big' };
		parts.push(part);
	}
	return { kind: 'file', content: Buffer.concat(parts), count: parts.length - 1 };
}
