import { z } from 'zod';
import type { Translator } from '../../i18n/translator.js';
import { defineCustomId } from '../custom-ids/custom-id.js';
import { button, danger } from '../kit/page.js';
import { cut, oneLine } from '../kit/text.js';

/** Leaves an unserved server. Argument: its id. */
export const leaveServer = defineCustomId('alert-leave', z.tuple([z.string().regex(/^\d{17,20}$/)]));

/** The button that leaves an unserved server. `name`: untrusted text. */
export function leaveButton(
	t: Translator,
	{ guildId, name }: { readonly guildId: string; readonly name: string },
) {
	const label = cut(t('alert.leave', { server: oneLine(name) || guildId }), 80);
	return danger(button(label, leaveServer.encode(guildId)));
}
