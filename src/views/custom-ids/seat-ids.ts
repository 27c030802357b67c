import { z } from 'zod';
import { defineCustomId, wholeNumber } from './custom-id.js';

const snowflake = z.string().regex(/^\d{17,20}$/);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Shows the seats of one's own purchase. Arguments: its claim, the page from 0. */
export const openSeats = defineCustomId('seats', z.tuple([hash, wholeNumber]));
/** The select of the member who is offered a seat. Argument: the claim. */
export const offerSeat = defineCustomId('seat-to', z.tuple([hash]));
/** In a direct message, and above answers: accepts an offer. Arguments: the server, the offer. */
export const acceptSeat = defineCustomId(
	'seat-take',
	z.tuple([snowflake, z.string().regex(/^[\w-]{16,32}$/)]),
);
/** The select of a seat to take back; its values are the receivers' ids. Argument: the claim. */
export const pickSeat = defineCustomId('seat-pick', z.tuple([hash]));
/** Asks before a seat is taken back. Arguments: the claim, the receiver. */
export const askForSeat = defineCustomId('seat-back', z.tuple([hash, snowflake]));
/** Takes it back. Arguments: the claim, the receiver. */
export const takeSeatBack = defineCustomId('seat-free', z.tuple([hash, snowflake]));
