import { z } from 'zod';
import { itemId } from '../base/row-fields.js';

// The shop's data about a purchase that a claim keeps, taken from each valid answer.

export const itemFactsSchema = z.strictObject({
	id: itemId,
	name: z.string(),
	category: z.string(),
});

/** Absent where the shop doesn't say it. */
export const paymentSchema = z.strictObject({
	/** The price paid, in units of `currency`, decimals included. */
	price: z.number().optional(),
	currency: z.string().optional(),
	downloaded: z.boolean().optional(),
});

export type ItemFacts = Readonly<z.infer<typeof itemFactsSchema>>;
export type Payment = Readonly<z.infer<typeof paymentSchema>>;

/** The payment alone, of a record or a purchase; undefined if the shop has said nothing about it. */
export function paymentOf({ price, currency, downloaded }: Payment): Payment | undefined {
	if (price === undefined && downloaded === undefined) return undefined;
	return {
		...(price !== undefined && { price, ...(currency !== undefined && { currency }) }),
		...(downloaded !== undefined && { downloaded }),
	};
}
