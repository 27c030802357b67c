import { ComponentType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { choose } from '../../src/console/choose.js';
import { names } from './registered.js';

const items = {
	type: ComponentType.StringSelect,
	options: [
		{ label: 'Aurora Admin', value: '20114' },
		{ label: 'Aurora', value: '7' },
		{ label: '2048', value: '30' },
	],
};

describe('a choice', () => {
	it.each([
		['the whole label, before one that only begins so', 'aurora', '7'],
		['the beginning of a label', 'aurora a', '20114'],
		['the number of the option', '1', '20114'],
		['a label that is a number', '2048', '30'],
		['the value', '20114', '20114'],
	])('is found by %s', (_, typed, value) => {
		expect(choose(items, [typed], names)).toEqual({ ok: true, values: [value] });
	});

	it('may be several', () => {
		expect(choose(items, ['1', '3'], names)).toEqual({ ok: true, values: ['20114', '30'] });
	});

	it('is a member, a role or a channel where the select asks for one', () => {
		const pick = (type: ComponentType, typed: string) => choose({ type, options: [] }, [typed], names);
		expect(pick(ComponentType.UserSelect, 'Maya')).toEqual({ ok: true, values: ['101'] });
		expect(pick(ComponentType.RoleSelect, 'Buyer')).toEqual({ ok: true, values: ['201'] });
		expect(pick(ComponentType.ChannelSelect, 'verify')).toEqual({ ok: true, values: ['301'] });
		expect(pick(ComponentType.MentionableSelect, 'Buyer')).toEqual({ ok: true, values: ['201'] });
		expect(pick(ComponentType.RoleSelect, 'Maya').ok).toBe(false);
	});

	it('is refused with a list of what there is', () => {
		expect(choose(items, ['Nope'], names)).toEqual({
			ok: false,
			hint: "“Nope” can't be chosen. There are: 1 Aurora Admin · 2 Aurora · 3 2048",
		});
	});
});
