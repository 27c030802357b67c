import { describe, expect, it } from 'vitest';
import descriptions from '../../src/i18n/descriptions.json' with { type: 'json' };
import { placeholdersOf } from './message-parts.js';
import { keys } from './text-rules.js';

const described = new Map<string, string>(Object.entries(descriptions));

/** What a command is called, what it does and what it answers are shown where their keys say. */
const saysItself = /^command\..+\.(?:name|description)$|^\w+\.answer$/;

describe('the descriptions for translators', () => {
	it('are there for every text whose key does not say where it is shown, and for nothing else', () => {
		const known = new Set<string>(keys);
		const needed = keys.filter((key) => !saysItself.test(key));
		expect(needed.filter((key) => (described.get(key) ?? '').trim() === '')).toEqual([]);
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

	it('name no other text that is not there', () => {
		const names = (text: string) => [...text.matchAll(/`(\w+(?:\.[\w-]+)+)`/g)].map(([, name = '']) => name);
		const known = new Set<string>(keys);
		expect([...described.values()].flatMap(names).filter((name) => !known.has(name))).toEqual([]);
	});
});
