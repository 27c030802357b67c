import type { Translator } from '../i18n/translator.js';
import type { SupportStage } from '../servers/support-stage.js';
import { capitalized, drawnMoments, type Moments } from './text.js';

/** When support ends or ended. */
export function supportLine(t: Translator, stage: SupportStage): string {
	switch (stage.kind) {
		case 'lasts':
		case 'soon':
		case 'grace':
			return t(`support.${stage.kind}`, endOf(stage));
		default:
			return capitalized(t, listedSupport(t, stage));
	}
}

/** The same in a list. */
export function listedSupport(t: Translator, stage: SupportStage, moments: Moments = drawnMoments): string {
	const kind = stage.kind === 'grace' ? 'ended' : stage.kind;
	return t(`support.listed.${kind}`, endOf(stage, moments));
}

/** The end of support for a text. `date`: the last day, while only its role is left that of the role. */
export function endOf(stage: SupportStage, { date, fromNow }: Moments = drawnMoments) {
	if (stage.kind === 'none' || stage.kind === 'unknown') return {};
	return { date: date(stage.kind === 'grace' ? stage.roleUntil : stage.end), when: fromNow(stage.end) };
}
