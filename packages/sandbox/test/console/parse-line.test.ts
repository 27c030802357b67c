import { describe, expect, it } from 'vitest';
import { parseLine, verbs } from '../../src/console/parse-line.js';

describe('a line of the sandbox', () => {
	it('is a command where it begins with a slash, and keeps what follows as it was typed', () => {
		expect(parseLine('  /verify  “ABC-1”  ')).toEqual({ kind: 'command', text: 'verify  “ABC-1”' });
	});

	it('is the same command where there is a space behind the slash', () => {
		expect(parseLine('/ items')).toEqual({ kind: 'command', text: 'items' });
	});

	it('is nothing where it is empty', () => {
		expect(parseLine('   ')).toEqual({ kind: 'nothing' });
	});

	it.each([
		['as moderator', { kind: 'as', name: 'moderator' }],
		['AS Iris', { kind: 'as', name: 'Iris' }],
		['join Lena Lee', { kind: 'join', name: 'Lena Lee' }],
		['read', { kind: 'read', name: '' }],
		['click 2', { kind: 'click', what: '2' }],
		['click More roles', { kind: 'click', what: 'More roles' }],
		['suggest /item aur', { kind: 'suggest', text: 'item aur' }],
		['menu Look up purchases buyer', { kind: 'menu', command: 'Look up purchases', target: 'buyer' }],
		['down', { kind: 'down', fault: '502-html' }],
		['down hang', { kind: 'down', fault: 'hang' }],
		['log', { kind: 'log', count: 20 }],
		['log 50', { kind: 'log', count: 50 }],
		['exit', { kind: 'quit' }],
		['?', { kind: 'help' }],
	])('reads “%s”', (line, input) => {
		expect(parseLine(line)).toEqual(input);
	});

	it('takes the number before the choices for the select, and a lonely number for the choice', () => {
		expect(parseLine('select 2 Aurora, Fjord Shop')).toEqual({
			kind: 'select',
			which: 2,
			choices: ['Aurora', 'Fjord Shop'],
		});
		expect(parseLine('select 3')).toEqual({ kind: 'select', which: undefined, choices: ['3'] });
	});

	it.each(['as', 'join', 'click', 'select', 'suggest', 'menu Purchases'])(
		'says with an example what “%s” lacks',
		(line) => {
			expect(parseLine(line)).toEqual({ kind: 'wrong', hint: expect.stringContaining('uch as: ') });
		},
	);

	it('lists the faults where it does not know one', () => {
		expect(parseLine('down badly')).toEqual({
			kind: 'wrong',
			hint: expect.stringMatching(/500.*hang.*denies/),
		});
	});

	it('refuses a count of lines that is none, and words behind a verb that stands alone', () => {
		expect(parseLine('log -1').kind).toBe('wrong');
		expect(parseLine('kill bot')).toEqual({ kind: 'wrong', hint: 'kill stands alone, without “bot”.' });
	});

	it('names the word that it does not know', () => {
		expect(parseLine('verfy 123')).toEqual({ kind: 'wrong', hint: expect.stringContaining('“verfy”') });
	});

	it('knows every verb that Tab offers', () => {
		const unknown = verbs
			.map((verb) => parseLine(verb))
			.filter((input) => {
				return input.kind === 'wrong' && input.hint.startsWith('There is no');
			});
		expect(unknown).toEqual([]);
	});
});
