import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { GatewayDispatchEvents, GatewayOpcodes } from 'discord.js';
import { type WebSocket, WebSocketServer } from 'ws';
import { at, Broken, type Json, numberIn } from '../edge.js';
import { bytesOf } from '../wire.js';
import { gatewayMark, guildCreate, hello, readyOf } from './sane.js';
import type { VirtualTime } from './virtual-time.js';

// A gateway connection is a list of steps: a message that is sent as it is; "log-in" waits for the client to log in;
// {"pause": ms}; {"close": code}; "cut"; "hang": from then on nothing is sent or acknowledged. "refuse" as the first
// step: no WebSocket at all. A connection is closed a minute after its last step, and finally cut.

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Discord resets the token of a bot that identifies more often: https://discord.com/developers/docs/events/gateway#identifying */
const maxIdentifiesPerDay = 1_000;
const maxIdentifiesPerHour = Math.floor(maxIdentifiesPerDay / 24);
/** Discord ignores a shard that identifies sooner than this. */
const minIdentifyPauseMs = 5_000;
const maxSteps = 40;
const maxPauseMs = 10 * minuteMs;
const maxConnectionMs = 45 * minuteMs;
const resumable = 4_000;

/** The server's end of a connection. */
class End {
	readonly #ws: WebSocket;
	readonly #socket: Socket;
	#isSilent = false;

	constructor(ws: WebSocket, socket: Socket, onText: (text: string) => void) {
		this.#ws = ws;
		this.#socket = socket;
		ws.on('message', (data) => onText(String(data)));
		// A protocol error by the client ends the connection.
		ws.on('error', () => {});
	}

	send(text: Buffer): void {
		if (!this.#isSilent) this.#ws.send(text, { binary: false });
	}

	/** Closes with any code, although the library sends only those that a server may use. */
	close(code: number): void {
		if (!this.#isSilent) this.#socket.write(Buffer.from([0x88, 2, code >> 8, code & 0xff]));
	}

	cut(): void {
		this.#socket.destroy();
	}

	/** Sends nothing anymore, and ignores the client's close frame. */
	hang(): void {
		this.#isSilent = true;
		this.#ws.close = () => {};
	}
}

/** The gateway, which plays the connections of the input in order, and behaves normally after the last one. */
export class RawGateway {
	broken: Broken | undefined;
	readonly #time: VirtualTime;
	readonly #url: string;
	readonly #scripts: Json[];
	readonly #server = new WebSocketServer({ noServer: true });
	readonly #identifiedAt: number[] = [];
	/** The times at which this process has identified. */
	#ofProcess: number[] = [];
	#sessions = 0;
	#open = 0;
	#madUntil: number;

	constructor(time: VirtualTime, url: string, scripts: readonly Json[]) {
		this.#time = time;
		this.#url = url;
		this.#scripts = [...scripts];
		this.#madUntil = time.now();
	}

	/** The time since which every connection has behaved normally; undefined while one doesn't. */
	get saneSince(): number | undefined {
		return this.#scripts.length === 0 && this.#open === 0 ? this.#madUntil : undefined;
	}

	/** The number of identifies left today, and the time until the earliest one expires. */
	get allowance(): { readonly remaining: number; readonly resetAfterMs: number } {
		const now = this.#time.now();
		const today = this.#identifiedAt.filter((time) => time > now - dayMs);
		const resetAfterMs = (today[0] ?? now) + dayMs - now;
		return { remaining: maxIdentifiesPerDay - today.length, resetAfterMs };
	}

	/** Another process of the bot starts. */
	begin(): void {
		this.#ofProcess = [];
	}

	accept(request: IncomingMessage, socket: Socket, head: Buffer): void {
		const open = (use: (ws: WebSocket) => void) => this.#server.handleUpgrade(request, socket, head, use);
		const script = this.#scripts.shift();
		if (script === undefined) {
			open((ws) => this.#beSane(ws, socket));
			return;
		}
		const steps = (Array.isArray(script) ? script : [script]).slice(0, maxSteps);
		if (steps[0] === 'cut') {
			socket.destroy();
			this.#madUntil = this.#time.now();
			return;
		}
		if (steps[0] === 'refuse') {
			socket.end('HTTP/1.1 502 As it is\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
			this.#madUntil = this.#time.now();
			return;
		}
		this.#open += 1;
		socket.once('close', () => {
			this.#open -= 1;
			this.#madUntil = this.#time.now();
		});
		open((ws) => this.#play(ws, socket, steps));
	}

	#play(ws: WebSocket, socket: Socket, steps: readonly Json[]): void {
		const left = [...steps];
		let [isLoggedIn, isWaiting] = [false, false];
		const end = new End(ws, socket, (text) => {
			const op = this.#receive(end, text);
			isLoggedIn ||= op === GatewayOpcodes.Identify || op === GatewayOpcodes.Resume;
			if (!isLoggedIn || !isWaiting) return;
			isWaiting = false;
			goOn();
		});
		const goOn = (): void => {
			for (let step = left.shift(); step !== undefined; step = left.shift()) {
				if (step === 'log-in') {
					isWaiting = !isLoggedIn;
					if (isWaiting) return;
					continue;
				}
				const pauseMs = numberIn(at(step, 'pause'), 0, maxPauseMs, -1);
				if (pauseMs >= 0) {
					this.#time.after(pauseMs, goOn);
					return;
				}
				this.#take(end, step);
			}
			this.#time.after(minuteMs, () => end.close(resumable));
		};
		this.#time.after(maxConnectionMs, () => end.cut());
		goOn();
	}

	#take(end: End, step: Json): void {
		const code = numberIn(at(step, 'close'), 1_000, 4_999, 0);
		if (step === 'hang') end.hang();
		else if (step === 'cut') end.cut();
		else if (code > 0) end.close(code);
		else this.#send(end, step);
	}

	#beSane(ws: WebSocket, socket: Socket): void {
		const end = new End(ws, socket, (text) => {
			const op = this.#receive(end, text);
			if (op === GatewayOpcodes.Identify) {
				this.#sessions += 1;
				this.#send(end, readyOf(this.#session));
				this.#send(end, guildCreate);
			} else if (op === GatewayOpcodes.Resume) {
				const isKnown = at(JSON.parse(text), 'd', 'session_id') === this.#session;
				this.#send(end, isKnown ? resumed : invalidSession);
			}
		});
		this.#send(end, hello);
	}

	get #session(): string {
		return `sane-${this.#sessions}`;
	}

	/** Acknowledges heartbeats. Returns the message's opcode. */
	#receive(end: End, text: string): unknown {
		const op = at(JSON.parse(text), 'op');
		if (op === GatewayOpcodes.Heartbeat) this.#send(end, { op: GatewayOpcodes.HeartbeatAck });
		if (op === GatewayOpcodes.Identify) this.#noteIdentify();
		return op;
	}

	#noteIdentify(): void {
		const now = this.#time.now();
		this.#identifiedAt.push(now);
		const ms = now - (this.#ofProcess.at(-1) ?? Number.NEGATIVE_INFINITY);
		if (ms < minIdentifyPauseMs)
			this.broken ??= new Broken('an identify that comes too soon', `after ${ms} ms`);
		this.#ofProcess = [...this.#ofProcess.filter((time) => time > now - hourMs), now];
		if (this.#ofProcess.length > maxIdentifiesPerHour)
			this.broken ??= new Broken(
				"a day's identifies are used up",
				`${this.#ofProcess.length} within ${now - (this.#ofProcess[0] ?? now)} ms`,
			);
	}

	#send(end: End, message: Json): void {
		const text = bytesOf(message).toString('latin1').replaceAll(gatewayMark, this.#url);
		end.send(Buffer.from(text, 'latin1'));
	}
}

const resumed: Json = { op: GatewayOpcodes.Dispatch, t: GatewayDispatchEvents.Resumed, s: 3, d: {} };
const invalidSession: Json = { op: GatewayOpcodes.InvalidSession, d: false };
