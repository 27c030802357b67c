import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyvSqlite } from '@keyv/sqlite';
import { Keyv } from 'keyv';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError, ConfigError, StoreUnavailableError } from '../../src/base/errors.js';
import { openStore } from '../../src/storage/open.js';
import { compareAndSet } from './compare-and-set.js';

const quiet = (): void => {};
let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('opening a store by its address', () => {
	it.each([
		'mysql://user:hunter2hunter2@host/db',
		'hunter2hunter2',
		'postgresql://hunter2hunter2@:port',
		'sqlite://',
		'sqlite://:memory:',
	])('refuses %s without repeating it', async (address) => {
		const error = await openStore(address, quiet).catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(ConfigError);
		expect((error as ConfigError).problems.join()).toContain('DATABASE_URL');
		expect(JSON.stringify(error)).not.toContain('hunter2');
	});

	it('creates the folders, a file and its write-ahead log, which only their owner can read', async () => {
		const file = join(folder, 'a', 'b', 'claims.sqlite');
		const store = await openStore(`sqlite://${file}`, quiet, { create: true });
		await store.ping();
		for (const made of [file, `${file}-wal`]) expect((await stat(made)).mode & 0o777).toBe(0o600);
		await store.close();
	});

	it.each(['/dev/null/claims.sqlite', '/proc', '/proc/none/claims.sqlite'])(
		'says immediately that %s cannot be written',
		async (path) => {
			await expect(openStore(`sqlite://${path}`, quiet, { create: true })).rejects.toThrow(
				StoreUnavailableError,
			);
		},
	);

	it('leaves everything in one file when it closes, however often', async () => {
		for (let n = 0; n < 40; n += 1) {
			const store = await openStore(`sqlite://${join(folder, `${n}.sqlite`)}`, quiet, { create: true });
			await compareAndSet(store, 'a', undefined, 1);
			await store.close();
		}
		expect((await readdir(folder)).filter((name) => !name.endsWith('.sqlite'))).toEqual([]);
	});

	it('writes rows that a Keyv with the same namespace can read', async () => {
		const file = join(folder, 'claims.sqlite');
		const store = await openStore(`sqlite://${file}`, quiet, { create: true });
		await compareAndSet(store, 'a:b', undefined, { n: ':1' });
		const keyv = new Keyv({ store: new KeyvSqlite(`sqlite://${file}`), namespace: 'claimcheck' });
		expect(await keyv.get('a:b')).toEqual({ n: ':1' });
		await keyv.set('a:b', { n: 2 });
		expect(await compareAndSet(store, 'a:b', { n: 2 }, { n: 3 })).toBe(true);
		await keyv.disconnect();
		await store.close();
	});

	it('doesn’t change a file that is not a database', async () => {
		const file = join(folder, 'notes.txt');
		const text = 'These are notes, and no database at all. '.repeat(50);
		await writeFile(file, text);
		await expect(openStore(`sqlite://${file}`, quiet, { create: true })).rejects.toThrow(
			StoreUnavailableError,
		);
		expect(await readFile(file, 'utf8')).toBe(text);
	});
});

describe('an unusable database server', () => {
	let server: Server;
	let port: number;

	/** Accepts connections and stays silent. */
	beforeEach(async () => {
		server = createServer(() => {});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const address = server.address();
		port = typeof address === 'object' && address !== null ? address.port : 0;
	});
	afterEach(() => new Promise((resolve) => server.close(resolve)));

	it.each(['postgresql', 'redis'])(
		'fails within seconds if %s accepts the connection and stays silent',
		async (kind) => {
			const sockets = new Set<{ destroy(): void }>();
			server.on('connection', (socket) => sockets.add(socket));
			await expect(openStore(`${kind}://user:hunter2@127.0.0.1:${port}/0`, quiet)).rejects.toThrow(
				StoreUnavailableError,
			);
			for (const socket of sockets) socket.destroy();
		},
		15_000,
	);

	it.each(['postgresql', 'redis'])('fails immediately if no %s is listening', async (kind) => {
		await new Promise((resolve) => server.close(resolve));
		const error = await openStore(`${kind}://user:hunter2@127.0.0.1:${port}/0`, quiet).catch(
			(caught: unknown) => caught,
		);
		expect(error).toBeInstanceOf(AppError);
		expect(`${String(error)} ${String((error as AppError).cause)}`).not.toContain('hunter2');
	});
});
