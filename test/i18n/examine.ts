import { slashPayloads } from '../../commands/registry.js';
import type { Language } from '../../src/i18n/languages.js';
import { type MessageKey, messagesOf } from '../../src/i18n/messages.js';
import { glossaryRules } from './glossary-rules.js';
import { momentRules } from './moment-rules.js';
import { driftedIn } from './same-english.js';
import { isCommandName, isKey, keys } from './text-rules.js';
import { readTranslatedFrom, staleIn } from './translated-from.js';
import { translationRules } from './translation-rules.js';

/** Staff commands have their English names in every language. */
const staffs = slashPayloads.filter((payload) => 'default_member_permissions' in payload);
const isStaffs = (key: string) => staffs.some(({ name }) => key.startsWith(`command.${name}.`));
/** The texts that every language needs. */
const wanted = keys.filter((key) => !isCommandName(key) || !isStaffs(key));

export const translatedFrom = readTranslatedFrom();

export function examine(language: Language) {
	const own = messagesOf(language);
	const missing = wanted.filter((key) => own[key] === undefined);
	const everywhere = { ...glossaryRules, ...momentRules };
	const rules = Object.entries(language === 'en' ? everywhere : { ...translationRules, ...everywhere });
	const faultsOf = (key: MessageKey) =>
		rules.flatMap(([rule, hitsIn]) =>
			hitsIn(language, key).map((hit) => `${key}: ${rule} (${hit.replaceAll('\n', ' … ')})`),
		);
	const troubles = [
		...Object.keys(own)
			.filter((key) => !isKey(key))
			.map((key) => `${key}: left over, English has no such text`),
		...keys.filter((key) => own[key] !== undefined).flatMap(faultsOf),
		...driftedIn(language).map((group) => `${group.join(', ')}: one English text, several here`),
	];
	const stale = staleIn(translatedFrom, language).map((key) => `${key}: stale, its English has changed`);
	return {
		// Rounded down, so that 100 % means all of them.
		share: Math.floor(100 * (1 - missing.length / wanted.length)),
		troubles,
		behind: [...missing.map((key) => `${key}: missing, shown in English`), ...stale],
	};
}
