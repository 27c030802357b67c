import type { ProvenPurchase } from '../claims/record.js';
import type { ShopAnswer } from '../claims/refund-rule.js';

/** The definite answers of a purchase check, as far as they matter here. */
export type DefiniteAnswer =
	| { readonly kind: 'valid'; readonly purchase: Omit<ProvenPurchase, 'purchasedAt'> }
	| { readonly kind: 'invalid' };

/** The part of a definite answer that the rule needs. */
export function shopAnswer(answer: DefiniteAnswer): ShopAnswer {
	return answer.kind === 'valid'
		? { kind: 'valid', supportedUntil: answer.purchase.supportedUntil, details: answer.purchase }
		: { kind: 'invalid' };
}
