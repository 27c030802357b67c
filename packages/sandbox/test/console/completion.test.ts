import type { Control } from '@claimcheck/local-discord/drawing/controls';
import { ComponentType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { complete } from '../../src/console/completion.js';
import { registered } from './registered.js';

const control = (shown: Pick<Control, 'number' | 'kind' | 'componentType' | 'label'>): Control => ({
	...shown,
	customId: shown.label,
	isDisabled: false,
	options: [],
});

const source = {
	commands: registered,
	people: ['buyer', 'moderator'],
	controls: [
		control({ number: 1, kind: 'select', componentType: ComponentType.RoleSelect, label: 'Open' }),
		control({ number: 2, kind: 'button', componentType: ComponentType.Button, label: 'Screenshots' }),
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
