import {
	MessageCreateRequestSchema,
	MessageEditRequestPartialSchema,
	PrivateChannelResponseSchema,
} from 'discord-api-spec/zod';
import { type APIMessage, ChannelType, MessageFlags, PermissionFlagsBits } from 'discord-api-types/v10';
import { z } from 'zod';
import { apiError, invalidForm } from '../api-error.js';
import { isThread, takesMessages } from '../guild-parts.js';
import { channelPayload } from '../guild-payloads.js';
import type { MessageBody } from '../message-body.js';
import { checkFlags, createFlags, parseMessageBody } from '../message-rules.js';
import type { StoredMessage } from '../message-store.js';
import { allows } from '../permissions.js';
import { idOf, limitOf } from '../query.js';
import type { RouteRequest, Routes } from '../route.js';
import { conforming, schemaErrors } from '../spec.js';
import { type User, userPayload } from '../users.js';
import type { Place, World } from '../world.js';

/** Channels, direct conversations, and the messages that the bot sends on its own. */
export function channelRoutes(world: World): Routes {
	const message = (request: RouteRequest) => messageIn(world, request);
	return {
		'POST /users/@me/channels': (request) => openDirect(world, request.body),
		'GET /channels/{channel_id}': (request) => showPlace(world, world.place(request.param('channel_id'))),
		'POST /channels/{channel_id}/messages': (request) => sendMessage(world, request).current,
		'GET /channels/{channel_id}/messages': (request) => latestMessages(world, request),
		'GET /channels/{channel_id}/messages/{message_id}': (request) => message(request).current,
		'PATCH /channels/{channel_id}/messages/{message_id}': (request) => {
			const body = parseMessageBody(MessageEditRequestPartialSchema, request.body);
			return world.messages.edit(message(request).id, { body, files: request.files, path: [] }).current;
		},
		'DELETE /channels/{channel_id}/messages/{message_id}': (request) =>
			world.messages.delete(message(request).id),
	};
}

function sendMessage(world: World, request: RouteRequest): StoredMessage {
	const place = world.place(request.param('channel_id'));
	const body = parseMessageBody(MessageCreateRequestSchema, request.body);
	checkFlags(body.flags ?? 0, createFlags, []);
	checkMaySend(world, place, body, request.files.size);
	if (body.enforce_nonce && body.nonce != null) {
		const sent = world.messages.findByNonce(world.bot.id, body.nonce);
		if (sent !== undefined) return sent;
	}
	const guildId = place.kind === 'guild' ? place.guild.id : undefined;
	const target = {
		channelId: place.channelId,
		guildId,
		author: world.bot,
		flags: silentFlags(body),
	};
	return world.messages.create(target, { body, files: request.files, path: [] });
}

function silentFlags(body: MessageBody): number {
	return (body.flags ?? 0) & (MessageFlags.SuppressEmbeds | MessageFlags.SuppressNotifications);
}

/** Throws ApiError 50001, 50007, 50008, 50013 or 50278 if the bot may not send this. */
function checkMaySend(world: World, place: Place, body: MessageBody, fileCount: number): void {
	if (place.kind === 'direct') {
		const isShared = [...world.guilds.values()].some((guild) => guild.members.has(place.user.id));
		if (!isShared) throw apiError('noSharedGuild');
		if (!place.user.takesDirectMessages) throw apiError('cannotMessageUser');
		return;
	}
	const channel = place.guild.channel(place.channelId);
	if (!takesMessages(channel)) throw apiError('notTextChannel');
	const held = place.guild.permissionsOf(world.bot.id, place.channelId);
	if (!allows(held, PermissionFlagsBits.ViewChannel)) throw apiError('missingAccess');
	const needed =
		(isThread(channel) ? PermissionFlagsBits.SendMessagesInThreads : PermissionFlagsBits.SendMessages) |
		((body.embeds ?? []).length > 0 ? PermissionFlagsBits.EmbedLinks : 0n) |
		(fileCount > 0 ? PermissionFlagsBits.AttachFiles : 0n);
	if (!allows(held, needed)) throw apiError('missingPermissions');
}

/** Newest first: https://discord.com/developers/docs/resources/message#get-channel-messages */
function latestMessages(world: World, request: RouteRequest) {
	const place = world.place(request.param('channel_id'));
	const { query } = request;
	const page = {
		limit: limitOf(query, { max: 100, otherwise: 50 }),
		before: idOf(query, 'before'),
		after: idOf(query, 'after'),
	};
	if (place.kind === 'guild') {
		const held = place.guild.permissionsOf(world.bot.id, place.channelId);
		if (!allows(held, PermissionFlagsBits.ViewChannel)) throw apiError('missingAccess');
		if (!allows(held, PermissionFlagsBits.ReadMessageHistory)) return [];
	}
	const messages = world.messages.inChannel(place.channelId).map(({ current }) => current);
	return pageOf(messages, page).toReversed();
}

interface MessagePage {
	readonly limit: number;
	readonly before: bigint | undefined;
	readonly after: bigint | undefined;
}

/** The messages nearest to the given id, or the newest without one. `messages` is sorted from old to new. */
function pageOf(
	messages: readonly APIMessage[],
	{ limit, before, after }: MessagePage,
): readonly APIMessage[] {
	if (after !== undefined) return messages.filter(({ id }) => BigInt(id) > after).slice(0, limit);
	return messages.filter(({ id }) => before === undefined || BigInt(id) < before).slice(-limit);
}

function messageIn(world: World, request: RouteRequest): StoredMessage {
	const place = world.place(request.param('channel_id'));
	if (place.kind === 'guild') {
		const held = place.guild.permissionsOf(world.bot.id, place.channelId);
		if (!allows(held, PermissionFlagsBits.ViewChannel)) throw apiError('missingAccess');
	}
	const message = world.messages.get(request.param('message_id'));
	// An ephemeral message is not in the channel: it can only be reached with its interaction's token.
	const isHere = message.channelId === place.channelId && message.visibleTo === undefined;
	if (!isHere) throw apiError('unknownMessage');
	return message;
}

const openDirectSchema = z.object({ recipient_id: z.string().regex(/^\d+$/) });

function openDirect(world: World, body: unknown): unknown {
	const errors = schemaErrors(openDirectSchema, body ?? {});
	if (errors.length > 0) throw invalidForm(errors);
	const user = world.users.get(openDirectSchema.parse(body).recipient_id);
	if (user === world.bot) throw apiError('cannotOpenDirect');
	const known = [...world.directUsers].find(([, other]) => other === user)?.[0];
	if (known === undefined && !world.rateLimits.takeNewDirect()) throw apiError('openingDirectsTooFast');
	const channelId = known ?? world.ids.next();
	world.directUsers.set(channelId, user);
	return directPayload(channelId, user);
}

function showPlace(world: World, place: Place): unknown {
	if (place.kind === 'direct') return directPayload(place.channelId, place.user);
	const held = place.guild.permissionsOf(world.bot.id, place.channelId);
	if (!allows(held, PermissionFlagsBits.ViewChannel)) throw apiError('missingAccess');
	return channelPayload(place.guild, place.guild.channel(place.channelId));
}

function directPayload(channelId: string, user: User): unknown {
	const payload = {
		id: channelId,
		type: ChannelType.DM,
		last_message_id: null,
		flags: 0,
		recipients: [userPayload(user)],
	};
	return conforming(PrivateChannelResponseSchema, payload, 'direct conversation');
}
