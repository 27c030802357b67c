import { describe, expect, it } from 'vitest';
import descriptions from '../../src/i18n/descriptions.json' with { type: 'json' };
import type { MessageKey } from '../../src/i18n/messages.js';
import { placeholdersOf } from './message-parts.js';
import { isCommandName, isKey, keys } from './text-rules.js';

const described = new Map<string, string>(Object.entries(descriptions));

/** True for texts whose keys say where they are shown: names, descriptions and replies of commands. */
function isExplained(key: MessageKey): boolean {
	const [, command] = /^(\w+)\.answer$/.exec(key) ?? [];
	return (
		isCommandName(key) ||
		/^command\..+\.description$/.test(key) ||
		(command !== undefined && isKey(`command.${command}.name`))
	);
}

const toMend = 'Explain these texts in src/i18n/descriptions.json';

describe('the descriptions for translators', () => {
	it('exist for every text whose key doesn’t explain it, and for nothing else', () => {
		const known = new Set<string>(keys);
		const undescribed = keys.filter((key) => !isExplained(key) && !described.get(key)?.trim());
		expect(undescribed, toMend).toEqual([]);
		const leftOver = [...described.keys()].filter((key) => !known.has(key));
		expect(leftOver, 'Delete these from src/i18n/descriptions.json').toEqual([]);
	});

	it('say what every placeholder can be, except for commands, which are all alike', () => {
		const unexplained = keys.flatMap((key) =>
			placeholdersOf('en', key)
				.map((placeholder) => placeholder.replace(/:.*/, ''))
				.filter((name) => !name.startsWith('command_') && !described.get(key)?.includes(`{${name}}`))
				.map((name) => `${key} ${name}`),
		);
		expect(unexplained, `${toMend}, with each {placeholder}`).toEqual([]);
	});

	it('refer only to existing texts', () => {
		const names = (text: string) => [...text.matchAll(/`(\w+(?:\.[\w-]+)+)`/g)].map(([, name = '']) => name);
		const known = new Set<string>(keys);
		expect([...described.values()].flatMap(names).filter((name) => !known.has(name))).toEqual([]);
	});
});
