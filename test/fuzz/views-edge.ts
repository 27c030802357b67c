import type { APIModalInteractionResponseCallbackData } from 'discord.js';
import { languages } from '../../src/i18n/languages.js';
import { type Translator, translatorFor } from '../../src/i18n/translator.js';
import type { MessageView } from '../../src/ui/message.js';
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

type Made =
	| { readonly message: MessageView; readonly isFormatted: boolean }
	| { readonly modal: APIModalInteractionResponseCallbackData };

export interface ViewCase {
	readonly states: number;
	/** Shows one of them, from 0, with foreign texts from this filling. */
	make(t: Translator, state: number, filling: Filling): Made;
}

/** Every view of a room, by the room and its own name. */
export function viewsOf(room: string, states: States): readonly (readonly [name: string, view: ViewCase])[] {
	const all = states(usual);
	return [...new Set(all.map(({ view }) => view))].map((view) => {
		const places = all.flatMap((state, at) => (state.view === view ? [at] : []));
		return [
			`${room}/${view.name}`,
			{
				states: places.length,
				make(t, wanted, filling) {
					const state = states(filledWith(filling))[places[wanted % places.length] ?? 0];
					if (state === undefined) throw new Error(`${room} has other states with this filling`);
					// A panel's words are written by the server's staff, who may format them.
					return 'form' in state
						? { modal: state.form(t) }
						: { message: state.show(t), isFormatted: view === panelView };
				},
			},
		];
	});
}

export const everyView: Readonly<Record<string, ViewCase>> = Object.fromEntries(
	Object.entries(rooms).flatMap(([room, states]) => viewsOf(room, states)),
);

/** No text is longer: the shop's client takes no more than this of any. */
const maxTextLength = 60_000;

/**
 * Every view with whatever a shop, a server or a member calls anything, in all languages.
 * @param maxCpuMs a view that takes this much of the processor hangs; the slowest takes a few milliseconds
 */
export function viewsEdge(views: Readonly<Record<string, ViewCase>> = everyView, maxCpuMs = 10_000): Edge {
	const names = Object.keys(views);
	// Many views have the same for many inputs, and Discord's schema takes longer than the view.
	const known = new Map<string, readonly Fault[]>();
	function faultsOf(made: Made): readonly Fault[] {
		const text = JSON.stringify(made);
		const found =
			known.get(text) ??
			('modal' in made ? faultsOfModal(made.modal) : faultsOfMessage(made.message, made.isFormatted));
		if (known.size > 5_000) known.clear();
		known.set(text, found);
		return found;
	}

	return {
		name: 'views',
		covers: ['/src/ui/', '/commands/', '/src/marketplace/schemas.'],
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
			const view = Object.hasOwn(views, name) ? views[name] : undefined;
			if (view === undefined) return 'no such view';
			const language = textIn(at(input, 'language'), 'en');
			const state = numberIn(at(input, 'state'), 0, Number.MAX_SAFE_INTEGER, 0);
			const before = process.cpuUsage();
			const made = view.make(translatorFor(language), state, fillingOf(input));
			const { user, system } = process.cpuUsage(before);
			const [fault] = faultsOf(made);
			const tooLong: Fault[] =
				(user + system) / 1_000 > maxCpuMs
					? [{ property: 'it takes too long', seen: `${user + system} µs` }]
					: [];
			for (const { property, seen } of [...tooLong, ...(fault === undefined ? [] : [fault])]) {
				throw new Broken(`${name}: ${property}`, seen);
			}
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
