import type { ProvenPurchase } from '../claims/record.js';
import type { ShopAnswer } from '../claims/refund-rule.js';

/** The parts of a definite purchase check that are needed here. */
export type DefiniteAnswer =
	| { readonly kind: 'valid'; readonly purchase: ProvenPurchase }
	| { readonly kind: 'invalid' };

/** Converts a purchase check to the form that the refund rule reads. */
export function shopAnswer(answer: DefiniteAnswer): ShopAnswer {
	return answer.kind === 'valid'
		? { kind: 'valid', supportedUntil: answer.purchase.supportedUntil, details: answer.purchase }
		: { kind: 'invalid' };
}
