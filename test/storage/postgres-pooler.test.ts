import { connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/storage/open.js';
import { allBackEnds, type TestPlace } from './back-ends.js';
import { compareAndSet } from './compare-and-set.js';

/** How each statement's name of ours starts, as it goes over the wire. */
const names = 'claimcheck-';

function message(type: string, body: Buffer): Buffer {
	const head = Buffer.alloc(5);
	head.write(type);
	head.writeInt32BE(body.length + 4, 1);
	return Buffer.concat([head, body]);
}

/** https://www.postgresql.org/docs/current/protocol-error-fields.html, and that the next query may come. */
const refusal = Buffer.concat([
	message('E', Buffer.from('SERROR\0C26000\0Mprepared statement does not exist\0\0')),
	message('Z', Buffer.from('I')),
]);

const backEnd = (await allBackEnds()).find(({ name }) => name === 'PostgreSQL');

describe.skipIf(backEnd?.missing !== undefined)('behind a pooler that keeps no prepared statements', () => {
	let place: TestPlace | undefined;
	let pooler: Server;
	let refused = 0;

	beforeAll(async () => {
		place = await backEnd?.makePlace();
		const { hostname, port } = new URL(place?.address.databaseUrl ?? '');
		pooler = createServer((client) => {
			const server = connect(Number(port || 5432), hostname);
			client.on('data', (data) => {
				if (!data.includes(names)) return server.write(data);
				refused += 1;
				return client.write(refusal);
			});
			server.on('data', (data) => client.write(data));
			for (const [one, other] of [
				[client, server],
				[server, client],
			] as const) {
				one.on('error', () => {});
				one.on('close', () => other.destroy());
			}
		});
		await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
	});
	afterAll(async () => {
		await new Promise((resolve) => pooler.close(resolve));
		await place?.remove();
	});

	it('a store goes on without them, and asks once only', async () => {
		const address = new URL(place?.address.databaseUrl ?? '');
		const at = pooler.address();
		address.host = typeof at === 'object' && at !== null ? `127.0.0.1:${at.port}` : '';
		const store = await openStore(address.href, () => {});
		expect(await compareAndSet(store, 'a', undefined, 1)).toBe(true);
		expect(await compareAndSet(store, 'a', 1, 2)).toBe(true);
		expect(await store.get('a')).toBe(2);
		expect(refused).toBe(1);
		await store.close();
	});
});
