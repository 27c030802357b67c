import type { APIModalInteractionResponseCallbackData } from 'discord.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { MessageView } from '../../src/views/kit/message.js';

/** One state of one surface, as it is with ordinary names and dates in it. */
export interface State {
	/** Its surface and what it is, such as `verify/taken`: also what it is called among the frames of before. */
	readonly name: string;
	/** What has happened, for somebody who reads the walkthrough. */
	readonly says: string;
	readonly show: (t: Translator) => MessageView;
	/** As many lines of a phone it may take. */
	readonly most?: number;
	/** Whether pictures are not counted. */
	readonly beforePictures?: boolean;
}

/** A form. */
export interface FormState {
	readonly name: string;
	readonly says: string;
	readonly form: (t: Translator) => APIModalInteractionResponseCallbackData;
}

/** A part of the bot as people see it. */
export interface Surface {
	readonly title: string;
	readonly states: readonly (State | FormState)[];
}
