import { randomBytes } from 'node:crypto';
import KeyvRedis, { createClient } from '@keyv/redis';
import { z } from 'zod';
import { AppError, StoreRefusedError, StoreUnavailableError } from '../base/errors.js';
import { withTimeout } from './batches.js';
import { type Backend, defaultNamespace, type KeyvStoreOptions, keyvStore } from './keyv-store.js';
import type { Store, StoreWarning } from './store.js';
import type { RowStep } from './transaction.js';

const connectTimeoutMs = 2_000;
const deadlineMs = 3_000;
const pageSize = 500;

/**
 * KEYS: the index, then those of all steps. ARGV: the number of transactions, then for each the number of its steps,
 * and for each step its act, the expected value with '=' before it ('' if the row is to be absent), and the next value.
 */
const commitScript = `
local index, made = KEYS[1], {}
local key, arg = 2, 2
for number = 1, tonumber(ARGV[1]) do
	local steps = tonumber(ARGV[arg])
	local fits = true
	for step = 0, steps - 1 do
		local held, expected = redis.call('GET', KEYS[key + step]), ARGV[arg + 3 * step + 2]
		fits = fits and (held and expected == '=' .. held or not held and expected == '')
	end
	for step = 0, fits and steps - 1 or -1 do
		local name, act = KEYS[key + step], ARGV[arg + 3 * step + 1]
		if act == 'put' then
			redis.call('SET', name, ARGV[arg + 3 * step + 3])
			redis.call('ZADD', index, 0, name)
		elseif act == 'remove' then
			redis.call('DEL', name)
			redis.call('ZREM', index, name)
		end
	end
	made[number] = fits and 1 or 0
	key, arg = key + steps, arg + 3 * steps + 1
end
return made`;

const commitAnswer = z.array(z.number());

/** Replies of a server that isn't the primary, or can't tell: a new connection may reach the one that is. */
const repliesOfAnother = new Set(['READONLY', 'LOADING', 'MASTERDOWN', 'NOREPLICAS', 'CLUSTERDOWN', 'MOVED']);
/** Replies of a cluster, of a Sentinel, and to a user who may not run a command. */
const refusals = new Set(['CROSSSLOT', 'CLUSTERDOWN', 'MOVED', 'ASK', 'ERR', 'NOPERM']);

type RedisClient = ReturnType<typeof connectClient>;

/** Opens a single Redis. Rejects with StoreRefusedError on a cluster, a Sentinel, or a server that evicts keys. */
export async function openRedis(
	url: string,
	warn: StoreWarning,
	options: KeyvStoreOptions = {},
): Promise<Store> {
	const { namespace = defaultNamespace } = options;
	const client = connectClient(url);
	// Emitted for each failed reconnection; calls that fail meanwhile reject by themselves.
	let connectionError: unknown;
	client.on('error', (error: unknown) => {
		connectionError = error;
	});
	try {
		await withTimeout(deadlineMs, client.connect());
		await examineServer(client, warn);
		await buildIndex(client, namespace);
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
		...redisBackend(client, namespace),
		assertUsable() {
			if (refusal !== undefined) throw refusal;
		},
		explain(error) {
			if (!client.isReady) return withCode(connectionError ?? error);
			if (repliesOfAnother.has(replyCode(error) ?? '')) {
				// A demoted primary keeps its connections, and node-redis would never leave them.
				client.destroy();
				// Rejects only if the client is closed meanwhile.
				client.connect().catch(() => {});
			}
			return withCode(error);
		},
	};
	return keyvStore(backend, options);
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
	const reply = await replyToScript(client);
	if (reply === 'READONLY') {
		throw new StoreUnavailableError('Redis is a read-only replica. DATABASE_URL must name the primary');
	}
	if (refusals.has(reply ?? '')) {
		throw new StoreRefusedError(
			`DATABASE_URL must name a single Redis, no cluster or Sentinel, and a user whose scripts may use GET, SET, DEL, ZADD and ZREM on the bot’s keys (now ${reply})`,
		);
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
	const [info, ...settings] = await Promise.all([
		withTimeout(deadlineMs, client.info()).catch(() => ''),
		// One call for each: Redis before version 7 refuses several names.
		...names.map((name) => withTimeout(deadlineMs, client.configGet(name)).catch(() => ({}))),
	]);
	const fields = info.matchAll(/^(\w+):(.*?)\r?$/gm);
	return new Map([
		...[...fields].map(([, name = '', value = '']) => [name, value] as const),
		...settings.flatMap((setting) => Object.entries(setting)),
	]);
}

/**
 * Tries all commands of a commit on rows of its own: a script that may not run one of them would stop halfway.
 * @returns the code of the error reply, if that is the response
 */
async function replyToScript(client: RedisClient): Promise<string | undefined> {
	const probe = `${defaultNamespace}:probe-${randomBytes(6).toString('base64url')}`;
	const keys = [`${probe}-a`, `${probe}-b`];
	const removal = (expected?: string) => keys.map((key): RowStep => ({ key, expected, act: 'remove' }));
	const puts = keys.map((key): RowStep => ({ key, expected: undefined, act: 'put', next: '1' }));
	const tried = commit(client, `${probe}-keys`, [removal(), puts, removal('1')]);
	return await withTimeout(deadlineMs, tried).then(
		() => undefined,
		async (error: unknown) => {
			await withTimeout(deadlineMs, client.del([...keys, `${probe}-keys`])).catch(() => {});
			return replyCode(error);
		},
	);
}

/** @returns true for each transaction that was made */
async function commit(
	client: RedisClient,
	index: string,
	transactions: readonly (readonly RowStep[])[],
): Promise<readonly boolean[]> {
	const answer = await client.eval(commitScript, {
		keys: [index, ...transactions.flat().map(({ key }) => key)],
		arguments: [
			`${transactions.length}`,
			...transactions.flatMap((steps) => [
				`${steps.length}`,
				...steps.flatMap((step) => [
					step.act,
					step.expected === undefined ? '' : `=${step.expected}`,
					step.act === 'put' ? step.next : '',
				]),
			]),
		],
	});
	return commitAnswer.parse(answer).map((made) => made === 1);
}

function redisBackend(client: RedisClient, namespace: string): Backend {
	const index = indexOf(namespace);

	return {
		name: 'Redis',
		// No namespace in the adapter: it would be prepended to keys that already have one.
		adapter: new KeyvRedis(client, { throwOnErrors: true }),
		deadlineMs,
		maxInFlight: 4,
		maxRows: 500,
		read: (keys) => read(client, keys),
		commit: (transactions) => commit(client, index, transactions),
		async page({ isAfter, key }, end, limit) {
			const from = `${isAfter ? '(' : '['}${key}`;
			const keys = await client.zRangeByLex(index, from, `(${end}`, { LIMIT: { offset: 0, count: limit } });
			const found = new Map((await read(client, keys)).map((row) => [row.key, row.value]));
			// One that was removed between the two calls has no value.
			return keys.map((each) => ({ key: each, value: found.get(each) }));
		},
		refreshIndex: () => addToIndex(client, namespace),
		close: async () => {
			// close() waits for calls in flight, even for responses that a frozen server never sends.
			if (client.isReady) await withTimeout(1_000, client.close()).catch(() => client.destroy());
			else client.destroy();
		},
	};
}

async function read(client: RedisClient, keys: readonly string[]) {
	const values = keys.length === 0 ? [] : await client.mGet([...keys]);
	return keys.flatMap((key, position) => {
		const value = values[position];
		return typeof value === 'string' ? [{ key, value }] : [];
	});
}

/** A sorted set of the namespace's keys, since Redis has no order of its own. */
const indexOf = (namespace: string): string => `${namespace}:keys`;

/** In an index that has every key. No key is like it. */
const isComplete = 'complete';

/** Puts the keys of a store without an index into one. */
async function buildIndex(client: RedisClient, namespace: string): Promise<void> {
	if ((await client.zScore(indexOf(namespace), isComplete)) !== null) return;
	await addToIndex(client, namespace);
	await client.zAdd(indexOf(namespace), { score: 0, value: isComplete });
}

async function addToIndex(client: RedisClient, namespace: string): Promise<void> {
	let cursor = '0';
	do {
		const found = await client.scan(cursor, { MATCH: `${namespace}:*`, COUNT: pageSize, TYPE: 'string' });
		cursor = found.cursor;
		const members = found.keys.map((value) => ({ score: 0, value }));
		if (members.length > 0) await client.zAdd(indexOf(namespace), members);
	} while (cursor !== '0');
}
