import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/storage/open.js';
import { auditChannel, auditLine, buyerRoleGiven, freshCode, hasBuyerRole, press, verify } from './acts.js';
import { filesIn, runClaims } from './claims-run.js';
import { ownStage } from './own-stage.js';
import { headline } from './reading.js';

describe('a bot on SQLite', () => {
	it('makes a backup at its start, for its owner alone, and none at the next one on that day', async () => {
		const stage = await ownStage();
		const bot = await stage.startBot();
		await bot.logged('Backed up the database');
		const [made, ...more] = await filesIn(join(stage.folder, 'backups'));
		expect(made).toMatch(/^claims-\d{4}-\d\d-\d\dT\d{6}Z\.sqlite$/);
		expect(more).toEqual([]);
		expect((await stat(join(stage.folder, 'backups', made ?? ''))).mode & 0o777).toBe(0o600);
		await bot.stop();
		await (await stage.startBot()).stop();
		expect(await filesIn(join(stage.folder, 'backups'))).toEqual([made]);
	});
});

describe('a restored backup', () => {
	it('attack 68: leaves no member a role without a purchase, and the staff know whose purchases changed', async () => {
		const stage = await ownStage();
		const { buyer, friend } = stage.people;
		const other = stage.newPerson('Other');
		const bot = await stage.startBot();
		const [early, late] = [freshCode(stage), freshCode(stage)];
		await verify(buyer, early);
		await buyerRoleGiven(stage, buyer);
		expect((await runClaims(stage, 'backup', 'monday.sqlite')).code).toBe(0);
		await verify(friend, late);
		await buyerRoleGiven(stage, friend);
		const page = await buyer.chatInput('privacy').answered();
		await press(buyer, await press(buyer, page, 'privacy-delete'), 'privacy-erase');
		await expect.poll(() => hasBuyerRole(stage, buyer)).toBe(false);
		const refused = await runClaims(stage, 'restore', 'monday.sqlite', '--yes');
		expect(refused).toEqual({
			code: 69,
			output: expect.stringContaining('A bot uses this database: stop it'),
		});
		await bot.stop();

		const { code, output } = await runClaims(stage, 'restore', 'monday.sqlite', '--yes');
		expect(code).toBe(0);
		expect(output).toMatch(/kept as .*claims-replaced-.*\.sqlite/);
		await stage.startBot();
		await expect.poll(() => hasBuyerRole(stage, friend)).toBe(false);
		await buyerRoleGiven(stage, buyer);
		expect(output).toContain(`Members who lost a purchase (1): ${friend.id}`);
		expect(output).toContain(`Members who have a purchase again (1): ${buyer.id}`);
		await auditLine(stage, 'A backup made', `<@${friend.id}>`, `<@${buyer.id}>`);
		expect(auditChannel(stage)).not.toContain(late);
		expect(headline(await verify(other, late))).toBe('✅ Purchase verified');
		expect(headline(await verify(other, early))).toBe('⛔ This code is in use');
		// Posted once: nothing of it is left for the start after.
		const store = await openStore(stage.environment()['DATABASE_URL'] ?? '', () => {});
		await expect.poll(() => store.get('alert:home:restored')).toBeUndefined();
		await store.close();
	});
});
