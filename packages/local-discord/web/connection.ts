import { type ActFrame, keyProtocolPrefix, type ServerFrame, socketProtocol } from '../src/page/protocol.js';

/** The server refused; the message is for the person at the page. */
export class ActRefused extends Error {
	override name = 'ActRefused';
}

interface Waiting {
	readonly resolve: (result: unknown) => void;
	readonly reject: (error: ActRefused) => void;
}

export interface ConnectionParts {
	/** The page's key, from the fragment of its address. */
	readonly key: string;
	readonly onFrame: (frame: ServerFrame) => void;
	readonly onState: (state: ConnectionState) => void;
}

/** `lost`: it reconnects by itself. `refused`: it does that too, but the server there has another key. */
export type ConnectionState = 'open' | 'lost' | 'refused';

const retryMs = 1_000;

/** The page's only socket: events come in, acts go out. */
export class Connection {
	readonly #parts: ConnectionParts;
	readonly #waiting = new Map<number, Waiting>();
	#socket: WebSocket | undefined;
	#lastId = 0;

	constructor(parts: ConnectionParts) {
		this.#parts = parts;
		this.#open();
	}

	/** Returns the content of the server's `done`. Rejects with ActRefused. */
	act(name: string, args: unknown): Promise<unknown> {
		const socket = this.#socket;
		if (socket?.readyState !== WebSocket.OPEN)
			return Promise.reject(new ActRefused('The server is not reachable.'));
		this.#lastId += 1;
		const frame: ActFrame = { id: this.#lastId, act: name, args };
		return new Promise((resolve, reject) => {
			this.#waiting.set(frame.id, { resolve, reject });
			socket.send(JSON.stringify(frame));
		});
	}

	#open(): void {
		const { key, onState } = this.#parts;
		// A proxy that forwards the page serves it over HTTPS.
		const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
		const socket = new WebSocket(`${scheme}://${location.host}/socket`, [
			socketProtocol,
			`${keyProtocolPrefix}${key}`,
		]);
		this.#socket = socket;
		let hasOpened = false;
		socket.addEventListener('open', () => {
			hasOpened = true;
			onState('open');
		});
		socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data)) as ServerFrame));
		socket.addEventListener('close', () => {
			for (const { reject } of this.#waiting.values()) reject(new ActRefused('The server is gone.'));
			this.#waiting.clear();
			void this.#reportLost(hasOpened).finally(() => setTimeout(() => this.#open(), retryMs));
		});
	}

	async #reportLost(hasOpened: boolean): Promise<void> {
		// A browser doesn't say why a socket failed to open.
		const isRefused = !hasOpened && (await isServerThere());
		this.#parts.onState(isRefused ? 'refused' : 'lost');
	}

	#take(frame: ServerFrame): void {
		if (frame.type !== 'done' && frame.type !== 'refused') {
			this.#parts.onFrame(frame);
			return;
		}
		const waiting = this.#waiting.get(frame.id);
		this.#waiting.delete(frame.id);
		if (frame.type === 'done') waiting?.resolve(frame.result);
		else waiting?.reject(new ActRefused(frame.problem));
	}
}

function isServerThere(): Promise<boolean> {
	return fetch(location.pathname, { cache: 'no-store' }).then(
		({ ok }) => ok,
		() => false,
	);
}
