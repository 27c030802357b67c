import type { UnlinkPolicy } from '../../claims/policy.js';
import type { Translator } from '../../i18n/translator.js';

/** What members may do with their purchases, in some words. */
export function unlinkingText(t: Translator, unlinking: UnlinkPolicy): string {
	switch (unlinking.kind) {
		case 'never':
		case 'transfer-only':
			return t('policy.staffOnly');
		case 'members-move':
			return t('policy.membersMove');
		case 'after-days':
			return t('policy.alsoUnlink', { days: unlinking.days });
	}
}
