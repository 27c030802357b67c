import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { type AskedTyping, Fields } from '../../../src/discord/interactions/asked.js';
import type { Responses } from '../../../src/discord/interactions/responses.js';
import { type Translator, translatorFor } from '../../../src/i18n/translator.js';
import type { MemberRights } from '../../../src/servers/guild-facts.js';
import { ephemeral, type MessageView } from '../../../src/ui/message.js';
import { floor } from '../../world/floor.js';

export interface Given {
	/** Roles by id. */
	readonly options?: Readonly<Record<string, string | number | boolean>>;
	readonly subcommand?: string;
	/** The text typed into the option with autocomplete. */
	readonly focused?: string;
	/** The name of that option; `id` by default. */
	readonly focusedOption?: string;
	/** The user whose context menu was used. */
	readonly targetId?: string;
	readonly customId?: string;
	readonly values?: readonly string[];
	/** The texts typed into a modal's inputs, by custom_id. */
	readonly typed?: Readonly<Record<string, string>>;
	/** The values chosen in a modal's selects, by custom_id. */
	readonly chosen?: Readonly<Record<string, readonly string[]>>;
	readonly permissions?: bigint;
	readonly roleIds?: readonly string[];
	readonly isTimedOut?: boolean;
	/** Roles that are not below the member's highest one. */
	readonly outOfReach?: readonly string[];
	readonly userId?: string;
	/** `false`: the member may not write in any channel. */
	readonly mayPost?: boolean;
	/** The channel's slow mode in milliseconds; 0 by default. */
	readonly slowModeMs?: number;
	/** True if the component is on a reply to the member. */
	readonly isOnOwnAnswer?: boolean;
	readonly isDirect?: boolean;
	readonly uploads?: Fields['uploads'];
	/** The member's language; `en-US` by default. */
	readonly locale?: string;
	/** The server's language; `en-US` by default. */
	readonly guildLocale?: string;
}

/** A request of any kind with its responses. `log` holds the responses in order: `[['defer', …], ['edit', …]]`. */
export class FakeInteraction implements AskedTyping {
	readonly log: [call: string, argument: unknown][] = [];
	readonly id: string = '900000000000000001';
	readonly guildId: string = '100000000000000001';
	readonly channelId: string = '400000000000000001';
	readonly slowModeMs: number;
	readonly userId: string;
	readonly isPending = false;
	readonly isDirect: boolean;
	readonly heldRoles: readonly string[];
	readonly t: Translator;
	readonly guildT: Translator;
	readonly targetId: string;
	readonly customId: string;
	readonly isOnOwnAnswer: boolean;
	readonly values: readonly string[];
	readonly rights: MemberRights;
	readonly mayPost: (channelId?: string) => boolean;
	readonly fields: Fields;
	readonly typing: AskedTyping['typing'];
	#isAnswered = false;

	constructor(given: Given = {}) {
		this.t = translatorFor(given.locale ?? 'en-US');
		this.guildT = translatorFor(given.guildLocale ?? 'en-US');
		this.userId = given.userId ?? '200000000000000001';
		this.targetId = given.targetId ?? '';
		this.customId = given.customId ?? '';
		this.isOnOwnAnswer = given.isOnOwnAnswer ?? false;
		this.isDirect = given.isDirect ?? false;
		this.values = given.values ?? [];
		this.heldRoles = given.roleIds ?? [];
		this.rights = {
			...fakeRights(given.permissions, given.outOfReach),
			isTimedOut: given.isTimedOut ?? false,
		};
		this.slowModeMs = given.slowModeMs ?? 0;
		this.mayPost = () => given.mayPost ?? true;
		const fields = { ...given.options, ...given.typed, ...given.chosen };
		this.fields = new Fields(Object.entries(fields), given.subcommand, given.uploads);
		this.typing = { name: given.focusedOption ?? 'id', value: given.focused ?? '' };
	}

	roleIds = () => this.heldRoles;
	defer = (as: 'reply' | 'update') =>
		as === 'reply'
			? this.#note('defer', { flags: MessageFlags.Ephemeral })
			: this.#note('defer update', undefined);
	show = (as: 'reply' | 'update', view: MessageView) =>
		this.#note(this.#isAnswered ? 'edit' : as, this.#isAnswered || as === 'update' ? view : ephemeral(view));
	followUp = (message: unknown) => this.#note('follow up', message);
	openForm = (form: unknown) => this.#note('modal', form);
	suggest = (choices: unknown) => this.#note('respond', choices);

	/** Itself, in place of real responses. */
	get responses(): Responses {
		return floor<Responses>(this);
	}

	async #note(call: string, argument: unknown): Promise<void> {
		this.#isAnswered = true;
		this.log.push([call, argument]);
	}
}

/** Permissions by Discord's bits: an administrator has them all. */
function fakeRights(permissions = 0n, outOfReach: readonly string[] = []): MemberRights {
	const isAdministrator = (permissions & PermissionFlagsBits.Administrator) !== 0n;
	return {
		isAdministrator,
		isTimedOut: false,
		has: (permission) => isAdministrator || (permissions & permission) === permission,
		isAbove: (roleId) => !outOfReach.includes(roleId),
	};
}
