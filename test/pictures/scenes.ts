import type { FormState, State } from '../states/state.js';
import { surfaces } from '../states/surfaces.js';

/** A state of the corpus whose picture is in the documents. */
export interface Scene {
	/** The state's name with dashes: what the picture's files are called by. */
	readonly name: string;
	readonly state: State | FormState;
	/** Who looks at it. */
	readonly viewer: 'maya' | 'tom' | 'mod';
	/**
	 * The command that is answered, for the viewer's eyes alone; undefined if every member of the channel reads it.
	 */
	readonly command: string | undefined;
}

const states = new Map(surfaces.flatMap((surface) => surface.states.map((state) => [state.name, state])));

/** In the order of the walkthrough. A state is here if a picture shows more than its frame of text does. */
export const scenes: readonly Scene[] = [
	shown('panel', 'tom'),
	shown('panel/form', 'maya', 'verify'),
	shown('verify/verified', 'maya', 'verify'),
	shown('verify/waiting', 'maya', 'verify'),
	shown('verify/invalid', 'tom', 'verify'),
	shown('verify/not-a-code', 'tom', 'verify'),
	shown('verify/taken', 'tom', 'verify'),
	shown('verify/shop-down', 'maya', 'verify'),
	shown('purchases', 'maya', 'purchases'),
	shown('purchases/one', 'maya', 'purchases'),
	shown('privacy', 'maya', 'privacy'),
	shown('dispute/form', 'tom', 'verify'),
	shown('case', 'mod'),
	shown('item', 'maya', 'item'),
	shown('item/screenshots', 'maya', 'item'),
	shown('items', 'maya', 'items'),
	shown('desk/whois', 'mod', 'whois'),
	shown('desk/purchase', 'mod', 'whois'),
	shown('desk/history', 'mod', 'whois'),
	shown('desk/move-form', 'mod', 'whois'),
	shown('desk/done', 'mod', 'whois'),
	shown('audit/lines', 'mod'),
	shown('setup', 'mod', 'setup server'),
	shown('setup/buyer', 'mod', 'setup server'),
	shown('setup/powers', 'mod', 'setup server'),
	shown('doctor', 'mod', 'doctor'),
	shown('stats', 'mod', 'stats'),
	shown('alert/blocked', 'mod'),
];

/** A picture of the playground itself. */
export interface PlaygroundScene {
	readonly name: string;
	/** The browser's window, in pixels. */
	readonly viewport: { readonly width: number; readonly height: number };
	readonly scale: number;
	/** The content for screen readers. */
	readonly alt: string;
	/** The states whose messages are in it. */
	readonly states: readonly (State | FormState)[];
}

export const playgroundScenes: readonly PlaygroundScene[] = [
	{
		name: 'playground',
		viewport: { width: 1440, height: 900 },
		scale: 1.5,
		alt: 'The playground in a browser: the phone of a buyer who has just verified a purchase, and beside it the phone of a moderator with the audit channel and that purchase. To their left are guided tasks, to their right, folded, what is behind the scenes.',
		states: ['panel', 'verify/verified', 'audit/verified', 'desk/whois'].map(stateOf),
	},
	{
		name: 'playground-phone',
		viewport: { width: 390, height: 844 },
		scale: 2,
		alt: 'The playground on a phone: a buyer who has just verified a purchase, and below a bar that leads to the moderator, to the tasks and to the world behind them.',
		states: ['panel', 'verify/verified'].map(stateOf),
	},
];

/** The scene of a state; undefined where it has no picture. */
export function sceneOf(stateName: string): Scene | undefined {
	return scenes.find(({ state }) => state.name === stateName);
}

function shown(stateName: string, viewer: Scene['viewer'], command?: string): Scene {
	return { name: stateName.replaceAll('/', '-'), state: stateOf(stateName), viewer, command };
}

function stateOf(name: string): State | FormState {
	const state = states.get(name);
	if (state === undefined) throw new Error(`The corpus has no state ${name}`);
	return state;
}
