import { type Language, languages } from '../../src/i18n/languages.js';
import { type MessageKey, messageIn } from '../../src/i18n/messages.js';
import { labelsIn } from './glossary.js';
import { wordsOf } from './message-parts.js';
import { keys } from './text-rules.js';

// Discord's own labels for parts of its client, if texts use them.

/** The table names permissions as Discord does; the keys name them as the code does. */
const permissionKeys: ReadonlyMap<string, string> = new Map([
	['permission.Administrator', 'Administrator'],
	['permission.ManageGuild', 'Manage Server'],
	['permission.ManageRoles', 'Manage Roles'],
	['permission.ManageChannels', 'Manage Channels'],
	['permission.ViewChannel', 'View Channel'],
	['permission.SendMessages', 'Send Messages'],
	['permission.EmbedLinks', 'Embed Links'],
]);

/** Texts that send people to Discord's own settings. */
const places = ['Server Settings', 'Integrations'];

const labels = new Map(languages.map((language) => [language, labelsIn(language)]));
const labelOf = (language: Language, english: string) =>
	language === 'en' ? english : (labels.get(language)?.get(english) ?? '');

/** Discord's labels that a text should contain but doesn't. */
export function missingLabels(language: Language, key: MessageKey): readonly string[] {
	const permission = permissionKeys.get(key);
	if (permission !== undefined) {
		const label = labelOf(language, permission);
		return messageIn(language, key) === label ? [] : [label];
	}
	return places
		.filter((place) => wordsOf('en', key).includes(place))
		.map((place) => labelOf(language, place))
		.filter((label) => !wordsOf(language, key).includes(label));
}

/** The names of permissions. "Administrator" can also mean a person, so it isn't checked as a name. */
const permissions = keys.filter(
	(key) => /^permission\.(?!Administrator$|Unknown$)/.test(key) && wordsOf('en', key).includes(' '),
);

/** In some languages, permission names are everyday words, so only text marked as a name counts there. */
export function typedOutPermissions(language: Language, key: MessageKey): readonly string[] {
	if (key.startsWith('permission.')) return [];
	const words = wordsOf(language, key);
	return permissions
		.filter(
			(permission) =>
				wordsOf('en', key).includes(messageIn('en', permission)) ||
				words.includes(`**${messageIn(language, permission)}**`),
		)
		.map((permission) => messageIn(language, permission))
		.filter((name) => words.includes(name));
}
