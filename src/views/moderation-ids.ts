import { z } from 'zod';
import { defineCustomId, wholeNumber } from './custom-id.js';

const proposalId = z.string().regex(/^[\w-]{16,32}$/);
const encodedHash = z.string().regex(/^[\w-]{43}$/);

/** The select among several claims. Argument: the proposal that one is chosen for. */
export const chooseClaim = defineCustomId('desk-choose', z.tuple([proposalId]));
/** The button that carries a proposal out. */
export const confirmChange = defineCustomId('desk-confirm', z.tuple([proposalId]));
/** The button that drops a proposal. */
export const cancelChange = defineCustomId('desk-cancel', z.tuple([proposalId]));
/** The button that undoes a change. Arguments: the claim's hash in its short form, and the change's revision. */
export const undoChange = defineCustomId('desk-undo', z.tuple([encodedHash, wholeNumber]));

/** A claim's hash in fewer characters: with it a custom_id stays within Discord's 100. */
export function shortHash(hash: string): string {
	return Buffer.from(hash, 'hex').toString('base64url');
}

export function longHash(short: string): string {
	return Buffer.from(short, 'base64url').toString('hex');
}

/** The value of an option that stands for a claim and its holder. */
export function caseValue(hash: string, holderId: string | undefined): string {
	return `${shortHash(hash)}.${holderId ?? ''}`;
}

/** What an option stands for; undefined for what no version has offered. */
export function caseOfValue(
	value: string | undefined,
): { hash: string; holderId: string | undefined } | undefined {
	const [, short, holderId] = /^([\w-]{43})\.(\d{0,20})$/.exec(value ?? '') ?? [];
	if (short === undefined) return undefined;
	return { hash: longHash(short), holderId: holderId === '' ? undefined : holderId };
}
