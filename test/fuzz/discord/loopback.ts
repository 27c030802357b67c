import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import dns from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';

const { lookup } = dns;
/** Keeps addresses in an input within this process. */
const noLookup: LookupFunction = (host, _, onDone) => {
	const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
	process.nextTick(() => onDone(error, ''));
};

/** Tracks both ends of the connections within this process, to see whether bytes are in transit. */
export class Loopback {
	/** Server ends by their port, which is known once they are connected. */
	readonly #clients = new Map<Socket, number | undefined>();
	/** Client ends by the client's port. */
	readonly #servers = new Map<number | undefined, Socket>();

	watch(): void {
		Object.assign(dns, { lookup: noLookup });
		subscribe('net.client.socket', this.#onClient);
		subscribe('net.server.socket', this.#onServer);
	}

	unwatch(): void {
		Object.assign(dns, { lookup });
		unsubscribe('net.client.socket', this.#onClient);
		unsubscribe('net.server.socket', this.#onServer);
	}

	/** True if a connection is opening or closing, or one end has sent data that the other has not received. */
	isBusy(): boolean {
		for (const [client, port] of this.#clients) {
			const server = this.#servers.get(port);
			if (client.destroyed && (server === undefined || server.destroyed)) {
				this.#clients.delete(client);
				this.#servers.delete(port);
			} else if (server === undefined || !isQuiet(client, server)) return true;
		}
		return false;
	}

	cut(): void {
		for (const socket of [...this.#clients.keys(), ...this.#servers.values()]) socket.destroy();
	}

	readonly #onClient = (message: unknown): void => {
		const client = socketOf(message);
		this.#clients.set(client, undefined);
		client.once('connect', () => this.#clients.set(client, client.localPort));
	};

	readonly #onServer = (message: unknown): void => {
		const server = socketOf(message);
		this.#servers.set(server.remotePort, server);
	};
}

function isQuiet(client: Socket, server: Socket): boolean {
	if (client.destroyed || server.destroyed || client.writableEnded || server.writableEnded) return false;
	return client.bytesWritten === server.bytesRead && server.bytesWritten === client.bytesRead;
}

function socketOf(message: unknown): Socket {
	return (message as { readonly socket: Socket }).socket;
}
