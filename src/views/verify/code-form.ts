import type { Translator } from '../../i18n/translator.js';
import { sendCode } from '../custom-ids/purchase-ids.js';
import { field, form } from '../kit/form.js';

/** The format of a purchase code. */
export const codePattern = 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx';

export const codeInput = 'code';

/** Long enough for a whole pasted receipt line that contains the code. */
export const maxCodeLength = 500;

export function codeForm(t: Translator) {
	return form(sendCode.encode(), t('button.verify'), codeField(t, t('panel.codeHint')));
}

/** @param value the prefilled code; undefined for none */
export function codeField(t: Translator, hint: string, value?: string) {
	const input = { id: codeInput, label: t('panel.codeLabel'), hint, placeholder: codePattern };
	return field({ ...input, value, isRequired: true, longest: maxCodeLength });
}
