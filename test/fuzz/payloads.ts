import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ComponentType,
	InteractionType,
} from 'discord.js';
import { commandPayloads, components } from '../../commands/registry.js';
import { translatorFor } from '../../src/i18n/translator.js';
import { customIdName } from '../../src/ui/custom-id.js';
import { usual } from '../states/foreign.js';
import { rooms } from '../states/surfaces.js';
import { idOf, type PeopledWorld, people } from '../world/peopled-world.js';
import type { Json } from './edge.js';

// INTERACTION_CREATE as Discord sends it, for everything that this bot has: each command with its options, each button,
// select and form that a view makes, and those that only earlier versions have made.

/** A secret for as long as it lives. */
const token = 'aW50ZXJhY3Rpb246666.token-of-an-interaction';
const botId = '800000000000000001';
const interactionId = '500000000000000001';

type Payload = { readonly [member: string]: Json };

/** The common part of every interaction in a server. `who`: an index of `people`. */
function common(world: PeopledWorld, who: number, type: InteractionType, data: Json): Payload {
	const server = world.home;
	const userId = idOf(people[who % people.length] ?? 'buyer');
	const user = { id: userId, username: 'maya', discriminator: '0', avatar: null, global_name: 'Maya' };
	return {
		id: interactionId,
		application_id: botId,
		type,
		token,
		version: 1,
		data,
		guild_id: server.id,
		channel_id: server.auditChannelId,
		channel: { id: server.auditChannelId, type: 0, guild_id: server.id, name: 'general', permissions: '8' },
		member: {
			user,
			roles: [...(server.members.get(userId)?.roleIds ?? [])],
			permissions: '2147483647',
			joined_at: '2026-01-01T00:00:00.000000+00:00',
			deaf: false,
			mute: false,
			flags: 0,
		},
		locale: 'en-GB',
		guild_locale: 'de',
		app_permissions: '268454912',
		entitlements: [],
		context: 0,
		authorizing_integration_owners: { '0': server.id },
		attachment_size_limit: 10_485_760,
	};
}

interface Option {
	readonly type: number;
	readonly name: string;
	readonly required?: boolean;
	readonly autocomplete?: boolean;
	readonly choices?: readonly { readonly value: string | number }[];
	readonly options?: readonly Option[];
}

function given(world: PeopledWorld, option: Option): Json {
	const { type, name, choices, options = [] } = option;
	if (type === ApplicationCommandOptionType.Subcommand) {
		return { type, name, options: options.map((each) => given(world, each)) };
	}
	const [first] = choices ?? [];
	const ids: { readonly [type: number]: Json } = {
		[ApplicationCommandOptionType.User]: idOf('buyer'),
		[ApplicationCommandOptionType.Role]: world.home.buyerRoleId,
		[ApplicationCommandOptionType.Channel]: world.home.auditChannelId,
		[ApplicationCommandOptionType.Integer]: 3,
		[ApplicationCommandOptionType.Number]: 3,
		[ApplicationCommandOptionType.Boolean]: true,
	};
	const text = name === 'code' ? (world.shop.sold[1]?.code ?? '') : name === 'item' ? '7' : 'because';
	return { type, name, value: first?.value ?? ids[type] ?? text };
}

/** Objects that an option names, as Discord sends them beside the id. */
function resolved(world: PeopledWorld): Payload {
	const user = { id: idOf('buyer'), username: 'buyer', discriminator: '0', avatar: null };
	const roles: Json = [...(world.home.members.get(idOf('buyer'))?.roleIds ?? [])];
	return {
		users: { [idOf('buyer')]: user },
		members: {
			[idOf('buyer')]: { roles, permissions: '0', joined_at: '2026-01-01T00:00:00+00:00', flags: 0 },
		},
		roles: {
			[world.home.buyerRoleId]: {
				id: world.home.buyerRoleId,
				name: 'Buyer',
				permissions: '0',
				position: 10,
				color: 0,
			},
		},
		channels: {
			[world.home.auditChannelId]: {
				id: world.home.auditChannelId,
				type: 0,
				name: 'audit',
				permissions: '8',
			},
		},
	};
}

function ofCommands(world: PeopledWorld): Json[] {
	return commandPayloads.flatMap((command, at): Json[] => {
		const { name, type = ApplicationCommandType.ChatInput } = command;
		const options = ('options' in command ? command.options : undefined) as readonly Option[] | undefined;
		const id = `7${String(at).padStart(17, '0')}`;
		const data = (of: readonly Option[]): Json => ({
			id,
			name,
			type,
			guild_id: world.home.id,
			options: of.map((each) => given(world, each)),
			resolved: resolved(world),
			...(type === ApplicationCommandType.User && { target_id: idOf('buyer') }),
		});
		const ways =
			options?.[0]?.type === ApplicationCommandOptionType.Subcommand
				? options.map((it) => [it])
				: [options ?? []];
		return ways.flatMap((way, index): Json[] => {
			const typed = (way[0]?.options ?? way).find(({ autocomplete }) => autocomplete === true);
			const sent = common(world, at + index, InteractionType.ApplicationCommand, data(way));
			if (typed === undefined) return [sent];
			const focused = { type: typed.type, name: typed.name, value: 'Au', focused: true };
			const inner: Json =
				way[0]?.type === 1 ? [{ type: 1, name: way[0].name, options: [focused] }] : [focused];
			const asking: Json = { id, name, type, guild_id: world.home.id, options: inner };
			return [sent, common(world, at, InteractionType.ApplicationCommandAutocomplete, asking)];
		});
	});
}

/** The message that a component is on. */
const messageOf = (world: PeopledWorld, isOwn: boolean, parts: Json): Json => ({
	id: '600000000000000001',
	channel_id: world.home.auditChannelId,
	type: 0,
	content: '',
	author: { id: botId, username: 'claimcheck', discriminator: '0', avatar: null, bot: true },
	attachments: [],
	embeds: [],
	mentions: [],
	mention_roles: [],
	mention_everyone: false,
	pinned: false,
	tts: false,
	timestamp: '2026-06-01T00:00:00+00:00',
	edited_timestamp: null,
	flags: (isOwn ? 64 : 0) | 32_768,
	components: parts,
});

interface Part {
	readonly type?: number;
	readonly custom_id?: string;
	readonly url?: string;
	readonly options?: readonly { readonly value: string }[];
	readonly [member: string]: unknown;
}

let known: readonly Part[] | undefined;

/** Every component and form of the bot's own views, one of each name and kind. */
function shown(): readonly Part[] {
	known ??= readShown();
	return known;
}

function readShown(): readonly Part[] {
	const found = new Map<string, Part>();
	const visit = (node: unknown): void => {
		if (typeof node !== 'object' || node === null || Buffer.isBuffer(node)) return;
		const part = node as Part;
		if (typeof part.custom_id === 'string') {
			const key = `${part.type ?? 'modal'}:${customIdName(part.custom_id)}`;
			if (customIdName(part.custom_id) !== undefined && !found.has(key)) found.set(key, part);
		}
		for (const value of Object.values(node)) visit(value);
	};
	const t = translatorFor('en');
	for (const states of Object.values(rooms)) {
		for (const state of states(usual)) {
			visit('form' in state ? state.form(t) : state.show(t).components);
		}
	}
	return [...found.values()];
}

/** Buttons, selects and forms of earlier versions: they are still on messages. */
const earlier: readonly (readonly [kind: keyof typeof typeOf, customId: string])[] = [
	['button', 'cc1:items:next:0'],
	['button', 'cc1:items:last:3:name:-:desk'],
	['select', 'cc1:items-open'],
	['button', 'cc1:items-ask'],
	['modal', 'cc1:items-goto'],
	['button', 'cc1:shots:7:0'],
	['button', 'cc1:item:7'],
	['button', 'cc0:items:next:0'],
	['button', 'verify'],
];
const typeOf = {
	button: ComponentType.Button,
	select: ComponentType.StringSelect,
	'user-select': ComponentType.UserSelect,
	'role-select': ComponentType.RoleSelect,
	'channel-select': ComponentType.ChannelSelect,
	modal: 0,
} as const;

/** Values chosen in a select, or typed into a form's field. */
function chosen(world: PeopledWorld, { type, options = [] }: Part): Json {
	switch (type) {
		case ComponentType.StringSelect:
			return options.slice(0, 1).map(({ value }) => value);
		case ComponentType.UserSelect:
			return [idOf('friend')];
		case ComponentType.RoleSelect:
			return [world.home.buyerRoleId];
		case ComponentType.ChannelSelect:
			return [world.home.auditChannelId];
		default:
			return [];
	}
}

function sentForm(
	world: PeopledWorld,
	{ custom_id: customId = '', components: rows = [] }: Part,
	who: number,
): Json {
	const fields = (rows as readonly Part[]).flatMap((label, at): Json[] => {
		const part = label['component'] as Part | undefined;
		if (part?.custom_id === undefined) return [];
		const { type = 4, custom_id } = part;
		const values = type === ComponentType.TextInput ? { value: 'KQT-WDR' } : { values: chosen(world, part) };
		return [{ type: 18, id: at + 1, component: { type, id: at + 20, custom_id, ...values } }];
	});
	const data = { custom_id: customId, components: fields, resolved: resolved(world) };
	return { ...common(world, who, InteractionType.ModalSubmit, data), message: messageOf(world, true, []) };
}

function pressed(world: PeopledWorld, part: Part, who: number): Json {
	const { type = 2, custom_id: customId = '' } = part;
	const isSelect = type !== ComponentType.Button;
	const data: Json = {
		custom_id: customId,
		component_type: type,
		id: 3,
		...(isSelect && { values: chosen(world, part), resolved: resolved(world) }),
	};
	const on: Json = [{ type: 1, id: 2, components: [JSON.parse(JSON.stringify(part)) as Json] }];
	const payload = common(world, who, InteractionType.MessageComponent, data);
	return { ...payload, message: messageOf(world, who % 2 === 0, on) };
}

/** One of everything that the bot's own client could send it, by people in turn. */
export function everyPayload(world: PeopledWorld): readonly Json[] {
	const parts = shown();
	const names = new Set(parts.map(({ type, custom_id }) => `${type ?? 0}:${customIdName(custom_id ?? '')}`));
	// Components of earlier versions alone are known by their handlers.
	const others = components.flatMap(({ kind, name }): Part[] =>
		names.has(`${typeOf[kind]}:${name}`) ? [] : [{ type: typeOf[kind], custom_id: `cc1:${name}` }],
	);
	const old = earlier.map(([kind, custom_id]): Part => ({ type: typeOf[kind], custom_id }));
	return [
		...ofCommands(world),
		...[...parts, ...others, ...old].map((part, at) =>
			(part.type ?? 0) === 0 ? sentForm(world, part, at) : pressed(world, part, at),
		),
	];
}
