import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import { StoreCorruptError } from '../base/errors.js';
import type { Logger } from '../base/logger.js';
import { snowflake } from '../base/row-fields.js';
import { isRecent } from '../base/time/is-recent.js';
import type { ListedStore } from '../storage/update.js';
import type { GuildQueries } from './guild-queries.js';
import type { GuildSettingsStore } from './guild-settings.js';

const contentSchema = z.strictObject({
	title: z.string().optional(),
	text: z.string().optional(),
	pictureUrl: z.string().optional(),
	/** What the picture shows, for screen readers. */
	pictureAlt: z.string().optional(),
});
/** A panel, under `panel:`, its guild's and its channel's id. */
export const panelSchema = z.strictObject({ v: z.literal(1), messageId: snowflake, content: contentSchema });

/** What a panel says. A title or text that is undefined: the bot's own words, in the server's language. */
export type PanelContent = Readonly<z.infer<typeof contentSchema>>;

/** Why a message can't be posted: there is no such text channel, or the bot may not write there. */
export type PanelObstacle = 'no-channel' | 'no-access';

export type PanelShown =
	/** The message has been deleted, and none was to be posted in its place. */
	| { readonly kind: 'gone' }
	/** `posted`: as a new message, since there was none, or since it has been deleted. */
	| {
			readonly kind: 'posted' | 'changed';
			readonly messageId: string;
			/** Without its picture: Discord refuses the address. */
			readonly withoutPicture?: boolean;
	  }
	| { readonly kind: 'refused'; readonly obstacle: PanelObstacle };

/** What a panel promises: ids, undefined where nobody has chosen one. */
export interface PanelPromise {
	readonly buyerRoleId: string | undefined;
	readonly supportChannelId: string | undefined;
}

/** Where panels are seen. */
export interface PanelBoard {
	/**
	 * Changes the message with this id, or posts one. `nonce`: the same for a repeated request, which then posts once;
	 * undefined where nothing is to be posted.
	 */
	show(panel: {
		readonly guildId: string;
		readonly channelId: string;
		readonly messageId: string | undefined;
		readonly content: PanelContent;
		readonly promise: PanelPromise;
		readonly nonce: string | undefined;
	}): Promise<PanelShown>;
	/** Deletes a panel that was posted. Never rejects. */
	takeBack(panel: {
		readonly guildId: string;
		readonly channelId: string;
		readonly messageId: string;
	}): Promise<void>;
}

const mostInWindow = 5;
const windowMs = 10 * 60_000;

/** Who wants a panel, and where. */
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
			/** As it is shown now. */
			readonly content: PanelContent;
			readonly withoutPicture?: boolean;
	  }
	| { readonly kind: 'refused'; readonly obstacle: PanelObstacle }
	/** Panels of the guild have been posted or changed too often. `retryAt`: milliseconds since the epoch. */
	| { readonly kind: 'limited'; readonly retryAt: number }
	/** Only where one is to be changed: there is none in the channel, or not any more. */
	| { readonly kind: 'missing' };

/** Where panels are reported. Declared here because reporting stands above this room. */
interface PanelReport {
	/** Called for each panel that was posted or changed. */
	panel(request: PanelRequest): void;
}

export interface PanelsDependencies {
	readonly store: ListedStore;
	readonly guilds: Pick<GuildSettingsStore, 'get'>;
	readonly discord: Pick<GuildQueries, 'factsOf'> & { readonly board: PanelBoard };
	readonly report: PanelReport;
	readonly logger: Pick<Logger, 'warn'>;
	readonly clock: Pick<Clock, 'now'>;
}

/**
 * The messages with which members verify: one is remembered for each channel, so that it can be changed in place. Its
 * buttons carry all that they need, so a forgotten panel still works. Rejects with the store's errors and with what
 * Discord's outages throw.
 */
export class Panels {
	readonly #dependencies: PanelsDependencies;
	/** When panels were posted or changed, by guild: in this process, which is enough against a flood. */
	readonly #recent = new Map<string, readonly number[]>();
	/** By the key of the channel. */
	readonly #known = new Map<string, PanelContent>();

	constructor(dependencies: PanelsDependencies) {
		this.#dependencies = dependencies;
	}

	/** Posts a panel, or updates the one in the channel. */
	async post(request: PanelRequest): Promise<PanelOutcome> {
		const stored = await this.#dependencies.store.get(keyOf(request));
		return this.#show(request, stored, parse(stored)?.content ?? {});
	}

	/**
	 * Gives the channel's panel another content, made from the one that it has. What was deleted is not posted anew.
	 * @param change returns undefined if the content is not the one that the request is about: `stale`
	 */
	async rewrite(
		request: PanelRequest,
		change: (content: PanelContent) => PanelContent | undefined,
	): Promise<PanelOutcome | { readonly kind: 'stale'; readonly content: PanelContent }> {
		const stored = await this.#dependencies.store.get(keyOf(request));
		const panel = parse(stored);
		if (panel === undefined) return { kind: 'missing' };
		const { content } = panel;
		// The next form begins with it.
		this.#known.set(keyOf(request), content);
		const next = change(content);
		return next === undefined ? { kind: 'stale', content } : this.#show(request, stored, next, false);
	}

	/** The panel of a channel as it is stored, without a change. */
	async look(place: Pick<PanelRequest, 'guildId' | 'channelId'>): Promise<PanelOutcome> {
		const panel = parse(await this.#dependencies.store.get(keyOf(place)));
		if (panel === undefined) return { kind: 'missing' };
		this.#known.set(keyOf(place), panel.content);
		return { kind: 'changed', messageId: panel.messageId, content: panel.content };
	}

	/** What the panel of a channel says, from memory: for a form, which can't wait for the store. */
	known(place: Pick<PanelRequest, 'guildId' | 'channelId'>): PanelContent | undefined {
		return this.#known.get(keyOf(place));
	}

	/** Something that panels tell of has changed in the guild: they follow. Never rejects. */
	async refresh(guildId: string): Promise<void> {
		const { store, discord, logger } = this.#dependencies;
		const prefix = `panel:${guildId}:`;
		try {
			const promise = await this.#promiseOf(guildId);
			for await (const { key, value } of store.list(prefix)) {
				const { messageId, content } = panelSchema.safeParse(value).data ?? {};
				if (messageId === undefined || content === undefined) continue;
				const channelId = key.slice(prefix.length);
				await discord.board.show({ guildId, channelId, messageId, content, promise, nonce: undefined });
			}
		} catch (err) {
			logger.warn({ err, guildId }, 'A panel could not be brought up to date');
		}
	}

	/** Whether every member can see the channel; undefined during an outage of Discord. */
	isOpenToAll(guildId: string, channelId: string): boolean | undefined {
		return this.#dependencies.discord.factsOf(guildId)?.channel(channelId)?.isOpenToAll;
	}

	async #promiseOf(guildId: string): Promise<PanelPromise> {
		const { buyerRoleId, links } = await this.#dependencies.guilds.get(guildId);
		return { buyerRoleId, supportChannelId: links.supportChannelId };
	}

	/** Undefined where there may be one more now; else when. */
	#takeTurn(guildId: string): number | undefined {
		const now = this.#dependencies.clock.now();
		const recent = (this.#recent.get(guildId) ?? []).filter((at) => isRecent(at, now, windowMs));
		const [first] = recent;
		if (recent.length >= mostInWindow && first !== undefined) return first + windowMs;
		this.#recent.set(guildId, [...recent, now]);
		return undefined;
	}

	async #show(
		request: PanelRequest,
		stored: unknown,
		content: PanelContent,
		mayPost = true,
	): Promise<PanelOutcome> {
		const retryAt = this.#takeTurn(request.guildId);
		if (retryAt !== undefined) return { kind: 'limited', retryAt };
		const { discord, store, report } = this.#dependencies;
		const { guildId, channelId } = request;
		const nonce = mayPost ? request.nonce : undefined;
		const messageId = parse(stored)?.messageId;
		const promise = await this.#promiseOf(guildId);
		const shown = await discord.board.show({ guildId, channelId, messageId, content, promise, nonce });
		if (shown.kind === 'refused') return shown;
		const { pictureUrl, ...words } = content;
		const isBare = shown.kind !== 'gone' && shown.withoutPicture;
		const said = isBare || pictureUrl === undefined ? words : { ...words, pictureUrl };
		// The words are kept for the message that may be posted in place of one that is gone.
		const next = { v: 1, messageId: shown.kind === 'gone' ? messageId : shown.messageId, content: said };
		try {
			// Another manager was faster: theirs is remembered, and both panels work.
			if (!isDeepStrictEqual(stored, next)) await store.compareAndSet(keyOf(request), stored, next);
		} catch (error) {
			// Nobody would know of it, and who tries again would post another one.
			if (shown.kind === 'posted')
				await discord.board.takeBack({ guildId, channelId, messageId: shown.messageId });
			throw error;
		}
		if (shown.kind === 'gone') return { kind: 'missing' };
		this.#known.set(keyOf(request), said);
		report.panel(request);
		return { ...shown, content: said };
	}
}

function keyOf({ guildId, channelId }: Pick<PanelRequest, 'guildId' | 'channelId'>): string {
	return `panel:${guildId}:${channelId}`;
}

function parse(stored: unknown): z.infer<typeof panelSchema> | undefined {
	if (stored === undefined) return undefined;
	const parsed = panelSchema.safeParse(stored);
	if (parsed.success) return parsed.data;
	throw new StoreCorruptError('A panel does not have the shape of a panel', { cause: parsed.error });
}
