import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { StoreCorruptError } from '../errors.js';
import type { ValueStore } from '../storage/update.js';
import { isRecent } from '../time/is-recent.js';

const snowflake = z.string().regex(/^\d{17,20}$/);
const contentSchema = z.strictObject({
	title: z.string().optional(),
	text: z.string().optional(),
	pictureUrl: z.string().optional(),
});
/** A panel, under `panel:`, its guild's and its channel's id. */
export const panelSchema = z.strictObject({ v: z.literal(1), messageId: snowflake, content: contentSchema });

/** What a panel says. A title or text that is undefined: the bot's own words, in the server's language. */
export type PanelContent = Readonly<z.infer<typeof contentSchema>>;

/** Why a message can't be posted: there is no such text channel, or the bot may not write there. */
export type PanelObstacle = 'no-channel' | 'no-access';

export type PanelShown =
	/** `posted`: as a new message, since there was none, or since it has been deleted. */
	| {
			readonly kind: 'posted' | 'changed';
			readonly messageId: string;
			/** Without its picture: Discord refuses the address. */
			readonly withoutPicture?: boolean;
	  }
	| { readonly kind: 'refused'; readonly obstacle: PanelObstacle };

/** Where panels are seen. */
export interface PanelBoard {
	/** Changes the message with this id, or posts one. `nonce`: the same for a repeated request, which then posts once. */
	show(panel: {
		readonly guildId: string;
		readonly channelId: string;
		readonly messageId: string | undefined;
		readonly content: PanelContent;
		readonly nonce: string;
	}): Promise<PanelShown>;
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
	/** Only where one is to be rewritten: none has ever been posted in the channel. */
	| { readonly kind: 'missing' };

export interface PanelsDependencies {
	readonly store: ValueStore;
	readonly board: PanelBoard;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Told of each panel that was posted or changed. */
	readonly onChanged: (request: PanelRequest) => void;
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

	constructor(dependencies: PanelsDependencies) {
		this.#dependencies = dependencies;
	}

	/** Posts a panel, or updates the one in the channel. */
	async post(request: PanelRequest): Promise<PanelOutcome> {
		const stored = await this.#dependencies.store.get(keyOf(request));
		return this.#show(request, stored, parse(stored)?.content ?? {});
	}

	/** Gives the channel's panel another content, made from the one that it has. */
	async rewrite(
		request: PanelRequest,
		change: (content: PanelContent) => PanelContent,
	): Promise<PanelOutcome> {
		const stored = await this.#dependencies.store.get(keyOf(request));
		const panel = parse(stored);
		return panel === undefined ? { kind: 'missing' } : this.#show(request, stored, change(panel.content));
	}

	/** Undefined where there may be one more now; else when. */
	#takeTurn(guildId: string): number | undefined {
		const now = this.#dependencies.now();
		const recent = (this.#recent.get(guildId) ?? []).filter((at) => isRecent(at, now, windowMs));
		const [first] = recent;
		if (recent.length >= mostInWindow && first !== undefined) return first + windowMs;
		this.#recent.set(guildId, [...recent, now]);
		return undefined;
	}

	async #show(request: PanelRequest, stored: unknown, content: PanelContent): Promise<PanelOutcome> {
		const retryAt = this.#takeTurn(request.guildId);
		if (retryAt !== undefined) return { kind: 'limited', retryAt };
		const { board, store, onChanged } = this.#dependencies;
		const { guildId, channelId, nonce } = request;
		const messageId = parse(stored)?.messageId;
		const shown = await board.show({ guildId, channelId, messageId, content, nonce });
		if (shown.kind === 'refused') return shown;
		const { pictureUrl, ...words } = content;
		const said = shown.withoutPicture || pictureUrl === undefined ? words : { ...words, pictureUrl };
		const next = { v: 1, messageId: shown.messageId, content: said };
		// Another manager was faster: theirs is remembered, and both panels work.
		if (!isDeepStrictEqual(stored, next)) await store.compareAndSet(keyOf(request), stored, next);
		onChanged(request);
		return { ...shown, content: said };
	}
}

function keyOf({ guildId, channelId }: PanelRequest): string {
	return `panel:${guildId}:${channelId}`;
}

function parse(stored: unknown): z.infer<typeof panelSchema> | undefined {
	if (stored === undefined) return undefined;
	const parsed = panelSchema.safeParse(stored);
	if (parsed.success) return parsed.data;
	throw new StoreCorruptError('A panel does not have the shape of a panel', { cause: parsed.error });
}
