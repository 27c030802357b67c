import { type FaultKind, faultKinds } from '../marketplace/faults.js';

/** What a line that was typed into the sandbox asks for. */
export type ConsoleInput =
	| { readonly kind: 'nothing' }
	/** `text`: all that follows the slash. */
	| { readonly kind: 'command'; readonly text: string }
	| { readonly kind: 'menu'; readonly command: string; readonly target: string }
	| { readonly kind: 'suggest'; readonly text: string }
	| { readonly kind: 'as' | 'join' | 'read'; readonly name: string }
	/** `what`: a number as drawn, or the beginning of a label. */
	| { readonly kind: 'click'; readonly what: string }
	/** `which`: a number as drawn; undefined where the only select is meant. */
	| { readonly kind: 'select'; readonly which: number | undefined; readonly choices: readonly string[] }
	| { readonly kind: 'down'; readonly fault: FaultKind }
	| { readonly kind: 'log'; readonly count: number }
	| { readonly kind: PlainVerb }
	/** Unreadable; `hint` says what would be right. */
	| { readonly kind: 'wrong'; readonly hint: string };

const plainVerbs = [
	'type',
	'up',
	'kill',
	'start',
	'block',
	'unblock',
	'people',
	'roles',
	'codes',
	'help',
	'quit',
] as const;
type PlainVerb = (typeof plainVerbs)[number];

const synonyms: Readonly<Record<string, PlainVerb>> = { exit: 'quit', q: 'quit', '?': 'help', h: 'help' };

/** Every word that a line can begin with, besides commands. */
export const verbs: readonly string[] = [
	...['as', 'click', 'down', 'join', 'log', 'menu', 'read', 'select', 'suggest'],
	...plainVerbs,
];

const usualFault: FaultKind = '502-html';
const usualLogLines = 20;

/** Reads one line. Never throws: what can't be read comes back as `wrong`. */
export function parseLine(line: string): ConsoleInput {
	const text = line.trim();
	if (text === '') return { kind: 'nothing' };
	if (text.startsWith('/')) return { kind: 'command', text: text.slice(1).trim() };
	const [, word = '', rest = ''] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
	const verb = word.toLowerCase();
	return withArgument(verb, rest) ?? plain(verb, rest);
}

function withArgument(verb: string, rest: string): ConsoleInput | undefined {
	switch (verb) {
		case 'as':
			return rest === '' ? wrong('Who? Such as: as moderator') : { kind: 'as', name: rest };
		case 'join':
			return rest === '' ? wrong('Who joins? Such as: join Lena') : { kind: 'join', name: rest };
		case 'read':
			return { kind: 'read', name: rest };
		case 'click':
			return rest === ''
				? wrong('What? A number or the beginning of a label, such as: click 2')
				: { kind: 'click', what: rest };
		case 'select':
			return select(rest);
		case 'suggest':
			return rest === ''
				? wrong('For which command? Such as: suggest item aur')
				: { kind: 'suggest', text: rest.replace(/^\//, '') };
		case 'menu':
			return menu(rest);
		case 'down':
			return down(rest);
		case 'log':
			return log(rest);
		default:
			return undefined;
	}
}

function plain(verb: string, rest: string): ConsoleInput {
	const kind = synonyms[verb] ?? plainVerbs.find((known) => known === verb);
	if (kind === undefined) {
		return wrong(`There is no “${verb}”. Commands begin with a slash, such as /items; help lists the rest.`);
	}
	return rest === '' ? { kind } : wrong(`${kind} stands alone, without “${rest}”.`);
}

function select(rest: string): ConsoleInput {
	const [, digits, choices = ''] = /^(?:(\d+)\s+)?(.*)$/s.exec(rest) ?? [];
	if (choices === '') return wrong('What? The number of the select and a choice, such as: select 1 Aurora');
	return {
		kind: 'select',
		which: digits === undefined ? undefined : Number(digits),
		choices: choices.split(',').map((choice) => choice.trim()),
	};
}

/** The command's name may have spaces: the last word is the member. */
function menu(rest: string): ConsoleInput {
	const [, command, target] = /^(.+?)\s+(\S+)$/s.exec(rest) ?? [];
	if (command === undefined || target === undefined) {
		return wrong('Which entry of whose menu? Such as: menu Purchases buyer');
	}
	return { kind: 'menu', command, target };
}

function down(rest: string): ConsoleInput {
	if (rest === '') return { kind: 'down', fault: usualFault };
	const fault = faultKinds.find((kind) => kind === rest.toLowerCase());
	if (fault === undefined) return wrong(`The shop can go wrong in these ways: ${faultKinds.join(', ')}`);
	return { kind: 'down', fault };
}

function log(rest: string): ConsoleInput {
	if (rest === '') return { kind: 'log', count: usualLogLines };
	return /^[1-9]\d{0,4}$/.test(rest)
		? { kind: 'log', count: Number(rest) }
		: wrong('How many lines? Such as: log 50');
}

function wrong(hint: string): ConsoleInput {
	return { kind: 'wrong', hint };
}
