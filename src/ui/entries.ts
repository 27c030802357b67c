import { z } from 'zod';
import { settingsPages } from '../servers/settings-table.js';
import { defineCustomId, reference, snowflake, wholeNumber } from './custom-id.js';

// The buttons that lead from messages, and from pages of other subjects, into a page.

/** Opens a member's own purchases: from a panel as a new answer, on their own answer in its place. */
export const openPurchases = defineCustomId('purchases');
/** Opens the modal for the code: on a panel and wherever a code is the next step. */
export const askForCode = defineCustomId('panel-verify');
export const whereIsMyCode = defineCustomId('verify-where');
/** Shows how to ask staff without a code, beside `whereIsMyCode`. */
export const withoutCode = defineCustomId('appeal');
/**
 * Opens the modal for a request to staff, in direct messages too. Arguments: the server, and the reference of the request
 * about which staff asked for more; 0 for a new one.
 */
export const writeAppeal = defineCustomId(
	'appeal-write',
	z.tuple([snowflake, z.union([z.literal('0'), reference])]),
);
/** Below the refusal of a code in use: opens the modal for a message to staff, who decide. Argument: its reference. */
export const askForDecision = defineCustomId('dispute-ask', z.tuple([reference]));

export const encodedHash = z.string().regex(/^[\w-]{43}$/);

/** A holder, or `0` for none. */
export const holder = z.string().regex(/^(0|\d{17,20})$/);

/** The button that undoes a change. Arguments: the claim's hash in its short form, and the change's revision. */
export const undoChange = defineCustomId('desk-undo', z.tuple([encodedHash, wholeNumber]));
/** The page of a purchase with one of its holders. */
export const openPurchase = defineCustomId('desk-open', z.tuple([encodedHash, holder]));
/** A member's page. Arguments: the member, and the page from 0. */
export const openMember = defineCustomId('desk-member', z.tuple([snowflake, wholeNumber]));
/** The page of a reference. Argument: its letters. */
export const openReference = defineCustomId('desk-reference', z.tuple([z.string().regex(/^[A-Z]{6}$/)]));
/** Opens the modal for a code or a reference. */
export const openLookUp = defineCustomId('desk-look');

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

/** The pages of the settings: the first one, and those behind it. */
export const setupPages = ['main', ...settingsPages, 'panel', 'rules', 'policy'] as const;

export type SetupPage = (typeof setupPages)[number];

/** Arguments: the page, and a number: of a list of several pages, or if several buttons of a message lead there. */
export const openPage = defineCustomId('setup-page', z.tuple([z.enum(setupPages)]).rest(wholeNumber));
