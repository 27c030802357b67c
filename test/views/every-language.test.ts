import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languages } from '../../src/i18n/languages.js';
import { translatorFor } from '../../src/i18n/translator.js';
import { everyMessage, everyModal } from './every-payload.js';
import { messageRefusals, modalRefusals } from './refusals.js';

// Every view, in every language, with text as nobody would want it. The views' own tests look at single ones closer.

describe.each(languages)('in %s, Discord takes', (language) => {
	const t = translatorFor(language);

	it.each(Object.entries(everyMessage))('every %s, and it pings nobody', (_, messagesOf) => {
		const views = messagesOf(t);
		expect(views.length).toBeGreaterThan(0);
		for (const view of views) {
			expect(messageRefusals(view)).toEqual([]);
			expect(view.allowedMentions).toEqual({ parse: [] });
		}
	});

	it.each(Object.entries(everyModal))('every %s', (_, modalsOf) => {
		for (const modal of modalsOf(t)) expect(modalRefusals(modal)).toEqual([]);
	});
});

describe('the walk through every language', () => {
	it('leaves out no view and no modal', () => {
		const sources = readdirSync('src/views').map((file) => readFileSync(`src/views/${file}`, 'utf8'));
		const made = sources.flatMap((source) =>
			[...source.matchAll(/^export function (\w+(?:View|Modal))\(\s*t: Translator/gm)].map(
				([, name = '']) => name,
			),
		);
		// A view's own test may walk the languages too.
		const walkers = readdirSync('test/views')
			.map((file) => readFileSync(`test/views/${file}`, 'utf8'))
			.filter(
				(source) =>
					source.includes('i18n/languages.js') ||
					source.includes('everyMessage') ||
					source.includes('everyDeskPage') ||
					source.includes('everyDispute'),
			);
		expect(made.length).toBeGreaterThan(30);
		expect(
			made.filter((name) => !walkers.some((source) => new RegExp(`\\b${name}\\b`).test(source))),
		).toEqual([]);
	});

	it('meets text of every kind', () => {
		const t = translatorFor('en-US');
		const said = JSON.stringify(Object.values(everyMessage).flatMap((messagesOf) => messagesOf(t)));
		expect(said).toContain('@everyone');
		expect(said).toContain('مرحبا');
	});
});
