import { describe, expect, it } from 'vitest';
import { Faults } from '../../src/marketplace/faults.js';
import { ask, start } from './ask.js';

describe('a fault', () => {
	it('stays at its endpoint until it is switched off or cleared', async () => {
		const marketplace = await start();
		const off = marketplace.faults.add('items/all', '404');
		const statuses = async () => [
			(await ask(marketplace, '/api/items/all')).status,
			(await ask(marketplace, '/api/account/details')).status,
		];
		expect(await statuses()).toEqual([404, 200]);
		expect(await statuses()).toEqual([404, 200]);
		off();
		expect(await statuses()).toEqual([200, 200]);
		marketplace.faults.add('*', '401');
		expect(marketplace.faults.list()).toEqual(['401']);
		expect(await statuses()).toEqual([401, 401]);
		marketplace.faults.clear('*');
		expect(await statuses()).toEqual([200, 200]);
	});

	it('lasts for its number of requests, and the next one takes over', async () => {
		const marketplace = await start();
		marketplace.faults.add('*', '500', 2);
		marketplace.faults.add('*', '404', 1);
		const statuses: number[] = [];
		for (let i = 0; i < 4; i += 1) statuses.push((await ask(marketplace, '/api/account/details')).status);
		expect(statuses).toEqual([500, 500, 404, 200]);
	});

	it('can be no more than a delay, alone or on top of another', () => {
		const faults = new Faults();
		faults.add('account/details', { kind: 'delay', ms: 60 });
		faults.add('*', { kind: 'delay', ms: 30 }, 1);
		faults.add('account/details', '500', 1);
		expect(faults.take('account/details')).toEqual({ delayMs: 90, kind: '500' });
		expect(faults.take('account/details')).toEqual({ delayMs: 60, kind: undefined });
		expect(faults.take('items/all')).toEqual({ delayMs: 0, kind: undefined });
	});

	it('that hangs does not keep the marketplace from closing', async () => {
		const marketplace = await start();
		marketplace.faults.add('*', 'hang');
		const asked = ask(marketplace, '/api/account/details').catch(() => 'cut');
		await expect.poll(() => marketplace.calls.length).toBe(1);
		await marketplace.close();
		expect(await asked).toBe('cut');
	});
});
