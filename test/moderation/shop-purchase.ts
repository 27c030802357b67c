import type { ProvenPurchase } from '../../src/claims/record.js';
import { purchaseSchema } from '../../src/marketplace/schemas.js';
import { samplePurchase } from '../claims/sample-claims.js';
import { samplePurchase as answered } from '../marketplace/samples.js';

/** A purchase as the shop answers it, with what a claim keeps of it. */
export function shopPurchase(change: Partial<ProvenPurchase> = {}) {
	const parsed = purchaseSchema.parse(answered);
	const { item, ...kept } = samplePurchase(change);
	return { ...parsed, ...kept, item: { ...parsed.item, ...item } };
}
