import { drawModal } from '@claimcheck/local-discord/drawing/draw-modal';
import { drawPhone, phoneLines } from '@claimcheck/local-discord/drawing/draw-phone';
import type { Language } from '../../src/i18n/languages.js';
import { translatorFor } from '../../src/i18n/translator.js';
import { sightIn } from '../states/sample.js';
import { isForm, type State } from '../states/state.js';
import { surfaces } from '../states/surfaces.js';

export const walkthroughFile = 'docs/walkthrough.md';

type Reader = ReturnType<typeof readerOf>;

function readerOf(language: Language) {
	const t = translatorFor(language, (path) => `</${path}:100000000000000009>`);
	return { t, sight: sightIn(language) };
}

const introduction = `# Walkthrough

Every page of the bot as a phone shows it, in English, with its number of lines. A frame is 46 columns wide and names
the colour at its side. \`(pic)\` is a thumbnail, \`[▦ …]\` a gallery with what screen readers say
of it, \`[Verb]\` a button (\`[+Verb]\` the main one, \`[!Verb]\` a dangerous one, \`[Verb↗]\` a link), \`▾\` a select.

\`npm run walkthrough\` writes this file from the views themselves.`;

export function walkthrough(): string {
	const reader = readerOf('en');
	const pages = surfaces.flatMap(({ title, states }) => [
		`## ${title}`,
		...states.flatMap((state) => pageLines(reader, state)),
	]);
	return `${[introduction, contents(), ...pages].join('\n\n')}\n`;
}

/** Every page in another language, for a native speaker to read: only frames, under their English titles. */
export function walkthroughIn(language: Language): string {
	const reader = readerOf(language);
	const pages = surfaces.flatMap(({ title, states }) => [
		`## ${title}`,
		...states.flatMap((state) => [`### ${state.says}`, fenced(drawn(reader, state))]),
	]);
	return `${[`# Walkthrough: ${language}`, ...pages].join('\n\n')}\n`;
}

function contents(): string {
	const titles = surfaces.map(({ title }) => title);
	const anchor = (title: string) =>
		title
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N} -]/gu, '')
			.replaceAll(' ', '-');
	return titles.map((title) => `- [${title}](#${anchor(title)})`).join('\n');
}

function pageLines(reader: Reader, state: State): string[] {
	const shown = state.show(reader.t);
	const count = isForm(shown) ? undefined : phoneLines(shown, reader.sight);
	return [
		`### ${state.says}`,
		...(count === undefined ? [] : [`${count} ${count === 1 ? 'line' : 'lines'}:`]),
		fenced(drawn(reader, state)),
	];
}

function drawn({ t, sight }: Reader, state: State): string {
	const shown = state.show(t);
	if (!isForm(shown)) return drawPhone(shown, sight);
	return drawModal(JSON.parse(JSON.stringify(shown)), { ...sight, width: 48 });
}

function fenced(frame: string): string {
	return `\`\`\`text\n${frame}\n\`\`\``;
}
