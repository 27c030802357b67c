import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import { everyMessage } from '../views/every-payload.js';
import { allStates, describeIn } from './in-language.js';

// The other languages are held by languages.proof.test.ts.
describeIn('en', true);

/** A part of `auditLinesView`. */
const partsOfOthers = new Set(['auditView']);

describe('the corpus', () => {
	it('names each state once', () => {
		const names = allStates.map(({ name }) => name);
		expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
	});

	it('meets text of every kind', () => {
		const t = translatorFor('en-US');
		const said = JSON.stringify(Object.values(everyMessage).flatMap((messagesOf) => messagesOf(t)));
		expect(said).toContain('@everyone');
		expect(said).toContain('مرحبا');
	});

	it('leaves out no view and no form', () => {
		const read = (folder: string) =>
			readdirSync(folder, { recursive: true, encoding: 'utf8' })
				.filter((file) => file.endsWith('.ts'))
				.map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
				.join('\n');
		const made = [
			...read('src/views').matchAll(/^export function (\w+(?:View|Modal))\(\s*t: Translator/gm),
		].map(([, name = '']) => name);
		const said = read('test/corpus');
		expect(made.length).toBeGreaterThan(40);
		expect(
			made.filter((name) => !partsOfOthers.has(name) && !new RegExp(`\\b${name}\\b`).test(said)),
		).toEqual([]);
	});
});
