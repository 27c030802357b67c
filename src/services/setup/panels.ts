import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { MemberRef } from '../../base/row-fields.js';
import type { Places } from '../../floors.js';
import { Deliveries, postSchema } from '../../messages/deliveries.js';
import type { Mailbox } from '../../messages/mailbox.js';
import type { GuildQueries, PostedPanel } from '../../servers/guild-facts.js';
import type { Store } from '../../storage/store.js';
import { defineKind, type RowOf, Table } from '../../storage/table.js';

const contentSchema = z.strictObject({
	title: z.string().optional(),
	text: z.string().optional(),
	pictureUrl: z.string().optional(),
	/** The image description for screen readers. */
	pictureAlt: z.string().optional(),
});

/** By its guild's and its channel's id. */
export const panelKind = defineKind({
	prefix: 'panel:',
	schema: z.strictObject({ v: z.literal(1), content: contentSchema, post: postSchema.optional() }),
	damaged: 'rejects',
});
type StoredPanel = RowOf<typeof panelKind>;

/** The content of a panel. An undefined title or text stands for the bot's default in the server's language. */
export type PanelContent = Readonly<z.infer<typeof contentSchema>>;

/** The role and channel that a panel mentions; undefined unless chosen. */
export interface PanelPromise {
	readonly buyerRoleId: string | undefined;
	readonly supportChannelId: string | undefined;
}

export interface PanelLetter {
	readonly kind: 'panel';
	readonly content: PanelContent;
	readonly promise: PanelPromise;
}

/** The author and place of a panel. */
export type PanelRequest = MemberRef & { readonly channelId: string };

export type PanelOutcome =
	| { readonly kind: 'posted'; readonly messageId: string; readonly withoutPicture?: boolean }
	/** There is no such text channel, or the bot may not write there. */
	| { readonly kind: 'refused' }
	/** The channel is the guild's audit channel, which members must never see. */
	| { readonly kind: 'audit-channel' }
	/** Not everyone can see the channel: posted if that is confirmed. */
	| { readonly kind: 'to-confirm' }
	/** The guild's panels were posted or changed too often. `retryAt`: milliseconds since the epoch. */
	| { readonly kind: 'limited'; readonly retryAt: number }
	/** Only for changes: the channel has no panel, or none any more. */
	| { readonly kind: 'missing' };

type Floor = Places & { readonly mailbox: Mailbox<PanelLetter> };

/**
 * The messages with which members verify: one per channel follows its content and the settings that it shows. Forgotten
 * ones still work. Rejects with the store's errors, and with Discord's during outages.
 */
export class Panels extends Deliveries<StoredPanel, PanelLetter> {
	readonly #floor: Floor;

	constructor(floor: Floor) {
		const { store, served } = floor;
		super(
			{
				name: 'panels',
				rows: new Table(panelKind, store),
				letter: async ({ content }, id) => {
					const place = placeIn(id);
					if (!served.serves(place.guildId)) return 'waits';
					const { buyerRoleId, links } = await floor.guilds.get(place.guildId);
					const promise = { buyerRoleId, supportChannelId: links.supportChannelId };
					return { place, letter: { kind: 'panel' as const, content, promise } };
				},
				shown: () => undefined,
				// Chosen words are kept for another try.
				closed: ({ content, ...row }) =>
					isDeepStrictEqual(content, {}) ? null : { ...row, content, post: { state: 'closed' } },
			},
			floor,
		);
		this.#floor = floor;
	}

	/** Posts a panel, or updates the channel's. `isConfirmed`: the manager knows if not everyone can see the channel. */
	async post(request: PanelRequest, isConfirmed = false): Promise<PanelOutcome> {
		const { guildId, channelId } = request;
		const { auditChannelId } = await this.#floor.guilds.get(guildId);
		if (channelId === auditChannelId) return { kind: 'audit-channel' };
		const stored = await this.rows.get(idOf(request));
		const channel = this.#floor.discord.factsOf(guildId)?.channel(channelId);
		const isHidden = channel !== undefined && channel !== 'hidden' && channel.everyoneLacks.length > 0;
		if (stored === undefined && !isConfirmed && isHidden) return { kind: 'to-confirm' };
		const retryAt = await this.#floor.limits.take('panel', guildId);
		if (retryAt !== undefined) return { kind: 'limited', retryAt };
		await this.rows.change(idOf(request), (row) => {
			if (row === undefined) return { v: 1, content: {} };
			const { post, ...rest } = row;
			if (post?.state === 'closed') return rest;
			if (post?.state !== 'sent') return undefined;
			// An edit shows if the message is still there.
			const { shown: _, ...unseen } = post;
			return { ...rest, post: unseen };
		});
		const outcome = await this.#deliver(request, stored);
		if (outcome.kind !== 'missing') return outcome;
		await this.rows.change(idOf(request), (row) => row && { v: 1, content: row.content });
		return await this.#deliver(request, undefined);
	}

	/** Changes a panel's content. `change`: pure; undefined if the content has changed since the request: `stale`. */
	async rewrite(
		request: PanelRequest,
		change: (content: PanelContent) => PanelContent | undefined,
	): Promise<PanelOutcome | { readonly kind: 'stale' }> {
		const id = idOf(request);
		const before = await this.rows.get(id);
		if (messageIn(before) === undefined) return { kind: 'missing' };
		const retryAt = await this.#floor.limits.take('panel', request.guildId);
		if (retryAt !== undefined) return { kind: 'limited', retryAt };
		const changed = await this.rows.change(id, (row) => {
			const content = row && change(row.content);
			return content && { ...row, v: 1, content };
		});
		if (changed !== undefined) return await this.#deliver(request, before);
		return { kind: 'stale' };
	}

	/** The content of a channel's panel. */
	async contentOf(place: PanelPlace): Promise<PanelContent> {
		return (await this.rows.get(idOf(place)))?.content ?? {};
	}

	async #deliver(request: PanelRequest, before: StoredPanel | undefined): Promise<PanelOutcome> {
		const { guildId, channelId, userId } = request;
		const outcome = await this.deliver(idOf(request));
		if (outcome === 'waits') throw new Error('Discord accepts no message for now');
		if (outcome === 'gone') return { kind: 'missing' };
		const row = await this.rows.get(idOf(request));
		const messageId = messageIn(row);
		if (outcome === 'closed' || row === undefined || messageId === undefined) return { kind: 'refused' };
		const { pictureUrl, ...content } = row.content;
		if (outcome === 'bare' && pictureUrl !== undefined)
			await this.rows.change(idOf(request), (now) => now && { ...now, content });
		const what = messageId === messageIn(before) ? 'updated' : 'posted';
		this.#floor.audit.write(guildId, { kind: 'panel', userId, channelId, what });
		return { kind: 'posted', messageId, ...(outcome === 'bare' && { withoutPicture: true }) };
	}
}

type PanelPlace = Pick<PanelRequest, 'guildId' | 'channelId'>;

function messageIn(panel: StoredPanel | undefined): string | undefined {
	return panel?.post?.state === 'sent' ? panel.post.messageId : undefined;
}

/** Includes deleted ones, whose rows remain. Each costs a request. */
const maxPanels = 50;
/** More posted ones are unlikely. */
const maxParallel = 5;

/** The guild's latest panels whose message has not been deleted. Rejects with the store's errors. */
export async function postedPanels(
	guildId: string,
	{ store, discord }: { store: Store; discord: Pick<GuildQueries, 'isPanelThere'> },
): Promise<readonly PostedPanel[]> {
	const panels: PostedPanel[] = [];
	for await (const { row } of new Table(panelKind, store).all(`${guildId}:`)) {
		if (row.post?.state === 'sent')
			panels.push({ channelId: row.post.channelId, messageId: row.post.messageId });
	}
	panels.sort((one, other) => Number(BigInt(other.messageId) - BigInt(one.messageId)));
	for (let from = 0; from < maxPanels; from += maxParallel) {
		const looked = panels.slice(from, from + maxParallel);
		const areThere = await Promise.all(looked.map((panel) => discord.isPanelThere(panel)));
		if (areThere.includes(true)) return looked.filter((_, index) => areThere[index]);
	}
	return [];
}

function idOf({ guildId, channelId }: PanelPlace): string {
	return `${guildId}:${channelId}`;
}

function placeIn(id: string): PanelPlace {
	const [guildId = '', channelId = ''] = id.split(':');
	return { guildId, channelId };
}
