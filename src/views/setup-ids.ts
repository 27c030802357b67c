import { z } from 'zod';
import { defineCustomId, wholeNumber } from '../discord/custom-id.js';

/** The select of a role. Argument: what the role is for. */
export const chooseRole = defineCustomId('setup-role', z.tuple([z.enum(['buyer', 'supported'])]));
/** The select of the audit channel. */
export const chooseAuditChannel = defineCustomId('setup-audit', z.tuple([]));
/** The button that leads to the first page, as things are now. */
export const openSetup = defineCustomId('setup', z.tuple([]));
/** The button that leads to a page of the roles for items, categories and licence types. Argument: the page, from 0. */
export const openRules = defineCustomId('setup-rules', z.tuple([wholeNumber]));
/** The button that leads to the rules for purchases. */
export const openPolicy = defineCustomId('policy', z.tuple([]));
/** The select of what a buyer may do with a purchase that is no longer wanted. */
export const chooseUnlinking = defineCustomId('policy-unlinking', z.tuple([]));
/** The select that takes such a role away. Argument: the page that it is on. */
export const removeRule = defineCustomId('setup-remove', z.tuple([wholeNumber]));
