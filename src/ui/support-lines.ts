import type { SupportStage } from '../guilds/support-stage.js';
import type { Translator } from '../i18n/translator.js';
import { drawnMoments, type Moments, timestamp } from './text.js';

/** When support ends or ended. */
export function supportLine(t: Translator, stage: SupportStage): string {
	if (stage.kind === 'none') return t('purchases.supportNone');
	if (stage.kind === 'unknown') return t('support.unknown');
	const date = timestamp(stage.end, 'D');
	const when = timestamp(stage.end, 'R');
	switch (stage.kind) {
		case 'lasts':
			return t('purchases.supportUntil', { date, when });
		case 'soon':
			return t('support.endsSoon', { date, when });
		case 'grace':
			return t('support.grace', { when, date: timestamp(stage.roleUntil, 'D') });
		case 'ended':
			return t('purchases.supportEnded', { when });
	}
}

/** The same in a list. */
export function listedSupport(t: Translator, stage: SupportStage, moments: Moments = drawnMoments): string {
	switch (stage.kind) {
		case 'none':
			return t('purchases.listedNone');
		case 'unknown':
			return t('support.listedUnknown');
		case 'lasts':
			return t('purchases.listedUntil', { date: moments.date(stage.end) });
		case 'soon':
			return t('purchases.listedSoon', { date: moments.date(stage.end), when: moments.fromNow(stage.end) });
		case 'grace':
		case 'ended':
			return t('purchases.listedEnded', { when: moments.fromNow(stage.end) });
	}
}
