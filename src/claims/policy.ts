import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { defineKind } from '../storage/table.js';

export const policyKey = 'policy';
/** A code with more seats would work for everyone. */
const maxSeats = 50;

const policySchema = z.strictObject({
	v: z.literal(1),
	/** Absent if not allowed. */
	unlinking: z
		.discriminatedUnion('kind', [
			/** Only staff can move it. */
			z.strictObject({ kind: z.literal('never') }),
			/** The buyer can move it to another account of their own. */
			z.strictObject({ kind: z.literal('members-move') }),
			/** The buyer can also unlink it: the code is free for others after `days` days. */
			z.strictObject({ kind: z.literal('after-days'), days: z.int().min(0).max(365) }),
		])
		.optional(),
	/** Holders per code by licence type, if more than one. */
	seats: z.record(z.string(), z.int().min(2).max(maxSeats)).optional(),
});

export type StoredPolicy = Readonly<z.infer<typeof policySchema>>;

export const policyKind = defineKind<StoredPolicy>({
	prefix: policyKey,
	schema: policySchema,
	damaged: 'rejects',
});

const initial: StoredPolicy = { v: 1 };

/** A buyer's options for giving up a claim. */
export type UnlinkPolicy = NonNullable<StoredPolicy['unlinking']>;

/** The rules for claims, in all servers together. */
export interface ClaimPolicy {
	readonly unlinking: UnlinkPolicy;
	/** Maximum number of holders by licence type; default one. */
	readonly seats: Readonly<Record<string, number>>;
}

/** One change of the policy. */
export type PolicyChange =
	| { readonly what: 'unlinking'; readonly unlinking: UnlinkPolicy }
	/** `seats`: from 1, the default, to 50. */
	| { readonly what: 'seats'; readonly licenseType: string; readonly seats: number };

/** By default one member holds a purchase permanently. */
export function policyOf({ unlinking = { kind: 'never' }, seats = {} }: StoredPolicy = initial): ClaimPolicy {
	return { unlinking, seats };
}

/** @returns undefined if nothing changes */
export function changedPolicy(
	current: StoredPolicy = initial,
	change: PolicyChange,
): StoredPolicy | undefined {
	const next = withChange(current, change);
	return isDeepStrictEqual(current, next) ? undefined : next;
}

function withChange(current: StoredPolicy, change: PolicyChange): StoredPolicy {
	if (change.what === 'unlinking') return { ...current, unlinking: change.unlinking };
	const { [change.licenseType]: _, ...others } = current.seats ?? {};
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
