import { openProxy } from '../e2e/proxy.js';

/** A proxy between a bot and its database server that records each statement. */
export interface WireCounter {
	/** The database's address through the proxy. */
	readonly databaseUrl: string;
	readonly statements: readonly string[];
	close(): Promise<void>;
}

/** `databaseUrl` names a PostgreSQL or Redis database on this machine. */
export async function countOnWire(databaseUrl: string): Promise<WireCounter> {
	const statements: string[] = [];
	const url = new URL(databaseUrl);
	const isRedis = url.protocol === 'redis:';
	const proxy = await openProxy(Number(url.port), (bot, database) => {
		bot.on('data', isRedis ? readRedis(statements) : readPostgres(statements));
		bot.pipe(database).pipe(bot);
	});
	url.port = `${proxy.port}`;
	return { databaseUrl: url.href, statements, close: proxy.close };
}

/**
 * Client messages: https://www.postgresql.org/docs/current/protocol-message-formats.html. Each Query and each Execute
 * is a statement.
 */
function readPostgres(statements: string[]): (data: Buffer) => void {
	let rest = Buffer.alloc(0);
	let isStarted = false;
	const named = new Map<string, string>();
	let bound = '';
	return (data) => {
		rest = Buffer.concat([rest, data]);
		for (;;) {
			const head = isStarted ? 1 : 0;
			if (rest.length < head + 4) return;
			const end = head + rest.readInt32BE(head);
			if (rest.length < end) return;
			const type = isStarted ? String.fromCharCode(rest[0] ?? 0) : '';
			const parts = rest.toString('latin1', head + 4, end).split('\0');
			rest = rest.subarray(end);
			// A request for TLS or a cancellation is eight bytes long, and isn't a startup message.
			if (!isStarted) isStarted = end > 16;
			else if (type === 'P') named.set(parts[0] ?? '', parts[1] ?? '');
			else if (type === 'B') bound = `${kindsIn(parts.join(' '))} ${named.get(parts[1] ?? '') ?? ''}`;
			else if (type === 'E') statements.push(short(bound));
			else if (type === 'Q') statements.push(short(parts[0] ?? ''));
		}
	};
}

const connectionCommands = ['PING', 'HELLO', 'CLIENT', 'AUTH', 'SELECT', 'INFO', 'CONFIG'];

/** Commands as arrays of bulk strings: https://redis.io/docs/latest/develop/reference/protocol-spec/ */
function readRedis(statements: string[]): (data: Buffer) => void {
	let rest = Buffer.alloc(0);
	let words: string[] = [];
	let missing = 0;
	return (data) => {
		rest = Buffer.concat([rest, data]);
		for (;;) {
			const lineEnd = rest.indexOf('\r\n');
			if (lineEnd < 0) return;
			const count = Number(rest.toString('latin1', 1, lineEnd));
			let end = lineEnd + 2;
			if (rest[0] === 0x2a) {
				words = [];
				missing = count;
			} else {
				end += count + 2;
				if (rest.length < end) return;
				words.push(rest.toString('latin1', lineEnd + 2, end - 2));
				missing -= 1;
			}
			rest = rest.subarray(end);
			const [name = ''] = words;
			if (missing === 0 && !connectionCommands.includes(name.toUpperCase()))
				statements.push(short(words.map(keyKind).join(' ')));
		}
	};
}

function keyKind(word: string): string {
	return word.replace(/^claimcheck:(\w+).*/s, '$1:…').slice(0, 60);
}

/** The kinds of the keys in a query's parameters. */
function kindsIn(text: string): string {
	return [...new Set(Array.from(text.matchAll(/claimcheck:(\w+)/g), ([, kind]) => kind))].join(' ');
}

function short(text: string): string {
	return text.replaceAll(/\s+/g, ' ').slice(0, 160);
}
