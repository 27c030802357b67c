import { z } from 'zod';
import type { ModerationAction } from '../../moderation/proposals.js';
import { defineCustomId, wholeNumber } from './custom-id.js';

const proposalId = z.string().regex(/^[\w-]{16,32}$/);
const encodedHash = z.string().regex(/^[\w-]{43}$/);
const snowflake = z.string().regex(/^\d{17,20}$/);
/** A holder, or `0` where nobody is meant. */
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

/** The most days of support that staff can give. */
export const mostGivenDays = 365;

/** The select among several purchases. Argument: the proposal that one is chosen for. */
export const chooseClaim = defineCustomId('desk-choose', z.tuple([proposalId]));
/** The button that carries a proposal out. */
export const confirmChange = defineCustomId('desk-confirm', z.tuple([proposalId]));
/** The button that drops a proposal. */
export const cancelChange = defineCustomId('desk-cancel', z.tuple([proposalId]));
/** The button that undoes a change. Arguments: the claim's hash in its short form, and the change's revision. */
export const undoChange = defineCustomId('desk-undo', z.tuple([encodedHash, wholeNumber]));

/** A member's page. Arguments: the member, the page from 0, and whether former purchases are shown (1) or not (0). */
export const openMember = defineCustomId(
	'desk-member',
	z.tuple([snowflake, wholeNumber, z.enum(['0', '1'])]),
);
/** Syncs a member's roles. */
export const updateRoles = defineCustomId('desk-roles', z.tuple([snowflake]));
/** Ends a member's pause for wrong codes. */
export const endPause = defineCustomId('desk-pause', z.tuple([snowflake]));
/** Opens the form for giving a member a purchase. */
export const openGive = defineCustomId('desk-give', z.tuple([snowflake]));
/** That form. The second argument is equal for one opening: what is sent off twice is given once. */
export const sendGive = defineCustomId('desk-given', z.tuple([snowflake, snowflake]));

/** A purchase's page, as one holder has it. */
export const openPurchase = defineCustomId('desk-open', z.tuple([encodedHash, holder]));
/** Asks the shop about it now. */
export const checkPurchase = defineCustomId('desk-check', z.tuple([encodedHash, holder]));
/** Its history. The last argument is the page, from 0: the newest. */
export const openHistory = defineCustomId('desk-history', z.tuple([encodedHash, holder, wholeNumber]));
/** Opens the form of an act. The last argument is the revision that the page has shown. */
export const openAct = defineCustomId('desk-act', z.tuple([act, encodedHash, holder, wholeNumber]));
/** That form. */
export const sendAct = defineCustomId('desk-do', z.tuple([act, encodedHash, holder, wholeNumber]));

/** What a reference stands for. Argument: its letters. */
export const openReference = defineCustomId('desk-reference', z.tuple([z.string().regex(/^[A-Z]{6}$/)]));
/** The refusals that a line of the audit channel stands for. Argument: since when, in seconds since the epoch. */
export const showRefusals = defineCustomId('desk-refusals', z.tuple([wholeNumber]));

/** The select of a member to look at. */
export const pickMember = defineCustomId('desk-pick', z.tuple([]));
/** Opens the form for a code or a reference. */
export const openLookUp = defineCustomId('desk-look', z.tuple([]));
/** That form. */
export const sendLookUp = defineCustomId('desk-looked', z.tuple([]));
/** Looks the same code up again. The argument of this and the next ones names an earlier look-up. */
export const lookUpAgain = defineCustomId('desk-again', z.tuple([proposalId]));
export const openGiveCode = defineCustomId('desk-give-code', z.tuple([proposalId]));
export const sendGiveCode = defineCustomId('desk-code-given', z.tuple([proposalId]));
export const openBlockCode = defineCustomId('desk-block', z.tuple([proposalId]));
export const sendBlockCode = defineCustomId('desk-blocked', z.tuple([proposalId]));

/** The fields of the forms. */
export const moderationFields = {
	member: 'member',
	reason: 'reason',
	item: 'item',
	days: 'days',
	lookUp: 'look-up',
} as const;

/** A claim's hash in fewer characters: with it a custom_id stays within Discord's 100. */
export function shortHash(hash: string): string {
	return Buffer.from(hash, 'hex').toString('base64url');
}

export function longHash(short: string): string {
	return Buffer.from(short, 'base64url').toString('hex');
}

/** A holder as an argument, and back. */
export const holderArgument = (holderId: string | undefined): string => holderId ?? '0';
export const holderOf = (argument: string): string | undefined => (argument === '0' ? undefined : argument);

/** The value of an option that stands for a claim and its holder. */
export function purchaseValue(hash: string, holderId: string | undefined): string {
	return `${shortHash(hash)}.${holderId ?? ''}`;
}

/** What an option stands for; undefined for what no version has offered. */
export function purchaseOfValue(
	value: string | undefined,
): { hash: string; holderId: string | undefined } | undefined {
	const [, short, holderId] = /^([\w-]{43})\.(\d{0,20})$/.exec(value ?? '') ?? [];
	if (short === undefined) return undefined;
	return { hash: longHash(short), holderId: holderId === '' ? undefined : holderId };
}
