import { ComponentType } from 'discord.js';

/** All texts of a message of components, in their order, a line each. */
export function shownText({ components = [] }: { readonly components?: readonly unknown[] }): string {
	return components.flatMap(textsIn).join('\n');
}

function textsIn(component: unknown): string[] {
	const { type, content, components = [] } = component as Shown;
	return [...(type === ComponentType.TextDisplay ? [content ?? ''] : []), ...components.flatMap(textsIn)];
}

/** The options of the selects of a message, in their order. */
export function optionsOf({ components = [] }: { readonly components?: readonly unknown[] }): ShownOption[] {
	return components.flatMap((component) => {
		const { components: inner = [], options = [] } = component as Shown;
		return [...options, ...optionsOf({ components: inner })];
	});
}

interface ShownOption {
	readonly label: string;
	readonly description?: string;
	readonly value: string;
}

interface Shown {
	readonly type: ComponentType;
	readonly content?: string;
	readonly components?: readonly unknown[];
	readonly options?: readonly ShownOption[];
}
