import { z } from 'zod';
import { defineCustomId } from './custom-id.js';

const snowflake = z.string().regex(/^\d{17,20}$/);
/** As it is shown: `KQT-WDR`. The reference of the refusal is also that of its dispute. */
const reference = z.string().regex(/^[A-Z]{3}-[A-Z]{3}$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Below the refusal of a code in use: shows the member's options. Argument: the refusal's reference. */
export const openDispute = defineCustomId('dispute-open', z.tuple([reference]));
export const moveHere = defineCustomId('dispute-move-here', z.tuple([reference]));
/** Opens the modal for a message to staff, who decide. */
export const askForDecision = defineCustomId('dispute-ask', z.tuple([reference]));
export const sendDispute = defineCustomId('dispute-send', z.tuple([reference]));
export const withdrawDispute = defineCustomId('dispute-withdraw', z.tuple([reference]));

/** In a direct message: the holder keeps it. Arguments: the server, the dispute's reference. */
export const keepMine = defineCustomId('dispute-keep', z.tuple([snowflake, reference]));
/** In a direct message: asks the holder before the claimant gets it. Arguments: the server, the dispute's reference. */
export const letGo = defineCustomId('dispute-let-go', z.tuple([snowflake, reference]));
/** In a direct message: the claimant gets it. Arguments: the server, the dispute's reference. */
export const letGoNow = defineCustomId('dispute-let-go-now', z.tuple([snowflake, reference]));
/** In a direct message: opens the modal to move it. Arguments: the server, the dispute's reference. */
export const moveMine = defineCustomId('move-mine', z.tuple([snowflake, reference]));
export const sendMoveMine = defineCustomId('move-mine-to', z.tuple([snowflake, reference]));
/** On one's own purchase: opens the modal to move it. Argument: its claim. */
export const moveOwn = defineCustomId('move-own', z.tuple([hash]));
export const sendMoveOwn = defineCustomId('move-own-to', z.tuple([hash]));
/** Moves it. Arguments: the server, the reference on the other account. Also in direct messages. */
export const moveNow = defineCustomId('move-now', z.tuple([snowflake, reference]));
/** Doesn't move it. Argument: the server. Also in direct messages. */
export const moveNot = defineCustomId('move-not', z.tuple([snowflake]));

/** For staff: shows a dispute. Argument: its reference. */
export const showDispute = defineCustomId('case-open', z.tuple([reference]));
/** For staff, on the card of a dispute: open the modal for the reason. */
export const decideMove = defineCustomId('case-move', z.tuple([reference]));
export const decideLeave = defineCustomId('case-leave', z.tuple([reference]));
export const sendDecideMove = defineCustomId('case-move-why', z.tuple([reference]));
export const sendDecideLeave = defineCustomId('case-leave-why', z.tuple([reference]));
export const undoRuling = defineCustomId('case-undo', z.tuple([reference]));
export const reopenDispute = defineCustomId('case-reopen', z.tuple([reference]));
export const disputeHistory = defineCustomId('case-history', z.tuple([reference]));

/** The text inputs of the modals, by their custom_ids. */
export const disputeInputs = { note: 'note', reference: 'reference', reason: 'reason' } as const;
