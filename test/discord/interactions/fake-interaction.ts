import { PermissionFlagsBits } from 'discord.js';
import type {
	AutocompleteChoice,
	AutocompleteInput,
	ChatInput,
	ModalInput,
	SelectInput,
	UserMenuInput,
} from '../../../src/discord/interactions/interaction-ports.js';
import type { MemberRights } from '../../../src/guilds/member-facts.js';

export interface Given {
	/** Roles by their ids. */
	readonly options?: Readonly<Record<string, string | number | boolean>>;
	readonly subcommand?: string;
	/** The text typed into the option with autocomplete. */
	readonly focused?: string;
	/** Which option that is; `id` where none is named. */
	readonly focusedOption?: string;
	/** In whose context menu a command was picked. */
	readonly targetId?: string;
	readonly customId?: string;
	/** The values chosen in a select. */
	readonly values?: readonly string[];
	/** The texts typed into a modal's inputs, by custom_id. */
	readonly typed?: Readonly<Record<string, string>>;
	/** The values chosen in a modal's selects, by custom_id. */
	readonly chosen?: Readonly<Record<string, readonly string[]>>;
	/** The member's rights in the server. */
	readonly permissions?: bigint;
	/** The member's roles. */
	readonly roleIds?: readonly string[];
	readonly isTimedOut?: boolean;
	/** Roles that are not below the member's highest one. */
	readonly outOfReach?: readonly string[];
	readonly userId?: string;
	/** `false`: the member may not write in any channel. */
	readonly mayPost?: boolean;
	/** Of the channel, in milliseconds; 0 where none is given. */
	readonly slowModeMs?: number;
	/** The message that a component is on is an answer to the member. */
	readonly isOnOwnAnswer?: boolean;
	/** The member's language; `en-US` where none is given. */
	readonly locale?: string;
	/** The server's language; `en-US` where none is given. */
	readonly guildLocale?: string;
}

/** An interaction of any kind. `log` holds what was answered, in order: `[['defer', …], ['edit', …]]`. */
export class FakeInteraction implements ChatInput, AutocompleteInput, SelectInput, ModalInput, UserMenuInput {
	readonly log: [call: string, argument: unknown][] = [];
	readonly id: string = '900000000000000001';
	readonly guildId: string = '100000000000000001';
	readonly channelId: string = '400000000000000001';
	readonly slowModeMs: number;
	readonly user: { readonly id: string };
	readonly member: { readonly roles: { readonly cache: Map<string, unknown> }; readonly pending: boolean };
	readonly locale: string;
	readonly guildLocale: string;
	readonly targetId: string;
	readonly customId: string;
	readonly isOnOwnAnswer: boolean;
	readonly values: readonly string[];
	readonly rights: MemberRights;
	readonly mayPost: (channelId?: string) => boolean;
	readonly options: FakeOptions;
	readonly fields: ModalInput['fields'];

	constructor(given: Given = {}) {
		this.locale = given.locale ?? 'en-US';
		this.guildLocale = given.guildLocale ?? 'en-US';
		this.user = { id: given.userId ?? '200000000000000001' };
		this.targetId = given.targetId ?? '';
		this.customId = given.customId ?? '';
		this.isOnOwnAnswer = given.isOnOwnAnswer ?? false;
		this.values = given.values ?? [];
		this.member = { roles: { cache: new Map(given.roleIds?.map((id) => [id, {}])) }, pending: false };
		this.rights = {
			...fakeRights(given.permissions, given.outOfReach),
			isTimedOut: given.isTimedOut ?? false,
		};
		this.slowModeMs = given.slowModeMs ?? 0;
		this.mayPost = () => given.mayPost ?? true;
		this.options = new FakeOptions(given);
		this.fields = {
			getTextInputValue: (customId) => given.typed?.[customId] ?? missing(customId),
			getStringSelectValues: (customId) => given.chosen?.[customId] ?? missing(customId),
			getSelectedUsers: (customId) => new Map(given.chosen?.[customId]?.map((id) => [id, {}])),
		};
	}

	reply = (message: unknown) => this.#note('reply', message);
	deferReply = (options?: unknown) => this.#note('defer', options);
	editReply = (message: unknown) => this.#note('edit', message);
	followUp = (message: unknown) => this.#note('follow up', message);
	update = (message: unknown) => this.#note('update', message);
	deferUpdate = () => this.#note('defer update', undefined);
	showModal = (modal: unknown) => this.#note('modal', modal);
	respond = (choices: readonly AutocompleteChoice[]) => this.#note('respond', choices);

	async #note(call: string, argument: unknown): Promise<void> {
		this.log.push([call, argument]);
	}
}

/** Rights by Discord's permission bits: an administrator has them all. */
function fakeRights(permissions = 0n, outOfReach: readonly string[] = []): MemberRights {
	const isAdministrator = (permissions & PermissionFlagsBits.Administrator) !== 0n;
	return {
		isAdministrator,
		isTimedOut: false,
		has: (permission) => isAdministrator || (permissions & permission) === permission,
		isAbove: (roleId) => !outOfReach.includes(roleId),
	};
}

class FakeOptions {
	readonly #given: NonNullable<Given['options']>;
	readonly #subcommand: string | undefined;
	readonly #focused: { readonly name: string; readonly value: string };

	constructor({ options = {}, subcommand, focused = '', focusedOption = 'id' }: Given) {
		this.#given = options;
		this.#subcommand = subcommand;
		this.#focused = { name: focusedOption, value: focused };
	}

	getString(name: string, required: true): string;
	getString(name: string, required?: boolean): string | null;
	getString(name: string, required = false): string | null {
		const value = this.#given[name];
		return typeof value === 'string' ? value : absent(name, required);
	}

	getInteger(name: string, required: true): number;
	getInteger(name: string, required?: boolean): number | null;
	getInteger(name: string, required = false): number | null {
		const value = this.#given[name];
		return typeof value === 'number' ? value : absent(name, required);
	}

	getBoolean(name: string, required: true): boolean;
	getBoolean(name: string, required?: boolean): boolean | null;
	getBoolean(name: string, required = false): boolean | null {
		const value = this.#given[name];
		return typeof value === 'boolean' ? value : absent(name, required);
	}

	getRole(name: string): { readonly id: string } {
		return { id: this.getString(name, true) };
	}

	getChannel(name: string): { readonly id: string } {
		return { id: this.getString(name, true) };
	}

	getUser(name: string, required: true): { readonly id: string };
	getUser(name: string, required?: boolean): { readonly id: string } | null;
	getUser(name: string, required = false): { readonly id: string } | null {
		const id = this.#given[name];
		return typeof id === 'string' ? { id } : absent(name, required);
	}

	getSubcommand(): string {
		return this.#subcommand ?? missing('the subcommand');
	}

	getFocused(): { readonly name: string; readonly value: string } {
		return this.#focused;
	}
}

function absent(name: string, required: boolean): null {
	return required ? missing(name) : null;
}

function missing(name: string): never {
	throw new Error(`Nothing was given for ${name}`);
}
