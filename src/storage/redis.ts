import KeyvRedis, { createClient } from '@keyv/redis';
import { z } from 'zod';
import { StoreUnavailableError } from '../base/errors.js';
import { type Backend, KeyvStore, type KeyvStoreOptions, type RawRow, withTimeout } from './keyv-store.js';
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
const durability = z.object({
	appendonly: z.string(),
	appendfsync: z.string(),
	maxmemory: z.string(),
	'maxmemory-policy': z.string(),
});

type RedisClient = ReturnType<typeof connectClient>;

/** Opens a single Redis. Bots that share one need different namespaces. Rejects with StoreUnavailableError. */
export async function openRedis(url: string, warn: StoreWarning, options?: KeyvStoreOptions): Promise<Store> {
	const client = connectClient(url);
	// Emitted for each failed reconnection; calls that fail meanwhile reject by themselves.
	client.on('error', () => {});
	try {
		await withTimeout(deadlineMs, client.connect());
		await checkDurability(client, warn);
	} catch (cause) {
		if (client.isOpen) client.destroy();
		throw new StoreUnavailableError('Redis cannot be used: it is not responding, or rejected the login', {
			cause,
		});
	}
	return new KeyvStore(redisBackend(client), options);
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

/** By default Redis responds before it has written to disk, and it may be set to drop keys when full. */
async function checkDurability(client: RedisClient, warn: StoreWarning): Promise<void> {
	let settings: z.infer<typeof durability>;
	try {
		const names = ['appendonly', 'appendfsync', 'maxmemory', 'maxmemory-policy'];
		settings = durability.parse(await withTimeout(deadlineMs, client.configGet(names)));
	} catch {
		warn('Redis does not expose its settings. Unless appendfsync is always, a crash loses claims', {});
		return;
	}
	if (settings.appendonly !== 'yes') {
		warn('Redis has appendonly off: a crash loses every claim since its last snapshot', {
			fix: 'appendonly yes, appendfsync always',
		});
	} else if (settings.appendfsync !== 'always') {
		warn('Redis writes to disk once a second or less: a crash loses the claims since then', {
			appendfsync: settings.appendfsync,
			fix: 'appendfsync always',
		});
	}
	if (settings.maxmemory !== '0' && settings['maxmemory-policy'] !== 'noeviction') {
		warn('Redis may drop claims when its memory is full', { fix: 'maxmemory-policy noeviction' });
	}
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
