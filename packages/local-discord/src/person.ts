import {
	type APIMessage,
	ApplicationCommandType,
	InteractionType,
	MessageReferenceType,
} from 'discord-api-types/v10';
import { commandHindrance, interactionHindrance } from './access.js';
import { ClientRefusal } from './client-refusal.js';
import { commandInput, type OptionValues } from './command-options.js';
import type { RegisteredCommand } from './command-registry.js';
import { buttonData, labelledValues, type ModalValues, modalData, selectData } from './component-input.js';
import type { Guild } from './guild.js';
import type { Interaction, InteractionKind } from './interaction.js';
import { attachmentSizeLimit, interactionPayload } from './interaction-payload.js';
import type { StoredMessage } from './message-store.js';
import type { PhoneForms } from './phone-forms.js';
import { buttonOf, type Readable } from './reading.js';
import { resolveIds } from './resolved.js';
import type { UploadedFile } from './route.js';
import { type User, userPayload } from './users.js';
import type { World } from './world.js';

interface PersonParts {
	readonly world: World;
	readonly user: User;
	readonly guild: Guild;
	/** Discord's locale of the person, such as `de`. */
	readonly locale: string;
	/** Set on a phone, where forms are shown differently. */
	readonly phoneForms: PhoneForms | undefined;
}

/** Options for any act. */
export interface Use {
	/**
	 * Acts even if Discord forbids it to this member, because of permissions, a timeout, or the channel, to test the
	 * bot's own checks. The selects of a form then accept any number of ids, even unknown ones.
	 */
	readonly force?: boolean;
}

/** Options for a command. */
export interface CommandUse extends Use {
	/** Default: the first channel of the server. */
	readonly channelId?: string;
}

/**
 * A member of a server at Discord's client. Each act returns the interaction that it started; acts that the client
 * wouldn't allow throw ClientRefusal.
 */
export class Person {
	readonly id: string;
	readonly #parts: PersonParts;

	constructor(parts: PersonParts) {
		this.id = parts.user.id;
		this.#parts = parts;
	}

	/** The person's current role ids. */
	get roleIds(): readonly string[] {
		return [...(this.#parts.guild.members.get(this.id)?.roleIds ?? [])];
	}

	/** The channel in which the person types commands unless another is given: the server's first. */
	get channelId(): string {
		return this.#channelId(undefined);
	}

	/** Sends a slash command. A subcommand is named after a space: `role add`. */
	chatInput(name: string, values: OptionValues = {}, use: CommandUse = {}): Interaction {
		return this.#type('chat-input', name, values, use);
	}

	/** Types into an option with suggestions; `others` are the options already filled in. */
	autocomplete(
		name: string,
		focused: { readonly name: string; readonly value: string },
		others: OptionValues = {},
		use: CommandUse = {},
	): Interaction {
		const values = { ...others, [focused.name]: focused.value };
		return this.#type('autocomplete', name, values, use, focused.name);
	}

	/** Picks a command from another member's context menu. */
	userContextMenu(name: string, targetId: string, use: CommandUse = {}): Interaction {
		const channelId = this.#channelId(use.channelId);
		const command = this.#command(ApplicationCommandType.User, name, { ...use, channelId });
		const { guild, world } = this.#parts;
		const place = { guild, users: world.users, channelId, userId: this.id };
		const resolved = resolveIds(place, 'user', [targetId]);
		const data = { ...commandData(command), target_id: targetId, resolved };
		return this.#start('user-menu', name, data, { channelId, force: use.force });
	}

	/** The bot's direct messages to the person in their current state, oldest first. */
	get directMessages(): readonly APIMessage[] {
		const channelId = this.#directChannelId;
		return channelId === undefined
			? []
			: this.#parts.world.messages.inChannel(channelId, this.id).map(({ current }) => current);
	}

	/** The first matching direct message in its current state, past or future. */
	async directMessage(fits: (message: APIMessage) => boolean = () => true): Promise<APIMessage> {
		const found = () => this.directMessages.find(fits);
		const isThere = () => found() !== undefined;
		if (!isThere()) await this.#parts.world.events.until(isThere, 'No fitting direct message');
		return found() ?? this.directMessage(fits);
	}

	/**
	 * Presses the button with this label, anywhere on a message that the person can see. `index` picks one of several
	 * with the same label.
	 */
	press(message: Readable & Pick<APIMessage, 'id'>, label: string, index = 0, use: Use = {}): Interaction {
		return this.clickButton(message, buttonOf(message, label, index).customId, use);
	}

	/** Clicks a button of a message that the person can see. */
	clickButton(message: Pick<APIMessage, 'id'>, customId: string, use: Use = {}): Interaction {
		const seen = this.#seen(message.id);
		return this.#onSource(seen, customId, buttonData(seen.current, customId), use);
	}

	/** Clicks a button of a message from any server that was forwarded into a channel of this one. */
	clickForwarded(
		message: Pick<APIMessage, 'id'>,
		customId: string,
		channelId = this.#channelId(undefined),
	): Interaction {
		const original = this.#seen(message.id);
		const current: APIMessage = {
			...original.current,
			channel_id: channelId,
			message_reference: {
				type: MessageReferenceType.Forward,
				message_id: original.id,
				channel_id: original.channelId,
			},
		};
		const source = { ...original, channelId, guildId: this.#parts.guild.id, current };
		const data = buttonData(original.current, customId);
		return this.#onSource(source, customId, data, {});
	}

	/** Picks values in a select of a message: option values, or ids of users, roles or channels. */
	selectMenu(
		message: Pick<APIMessage, 'id'>,
		customId: string,
		values: readonly string[],
		use: Use = {},
	): Interaction {
		const seen = this.#seen(message.id);
		const { users } = this.#parts.world;
		const place = { guild: this.#guildOf(seen), users, channelId: seen.channelId, userId: this.id };
		return this.#onSource(seen, customId, selectData(seen.current, customId, values, place), use);
	}

	/**
	 * Submits the modal that an interaction of this person has opened; fields that aren't given keep their prefilled
	 * values.
	 */
	submitModal(opened: Interaction, values: ModalValues, use: Use = {}): Interaction {
		const modal = opened.modal;
		if (modal === undefined || opened.userId !== this.id) throw new ClientRefusal('No modal is open');
		const { channelId } = opened;
		const { interactions, users } = this.#parts.world;
		const trigger = interactions.get(opened.id);
		const place = {
			...{ guild: this.#guildOf(trigger), users, channelId, userId: this.id, force: use.force },
			upload: (file: UploadedFile) => this.#upload(file),
		};
		const data = modalData(modal, values, place);
		return this.#start('modal-submit', modal.custom_id, data, {
			channelId,
			force: use.force,
			isDirect: trigger.guildId === undefined,
			source: trigger.source,
			metadata: { type: InteractionType.ModalSubmit, triggering_interaction_metadata: trigger.metadata },
		});
	}

	/** Submits the modal that an interaction has opened, with the fields named by their visible labels. */
	fillIn(opened: Interaction, values: ModalValues, use: Use = {}): Interaction {
		if (opened.modal === undefined) throw new ClientRefusal('No modal is open');
		return this.submitModal(opened, labelledValues(opened.modal, values), use);
	}

	/** The file as an interaction's attachment, with an address that expires. Throws ClientRefusal if it is too large. */
	#upload(file: UploadedFile) {
		const { ids, attachments, clock, host } = this.#parts.world;
		if (file.bytes.length > attachmentSizeLimit) throw new ClientRefusal('Your files are too powerful');
		const id = ids.next();
		const url = `http://${host}${attachments.addToForm(id, file, clock.now())}`;
		const { name: filename, contentType: content_type, bytes } = file;
		return { id, filename, size: bytes.length, url, proxy_url: url, content_type, ephemeral: true };
	}

	#type(
		kind: 'chat-input' | 'autocomplete',
		name: string,
		values: OptionValues,
		use: CommandUse,
		focused?: string,
	): Interaction {
		const [top = '', ...path] = name.split(' ');
		const channelId = this.#channelId(use.channelId);
		const command = this.#command(ApplicationCommandType.ChatInput, top, { ...use, channelId });
		const { guild, world } = this.#parts;
		const typing = { guild, users: world.users, channelId, userId: this.id, focused };
		const input = commandInput(command.body.options ?? [], path, values, typing);
		const data = { ...commandData(command), ...withResolved(input) };
		return this.#start(kind, name, data, { channelId, force: use.force });
	}

	#onSource(source: StoredMessage, customId: string, data: unknown, use: Use): Interaction {
		return this.#start('component', customId, data, {
			channelId: source.channelId,
			force: use.force,
			isDirect: source.guildId === undefined,
			source,
			metadata: { type: InteractionType.MessageComponent, interacted_message_id: source.id },
		});
	}

	#start(
		kind: InteractionKind,
		target: string,
		data: unknown,
		where: {
			readonly channelId: string;
			readonly force: boolean | undefined;
			/** In the direct conversation with the bot, for which the person no longer has to be in the server. */
			readonly isDirect?: boolean;
			readonly source?: Interaction['source'];
			readonly metadata?: Record<string, unknown>;
		},
	): Interaction {
		const { world, guild, user, locale, phoneForms } = this.#parts;
		const { isDirect = false, channelId } = where;
		if (!isDirect && !guild.members.has(user.id))
			throw new ClientRefusal(`${user.displayName} is not in ${guild.name}`);
		const hindrance = isDirect || where.force ? undefined : interactionHindrance(guild, user.id, channelId);
		if (hindrance !== undefined) throw new ClientRefusal(hindrance);
		const interaction = world.interactions.begin({
			kind,
			target,
			guildId: isDirect ? undefined : guild.id,
			channelId,
			userId: user.id,
			source: where.source,
			showForm: phoneForms && ((form) => phoneForms.shown(form)),
			metadata: {
				type: InteractionType.ApplicationCommand,
				...where.metadata,
				user: userPayload(user),
				authorizing_integration_owners: { 0: isDirect ? '0' : guild.id },
			},
		});
		const { guildId } = interaction;
		const details = { user, guild: isDirect ? undefined : guild, data, locale };
		world.gateway.dispatch('INTERACTION_CREATE', interactionPayload(interaction, world, details), {
			guildId,
		});
		return interaction;
	}

	#command(
		type: ApplicationCommandType,
		name: string,
		{ channelId, force }: Use & { readonly channelId: string },
	): RegisteredCommand {
		const { guild, world } = this.#parts;
		const command = world.commands.find(guild.id, type, name);
		if (command === undefined) throw new ClientRefusal(`There is no command ${name} in this server`);
		if (force || !guild.members.has(this.id)) return command;
		const hindrance =
			interactionHindrance(guild, this.id, channelId) ?? commandHindrance(guild, this.id, channelId, command);
		if (hindrance !== undefined) throw new ClientRefusal(hindrance);
		return command;
	}

	get #directChannelId(): string | undefined {
		const { world, user } = this.#parts;
		return [...world.directUsers].find(([, other]) => other === user)?.[0];
	}

	/** The server whose people, roles and channels can be picked; undefined in a direct conversation. */
	#guildOf({ guildId }: { readonly guildId: string | undefined }): Guild | undefined {
		return guildId === undefined ? undefined : this.#parts.guild;
	}

	#seen(messageId: string) {
		const message = this.#parts.world.messages.get(messageId);
		if (message.guildId === undefined && message.channelId !== this.#directChannelId) {
			throw new ClientRefusal('That is somebody else’s direct conversation');
		}
		if (message.visibleTo !== undefined && message.visibleTo !== this.id) {
			throw new ClientRefusal('Only the one who was answered sees this message');
		}
		return message;
	}

	#channelId(given: string | undefined): string {
		const channelId = given ?? this.#parts.guild.channels.keys().next().value;
		if (channelId === undefined) throw new ClientRefusal('The server has no channel');
		return channelId;
	}
}

function commandData(command: RegisteredCommand): Record<string, unknown> {
	return {
		id: command.id,
		name: command.body.name,
		type: command.body.type,
		...(command.guildId !== undefined && { guild_id: command.guildId }),
	};
}

function withResolved(input: ReturnType<typeof commandInput>): Record<string, unknown> {
	return {
		...(input.options.length > 0 && { options: input.options }),
		...(input.resolved !== undefined && { resolved: input.resolved }),
	};
}
