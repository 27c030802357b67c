import { shortened } from '../../story/words-of.js';
import type { Step, StepCheck, View } from '../guide/guided-story.js';
import { hasAnswer } from '../guide/step-checks.js';
import type { Actor } from '../guide/troupe.js';

/** A step in which the actor presses the panel’s button, and sends a code. */
export function verifyStep(parts: {
	readonly actor: Actor;
	readonly todo: string;
	/** The label of a text to copy. */
	readonly label: string;
	readonly typed: string;
	/** The replay's version for its audience. Default: the code's ends. */
	readonly shown?: string;
	readonly views: Step['views'];
	readonly checks: readonly StepCheck[];
	readonly before?: Step['before'];
}): Step {
	const { actor, todo, label, typed, shown = shortened(typed), views, checks, before } = parts;
	return {
		todo,
		views,
		copies: [{ label, text: typed }],
		...(before && { before }),
		isTried: hasAnswer(actor),
		checks,
		play: (hands) => hands.fillsIn(actor, 'Verify purchase', { 'Purchase code': typed }, shown),
	};
}

export const inVerify = (alias: View['alias']): View => ({ alias, channel: 'verify' });
export const inAudit = (alias: View['alias']): View => ({ alias, channel: 'audit' });
export const inDirect = (alias: View['alias']): View => ({ alias, channel: 'direct' });
export const inUpdates = (alias: View['alias']): View => ({ alias, channel: 'updates' });
