import { type APIMessageTopLevelComponent, MessageFlags } from 'discord.js';
import type { MessageView } from '../kit/message.js';

/** Discord's limits for a message of components. */
const most = { components: 40, characters: 4_000 };

/** Prepends messages to another one; undefined if they don't fit or it has no components. */
export function aboveView(above: readonly MessageView[], view: MessageView): MessageView | undefined {
	if (above.length === 0) return view;
	if (view.flags !== MessageFlags.IsComponentsV2) return undefined;
	const components = [...above, view].flatMap((it) => it.components ?? []);
	const { count, characters } = sizeOf(components);
	return count <= most.components && characters <= most.characters ? { ...view, components } : undefined;
}

function sizeOf(components: readonly APIMessageTopLevelComponent[]): { count: number; characters: number } {
	let count = 0;
	let characters = 0;
	JSON.stringify(components, (key, value: unknown) => {
		if (key === 'content' && typeof value === 'string') characters += value.length;
		if (typeof value === 'object' && value !== null && 'type' in value) count += 1;
		return value;
	});
	return { count, characters };
}
