import { disputeNotedView, letGoView } from '../../../commands/purchases/dispute.js';
import { page, type States } from '../state.js';

export const letGoStates: States = () => [
	page('dispute/noted', 'The other account answered', disputeNotedView, []),
	page('let-go/done', 'Let go', letGoView, []),
];
