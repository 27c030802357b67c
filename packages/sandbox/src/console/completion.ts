import type { CommandBody, CommandOption } from '@claimcheck/local-discord/command-body';
import type { Control } from '@claimcheck/local-discord/drawing/controls';
import { faultKinds } from '../marketplace/faults.js';
import { verbs } from './parse-line.js';

/** What there is to complete with at this moment. */
export interface CompletionSource {
	readonly commands: readonly CommandBody[];
	readonly people: readonly string[];
	readonly controls: readonly Control[];
}

/** What Tab offers: the candidates for the last word, and that word. */
export function complete(line: string, source: CompletionSource): [string[], string] {
	const word = /\S*$/.exec(line)?.[0] ?? '';
	const before = line.slice(0, line.length - word.length).trim();
	const candidates = candidatesAfter(before, source).filter((candidate) => candidate.startsWith(word));
	return [candidates.map((candidate) => (candidate.endsWith(':') ? candidate : `${candidate} `)), word];
}

function candidatesAfter(before: string, { commands, people, controls }: CompletionSource): string[] {
	if (before === '') return [...commands.map(({ name }) => `/${name}`), ...verbs];
	if (before.startsWith('/')) return optionsAfter(before.slice(1), commands);
	switch (before) {
		case 'as':
			return [...people];
		case 'down':
			return [...faultKinds];
		case 'suggest':
			return commands.map(({ name }) => name);
		case 'click':
			return controls.filter(({ kind }) => kind === 'button').map(({ label }) => label);
		default:
			return [];
	}
}

function optionsAfter(typed: string, commands: readonly CommandBody[]): string[] {
	const [name, ...words] = typed.split(/\s+/);
	let options: readonly CommandOption[] = commands.find((command) => command.name === name)?.options ?? [];
	for (const word of words) {
		const group = options.find((option) => option.name === word && option.options != null);
		if (group === undefined) break;
		options = group.options ?? [];
	}
	// Subcommands are chosen by their name alone; options want a value behind a colon.
	const isValueless = (option: CommandOption) => option.type === 1 || option.type === 2;
	return options
		.filter((option) => !words.some((word) => word.startsWith(`${option.name}:`)))
		.map((option) => (isValueless(option) ? option.name : `${option.name}:`));
}
