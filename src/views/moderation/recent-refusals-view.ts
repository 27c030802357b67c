import type { Translator } from '../../i18n/translator.js';
import type { FoundReference } from '../../moderation/references/references.js';
import { openLookUp, openReference } from '../custom-ids/moderation-ids.js';
import { button } from '../kit/components.js';
import type { MessageView } from '../kit/message.js';
import { buttons, page, section, text } from '../kit/page.js';
import { timestamp } from '../kit/text.js';

/** More sections are no longer one screen on a phone. */
export const mostRefusalsShown = 8;

/** Refusals that one line of the audit channel stands for, the newest first, each with its page. */
export function recentRefusalsView(t: Translator, refusals: readonly FoundReference[]): MessageView {
	const shown = refusals.slice(0, mostRefusalsShown);
	return page(
		'info',
		text(t('audit.recentRefusals'), shown.length === 0 && t('refusal.outdated')),
		shown.flatMap(({ reference, userId, at }) => {
			const line = `${reference} · <@${userId}> · ${timestamp(at, 'R')}`;
			return (
				section([line], button(t('button.open'), openReference.encode(reference.replace('-', '')))) ?? []
			);
		}),
		buttons(button(t('button.lookUp'), openLookUp.encode())),
	);
}
