import type { APIModalInteractionResponseCallbackData } from 'discord.js';
import type { Translator } from '../../../src/i18n/translator.js';
import type { MessageView } from '../../../src/ui/message.js';
import { panelView } from '../../../src/ui/messages/panel.js';
import { type Filling, filledWith, usual } from '../../states/foreign.js';
import type { States } from '../../states/state.js';
import { rooms } from '../../states/surfaces.js';

export type Made =
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
