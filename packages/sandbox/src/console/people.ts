import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '../stage.js';
import type { NameLookup } from './typed-command.js';

/** The members that one can act as, and whom the console acts as now. */
export class People {
	readonly #stage: Stage;
	/** By what they are called besides their name: `buyer`, or the name again. */
	readonly #persons: Map<string, Person>;
	#alias = 'buyer';

	constructor(stage: Stage) {
		this.#stage = stage;
		this.#persons = new Map(Object.entries(stage.people));
	}

	/** What the present person is called: the prompt. */
	get alias(): string {
		return this.#alias;
	}

	get current(): Person {
		return this.#persons.get(this.#alias) ?? this.#stage.people.buyer;
	}

	get aliases(): readonly string[] {
		return [...this.#persons.keys()];
	}

	nameOf(person: Person): string {
		return this.#stage.guild.nameOf('user', person.id) ?? 'somebody who has left';
	}

	/** Acts as somebody else from now on, by alias or name. False where there is nobody of this name. */
	become(name: string): boolean {
		const alias = this.#aliasOf(name);
		if (alias === undefined) return false;
		this.#alias = alias;
		return true;
	}

	/** Lets a new member join and acts as them from now on. False if the name is taken. */
	join(name: string): boolean {
		const alias = name.toLowerCase().replaceAll(/\s+/g, '-');
		if (this.#aliasOf(name) !== undefined || this.#persons.has(alias)) return false;
		this.#persons.set(alias, this.#stage.newPerson(name));
		this.#alias = alias;
		return true;
	}

	/** One line for each: alias, name and roles. */
	lines(): string[] {
		const { guild } = this.#stage;
		return [...this.#persons].map(([alias, person]) => {
			const roles = person.roleIds.map((id) => guild.nameOf('role', id) ?? id);
			return `  ${alias.padEnd(12)}${this.nameOf(person).padEnd(12)}${roles.join(', ') || 'no roles'}`;
		});
	}

	/** The ids behind what people type: `Iris`, `moderator`, `@Buyer`, `#verify`, or an id. */
	lookup(): NameLookup {
		const { guild } = this.#stage;
		const byName = (entries: Iterable<readonly [string, string]>) => (typed: string) => {
			const wanted = typed.replace(/^[@#]/, '').toLowerCase();
			return [...entries].find(([id, name]) => id === typed || name.toLowerCase() === wanted)?.[0];
		};
		return {
			user: (typed) =>
				this.#persons.get(this.#aliasOf(typed.replace(/^@/, '')) ?? '')?.id ??
				byName([...guild.members].map(([id, { user }]) => [id, user.displayName] as const))(typed),
			role: byName([...guild.roles].map(([id, { name }]) => [id, name] as const)),
			channel: byName([...guild.channels].map(([id, { name }]) => [id, name] as const)),
		};
	}

	#aliasOf(name: string): string | undefined {
		const wanted = name.toLowerCase();
		const found = [...this.#persons].find(
			([alias, person]) => alias === wanted || this.nameOf(person).toLowerCase() === wanted,
		);
		return found?.[0];
	}
}
