import { z } from 'zod';
import { defineCustomId, wholeNumber } from './custom-id.js';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Opens a member's own purchases: from a panel as a new answer, on their own answer in its place. */
export const openPurchases = defineCustomId('purchases', z.tuple([]));
/** Turns the page of the list. Argument: the page from 0. */
export const turnPurchases = defineCustomId('purchases-page', z.tuple([wholeNumber]));
/** Opens one purchase. Argument: the claim's hash, which is not a secret. */
export const openPurchase = defineCustomId('purchases-one', z.tuple([hash]));
/** The select that opens a purchase of the list's page; its values are claims' hashes. */
export const pickPurchase = defineCustomId('purchases-pick', z.tuple([]));
/** Syncs the member's roles with the purchases. Argument: the open view, a page of the list or a purchase's hash. */
export const getRoles = defineCustomId(
	'purchases-roles',
	z.tuple([z.string().regex(/^(?:[0-9a-f]{64}|\d{1,6})$/)]),
);
/** Checks a purchase that no longer counts with the shop. Argument: the claim's hash. */
export const checkPurchaseAgain = defineCustomId('purchases-check', z.tuple([hash]));
/** Asks the member to confirm unlinking. Argument: the claim's hash. */
export const askToUnlink = defineCustomId('purchases-ask-unlink', z.tuple([hash]));
/** Unlinks. Argument: the claim's hash. */
export const unlinkPurchase = defineCustomId('purchases-let-go', z.tuple([hash]));

/** Opens the modal for the code: on a panel and wherever a code is the next step. */
export const askForCode = defineCustomId('panel-verify', z.tuple([]));
export const sendCode = defineCustomId('panel-code', z.tuple([]));
export const whereIsMyCode = defineCustomId('verify-where', z.tuple([]));
