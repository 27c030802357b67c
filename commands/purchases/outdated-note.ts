import type { Answerable, ButtonInput } from '../../src/discord/interactions/interaction-ports.js';
import type { Translator } from '../../src/i18n/translator.js';

export type MaybePressed = Answerable & Partial<Pick<ButtonInput, 'message' | 'isOnOwnAnswer'>>;

/** A note above a page that replaces an answer of an earlier version: those were embeds. */
export function outdatedNote({ message, isOnOwnAnswer }: MaybePressed, t: Translator): string | undefined {
	const isOld = isOnOwnAnswer === true && (message?.embeds.length ?? 0) > 0;
	return isOld ? t('refusal.wasOutdated') : undefined;
}
