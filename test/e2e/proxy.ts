import { connect, createServer, type Socket } from 'node:net';

/**
 * Opens a TCP proxy to a server on this machine.
 * @param join connects the two ends of a connection. By default, it passes on everything
 */
export async function openProxy(target: number, join = pass) {
	const sockets = new Set<Socket>();
	let port = target;
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
		join(near, far);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = server.address();
	if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port');
	return {
		port: address.port,
		/** Breaks every connection; new ones go to that port. */
		moveTo(next: number): void {
			port = next;
			for (const socket of sockets) socket.destroy();
		},
		/** New connections go to that port; existing ones stay as they are. */
		sendNewTo(next: number): void {
			port = next;
		},
		async close(): Promise<void> {
			const closed = new Promise((resolve) => server.close(resolve));
			for (const socket of sockets) socket.destroy();
			await closed;
		},
	};
}

function pass(near: Socket, far: Socket): void {
	near.pipe(far);
	far.pipe(near);
}
