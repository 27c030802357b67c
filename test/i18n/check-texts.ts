import { slashPayloads } from '../../commands/registry.js';
import { type Language, languages } from '../../src/i18n/languages.js';
import { messagesOf } from '../../src/i18n/messages.js';
import { glossaryRules } from './glossary-rules.js';
import { type Fault, faultsIn, isCommandName, isKey, keys } from './text-rules.js';
import { translationRules } from './translation-rules.js';

// `npm run check:texts`: how complete each language is, and what is wrong with its texts. Ends with 1 where a text is
// missing or wrong.

/** Staff's commands have their English names in every language. */
const staffs = slashPayloads.filter((payload) => 'default_member_permissions' in payload);
const isStaffs = (key: string) => staffs.some(({ name }) => key.startsWith(`command.${name}.`));
/** Discord has no Arabic: a command has no name in it. */
const needed = (language: Language) =>
	keys.filter((key) => !isCommandName(key) || (language !== 'ar' && !isStaffs(key)));

const lineOf = ({ key, rule, hit }: Fault) => `${key}: ${rule} (${hit.replaceAll('\n', ' … ')})`;

/** What is to be put right in a language, a line each, and how many of its texts are missing. */
function examine(language: Language) {
	const own = messagesOf(language);
	const wanted = needed(language);
	const missing = wanted.filter((key) => own[key] === undefined);
	const rules = language === 'en' ? glossaryRules : { ...translationRules, ...glossaryRules };
	const troubles = [
		...missing.map((key) => `${key}: missing`),
		...Object.keys(own)
			.filter((key) => !isKey(key))
			.map((key) => `${key}: left over, English has no such text`),
		...faultsIn(language, rules).map(lineOf),
	];
	// Rounded down: 100 % means all of them.
	return { share: Math.floor(100 * (1 - missing.length / wanted.length)), troubles };
}

for (const language of languages) {
	const { share, troubles } = examine(language);
	const lines = [`${language.padEnd(6)}${String(share).padStart(4)} %, ${troubles.length} to put right`];
	process.stdout.write(`${[...lines, ...troubles.map((trouble) => `  ${trouble}`)].join('\n')}\n`);
	if (troubles.length > 0) process.exitCode = 1;
}
