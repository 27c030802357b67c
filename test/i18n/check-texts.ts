import { languages } from '../../src/i18n/languages.js';
import { examine, translatedFrom } from './examine.js';
import { isKey, keys } from './text-rules.js';
import { markedTranslated, writeTranslatedFrom } from './translated-from.js';

// `npm run tool -- texts` checks each language for missing texts, stale translations and faults. Exits with 1 if a text
// is wrong; with `--release`, also if a translation is missing or stale.
// `npm run tool -- texts --translated de KEY …` records that the German texts match the current English ones. `all`
// stands for all languages or, in place of the keys, for all texts.

function check(isRelease: boolean): void {
	for (const language of languages) {
		const { share, troubles, behind } = examine(language);
		const counts = `${troubles.length} to put right, ${behind.length} to translate`;
		const lines = [...troubles, ...behind].map((it) => `  ${it}\n`);
		process.stdout.write(`${language.padEnd(6)}${String(share).padStart(4)} %, ${counts}\n${lines.join('')}`);
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
