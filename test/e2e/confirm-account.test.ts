import { join } from 'node:path';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteAccount, readAccount } from '../../src/marketplace/account-guard.js';
import { openStore } from '../../src/storage/open.js';
import type { Store } from '../../src/storage/store.js';
import { buyerRoleGiven, freshCode, marketplaceCalls, verify } from './acts.js';
import { runClaims, runClaimsWith } from './claims-run.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

let stage: Stage;
let store: Store;

beforeEach(async () => {
	stage = await openStage();
	store = await openStore(`sqlite://${join(stage.folder, 'claims.sqlite')}`, () => {}, { create: true });
	await noteAccount(store, { username: 'former-author' });
	await register(stage);
});
afterEach(async () => {
	await store?.close();
	await stage?.close();
});

describe('a key of another account', () => {
	it('checks no code until the operator confirms the account, and needs no restart then', async () => {
		const { buyer } = stage.people;
		await stage.startBot();
		const code = freshCode(stage);
		expect(headline(await verify(buyer, code))).toContain('I can’t check codes right now');
		expect(marketplaceCalls(stage, 'purchases/validation')).toBe(0);

		const unsure = await runClaims(stage, 'confirm-account');
		expect(unsure).toEqual({ code: 64, output: expect.stringContaining('--yes') });
		expect(await readAccount(store)).toMatchObject({ username: 'former-author' });

		const confirmed = await runClaims(stage, 'confirm-account', '--yes');
		expect(confirmed).toEqual({ code: 0, output: expect.stringContaining('Confirmed: marenmakes') });
		expect(confirmed.output).toContain('The claims were made with the account former-author');
		await verify(buyer, code);
		await buyerRoleGiven(stage, buyer);
	});

	it('is confirmed neither by a key that the shop refuses nor while the shop is down', async () => {
		const refused = await runClaimsWith(
			stage,
			{ MARKETPLACE_API_KEY: 'no-key-of-this-shop' },
			'confirm-account',
			'--yes',
		);
		expect(refused).toEqual({ code: 78, output: expect.stringContaining('bad-key') });
		expect(refused.output).not.toContain('no-key-of-this-shop');
		stage.marketplace.faults.add('account/details', 'maintenance-503');
		const down = await runClaims(stage, 'confirm-account', '--yes');
		expect(down).toEqual({ code: 69, output: expect.stringContaining('unavailable') });
		expect(await readAccount(store)).toMatchObject({ username: 'former-author' });
	});
});
