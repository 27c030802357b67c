import { z } from 'zod';
import { defineCustomId } from './custom-id.js';

const snowflake = z.string().regex(/^\d{17,20}$/);
/** As it is shown: `KQT-WDR`. The reference of the refusal is also that of its dispute. */
const reference = z.string().regex(/^[A-Z]{3}-[A-Z]{3}$/);

/** Below the refusal of a code in use: opens the modal for a message to staff, who decide. Argument: its reference. */
export const askForDecision = defineCustomId('dispute-ask', z.tuple([reference]));
export const sendDispute = defineCustomId('dispute-send', z.tuple([reference]));
export const withdrawDispute = defineCustomId('dispute-withdraw', z.tuple([reference]));

/** In a direct message: the holder keeps it. Arguments: the server, the dispute's reference. */
export const keepMine = defineCustomId('dispute-keep', z.tuple([snowflake, reference]));
/** In a direct message: asks the holder before the claimant gets it. Arguments: the server, the dispute's reference. */
export const letGo = defineCustomId('dispute-let-go', z.tuple([snowflake, reference]));
/** In a direct message: the claimant gets it. Arguments: the server, the dispute's reference. */
export const letGoNow = defineCustomId('dispute-let-go-now', z.tuple([snowflake, reference]));
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
export const disputeInputs = { note: 'note', reason: 'reason' } as const;
