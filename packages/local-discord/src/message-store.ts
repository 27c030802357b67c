import { type APIMessage, MessageFlags, type MessageType } from 'discord-api-types/v10';
import { apiError, invalidForm } from './api-error.js';
import { mediaOf } from './component-rules.js';
import { type MentionPlace, mentionsIn, noMentions, pingedUserIds } from './mentions.js';
import type { MessageBody } from './message-body.js';
import { trimmedEmbed, unbuiltParts, walkComponents } from './message-body.js';
import { type Attachment, type MessageContent, messagePayload } from './message-payload.js';
import { checkMessage } from './message-rules.js';
import type { UploadedFile } from './route.js';
import type { User } from './users.js';
import type { World } from './world.js';

/** A message and its history. */
export interface StoredMessage {
	readonly id: string;
	readonly channelId: string;
	readonly guildId: string | undefined;
	/** Set if only this user sees it. */
	readonly visibleTo: string | undefined;
	readonly current: APIMessage;
	/** All its states; the current one is last. */
	readonly revisions: readonly APIMessage[];
	readonly isDeleted: boolean;
	/** "is thinking …": deferred and without a reply yet. */
	readonly isLoading: boolean;
}

export interface MessageUpload {
	readonly body: MessageBody;
	readonly files: ReadonlyMap<string, UploadedFile>;
	/** The message's path in the request's body, since errors name fields from the body's root. */
	readonly path: readonly (string | number)[];
}

export interface NewMessage {
	readonly channelId: string;
	readonly guildId: string | undefined;
	readonly author: User;
	readonly interaction?: Record<string, unknown>;
	/** The default is the type of a reply or of an ordinary message. */
	readonly messageType?: MessageType | undefined;
	readonly visibleTo?: string | undefined;
	readonly flags: number;
}

interface Entry extends StoredMessage {
	readonly origin: NewMessage;
	readonly createdAt: number;
	draft: MessageContent;
	current: APIMessage;
	revisions: APIMessage[];
	isDeleted: boolean;
	isLoading: boolean;
}

const maxAttachments = 10;
/** Discord says "the past few minutes". */
const nonceLives = 5 * 60 * 1000;

const empty: MessageContent = {
	content: '',
	embeds: [],
	components: [],
	attachments: [],
	flags: 0,
	nonce: undefined,
	mentions: noMentions,
};

const dispatched = {
	created: 'MESSAGE_CREATE',
	edited: 'MESSAGE_UPDATE',
	deleted: 'MESSAGE_DELETE',
} as const;

/** Every message that the bot has sent, checked and completed as Discord does it. */
export class MessageStore {
	readonly #world: World;
	readonly #messages = new Map<string, Entry>();

	constructor(world: World) {
		this.#world = world;
	}

	/** Throws ApiError 50035 or 50006 if Discord would refuse it. */
	create(target: NewMessage, upload: MessageUpload): StoredMessage {
		const entry = this.#add(target, this.#apply({ ...empty, flags: target.flags }, upload, target), false);
		this.#ping(entry);
		return entry;
	}

	/** Creates a message that shows "is thinking …". */
	createLoading(target: NewMessage): StoredMessage {
		return this.#add(target, { ...empty, flags: target.flags | MessageFlags.Loading }, true);
	}

	/** Changes the given members; `null` empties one. Throws ApiError like `create`, and 10008. */
	edit(messageId: string, upload: MessageUpload): StoredMessage {
		const entry = this.#entry(messageId);
		const base = { ...entry.draft, flags: entry.draft.flags & ~MessageFlags.Loading };
		entry.draft = this.#apply(base, upload, entry.origin);
		this.#dropFiles(base.attachments.filter((old) => !entry.draft.attachments.includes(old)));
		const isFirstContent = entry.isLoading;
		entry.isLoading = false;
		entry.current = this.#render(entry, this.#world.clock.now());
		entry.revisions.push(entry.current);
		this.#changed('edited', entry);
		// Edits ping no member; the content that follows "is thinking …" counts as new.
		if (isFirstContent) this.#ping(entry);
		return entry;
	}

	delete(messageId: string): void {
		const entry = this.#entry(messageId);
		entry.isDeleted = true;
		this.#dropFiles(entry.draft.attachments);
		this.#changed('deleted', entry);
	}

	/** Throws ApiError 10008 if it doesn't exist, or was deleted. */
	get(messageId: string): StoredMessage {
		return this.#entry(messageId);
	}

	/** The messages of a channel that every member sees, plus this viewer's ephemeral ones, oldest first. */
	inChannel(channelId: string, viewerId?: string): readonly StoredMessage[] {
		return this.allInChannel(channelId).filter(
			({ visibleTo }) => visibleTo === undefined || visibleTo === viewerId,
		);
	}

	/** The messages of a channel, including those visible to only one viewer, oldest first. */
	allInChannel(channelId: string): readonly StoredMessage[] {
		return [...this.#messages.values()].filter((entry) => entry.channelId === channelId && !entry.isDeleted);
	}

	/**
	 * The author's recent message with this nonce in any channel, for `enforce_nonce`:
	 * https://discord.com/developers/docs/resources/message#create-message
	 */
	findByNonce(authorId: string, nonce: string | number): StoredMessage | undefined {
		const since = this.#world.clock.now() - nonceLives;
		return [...this.#messages.values()].find(
			({ draft, origin, createdAt }) =>
				draft.nonce === nonce && origin.author.id === authorId && createdAt > since,
		);
	}

	#dropFiles(attachments: readonly Attachment[]): void {
		for (const { url } of attachments) this.#world.attachments.remove(url);
	}

	#entry(messageId: string): Entry {
		const entry = this.#messages.get(messageId);
		if (entry === undefined || entry.isDeleted) throw apiError('unknownMessage');
		return entry;
	}

	#add(target: NewMessage, draft: MessageContent, isLoading: boolean): Entry {
		const { channelId, guildId, visibleTo } = target;
		const sent = { id: this.#world.ids.next(), origin: target, createdAt: this.#world.clock.now(), draft };
		const current = this.#render(sent, undefined);
		const entry: Entry = {
			...sent,
			channelId,
			guildId,
			visibleTo,
			current,
			revisions: [current],
			isDeleted: false,
			isLoading,
		};
		this.#messages.set(entry.id, entry);
		this.#changed('created', entry);
		return entry;
	}

	/** Reports a message to waiting tests, and to the connected bots if it is public in a server. */
	#changed(change: keyof typeof dispatched, { current, visibleTo, id, channelId, guildId }: Entry): void {
		const { events, interactions, gateway } = this.#world;
		events.emit({ type: `message-${change}`, message: current, visibleTo });
		interactions.messageChanged(id);
		if (guildId === undefined || visibleTo !== undefined) return;
		const data = change === 'deleted' ? { id, channel_id: channelId } : current;
		gateway.dispatch(dispatched[change], { ...data, guild_id: guildId }, { guildId });
	}

	#ping(entry: Entry): void {
		// An ephemeral message triggers no notification.
		if (entry.visibleTo !== undefined) return;
		const userIds = pingedUserIds(entry.draft.mentions, this.#mentionPlace(entry.origin));
		if (userIds.length > 0) this.#world.events.emit({ type: 'pinged', message: entry.current, userIds });
	}

	#mentionPlace({ guildId, channelId, interaction }: NewMessage): MentionPlace {
		const { guilds, users } = this.#world;
		const guild = guildId === undefined ? undefined : guilds.get(guildId);
		return { guild, channelId, isAnswer: interaction !== undefined, userOf: (id) => users.find(id) };
	}

	#apply(base: MessageContent, { body, files, path }: MessageUpload, target: NewMessage): MessageContent {
		checkStaysV2(base, body, path);
		for (const part of unbuiltParts(body)) this.#world.calls.noteMissing(`not built yet: ${part}`);
		const isV2 = ((base.flags | (body.flags ?? 0)) & MessageFlags.IsComponentsV2) !== 0;
		const texts = {
			content: body.content === undefined ? base.content : (body.content ?? '').trim(),
			components: body.components === undefined ? base.components : (body.components ?? []),
		};
		const isSameText = body.content === undefined && body.components === undefined;
		const draft: MessageContent = {
			...texts,
			embeds: body.embeds === undefined ? base.embeds : (body.embeds ?? []).map(trimmedEmbed),
			attachments: this.#attachments(base, body, files, target.channelId),
			flags: isV2 ? base.flags | MessageFlags.IsComponentsV2 : base.flags,
			nonce: body.nonce ?? base.nonce,
			mentions: isSameText
				? base.mentions
				: mentionsIn(texts, body.allowed_mentions, this.#mentionPlace(target)),
		};
		checkMessage(body, draft, path);
		if (isV2) checkReferences(draft, path);
		return draft;
	}

	/** An edit keeps the attachments that it names, or all if it names none, and adds the uploaded files. */
	#attachments(
		base: MessageContent,
		body: MessageBody,
		files: ReadonlyMap<string, UploadedFile>,
		channelId: string,
	): readonly Attachment[] {
		const named = body.attachments;
		const kept =
			named === undefined
				? base.attachments
				: base.attachments.filter((old) => named?.some((entry) => entry.id === old.id));
		const added = [...files].map(([index, file]): Attachment => {
			const details = named?.find((entry) => entry.id === index);
			const id = this.#world.ids.next();
			const filename = details?.filename ?? file.name;
			const path = this.#world.attachments.add(channelId, id, { ...file, name: filename });
			return {
				id,
				filename,
				size: file.bytes.length,
				url: `http://${this.#world.host}${path}`,
				contentType: file.contentType,
				description: details?.description ?? undefined,
			};
		});
		if (kept.length + added.length > maxAttachments) throw apiError('tooManyAttachments');
		return [...kept, ...added];
	}

	#render(
		{ id, origin, createdAt, draft }: Pick<Entry, 'id' | 'origin' | 'createdAt' | 'draft'>,
		editedAt: number | undefined,
	): APIMessage {
		const { applicationId, ids } = this.#world;
		return messagePayload({ ...origin, ...draft, id, createdAt, editedAt, applicationId, ids });
	}
}

/**
 * A message of components can't be turned back: an edit without the flag is treated as one of an older message
 * (discord.net#3132), and parts that such a message can't have are refused.
 */
function checkStaysV2(base: MessageContent, body: MessageBody, path: readonly (string | number)[]): void {
	const wasV2 = (base.flags & MessageFlags.IsComponentsV2) !== 0;
	if (!wasV2 || body.flags == null || (body.flags & MessageFlags.IsComponentsV2) !== 0) return;
	const message = 'The IS_COMPONENTS_V2 flag cannot be removed from a message';
	throw invalidForm([
		{ path: [...path, 'flags'], code: 'MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG', message },
	]);
}

/** A V2 component that names a missing attachment is refused, while an embed just shows nothing. */
function checkReferences(draft: MessageContent, path: readonly (string | number)[]): void {
	const names = new Set(draft.attachments.map((attachment) => `attachment://${attachment.filename}`));
	for (const { component, path: at } of walkComponents(draft.components, [...path, 'components'])) {
		const urls = mediaOf(component, at).map(({ url }) => url);
		const missing = urls.find((url) => url?.startsWith('attachment://') && !names.has(url));
		if (missing === undefined) continue;
		const code = 'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND';
		throw invalidForm([{ path: at, code, message: `The referenced attachment ${missing} was not found` }]);
	}
}
