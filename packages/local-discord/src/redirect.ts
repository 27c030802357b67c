import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';

// A preload (`node --import …/redirect bot.js`) that connects an unmodified bot to the local Discord at
// `DISCORD_API_URL` instead of Discord. Every HTTP and WebSocket client in Node.js opens TLS connections through
// `tls.connect`, so that is the only place to redirect: data that would be encrypted to Discord goes in plain text to
// this machine.

const discordHost = /^(?:[\w-]+\.)?discord(?:app)?\.(?:com|gg)$/;
const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

type Connect = typeof tls.connect;

/**
 * The arguments of `tls.connect` in one form: `(options)`, `(port, host, options)` or `(port, options)`, then a
 * listener.
 */
function readArguments(args: readonly unknown[]): {
	readonly host: string | undefined;
	readonly hasSocket: boolean;
	readonly onConnect: (() => void) | undefined;
} {
	const options = args.find((arg) => typeof arg === 'object' && arg !== null) as
		| tls.ConnectionOptions
		| undefined;
	const onConnect = args.find((arg) => typeof arg === 'function') as (() => void) | undefined;
	const named = args.find((arg) => typeof arg === 'string');
	return {
		host: options?.host ?? named ?? options?.servername,
		hasSocket: options?.socket != null,
		onConnect,
	};
}

/** A plain connection that passes for an encrypted one. */
function connectPlainly(target: URL, onConnect: (() => void) | undefined): tls.TLSSocket {
	const socket = net.connect({
		host: target.hostname.replace(/^\[|\]$/g, ''),
		port: Number(target.port || 80),
	});
	Object.assign(socket, {
		encrypted: true,
		authorized: true,
		alpnProtocol: false,
		getPeerCertificate: () => ({}),
		getSession: () => undefined,
		isSessionReused: () => false,
	});
	keepUpgradeApart(socket);
	const secure = socket as tls.TLSSocket;
	if (onConnect !== undefined) secure.once('secureConnect', onConnect);
	socket.once('connect', () => secure.emit('secureConnect'));
	return secure;
}

/**
 * Delivers the response to an upgrade separately, as TLS does, which never joins two records. Seyfert drops data that
 * arrives together with it: the gateway's hello.
 */
function keepUpgradeApart(socket: net.Socket): void {
	const { push } = socket;
	socket.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
		socket.push = push;
		const end =
			chunk?.subarray(0, 12).toString('latin1') === 'HTTP/1.1 101' ? chunk.indexOf('\r\n\r\n') + 4 : 0;
		if (chunk === null || end < 4 || end === chunk.length) return socket.push(chunk, encoding);
		socket.push(chunk.subarray(0, end), encoding);
		return socket.push(chunk.subarray(end), encoding);
	};
}

function redirect(target: URL): void {
	const connect = tls.connect as (...args: unknown[]) => tls.TLSSocket;
	const redirected = (...args: unknown[]): tls.TLSSocket => {
		const { host, hasSocket, onConnect } = readArguments(args);
		const isForDiscord = !hasSocket && host !== undefined && discordHost.test(host);
		return isForDiscord ? connectPlainly(target, onConnect) : connect(...args);
	};
	tls.connect = redirected as Connect;
	syncBuiltinESMExports();
}

const address = process.env['DISCORD_API_URL'];
if (address !== undefined) {
	const target = new URL(address);
	// The bot's token is sent in plain text.
	if (target.protocol !== 'http:' || !loopback.has(target.hostname)) {
		throw new Error(
			'DISCORD_API_URL has to name a Discord on this machine, such as http://127.0.0.1:4000/api',
		);
	}
	redirect(target);
}
