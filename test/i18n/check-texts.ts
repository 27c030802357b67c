import { slashPayloads } from '../../commands/registry.js';
import { type Language, languages } from '../../src/i18n/languages.js';
import { messagesOf } from '../../src/i18n/messages.js';
import { glossaryRules, lengthWarnings } from './glossary-rules.js';
import { momentRules } from './moment-rules.js';
import { driftedIn } from './same-english.js';
import { type Fault, faultsIn, isCommandName, isKey, keys } from './text-rules.js';
import { markedTranslated, readTranslatedFrom, staleIn, writeTranslatedFrom } from './translated-from.js';
import { translationRules } from './translation-rules.js';

// `npm run tool -- texts`: completeness, stale translations and faults of each language. Exits with 1 if a text is wrong;
// with `--release`, also if a translation is missing or stale.
//
// `npm run tool -- texts --translated de KEY …`: records that the German texts say what the English ones say today.
// `all` stands for all languages or, in place of the keys, for all texts.

/** Staff's commands have their English names in every language. */
const staffs = slashPayloads.filter((payload) => 'default_member_permissions' in payload);
const isStaffs = (key: string) => staffs.some(({ name }) => key.startsWith(`command.${name}.`));
/** The texts that every language needs. */
const wanted = keys.filter((key) => !isCommandName(key) || !isStaffs(key));

const lineOf = ({ key, rule, hit }: Fault) => `${key}: ${rule} (${hit.replaceAll('\n', ' … ')})`;

const translatedFrom = readTranslatedFrom();

/** Lists the problems of a language, a line each. */
function examine(language: Language) {
	const own = messagesOf(language);
	const missing = wanted.filter((key) => own[key] === undefined);
	const everywhere = { ...glossaryRules, ...momentRules };
	const rules = language === 'en' ? everywhere : { ...translationRules, ...everywhere };
	const troubles = [
		...Object.keys(own)
			.filter((key) => !isKey(key))
			.map((key) => `${key}: left over, English has no such text`),
		...faultsIn(language, rules).map(lineOf),
		...driftedIn(language).map((group) => `${group.join(', ')}: one English text, several here`),
	];
	const stale = staleIn(translatedFrom, language).map((key) => `${key}: stale, its English has changed`);
	// Rounded down: 100 % means all of them.
	const long = faultsIn(language, lengthWarnings).map(lineOf);
	return {
		share: Math.floor(100 * (1 - missing.length / wanted.length)),
		troubles,
		behind: [...missing.map((key) => `${key}: missing, shown in English`), ...stale],
		long,
	};
}

function check(isRelease: boolean): void {
	for (const language of languages) {
		const { share, troubles, behind, long } = examine(language);
		const counts = [
			`${troubles.length} to put right`,
			`${behind.length} to translate`,
			`${long.length} long`,
		];
		const lines = [`${language.padEnd(6)}${String(share).padStart(4)} %, ${counts.join(', ')}`];
		process.stdout.write(
			`${[...lines, ...[...troubles, ...behind, ...long].map((it) => `  ${it}`)].join('\n')}\n`,
		);
		if (troubles.length > 0 || (isRelease && behind.length > 0)) process.exitCode = 1;
	}
}

function markTranslated(language: string, names: readonly string[]): void {
	const marked = languages.filter((it) => language === 'all' || it === language);
	const markedKeys = names.includes('all') ? keys : names.filter(isKey);
	const unknown = [
		...(marked.length === 0 ? [language] : []),
		...names.filter((it) => it !== 'all' && !isKey(it)),
	];
	if (unknown.length > 0 || markedKeys.length === 0) {
		process.stderr.write(
			`Usage: --translated LANGUAGE|all KEY …|all. Unknown: ${unknown.join(', ') || 'no key'}\n`,
		);
		process.exitCode = 2;
		return;
	}
	writeTranslatedFrom(markedTranslated(translatedFrom, marked, markedKeys));
}

const [option, language = '', ...names] = process.argv.slice(2);
if (option === '--translated') markTranslated(language, names);
else check(option === '--release');
