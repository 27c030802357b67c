import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import { sendCode } from '../custom-ids/verify-ids.js';

/** The format of a purchase code. */
export const codePattern = 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx';

export const codeInput = 'code';

/** Long enough for a whole pasted receipt line that contains the code. */
export const maxCodeLength = 500;

export function codeForm(t: Translator): APIModalInteractionResponseCallbackData {
	return {
		custom_id: sendCode.encode(),
		title: t('button.verify'),
		components: [
			{
				type: ComponentType.Label,
				label: t('panel.codeLabel'),
				description: t('panel.codeHint'),
				component: {
					type: ComponentType.TextInput,
					custom_id: codeInput,
					style: TextInputStyle.Short,
					placeholder: codePattern,
					required: true,
					max_length: maxCodeLength,
				},
			},
		],
	};
}
