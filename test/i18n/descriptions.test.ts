import { describe, expect, it } from 'vitest';
import descriptions from '../../src/i18n/descriptions.json' with { type: 'json' };
import { placeholdersOf } from './message-parts.js';
import { keys } from './text-rules.js';
import { saidByKey } from './translation-files.js';

const described = new Map<string, string>(Object.entries(descriptions));
const toMend = 'Explain these texts in src/i18n/descriptions.json';

describe('the descriptions for translators', () => {
	it('exist for every text that its key doesn’t explain, and for nothing else', () => {
		const known = new Set<string>(keys);
		const undescribed = keys.filter((key) => (described.get(key) ?? saidByKey(key)).trim() === '');
		expect(undescribed, toMend).toEqual([]);
		const leftOver = [...described.keys()].filter((key) => !known.has(key));
		expect(leftOver, 'Delete these from src/i18n/descriptions.json').toEqual([]);
	});

	it('say what every placeholder can be, but for commands, which are all alike', () => {
		const unexplained = keys.flatMap((key) =>
			placeholdersOf('en', key)
				.map((placeholder) => placeholder.replace(/:.*/, ''))
				.filter((name) => !name.startsWith('command_') && !described.get(key)?.includes(`{${name}}`))
				.map((name) => `${key} ${name}`),
		);
		expect(unexplained, `${toMend}, with each {placeholder}`).toEqual([]);
	});

	it('say something of their own: at most three texts share one', () => {
		const uses = new Map<string, string[]>();
		for (const [key, description] of described) {
			uses.set(description, [...(uses.get(description) ?? []), key]);
		}
		expect([...uses.values()].filter((sharing) => sharing.length > 3)).toEqual([]);
	});

	it('name no other text that is not there', () => {
		const names = (text: string) => [...text.matchAll(/`(\w+(?:\.[\w-]+)+)`/g)].map(([, name = '']) => name);
		const known = new Set<string>(keys);
		expect([...described.values()].flatMap(names).filter((name) => !known.has(name))).toEqual([]);
	});
});
