import type { FormState, State } from '../states/state.js';
import { surfaces } from '../states/surfaces.js';

/** A state of the corpus whose picture is in the documents. */
export interface Scene {
	/** The state's name with dashes: what the picture's files are called by. */
	readonly name: string;
	readonly state: State | FormState;
	/** Who looks at it. */
	readonly viewer: 'maya' | 'tom' | 'mod';
	/** The command that is answered, for the viewer's eyes alone; undefined: everybody in the channel reads it. */
	readonly command: string | undefined;
}

const states = new Map(surfaces.flatMap((surface) => surface.states.map((state) => [state.name, state])));

/** In the order of the walkthrough. A state is here where a picture tells more than its frame of text does. */
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
	shown('dispute/start', 'tom', 'verify'),
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

/** The picture of the playground itself, with both frames, and the states whose messages are in it. */
export const playgroundScene = {
	name: 'playground',
	states: ['panel', 'verify/verified', 'audit/verified', 'desk/whois'].map(stateOf),
} as const;

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
