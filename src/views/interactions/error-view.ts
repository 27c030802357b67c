import type { Translator } from '../../i18n/translator.js';
import { askButton, askLine, type Place } from '../kit/discord-links.js';
import type { MessageView } from '../kit/message.js';
import { buttons, notice } from '../kit/page.js';

/** Failures that need staff: retrying can't help. */
const forStaff: ReadonlySet<string> = new Set(['STORE_CORRUPT', 'STORE_REFUSED', 'CONFIG']);

/**
 * The answer to a member after an internal failure.
 * @param code the `code` of an AppError, or anything else for an unexpected failure
 * @param reference links the answer to the log, for staff; undefined if there is none
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
