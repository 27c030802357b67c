import { z } from 'zod';
import type { ModerationAction } from '../../moderation/moderation-outcomes.js';
import { defineCustomId, wholeNumber } from './custom-id.js';

const lookUpId = z.string().regex(/^[\w-]{16,32}$/);
const encodedHash = z.string().regex(/^[\w-]{43}$/);
const snowflake = z.string().regex(/^\d{17,20}$/);
/** A holder, or `0` for none. */
const holder = z.string().regex(/^(0|\d{17,20})$/);
const acts = [
	'move',
	'unlink',
	'free',
	'lock',
	'unlock',
	'revoke',
	'lift',
] as const satisfies readonly ModerationAction[];
const act = z.enum(acts);

/** The act of an option of `chooseAct`; undefined for an invalid value. */
export function actOfValue(value: string | undefined) {
	return act.safeParse(value).data;
}

/** Limit for the days of support that staff can give. */
export const maxGiftDays = 365;

/** The button that undoes a change. Arguments: the claim's hash in its short form, and the change's revision. */
export const undoChange = defineCustomId('desk-undo', z.tuple([encodedHash, wholeNumber]));

/** A member's page. Arguments: the member, the page from 0, and whether former purchases are shown (1) or not (0). */
export const openMember = defineCustomId(
	'desk-member',
	z.tuple([snowflake, wholeNumber, z.enum(['0', '1'])]),
);
export const updateRoles = defineCustomId('desk-roles', z.tuple([snowflake]));
export const endPause = defineCustomId('desk-pause', z.tuple([snowflake]));
/** Opens the modal for giving a member a purchase. */
export const openGive = defineCustomId('desk-give', z.tuple([snowflake]));
/** That modal. The second argument identifies one opening, so that repeated submissions give it once. */
export const sendGive = defineCustomId('desk-given', z.tuple([snowflake, snowflake]));

/** The page of a purchase with one of its holders. */
export const openPurchase = defineCustomId('desk-open', z.tuple([encodedHash, holder]));
/** The select that opens one of a member's purchases; its values come from `purchaseValue`. */
export const pickPurchase = defineCustomId('desk-purchase', z.tuple([]));
export const checkPurchase = defineCustomId('desk-check', z.tuple([encodedHash, holder]));
/** Its history. The last argument is the page, from 0: the newest. */
export const openHistory = defineCustomId('desk-history', z.tuple([encodedHash, holder, wholeNumber]));
/** Its whole history as a file. */
export const saveHistory = defineCustomId('desk-history-file', z.tuple([encodedHash, holder]));
/**
 * The select of an act on a purchase's page, which opens its modal. The last argument is the revision shown on the
 * page.
 */
export const chooseAct = defineCustomId('desk-acts', z.tuple([encodedHash, holder, wholeNumber]));
/** The same as a button, on messages of earlier versions, and after a refusal. */
export const openAct = defineCustomId('desk-act', z.tuple([act, encodedHash, holder, wholeNumber]));
export const sendAct = defineCustomId('desk-do', z.tuple([act, encodedHash, holder, wholeNumber]));

/** The page of a reference. Argument: its letters. */
export const openReference = defineCustomId('desk-reference', z.tuple([z.string().regex(/^[A-Z]{6}$/)]));
export const pickMember = defineCustomId('desk-pick', z.tuple([]));
/** Opens the modal for a code or a reference. */
export const openLookUp = defineCustomId('desk-look', z.tuple([]));
export const sendLookUp = defineCustomId('desk-looked', z.tuple([]));
/** Looks the same code up again. The argument of this and the next ones identifies an earlier lookup. */
export const lookUpAgain = defineCustomId('desk-again', z.tuple([lookUpId]));
export const openGiveCode = defineCustomId('desk-give-code', z.tuple([lookUpId]));
export const sendGiveCode = defineCustomId('desk-code-given', z.tuple([lookUpId]));
export const openBlockCode = defineCustomId('desk-block', z.tuple([lookUpId]));
export const sendBlockCode = defineCustomId('desk-blocked', z.tuple([lookUpId]));

/** The fields of the modals. */
export const moderationFields = {
	member: 'member',
	reason: 'reason',
	item: 'item',
	days: 'days',
	lookUp: 'look-up',
} as const;

/** A claim's hash in fewer characters, so that a custom_id stays within Discord's 100. */
export function shortHash(hash: string): string {
	return Buffer.from(hash, 'hex').toString('base64url');
}

export function longHash(short: string): string {
	return Buffer.from(short, 'base64url').toString('hex');
}

/** A holder as an argument, and back. */
export const holderArgument = (holderId: string | undefined): string => holderId ?? '0';
export const holderOf = (argument: string): string | undefined => (argument === '0' ? undefined : argument);

/** A claim and its holder as the value of an option. */
export function purchaseValue(hash: string, holderId: string | undefined): string {
	return `${shortHash(hash)}.${holderId ?? ''}`;
}

/** The claim and holder of an option; undefined for an invalid value. */
export function purchaseOfValue(
	value: string | undefined,
): { hash: string; holderId: string | undefined } | undefined {
	const [, short, holderId] = /^([\w-]{43})\.(\d{0,20})$/.exec(value ?? '') ?? [];
	if (short === undefined) return undefined;
	return { hash: longHash(short), holderId: holderId === '' ? undefined : holderId };
}
