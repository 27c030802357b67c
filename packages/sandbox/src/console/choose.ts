import { ComponentType } from 'discord-api-types/v10';
import type { NameLookup } from './typed-command.js';

/** Something to pick from: a select of a message or of a modal. */
export interface Choosable {
	/** Discord's component type. */
	readonly type: number;
	/** Those of a string select, radio buttons or check boxes; empty for selects of users, roles and channels. */
	readonly options: readonly { readonly label: string; readonly value: string }[];
}

export type Choice =
	| { readonly ok: true; readonly values: readonly string[] }
	| { readonly ok: false; readonly hint: string };

/**
 * The values that a person's input stands for: numbers from 1, labels or their beginnings, names of roles and so on.
 */
export function choose(select: Choosable, typed: readonly string[], names: NameLookup): Choice {
	const values: string[] = [];
	for (const text of typed) {
		const value = chosenValue(select, text, names);
		if (value === undefined) return { ok: false, hint: hintFor(select, text) };
		values.push(value);
	}
	return { ok: true, values };
}

function chosenValue({ type, options }: Choosable, text: string, names: NameLookup): string | undefined {
	switch (type) {
		case ComponentType.UserSelect:
			return names.user(text);
		case ComponentType.RoleSelect:
			return names.role(text);
		case ComponentType.ChannelSelect:
			return names.channel(text);
		case ComponentType.MentionableSelect:
			return names.user(text) ?? names.role(text);
		default: {
			const wanted = text.toLowerCase();
			const byLabel = options.find(({ label }) => label.toLowerCase() === wanted);
			const byStart = options.find(({ label }) => label.toLowerCase().startsWith(wanted));
			const byNumber = /^\d+$/.test(text) ? options[Number(text) - 1] : undefined;
			const byValue = options.find(({ value }) => value === text);
			return (byLabel ?? byValue ?? byNumber ?? byStart)?.value;
		}
	}
}

function hintFor({ options }: Choosable, text: string): string {
	if (options.length === 0)
		return `There is no “${text}” in this server: people and roles list who and what is.`;
	const listed = options.map(({ label }, at) => `${at + 1} ${label}`).join(' · ');
	return `“${text}” can't be chosen. There are: ${listed}`;
}
