import type { CommandOption } from '../../src/command-body.js';
import { type Choice, searched } from '../controls/choice.js';
import type { Sight } from '../sight.js';
import type { ComposerPopup } from './composer-popup.js';
import { limitsOf, listedChoices, type OptionField, readField } from './option-field.js';
import type { Suggested } from './suggestions.js';
import { descriptionIn, fittingCommands, nameIn, type UsableCommand } from './usable-commands.js';

/** Servers can have thousands of members: more than this is for searching. */
const maxRows = 100;

/** The commands that fit what is typed, under the app's name. */
export function commandsPopup(
	commands: readonly UsableCommand[],
	typed: string,
	botName: string,
	choose: (command: UsableCommand) => void,
): ComposerPopup {
	const fitting = fittingCommands(commands, typed);
	return {
		label: 'Commands',
		title: botName,
		choices: fitting.map(({ name, shownName, description }) => ({
			value: name,
			label: `/${shownName}`,
			description,
		})),
		note: fitting.length > 0 ? undefined : emptyNote(commands.length),
		choose(choice) {
			const command = fitting.find(({ name }) => name === choice.value);
			if (command !== undefined) choose(command);
		},
	};
}

/** Description and choices of an option. `problem` is set once it is time to show it. */
export function fieldPopup(
	field: OptionField,
	parts: {
		readonly sight: Sight;
		/** Of an option with suggestions. */
		readonly suggested: Suggested;
		readonly showsProblem: boolean;
		readonly choose: (choice: Choice) => void;
	},
): ComposerPopup {
	const { sight, suggested, showsProblem, choose } = parts;
	const { option } = field;
	const read = readField(field, sight);
	return {
		label: nameIn(option, sight.locale),
		title: nameIn(option, sight.locale),
		text: [descriptionIn(option, sight.locale), limitsOf(option)].filter((part) => part).join(' · '),
		problem: showsProblem && read.kind === 'wrong' ? read.problem : undefined,
		choose,
		...(option.autocomplete ? suggestedRows(suggested) : listedRows(field, sight)),
	};
}

/** The options that may be added. */
export function optionsPopup(
	options: readonly CommandOption[],
	typed: string,
	sight: Sight,
	choose: (option: CommandOption) => void,
): ComposerPopup {
	const choices = options.map((option) => ({
		value: option.name,
		label: nameIn(option, sight.locale),
		description: descriptionIn(option, sight.locale),
	}));
	const fitting = searched(choices, typed.replace(/:.*$/, ''), sight.locale);
	return {
		label: 'Options',
		title: options.length === 0 ? undefined : 'Optional',
		choices: fitting,
		note:
			fitting.length > 0
				? undefined
				: options.length > 0
					? 'There is no such option. Choose one first, then type its value'
					: 'This is all that the command takes',
		choose(choice) {
			const option = options.find(({ name }) => name === choice.value);
			if (option !== undefined) choose(option);
		},
	};
}

function suggestedRows(suggested: Suggested): Pick<ComposerPopup, 'choices' | 'note'> {
	switch (suggested.state) {
		case 'loading':
			return { choices: [], note: 'Loading options …' };
		case 'failed':
			return { choices: [], note: `Loading options failed. ${suggested.problem}` };
		case 'ready':
			return suggested.choices.length > 0
				? { choices: suggested.choices }
				: { choices: [], note: 'No options match what you have typed' };
	}
}

function listedRows(
	{ option, text, picked }: OptionField,
	sight: Sight,
): Pick<ComposerPopup, 'choices' | 'note'> {
	const all = listedChoices(option, sight);
	if (all === undefined) return { choices: [] };
	const fitting = searched(all, picked === undefined ? text : '', sight.locale);
	if (fitting.length === 0) {
		return { choices: [], note: all.length === 0 ? 'There is nothing to choose' : 'Nothing here matches' };
	}
	const more = fitting.length - maxRows;
	return {
		choices: fitting.slice(0, maxRows),
		note: more > 0 ? `${more} more: type to find them` : undefined,
	};
}

function emptyNote(commands: number): string {
	return commands === 0 ? 'The bot has no commands here that you may use' : 'No command begins like this';
}
