import { describe, expect, it } from 'vitest';
import { complete } from '../../src/console/completion.js';
import { registered } from './registered.js';

const source = {
	commands: registered,
	people: ['buyer', 'moderator'],
	controls: [
		{ number: 1, kind: 'select', customId: 's', label: 'Open', isDisabled: false, options: [] },
		{ number: 2, kind: 'button', customId: 'b', label: 'Screenshots', isDisabled: false, options: [] },
	],
} as const;

const offered = (line: string) => complete(line, source)[0];

describe('Tab', () => {
	it('offers the commands that begin so', () => {
		expect(complete('/it', source)).toEqual([['/item ', '/items '], '/it']);
	});

	it('offers the options that are not there yet', () => {
		expect(offered('/item id:5 ')).toEqual(['share:']);
		expect(offered('/setup ')).toEqual(['server ', 'rule ']);
		expect(offered('/setup rule ')).toEqual(['item:', 'role:']);
	});

	it('offers people, faults and buttons where they belong', () => {
		expect(offered('as m')).toEqual(['moderator ']);
		expect(offered('down ha')).toEqual(['hang ']);
		expect(offered('click ')).toEqual(['Screenshots ']);
	});

	it('offers nothing where anything can stand', () => {
		expect(offered('join L')).toEqual([]);
	});
});
