import type { Finding, Step } from './guided-story.js';
import type { Troupe } from './troupe.js';
import type { Witness } from './witness.js';

/** A hint for a person whose step isn't done; undefined if there is none. */
export function hintOf(parts: {
	readonly step: Step;
	readonly isTried: boolean;
	readonly findings: readonly Finding[];
	readonly witness: Witness;
	readonly troupe: Pick<Troupe, 'bot' | 'actor'>;
}): string | undefined {
	const { step, isTried, findings, witness, troupe } = parts;
	if (!troupe.bot.isRunning && !step.isWithoutBot) {
		return 'The bot isn’t running. Start it in the panel “Bot”, or restart the story.';
	}
	const failed = step.views
		.map(({ alias }) => troupe.actor(alias))
		.find(({ person }) => witness.hasFailed(person));
	if (failed !== undefined) return `${failed.name} got no answer in time. Try it once more.`;
	if (!isTried) return step.astray?.();
	const open = step.checks.flatMap(({ what }, index) => {
		const finding = findings[index];
		return finding === undefined || finding.holds ? [] : [{ what, ...finding }];
	});
	const [broken] = open.filter(({ mayStillCome }) => !mayStillCome);
	if (broken !== undefined) {
		const seen = broken.seen === undefined ? '' : ` ${broken.seen}`;
		return `This doesn’t hold yet: ${broken.what}.${seen} Try the step again, or let the page show it.`;
	}
	return open[0] && `Waiting for this: ${open[0].what}.`;
}
