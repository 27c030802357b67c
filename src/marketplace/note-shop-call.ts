import type { DependencyStates } from '../dependencies/dependency-states.js';
import type { CallReport } from './caller.js';

/** Refused by the bot itself, or given up by the caller: no evidence about the shop. */
const ownReasons: ReadonlySet<string | undefined> = new Set(['given up', 'the marketplace is not answering']);

/** Reports how a call to the shop ended. */
export function noteShopCall(
	states: Pick<DependencyStates, 'failed' | 'worked'>,
	{ outcome, reason }: Pick<CallReport, 'outcome' | 'reason'>,
): void {
	switch (outcome) {
		case 'unavailable':
		case 'malformed':
			if (!ownReasons.has(reason)) states.failed('shop', 'answers', reason ?? outcome);
			return;
		case 'rate-limited':
			return;
		case 'bad-key':
			states.worked('shop', 'answers');
			states.failed('shop', 'key', 'API key refused');
			return;
		case 'ok':
			states.worked('shop', 'answers');
			states.worked('shop', 'key');
			return;
		default:
			// Some shops answer an unknown key as if there were nothing.
			states.worked('shop', 'answers');
	}
}
