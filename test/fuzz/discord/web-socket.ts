import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';

const textOpcode = 1;
const closeOpcode = 8;
const pingOpcode = 9;
const pongOpcode = 10;

/** The server's side of a WebSocket: https://datatracker.ietf.org/doc/html/rfc6455 */
export class WebSocketEnd {
	readonly #socket: Socket;
	readonly #onText: (text: string) => void;
	#received = Buffer.alloc(0);
	/** Sends and acknowledges nothing any more. */
	isSilent = false;

	/** Accepts the handshake in `head`. */
	constructor(socket: Socket, head: string, onText: (text: string) => void) {
		this.#socket = socket;
		this.#onText = onText;
		const [, key = ''] = /^sec-websocket-key: (\S+)/im.exec(head) ?? [];
		const accepted = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
		const lines = ['HTTP/1.1 101 As it is', 'upgrade: websocket', 'connection: upgrade'];
		socket.write([...lines, `sec-websocket-accept: ${accepted}`, '', ''].join('\r\n'));
		socket.on('data', (chunk) => this.#receive(chunk));
	}

	send(text: Buffer): void {
		this.#write(textOpcode, text);
	}

	close(code: number): void {
		this.#write(closeOpcode, Buffer.from([code >> 8, code & 0xff]));
	}

	cut(): void {
		this.#socket.destroy();
	}

	#write(opcode: number, payload: Buffer): void {
		if (this.isSilent || this.#socket.writableEnded) return;
		const { length } = payload;
		const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
		head[0] = 0x80 | opcode;
		if (length < 126) head[1] = length;
		else if (length < 65_536) {
			head[1] = 126;
			head.writeUInt16BE(length, 2);
		} else {
			head[1] = 127;
			head.writeBigUInt64BE(BigInt(length), 2);
		}
		this.#socket.write(Buffer.concat([head, payload]));
	}

	#receive(chunk: Buffer): void {
		this.#received = Buffer.concat([this.#received, chunk]);
		for (let frame = this.#next(); frame !== undefined; frame = this.#next()) {
			if (frame.opcode === textOpcode) this.#onText(frame.payload.toString('utf8'));
			else if (frame.opcode === pingOpcode) this.#write(pongOpcode, frame.payload);
			else if (frame.opcode === closeOpcode && !this.isSilent) {
				this.#write(closeOpcode, frame.payload.subarray(0, 2));
				this.#socket.end();
			}
		}
	}

	/** The next whole frame. A client's frames are masked, and the bot sends none longer than 64 kB. */
	#next(): { readonly opcode: number; readonly payload: Buffer } | undefined {
		const [first, second] = this.#received;
		if (first === undefined || second === undefined) return undefined;
		const short = second & 0x7f;
		const maskAt = short < 126 ? 2 : 4;
		if (this.#received.length < maskAt + 4) return undefined;
		const length = short < 126 ? short : this.#received.readUInt16BE(2);
		const end = maskAt + 4 + length;
		if (this.#received.length < end) return undefined;
		const mask = this.#received.subarray(maskAt, maskAt + 4);
		const payload = this.#received.subarray(maskAt + 4, end).map((byte, at) => byte ^ (mask[at % 4] ?? 0));
		this.#received = this.#received.subarray(end);
		return { opcode: first & 0x0f, payload: Buffer.from(payload) };
	}
}
