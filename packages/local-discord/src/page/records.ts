import type { LocalDiscordEvent } from '../events.js';
import type { LocalDiscord } from '../local-discord.js';
import type { Dispatch, Exchange } from '../wire.js';
import { maskedCopy } from './masked-copy.js';
import type { PageRecord } from './protocol.js';

/** A line of the inspector, before it is numbered and masked. */
export type NewRecord = Omit<PageRecord, 'number' | 'at' | 'durationMs'> & { readonly durationMs?: number };

/** Shown when a page is opened or reloaded. */
const maxKept = 300;
const maxTokens = 1_000;
/** Interaction tokens are at least this long; nothing that people write is. */
const longWord = /[\w-]{40,}/g;

/**
 * The inspector's lines: everything between the bot and Discord, and the lines of the page's owner, without secrets.
 */
export class Records {
	readonly #discord: LocalDiscord;
	readonly #mask: (text: string) => string;
	readonly #onRecord: (record: PageRecord) => void;
	readonly #endings: (() => void)[];
	readonly #tokens = new Set<string>();
	#kept: PageRecord[] = [];
	#lastNumber = 0;

	/** `mask` is applied to every text of a record, in addition to known secrets. */
	constructor(discord: LocalDiscord, mask: (text: string) => string, onRecord: (record: PageRecord) => void) {
		this.#discord = discord;
		this.#mask = mask;
		this.#onRecord = onRecord;
		this.#endings = [
			discord.wire.follow({
				exchange: (exchange) => this.#takeExchange(exchange),
				dispatch: (dispatch) => this.#takeDispatch(dispatch),
			}),
			discord.events.onAny((event) => this.#takeEvent(event)),
		];
	}

	/** The latest lines, oldest first. */
	get kept(): readonly PageRecord[] {
		return this.#kept;
	}

	add(line: NewRecord): void {
		const mask = (text: string) => this.#masked(text);
		this.#lastNumber += 1;
		const record: PageRecord = {
			number: this.#lastNumber,
			at: this.#discord.now(),
			source: line.source,
			title: mask(line.title),
			status: mask(line.status),
			isProblem: line.isProblem,
			durationMs: line.durationMs,
			sent: maskedCopy(line.sent, mask),
			answered: maskedCopy(line.answered, mask),
		};
		this.#kept.push(record);
		if (this.#kept.length > maxKept * 1.2) this.#kept = this.#kept.slice(-maxKept);
		this.#onRecord(record);
	}

	close(): void {
		for (const end of this.#endings) end();
	}

	#takeExchange({ method, path, body, files, reason, answer, durationMs }: Exchange): void {
		const sent = {
			...(body !== undefined && { body }),
			...(files.length > 0 && { files }),
			...(reason !== undefined && { reason }),
		};
		this.add({
			source: 'rest',
			title: `${method} ${path}`,
			status: answer === undefined ? 'no answer' : statusOf(answer),
			isProblem: answer === undefined || answer.status >= 400,
			durationMs,
			sent: Object.keys(sent).length === 0 ? undefined : sent,
			answered: answer?.body,
		});
	}

	#takeDispatch({ event, data, isConnected }: Dispatch): void {
		if (event === 'INTERACTION_CREATE') this.#noteToken(data);
		const status = isConnected ? '' : 'kept until the bot is back';
		this.add({ source: 'gateway', title: event, status, isProblem: false, sent: data, answered: undefined });
	}

	#takeEvent(event: LocalDiscordEvent): void {
		if (event.type === 'gateway-closed') {
			const isProblem = event.code !== 1000 && event.code !== 1001;
			this.#addConnection(event.connection, 'closed', String(event.code), isProblem);
		} else if (event.type === 'gateway-connected') {
			this.#addConnection(event.connection, 'opened');
		} else if (event.type === 'gateway-identified') {
			this.#addConnection(event.connection, 'logged in');
		} else if (event.type === 'gateway-resumed') {
			this.#addConnection(event.connection, 'resumed');
		}
	}

	#addConnection(number: number, what: string, status = '', isProblem = false): void {
		const title = `Connection ${number} ${what}`;
		this.add({ source: 'gateway', title, status, isProblem, sent: undefined, answered: undefined });
	}

	#noteToken(data: unknown): void {
		const token = typeof data === 'object' && data !== null ? Reflect.get(data, 'token') : undefined;
		if (typeof token !== 'string') return;
		this.#tokens.add(token);
		const [oldest] = this.#tokens;
		if (this.#tokens.size > maxTokens && oldest !== undefined) this.#tokens.delete(oldest);
	}

	/** Tokens are secret wherever they appear, since a bot may well print its interaction's token. */
	#masked(text: string): string {
		const { token } = this.#discord;
		const known = (word: string) => (this.#tokens.has(word) ? '…' : word);
		return this.#mask(text.replaceAll(token, '…').replace(longWord, known));
	}
}

function statusOf({ status, body }: NonNullable<Exchange['answer']>): string {
	const code = typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : undefined;
	return typeof code === 'number' && status >= 400 ? `${status}, code ${code}` : String(status);
}
