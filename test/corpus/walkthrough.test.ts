import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import { walkthrough, walkthroughFile, walkthroughIn } from './walkthrough.js';

it('docs/walkthrough.md is up to date; if not, run `npm run walkthrough`', () => {
	const drawn = walkthrough();
	// Not compared as a whole, since the failure would print a thousand lines.
	const written = readFileSync(walkthroughFile, 'utf8').split('\n');
	const outdated = drawn.split('\n').findIndex((line, at) => line !== written[at]);
	expect(outdated === -1 ? [] : [`line ${outdated + 1}: ${drawn.split('\n')[outdated]}`]).toEqual([]);
	expect(written.length).toBe(drawn.split('\n').length);
});

it.each(['fr', 'ja'] as const)('the walkthrough in %s shows every page in that language', (language) => {
	const pages = walkthroughIn(language);
	const english = readFileSync(walkthroughFile, 'utf8');
	const titles = (text: string) => [...text.matchAll(/^### .*/gm)].map(([title]) => title);
	expect(titles(english)).toEqual(expect.arrayContaining(titles(pages)));
	expect(titles(pages).length).toBeGreaterThan(100);
	expect(pages).toContain(translatorFor(language)('button.back'));
	expect(pages).not.toContain(`[${translatorFor('en')('button.back')}]`);
});
