import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { snowflake } from '../base/row-fields.js';
import { isRecent } from '../base/time/is-recent.js';
import type { ListedStore } from '../storage/store.js';
import { defineKind, type RowOf, Table } from '../storage/table.js';
import type { GuildQueries } from './guild-facts.js';
import type { GuildSettingsStore } from './guild-settings.js';

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
	schema: z.strictObject({ v: z.literal(1), messageId: snowflake, content: contentSchema }),
	damaged: 'rejects',
	carried: /^\d{17,20}:\d{17,20}$/,
});
type StoredPanel = RowOf<typeof panelKind>;

/** The content of a panel. An undefined title or text stands for the bot's default in the server's language. */
export type PanelContent = Readonly<z.infer<typeof contentSchema>>;

/** A message with which members verify: the one remembered for its channel. */
export interface PostedPanel {
	readonly channelId: string;
	readonly messageId: string;
}

/** Why a message can't be posted: there is no such text channel, or the bot may not write there. */
export type PanelObstacle = 'no-channel' | 'no-access';

export type PanelShown =
	/** The message was deleted or can't be edited any more, and the request doesn't post a new one. */
	| { readonly kind: 'gone' }
	/**
	 * `posted`: as a new message, because there was none or it was deleted. `isReplacement`: the former one is there, but
	 * can't be edited any more.
	 */
	| {
			readonly kind: 'posted' | 'changed';
			readonly messageId: string;
			readonly withoutPicture?: boolean;
			readonly isReplacement?: boolean;
	  }
	| { readonly kind: 'refused'; readonly obstacle: PanelObstacle };

/** The role and channel that a panel mentions; undefined unless chosen. */
export interface PanelPromise {
	readonly buyerRoleId: string | undefined;
	readonly supportChannelId: string | undefined;
}

export interface PanelBoard {
	/**
	 * Edits the message with this id, or posts one. `nonce`: equal for a repeated request, which then posts once;
	 * undefined to never post. `mayPost`: also in place of a deleted message.
	 */
	show(panel: {
		readonly guildId: string;
		readonly channelId: string;
		readonly messageId: string | undefined;
		readonly content: PanelContent;
		readonly promise: PanelPromise;
		readonly nonce: string | undefined;
		readonly mayPost?: boolean;
	}): Promise<PanelShown>;
	/** Deletes a posted panel. Never rejects. */
	takeBack(panel: {
		readonly guildId: string;
		readonly channelId: string;
		readonly messageId: string;
	}): Promise<void>;
}

const maxInWindow = 5;
const windowMs = 10 * 60_000;

/** The author and place of a panel. */
export interface PanelRequest {
	readonly guildId: string;
	readonly channelId: string;
	readonly userId: string;
	/** The id of the interaction. */
	readonly nonce: string;
}

export type PanelOutcome =
	| {
			readonly kind: 'posted' | 'changed';
			readonly messageId: string;
			readonly content: PanelContent;
			readonly withoutPicture?: boolean;
	  }
	| { readonly kind: 'refused'; readonly obstacle: PanelObstacle }
	/** The channel is the guild's audit channel, which members must never see. */
	| { readonly kind: 'audit-channel' }
	/** Not everyone can see the channel: posted if that is confirmed. */
	| { readonly kind: 'to-confirm' }
	/** The guild's panels were posted or changed too often. `retryAt`: milliseconds since the epoch. */
	| { readonly kind: 'limited'; readonly retryAt: number }
	/** Only for changes: the channel has no panel, or none any more. */
	| { readonly kind: 'missing' };

/** Another manager has changed the content since. */
export interface StalePanel {
	readonly kind: 'stale';
	readonly messageId: string;
	readonly content: PanelContent;
}

/** Receives panel changes. Declared here because reporting is a layer above. */
interface PanelReport {
	panel(request: PanelRequest, what: 'posted' | 'updated'): void;
}

export interface PanelsDependencies {
	readonly store: ListedStore;
	readonly guilds: Pick<GuildSettingsStore, 'get'>;
	readonly discord: Pick<GuildQueries, 'factsOf' | 'isPanelThere'>;
	readonly board: PanelBoard;
	readonly report: PanelReport;
	readonly logger: Pick<Logger, 'warn'>;
	readonly clock: Pick<Clock, 'now'>;
}

/**
 * The messages with which members verify: one per channel is remembered, so that it can be edited. Its buttons are
 * self-contained, so a forgotten panel still works. Rejects with the store's errors, and with Discord's during outages.
 */
export class Panels {
	readonly #dependencies: PanelsDependencies;
	readonly #rows: Table<StoredPanel>;
	/** Times of recent posts or changes, by guild; in memory, which is enough against a flood. */
	readonly #recent = new Map<string, readonly number[]>();
	readonly #known = new Map<string, PanelContent>();

	constructor(dependencies: PanelsDependencies) {
		this.#dependencies = dependencies;
		this.#rows = new Table(panelKind, dependencies.store);
	}

	/**
	 * Posts a panel, or updates the channel's existing one.
	 * @param isConfirmed the manager knows if not everyone can see the channel
	 */
	async post(request: PanelRequest, isConfirmed = false): Promise<PanelOutcome> {
		const { guildId, channelId } = request;
		const { auditChannelId } = await this.#dependencies.guilds.get(guildId);
		if (channelId === auditChannelId) return { kind: 'audit-channel' };
		const stored = await this.#rows.get(idOf(request));
		const channel = this.#dependencies.discord.factsOf(guildId)?.channel(channelId);
		const isHidden = channel !== undefined && channel !== 'hidden' && channel.everyoneLacks.length > 0;
		if (stored === undefined && !isConfirmed && isHidden) return { kind: 'to-confirm' };
		const shown = await this.#show(request, stored, stored?.content ?? {});
		return shown.kind === 'stale' ? { ...shown, kind: 'changed' } : shown;
	}

	/**
	 * Changes the content of a channel's panel, based on its current content. A deleted panel is not reposted.
	 * @param change returns undefined if the content has changed since the request: `stale`
	 */
	async rewrite(
		request: PanelRequest,
		change: (content: PanelContent) => PanelContent | undefined,
	): Promise<PanelOutcome | StalePanel> {
		const panel = await this.#rows.get(idOf(request));
		if (panel === undefined) return { kind: 'missing' };
		const { content } = panel;
		// The next modal is prefilled with it.
		this.#known.set(idOf(request), content);
		const next = change(content);
		return next === undefined ? { ...panel, kind: 'stale' } : this.#show(request, panel, next, false);
	}

	async look(place: Pick<PanelRequest, 'guildId' | 'channelId'>): Promise<PanelOutcome> {
		const panel = await this.#rows.get(idOf(place));
		if (panel === undefined) return { kind: 'missing' };
		this.#known.set(idOf(place), panel.content);
		return { kind: 'changed', messageId: panel.messageId, content: panel.content };
	}

	/** The content of a channel's panel, from memory: for a modal, which can't wait for the store. */
	known(place: Pick<PanelRequest, 'guildId' | 'channelId'>): PanelContent | undefined {
		return this.#known.get(idOf(place));
	}

	/** Updates the guild's panels after a change of a setting that they show. Never rejects. */
	async refresh(guildId: string): Promise<void> {
		const { board, logger } = this.#dependencies;
		try {
			const promise = await this.#promiseOf(guildId);
			for await (const { id, row } of this.#rows.all(`${guildId}:`)) {
				const { messageId, content } = row;
				const channelId = channelIn(id);
				await board.show({ guildId, channelId, messageId, content, promise, nonce: undefined });
			}
		} catch (err) {
			logger.warn({ err, guildId }, 'A panel could not be updated');
		}
	}

	/** The panels whose message has not been deleted. */
	async posted(guildId: string): Promise<readonly PostedPanel[]> {
		return await postedPanels(guildId, this.#dependencies);
	}

	/** True if every member can see the channel; undefined if the bot can't, and during an outage of Discord. */
	isOpenToAll(guildId: string, channelId: string): boolean | undefined {
		const channel = this.#dependencies.discord.factsOf(guildId)?.channel(channelId);
		return channel === 'hidden' ? undefined : channel?.isOpenToAll;
	}

	async #promiseOf(guildId: string): Promise<PanelPromise> {
		const { buyerRoleId, links } = await this.#dependencies.guilds.get(guildId);
		return { buyerRoleId, supportChannelId: links.supportChannelId };
	}

	/** @returns undefined if a change is allowed (and counts it), otherwise when the next one is */
	#takeTurn(guildId: string): number | undefined {
		const now = this.#dependencies.clock.now();
		const recent = (this.#recent.get(guildId) ?? []).filter((at) => isRecent(at, now, windowMs));
		const [first] = recent;
		if (recent.length >= maxInWindow && first !== undefined) return first + windowMs;
		this.#recent.set(guildId, [...recent, now]);
		return undefined;
	}

	async #show(
		request: PanelRequest,
		stored: StoredPanel | undefined,
		content: PanelContent,
		mayPost = true,
	): Promise<PanelOutcome | StalePanel> {
		const retryAt = this.#takeTurn(request.guildId);
		if (retryAt !== undefined) return { kind: 'limited', retryAt };
		const { board, report } = this.#dependencies;
		const { guildId, channelId, nonce } = request;
		const messageId = stored?.messageId;
		const promise = await this.#promiseOf(guildId);
		const shown = await board.show({ guildId, channelId, messageId, content, promise, nonce, mayPost });
		if (shown.kind === 'refused') return shown;
		const { pictureUrl, ...words } = content;
		const isBare = shown.kind !== 'gone' && shown.withoutPicture;
		const said = isBare || pictureUrl === undefined ? words : { ...words, pictureUrl };
		// The content is kept for a message that may be posted in place of the deleted one.
		const shownId = shown.kind === 'gone' ? messageId : shown.messageId;
		const next = shownId === undefined ? undefined : { v: 1 as const, messageId: shownId, content: said };
		try {
			const changed = await this.#rows.change(idOf(request), (row) =>
				isDeepStrictEqual(row, stored) ? next : undefined,
			);
			// Another manager was faster. Two new panels both work, but a message has one content: theirs.
			if (changed === undefined && shown.kind === 'changed') {
				const faster = await this.#rows.get(idOf(request));
				if (faster !== undefined && faster.messageId === messageId)
					return await this.#showAgain(request, faster);
			}
		} catch (error) {
			// An unrecorded panel would be forgotten, and a manual retry would post another.
			if (shown.kind === 'posted') await board.takeBack({ guildId, channelId, messageId: shown.messageId });
			throw error;
		}
		if (shown.kind === 'gone') return { kind: 'missing' };
		if (shown.isReplacement && messageId !== undefined)
			await board.takeBack({ guildId, channelId, messageId });
		this.#known.set(idOf(request), said);
		report.panel(request, shown.kind === 'posted' ? 'posted' : 'updated');
		return { ...shown, content: said };
	}

	async #showAgain(request: PanelRequest, { messageId, content }: StoredPanel): Promise<StalePanel> {
		const { guildId, channelId } = request;
		const promise = await this.#promiseOf(guildId);
		await this.#dependencies.board.show({
			guildId,
			channelId,
			messageId,
			content,
			promise,
			nonce: undefined,
		});
		this.#known.set(idOf(request), content);
		return { kind: 'stale', messageId, content };
	}
}

/** More panels are unlikely, and each costs a request. */
const maxPanels = 5;

/** The guild's panels whose message has not been deleted. Rejects with the store's errors. */
export async function postedPanels(
	guildId: string,
	{ store, discord }: { store: ListedStore; discord: Pick<GuildQueries, 'isPanelThere'> },
): Promise<readonly PostedPanel[]> {
	const panels: PostedPanel[] = [];
	for await (const { id, row } of new Table(panelKind, store).all(`${guildId}:`))
		panels.push({ channelId: channelIn(id), messageId: row.messageId });
	const looked = panels.slice(0, maxPanels);
	const areThere = await Promise.all(looked.map((panel) => discord.isPanelThere(panel)));
	return looked.filter((_, index) => areThere[index]);
}

function idOf({ guildId, channelId }: Pick<PanelRequest, 'guildId' | 'channelId'>): string {
	return `${guildId}:${channelId}`;
}

function channelIn(id: string): string {
	return id.slice(id.indexOf(':') + 1);
}
