import KeyvRedis, { createClient } from '@keyv/redis';
import { z } from 'zod';
import { AppError, StoreRefusedError, StoreUnavailableError } from '../base/errors.js';
import {
	type Backend,
	defaultNamespace,
	KeyvStore,
	type KeyvStoreOptions,
	type RawRow,
	withTimeout,
} from './keyv-store.js';
import type { Store, StoreWarning } from './store.js';

const connectTimeoutMs = 2_000;
const deadlineMs = 3_000;
const pageSize = 500;

/** ARGV holds the expected and the next value of each key, each with '=' before it; '' means none. */
const writeScript = `
local made = {}
for i, key in ipairs(KEYS) do
	local held = redis.call('GET', key)
	local expected, next = ARGV[2 * i - 1], ARGV[2 * i]
	local is = expected == '' and not held or held and expected == '=' .. held
	if is and next == '' then redis.call('DEL', key) end
	if is and next ~= '' then redis.call('SET', key, string.sub(next, 2)) end
	made[i] = is and 1 or 0
end
return made`;

const writeAnswer = z.array(z.number());

/** Replies of a server that isn't the primary, or can't tell: a new connection may reach the one that is. */
const repliesOfAnother: ReadonlySet<string> = new Set([
	'READONLY',
	'LOADING',
	'MASTERDOWN',
	'NOREPLICAS',
	'CLUSTERDOWN',
	'MOVED',
]);
const repliesOfCluster: ReadonlySet<string> = new Set(['CROSSSLOT', 'CLUSTERDOWN', 'MOVED', 'ASK']);

type RedisClient = ReturnType<typeof connectClient>;

/**
 * Opens a single Redis. Bots that share one need different namespaces. Rejects with StoreUnavailableError, and with
 * StoreRefusedError on a cluster, a Sentinel, or a server that evicts keys.
 */
export async function openRedis(url: string, warn: StoreWarning, options?: KeyvStoreOptions): Promise<Store> {
	const client = connectClient(url);
	// Emitted for each failed reconnection; calls that fail meanwhile reject by themselves.
	let connectionError: unknown;
	client.on('error', (error: unknown) => {
		connectionError = error;
	});
	try {
		await withTimeout(deadlineMs, client.connect());
		await examineServer(client, warn);
	} catch (error) {
		if (client.isOpen) client.destroy();
		if (error instanceof AppError) throw error;
		throw new StoreUnavailableError('Redis cannot be used: it is not responding, or rejected the login', {
			cause: withCode(error),
		});
	}
	let refusal: StoreRefusedError | undefined;
	// After a failover it is another server.
	client.on('ready', () => {
		connectionError = undefined;
		examineServer(client, () => {}).catch((error: unknown) => {
			if (error instanceof StoreRefusedError) refusal = error;
		});
	});
	const backend: Backend = {
		...redisBackend(client),
		assertUsable() {
			if (refusal !== undefined) throw refusal;
		},
		explain(error) {
			if (!client.isReady) return withCode(connectionError ?? error);
			// A demoted primary keeps its connections, and node-redis would never leave them.
			if (repliesOfAnother.has(replyCode(error) ?? '')) reconnect(client);
			return withCode(error);
		},
	};
	return new KeyvStore(backend, options);
}

function reconnect(client: RedisClient): void {
	client.destroy();
	// Rejects only if the client is closed meanwhile.
	client.connect().catch(() => {});
}

/** First word of an error reply, such as `OOM`; undefined for other errors. Before Redis 7 scripts wrap it in `ERR`. */
function replyCode(error: unknown): string | undefined {
	if (!(error instanceof Error) || 'code' in error) return undefined;
	return (/^ERR .*: -([A-Z]{3,}) /.exec(error.message) ?? /^([A-Z]{3,}) /.exec(error.message))?.[1];
}

/** Gives an error reply a `code`, as other drivers' errors have one. */
function withCode(error: unknown): unknown {
	const code = replyCode(error);
	return code === undefined ? error : Object.assign(error as Error, { code });
}

function connectClient(url: string) {
	let connectedOnce = false;
	const client = createClient({
		url,
		// While Redis is down, calls fail immediately instead of waiting in a queue.
		disableOfflineQueue: true,
		// A silent connection is closed, so that calls to a frozen server don't pile up; pings keep an idle one alive.
		pingInterval: 1_000,
		socket: {
			connectTimeout: connectTimeoutMs,
			socketTimeout: deadlineMs,
			reconnectStrategy: (tries, cause) => (connectedOnce ? Math.min(50 * 2 ** tries, 2_000) : cause),
		},
	});
	client.once('ready', () => {
		connectedOnce = true;
	});
	return client;
}

/**
 * Warns of settings that lose claims in a crash. Rejects with StoreRefusedError if the server can't hold claims at all,
 * and with StoreUnavailableError for a replica: it may be one only until a failover is over.
 */
async function examineServer(client: RedisClient, warn: StoreWarning): Promise<void> {
	const settings = await readServerSettings(client);
	const mode = settings.get('redis_mode');
	if (mode === 'sentinel') {
		throw new StoreRefusedError('DATABASE_URL names a Redis Sentinel. It must name the Redis itself');
	}
	const reply = await replyToScript(client);
	if (mode === 'cluster' || repliesOfCluster.has(reply ?? '')) {
		throw new StoreRefusedError('A Redis cluster can’t be used. DATABASE_URL must name a single Redis');
	}
	if (reply === 'READONLY') {
		throw new StoreUnavailableError('Redis is a read-only replica. DATABASE_URL must name the primary');
	}
	const policy = settings.get('maxmemory-policy') ?? settings.get('maxmemory_policy') ?? 'noeviction';
	// No row has an expiry, so policies for keys with one evict none of them.
	const evicts = policy !== 'noeviction' && !policy.startsWith('volatile-');
	if (evicts && settings.get('maxmemory') !== '0') {
		throw new StoreRefusedError(
			`Redis deletes purchases when its memory is full, and their codes could be used again. Set maxmemory-policy to noeviction (now ${policy})`,
		);
	}
	// By default Redis responds before it has written to disk.
	if (settings.get('appendonly') === 'no' || settings.get('aof_enabled') === '0') {
		warn('Redis has appendonly off: a crash loses every purchase since its last snapshot', {
			fix: 'appendonly yes, appendfsync always',
		});
		return;
	}
	const appendfsync = settings.get('appendfsync');
	if (appendfsync === undefined) {
		warn('Redis does not expose its settings. Unless appendfsync is always, a crash loses purchases', {
			fix: 'appendfsync always',
		});
	} else if (appendfsync !== 'always') {
		warn('Redis writes to disk once a second or less: a crash loses the purchases since then', {
			appendfsync,
			fix: 'appendfsync always',
		});
	}
}

/** Fields of INFO and CONFIG GET. Managed servers refuse one or both: those fields are unknown. */
async function readServerSettings(client: RedisClient): Promise<ReadonlyMap<string, string>> {
	const names = ['appendonly', 'appendfsync', 'maxmemory', 'maxmemory-policy'];
	const [info, config] = await Promise.all([
		withTimeout(deadlineMs, client.info()).catch(() => ''),
		withTimeout(deadlineMs, client.configGet(names)).catch(() => ({})),
	]);
	const fields = info.matchAll(/^(\w+):(.*?)\r?$/gm);
	return new Map([
		...[...fields].map(([, name = '', value = '']) => [name, value] as const),
		...Object.entries(config),
	]);
}

/**
 * Runs the script of all writes on two keys in different slots that don't exist, which writes nothing.
 * @returns the code of the error reply, if that is the response
 */
async function replyToScript(client: RedisClient): Promise<string | undefined> {
	const keys = ['a', 'b'].map((name) => `${defaultNamespace}:probe-${name}`);
	const probe = { keys, arguments: ['', '', '', ''] };
	return await withTimeout(deadlineMs, client.eval(writeScript, probe)).then(() => undefined, replyCode);
}

function redisBackend(client: RedisClient): Backend {
	const marked = (value: string | undefined): string => (value === undefined ? '' : `=${value}`);

	return {
		name: 'Redis',
		// No namespace in the adapter: it would be prepended to keys that already have one.
		adapter: new KeyvRedis(client, { throwOnErrors: true }),
		deadlineMs,
		maxInFlight: 4,
		read: async (keys) => {
			const values = await client.mGet([...keys]);
			return keys.flatMap((key, index) => {
				const value = values[index];
				return typeof value === 'string' ? [{ key, value }] : [];
			});
		},
		// A single script, so that nothing happens between a comparison and its write.
		write: async (changes) => {
			const answer = await client.eval(writeScript, {
				keys: changes.map(({ key }) => key),
				arguments: changes.flatMap(({ expected, next }) => [marked(expected), marked(next)]),
			});
			const made = writeAnswer.parse(answer);
			return changes.flatMap(({ key }, index) => (made[index] === 1 ? [key] : []));
		},
		pages: (prefix) => redisPages(client, prefix),
		close: async () => {
			// close() waits for calls in flight, even for responses that a frozen server never sends.
			if (client.isReady) await withTimeout(1_000, client.close()).catch(() => client.destroy());
			else client.destroy();
		},
	};
}

async function* redisPages(
	client: RedisClient,
	prefix: string,
): AsyncGenerator<readonly RawRow[], undefined> {
	// SCAN may return a key twice while Redis resizes its table.
	const seen = new Set<string>();
	const pattern = `${prefix.replaceAll(/[*?[\]\\^]/g, '\\$&')}*`;
	let cursor = '0';
	do {
		const found = await client.scan(cursor, { MATCH: pattern, COUNT: pageSize });
		cursor = found.cursor;
		const keys = found.keys.filter((key) => !seen.has(key));
		for (const key of keys) seen.add(key);
		if (keys.length === 0) continue;
		const values = await client.mGet(keys);
		yield keys.flatMap((key, index) => {
			const value = values[index];
			// Removed between the two calls.
			return typeof value === 'string' ? [{ key, value }] : [];
		});
	} while (cursor !== '0');
}
