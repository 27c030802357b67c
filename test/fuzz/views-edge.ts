import { languages } from '../../src/i18n/languages.js';
import { translatorFor } from '../../src/i18n/translator.js';
import { panelView } from '../../src/ui/messages/panel.js';
import { type Filling, filledWith, usual } from '../states/foreign.js';
import { addresses, numbers, pieces } from '../states/hostile-texts.js';
import { type Fault, faultsOfMessage, faultsOfModal } from '../states/rules.js';
import type { States } from '../states/state.js';
import { rooms } from '../states/surfaces.js';
import { at, Broken, type Edge, type Json, numberIn, textIn } from './edge.js';
import { pick, type Random } from './mutate.js';

// An input: the name of a `view`, its `state` by number, the reader's `language`, and the `texts`, `addresses` and
// `numbers` with which it is filled. A text is a string, a list of its parts, or `{times, of}`.

/** The names of every view: its room and its own. */
const namesIn = (all: Readonly<Record<string, States>>): readonly string[] =>
	Object.entries(all).flatMap(([room, states]) => [
		...new Set(states(usual).map(({ view }) => `${room}/${view.name}`)),
	]);

/** No text is longer: the shop's client takes no more than this of any. */
const maxTextLength = 60_000;

/**
 * Every view with whatever a shop, a server or a member calls anything, in all languages.
 * @param maxCpuMs a view that takes this much of the processor hangs; the slowest takes a few milliseconds
 */
export function viewsEdge(all: Readonly<Record<string, States>> = rooms, maxCpuMs = 10_000): Edge {
	const names = namesIn(all);
	// Many views have the same for many inputs, and Discord's schema takes longer than the view.
	const known = new Map<string, readonly Fault[]>();
	return {
		name: 'views',
		words: [...pieces, ...addresses, ...numbers, ...languages, ...names],
		inputsInTests: 200,
		seeds: () =>
			names.map((view) => ({
				view,
				state: 0,
				language: 'en',
				texts: ['Aurora', ['Desk ', 'Icons']],
				addresses: ['https://cdn.example.com/a.png'],
				numbers: [29, 1],
			})),
		make: (random, number) => hostileInput(names[number % names.length] ?? '', random),
		async play(input) {
			const name = textIn(at(input, 'view'), '');
			const [room = '', viewName] = name.split('/');
			const states = Object.hasOwn(all, room) ? all[room]?.(filledWith(fillingOf(input))) : undefined;
			const ofView = states?.filter(({ view }) => view.name === viewName) ?? [];
			const state = ofView[numberIn(at(input, 'state'), 0, Number.MAX_SAFE_INTEGER, 0) % ofView.length];
			if (state === undefined) return 'no such view';
			const t = translatorFor(textIn(at(input, 'language'), 'en'));
			const before = process.cpuUsage();
			const made = 'form' in state ? { modal: state.form(t) } : { message: state.show(t) };
			const { user, system } = process.cpuUsage(before);
			if ((user + system) / 1_000 > maxCpuMs)
				throw new Broken(`${name}: it takes too long`, `${user + system} µs`);
			const text = JSON.stringify(made);
			// A panel's words are written by the server's staff, who may format them.
			const found =
				known.get(text) ??
				('modal' in made
					? faultsOfModal(made.modal)
					: faultsOfMessage(made.message, state.view === panelView));
			if (known.size > 5_000) known.clear();
			known.set(text, found);
			for (const { property, seen } of found) throw new Broken(`${name}: ${property}`, seen);
			return `taken: ${name}`;
		},
	};
}

function fillingOf(input: Json): Filling {
	return {
		texts: listIn(at(input, 'texts')).map((node) => textOf(node).slice(0, maxTextLength)),
		addresses: listIn(at(input, 'addresses')).map((node) => textOf(node).slice(0, maxTextLength)),
		numbers: listIn(at(input, 'numbers')).flatMap((node) =>
			typeof node === 'number' && Number.isFinite(node) ? [node] : [],
		),
	};
}

const listIn = (node: Json | undefined): readonly Json[] => (Array.isArray(node) ? node : []);

function textOf(node: Json): string {
	if (typeof node === 'string') return node;
	if (Array.isArray(node)) return node.map(textOf).join('');
	const of = textOf(at(node, 'of') ?? '');
	const times = numberIn(at(node, 'times'), 0, maxTextLength, 1);
	return of.repeat(Math.min(times, Math.ceil(maxTextLength / Math.max(1, of.length))));
}

/** An input for this view, made of the worst that there is. */
function hostileInput(view: string, random: Random): Json {
	const listOf = (most: number, of: () => Json): Json[] =>
		Array.from({ length: 1 + Math.floor(random() * most) }, of);
	const text = (): Json => {
		const parts = Array.from({ length: Math.floor(random() * random() * 14) }, () => pick(pieces, random));
		return random() < 0.1 ? { times: Math.ceil(random() * 5_000), of: parts } : parts;
	};
	return {
		view,
		state: Math.floor(random() * 1_000),
		language: pick(languages, random),
		// One text alone gives everything the same name.
		texts: random() < 0.2 ? [text()] : listOf(8, text),
		addresses: listOf(5, () => pick(addresses, random)),
		numbers: listOf(5, () => pick(numbers, random)),
	};
}
