import type { ProvenPurchase } from '../claims/record.js';
import type { ShopAnswer } from '../claims/refund-rule.js';
import type { UncheckableReason } from '../marketplace/purchase-check.js';

/** The definite answers of a purchase check, as far as they matter here. */
export type DefiniteAnswer =
	| { readonly kind: 'valid'; readonly purchase: Omit<ProvenPurchase, 'purchasedAt'> }
	| { readonly kind: 'invalid' };

/** An answer of a purchase check, definite or not. */
export type RefundAnswer =
	| DefiniteAnswer
	| { readonly kind: 'uncheckable'; readonly reason: UncheckableReason };

/** The part of a definite answer that the rule needs. */
export function shopAnswer(answer: DefiniteAnswer): ShopAnswer {
	return answer.kind === 'valid'
		? { kind: 'valid', supportedUntil: answer.purchase.supportedUntil, details: answer.purchase }
		: { kind: 'invalid' };
}
