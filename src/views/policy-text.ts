import type { UnlinkPolicy } from '../claims/policy.js';
import type { Translator } from '../i18n/translator.js';

/** A rule for unlinking, in some words. */
export function unlinkingText(t: Translator, unlinking: UnlinkPolicy): string {
	switch (unlinking.kind) {
		case 'never':
			return t('policy.never');
		case 'transfer-only':
			return t('policy.transferOnly');
		case 'members-move':
			return t('policy.membersMove');
		case 'after-days':
			return t('policy.afterDays', { days: unlinking.days });
	}
}
