import { createHash } from 'node:crypto';
import { z } from 'zod';
import { valuesArgument } from '../kit/form.js';
import { defineCustomId, wholeNumber } from './custom-id.js';

const snowflake = z.string().regex(/^\d{17,20}$/);
const itemId = z.string().regex(/^\d{1,16}$/);

/** The pages of the settings behind the first one. */
export const setupPages = [
	'buyer',
	'role',
	'audit',
	'panel',
	'staff',
	'active',
	'rules',
	'links',
	'policy',
	'sharing',
] as const;

export type SetupPage = (typeof setupPages)[number];

/** The select of a role. Argument: what the role is for. */
export const chooseRole = defineCustomId('setup-role', z.tuple([z.enum(['buyer', 'supported'])]));
/** The select of the audit channel. */
export const chooseAuditChannel = defineCustomId('setup-audit', z.tuple([]));
/** The button that leads to the first page, as things are now. */
export const openSetup = defineCustomId('setup', z.tuple([]));
/** The button that leads to a page behind it. */
export const openPage = defineCustomId('setup-page', z.tuple([z.enum(setupPages)]));
/** The same beside a finding. Arguments: which finding of its message, and the page. */
export const fixFinding = defineCustomId(
	'setup-fix',
	z.tuple([wholeNumber, z.enum([...setupPages, 'main'])]),
);
/** The select of the pages that few need. */
export const openMore = defineCustomId('setup-more', z.tuple([]));
/** The button that leads to a page of the roles for items, categories and license types. Argument: the page, from 0. */
export const openRules = defineCustomId('setup-rules', z.tuple([wholeNumber]));
/** The button that leads to seats and unlinking. */
export const openPolicy = defineCustomId('policy', z.tuple([]));
/** The select of what members may do with a purchase; in earlier versions, also of when its code is free. */
export const chooseUnlinking = defineCustomId('policy-unlinking', z.tuple([]));
/** The select of when the code of an unlinked purchase is free. */
export const chooseFree = defineCustomId('policy-free', z.tuple([]));
/** The button that asks for the seats of a license type, and its form. */
export const askForSeats = defineCustomId('policy-seats', z.tuple([]));
export const sendSeats = defineCustomId('policy-seats-form', z.tuple([]));
/** The button that asks for the item that such a role is for. */
export const addItemRole = defineCustomId('setup-add-item', z.tuple([]));
/** The button that asks for its name, and the form. */
export const askForItem = defineCustomId('setup-search-item', z.tuple([]));
export const sendItem = defineCustomId('setup-item-form', z.tuple([]));
/** The select of the item. */
export const chooseItem = defineCustomId('setup-item', z.tuple([]));
/** The select of its role. Argument: the item's id. */
export const chooseItemRole = defineCustomId('setup-item-role', z.tuple([itemId]));
/** The select that takes such a role away. Argument: the page that it is on. */
export const removeRule = defineCustomId('setup-remove', z.tuple([wholeNumber]));
/** The select of the staff roles. */
export const chooseStaff = defineCustomId('setup-staff', z.tuple([]));
/** The select of the channel that a panel is posted in. */
export const choosePanel = defineCustomId('setup-panel', z.tuple([]));
/** The select of a channel that members are sent to. */
export const chooseLink = defineCustomId('setup-link', z.tuple([z.enum(['support', 'help'])]));
/** The button that asks for the server's addresses. */
export const askForLinks = defineCustomId('setup-links', z.tuple([]));
/** Its form. Argument: the digest of its values; forms of earlier versions have none, and count as out of date. */
export const sendLinks = defineCustomId(
	'setup-links-form',
	z.union([z.tuple([valuesArgument]), z.tuple([])]),
);
/** The same for an item's. First argument: its id. */
export const askForItemLinks = defineCustomId('setup-item-links', z.tuple([itemId]));
export const sendItemLinks = defineCustomId(
	'setup-item-links-form',
	z.union([z.tuple([itemId, valuesArgument]), z.tuple([itemId])]),
);
/** The select of who may show items to everyone. */
export const chooseSharing = defineCustomId('setup-sharing', z.tuple([]));
/** The button that asks about the powers of a role that was chosen before. Argument: the role. */
export const lookAtPowers = defineCustomId('setup-powers', z.tuple([snowflake]));
/**
 * The button that makes a choice again: in spite of what was shown, or after it was put right. Arguments: what is
 * chosen, the role or channel, the digest of what was shown, and what the role is for, as `subjectArgument` gives it
 * ('' where that is said already).
 */
export const confirmChoice = defineCustomId(
	'setup-use',
	z.tuple([
		z.enum(['buyer', 'supported', 'audit', 'powers', 'item', 'category', 'licence']),
		snowflake,
		z.string().regex(/^[\w-]{8}$/),
		z.string(),
	]),
);

/** In place of a digest: nothing was shown that could be confirmed. */
export const nothingShown = '--------';

/** What a custom_id has room for, beside all the rest of the longest one. */
const longestSubject = 42;

/**
 * The key of a subject as an argument of a custom_id: itself where it fits, else a digest of it, by which it is found
 * again among those that are known.
 */
export function subjectArgument(key: string): string {
	return key.length < longestSubject && !key.includes(':') ? `=${key}` : `~${digestOfKey(key)}`;
}

/** The key that such an argument stands for; undefined where it is none of the known ones. */
export function subjectOfArgument(argument: string, known: () => readonly string[]): string | undefined {
	if (argument.startsWith('=')) return argument.slice(1);
	return known().find((key) => `~${digestOfKey(key)}` === argument);
}

function digestOfKey(key: string): string {
	return createHash('sha256').update(key).digest('base64url').slice(0, 16);
}
