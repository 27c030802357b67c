import type { Answerable, ButtonInput } from '../../src/discord/interactions/interaction-ports.js';
import type { Translator } from '../../src/i18n/translator.js';

/** What was pressed, if anything was. */
export type MaybePressed = Answerable & Partial<Pick<ButtonInput, 'message' | 'isOnOwnAnswer'>>;

/** The line above a page that takes the place of an own answer of an earlier version: those were made of embeds. */
export function outdatedNote({ message, isOnOwnAnswer }: MaybePressed, t: Translator): string | undefined {
	const isOld = isOnOwnAnswer === true && (message?.embeds.length ?? 0) > 0;
	return isOld ? t('refusal.wasOutdated') : undefined;
}
