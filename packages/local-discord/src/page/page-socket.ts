import type { WebSocket } from 'ws';
import { z } from 'zod';
import { ClientRefusal } from '../client-refusal.js';
import type { Act } from './acts.js';
import type { LiveWorld } from './live-world.js';
import type { ActFrame, ServerFrame } from './protocol.js';

const actFrame: z.ZodType<ActFrame> = z.object({
	id: z.int(),
	act: z.string().max(100),
	args: z.unknown(),
});
/** An act waits for the bot for a few seconds at most, and no person does more meanwhile. */
const maxInFlight = 50;
/** A page that doesn't read (a sleeping tab, a debugger) is disconnected: it requests the world again when it wakes. */
const maxUnreadBytes = 32_000_000;
const wrongFrame = 1007;

/** One open page, which receives events and whose acts are carried out, both within bounds. */
export class PageSocket {
	readonly #socket: WebSocket;
	readonly #acts: Readonly<Record<string, Act>>;
	readonly #cast: LiveWorld;
	#unfinished = 0;
	/** The initial world may be larger than the data that may wait later. */
	#maxUnreadBytes = maxUnreadBytes;

	constructor(socket: WebSocket, acts: Readonly<Record<string, Act>>, cast: LiveWorld) {
		this.#socket = socket;
		this.#acts = acts;
		this.#cast = cast;
		socket.on('message', (data) => void this.#take(String(data)));
		socket.on('error', () => socket.terminate());
	}

	/** Sends the initial state that everything else builds on. */
	begin(text: string): void {
		this.#maxUnreadBytes += Buffer.byteLength(text);
		this.send(text);
	}

	/** Sends a frame's JSON. */
	send(text: string): void {
		const socket = this.#socket;
		if (socket.readyState !== socket.OPEN) return;
		if (socket.bufferedAmount > this.#maxUnreadBytes) socket.terminate();
		else socket.send(text);
	}

	async #take(text: string): Promise<void> {
		const frame = readFrame(text);
		if (frame === undefined) {
			this.#socket.close(wrongFrame);
			return;
		}
		const { id } = frame;
		this.#unfinished += 1;
		try {
			if (this.#unfinished > maxInFlight) throw new ClientRefusal('Too much at once');
			this.#answer({ type: 'done', id, result: (await this.#run(frame)) ?? null });
		} catch (error) {
			this.#answer({ type: 'refused', id, problem: problemOf(error) });
		} finally {
			this.#unfinished -= 1;
		}
	}

	#run({ act, args }: ActFrame): unknown {
		const run = Object.hasOwn(this.#acts, act) ? this.#acts[act] : undefined;
		if (run === undefined) throw new ClientRefusal(`There is nothing called ${act} to do here`);
		return run(args, this.#cast);
	}

	#answer(frame: ServerFrame): void {
		this.send(JSON.stringify(frame));
	}
}

function readFrame(text: string): ActFrame | undefined {
	try {
		return actFrame.parse(JSON.parse(text));
	} catch {
		return undefined;
	}
}

/** The message for the person at the page. A deleted message isn't a bug: the press came a moment too late. */
function problemOf(error: unknown): string {
	if (error instanceof z.ZodError) return z.prettifyError(error);
	return error instanceof Error ? error.message : String(error);
}
