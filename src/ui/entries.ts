import { z } from 'zod';
import { settingsPages } from '../servers/settings-table.js';
import { claimHash, defineCustomId, orNone, reference, snowflake, wholeNumber } from './custom-id.js';

// The buttons that lead from messages, and from pages of other subjects, into a page.

/** Opens a member's own purchases: from a panel as a new answer, on their own answer in its place. */
export const openPurchases = defineCustomId('purchases');
/** The form for the code: on a panel and wherever a code is the next step. */
export const askForCode = defineCustomId('panel-verify');
export const whereIsMyCode = defineCustomId('verify-where');
/** Shows how to ask staff without a code, beside `whereIsMyCode`. */
export const withoutCode = defineCustomId('appeal');
/**
 * The form for a request to staff, in direct messages too. Arguments: the server, and the reference of the request about
 * which staff asked for more; undefined for a new one.
 */
export const writeAppeal = defineCustomId('appeal-write', z.tuple([snowflake, orNone(reference)]));
/** The form for a message to staff, below the refusal of a code in use. Argument: its reference. */
export const askForDecision = defineCustomId('dispute-ask', z.tuple([reference]));

/** The button that undoes a change. Arguments: the claim's hash, and the change's revision. */
export const undoChange = defineCustomId('desk-undo', z.tuple([claimHash, wholeNumber]));
/** A purchase with one of its holders, or with none. */
export const purchaseArgs = z.tuple([claimHash, orNone(snowflake)]);
/** The page of a purchase. */
export const openPurchase = defineCustomId('desk-open', purchaseArgs);
/** A member's page. Arguments: the member, and the page from 0. */
export const openMember = defineCustomId('desk-member', z.tuple([snowflake, wholeNumber]));
/** The page of a reference. Argument: its letters. */
export const openReference = defineCustomId('desk-reference', z.tuple([z.string().regex(/^[A-Z]{6}$/)]));
/** The form that asks for a member, a code or a reference. */
export const lookUp = defineCustomId('desk-look');

/** The pages of the settings: the first one, and those behind it. */
export const setupPages = ['main', ...settingsPages, 'panel', 'rules', 'policy'] as const;

export type SetupPage = (typeof setupPages)[number];

/** Arguments: the page, and a number: of a list of several pages, or if several buttons of a message lead there. */
export const openPage = defineCustomId('setup-page', z.tuple([z.enum(setupPages)]).rest(wholeNumber));
