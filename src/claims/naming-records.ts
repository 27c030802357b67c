import type { Claim, Snowflake } from './claim.js';
import { type Payment, paymentOf } from './purchase-facts.js';
import { type ClaimEvent, type ClaimRecord, type Holder, holderIn, toClaim } from './record.js';

/** Everything in a purchase's record that names a member. Times are milliseconds since the epoch. */
export interface NamingRecord extends Pick<Claim, 'hash' | 'item' | 'licenseType'> {
	/** Undefined if the member no longer holds it. */
	readonly claim: Claim | undefined;
	/** Undefined too if the member no longer holds it. */
	readonly payment: Payment | undefined;
	/** The full history if the member holds it, else the lines that name the member; oldest first. */
	readonly history: readonly ClaimEvent[];
	/** State that staff can restore for the member by undoing their latest change, until `until`. */
	readonly undo: { readonly until: number; readonly before: Omit<Holder, 'userId'> } | undefined;
}

export function namingIn(hash: string, record: ClaimRecord, userId: Snowflake): readonly NamingRecord[] {
	const holder = holderIn(record, userId);
	const names = ({ by, member, to }: ClaimEvent): boolean => [by, member, to].includes(userId);
	const history = holder === undefined ? record.history.filter(names) : record.history;
	const before = record.undo && holderIn(record.undo.before, userId);
	if (holder === undefined && before === undefined && history.length === 0) return [];
	const { item, licenseType } = record;
	const claim = holder && toClaim(hash, record, holder);
	const undo = record.undo && before && { until: record.undo.until, before };
	const payment = holder && paymentOf(record);
	return [{ hash, item, licenseType, claim, payment, history, undo }];
}
