import type { Translator } from '../i18n/translator.js';
import type { SupportStage } from '../servers/support-stage.js';
import { capitalized, timestamp } from './text.js';

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
export function listedSupport(t: Translator, stage: SupportStage): string {
	const kind = stage.kind === 'grace' ? 'ended' : stage.kind;
	return t(`support.listed.${kind}`, endOf(stage));
}

/** The end of support for a text. `date`: the last day, while only its role is left that of the role. */
export function endOf(stage: SupportStage) {
	if (stage.kind === 'none' || stage.kind === 'unknown') return {};
	const last = stage.kind === 'grace' ? stage.roleUntil : stage.end;
	return { date: timestamp(last, 'D'), when: timestamp(stage.end, 'R') };
}
