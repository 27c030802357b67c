import { describe, expect, it } from 'vitest';
import descriptions from '../../src/i18n/descriptions.json' with { type: 'json' };
import { placeholdersOf } from './message-parts.js';
import { keys } from './text-rules.js';

const described = new Map<string, string>(Object.entries(descriptions));

describe('the descriptions for translators', () => {
	it('are there for every text, and for nothing else', () => {
		const known = new Set<string>(keys);
		expect(keys.filter((key) => (described.get(key) ?? '').trim() === '')).toEqual([]);
		expect([...described.keys()].filter((key) => !known.has(key))).toEqual([]);
	});

	it('say what every placeholder can be, but for commands, which are all alike', () => {
		const unexplained = keys.flatMap((key) =>
			placeholdersOf('en', key)
				.map((placeholder) => placeholder.replace(/:.*/, ''))
				.filter((name) => !name.startsWith('command_') && !described.get(key)?.includes(`{${name}}`))
				.map((name) => `${key} ${name}`),
		);
		expect(unexplained).toEqual([]);
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
