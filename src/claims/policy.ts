import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { defineKind, type RowOf } from '../storage/table.js';

export const policyKey = 'policy';
/** A code with more seats would work for everyone. */
const maxSeats = 50;

export const policyKind = defineKind({
	prefix: policyKey,
	schema: z.strictObject({
		v: z.literal(1),
		/** A buyer's options for giving up a claim. */
		unlinking: z
			.discriminatedUnion('kind', [
				/** Only staff can move it. */
				z.strictObject({ kind: z.literal('never') }),
				/** The buyer can move it to another account of their own. */
				z.strictObject({ kind: z.literal('members-move') }),
				/** The buyer can also unlink it: the code is free for others after `days` days. */
				z.strictObject({ kind: z.literal('after-days'), days: z.int().min(0).max(365) }),
			])
			.default({ kind: 'never' }),
		/** Maximum number of holders by licence type, if it is more than one. */
		seats: z.record(z.string(), z.int().min(2).max(maxSeats)).default({}),
	}),
	damaged: 'rejects',
});

type StoredPolicy = Readonly<RowOf<typeof policyKind>>;

/** The rules for claims, in all servers together. */
export type ClaimPolicy = Omit<StoredPolicy, 'v'>;
export type UnlinkPolicy = ClaimPolicy['unlinking'];

/** One member holds a purchase permanently. */
export const initialPolicy: StoredPolicy = { v: 1, unlinking: { kind: 'never' }, seats: {} };

/** One change of the policy. */
export type PolicyChange =
	| { readonly what: 'unlinking'; readonly unlinking: UnlinkPolicy }
	/** `seats`: from 1, the default, to 50. */
	| { readonly what: 'seats'; readonly licenseType: string; readonly seats: number };

/** @returns undefined if nothing changes */
export function changedPolicy(
	current: StoredPolicy = initialPolicy,
	change: PolicyChange,
): StoredPolicy | undefined {
	const next = withChange(current, change);
	return isDeepStrictEqual(current, next) ? undefined : next;
}

function withChange(current: StoredPolicy, change: PolicyChange): StoredPolicy {
	if (change.what === 'unlinking') return { ...current, unlinking: change.unlinking };
	const { [change.licenseType]: _, ...others } = current.seats;
	const seats = change.seats === 1 ? others : { ...others, [change.licenseType]: change.seats };
	return { ...current, seats };
}

/** @returns true if members may move their purchases to another account of their own */
export function mayMove({ unlinking }: ClaimPolicy): boolean {
	return unlinking.kind === 'members-move' || unlinking.kind === 'after-days';
}

/** Maximum number of holders for this licence type; at least one. */
export function seatsFor({ seats }: ClaimPolicy, licenseType: string): number {
	// Licence types come from the marketplace: one named `constructor` must find nothing.
	return Object.hasOwn(seats, licenseType) ? (seats[licenseType] ?? 1) : 1;
}
