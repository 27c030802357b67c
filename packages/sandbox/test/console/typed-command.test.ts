import { describe, expect, it } from 'vitest';
import { readCommand, readSuggestion } from '../../src/console/typed-command.js';
import { names, registered } from './registered.js';

const read = (text: string) => readCommand(text, registered, names);
const hintFor = (text: string) => {
	const found = read(text);
	return found.ok ? undefined : found.hint;
};

describe('a typed command', () => {
	it('gives the only required option what stands there, quotes and spaces included', () => {
		expect(read('verify  “AB 12”')).toEqual({ ok: true, name: 'verify', values: { code: '“AB 12”' } });
		expect(read('verify Purchase code: 1234')).toMatchObject({ values: { code: 'Purchase code: 1234' } });
	});

	it('gives the only option there is what stands there', () => {
		expect(read('items 3')).toEqual({ ok: true, name: 'items', values: { page: 3 } });
	});

	it('reads options by name, in any order, with quotes around several words', () => {
		expect(read('item share:yes id:"Aurora Admin"')).toMatchObject({
			values: { id: 'Aurora Admin', share: true },
		});
		expect(read('item aurora share:false')).toMatchObject({ values: { id: 'aurora', share: false } });
	});

	it('leaves alone what only looks like an option', () => {
		expect(read('item foo:bar')).toMatchObject({ values: { id: 'foo:bar' } });
	});

	it('finds subcommands', () => {
		expect(read('setup server')).toEqual({ ok: true, name: 'setup server', values: {} });
		expect(read('setup rule item:5 role:Buyer')).toEqual({
			ok: true,
			name: 'setup rule',
			values: { item: '5', role: '201' },
		});
		expect(hintFor('setup')).toBe('Which one? /setup server, /setup rule');
	});

	it('turns names into ids, and the name of a choice into its value', () => {
		expect(read('whois Maya where:verify')).toMatchObject({ values: { member: '101', where: '301' } });
		expect(read('move from:a to:b how:Quickly')).toMatchObject({ values: { how: 'q' } });
	});

	it('says which commands there are', () => {
		expect(hintFor('itemz')).toMatch(/no command \/itemz.*\/verify, \/item, /);
	});

	it('says what is missing, and how the command is written', () => {
		expect(hintFor('verify')).toBe('code is missing. Like this: /verify code:…');
		expect(hintFor('item share:yes')).toBe('id is missing. Like this: /item id:… [share:…]');
	});

	it('asks where loose words belong when that is not clear', () => {
		expect(hintFor('move a b')).toMatch(/^To which option does “a b” belong\?/);
		expect(hintFor('doctor now')).toBe('To which option does “now” belong? /doctor takes nothing.');
	});

	it.each([
		['items x', "page can't be “x”: a whole number."],
		['item 5 share:perhaps', "share can't be “perhaps”: true or false."],
		['whois Nobody', "member can't be “Nobody”: the name of a member (people lists them)."],
	])('says what “%s” should be', (text, hint) => {
		expect(hintFor(text)).toBe(hint);
	});
});

describe('what is suggested', () => {
	const suggest = (text: string) => readSuggestion(text, registered, names);

	it('is asked for the option with suggestions, with what was typed so far', () => {
		expect(suggest('item auro ra')).toEqual({
			ok: true,
			name: 'item',
			focused: { name: 'id', value: 'auro ra' },
			values: {},
		});
		expect(suggest('item')).toMatchObject({ focused: { name: 'id', value: '' } });
	});

	it('knows the options that are filled in already', () => {
		expect(suggest('setup rule item:aur role:Buyer')).toEqual({
			ok: true,
			name: 'setup rule',
			focused: { name: 'item', value: 'aur' },
			values: { role: '201' },
		});
	});

	it('is nothing where no option has suggestions', () => {
		expect(suggest('verify 12')).toEqual({ ok: false, hint: '/verify has no option with suggestions.' });
	});
});
