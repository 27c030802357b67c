import type { Translator } from '../../i18n/translator.js';
import { askButton, askLine, type Place } from '../kit/discord-links.js';
import type { MessageView } from '../kit/message.js';
import { buttons, notice } from '../kit/page.js';

/** What staff have to look at: trying again can't help. */
const forStaff: ReadonlySet<string> = new Set(['STORE_CORRUPT', 'STORE_REFUSED', 'CONFIG']);

/**
 * What a member is told when the bot itself failed.
 * @param code the `code` of an AppError, or anything else for a failure that nobody foresaw
 * @param reference by which staff find the failure, also in the log; undefined if there is none
 * @param place undefined outside a server
 */
export function errorView(
	t: Translator,
	code: string,
	reference: string | undefined,
	place?: Place,
): MessageView {
	if (code === 'SECRET_CHANGED') return notice(t('error.maintenance'), [t('error.tryAgain')]);
	return notice(
		t('error.title'),
		[
			t(forStaff.has(code) ? 'error.needsStaff' : 'error.tryAgain'),
			place && askLine(t, place),
			reference !== undefined && t('error.reference', { id: reference }),
		],
		buttons(place && askButton(t, place)),
	);
}
