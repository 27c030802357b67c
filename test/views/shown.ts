import { ComponentType } from 'discord.js';

/** All texts of a message of components, in their order, a line each. */
export function shownText({ components = [] }: { readonly components?: readonly unknown[] }): string {
	return components.flatMap(textsIn).join('\n');
}

function textsIn(component: unknown): string[] {
	const { type, content, components = [] } = component as Shown;
	return [...(type === ComponentType.TextDisplay ? [content ?? ''] : []), ...components.flatMap(textsIn)];
}

interface Shown {
	readonly type: ComponentType;
	readonly content?: string;
	readonly components?: readonly unknown[];
}
