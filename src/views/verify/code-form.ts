import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import { sendCode } from '../custom-ids/verify-ids.js';

/** What a purchase code looks like. */
export const codePattern = 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx';

/** The form's text input, by its custom_id. */
export const codeInput = 'code';

/** Long enough for a whole pasted receipt line, in which the code is then looked for. */
export const longestCode = 500;

/** The form into which a member pastes the code. */
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
					max_length: longestCode,
				},
			},
		],
	};
}
