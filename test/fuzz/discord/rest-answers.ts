import type { Socket } from 'node:net';
import { at, Broken, type Json, numberIn } from '../edge.js';
import { type Reply, replyOf } from '../raw-server.js';
import { raw } from '../wire.js';
import { botId, gatewayMark, gatewayOf, memberOf, roleId } from './sane.js';
import type { VirtualTime } from './virtual-time.js';

// Discord's responses to the requests of each kind, in order: each is a reply for `replyOf`, or "cut". With `sent` or
// `drip`, the connection goes silent after that number of bytes, or each further byte takes that number of
// milliseconds.

export const kinds = ['callback', 'edit', 'member', 'role', 'me', 'gateway'] as const;
export type Kind = (typeof kinds)[number];

const maxAnswers = 12;
const usefulMs = { callback: 3_000, edit: 15 * 60_000 };
/** An acknowledgement is tried twice and an edit four times, each with up to ten retries requested by Discord. */
const maxCalls = { callback: 22, edit: 44 };
const maxDripMs = 60_000;
const dayMs = 24 * 3_600_000;

export const nothing = raw('', 1);
const json = { 'content-type': 'application/json', via: '1.1 google' };

export const listOf = (node: Json | undefined): readonly Json[] =>
	Array.isArray(node) ? node.slice(0, maxAnswers) : [];

export interface RestParts {
	readonly time: VirtualTime;
	readonly gatewayUrl: string;
	/** The number of identifies that remain today. */
	readonly allowance: () => { readonly remaining: number; readonly resetAfterMs: number };
}

/** Discord's REST API, which responds as the input says, and normally after the last response of each list. */
export class RestAnswers {
	/** The members who have the role according to Discord's responses. */
	readonly arrived = new Set<string>();
	/** The time from which the bot may identify again, by the input so far. */
	identifiesFrom = 0;
	broken: Broken | undefined;
	readonly #input: Json;
	readonly #parts: RestParts;
	/** Each member has separate lists. */
	readonly #lists = new Map<string, Json[]>();
	readonly #calls = { callback: 0, edit: 0 };
	#receivedAt = 0;

	constructor(input: Json, parts: RestParts) {
		this.#input = input;
		this.#parts = parts;
	}

	/** The interaction begins, and with it the time during which Discord accepts responses. */
	begin(): void {
		this.#receivedAt = this.#parts.time.now();
	}

	answer(path: string): Buffer | ((socket: Socket) => void) {
		const userId = /\/members\/(\d+)/.exec(path)?.[1] ?? '';
		const kind = kindOf(path);
		if (kind === 'callback' || kind === 'edit') this.#count(kind);
		const node = this.#addressed(this.#next(kind, userId));
		if (kind === 'gateway') this.#noteLimit(at(node, 'body', 'session_start_limit'));
		if (node === 'cut') return Buffer.alloc(0);
		const reply = node === undefined ? undefined : replyOf(node);
		const sent = numberIn(at(node, 'sent'), 0, reply?.wire.length ?? 0, -1);
		const dripMs = numberIn(at(node, 'drip'), 1, maxDripMs, 0);
		const isGood = reply === undefined || (reply.status >= 200 && reply.status < 300);
		const saysSo = kind === 'member' && (reply?.wire.includes(roleId) ?? false);
		const isWhole = sent < 0 || dripMs > 0;
		if (isGood && isWhole && (kind === 'role' || saysSo)) this.arrived.add(userId);
		const { wire } = reply ?? this.#sane(kind, userId);
		return sent < 0 ? wire : this.#slowly(wire, sent, dripMs);
	}

	#next(kind: Kind, userId: string): Json | undefined {
		const key = `${kind} ${userId}`;
		const list = this.#lists.get(key) ?? [...listOf(at(this.#input, kind))];
		this.#lists.set(key, list);
		return list.shift();
	}

	#addressed(node: Json | undefined): Json | undefined {
		if (node === undefined) return undefined;
		return JSON.parse(JSON.stringify(node).replaceAll(gatewayMark, this.#parts.gatewayUrl));
	}

	#noteLimit(limit: Json | undefined): void {
		if (numberIn(at(limit, 'remaining'), 0, 0, -1) !== 0) return;
		this.identifiesFrom = this.#parts.time.now() + numberIn(at(limit, 'reset_after'), 0, dayMs, 0);
	}

	#slowly(wire: Buffer, sent: number, dripMs: number): (socket: Socket) => void {
		return (socket) => {
			socket.write(wire.subarray(0, sent));
			if (dripMs === 0) return;
			let from = sent;
			const next = (): void => {
				if (socket.destroyed) return;
				if (from === wire.length) {
					socket.end();
					return;
				}
				socket.write(wire.subarray(from, from + 1));
				from += 1;
				this.#parts.time.after(dripMs, next);
			};
			this.#parts.time.after(dripMs, next);
		};
	}

	#count(kind: 'callback' | 'edit'): void {
		this.#calls[kind] += 1;
		const ms = this.#parts.time.now() - this.#receivedAt;
		if (ms > usefulMs[kind])
			this.broken ??= new Broken(`a call that is of no use: ${kind}`, `after ${ms} ms`);
		if (this.#calls[kind] > maxCalls[kind])
			this.broken ??= new Broken(`a call that is repeated too often: ${kind}`, `${this.#calls[kind]} times`);
	}

	#sane(kind: Kind, userId: string): Reply {
		const { gatewayUrl, allowance } = this.#parts;
		if (kind === 'callback' || kind === 'role') return replyOf({ status: 204, body: nothing });
		if (kind === 'gateway') {
			const { remaining, resetAfterMs } = allowance();
			const body = { ...gatewayOf(remaining, resetAfterMs), url: gatewayUrl };
			return replyOf({ status: 200, headers: json, body });
		}
		if (kind !== 'member') return replyOf({ status: 200, headers: json, body: { id: botId } });
		const user = { id: userId, username: 'maya', discriminator: '0', avatar: null };
		const body = memberOf(user, this.arrived.has(userId) ? [roleId] : []);
		return replyOf({ status: 200, headers: json, body });
	}
}

function kindOf(path: string): Kind {
	if (path.endsWith('/callback')) return 'callback';
	if (path.endsWith('/gateway/bot')) return 'gateway';
	if (path.includes('/webhooks/')) return 'edit';
	if (path.includes('/roles/')) return 'role';
	return path.includes('/members/') ? 'member' : 'me';
}
