import { connect, createServer, type Socket } from 'node:net';

/** A line to a server of this machine, which can break or lead to another one. */
export interface Proxy {
	readonly port: number;
	/** Nothing gets through any more, and no end notices: a network that is gone. */
	cut(): void;
	/** Breaks every connection; new ones lead to that port. */
	moveTo(port: number): void;
	close(): Promise<void>;
}

/** To a port of this machine. */
export async function openProxy(target: number): Promise<Proxy> {
	const sockets = new Set<Socket>();
	let port = target;
	let isCut = false;
	const server = createServer({ noDelay: true }, (near) => {
		const far = connect({ port, host: '127.0.0.1', noDelay: true });
		for (const socket of [near, far]) {
			sockets.add(socket);
			// `close` follows.
			socket.on('error', () => {});
			socket.on('close', () => {
				sockets.delete(socket);
				near.destroy();
				far.destroy();
			});
		}
		if (isCut) return;
		near.pipe(far);
		far.pipe(near);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port');
	return {
		port: address.port,
		cut() {
			isCut = true;
			for (const socket of sockets) socket.unpipe().pause();
		},
		moveTo(next) {
			port = next;
			for (const socket of sockets) socket.destroy();
		},
		async close() {
			const closed = new Promise((resolve) => server.close(resolve));
			for (const socket of sockets) socket.destroy();
			await closed;
		},
	};
}
