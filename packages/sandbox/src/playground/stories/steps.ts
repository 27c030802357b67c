import type { Step, StepCheck, View } from '../guide/guided-story.js';
import { answer, has, hasAnswer } from '../guide/step-checks.js';
import type { Actor, Troupe } from '../guide/troupe.js';
import { shortened } from '../guide/witness.js';

export const dayMs = 86_400_000;

// The bot's words, which several stories look for.
export const verified = /purchase verified/i;
export const inUse = /in use/i;

/** The checks after a successful verification: the answer confirms it, and Maya has the role. */
export function becomesBuyer(
	maya: Actor,
	roleId: string,
	label = 'Maya gets the buyer role',
): readonly StepCheck[] {
	return [answer(maya, 'Maya is told that her purchase is verified', verified), has(maya, label, roleId)];
}

/** A step in which the actor presses the panel’s button, and sends a code. */
export function verifies(
	actor: Actor,
	code: string,
	parts: Pick<Step, 'views' | 'checks' | 'before'> & {
		/** Instructions that end before the code is sent; the step adds how to send it. */
		readonly story?: string;
		/** The whole instruction, if it differs. */
		readonly todo?: string;
		/** The text that is sent. Default: the code. */
		readonly typed?: { readonly label: string; readonly text: string; readonly shown: string };
	},
): Step {
	const { name } = actor;
	const { views, checks, before, story = '', typed } = parts;
	const how = `In ${name}’s frame, press **Verify purchase**, paste the code into the form, and press **Submit**.`;
	const { label, text, shown } = typed ?? { label: 'The code', text: code, shown: shortened(code) };
	return {
		todo: parts.todo ?? `${story} ${how}`.trim(),
		views,
		copies: [{ label, text }],
		...(before && { before }),
		isTried: hasAnswer(actor),
		checks,
		play: (hands) => hands.fillsIn(actor, 'Verify purchase', { 'Purchase code': text }, shown),
	};
}

/** A step in which this many days pass. */
export function daysPass(
	{ world, stage: { discord } }: Troupe,
	days: number,
	step: Pick<Step, 'todo' | 'views' | 'checks'>,
): Step {
	let begunAt = Number.POSITIVE_INFINITY;
	return {
		...step,
		panel: 'clock',
		before: () => {
			begunAt = discord.now();
		},
		isTried: () => discord.now() - begunAt >= days * dayMs,
		play: (hands) =>
			hands.does(days === 1 ? 'A day passes' : `${days} days pass`, () => world.advance(days * dayMs)),
	};
}

export const inVerify = (alias: View['alias']): View => ({ alias, channel: 'verify' });
export const inAudit = (alias: View['alias']): View => ({ alias, channel: 'audit' });
export const inDirect = (alias: View['alias']): View => ({ alias, channel: 'direct' });
export const inUpdates = (alias: View['alias']): View => ({ alias, channel: 'updates' });
