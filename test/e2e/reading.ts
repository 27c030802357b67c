import type { APIMessage } from 'discord.js';

/** Everything of a message that a person can read or click on, as one text. Who asked is no part of it. */
export function readable({ content, embeds, components }: APIMessage): string {
	return JSON.stringify({ content, embeds, components });
}

/** What stands at the top of an answer: the title of its card, or its text where it has none. */
export function headline({ content, embeds }: APIMessage): string {
	return embeds[0]?.title ?? content;
}

/** The custom_ids of a message's buttons and selects that can be used, in their order. */
export function usableIds(message: APIMessage): string[] {
	const found: string[] = [];
	const walk = (node: unknown): void => {
		if (typeof node !== 'object' || node === null) return;
		const { custom_id: id, disabled } = node as { custom_id?: unknown; disabled?: unknown };
		if (typeof id === 'string' && disabled !== true) found.push(id);
		for (const child of Object.values(node)) walk(child);
	};
	walk(message.components);
	return found;
}
