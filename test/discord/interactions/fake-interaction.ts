import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { type AskedTyping, Fields } from '../../../src/discord/interactions/asked.js';
import type { Responses } from '../../../src/discord/interactions/responses.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { MemberRights } from '../../../src/servers/guild-facts.js';
import { ephemeral, type MessageView } from '../../../src/ui/message.js';
import { floor } from '../../world/floor.js';

type Simple = 'targetId' | 'customId' | 'values' | 'userId' | 'slowModeMs' | 'isOnOwnAnswer' | 'isDirect';

export interface Given extends Partial<Pick<AskedTyping, Simple>> {
	/** Roles by id. */
	readonly options?: Readonly<Record<string, string | number | boolean>>;
	readonly subcommand?: string;
	/** The text typed into the option with autocomplete. */
	readonly focused?: string;
	/** The name of that option; `id` by default. */
	readonly focusedOption?: string;
	/** The texts typed into a modal's inputs, by custom_id. */
	readonly typed?: Readonly<Record<string, string>>;
	/** The values chosen in a modal's selects, by custom_id. */
	readonly chosen?: Readonly<Record<string, readonly string[]>>;
	readonly permissions?: bigint;
	readonly roleIds?: readonly string[];
	readonly isTimedOut?: boolean;
	/** Roles that are not below the member's highest one. */
	readonly outOfReach?: readonly string[];
	/** `false`: the member may not write in any channel. */
	readonly mayPost?: boolean;
	readonly uploads?: Fields['uploads'];
	/** The member's language; `en-US` by default. */
	readonly locale?: string;
	/** The server's language; `en-US` by default. */
	readonly guildLocale?: string;
}

/** The responses to a request in order: `[['defer', …], ['edit', …]]`. */
export type Log = [call: string, argument: unknown][];

/** A request of any kind with its responses. */
export function fakeInteraction({ locale = 'en-US', guildLocale = 'en-US', ...given }: Given = {}) {
	const log: Log = [];
	const note = async (call: string, argument: unknown): Promise<void> => void log.push([call, argument]);
	const responses = floor<Responses>({
		defer: (as) =>
			as === 'reply' ? note('defer', { flags: MessageFlags.Ephemeral }) : note('defer update', undefined),
		show(as, view: MessageView) {
			if (log.length > 0) return note('edit', view);
			return note(as, as === 'update' ? view : ephemeral(view));
		},
		followUp: (message) => note('follow up', message).then(() => true),
		openForm: (form) => note('modal', form),
		suggest: (choices) => note('respond', choices),
	});
	const fields = { ...given.options, ...given.typed, ...given.chosen };
	const asked: AskedTyping = {
		...{ id: '900000000000000001', guildId: '100000000000000001', channelId: '400000000000000001' },
		...{ userId: '200000000000000001', targetId: '', customId: '', values: [], slowModeMs: 0 },
		...{ isOnOwnAnswer: false, isDirect: false, isPending: false },
		...given,
		t: translatorFor(locale),
		guildT: translatorFor(guildLocale),
		roleIds: () => given.roleIds ?? [],
		rights: fakeRights(given),
		mayPost: () => given.mayPost ?? true,
		fields: new Fields(Object.entries(fields), given.subcommand, given.uploads),
		typing: { name: given.focusedOption ?? 'id', value: given.focused ?? '' },
	};
	return { ...asked, responses, log };
}

/** Permissions by Discord's bits: an administrator has them all. */
function fakeRights({ permissions = 0n, outOfReach = [], isTimedOut = false }: Given): MemberRights {
	const isAdministrator = (permissions & PermissionFlagsBits.Administrator) !== 0n;
	return {
		isAdministrator,
		isTimedOut,
		has: (permission) => isAdministrator || (permissions & permission) === permission,
		isAbove: (roleId) => !outOfReach.includes(roleId),
	};
}
