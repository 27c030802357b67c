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
/** In a direct message: the claimant gets it. Arguments: the server, the dispute's reference. */
export const letGo = defineCustomId('dispute-let-go', z.tuple([snowflake, reference]));
/** For staff: shows a dispute. Argument: its reference. */
export const showDispute = defineCustomId('case-open', z.tuple([reference]));
/** For staff, on the card of a dispute: open the modal for the reason. */
export const decideMove = defineCustomId('case-move', z.tuple([reference]));
export const decideLeave = defineCustomId('case-leave', z.tuple([reference]));
/** Arguments: the act, the dispute's reference, and the claim's revision that the form showed; 0 for none. */
export const sendDecision = defineCustomId(
	'case-why',
	z.tuple([z.enum(['move', 'leave']), reference, z.coerce.number().int().nonnegative()]),
);

/** The text input of the claimant's modal, by its custom_id. */
export const disputeInputs = { note: 'note' } as const;
