import type { Clock } from '../../src/base/clock.js';
import type { LetterFile, Mailbox, Place, Sent, SentMessage } from '../../src/messages/mailbox.js';
import type { AddressedNotice, Notices } from '../../src/messages/notices.js';
import type { Store } from '../../src/storage/store.js';
import { memoryStore } from '../roles/memory-store.js';
import { onCommit } from '../storage/on-commit.js';

interface Message {
	readonly to: string;
	readonly at: number;
	readonly nonce: string;
	readonly mark: string;
	readonly files: string[];
	letter: unknown;
}

/** For this long, Discord shows two messages with one nonce only once. */
const nonceMs = 5 * 60_000;

/** Stores a notice in a separate commit, and has it sent. */
export async function notify(
	store: Store,
	notices: Pick<Notices, 'addIn' | 'wake'>,
	addressed: AddressedNotice,
	name: string,
): Promise<void> {
	await store.transact((tx) => notices.addIn(tx, addressed, name));
	notices.wake();
}

/** The channels and direct messages of Discord, only for letters, with a store and a clock. */
export class PostOffice {
	readonly store = memoryStore();
	now = 1_700_000_000_000;
	readonly messages = new Map<string, Message>();
	/** The requests so far, in words. */
	readonly log: string[] = [];
	readonly warned: string[] = [];
	/** Channels and members that accept nothing. */
	readonly closed = new Set<string>();
	/** Channels that were deleted. */
	readonly deleted = new Set<string>();
	/** Messages that were edited too often. */
	readonly worn = new Set<string>();
	/** Called before each request, which rejects or hangs if this does. */
	onRequest: (what: string) => Promise<'later' | undefined> = async () => undefined;
	/** The number of requests until one whose response is lost. */
	losing = Number.POSITIVE_INFINITY;
	#sent = 0;
	/** Letters are sent in two steps. */
	hasFirstLine = false;
	/** Pending calls to stores. */
	readonly #calls = new Set<Promise<void>>();

	/** The visible letters, by place. */
	get shown(): string[] {
		return [...this.messages.values()].map(({ to, letter }) => `${to}: ${JSON.stringify(letter)}`);
	}

	/** The parts of a process that works here. `store` replaces the one in memory. */
	process(doom = new Doom(), store: Store = this.store) {
		return {
			store: this.#watched(doom.storeOver(store), doom),
			mailbox: this.#line(doom),
			clock: this.#clock,
			logger: {
				warn: (_: object, message?: string) => void this.warned.push(`${message}`),
				error: (_: object, message?: string) => void this.warned.push(`${message}`),
				info: () => {},
			},
		};
	}

	/** Resolves when nothing is left to happen within the next minute. */
	async quiet(): Promise<void> {
		for (let turn = 0; turn < 60; turn += 1) {
			await new Promise((resolve) => setImmediate(resolve));
			if (this.#calls.size === 0) continue;
			await Promise.all(this.#calls);
			turn = 0;
		}
	}

	/** The store, with the calls of the processes in `#calls`. */
	#watched(store: Store, { death }: Doom): Store {
		const watch = <Answer>(answer: Promise<Answer>): Promise<Answer> => {
			const call = Promise.race([answer, death]).then(end, end);
			const calls = this.#calls.add(call);
			function end(): void {
				calls.delete(call);
			}
			return answer;
		};
		return {
			...store,
			get: (key) => watch(store.get(key)),
			getMany: (keys) => watch(store.getMany(keys)),
			transact: (work, options) => watch(store.transact(work, options)),
			async *list(prefix) {
				const pairs = store.list(prefix)[Symbol.asyncIterator]();
				for (let pair = await watch(pairs.next()); !pair.done; pair = await watch(pairs.next()))
					yield pair.value;
			},
		};
	}

	readonly #clock: Clock = {
		now: () => {
			this.now += 1;
			return this.now;
		},
		delay: async (ms, signal) => {
			if (ms >= 60_000 && !signal?.aborted)
				await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
			// By then, the other processes have continued.
			for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setImmediate(resolve));
			this.now += ms;
		},
	};

	#line(doom: Doom): Mailbox<unknown> {
		const request = async <Answer>(what: string, work: () => Answer): Promise<Answer | 'later'> => {
			await doom.step();
			const refusal = await this.onRequest(what);
			if (refusal !== undefined) return refusal;
			this.now += 1;
			this.log.push(what);
			const answer = work();
			await doom.step();
			this.losing -= 1;
			if (this.losing === 0) throw new Error('The answer is lost');
			return answer;
		};
		return {
			markOf: async (_, letter) => JSON.stringify(letter),
			find: (place, marks, since) =>
				request('find', () => {
					const to = addresseeOf(place);
					const found = [...this.messages].find(
						([, message]) => message.to === to && message.at >= since && marks.includes(message.mark),
					);
					return found && { channelId: channelOf(place), messageId: found[0], ...filesOf(found[1]) };
				}),
			send: (place, letter, nonce, files = []) =>
				request<Sent | 'closed'>('send', () => this.#send(place, letter, nonce, files)),
			edit: (_, { messageId, files = [] }, letter) =>
				request('edit', () => {
					const message = this.messages.get(messageId);
					if (message === undefined) return 'gone';
					if (String(files) !== String(message.files)) throw new Error('Its files are forgotten');
					if (this.deleted.has(message.to)) return 'lost';
					if (this.closed.has(message.to)) return 'closed';
					if (this.worn.has(messageId)) return 'worn';
					message.letter = letter;
					return 'edited';
				}),
			remove: async (_, { messageId }: SentMessage) =>
				void (await request('remove', () => this.messages.delete(messageId))),
		};
	}

	#send(place: Place, letter: unknown, nonce: string, sent: readonly LetterFile[]): Sent | 'closed' {
		const to = addresseeOf(place);
		if (this.closed.has(to) || this.deleted.has(to)) return 'closed';
		if (nonce.length > 25) throw new Error('The nonce is too long');
		const isWhole = !this.hasFirstLine;
		const same = [...this.messages].find(
			([, { to: other, nonce: its, at }]) => other === to && its === nonce && this.now - at < nonceMs,
		);
		const messageId = same?.[0] ?? `6${String(this.#sent++).padStart(17, '0')}`;
		const mark = JSON.stringify(letter);
		const files = sent.map(({ name }) => name);
		const message = { to, at: this.now, nonce, mark, files, letter: isWhole ? letter : 'first line' };
		if (same === undefined) this.messages.set(messageId, message);
		return { channelId: channelOf(place), messageId, isWhole, ...filesOf(same?.[1] ?? message) };
	}
}

/** Kills a process before or after one of its requests and commits. */
export class Doom {
	isDead = false;
	readonly death: Promise<void>;
	#end = (): void => {};
	/** Steps until the kill. */
	left: number;

	constructor(left = Number.POSITIVE_INFINITY) {
		this.left = left;
		this.death = new Promise((resolve) => {
			this.#end = resolve;
		});
	}

	async step(): Promise<void> {
		this.left -= 1;
		if (this.left <= 0) {
			this.isDead = true;
			this.#end();
		}
		// The promises of a dead process never settle.
		if (this.isDead) await new Promise(() => {});
	}

	storeOver(store: Store): Store {
		return onCommit(store, { before: () => this.step(), after: () => this.step() });
	}
}

function filesOf({ files }: Message): Pick<Sent, 'files'> {
	return files.length === 0 ? {} : { files };
}

function addresseeOf(place: Place): string {
	return 'userId' in place ? place.userId : place.channelId;
}

/** A direct message goes to a separate channel. */
function channelOf(place: Place): string {
	return 'userId' in place ? `4${place.userId.slice(1)}` : place.channelId;
}
