import { shortened } from '../../story/words-of.js';
import type { Step, StepCheck, View } from '../guide/guided-story.js';
import { hasAnswer } from '../guide/step-checks.js';
import type { Actor } from '../guide/troupe.js';

/** A step in which somebody presses the panel’s button, and sends a code. */
export function verifyStep(parts: {
	readonly actor: Actor;
	readonly todo: string;
	/** What is to be copied, and its name. */
	readonly label: string;
	readonly typed: string;
	/** What a replay's audience reads of it. Default: the code's ends. */
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
