import { begunCommand, type TypedCommand } from './typed-line.js';
import type { UsableCommand } from './usable-commands.js';

const most = 20;

/** A person's recent commands, the latest first. In memory alone: it holds typed text, which may be a secret. */
export class RecentCommands {
	readonly #byPerson = new Map<string, readonly TypedCommand[]>();

	add(personKey: string, sent: TypedCommand): void {
		const before = this.#byPerson.get(personKey) ?? [];
		const others = before.filter((it) => keyOf(it) !== keyOf(sent));
		this.#byPerson.set(personKey, [sent, ...others].slice(0, most));
	}

	/** The command that was sent `back` commands ago (0 is the last one), in its current definition. */
	recall(personKey: string, back: number, commands: readonly UsableCommand[]): TypedCommand | undefined {
		const sent = this.#byPerson.get(personKey)?.[back];
		const command = commands.find(({ name }) => name === sent?.command.name);
		if (sent === undefined || command === undefined) return undefined;
		const fields = command.options.flatMap((option) => {
			const before = sent.fields.find((field) => field.option.name === option.name);
			if (before !== undefined) return [{ ...before, option }];
			return begunCommand(command).fields.filter((field) => field.option === option);
		});
		return { command, fields };
	}
}

function keyOf({ command, fields }: TypedCommand): string {
	return JSON.stringify([command.name, fields.map(({ option, text }) => [option.name, text])]);
}
