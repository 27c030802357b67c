import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '../../src/i18n/languages.js';
import { markedTranslated, readTranslatedFrom, writeTranslatedFrom } from './translated-from.js';
import { type ArbFile, arbOf, changedTexts, withTexts } from './translation-files.js';

// `npm run translations -- export` writes an ARB file for each language, `import` takes the translated ones back. What
// changed counts as translated from the English that was exported.

const folder = join('dist', 'translations');
const arbFile = (language: Language) => join(folder, `${language}.arb`);

const readArb = (language: Language) => JSON.parse(readFileSync(arbFile(language), 'utf8')) as ArbFile;

function writeJson(file: string, content: unknown): void {
	writeFileSync(file, `${JSON.stringify(content, null, '\t')}\n`);
}

function exportAll(): void {
	mkdirSync(folder, { recursive: true });
	for (const language of languages) writeJson(arbFile(language), arbOf(language));
	process.stdout.write(`${folder}: ${languages.length} files\n`);
}

function importAll(): void {
	const exported = readArb('en');
	let record = readTranslatedFrom();
	for (const language of languages) {
		if (language === 'en') continue;
		const changed = changedTexts(language, readArb(language));
		process.stdout.write(`${language.padEnd(6)}${changed.size} changed\n`);
		if (changed.size === 0) continue;
		writeJson(join('src', 'i18n', 'messages', `${language}.json`), withTexts(language, changed));
		record = markedTranslated(record, [language], [...changed.keys()], (key) => String(exported[key]));
	}
	writeTranslatedFrom(record);
}

switch (process.argv[2]) {
	case 'export':
		exportAll();
		break;
	case 'import':
		importAll();
		break;
	default:
		process.stderr.write('Usage: npm run translations -- export|import\n');
		process.exitCode = 2;
}
