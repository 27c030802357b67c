import { z } from 'zod';
import { defineCustomId } from './custom-id.js';

const snowflake = z.string().regex(/^\d{17,20}$/);
/** As it is shown: `KQT-WDR`. It is the number of the refusal and of the dispute that came of it. */
const reference = z.string().regex(/^[A-Z]{3}-[A-Z]{3}$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Below the refusal of a code in use: it is the member's own purchase. Argument: the refusal's reference. */
export const openDispute = defineCustomId('dispute-open', z.tuple([reference]));
/** The member moves it from an own other account. */
export const moveHere = defineCustomId('dispute-move-here', z.tuple([reference]));
/** Opens the form for the staff. */
export const askForDecision = defineCustomId('dispute-ask', z.tuple([reference]));
/** The form for the staff. */
export const sendDispute = defineCustomId('dispute-send', z.tuple([reference]));
/** The member drops it. */
export const withdrawDispute = defineCustomId('dispute-withdraw', z.tuple([reference]));

/** In a direct message: the holder keeps it. Arguments: the server, the dispute's reference. */
export const keepMine = defineCustomId('dispute-keep', z.tuple([snowflake, reference]));
/** In a direct message: the holder is asked before the claimant gets it. Arguments: the server, the dispute's reference. */
export const letGo = defineCustomId('dispute-let-go', z.tuple([snowflake, reference]));
/** In a direct message: the claimant gets it. Arguments: the server, the dispute's reference. */
export const letGoNow = defineCustomId('dispute-let-go-now', z.tuple([snowflake, reference]));
/** In a direct message: opens the form to move it. Arguments: the server, the dispute's reference. */
export const moveMine = defineCustomId('move-mine', z.tuple([snowflake, reference]));
/** The form of it. */
export const sendMoveMine = defineCustomId('move-mine-to', z.tuple([snowflake, reference]));
/** On an own purchase: opens the form to move it. Argument: its claim. */
export const moveOwn = defineCustomId('move-own', z.tuple([hash]));
/** The form of it. */
export const sendMoveOwn = defineCustomId('move-own-to', z.tuple([hash]));
/** Moves it. Arguments: the server, the reference on the other account. Also in direct messages. */
export const moveNow = defineCustomId('move-now', z.tuple([snowflake, reference]));
/** Leaves it where it is. Argument: the server. Also in direct messages. */
export const moveNot = defineCustomId('move-not', z.tuple([snowflake]));

/** For staff: shows a dispute. Argument: its reference. */
export const showDispute = defineCustomId('case-open', z.tuple([reference]));
/** For staff, on the card of a dispute: open the form for the reason. */
export const decideMove = defineCustomId('case-move', z.tuple([reference]));
export const decideLeave = defineCustomId('case-leave', z.tuple([reference]));
/** The forms of these. */
export const sendDecideMove = defineCustomId('case-move-why', z.tuple([reference]));
export const sendDecideLeave = defineCustomId('case-leave-why', z.tuple([reference]));
/** For staff, on the card of a dispute that is decided. */
export const undoRuling = defineCustomId('case-undo', z.tuple([reference]));
export const reopenDispute = defineCustomId('case-reopen', z.tuple([reference]));
/** For staff: what happened to the purchase of a dispute. */
export const disputeHistory = defineCustomId('case-history', z.tuple([reference]));

/** The text inputs of the forms, by their custom_ids. */
export const disputeInputs = { note: 'note', reference: 'reference', reason: 'reason' } as const;
