import type { ProvenPurchase } from '../../../src/claims/record.js';
import { purchaseSchema } from '../../../src/marketplace/schemas.js';
import { samplePurchase } from '../../claims/sample-claims.js';
import { samplePurchase as answered } from '../../marketplace/samples.js';

/** A purchase from the shop, with the parts that a claim stores. */
export function shopPurchase(change: Partial<ProvenPurchase> = {}) {
	const parsed = purchaseSchema.parse(answered);
	const { licenseType, supportedUntil, purchasedAt, item } = samplePurchase(change);
	const { id, name, category } = item;
	return {
		...parsed,
		licenseType,
		supportedUntil,
		purchasedAt,
		item: { ...parsed.item, id, name, category },
	};
}
